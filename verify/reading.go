package verify

import (
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

type tokenKind uint8

const (
	wordToken     tokenKind = iota // an English stem
	hanToken                       // a pair of Han characters, or one that stands alone
	conceptToken                   // a listed thing, the same in both languages
	nameToken                      // a name of the dictionary
	identToken                     // an identifier or a code
	calendarToken                  // a year, month or quarter, for telling columns and clauses apart
)

// A token is one thing that a text speaks of. Two texts speak of the same thing when the keys are equal.
type token struct {
	key        string
	also       []string // other concepts that the words may mean
	parts      []string // concepts that single words of a phrase mean
	kind       tokenKind
	start, end int // bytes of the source
	clause     int
	neg        bool // under an odd number of negations
	proper     bool // an English word with a capital that no sentence begins with
	capital    bool // an English word with a capital
}

// weight is how much a token counts when a clause is compared: a Han word gives about two pairs.
func (t token) weight() float64 {
	switch {
	case words.Light(t.key):
		return .4
	case t.kind == nameToken, t.kind == identToken:
		return 2
	case t.proper:
		return 1.5
	case t.kind == hanToken:
		return .6
	}
	return 1
}

// A value is a number, a date or a period in a text.
type value struct {
	quantity.Mention
	clause int
	at     int // how many tokens stand before it
}

// A clause is the smallest part of a text that says something.
type clause struct {
	start, end  int
	sentence    int
	first, last int // tokens[first:last]
	vfirst      int // values[vfirst:vlast]
	vlast       int
	classes     words.Class
	marks       []words.Mark
	sides       []words.Side
	colon       bool  // ends in a colon: it heads what follows
	hard        bool  // begins a sentence, or follows a semicolon
	cuts        []int // commas inside it, which end the reach of a negation
}

// A reading is everything that is read of a text.
type reading struct {
	src     string
	lang    string // zh or en
	clauses []clause
	tokens  []token
	values  []value
	begins  []int       // the first clause of each sentence
	sided   []sidedness // of each clause, once it was needed
	abouts  []about     // likewise
}

func (r *reading) toks(c int) []token { return r.tokens[r.clauses[c].first:r.clauses[c].last] }
func (r *reading) vals(c int) []value { return r.values[r.clauses[c].vfirst:r.clauses[c].vlast] }
func (r *reading) text(c int) string  { return r.src[r.clauses[c].start:r.clauses[c].end] }

// sentence returns the clauses of a sentence, from the first to the one after the last.
func (r *reading) sentence(s int) (from, to int) {
	if s < 0 || s >= len(r.begins) {
		return 0, 0
	}
	from, to = r.begins[s], len(r.clauses)
	if s+1 < len(r.begins) {
		to = r.begins[s+1]
	}
	return from, to
}

// classes is every class of mark in the text.
func (r *reading) classes() (all words.Class) {
	for i := range r.clauses {
		all |= r.clauses[i].classes
	}
	return all
}

const suppress = words.NotClausal | words.NotLocal | words.NotExcept | words.ScopeEnd | words.Permission | words.Obligation | words.Advice |
	words.Possible | words.Future | words.Done | words.All | words.Most | words.Many | words.Some | words.Few | words.Only | words.Strong |
	words.Cause | words.Condition | words.Extreme | words.Above | words.Below | words.AtMost | words.AtLeast | words.Equal | words.Ask |
	words.NotFound | words.Absent | words.Unavailable | words.Withheld | words.Said | words.Acted | words.NeedNot | words.MustNot

// read reads a text. It takes any bytes.
func (rd *reader) read(src string) *reading {
	if !utf8.ValidString(src) {
		src = strings.ToValidUTF8(src, "�")
	}
	folded, at := text.FoldMap(src)
	r := &reading{src: src}
	taken := make([]bool, len(src)+1)
	take := func(start, end int) {
		for i := start; i < end; i++ {
			taken[i] = true
		}
	}
	for _, re := range rd.idents {
		for _, m := range re.FindAllStringIndex(folded, -1) {
			if m[0] == m[1] || !bounded(folded, m[0], m[1]) || taken[at[m[0]]] {
				continue
			}
			r.tokens = append(r.tokens, token{key: "#" + folded[m[0]:m[1]], kind: identToken, start: at[m[0]], end: at[m[1]]})
			take(at[m[0]], at[m[1]])
		}
	}
	var signs [][]int
	if strings.Contains(folded, "号") {
		signs = numberSigns.FindAllStringSubmatchIndex(folded, -1)
	}
	for _, m := range signs {
		if n := hanOrDigits(folded[m[2]:m[3]]); n != "" && !taken[at[m[0]]] && (m[0] == 0 || !strings.HasSuffix(folded[:m[0]], "月")) {
			r.tokens = append(r.tokens, token{key: "#" + n, kind: identToken, start: at[m[0]], end: at[m[1]]})
			take(at[m[0]], at[m[1]])
		}
	}
	for _, m := range quantity.Find(src) {
		if taken[m.Start] {
			continue
		}
		m = orMore(src, clockTime(src, perBefore(src, m)))
		m = asYear(src, m)
		if name := numbered(src, m); name != "" {
			m.End = m.Start + unitStart(src[m.Start:m.End])
			r.tokens = append(r.tokens, token{key: name, kind: wordToken, proper: true, capital: true, start: m.Start, end: m.End})
			take(m.Start, m.End)
			continue
		}
		switch m.Kind {
		case quantity.Label:
		case quantity.Code:
			r.tokens = append(r.tokens, token{key: "#" + m.Name, kind: identToken, start: m.Start, end: m.End})
		default:
			r.values = append(r.values, value{Mention: m})
			if key := calendarKey(m); key != "" {
				r.tokens = append(r.tokens, token{key: key, kind: calendarToken, start: m.Start, end: m.End})
			}
		}
		if m.Value != nil && notUnit(src[m.Start:m.End]) {
			// "106 a placebo": what follows is no unit
			m.End = m.Start + unitStart(src[m.Start:m.End])
			m.Text, m.Unit, m.Kind = src[m.Start:m.End], quantity.Unit{}, quantity.Number
			if n := len(r.values); n > 0 {
				r.values[n-1].Mention = m
			}
		}
		if m.Unit.Name != "" && !m.Unit.Known {
			// the word after the number is a word of the claim too: "57 returned"
			m.End = m.Start + unitStart(src[m.Start:m.End])
		}
		take(m.Start, m.End)
	}
	marks, owned := words.Find(folded), rd.owned(folded)
	kept := marks[:0]
	for _, m := range marks {
		if owned[m.Start] && m.Class&words.Negating != 0 {
			continue
		}
		m.Start, m.End = at[m.Start], at[m.End]
		if taken[m.Start] && taken[m.End-1] && m.Class&(words.AtMost|words.AtLeast|words.Above|words.Below) == 0 {
			continue
		}
		kept = append(kept, m)
		if m.Class&suppress != 0 && m.Class&(words.Request|words.NotNever) == 0 {
			take(m.Start, m.End)
		}
	}
	r.cut(kept)
	rd.tokenize(r, folded, at, taken)
	slices.SortStableFunc(r.tokens, func(a, b token) int { return a.start - b.start })
	r.spellNames()
	sides := words.Sides(folded)
	for i := range sides {
		sides[i].Start, sides[i].End = at[sides[i].Start], at[sides[i].End]
	}
	r.place(kept, sides)
	if r.endpoints() {
		r.place(kept, sides)
	}
	r.polarity()
	hans := 0
	for _, t := range src {
		if han(t) {
			hans++
		}
	}
	r.lang = "en"
	if hans*4 > utf8.RuneCountInString(src) || hans > 0 && !hasLatinWord(r) {
		r.lang = "zh"
	}
	return r
}

// endpoints parts "from 10 to 12" into its two values where the clause speaks of a change, and
// reports whether it did: there it is no range.
func (r *reading) endpoints() bool {
	var out []value
	changed := false
	for _, v := range r.values {
		if v.Bound != quantity.Range || v.High == nil || !r.changes(v) {
			out = append(out, v)
			continue
		}
		low, high, ok := halves(v.Mention)
		if !ok {
			out = append(out, v)
			continue
		}
		out, changed = append(out, value{Mention: low}, value{Mention: high}), true
	}
	r.values = out
	return changed
}

// changes reports whether a range is where something came from and where it went.
func (r *reading) changes(v value) bool {
	if k := role(r.src, v.Start); k != "origin" && k != "change" {
		return false
	}
	for _, t := range r.toks(v.clause) {
		if t.key == "=up" || t.key == "=down" || t.key == "=change" {
			return true
		}
	}
	return strings.ContainsAny(v.Text, "增升涨降减跌")
}

var between = []string{" to ", "增长到", "增加到", "上升到", "下降到", "增至", "升至", "降至", "减至", "涨到", "降到", "减到", "升到", "至", "到", "–", "-"}

// halves reads the two ends of a range.
func halves(m quantity.Mention) (low, high quantity.Mention, ok bool) {
	for _, w := range between {
		i := strings.Index(m.Text, w)
		if i <= 0 {
			continue
		}
		a, b := quantity.Find(m.Text[:i]), quantity.Find(m.Text[i+len(w):])
		if len(a) != 1 || len(b) != 1 || a[0].Value == nil || b[0].Value == nil {
			continue
		}
		low, high = a[0], b[0]
		if low.Unit.Dim == "" && high.Unit.Dim != "" {
			low.Unit, low.Kind, low.Value = high.Unit, high.Kind, m.Value
			low.Step = nil
		}
		low.Start, low.End = m.Start+a[0].Start, m.Start+a[0].End
		high.Start, high.End = m.Start+i+len(w)+b[0].Start, m.Start+i+len(w)+b[0].End
		return low, high, true
	}
	return low, high, false
}

// boundsDay reports whether a day or a period follows a place: "before 24 September" bounds it.
func (r *reading) boundsDay(at int) bool {
	for at < len(r.src) && r.src[at] == ' ' {
		at++
	}
	k := sort.Search(len(r.values), func(k int) bool { return r.values[k].Start >= at })
	return k < len(r.values) && r.values[k].Start == at && r.values[k].Value == nil
}

// unitStart returns where the words after a number begin.
func unitStart(s string) int {
	last := 0
	for i, c := range s {
		if c >= '0' && c <= '9' || c == '%' {
			last = i + 1
		}
	}
	if last == 0 { // a number in words: its first word
		if i := strings.IndexByte(s, ' '); i > 0 {
			return i
		}
		return len(s)
	}
	return last
}

func hasLatinWord(r *reading) bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool { return t.kind == wordToken && t.end-t.start > 2 })
}

