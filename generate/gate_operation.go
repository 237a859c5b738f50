package generate

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/verify/words"
)

//go:embed operations.txt
var operationsFile string

// cue is an entry of operations.txt: one phrase, or two that stand in one clause.
type cue struct{ first, second playbook.Word }

// operationsOf holds the lists of operations.txt by name.
var operationsOf = sync.OnceValue(func() map[string][]cue {
	out := map[string][]cue{}
	for line := range strings.Lines(operationsFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.SplitSeq(list, ",") {
			first, second, _ := strings.Cut(w, "…")
			out[name] = append(out[name], cue{playbook.Prepare(first), playbook.Prepare(second)})
		}
	}
	return out
})

// cues returns the places of a list of operations.txt in a text, none inside another, in order.
func cues(r *playbook.Reader, list string) []playbook.Span {
	var out []playbook.Span
	for _, c := range operationsOf()[list] {
		for _, s := range r.Find(c.first) {
			if c.second.IsZero() {
				out = append(out, s)
				continue
			}
			for _, e := range r.Find(c.second) {
				if e.From >= s.To && e.To <= clauseEnd(r, s.To) {
					out = append(out, playbook.Span{From: s.From, To: e.To})
					break
				}
			}
		}
	}
	return widest(out)
}

// widest leaves out the places that stand inside another.
func widest(all []playbook.Span) []playbook.Span {
	slices.SortFunc(all, func(a, b playbook.Span) int {
		if a.From != b.From {
			return a.From - b.From
		}
		return b.To - a.To
	})
	var out []playbook.Span
	for _, s := range all {
		if len(out) == 0 || s.To > out[len(out)-1].To {
			out = append(out, s)
		}
	}
	return out
}

const clauseMarks = ",;?!。\n"

// clauseEnd is where the clause ends in which a place stands.
func clauseEnd(r *playbook.Reader, at int) int {
	if i := strings.IndexAny(r.Folded[at:], clauseMarks); i >= 0 {
		return at + i
	}
	return len(r.Folded)
}

// operations names what a need asks to be done with the figures told and neither a function nor a calculation did. Rows that are
// not so, or that something is to be left out of, are the contrary of what was told: it is no answer.
func (g *gate) operations() {
	if len(g.tools) == 0 {
		return
	}
	if !slices.ContainsFunc(g.d.out.Claims, func(c casefile.Claim) bool { return !g.d.figures(c) }) { // else a document may say it
		g.negated()
		g.leftOut()
		g.limited()
	}
	for _, list := range []string{"difference", "comparison"} {
		if !g.worked("-") && len(spansOf(g.own, wordsOf()["change"])) == 0 {
			g.undone(list)
		}
	}
	if !g.worked("/") {
		g.undone("times")
		if !g.parted() {
			for _, s := range cues(g.r, "share") {
				g.lacks(s)
				g.sides = append(g.sides, s)
			}
		}
	}
	for _, list := range []string{"per day", "per week", "per month"} {
		if !g.worked("/") && !g.worked("average") {
			g.undone(list)
		}
	}
	if g.ofOne() && g.rowsTold() > 1 && !g.worked("sum") && !g.worked("+") {
		g.undone("added")
	}
}

// undone names the operations of a list that neither the functions told nor what was told speaks of.
func (g *gate) undone(list string) {
	if len(cues(g.own, list)) > 0 || len(cues(g.said, list)) > 0 {
		return
	}
	for _, s := range cues(g.r, list) {
		if !g.ownWords(s) {
			g.lacks(s)
			g.sides = append(g.sides, s)
		}
	}
}

// worked reports whether a calculation told has an operation in its formula.
func (g *gate) worked(operation string) bool {
	return slices.ContainsFunc(g.d.c.Evidence, func(e casefile.Evidence) bool {
		return e.Calc != nil && g.d.cited(e.ID) && strings.Contains(e.Calc.Formula, operation)
	})
}

// told returns the tables that something was told of.
func (g *gate) told() []*casefile.Table {
	var out []*casefile.Table
	for _, e := range g.d.c.Evidence {
		if e.Table != nil && g.d.cited(e.ID) {
			out = append(out, e.Table)
		}
	}
	return out
}

func (g *gate) rowsTold() int {
	n := 0
	for _, t := range g.told() {
		n += len(t.Rows)
	}
	return n
}

