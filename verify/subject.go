package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/verify/words"
)

// An about is what a clause is about, once it was looked for.
type about struct {
	found  bool
	tokens []token
	half   *half // see half
}

// subject returns the tokens that a clause is about: those before its verb, as far as marks, values
// and the commonest small words show where that is. The list must not be changed.
func (r *reading) subject(c int) []token {
	if r.abouts == nil {
		r.abouts = make([]about, len(r.clauses))
	}
	a := &r.abouts[c]
	if !a.found {
		a.found, a.tokens = true, r.findSubject(c)
	}
	return a.tokens
}

func (r *reading) findSubject(c int) []token {
	cl := &r.clauses[c]
	stop := cl.end
	for _, m := range cl.marks {
		if m.Class&opening != 0 && m.Start > cl.start {
			stop = min(stop, m.Start)
		}
	}
	for _, v := range r.vals(c) {
		if v.Value != nil && v.Start > cl.start {
			stop = min(stop, v.Start)
		}
	}
	s := strings.ToLower(r.src[cl.start:stop])
	for _, w := range verbs {
		if i := strings.Index(s, w); i > 0 {
			stop = min(stop, cl.start+i)
			s = s[:i]
		}
	}
	var out []token
	for _, tok := range r.toks(c) {
		if len(out) > 0 && tok.kind != hanToken && !tok.capital && strings.HasSuffix(strings.ToLower(r.src[tok.start:tok.end]), "ed") {
			break // acquired, opened
		}
		if tok.start < stop && len(out) < 6 {
			out = append(out, tok)
		}
	}
	return slices.Clip(out)
}

// verbs end a subject.
var verbs = []string{" is ", " are ", " was ", " were ", " has ", " have ", " had ", " does ", " do ", " did ", " by ", "由", "被", "把", "将", "向", "是", "为", "于"}

// family is the kind of a name of the dictionary, and what two parties of a contract have in common; "" for other keys.
func family(key string) string {
	if f, _, ok := strings.Cut(key, "/"); ok && key[0] == '@' {
		return f
	}
	if i := strings.LastIndexByte(key, ' '); i > 0 && i == len(key)-2 && key[0] == '=' {
		return key[:i]
	}
	return ""
}

// beside reports whether two tokens stand next to each other, with at most a blank between.
func beside(s string, a, b token) bool {
	return a.end <= b.start && strings.TrimLeft(s[a.end:b.start], " -") == "" || a.end > b.start && a.start < b.start
}

// sameEnd reports whether two different pairs of Han characters end in the same one.
func sameEnd(a, b string) bool {
	x, _ := utf8.DecodeLastRuneInString(a)
	y, _ := utf8.DecodeLastRuneInString(b)
	return a != b && x == y && utf8.RuneCountInString(a) == 2 && utf8.RuneCountInString(b) == 2
}

// denies reports whether a clause is negated as a whole: its conditions do not count.
func (r *reading) denies(c int) bool {
	cl := &r.clauses[c]
	from := cl.start
	if n := len(cl.cuts); n > 0 {
		from = cl.cuts[n-1]
	}
	return slices.ContainsFunc(cl.marks, func(m words.Mark) bool { return m.Class&words.NotClausal != 0 && m.Start >= from })
}

// part reports whether a clause speaks of a part of what the one before it speaks of.
func part(s string) bool {
	for _, w := range []string{"其中", "of which", "of whom", "of these", "including"} {
		if strings.HasPrefix(strings.ToLower(s), w) {
			return true
		}
	}
	return false
}
