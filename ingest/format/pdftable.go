package format

import (
	"math"
	"slices"
	"unicode/utf8"
)

// pdfTable is a table of a page, merged cells spread.
type pdfTable struct {
	page         int
	rows         [][]string
	across, down [][]bool
	boxes        []pdfBox  // of the rows, on the page
	edges        []float64 // the left edges of the columns, to know the table again on the next page
	cells        int       // with something in them
	ruled        bool
	top, bottom  float64
	u0, u1       float64
}

// ruledTables finds the tables that lines make, and returns them and the signs outside of them.
func (p *pdfPage) ruledTables(f pdfFrame, chars []pdfChar) ([]*pdfTable, []pdfChar) {
	grids := findGrids(frameRules(p.rules, f))
	if len(grids) == 0 {
		return nil, chars
	}
	var rest []pdfChar
	owner := make([]int, len(chars))
	for i, c := range chars {
		owner[i] = -1
		u, v := (c.u0+c.u1)/2, c.v-.3*p.styles[c.style].size
		for g, grid := range grids {
			if cell, ok := grid.cell(u, v); ok {
				grid.chars[cell] = append(grid.chars[cell], c)
				owner[i] = g
				break
			}
		}
	}
	var tables []*pdfTable
	real := make([]bool, len(grids))
	for g, grid := range grids {
		if t := p.ruledTable(grid); t != nil {
			real[g] = true
			tables = append(tables, t)
		}
	}
	for i, c := range chars {
		if owner[i] < 0 || !real[owner[i]] {
			rest = append(rest, c)
		}
	}
	return tables, rest
}

// ruledTable reads the cells of a grid. It returns nil for frames around text.
func (p *pdfPage) ruledTable(g *ruledGrid) *pdfTable {
	rows, cols := len(g.ys)-1, len(g.xs)-1
	lines := map[int][]*pdfLine{}
	signs, some, usedRows, usedCols := 0, 0, map[int]bool{}, map[int]bool{}
	for cell, chars := range g.chars {
		for _, row := range rowsOf(p.segments(chars)) {
			if l := lineOf(row); l.text != "" {
				lines[cell] = append(lines[cell], l)
				signs += utf8.RuneCountInString(l.text)
			}
		}
		if len(lines[cell]) > 0 {
			some++
			usedRows[cell/cols], usedCols[cell%cols] = true, true
		}
	}
	if g.open(lines)*3 > signs {
		return nil // most of it stands in areas without lines: a form, not a table
	}
	if some < 3 || len(usedCols) < 2 || len(usedRows) < 2 || signs/some > 400 && some < 8 {
		return nil
	}
	t := &pdfTable{ruled: true, top: g.ys[0], bottom: g.ys[rows], u0: g.xs[0], u1: g.xs[cols]}
	for r := range rows {
		t.addBand(g, lines, r)
	}
	t.dropEmpty()
	t.edges = append(t.edges, g.xs[:cols]...)
	if len(t.rows) < 2 {
		return nil
	}
	return t
}

// open counts the signs in merged cells that are no rectangle, or stand over several rows and columns with lines of their own.
func (g *ruledGrid) open(lines map[int][]*pdfLine) int {
	cols := len(g.xs) - 1
	type extent struct{ n, r0, r1, c0, c1 int }
	ext := map[int]*extent{}
	for i, own := range g.owner {
		r, c := i/cols, i%cols
		e, ok := ext[own]
		if !ok {
			e = &extent{0, r, r, c, c}
			ext[own] = e
		}
		e.n++
		e.r0, e.r1, e.c0, e.c1 = min(e.r0, r), max(e.r1, r), min(e.c0, c), max(e.c1, c)
	}
	n := 0
	for own, ls := range lines {
		e := ext[own]
		if e.n == (e.r1-e.r0+1)*(e.c1-e.c0+1) && (e.r0 == e.r1 || e.c0 == e.c1 || len(ls) < 3) {
			continue
		}
		for _, l := range ls {
			n += utf8.RuneCountInString(l.text)
		}
	}
	return n
}