// parted reports whether shares were told, and the need does not name both a part and a whole: what a function only was asked about
// has no share in its rows.
func (g *gate) parted() bool {
	return len(g.n.Entities) < 2 && slices.ContainsFunc(g.told(), func(t *casefile.Table) bool {
		return slices.ContainsFunc(t.Columns, func(c casefile.Column) bool { return c.Type == "ratio" })
	})
}

// negated finds rows asked for by what they are not. A name, a word of a function or something told that holds the negation means
// just these rows.
func (g *gate) negated() {
	asked := slices.Concat(g.found("count"), g.found("figure"), g.found("which"), cues(g.r, "listed"))
	if g.ofOne() {
		return
	}
	for _, s := range cues(g.r, "negated") {
		end := clauseEnd(g.r, s.To)
		if !slices.ContainsFunc(asked, func(a playbook.Span) bool {
			return !strings.ContainsAny(g.r.Folded[min(a.From, s.From):max(a.To, s.To)], clauseMarks)
		}) {
			continue
		}
		whole := playbook.Span{From: s.From, To: next(g.r.Folded, s.To, end)}
		if words.Stop(strings.TrimSpace(g.r.Folded[s.To:whole.To])) {
			whole.To = next(g.r.Folded, whole.To, end) // not been signed
		}
		if phrase := strings.TrimSpace(g.r.Folded[whole.From:whole.To]); whole.To == s.To || g.ownWords(s) || strings.Contains(g.own.Folded, phrase) || strings.Contains(g.said.Folded, phrase) {
			continue
		}
		g.contrary = append(g.contrary, whole)
	}
}

// next is the end of the word behind a place, of two characters in Chinese; a space before it is passed over.
func next(s string, from, end int) int {
	at, chars := from, 0
	for i, c := range s[from:end] {
		at = from + i + len(string(c))
		if c == ' ' {
			if chars > 0 {
				return from + i
			}
			continue
		}
		if chars++; c >= 0x2E80 && chars == 2 {
			return at
		}
	}
	return at
}

// ownWords reports whether a cue is a part of a name, of a word of the functions told, or of a phrase that negates nothing.
func (g *gate) ownWords(s playbook.Span) bool {
	var own []playbook.Word
	for _, t := range g.tools {
		for _, w := range t.Words {
			own = append(own, playbook.Prepare(w))
		}
	}
	return slices.ContainsFunc(slices.Concat(g.cut, spansOf(g.r, own), cues(g.r, "not negated")), func(o playbook.Span) bool {
		return o.From <= s.From && s.To <= o.To
	})
}

// leftOut finds what is to be left out and no argument and no row told did leave out.
func (g *gate) leftOut() {
	if len(g.n.Not) > 0 {
		return
	}
	for _, s := range widest(slices.Concat(cues(g.r, "left out"), cues(g.r, "left out around"))) {
		if slices.ContainsFunc(cues(g.r, "as well"), func(o playbook.Span) bool { return o.From >= s.To }) || g.ownWords(s) {
			continue
		}
		g.contrary = append(g.contrary, playbook.Span{From: s.From, To: g.object(s)})
	}
	g.contrary = widest(g.contrary)
}

// object is the end of what is to be left out: of the clause, of what qualifies a thing in Chinese, or of what stands before a name
// further on. A cue of two parts holds it.
func (g *gate) object(s playbook.Span) int {
	if slices.Contains(cues(g.r, "left out around"), s) {
		return s.To
	}
	end := clauseEnd(g.r, s.To)
	if i := strings.IndexAny(g.r.Folded[s.To:end], ":的、"); i >= 0 {
		end = s.To + i
	}
	for _, c := range g.cut {
		if c.From > s.To+1 && c.From < end {
			end = c.From
		}
	}
	return end
}

// limited finds a bound on sums of money where rows are asked for that keep within it.
func (g *gate) limited() {
	if g.ofOne() || !g.wantsFigures() && len(g.found("which")) == 0 || len(spansOf(g.own, slices.Concat(wordsOf()["bound before"], wordsOf()["bound after"]))) > 0 {
		return
	}
	for _, s := range spansOf(g.r, wordsOf()["bound before"]) {
		m := numberAt.FindStringIndex(g.r.Folded[s.To:])
		if m == nil {
			continue
		}
		whole := playbook.Span{From: s.From, To: s.To + m[1]}
		if len(cues(playbook.Read(g.r.Folded[s.To:whole.To]), "money unit")) > 0 {
			g.contrary = append(g.contrary, whole)
		}
	}
}
