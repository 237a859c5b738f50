package format

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pdfFlow turns lines and tables in reading order into blocks.
type pdfFlow struct {
	b        *builder
	body     float64 // the usual size of letters
	bodyBold bool
	levels   []float64 // sizes of headings, the largest first

	para   []*pdfLine
	kind   BlockKind
	level  int
	last   *pdfTable // the table that was written last, when nothing followed it
	row    int
	head   [][]string
	found  Count
	repeat int // head rows that a table repeats on its next page
}

// items are the lines and tables of a page in reading order.
func (l *pdfLayout) items() []pdfItem {
	items := reading(l.segs, 0)
	for _, segs := range l.others {
		for _, it := range leaf(segs) {
			if it.line != nil {
				it.line.aside = true
			}
			items = append(items, it)
		}
	}
	for _, it := range items {
		if it.line != nil {
			it.line.page = l.n
		} else {
			it.table.page = l.n
		}
	}
	return items
}

// newPDFFlow looks at all lines for the size of the body and of headings.
func newPDFFlow(b *builder, pages [][]pdfItem) *pdfFlow {
	f := &pdfFlow{b: b}
	count, bold, all := map[float64]int{}, 0, 0
	for _, items := range pages {
		for _, it := range items {
			if it.line == nil {
				continue
			}
			n := utf8.RuneCountInString(it.line.text)
			count[half(it.line.size)] += n
			all += n
			if it.line.bold {
				bold += n
			}
		}
	}
	most := 0
	for size, n := range count {
		if n > most || n == most && size < f.body {
			most, f.body = n, size
		}
	}
	f.bodyBold = bold*2 > all
	seen := map[float64]bool{}
	for _, items := range pages {
		for _, it := range items {
			if l := it.line; l != nil && f.large(l) && !seen[half(l.size)] {
				seen[half(l.size)] = true
				f.levels = append(f.levels, half(l.size))
			}
		}
	}
	slices.SortFunc(f.levels, func(a, b float64) int { return cmp.Compare(b, a) })
	return f
}

func half(x float64) float64 { return math.Round(x*2) / 2 }

// large reports whether a line is a heading by its size.
func (f *pdfFlow) large(l *pdfLine) bool {
	return !l.aside && half(l.size) >= f.body*1.14 && letters2(l.text) && utf8.RuneCountInString(l.text) <= 150
}

// letters2 reports whether a text has two letters or figures at least: one alone is an initial or a sign.
func letters2(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n >= 2
}

// heading returns the level of a line that is a heading by its size, else 0.
func (f *pdfFlow) heading(l *pdfLine) int {
	if f.large(l) {
		return min(slices.Index(f.levels, half(l.size))+1, 6)
	}
	return 0
}

// boldHeading reports whether the paragraph at hand is one in bold letters that is short and no sentence.
func (f *pdfFlow) boldHeading() bool {
	if f.bodyBold || f.kind != Paragraph || len(f.para) > 4 {
		return false
	}
	n := 0
	for _, l := range f.para {
		if !l.bold || l.aside || half(l.size) < f.body-.5 {
			return false
		}
		for _, r := range l.text {
			n++
			if wideRune(r) {
				n++
			}
		}
	}
	text := f.para[len(f.para)-1].text
	last, _ := utf8.DecodeLastRuneInString(text)
	return n <= 90*min(len(f.para), 2) && !strings.ContainsRune(".。;；,，、", last) && letters2(text) && !numberLike(text)
}

var (
	itemStart  = regexp.MustCompile(`^(?:[-–—•·●○■□◆◇▪▫☐☑☒❖\x{FFFD}►▶‣⁃*➢✓√※]\s*\S|[(（]\s*(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5}|[一二三四五六七八九十]{1,3})\s*[)）]|(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[)）.．、]\s*\D|\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\S|[①-⑳]|[一二三四五六七八九十]{1,3}[、.．])`)
	partStart  = regexp.MustCompile(`^(?:第[一二三四五六七八九十百千零〇\d]{1,7}[编篇章节條条](?:[\s、：:]|$|之)|(?:Article|Section|Chapter|ARTICLE|SECTION|CHAPTER)\s+[\dIVXLC]+\b)`)
	firmBullet = regexp.MustCompile(`^[•●○■□◆◇▪▫☐☑☒❖\x{FFFD}►▶‣⁃➢✓√※]`)
	bulleted   = regexp.MustCompile(`^(?:[-–—•·●○■□◆◇▪▫☐☑☒❖\x{FFFD}►▶‣⁃*➢✓√※]\s*\S|(?:\d{1,3}|[a-zA-Z])[)）])`)
)

func endsSentence(s string) bool {
	s = strings.TrimRight(s, "\"'”’)）]】」』")
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".。!！?？:：;；", r)
}

// line adds a line: to the paragraph at hand or as the first of the next.
func (f *pdfFlow) line(l *pdfLine) {
	f.last = nil
	var prev *pdfLine
	if n := len(f.para); n > 0 {
		prev = f.para[n-1]
	}
	if level := f.heading(l); level > 0 {
		if prev != nil && f.kind == Heading && f.level == level && prev.page == l.page && l.bold == prev.bold && !l.starts && l.v-prev.v < 1.9*l.size && len(f.para) < 4 && !partStart.MatchString(l.text) && !itemStart.MatchString(l.text) {
			f.para = append(f.para, l)
			return
		}
		f.flush()
		f.para, f.kind, f.level = []*pdfLine{l}, Heading, level
		return
	}
	if prev != nil && f.kind != Heading && f.goesOn(prev, l) {
		f.para = append(f.para, l)
		return
	}
	f.flush()
	f.para, f.kind, f.level = []*pdfLine{l}, Paragraph, 0
	if bulleted.MatchString(l.text) {
		f.kind = ListItem
	}
}

