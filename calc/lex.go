package calc

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an expression. They keep parsing and evaluation bounded whatever the source.
const (
	maxSource = 64 << 10
	maxDepth  = 200
	maxNodes  = 20000
	maxBits   = 1 << 17 // of a numerator or denominator: about 39,000 digits
	maxPower  = 10000
)

// An Error is a fault of an expression, with the byte it was found at.
type Error struct {
	Pos int
	Msg string
}

// Error says where and what.
func (e *Error) Error() string { return fmt.Sprintf("expression, at byte %d: %s", e.Pos, e.Msg) }

type token struct {
	kind byte // n number, s string, i name, o operator or punctuation, e end
	text string
	pos  int
	unit string // of a number
}

type lexer struct {
	src  string
	pos  int
	toks []token
	open int // brackets that are open; outside of them a comma can only be a thousands separator
}

// operators, longest first.
var operators = []string{"==", "!=", "<=", ">=", "&&", "||", "≤", "≥", "≠", "<", ">", "+", "-", "*", "/", "^", "(", ")", ",", "!", "×", "÷", "−"}

var spelled = map[string]string{"≤": "<=", "≥": ">=", "≠": "!=", "×": "*", "÷": "/", "−": "-", "&&": "and", "||": "or", "!": "not"}

func lex(src string) ([]token, error) {
	if len(src) > maxSource {
		return nil, &Error{maxSource, fmt.Sprintf("longer than %d bytes", maxSource)}
	}
	l := &lexer{src: src}
	for {
		done, err := l.next()
		if err != nil {
			return nil, err
		}
		if done {
			return l.toks, nil
		}
	}
}

func (l *lexer) add(kind byte, text string, start int) {
	l.toks = append(l.toks, token{kind: kind, text: text, pos: start})
}

func (l *lexer) next() (done bool, err error) {
	for l.pos < len(l.src) && strings.ContainsRune(" \t\r\n", rune(l.src[l.pos])) {
		l.pos++
	}
	start := l.pos
	if start == len(l.src) {
		l.add('e', "", start)
		return true, nil
	}
	c, size := utf8.DecodeRuneInString(l.src[start:])
	switch {
	case c == utf8.RuneError && size == 1:
		return false, &Error{start, "not UTF-8"}
	case c >= '0' && c <= '9' || c == '.' && digitAt(l.src, start+1):
		return false, l.number(start)
	case c == '\'' || c == '"':
		return false, l.quoted(start, byte(c))
	case identStart(c):
		return false, l.name(start)
	}
	for _, op := range operators {
		if strings.HasPrefix(l.src[start:], op) {
			l.pos += len(op)
			if s, ok := spelled[op]; ok {
				op = s
			}
			switch op {
			case "(":
				l.open++
			case ")":
				l.open--
			}
			l.add('o', op, start)
			return false, nil
		}
	}
	if c == '=' {
		return false, &Error{start, `"=" is no operator: write "=="`}
	}
	return false, &Error{start, fmt.Sprintf("unexpected %q", c)}
}

func digitAt(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

func identStart(c rune) bool { return c == '_' || unicode.IsLetter(c) }

func identPart(c rune) bool { return identStart(c) || unicode.IsDigit(c) }

// number reads digits, a decimal part, and % or a unit right after it.
func (l *lexer) number(start int) error {
	i := start
	for digitAt(l.src, i) {
		i++
	}
	if i < len(l.src) && l.src[i] == '.' && digitAt(l.src, i+1) {
		for i++; digitAt(l.src, i); i++ {
		}
	}
	if i < len(l.src) && l.src[i] == '.' {
		return &Error{i, "a number ends in a point, or has two"}
	}
	if i+3 < len(l.src) && l.src[i] == ',' && i-start <= 3 && digitAt(l.src, i+1) && digitAt(l.src, i+2) && digitAt(l.src, i+3) && !digitAt(l.src, i+4) && l.open <= 0 {
		return &Error{i, "write numbers without thousands separators"}
	}
	t := token{kind: 'n', text: l.src[start:i], pos: start}
	if strings.HasPrefix(l.src[i:], "%") || strings.HasPrefix(l.src[i:], "‰") {
		_, size := utf8.DecodeRuneInString(l.src[i:])
		t.unit = l.src[i : i+size]
		i += size
	} else {
		j := i
		for j < len(l.src) {
			c, size := utf8.DecodeRuneInString(l.src[j:])
			if !identPart(c) || c == utf8.RuneError {
				break
			}
			j += size
		}
		t.unit = l.src[i:j]
		i = j
	}
	l.pos = i
	l.toks = append(l.toks, t)
	return nil
}

// quoted reads 'x' or "x". A backslash escapes the quote and itself.
func (l *lexer) quoted(start int, q byte) error {
	var b strings.Builder
	for i := start + 1; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == q:
			l.pos = i + 1
			l.add('s', b.String(), start)
			return nil
		case c == '\\' && i+1 < len(l.src) && (l.src[i+1] == q || l.src[i+1] == '\\'):
			i++
			b.WriteByte(l.src[i])
		default:
			b.WriteByte(c)
		}
	}
	return &Error{start, "the text has no closing quote"}
}

// name reads ident(.ident | [index])*; an index is digits, a name, or quoted text without brackets.
func (l *lexer) name(start int) error {
	i := l.ident(start)
	for i < len(l.src) {
		if l.src[i] == '.' {
			j := l.ident(i + 1)
			if j == i+1 {
				return &Error{i, "a name ends in a point"}
			}
			i = j
			continue
		}
		if l.src[i] != '[' {
			break
		}
		n := strings.IndexByte(l.src[i:], ']')
		if n < 2 || strings.ContainsAny(l.src[i+1:i+n], "[\n") {
			return &Error{i, "an index has no closing bracket"}
		}
		i += n + 1
	}
	l.pos = i
	l.add('i', l.src[start:i], start)
	return nil
}

func (l *lexer) ident(i int) int {
	first := true
	for i < len(l.src) {
		c, size := utf8.DecodeRuneInString(l.src[i:])
		if c == utf8.RuneError && size == 1 || !identPart(c) || first && !identStart(c) && !unicode.IsDigit(c) {
			break
		}
		first = false
		i += size
	}
	return i
}
