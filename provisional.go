package casefile

import (
	"encoding/json"
	"strings"
)

// An ear hears the reply to one request as it comes: for the stage that asked, which may tell claims out of it, and for a reader who
// wants the sentences before they are verified.
type ear struct {
	r     *run
	stage func(string) // nil: it does not listen
	said  *said        // nil: nobody does
	all   strings.Builder
	heard string // what had come when the last claim was told
}

func (m *modelRun) listen(q ModelRequest) *ear {
	e := &ear{r: m.r, stage: q.Tell}
	if tell := m.r.a.Provisional; tell != nil && q.For == StageGenerate {
		e.said = &said{tell: tell}
	}
	return e
}

func (e *ear) listens() bool { return e.stage != nil || e.said != nil }

func (e *ear) hear(piece string) {
	if e.said != nil {
		e.said.hear(piece)
	}
	if e.stage == nil || piece == "" {
		return
	}
	e.all.WriteString(piece)
	told := e.r.told
	e.stage(piece)
	if e.r.told > told {
		e.heard = e.all.String()
	}
}

// anew forgets a try that is made once more.
func (e *ear) anew() {
	e.all.Reset()
	e.heard = ""
	if e.said != nil {
		e.said = &said{tell: e.said.tell}
	}
}

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
