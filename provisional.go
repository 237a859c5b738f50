package casefile

import (
	"encoding/json"
	"strings"
)

// said reads the sentences out of a reply that comes in pieces: the values of the fields named text of its JSON, each once it is
// whole. What is not a reply of that form tells nothing.
type said struct {
	tell  func(string)
	value strings.Builder // of the string that is open, as JSON
	open  bool
	slash bool // the sign before was a backslash
	last  string
	field bool // a colon followed last
}

func (s *said) hear(piece string) {
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		switch {
		case !s.open && c == '"':
			s.open = true
			s.value.Reset()
		case !s.open:
			switch c {
			case ':':
				s.field = true
			case ' ', '\t', '\r', '\n':
			default:
				s.field, s.last = false, ""
			}
		case s.slash:
			s.slash = false
			s.value.WriteByte(c)
		case c == '\\':
			s.slash = true
			s.value.WriteByte(c)
		case c == '"':
			s.open = false
			s.closed()
		case s.value.Len() < maxSaid:
			s.value.WriteByte(c)
		}
	}
}

const maxSaid = 4 << 10 // bytes of a sentence

// closed takes a string that ended: a name, or the value of the name before it.
func (s *said) closed() {
	var text string
	if json.Unmarshal([]byte(`"`+s.value.String()+`"`), &text) != nil {
		text = ""
	}
	if s.field && s.last == "text" && strings.TrimSpace(text) != "" {
		s.tell(text)
	}
	if s.last, s.field = text, false; s.last == "" {
		s.last = " "
	}
}
