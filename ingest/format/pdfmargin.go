package format

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// pdfLayout is a page with its tables found and its signs joined, before the order of reading is known.
type pdfLayout struct {
	n      int
	box    pdfBox
	segs   []*pdfSeg   // in the main direction, tables in their places
	others [][]*pdfSeg // in other directions
	frame  pdfFrame
}

// layout finds the ruled tables of a page and joins its signs to runs.
func (p *pdfPage) layout() *pdfLayout {
	l := &pdfLayout{n: p.n, box: p.box}
	if len(p.chars) == 0 {
		return l
	}
	frames, groups := p.frames()
	l.frame = frames[0]
	tables, rest := p.ruledTables(frames[0], groups[0])
	l.segs = p.segments(rest)
	for _, t := range tables {
		t.page = p.n
		l.segs = append(l.segs, &pdfSeg{table: t, u0: t.u0, u1: t.u1, v: t.top + 1, top: t.top, bottom: t.bottom, size: 10})
	}
	for _, g := range groups[1:] {
		l.others = append(l.others, p.segments(g))
	}
	return l
}

// pdfMargins are the lines that stand at the same place of many pages.
type pdfMargins struct {
	first map[string]string // by key, the first of them as it stands
	order []string
	lines int
	texts []string // all of them: their numbers are known, and not in the text
}

const (
	marginBand  = .12 // of the page's height, at its top and its bottom
	marginPages = 3
)

// marginRows returns the rows of text at the top or bottom, from the outside in.
func (l *pdfLayout) marginRows(top bool) [][]*pdfSeg {
	if l.frame != (pdfFrame{1, 0}) {
		return nil
	}
	var near []*pdfSeg
	for _, s := range l.segs {
		if s.table == nil && (top && s.v < marginBand*l.box.h() || !top && s.v > (1-marginBand)*l.box.h()) {
			near = append(near, s)
		}
	}
	rows := rowsOf(near)
	if !top {
		slices.Reverse(rows)
	}
	return rows
}

// marginKey is a row with its figures alike: page numbers and dates run on.
func marginKey(row []*pdfSeg) string {
	var b strings.Builder
	figure := false
	for _, s := range row {
		for _, r := range s.text {
			switch {
			case unicode.IsDigit(r):
				if !figure {
					b.WriteByte('#')
				}
				figure = true
				continue
			case unicode.IsSpace(r):
				continue
			default:
				b.WriteRune(r)
			}
			figure = false
		}
		figure = false
	}
	return b.String()
}

type marginPlace struct {
	key string
	v   int
}

func placeOf(row []*pdfSeg, h float64, top bool) marginPlace {
	v := row[0].v
	if !top {
		v = h - v
	}
	side := 1
	if !top {
		side = -1
	}
	return marginPlace{marginKey(row), side * (1 + int(math.Round(v/4)))}
}

// takeMargins takes page headers and footers out of the pages.
func takeMargins(pages []*pdfLayout) *pdfMargins {
	m := &pdfMargins{first: map[string]string{}}
	if len(pages) < marginPages {
		return m
	}
	at := map[marginPlace][]int{}
	for _, l := range pages {
		for _, top := range []bool{true, false} {
			for _, row := range l.marginRows(top) {
				p := placeOf(row, l.box.h(), top)
				at[p] = append(at[p], l.n)
			}
		}
	}
	often := func(p marginPlace) bool {
		all := slices.Concat(at[p], at[marginPlace{p.key, p.v - 1}], at[marginPlace{p.key, p.v + 1}])
		if p.key == "#" && len(all) < len(pages)/4 { // figures alone may be a table's: page numbers stand on most pages
			return false
		}
		return len(all) >= marginPages && len(p.key) > 0 && runs(all)
	}
	for _, l := range pages {
		for _, top := range []bool{true, false} {
			for _, row := range l.marginRows(top) {
				p := placeOf(row, l.box.h(), top)
				if len(row) > 4 || !often(p) {
					break // what stands further in is text
				}
				m.take(l, row, p.key)
			}
		}
	}
	return m
}

// runs reports whether most of the pages follow each other, one by one or over the leaf, three at least: a heading
// that comes back at the top of a page now and then does not.
func runs(pages []int) bool {
	slices.Sort(pages)
	in := 0
	for i := 0; i < len(pages); {
		j := i + 1
		for j < len(pages) && pages[j]-pages[j-1] <= 2 {
			j++
		}
		if j-i >= marginPages {
			in += j - i
		}
		i = j
	}
	return in*10 >= len(pages)*7
}

func (m *pdfMargins) take(l *pdfLayout, row []*pdfSeg, key string) {
	text := lineOf(slices.Clone(row)).text
	if _, ok := m.first[key]; !ok {
		m.first[key] = text
		m.order = append(m.order, key)
	}
	m.lines++
	m.texts = append(m.texts, text)
	l.segs = slices.DeleteFunc(l.segs, func(s *pdfSeg) bool { return slices.Contains(row, s) })
}
