package format

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pdfSeg is a run of signs on one line without a wide gap, or a table in its place. u and v are in the frame
// of the writing: along the lines and down.
type pdfSeg struct {
	text   string
	u0, u1 float64
	v      float64 // of the base line
	size   float64
	bold   bool
	box    pdfBox // on the page
	table  *pdfTable
	top    float64
	bottom float64
}

func (s *pdfSeg) runes() int { return utf8.RuneCountInString(s.text) }

// pdfFrame is a direction of writing.
type pdfFrame struct{ dx, dy float64 }

// frames groups the signs of a page by their direction, the most common first.
func (p *pdfPage) frames() ([]pdfFrame, [][]pdfChar) {
	count := map[pdfFrame]int{}
	for _, c := range p.chars {
		s := &p.styles[c.style]
		count[pdfFrame{s.dx, s.dy}]++
	}
	if len(count) == 1 {
		for f := range count {
			return []pdfFrame{f}, [][]pdfChar{p.chars}
		}
	}
	frames := make([]pdfFrame, 0, len(count))
	for f := range count {
		frames = append(frames, f)
	}
	slices.SortFunc(frames, func(a, b pdfFrame) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(b.dx, a.dx), cmp.Compare(b.dy, a.dy))
	})
	groups := make([][]pdfChar, len(frames))
	for _, c := range p.chars {
		s := &p.styles[c.style]
		i := slices.Index(frames, pdfFrame{s.dx, s.dy})
		groups[i] = append(groups[i], c)
	}
	return frames, groups
}

// segments joins signs to runs.
func (p *pdfPage) segments(chars []pdfChar) []*pdfSeg {
	var segs []*pdfSeg
	for i := 0; i < len(chars); {
		j := i + 1
		for j < len(chars) && p.together(chars[j-1], chars[j]) {
			j++
		}
		segs = append(segs, p.segment(chars[i:j]))
		i = j
	}
	return segs
}

// together reports whether b goes on where a ends.
func (p *pdfPage) together(a, b pdfChar) bool {
	sa, sb := p.styles[a.style].size, p.styles[b.style].size
	size := max(sa, sb)
	dv := math.Abs(a.v - b.v)
	if dv > .3*size && !(dv < .6*size && min(sa, sb) < .85*size) {
		return false // neither the same line nor raised or lowered beside it
	}
	gap := b.u0 - a.u1
	if rightToLeft(a.r) || rightToLeft(b.r) {
		return max(gap, a.u0-b.u1) < size
	}
	return gap < size && gap > -size
}

func rightToLeft(r rune) bool {
	return r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDFF || r >= 0xFE70 && r <= 0xFEFE
}

func (p *pdfPage) segment(chars []pdfChar) *pdfSeg {
	s := &pdfSeg{u0: math.Inf(1), u1: math.Inf(-1)}
	var b strings.Builder
	b.Grow(len(chars) * 2)
	bold := 0
	sizes := map[float64]int{}
	for i, c := range chars {
		st := &p.styles[c.style]
		if i > 0 && p.apart(chars[i-1], c) {
			b.WriteByte(' ')
		}
		b.WriteRune(c.r)
		s.u0, s.u1 = min(s.u0, c.u0), max(s.u1, c.u1)
		s.box = s.box.join(c.box)
		if st.bold {
			bold++
		}
		sizes[st.size]++
	}
	for size, n := range sizes {
		if best := sizes[s.size]; n > best || n == best && size > s.size {
			s.size = size
		}
	}
	s.v = chars[0].v
	for _, c := range chars { // a raised sign has a line of its own
		if p.styles[c.style].size == s.size {
			s.v = c.v
			break
		}
	}
	s.text = b.String()
	s.bold = bold*10 >= len(chars)*9
	s.top, s.bottom = s.v-.8*s.size, s.v+.2*s.size
	return s
}

