package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// layout finds the tables on a sheet and writes them.
type layout struct {
	b       *builder
	sheet   string
	columns bool // empty columns may part tables
	most    int  // cells
	tables  int
}

// rows writes the rows of a sheet. Empty rows part tables, but what follows one without a head of its own, in the
// same columns, belongs to the table above it.
func (l *layout) rows(rows []xrow) error {
	return l.bands(rows, 0)
}

func (l *layout) bands(rows []xrow, depth int) error {
	parts := bands(rows)
	for i := 0; i < len(parts); {
		band := parts[i]
		cols := usedColumns(band)
		for i++; i < len(parts) && continues(band, cols, parts[i]); i++ {
			band = append(slices.Clip(band), parts[i]...)
		}
		if err := l.band(band, depth); err != nil {
			return err
		}
	}
	return l.b.err
}

func continues(above []xrow, cols []int, rows []xrow) bool {
	if len(cols) < 2 || len(above) < 2 && above[0].own() < 2 || rows[0].own() < 2 || above[len(above)-1].own() < 2 {
		return false
	}
	own := usedColumns(rows)
	for _, c := range own {
		if _, ok := slices.BinarySearch(cols, c); !ok {
			return false
		}
	}
	g := gridOf(rows[:min(len(rows), 200)], own)
	return headRows(g) == 0 && figures(g, 0, true)
}

