package generate

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// rest are the words of a need that nothing explains: no argument, nothing that the functions told say of themselves, nothing that
// was told, and no word that only asks; onlyRows says that nothing but rows was told. Where they stand beside what was told of they restrict it, and the figures are of more
// than was asked for; in a part of their own they ask for something else.
func (g *gate) rest(onlyRows bool) (restricts, apart []playbook.Span) {
	if len(g.tools) == 0 || !onlyRows && g.n.Kind != casefile.DataKind && !g.wantsFigures() {
		return nil, nil // the documents say it, and no figure is asked for that could be of too much
	}
	if !g.compares() {
		for _, s := range g.found("change") {
			if !g.isCut(s) && !g.own.Has(playbook.Prepare(g.r.Source(s))) {
				apart = append(apart, s)
			}
		}
	}
	parts := g.parts()
	alone := !slices.ContainsFunc(parts, g.touches)
	for _, part := range parts {
		left := g.unexplained(part)
		if len(left) == 0 || slices.ContainsFunc(g.found("quoted"), part.Overlaps) {
			continue
		}
		if !alone && !g.touches(part) {
			apart = append(apart, part)
			continue
		}
		for _, s := range left {
			if !slices.ContainsFunc(append(g.found("change"), g.sides...), func(c playbook.Span) bool { return c.From <= s.From && s.To <= c.To }) {
				restricts = append(restricts, s)
			}
		}
	}
	return restricts, apart
}

// wantsFigures reports whether a need asks how many, how much or what something costs.
func (g *gate) wantsFigures() bool {
	return len(g.found("count"))+len(g.found("figure"))+len(g.found("money")) > 0
}

// compares reports whether rows of more than one period were told: how a figure changed stands in them.
func (g *gate) compares() bool {
	periods := map[casefile.Period]bool{}
	for _, e := range g.d.c.Evidence {
		if e.Table != nil && g.d.cited(e.ID) && !e.Period.IsZero() {
			periods[e.Period] = true
		}
	}
	return len(periods) > 1
}

// parts are the stretches between the joints of a need.
func (g *gate) parts() []playbook.Span {
	var out []playbook.Span
	at := 0
	cut := func(from, to int) {
		if strings.TrimSpace(g.r.Folded[at:max(at, from)]) != "" {
			out = append(out, playbook.Span{From: at, To: from})
		}
		at = max(at, to)
	}
	joints := spansOf(g.r, wordsOf()["joint"])
	for i, c := range g.r.Folded {
		if strings.ContainsRune(",;?!。、:\n", c) {
			joints = append(joints, playbook.Span{From: i, To: i + utf8.RuneLen(c)})
		}
	}
	slices.SortFunc(joints, func(a, b playbook.Span) int { return a.From - b.From })
	for _, j := range joints {
		if !g.isCut(j) {
			cut(j.From, j.To)
		}
	}
	cut(len(g.r.Folded), len(g.r.Folded))
	return out
}

// touches reports whether a part has a word of a function told, the title of one of its columns, or something that it was asked with.
func (g *gate) touches(part playbook.Span) bool {
	var own []playbook.Word
	for _, t := range g.tools {
		for _, w := range t.Words {
			own = append(own, playbook.Prepare(w))
		}
		for _, c := range t.Gives {
			own = append(own, playbook.Prepare(c.Title), playbook.Prepare(c.TitleEN))
		}
	}
	return slices.ContainsFunc(append(spansOf(g.r, own), g.cut...), part.Overlaps)
}

