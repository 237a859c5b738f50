package ingest

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"
)

// Text returns the text of a file that offsets count in: its bytes where they are UTF-8 (a byte
// order mark included), otherwise the decoded text of UTF-16 with a mark, or of GB 18030 where it reads as
// Chinese. name is the encoding, "" for UTF-8. Anything else is an error: no garbage is indexed.
func Text(data []byte) (text, name string, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		out, err := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM).NewDecoder().Bytes(data)
		if err != nil || bytes.ContainsRune(out, utf8.RuneError) {
			return "", "", errors.New("broken UTF-16; save it as UTF-8")
		}
		return string(out), "UTF-16", nil
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", errors.New("not a text file: it holds zero bytes")
	case utf8.Valid(data):
		return string(data), "", nil
	}
	out, err := simplifiedchinese.GB18030.NewDecoder().Bytes(data)
	if err == nil && chinese(string(out)) {
		return string(out), "GB 18030", nil
	}
	return "", "", fmt.Errorf("neither UTF-8 nor GB 18030 (first at byte %d); save it as UTF-8", firstInvalid(data))
}

// chinese reports whether a text decoded as GB 18030 reads as Chinese: what is not ASCII is
// common Han characters and their punctuation. Other encodings give rare characters and signs.
func chinese(s string) bool {
	common, other := 0, 0
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError:
			return false
		case r >= 0x4E00 && r <= 0x9FA5 && frequent(r), r >= 0x3000 && r <= 0x303F, r >= 0xFF00 && r <= 0xFF5E, r >= 0x2010 && r <= 0x2027:
			common++
		default:
			other++
		}
	}
	return common > 0 && other*5 <= common
}

// frequent reports whether r is of the first level of GB 2312, the characters of daily use.
func frequent(r rune) bool {
	b, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(string(r)))
	return err == nil && len(b) == 2 && b[0] >= 0xB0 && b[0] <= 0xD7 && b[1] >= 0xA1
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
