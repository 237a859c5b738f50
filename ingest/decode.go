package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/ingest/format"
)

// Text returns the text of a file that offsets count in: its bytes where they are UTF-8 (a byte
// order mark included), otherwise the text decoded from the encoding it is found to be in.
// name is the encoding, "" for UTF-8. Bytes that are no text in any known encoding are an error: no garbage is indexed.
func Text(data []byte) (text, name string, err error) {
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return string(data), "", nil
	}
	d, err := format.Decode(data, "")
	switch {
	case err != nil && bytes.IndexByte(data, 0) >= 0:
		return "", "", errors.New("not a text file: it holds zero bytes")
	case err != nil || d.Certain < unsure:
		return "", "", fmt.Errorf("in no encoding that can be told (first at byte %d); save it as UTF-8", firstInvalid(data))
	case strings.ContainsRune(d.Text, utf8.RuneError):
		return "", "", fmt.Errorf("broken %s; save it as UTF-8", encodingName(d.Encoding))
	}
	return d.Text, encodingName(d.Encoding), nil
}

// unsure is the confidence below which a text is not read: it would be garbage as often as not.
const unsure = 0.3

// encodingName writes an encoding as people do.
func encodingName(s string) string {
	switch {
	case s == "gb18030":
		return "GB 18030"
	case strings.HasPrefix(s, "utf-"):
		return strings.ToUpper(strings.TrimSuffix(strings.TrimSuffix(s, "le"), "be"))
	}
	return s
}

func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(data)
}

// wordless reports whether there is nothing to read in s.
func wordless(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
