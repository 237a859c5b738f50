package casefile

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Canonical returns JSON with sorted keys and no spaces, numbers digit for digit; what is not JSON comes back as it is.
func Canonical(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	if rest, ok := plainValue(raw, 0); ok && len(rest) == 0 {
		return raw
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return raw
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return raw
	}
	return bytes.TrimSpace(b.Bytes())
}

// maxPlainDepth leaves deeper values to the decoder, which has a limit of its own.
const maxPlainDepth = 32

// plainValue reads one value that is canonical as it stands, and returns what follows it. It knows only the plain forms
// that arguments have nearly always; it says no to any other, canonical or not.
func plainValue(s []byte, depth int) (rest []byte, ok bool) {
	if len(s) == 0 || depth > maxPlainDepth {
		return nil, false
	}
	switch c := s[0]; {
	case c == '"':
		_, rest, ok = plainString(s)
		return rest, ok
	case c == '{':
		return plainObject(s[1:], depth)
	case c == '[':
		return plainArray(s[1:], depth)
	case c == '-' || c >= '0' && c <= '9':
		return plainNumber(s)
	}
	for _, word := range []string{"true", "false", "null"} {
		if rest, ok := bytes.CutPrefix(s, []byte(word)); ok {
			return rest, true
		}
	}
	return nil, false
}

func plainObject(s []byte, depth int) (rest []byte, ok bool) {
	if len(s) > 0 && s[0] == '}' {
		return s[1:], true
	}
	var last []byte
	for first := true; ; first = false {
		key, after, ok := plainString(s)
		if !ok || !first && bytes.Compare(last, key) >= 0 || len(after) == 0 || after[0] != ':' {
			return nil, false
		}
		last = key
		if s, ok = plainValue(after[1:], depth+1); !ok || len(s) == 0 {
			return nil, false
		}
		switch s[0] {
		case '}':
			return s[1:], true
		case ',':
			s = s[1:]
		default:
			return nil, false
		}
	}
}

func plainArray(s []byte, depth int) (rest []byte, ok bool) {
	if len(s) > 0 && s[0] == ']' {
		return s[1:], true
	}
	for {
		if s, ok = plainValue(s, depth+1); !ok || len(s) == 0 {
			return nil, false
		}
		switch s[0] {
		case ']':
			return s[1:], true
		case ',':
			s = s[1:]
		default:
			return nil, false
		}
	}
}

// plainString reads a string without escapes, and without anything that an encoder would escape.
func plainString(s []byte) (body, rest []byte, ok bool) {
	if len(s) == 0 || s[0] != '"' {
		return nil, nil, false
	}
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			body = s[1:i]
			return body, s[i+1:], utf8.Valid(body) && !bytes.Contains(body, lineSeparator) && !bytes.Contains(body, paragraphSeparator)
		case c < ' ' || c == '\\' || c == 0x7f:
			return nil, nil, false
		}
	}
	return nil, nil, false
}

var lineSeparator, paragraphSeparator = []byte("\u2028"), []byte("\u2029")

// plainNumber reads an integer or a decimal without an exponent.
func plainNumber(s []byte) (rest []byte, ok bool) {
	digits := func(i int) int {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
		return i
	}
	from := 0
	if s[0] == '-' {
		from = 1
	}
	to := digits(from)
	if to == from || s[from] == '0' && to > from+1 {
		return nil, false
	}
	if to < len(s) && s[to] == '.' {
		from = to + 1
		if to = digits(from); to == from {
			return nil, false
		}
	}
	if to < len(s) && (s[to] == 'e' || s[to] == 'E') {
		return nil, false
	}
	return s[to:], true
}
