package generate

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/quantity"
)

//go:embed gate.txt
var gateFile string

// wordsOf holds the lists of gate.txt by name.
var wordsOf = sync.OnceValue(func() map[string][]playbook.Word {
	out := map[string][]playbook.Word{}
	for line := range strings.Lines(gateFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for w := range strings.SplitSeq(list, ",") {
			out[name] = append(out[name], playbook.Prepare(w))
		}
	}
	return out
})

// gate compares what a need asks to have counted, ranked or named with what was told.
type gate struct {
	d        *draft
	n        casefile.Need
	r        *playbook.Reader
	cut      []playbook.Span     // names, identifiers and periods: they are arguments
	tools    []casefile.ToolSpec // functions whose rows were told
	own      *playbook.Reader    // what these functions say of themselves
	said     *playbook.Reader    // what was told
	marked   []bool              // the bytes of the need that something explains, once they were looked for
	sides    []playbook.Span     // what is asked of a thing, and is not told
	contrary []playbook.Span     // what the rows asked for are not, while those told are
	out      []string
}

// covers names what a need asks and none of the functions whose rows were told gives, nor any sentence told says.
func (d *draft) covers(n casefile.Need, steps []casefile.Step) *gate {
	g := &gate{d: d, n: n, r: playbook.Read(n.Text)}
	var own strings.Builder
	for _, s := range steps {
		t := d.w.tools[s.Tool]
		if t.Search || !slices.ContainsFunc(d.c.Of(s.ID), func(e casefile.Evidence) bool { return e.Table != nil && len(e.Table.Rows) > 0 && d.cited(e.ID) }) {
			continue
		}
		g.tools = append(g.tools, t)
		own.WriteString(describes(t))
	}
	g.own = playbook.Read(own.String())
	var said strings.Builder
	for _, c := range d.out.Claims {
		said.WriteString(c.Text + "\n")
	}
	g.said = playbook.Read(said.String())
	g.cutNames()
	g.ranked()
	g.bounded()
	g.counted()
	g.otherWords()
	g.attributes()
	g.priced()
	g.strangers()
	g.clauses()
	g.left()
	g.operations()
	return g
}

// describes is all that a function says it gives.
func describes(t casefile.ToolSpec) string {
	all := append([]string{t.Does, t.When}, t.Words...)
	for _, c := range t.Gives {
		all = append(all, c.Title, c.TitleEN, c.Meaning, c.Unit, c.UnitEN)
	}
	for _, p := range t.Params {
		all = append(all, p.Meaning)
	}
	return strings.Join(all, "\n") + "\n"
}

func (g *gate) cutNames() {
	for _, m := range g.d.w.lexicon.Find(g.r) {
		g.cut = append(g.cut, m.Span)
	}
	words := []string{g.n.PeriodText}
	for _, s := range append(slices.Clone(g.n.Entities), g.n.Not...) {
		words = append(append(words, s.Words), s.Values...)
	}
	for _, w := range words {
		g.cut = append(g.cut, g.r.Find(playbook.Prepare(w))...)
	}
	for _, m := range quantity.Periods(g.n.Text, g.d.c.Now, quantity.PeriodOptions{}) {
		g.cut = append(g.cut, g.r.At(m.Start, m.End))
	}
}

func (g *gate) isCut(s playbook.Span) bool { return slices.ContainsFunc(g.cut, s.Overlaps) }

// found returns the places of a list of gate.txt in the question, none inside one of the list "neither".
func (g *gate) found(list string) []playbook.Span {
	var out []playbook.Span
	for _, s := range spansOf(g.r, wordsOf()[list]) {
		if !slices.ContainsFunc(spansOf(g.r, wordsOf()["neither"]), func(o playbook.Span) bool { return o.From <= s.From && s.To <= o.To && o != s }) {
			out = append(out, s)
		}
	}
	return out
}

// spansOf returns the places of words, none inside another, in order.
func spansOf(r *playbook.Reader, words []playbook.Word) []playbook.Span {
	var all []playbook.Span
	for _, w := range words {
		all = append(all, r.Find(w)...)
	}
	return widest(all)
}

// kind is a kind of thing that functions have rows of, where the question names it.
type kind struct {
	playbook.Span
	word playbook.Word
}