// bands parts rows at empty rows.
func bands(rows []xrow) [][]xrow {
	var out [][]xrow
	start := 0
	rows = slices.DeleteFunc(slices.Clone(rows), func(r xrow) bool { return len(r.cells) == 0 })
	for i := 1; i <= len(rows); i++ {
		if i == len(rows) || rows[i].n != rows[i-1].n+1 {
			out = append(out, rows[start:i])
			start = i
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return out
}

// band writes rows that follow each other. Tables side by side are told apart by an empty column and labels of their own.
func (l *layout) band(rows []xrow, depth int) error {
	cols := usedColumns(rows)
	if l.columns && depth < 4 {
		if at := parting(rows, cols); at > 0 {
			left, right := cut(rows, at)
			for _, half := range [][]xrow{left, right} {
				if err := l.bands(half, depth+1); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if len(rows)*len(cols) > l.most {
		return errCells(l.most)
	}
	return l.write(rows, cols)
}

func usedColumns(rows []xrow) []int {
	seen := map[int]bool{}
	for _, r := range rows {
		for _, c := range r.cells {
			seen[c.col] = true
		}
	}
	cols := make([]int, 0, len(seen))
	for c := range seen {
		cols = append(cols, c)
	}
	slices.Sort(cols)
	return cols
}

// parting returns the column at which a table of its own begins, 0 for none: behind an empty column, at least two
// columns wide, with words as labels in its first column, like the table left of it; or where columns begin below the
// first row with a head of their own.
func parting(rows []xrow, cols []int) int {
	if len(rows[0].cells) == 0 || len(rows) < 2 {
		return 0
	}
	tried := 0
	for i := 2; i+2 <= len(cols) && tried < 20; i++ {
		gap := cols[i] > cols[i-1]+1
		below := rows[0].cells[len(rows[0].cells)-1].col < cols[i]
		if !gap && !below {
			continue
		}
		tried++
		left, right := cut(rows, cols[i])
		if gap && labelled(left) && labelled(right) || below && ownHead(left, right) {
			return cols[i]
		}
	}
	return 0
}

// ownHead reports whether right is a table that begins further down than left does.
func ownHead(left, right []xrow) bool {
	if len(left) < 2 || len(right) < 2 || right[0].n == left[0].n || right[0].own() < 2 {
		return false
	}
	cols := usedColumns(right)
	return len(right[0].cells) == len(cols) && headRows(gridOf(right, cols)) > 0
}

func labelled(rows []xrow) bool {
	cols := usedColumns(rows)
	var full []xrow
	for _, r := range rows {
		if len(r.cells) > 0 {
			full = append(full, r)
		}
	}
	if len(full) < 2 || len(cols) < 2 {
		return false
	}
	texts := 0
	for _, r := range full {
		if c := r.cells[0]; c.col == cols[0] && !numberLike(c.text) && !c.across && strings.ContainsFunc(c.text, unicode.IsLetter) {
			texts++
		}
	}
	return texts*10 >= len(full)*7
}

func cut(rows []xrow, col int) (left, right []xrow) {
	for _, r := range rows {
		at, _ := slices.BinarySearchFunc(r.cells, col, func(c xcell, col int) int { return c.col - col })
		if at > 0 {
			left = append(left, xrow{n: r.n, cells: r.cells[:at]})
		}
		if at < len(r.cells) {
			right = append(right, xrow{n: r.n, cells: r.cells[at:]})
		}
	}
	return left, right
}

// own counts the values of a row that are not taken over from merged cells.
func (r xrow) own() int {
	n := 0
	for _, c := range r.cells {
		if !c.across && !c.down {
			n++
		}
	}
	return n
}

// wide counts the values of a row that do not come from the cell left of them.
func (r xrow) wide() int {
	n := 0
	for _, c := range r.cells {
		if !c.across {
			n++
		}
	}
	return n
}

// note reports whether a lone value is a sentence and not a label.
func note(s string) bool {
	return utf8.RuneCountInString(s) > 30 || strings.HasPrefix(s, "*") || strings.HasPrefix(s, "注") || strings.HasPrefix(s, "(") && utf8.RuneCountInString(s) > 12
}

func (l *layout) place(r xrow) {
	first, last := r.cells[0].col, r.cells[len(r.cells)-1].col
	l.b.here = Mark{Sheet: l.sheet, Cells: fmt.Sprintf("%s:%s", cellName(first, r.n), cellName(last, r.n))}
	if first == last {
		l.b.here.Cells = cellName(first, r.n)
	}
}

// write writes one table with the lines above it, or lines alone.
func (l *layout) write(rows []xrow, cols []int) error {
	table := 0 // the last row that is no note
	for i, r := range rows {
		if r.wide() > 1 || r.cells[0].col != cols[0] || !note(r.cells[0].text) {
			table = i + 1
		}
	}
	if !slices.ContainsFunc(rows, func(r xrow) bool { return r.wide() > 1 }) {
		table = 0
	}
	unit := 0 // a line that gives the unit belongs to the head
	for len(rows) > 0 && len(cols) > 1 && rows[0].own() < 2 {
		if table > 1 && (unitLine(rows[0].cells[0].text) || rows[0].cells[0].col != cols[0]) {
			unit = 1
			break
		}
		l.line(rows[0], table > 1)
		rows, table = rows[1:], table-1
	}
	if len(rows) == 0 {
		return l.b.err
	}
	table = max(table, 0)
	cols = usedColumns(rows)
	if len(cols) == 1 {
		g := gridOf(rows, cols)
		if h := headRows(g); h > 0 && figures(g, h, false) {
			return l.emit(rows, cols, h)
		}
		for _, r := range rows {
			l.line(r, false)
		}
		return l.b.err
	}
	notes := rows[table:]
	rows = rows[:table]
	if err := l.emit(rows, cols, unit+headRows(gridOf(rows[unit:], cols))); err != nil {
		return err
	}
	for _, r := range notes {
		l.line(r, false)
	}
	return l.b.err
}

// line writes a row that is one value: a title above a table, or a note.
func (l *layout) line(r xrow, title bool) {
	l.place(r)
	kind, level := Paragraph, 0
	if title {
		kind, level = Heading, 2
	}
	l.b.block(kind, level, r.cells[0].text)
	l.b.count.Cells += r.own()
}

func gridOf(rows []xrow, cols []int) *grid {
	g := &grid{}
	at := map[int]int{}
	for i, c := range cols {
		at[c] = i
	}
	for _, r := range rows {
		row, across, down := make([]string, len(cols)), make([]bool, len(cols)), make([]bool, len(cols))
		for _, c := range r.cells {
			i := at[c.col]
			row[i], across[i], down[i] = c.text, c.across, c.down
		}
		g.rows, g.across, g.down = append(g.rows, row), append(g.across, across), append(g.down, down)
	}
	return g
}

func (l *layout) emit(rows []xrow, cols []int, head int) error {
	l.b.table()
	l.tables++
	g := gridOf(rows, cols)
	for i, r := range rows {
		l.place(r)
		l.b.row(i, i < head, g.rows[i])
		l.b.count.Cells += r.own()
		if l.b.err != nil {
			break
		}
	}
	return l.b.err
}
