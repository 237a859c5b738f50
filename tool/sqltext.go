package tool

import (
	"strings"
	"unicode/utf8"
)

// A token is one word of SQL. Blanks and comments are left out.
type token struct {
	kind  tokenKind
	text  string // as it is written; of a param, without its colon
	at    int    // byte offsets in the text
	end   int    //
	depth int    // brackets open before it
}

type tokenKind uint8

const (
	word    tokenKind = iota // a keyword or a bare name
	quoted                   // a name in "", ` ` or [ ]
	literal                  // a text in ' '
	number
	param // :name
	other // ?1, @name, $name: ways of naming a parameter that are not ours
	punct
)

// scan cuts SQL into tokens the way SQLite does. It never fails: what is not closed runs to the end.
func scan(sql string) []token {
	var out []token
	depth := 0
	for i := 0; i < len(sql); {
		c := sql[i]
		start := i
		kind := punct
		switch {
		case c <= ' ':
			i++
			continue
		case strings.HasPrefix(sql[i:], "--"):
			i = end(sql, i, "\n")
			continue
		case strings.HasPrefix(sql[i:], "/*"):
			i = end(sql, i+2, "*/")
			continue
		case c == '\'':
			i, kind = closing(sql, i, '\''), literal
		case c == '"' || c == '`':
			i, kind = closing(sql, i, c), quoted
		case c == '[':
			i, kind = end(sql, i, "]"), quoted
		case c == ':' || c == '@' || c == '$' || c == '?':
			for i++; i < len(sql) && inName(sql[i]); i++ {
			}
			kind = other
			if c == ':' {
				kind = param
			}
		case c >= '0' && c <= '9':
			for i++; i < len(sql) && (inName(sql[i]) || sql[i] == '.'); i++ {
			}
			kind = number
		case inName(c):
			for i++; i < len(sql) && inName(sql[i]); i++ {
			}
			kind = word
		default:
			i++
		}
		t := token{kind: kind, text: sql[start:i], at: start, end: i, depth: depth}
		switch {
		case kind == param:
			t.text = t.text[1:]
		case kind == punct && c == '(':
			depth++
		case kind == punct && c == ')':
			depth--
			t.depth = depth
		}
		out = append(out, t)
	}
	return out
}

func inName(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= utf8.RuneSelf
}

// end returns the offset just after the next mark at or after i, or the end.
func end(s string, i int, mark string) int {
	if i >= len(s) {
		return len(s)
	}
	if j := strings.Index(s[i:], mark); j >= 0 {
		return i + j + len(mark)
	}
	return len(s)
}

// closing returns the offset just after the quote that ends the one at i; a doubled quote stands for itself.
func closing(s string, i int, q byte) int {
	for i++; i < len(s); i++ {
		if s[i] != q {
			continue
		}
		if i+1 < len(s) && s[i+1] == q {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

// statements splits tokens at the semicolons; empty statements are left out.
func statements(tokens []token) [][]token {
	var out [][]token
	from := 0
	for i := 0; i <= len(tokens); i++ {
		if i < len(tokens) && (tokens[i].kind != punct || tokens[i].text != ";") {
			continue
		}
		if i > from {
			out = append(out, tokens[from:i])
		}
		from = i + 1
	}
	return out
}

// is reports whether t is one of these keywords.
func (t token) is(keywords ...string) bool {
	if t.kind != word {
		return false
	}
	for _, k := range keywords {
		if strings.EqualFold(t.text, k) {
			return true
		}
	}
	return false
}

// name returns the name a word or a quoted name stands for, "" for anything else.
func (t token) name() string {
	switch {
	case t.kind == word:
		return t.text
	case t.kind == quoted && len(t.text) >= 2:
		in, q := t.text[1:len(t.text)-1], t.text[:1]
		if q == "[" {
			return in
		}
		return strings.ReplaceAll(in, q+q, q)
	}
	return ""
}

// paramsOf returns the names of the parameters, each once, in order.
func paramsOf(tokens []token) []token {
	var out []token
	seen := map[string]bool{}
	for _, t := range tokens {
		if t.kind == param && !seen[t.text] {
			seen[t.text] = true
			out = append(out, t)
		}
	}
	return out
}

// limitOf reports whether the statement as a whole has a LIMIT, and the parameter that is the
// limit where it is nothing but one.
func limitOf(tokens []token) (has bool, by string) {
	for i, t := range tokens {
		if t.depth != 0 || !t.is("LIMIT") {
			continue
		}
		has, by = true, ""
		if rest := tokens[i+1:]; len(rest) == 1 && rest[0].kind == param {
			by = rest[0].text
		}
	}
	return has, by
}

// lineOf returns how many line ends stand before an offset.
func lineOf(sql string, at int) int { return strings.Count(sql[:min(at, len(sql))], "\n") }