// kinds returns the kinds of things that the question names, in order.
func (g *gate) kinds() []kind {
	var out []kind
	for _, t := range g.d.w.rules.Tools {
		for _, c := range t.Gives {
			if c.Entity == "" || c.Type != "text" && c.Type != "identifier" {
				continue
			}
			for _, title := range []string{c.Title, c.TitleEN} {
				w := playbook.Prepare(title)
				if w.IsZero() {
					continue
				}
				for _, s := range append(g.r.Find(w), g.r.Find(playbook.Prepare(title+"s"))...) {
					if !g.isCut(s) && !slices.ContainsFunc(out, func(o kind) bool { return o.Span == s }) {
						out = append(out, kind{s, w})
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(x, y kind) int { return x.From - y.From })
	return out
}

const reach = 40 // bytes between a word that ranks and the kind of thing it ranks

// after is the first kind named after a place in the same clause.
func (g *gate) after(s playbook.Span, within int) (kind, bool) {
	for _, k := range g.kinds() {
		if k.From >= s.To && k.From-s.To <= within {
			return k, !strings.ContainsAny(g.r.Folded[s.To:k.From], ",;.!?。、")
		}
	}
	return kind{}, false
}

// before is the kind named right before a place: 分馆有几家.
func (g *gate) before(s playbook.Span) (kind, bool) {
	for _, k := range g.kinds() {
		if k.To == s.From {
			return k, true
		}
	}
	return kind{}, false
}

// gives reports whether a function's rows are about a kind of thing: it names the row, or the function says so.
func gives(t casefile.ToolSpec, w playbook.Word) bool {
	speaks := playbook.Read(strings.Join(append([]string{t.Does, t.When}, t.Words...), "\n")).Has(w)
	key := true
	for _, c := range t.Gives {
		if c.Type != "text" && c.Type != "identifier" {
			continue
		}
		if titled(c, w) {
			return key || speaks
		}
		key = false
	}
	return false
}

func titled(c casefile.Column, w playbook.Word) bool {
	return playbook.Read(c.Title).Has(w) || playbook.Read(c.TitleEN).Has(w)
}

func (g *gate) lacks(s playbook.Span) {
	what := strings.TrimSpace(g.r.Source(s))
	if what != "" && !slices.ContainsFunc(g.out, func(o string) bool { return strings.Contains(o, what) }) {
		g.out = append(g.out, what)
	}
}

func (g *gate) anyGives(w playbook.Word) bool {
	return slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool { return gives(t, w) })
}

// bounded checks a bound on a kind of thing: "… with more than 50".
func (g *gate) bounded() {
	kinds, counts := g.kinds(), len(g.tools) > 0 && len(g.found("count")) > 0
	if len(kinds) == 0 && !counts || len(spansOf(g.own, append(slices.Clone(wordsOf()["bound before"]), wordsOf()["bound after"]...))) > 0 {
		return
	}
	for _, s := range spansOf(g.r, wordsOf()["bound before"]) {
		if m := numberAt.FindStringIndex(g.r.Folded[s.To:]); m != nil && (counts || g.sameClause(s, kinds)) {
			g.lacks(playbook.Span{From: s.From, To: s.To + m[1]})
		}
	}
	for _, s := range spansOf(g.r, wordsOf()["bound after"]) {
		if m := numberBefore.FindStringIndex(g.r.Folded[:s.From]); m != nil && (counts || g.sameClause(s, kinds)) {
			g.lacks(playbook.Span{From: m[0], To: s.To})
		}
	}
}

var (
	numberAt     = regexp.MustCompile(`^\s?[\d.]+\s?(?:%|\p{Han}|[a-z]+)?`)
	numberBefore = regexp.MustCompile(`[\d.]+\s?(?:%|\p{Han})?\s?$`)
)

func (g *gate) sameClause(s playbook.Span, kinds []kind) bool {
	return slices.ContainsFunc(kinds, func(k kind) bool {
		return !strings.ContainsAny(g.r.Folded[min(s.From, k.From):max(s.To, k.To)], ",;!?。、")
	})
}

// counted checks the kind of thing that is counted.
func (g *gate) counted() {
	for _, s := range g.found("count") {
		k, ok := g.after(s, 4)
		if !ok {
			continue
		}
		if len(g.tools) == 0 {
			if !g.said.Has(k.word) || !strings.ContainsAny(g.said.Folded, "0123456789") {
				g.lacks(playbook.Span{From: s.From, To: k.To})
			}
			continue
		}
		if !slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool {
			return gives(t, k.word) || g.oneRow(t) && slices.ContainsFunc(t.Gives, func(c casefile.Column) bool { return titled(c, k.word) })
		}) {
			g.lacks(playbook.Span{From: s.From, To: k.To})
		}
	}
}

// oneRow reports whether a function brought one row: a count in it is the count.
func (g *gate) oneRow(t casefile.ToolSpec) bool {
	n := 0
	for _, e := range g.d.c.Evidence {
		if e.Tool == t.Name && e.Table != nil {
			n += len(e.Table.Rows)
		}
	}
	return n == 1
}

// countsRows reports whether a need asks how many things there are of the kind that a function's rows name.
func (d *draft) countsRows(n casefile.Need, t casefile.ToolSpec) bool {
	g := &gate{d: d, n: n, r: playbook.Read(n.Text)}
	g.cutNames()
	i := slices.IndexFunc(t.Gives, func(c casefile.Column) bool { return c.Type == "text" || c.Type == "identifier" })
	if i < 0 {
		return false
	}
	for _, s := range g.found("count") {
		k, ok := g.after(s, 4)
		if !ok {
			k, ok = g.before(s)
		}
		if ok && titled(t.Gives[i], k.word) || t.Gives[i].Type == "identifier" && g.namesRecord(t.Gives[i], s.To) {
			return true
		}
	}
	return false
}

// namesRecord reports whether the kind of record that a column identifies stands at a place: 档案 for 档案号.
func (g *gate) namesRecord(c casefile.Column, at int) bool {
	for _, title := range []string{c.Title, c.TitleEN} {
		for _, end := range wordsOf()["number of a record"] {
			title = strings.TrimSuffix(strings.TrimSuffix(title, end.String()), " ")
		}
		for _, w := range []string{title, title + "s"} {
			if slices.ContainsFunc(g.r.Find(playbook.Prepare(w)), func(s playbook.Span) bool { return s.From >= at && s.From-at <= 4 }) {
				return true
			}
		}
	}
	return false
}

// priced checks that a price asked for is told.
func (g *gate) priced() {
	for _, s := range g.found("money") {
		if len(spansOf(g.said, wordsOf()["priced"])) == 0 {
			g.lacks(s)
		}
	}
}

var capital = regexp.MustCompile(`[A-Z][A-Za-z0-9&-]+`)

// strangers names words with a capital that stand for something nobody knows.
func (g *gate) strangers() {
	for _, m := range capital.FindAllStringIndex(g.n.Text, -1) {
		word := g.n.Text[m[0]:m[1]]
		if !playbook.Alone(g.n.Text, m[0], m[1]) || g.d.lang == casefile.English && opens(g.n.Text[:m[0]]) && word != strings.ToUpper(word) {
			continue
		}
		w := playbook.Prepare(word)
		s := g.r.At(m[0], m[1])
		if g.isCut(s) || g.d.knows(w) || g.said.Has(w) || slices.ContainsFunc(wordsOf()["capitals"], func(o playbook.Word) bool { return playbook.Read(word).Has(o) }) {
			continue
		}
		g.lacks(s)
	}
}

// opens reports whether a sentence begins after a text.
func opens(before string) bool {
	before = strings.TrimSpace(before)
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || unicode.IsPunct(r) && r != ',' && r != '，' && r != '、'
}

// knows reports whether a word stands in anything that the workspace declares or that was found.
func (d *draft) knows(w playbook.Word) bool {
	for _, t := range d.w.rules.Tools {
		if playbook.Read(describes(t) + t.Not).Has(w) {
			return true
		}
	}
	for _, group := range d.w.rules.Synonyms {
		if playbook.Read(strings.Join(group, "\n")).Has(w) {
			return true
		}
	}
	return slices.ContainsFunc(d.c.Evidence, func(e casefile.Evidence) bool {
		return e.Source != nil && playbook.Read(e.Source.Title+"\n"+e.Source.Heading+"\n"+e.Text).Has(w)
	})
}

// left checks that what the question excludes could be left out of the rows told.
func (g *gate) left() {
	for _, s := range g.n.Not {
		if len(g.tools) > 0 && !slices.ContainsFunc(g.tools, func(t casefile.ToolSpec) bool { return leavesOut(t, s.Name) }) {
			g.out = append(g.out, phrase(g.d.lang, "all but", "names", strings.Join(g.d.named(s.Values), comma(g.d.lang))))
		}
	}
}

// takesCount reports whether an integer parameter is how many rows are given: a rank stands in them.
func (w *Writer) takesCount(t casefile.ToolSpec, p casefile.Param) bool {
	return p.Type == "integer" && p.Max != nil && w.ranks(t.Name)
}

// leavesOut reports whether a function can leave out things of a kind, or its rows name them.
func leavesOut(t casefile.ToolSpec, kind string) bool {
	return slices.ContainsFunc(t.Params, func(p casefile.Param) bool { return p.Exclude && playbook.EntityOf(p) == kind }) ||
		slices.ContainsFunc(t.Gives, func(c casefile.Column) bool { return c.Entity == kind })
}