// goesOn reports whether l is the next line of prev's paragraph.
func (f *pdfFlow) goesOn(prev, l *pdfLine) bool {
	if prev.aside != l.aside || math.Abs(prev.size-l.size) > .12*max(prev.size, l.size) {
		return false
	}
	full := prev.u1 > prev.right-2.5*prev.size
	if prev.bold != l.bold {
		allBold := !slices.ContainsFunc(f.para, func(p *pdfLine) bool { return !p.bold })
		if allBold || l.bold && (!full || endsSentence(prev.text)) {
			return false
		}
	}
	mark := itemStart.MatchString(l.text) || partStart.MatchString(l.text)
	indent := l.u0 > l.left+.9*l.size && l.u0 < l.left+6*l.size
	if l.starts || l.page != prev.page { // the top of the next column or page
		if l.aside {
			return false
		}
		r, _ := utf8.DecodeRuneInString(l.text)
		return full && !endsSentence(prev.text) && !mark && (!indent || unicode.IsLower(r)) && !unicode.IsDigit(r)
	}
	d := l.v - prev.v
	if d <= 0 || l.lead > 0 && d > 1.35*l.lead || d > 2.6*l.size {
		return false
	}
	if mark && (!full || endsSentence(prev.text) || firmBullet.MatchString(l.text)) {
		return false
	}
	hanging := len(f.para) == 1 && prev.u0 < l.u0 // the marks of a list hang before its text
	first := f.para[0]
	if indent && !hanging && prev.u0 < l.u0-.9*l.size && math.Abs(first.u0-l.u0) > .5*l.size {
		return false
	}
	if indent && len(f.para) > 1 && math.Abs(first.u0-l.u0) < .5*l.size && prev.u0 < l.u0-.9*l.size {
		return false // indented as the first line of this paragraph was
	}
	if !full && (endsSentence(prev.text) || prev.u1 < prev.left+.6*(prev.right-prev.left)) {
		return false
	}
	return true
}

// hyphenated joins a word that was cut at the end of a line; a hyphen before a figure or a capital stays.
func hyphenated(a string, next rune) (string, bool) {
	if !strings.HasSuffix(a, "-") && !strings.HasSuffix(a, "‐") {
		return a, false
	}
	cut := strings.TrimRight(a, "-‐")
	before, _ := utf8.DecodeLastRuneInString(cut)
	if len(a)-len(cut) > 3 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
		return a, false
	}
	if unicode.IsLower(next) && unicode.IsLower(before) {
		return cut, true
	}
	return a, unicode.IsLetter(next) || unicode.IsDigit(next)
}

// flush writes the paragraph at hand, with a mark for each of its lines.
func (f *pdfFlow) flush() {
	lines := f.para
	f.para = nil
	if len(lines) == 0 {
		return
	}
	f.para = lines
	if f.boldHeading() {
		f.kind, f.level = Heading, min(len(f.levels)+1, 6)
	}
	f.para = nil
	text := ""
	starts := make([]int, len(lines))
	for i, l := range lines {
		next := joinText(text, l.text)
		starts[i] = len(next) - len(l.text)
		text = next
	}
	base, before := f.b.text.Len(), len(f.b.blocks)
	f.b.here = Mark{}
	f.b.block(f.kind, f.level, text)
	f.found.Paragraphs++
	if len(f.b.blocks) == before {
		return
	}
	for i, l := range lines {
		end := len(text)
		if i+1 < len(lines) {
			end = min(starts[i+1], len(text))
		}
		end = min(end, f.b.blocks[before].End-base)
		if starts[i] >= end {
			continue
		}
		f.b.marks = append(f.b.marks, Mark{Start: base + starts[i], End: base + end, Page: l.page, Box: l.box.mark()})
	}
}

func (b pdfBox) mark() [4]float64 {
	r := func(x float64) float64 { return math.Round(x*10) / 10 }
	return [4]float64{r(b.x0), r(b.y0), r(b.x1), r(b.y1)}
}

// tableItem writes a table. One that goes on from the page before keeps its number and its head.
func (f *pdfFlow) tableItem(t *pdfTable) {
	last, head := f.last, f.head
	f.flush()
	f.found.Cells += t.cells
	g := &grid{rows: t.rows, across: t.across, down: t.down}
	from, heads := 0, 0
	if last != nil && last.page+1 == t.page && sameColumns(last, t) {
		for from < len(head) && from < len(t.rows) && slices.Equal(head[from], trimmed(t.rows[from])) {
			from++
		}
		f.repeat += from
	} else {
		f.b.table()
		f.found.Tables++
		f.row, heads = 0, headRows(g)
		f.head = nil
		for _, row := range t.rows[:heads] {
			f.head = append(f.head, trimmed(row))
		}
	}
	for r := from; r < len(t.rows); r++ {
		f.b.here = Mark{Page: t.page, Box: t.boxes[r].mark()}
		f.b.row(f.row, r < heads, t.rows[r])
		f.row++
	}
	f.b.here = Mark{}
	f.b.count.Cells += t.cells
	f.last = t
}

func trimmed(row []string) []string {
	out := make([]string, len(row))
	for i, c := range row {
		out[i] = oneLine(c)
	}
	return out
}

// sameColumns reports whether two tables have their columns at the same places.
func sameColumns(a, b *pdfTable) bool {
	if a.ruled != b.ruled || len(a.edges) != len(b.edges) || len(a.rows[0]) != len(b.rows[0]) {
		return false
	}
	for i := range a.edges {
		if math.Abs(a.edges[i]-b.edges[i]) > 4 {
			return false
		}
	}
	return true
}