// unexplained are the words of a part that nothing explains, neighbours together.
func (g *gate) unexplained(part playbook.Span) []playbook.Span {
	known := g.explained()
	var out []playbook.Span
	add := func(s playbook.Span) {
		if n := len(out); n > 0 && strings.TrimSpace(g.r.Folded[out[n-1].To:s.From]) == "" {
			out[n-1].To = s.To
			return
		}
		out = append(out, s)
	}
	for at := part.From; at < part.To; {
		c, n := utf8.DecodeRuneInString(g.r.Folded[at:])
		switch {
		case known[at] || !unicode.IsLetter(c) && !unicode.IsDigit(c):
			at += n
		case unicode.Is(unicode.Han, c):
			to, chars := at, 0
			for to < part.To && !known[to] {
				c, n := utf8.DecodeRuneInString(g.r.Folded[to:])
				if !unicode.Is(unicode.Han, c) {
					break
				}
				to, chars = to+n, chars+1
			}
			if chars > 1 {
				add(playbook.Span{From: at, To: to})
			}
			at = to
		default:
			to := at
			for to < part.To && !known[to] && latin(g.r.Folded[to]) {
				to++
			}
			if to == at {
				at += n
				continue
			}
			if to-at > 1 || unicode.IsDigit(c) {
				add(playbook.Span{From: at, To: to})
			}
			at = to
		}
	}
	return out
}

func latin(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '\'' }

// explained marks every byte of the need that something explains.
func (g *gate) explained() []bool {
	if g.marked != nil {
		return g.marked
	}
	g.marked = make([]bool, len(g.r.Folded)+1)
	mark := func(s playbook.Span) {
		for i := s.From; i < s.To; i++ {
			g.marked[i] = true
		}
	}
	for _, s := range g.cut {
		mark(s)
	}
	for _, slot := range g.d.c.Plan.Slots {
		if slot.Name == "n" {
			for _, s := range g.r.Find(playbook.Prepare(slot.Words)) {
				mark(s)
			}
		}
	}
	for _, k := range g.kinds() {
		mark(k.Span) // the kind of thing asked for is told by another check
	}
	for _, e := range g.d.c.Evidence {
		if e.Table == nil || !g.d.cited(e.ID) || g.d.valued(g.n, e.Table) == nil {
			continue
		}
		for _, values := range g.d.valuesNamed(g.r, e.Table) { // only the rows that hold them were told
			for _, v := range values {
				for _, s := range g.d.places(g.r, v) {
					mark(s)
				}
			}
		}
	}
	for _, at := range numerals.FindAllStringIndex(g.r.Folded, -1) {
		mark(playbook.Span{From: at[0], To: at[1]})
	}
	lists := asks()
	for _, list := range []string{"most", "least", "neither", "bound before", "bound after", "count", "which", "money", "figure", "light", "plain"} {
		lists = slices.Concat(lists, wordsOf()[list])
	}
	for _, w := range lists {
		for _, s := range g.r.Find(w) {
			mark(s)
		}
	}
	all := playbook.Read(g.own.Folded + "\n" + g.said.Folded + "\n" + g.titles())
	terms := text.Set{}
	text.Visit(all.Folded, func(term string) { terms[term] = true })
	g.eachWord(func(s playbook.Span) {
		w := g.r.Folded[s.From:s.To]
		if words.Stop(w) || terms[text.Stem(w)] || terms[w] || mistyped(w, terms) || slices.ContainsFunc(inflections()[text.Stem(w)], func(f string) bool { return terms[f] }) {
			mark(s)
		}
	})
	g.eachRun(func(s playbook.Span) {
		for at := s.From; at < s.To; {
			to := at
			for end := at; end < s.To; {
				_, n := utf8.DecodeRuneInString(g.r.Folded[end:])
				end += n
				if strings.Contains(all.Folded, g.r.Folded[at:end]) {
					to = end
				}
			}
			c, n := utf8.DecodeRuneInString(g.r.Folded[at:])
			if to > at+n || words.StopHan(c) {
				mark(playbook.Span{From: at, To: max(to, at+n)})
			}
			at = max(to, at+n)
		}
	})
	g.byOtherWords(all, mark)
	for _, s := range spansOf(g.r, wordsOf()["bound before"]) {
		if len(g.found("count")) > 0 {
			break // what is counted is bounded
		}
		if m := numberAt.FindStringIndex(g.r.Folded[s.To:]); m != nil {
			mark(playbook.Span{From: s.From, To: s.To + m[1]}) // a bound is told by another check
		}
	}
	return g.marked
}

