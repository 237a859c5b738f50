package decide

import (
	"encoding/json"

	"github.com/casefile/casefile"
)

// Listening returns r so that each is given the items of a list of the reply as they come, each once it is whole, in order: objects that
// stand in an array under the name list and fit the schema of r. The reply may end otherwise than it began, be cut off, or be made once
// more, which begins its list anew: what the items are worth is for each to say. Only plain JSON is read; what has to be mended comes
// with the whole reply. It keeps no more of a reply than one item.
func Listening(r casefile.ModelRequest, list string, each func(item json.RawMessage)) casefile.ModelRequest {
	l := &listing{name: `"` + list + `"`}
	var s *schema
	l.give = func(item []byte) {
		if s == nil {
			c, err := compile(r.Schema)
			if err != nil {
				c = schema{} // the request itself fails for it
			}
			s = &c
		}
		var whole any
		if s.s != nil && s.decode(json.RawMessage("{"+l.name+":["+string(item)+"]}"), &whole) == nil {
			each(json.RawMessage(item))
		}
	}
	again := r.Again
	r.Tell = l.hear
	r.Again = func(next casefile.ModelRequest) error {
		l.reset()
		if again != nil {
			return again(next)
		}
		return nil
	}
	return r
}

const maxItem = 32 << 10 // bytes of an item that is read before the reply is whole

// A listing reads the items of a list out of JSON that comes in pieces. Each byte is looked at once.
type listing struct {
	name string // of the list, in quotes
	give func(item []byte)

	state   listingState
	matched int // bytes of the name
	item    []byte
	depth   int
	inside  bool // a string
	slash   bool // the byte before was a backslash
}

type listingState int

const (
	seeking listingState = iota // the name of the list
	named                       // its colon
	opening                     // its bracket
	between                     // items
	reading                     // an item
)

func (l *listing) reset() { *l = listing{name: l.name, give: l.give, item: l.item[:0]} }

func (l *listing) hear(piece string) {
	for i := range len(piece) {
		l.next(piece[i])
	}
}

func (l *listing) next(c byte) {
	blank := c == ' ' || c == '\t' || c == '\r' || c == '\n'
	switch l.state {
	case seeking:
		l.seek(c)
	case named, opening:
		switch {
		case blank:
		case l.state == named && c == ':':
			l.state = opening
		case l.state == opening && c == '[':
			l.state = between
		default:
			l.state = seeking
			l.seek(c)
		}
	case between:
		switch {
		case blank, c == ',':
		case c == '{':
			l.state, l.item = reading, l.item[:0]
			l.read(c)
		default: // the list ends, or is none of objects
			l.state = seeking
			l.seek(c)
		}
	case reading:
		l.read(c)
	}
}

// seek matches the name, whose only quotes are at its ends.
func (l *listing) seek(c byte) {
	switch {
	case c == l.name[l.matched]:
		l.matched++
	case c == '"':
		l.matched = 1
	default:
		l.matched = 0
	}
	if l.matched == len(l.name) {
		l.state, l.matched = named, 0
	}
}

// read takes a byte of an item. One that is too long is passed over.
func (l *listing) read(c byte) {
	if len(l.item) <= maxItem {
		l.item = append(l.item, c)
	}
	switch {
	case l.slash:
		l.slash = false
	case l.inside && c == '\\':
		l.slash = true
	case c == '"':
		l.inside = !l.inside
	case l.inside:
	case c == '{' || c == '[':
		l.depth++
	case c == '}' || c == ']':
		if l.depth--; l.depth > 0 {
			return
		}
		l.state = between
		if len(l.item) <= maxItem && json.Valid(l.item) {
			l.give(l.item)
		}
	}
}