// bounded reports whether no letter or digit of an alphabet runs on at either end.
func bounded(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !alnum(before) && !alnum(after) && !playbook.InNumber(s, start, end)
}

func alnum(r rune) bool {
	return r != utf8.RuneError && !han(r) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

func calendarKey(m quantity.Mention) string {
	switch m.Kind {
	case quantity.Year:
		return "t:" + strconv.Itoa(m.Year)
	case quantity.FiscalYear:
		return "t:" + strconv.Itoa(m.Year)
	case quantity.Month:
		return "t:" + strconv.Itoa(m.Year) + "-" + strconv.Itoa(m.Month)
	case quantity.Quarter:
		return "t:" + strconv.Itoa(m.Year) + "q" + strconv.Itoa(m.Part)
	case quantity.HalfYear:
		return "t:" + strconv.Itoa(m.Year) + "h" + strconv.Itoa(m.Part)
	case quantity.FullDate, quantity.PartDate:
		return "t:" + strconv.Itoa(m.Month) + "/" + strconv.Itoa(m.Day)
	}
	return ""
}

// place puts tokens, values and marks into their clauses.
func (r *reading) place(marks []words.Mark, sides []words.Side) {
	if len(r.clauses) == 0 {
		r.clauses = []clause{{end: len(r.src), hard: true}} // marks only: what stands among them still has a place
	}
	r.clauses[len(r.clauses)-1].end = len(r.src)
	t, v, m, x := 0, 0, 0, 0
	r.begins = r.begins[:0]
	for i := range r.clauses {
		for len(r.begins) <= r.clauses[i].sentence {
			r.begins = append(r.begins, i)
		}
	}
	slices.SortStableFunc(r.values, func(a, b value) int { return a.Start - b.Start })
	for i := range r.clauses {
		c := &r.clauses[i]
		c.first, c.vfirst, c.marks, c.classes, c.sides = t, v, nil, 0, nil
		for x < len(sides) && sides[x].Start < c.end {
			if sides[x].Start >= c.start && !r.inValue(sides[x].Start) && !r.boundsDay(sides[x].End) {
				c.sides = append(c.sides, sides[x])
			}
			x++
		}
		for t < len(r.tokens) && r.tokens[t].start < c.end {
			r.tokens[t].clause = i
			t++
		}
		for v < len(r.values) && r.values[v].Start < c.end {
			r.values[v].clause = i
			v++
		}
		for m < len(marks) && marks[m].Start < c.end {
			if marks[m].Start >= c.start {
				c.marks = append(c.marks, marks[m])
				c.classes |= marks[m].Class
			}
			m++
		}
		c.last, c.vlast = t, v
	}
	k := 0
	for i := range r.values {
		for k < len(r.tokens) && r.tokens[k].start < r.values[i].Start {
			k++
		}
		r.values[i].at = k
	}
}