// titles are those of the documents that something was told of, with their headings.
func (g *gate) titles() string {
	var b strings.Builder
	for _, c := range g.d.out.Claims {
		for _, t := range c.Cites {
			if e, ok := g.d.c.Find(t.Evidence); ok && e.Source != nil {
				b.WriteString(e.Source.Title + "\n" + e.Source.Heading + "\n")
			}
		}
	}
	return b.String()
}

// byOtherWords marks what stands in a text in other words or in the other language.
func (g *gate) byOtherWords(all *playbook.Reader, mark func(playbook.Span)) {
	has := func(forms []string) bool {
		return slices.ContainsFunc(forms, func(w string) bool { return all.Has(playbook.Prepare(w)) })
	}
	try := func(s playbook.Span) {
		if has(g.d.w.otherForms(g.r.Folded[s.From:s.To])) {
			mark(s)
		}
	}
	var toks []playbook.Span
	g.eachWord(func(s playbook.Span) { toks = append(toks, s) })
	for i, t := range toks {
		for k := i; k < len(toks) && k < i+windowWords; k++ {
			if s := (playbook.Span{From: t.From, To: toks[k].To}); !g.marked[t.From] {
				try(s)
			}
		}
	}
	g.eachRun(func(run playbook.Span) {
		for at := run.From; at < run.To; {
			_, n := utf8.DecodeRuneInString(g.r.Folded[at:])
			for end, chars := at, 0; end < run.To && chars < 5 && !g.marked[at]; {
				_, n := utf8.DecodeRuneInString(g.r.Folded[end:])
				if end, chars = end+n, chars+1; chars > 1 {
					try(playbook.Span{From: at, To: end})
				}
			}
			at += n
		}
	})
}

// numerals are numbers in words, with what counts with them: how many are asked for is an argument.
var numerals = regexp.MustCompile(`\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)\b|[一二两三四五六七八九十]+[个名位家款种项条件单笔类大]`)

// inflections are the stems that irregular forms of a verb have, by each of them.
var inflections = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for _, verb := range wordsOf()["irregular"] {
		forms := verb.Stems()
		for _, f := range forms {
			out[f] = forms
		}
	}
	return out
})

// mistyped reports whether a word is one of a set but for one letter, or for two that changed places.
func mistyped(w string, of text.Set) bool {
	if len(w) < 4 {
		return false
	}
	for term := range of {
		if d := len(term) - len(text.Stem(w)); len(term) > 3 && d >= -1 && d <= 1 && (nearly(w, term) || nearly(text.Stem(w), term)) {
			return true
		}
	}
	return false
}

// nearly reports whether two words are one but for one letter too many, too few or wrong, or for two neighbours that changed places.
func nearly(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case i == 0 || len(b)-len(a) > 1:
		return false
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	}
	return i == len(a) || a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// eachWord visits the Latin words of the need.
func (g *gate) eachWord(do func(playbook.Span)) {
	for at := 0; at < len(g.r.Folded); {
		to := at
		for to < len(g.r.Folded) && latin(g.r.Folded[to]) {
			to++
		}
		if to > at {
			do(playbook.Span{From: at, To: to})
		}
		at = max(to, at+1)
	}
}

// eachRun visits the runs of Han characters of the need.
func (g *gate) eachRun(do func(playbook.Span)) {
	from := -1
	for at, c := range g.r.Folded + "\n" {
		switch han := unicode.Is(unicode.Han, c); {
		case han && from < 0:
			from = at
		case !han && from >= 0:
			do(playbook.Span{From: from, To: at})
			from = -1
		}
	}
}

// ofOne reports whether the rows told are of a record that the need names by its identifier: what it is asked besides restricts nothing.
func (g *gate) ofOne() bool {
	return slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool {
		return slices.ContainsFunc(t.Params, func(p casefile.Param) bool { return p.Type == "identifier" && p.Required && !p.List })
	})
}