// apart reports whether white space stands between two signs of a run. Justified Han has small gaps that are none.
func (p *pdfPage) apart(a, b pdfChar) bool {
	size := max(p.styles[a.style].size, p.styles[b.style].size)
	gap := b.u0 - a.u1
	if rightToLeft(a.r) || rightToLeft(b.r) {
		return b.space || max(gap, a.u0-b.u1) > .3*size
	}
	if wideRune(a.r) && wideRune(b.r) {
		return b.space && gap > .3*size
	}
	if wideRune(a.r) || wideRune(b.r) {
		return b.space && gap > .15*size
	}
	if b.space {
		// Signs printed twice make PDFium see a space between signs that touch.
		st := &p.styles[a.style]
		return gap > .08*size || st.dx*st.dy != 0
	}
	return gap > .5*size // PDFium knows the widths of signs, and found no space
}

// wideRune reports signs of scripts without spaces between words.
func wideRune(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF && r != 0x3164 || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF01 && r <= 0xFF60 || r >= 0x20000 && r <= 0x3FFFF
}

// pdfLine is a line of text in reading order.
type pdfLine struct {
	page        int
	text        string
	u0, u1, v   float64
	size        float64
	bold        bool
	box         pdfBox
	left, right float64 // of the column
	lead        float64 // the usual distance of lines in the column
	starts      bool    // the first line of its column
	aside       bool    // not in the main direction
}

// pdfItem is a line or a table.
type pdfItem struct {
	line  *pdfLine
	table *pdfTable
}

// rowsOf groups segments that stand on one line, from the top.
func rowsOf(segs []*pdfSeg) [][]*pdfSeg {
	sorted := slices.Clone(segs)
	slices.SortStableFunc(sorted, func(a, b *pdfSeg) int { return cmp.Compare(a.v, b.v) })
	var rows [][]*pdfSeg
	for _, s := range sorted {
		if n := len(rows); n > 0 && s.table == nil {
			last := rows[n-1]
			if t := last[0]; t.table == nil && s.v-rowBase(last) < .45*min(s.size, t.size) {
				rows[n-1] = append(last, s)
				continue
			}
		}
		rows = append(rows, []*pdfSeg{s})
	}
	for _, row := range rows {
		slices.SortStableFunc(row, func(a, b *pdfSeg) int { return cmp.Compare(a.u0, b.u0) })
	}
	return rows
}

func rowBase(row []*pdfSeg) float64 {
	v := row[0].v
	for _, s := range row {
		v = min(v, s.v)
	}
	return v
}

// lineOf joins the segments of one row.
func lineOf(row []*pdfSeg) *pdfLine {
	l := &pdfLine{u0: math.Inf(1), u1: math.Inf(-1), bold: true}
	rtl, all, widest := 0, 0, 0
	for _, s := range row {
		for _, r := range s.text {
			if rightToLeft(r) {
				rtl++
			}
			if unicode.IsLetter(r) {
				all++
			}
		}
		l.u0, l.u1, l.box, l.bold = min(l.u0, s.u0), max(l.u1, s.u1), l.box.join(s.box), l.bold && s.bold
		if n := s.runes(); n > widest {
			widest, l.size, l.v = n, s.size, s.v
		}
	}
	if rtl*2 > all {
		slices.Reverse(row)
	}
	var b strings.Builder
	for i, s := range row {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s.text)
	}
	l.text = strings.TrimSpace(clean(b.String()))
	return l
}

// leaf makes the lines of a column.
func leaf(segs []*pdfSeg) []pdfItem {
	rows := rowsOf(segs)
	items := make([]pdfItem, 0, len(rows))
	left, right := math.Inf(1), math.Inf(-1)
	var leads []float64
	last := math.NaN()
	for _, row := range rows {
		if t := row[0].table; t != nil {
			items = append(items, pdfItem{table: t})
			last = math.NaN()
			continue
		}
		l := lineOf(row)
		if l.text == "" {
			continue
		}
		left, right = min(left, l.u0), max(right, l.u1)
		if d := l.v - last; d > .5*l.size && d < 4*l.size {
			leads = append(leads, d)
		}
		last = l.v
		items = append(items, pdfItem{line: l})
	}
	lead := 0.0
	if len(leads) > 0 {
		slices.Sort(leads)
		lead = leads[len(leads)/3]
	}
	first := true
	for _, it := range items {
		if it.line != nil {
			it.line.left, it.line.right, it.line.lead, it.line.starts = left, right, lead, first
			first = false
		}
	}
	return items
}