// addBand adds the row between two lines, or several where its cells hold as many lines that stand side by side:
// many tables rule their columns and head only.
func (t *pdfTable) addBand(g *ruledGrid, lines map[int][]*pdfLine, r int) {
	cols := len(g.xs) - 1
	n := 0
	if bases := commonLines(g, lines, r); len(bases) > 2 {
		n = len(bases)
		for _, v := range bases {
			t.addRow(cols, func(c int) (string, bool, bool, pdfBox) {
				for _, l := range lines[g.owner[r*cols+c]] {
					if math.Abs(l.v-v) < .4*l.size {
						return l.text, c > 0 && g.owner[r*cols+c] == g.owner[r*cols+c-1], false, l.box
					}
				}
				return "", false, false, pdfBox{}
			}, true)
		}
	}
	if n > 0 {
		return
	}
	t.addRow(cols, func(c int) (string, bool, bool, pdfBox) {
		own := g.owner[r*cols+c]
		across := c > 0 && g.owner[r*cols+c-1] == own
		down := r > 0 && g.owner[(r-1)*cols+c] == own
		text, box := "", pdfBox{}
		if across && (g.owner[r*cols] == own && g.owner[r*cols+cols-1] == own || down && own/cols != r) {
			return "", true, down, box // a line over the whole table, or a large cell, stands once
		}
		for _, l := range lines[own] {
			text = joinText(text, l.text)
			box = box.join(l.box)
		}
		if (across || down) && utf8.RuneCountInString(text) > 80 {
			return "", across, down, box
		}
		return text, across, down, box
	}, false)
}

// commonLines returns the base lines of a band whose cells, at least two and most of them, have the same ones.
func commonLines(g *ruledGrid, lines map[int][]*pdfLine, r int) []float64 {
	cols := len(g.xs) - 1
	var longest []*pdfLine
	filled := 0
	for c := range cols {
		own := g.owner[r*cols+c]
		if own/cols != r || c > 0 && g.owner[r*cols+c-1] == own {
			continue
		}
		if r+1 < len(g.ys)-1 && g.owner[(r+1)*cols+c] == own {
			return nil // merged downwards: the lines below are rows of their own
		}
		if n := len(lines[own]); n > 0 {
			filled++
			if n > len(longest) {
				longest = lines[own]
			}
		}
	}
	same := 0
	for c := range cols {
		own := g.owner[r*cols+c]
		if own/cols != r || c > 0 && g.owner[r*cols+c-1] == own || len(lines[own])*10 < len(longest)*7 {
			continue
		}
		hits := 0
		for _, l := range lines[own] {
			if slices.ContainsFunc(longest, func(m *pdfLine) bool { return math.Abs(m.v-l.v) < .25*l.size }) {
				hits++
			}
		}
		if hits == len(lines[own]) && shortLines(lines[own]) {
			same++
		}
	}
	if filled < 2 || same < 2 || same*3 < filled*2 {
		return nil
	}
	out := make([]float64, len(longest))
	for i, l := range longest {
		out[i] = l.v
	}
	return out
}

// shortLines reports whether lines are values rather than the lines of a paragraph, of which most fill their width.
func shortLines(lines []*pdfLine) bool {
	figures, n := 0, 0
	for _, l := range lines {
		if numberLike(l.text) {
			figures++
		}
		n += utf8.RuneCountInString(l.text)
	}
	return figures*2 >= len(lines) || n <= 14*len(lines)
}

func (t *pdfTable) addRow(cols int, at func(c int) (text string, across, down bool, box pdfBox), split bool) {
	row, across, down, box := make([]string, cols), make([]bool, cols), make([]bool, cols), pdfBox{}
	for c := range cols {
		text, a, d, b := at(c)
		row[c], across[c], down[c] = text, a, d
		if text != "" {
			box = box.join(b)
			if !a && !d {
				t.cells++
			}
		}
	}
	if split && box == (pdfBox{}) {
		return
	}
	t.rows, t.across, t.down, t.boxes = append(t.rows, row), append(t.across, across), append(t.down, down), append(t.boxes, box)
}

// dropEmpty drops rows and columns that hold nothing of their own, such as the space between double lines.
func (t *pdfTable) dropEmpty() {
	keep := 0
	for r := range t.rows {
		own := false
		for c, v := range t.rows[r] {
			own = own || v != "" && !t.down[r][c]
		}
		if own {
			t.rows[keep], t.across[keep], t.down[keep], t.boxes[keep] = t.rows[r], t.across[r], t.down[r], t.boxes[r]
			keep++
		}
	}
	t.rows, t.across, t.down, t.boxes = t.rows[:keep], t.across[:keep], t.down[:keep], t.boxes[:keep]
	if keep == 0 {
		return
	}
	for c := len(t.rows[0]) - 1; c >= 0; c-- {
		own := false
		for r := range t.rows {
			own = own || t.rows[r][c] != "" && !t.across[r][c]
		}
		if own {
			continue
		}
		for r := range t.rows {
			t.rows[r] = slices.Delete(t.rows[r], c, c+1)
			t.across[r] = slices.Delete(t.across[r], c, c+1)
			t.down[r] = slices.Delete(t.down[r], c, c+1)
		}
	}
}
