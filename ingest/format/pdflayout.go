package format

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"unicode/utf8"
)

// gutter is a white band that stands between two columns.
type gutter struct {
	score       float64
	top, bottom float64 // what it parts, by base lines
	x           float64
}

// reading puts segments in reading order: the widest white band that stands parts what is beside it into
// columns, or shows a table; what is above and below comes before and after.
func reading(segs []*pdfSeg, depth int) []pdfItem {
	if len(segs) < 4 || depth > 16 {
		return leafOrTable(segs)
	}
	g, ok := findGutter(segs)
	if !ok {
		return leafOrTable(segs)
	}
	var above, left, right, below, all []*pdfSeg
	for _, s := range segs {
		switch {
		case s.v < g.top-.01:
			above = append(above, s)
		case s.v > g.bottom+.01:
			below = append(below, s)
		default:
			all = append(all, s)
			if (s.u0+s.u1)/2 < g.x {
				left = append(left, s)
			} else {
				right = append(right, s)
			}
		}
	}
	var mid []pdfItem
	if t, before, after := alignedTable(all); t != nil {
		above, below = append(above, before...), append(below, after...)
		mid = []pdfItem{{table: t}}
	} else if markers(left) {
		mid = leaf(all)
	} else {
		mid = append(reading(left, depth+1), reading(right, depth+1)...)
	}
	var out []pdfItem
	if len(above) > 0 {
		out = reading(above, depth+1)
	}
	out = append(out, mid...)
	if len(below) > 0 {
		out = append(out, reading(below, depth+1)...)
	}
	return out
}

// leafOrTable is for what has no long white band: lines, with small tables among them.
func leafOrTable(segs []*pdfSeg) []pdfItem {
	if len(segs) >= 4 {
		if t, before, after := alignedTable(segs); t != nil {
			return append(append(leaf(before), pdfItem{table: t}), leafOrTable(after)...)
		}
	}
	return leaf(segs)
}

// findGutter looks at every x for the longest run of lines that do not cross it and stand on both sides.
func findGutter(segs []*pdfSeg) (gutter, bool) {
	sorted := slices.Clone(segs)
	slices.SortStableFunc(sorted, func(a, b *pdfSeg) int { return cmp.Compare(a.v, b.v) })
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range sorted {
		lo, hi = min(lo, s.u0), max(hi, s.u1)
	}
	step := max(3, (hi-lo)/300)
	var best gutter
	for x := lo + 2*step; x < hi-2*step; x += step {
		from := 0
		for i, s := range sorted {
			if s.u0 < x && s.u1 > x || s.table != nil {
				best = better(best, sorted[from:i], x)
				from = i + 1
			}
		}
		best = better(best, sorted[from:], x)
	}
	return best, best.score > 0
}

// better returns the better of a gutter and the one at x through run, whose segments do not cross x.
func better(best gutter, run []*pdfSeg, x float64) gutter {
	if len(run) < 4 {
		return best
	}
	var nl, nr int
	l1, r0 := math.Inf(-1), math.Inf(1)
	lt, lb, rt, rb := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	size := 0.0
	for _, s := range run {
		size += s.size
		if s.u1 <= x {
			if s.v > lb+.4*s.size {
				nl++
			}
			l1, lt, lb = max(l1, s.u1), min(lt, s.v), max(lb, s.v)
		} else {
			if s.v > rb+.4*s.size {
				nr++
			}
			r0, rt, rb = min(r0, s.u0), min(rt, s.v), max(rb, s.v)
		}
	}
	size /= float64(len(run))
	if nl < 2 || nr < 2 || r0-l1 < .7*size {
		return best
	}
	common := min(lb, rb) - max(lt, rt)
	if common < .9*size {
		return best
	}
	if score := common * math.Sqrt(min((r0-l1)/size, 4)); score > best.score {
		return gutter{score: score, top: run[0].v, bottom: run[len(run)-1].v, x: (l1 + r0) / 2}
	}
	return best
}

var pdfMarker = regexp.MustCompile(`^(?:[-–—•·●○■□◆◇▪▫►▶‣⁃*➢✓√※]|[(（\[【]?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivxIVX]{1,5}|[一二三四五六七八九十百]{1,4})[)）\]】.．、:：]?|\.\d{1,2}|[①-⑳]|第[一二三四五六七八九十百零\d]{1,5}[条章节款项])$`)

// markers reports whether a column holds nothing but the marks of a list, or signs as short.
func markers(segs []*pdfSeg) bool {
	marks := 0
	for _, s := range segs {
		if s.table != nil || s.runes() > 6 {
			return false
		}
		if pdfMarker.MatchString(s.text) {
			marks++
		}
	}
	return marks*2 > len(segs)
}

// alignedTable makes a table of rows whose cells stand below each other, without the lines before and after
// that have one cell only. It returns nil where the segments are running text.
func alignedTable(segs []*pdfSeg) (t *pdfTable, before, after []*pdfSeg) {
	for _, s := range segs {
		if s.table != nil {
			return nil, nil, nil
		}
	}
	rows := rowsOf(segs)
	first, last := longestRun(rows)
	if last-first < 1 {
		return nil, nil, nil
	}
	cols := columnsOf(rows[first : last+1])
	if len(cols) < 2 {
		return nil, nil, nil
	}
	if cut := titleRow(rows[first:last+1], cols); cut > 0 {
		last = first + cut - 1
		if cols = columnsOf(rows[first : last+1]); len(cols) < 2 {
			return nil, nil, nil
		}
	}
	if !looksLikeTable(rows[first:last+1], cols) {
		return nil, nil, nil
	}
	for _, row := range rows[:first] {
		before = append(before, row...)
	}
	for _, row := range rows[last+1:] {
		after = append(after, row...)
	}
	return tableOfRows(rows[first:last+1], cols), before, after
}

// titleRow returns the row that is the title of another table below: alone, not in the first column, and with a
// row below it that has no first cell, as heads have.
func titleRow(rows [][]*pdfSeg, cols []pdfBand) int {
	for i := 2; i < len(rows)-2; i++ {
		if len(rows[i]) == 1 && columnAt(cols, rows[i][0]) > 0 && len(rows[i+1]) > 1 && columnAt(cols, rows[i+1][0]) > 0 && !numberLike(rows[i][0].text) {
			return i
		}
	}
	return 0
}

// longestRun returns the first and last of the most rows with several cells that no wide gap parts.
func longestRun(rows [][]*pdfSeg) (first, last int) {
	var leads []float64
	for i := 1; i < len(rows); i++ {
		leads = append(leads, rows[i][0].v-rows[i-1][0].v)
	}
	if len(leads) == 0 {
		return 0, 0
	}
	slices.Sort(leads)
	wide := max(2.2*leads[len(leads)/2], 2.5*rows[0][0].size)
	best, from, to, multi := 0, -1, -1, 0
	for i, row := range rows {
		if i > 0 && row[0].v-rows[i-1][0].v > wide {
			from, multi = -1, 0
		}
		if len(row) > 1 {
			if from < 0 {
				from = i
			}
			to = i
			if multi++; multi > best {
				best, first, last = multi, from, to
			}
		}
	}
	return first, last
}

// columnsOf returns the bands of x in which cells stand.
func columnsOf(rows [][]*pdfSeg) []pdfBand {
	var spans []pdfBand
	size, n := 0.0, 0
	for _, row := range rows {
		if len(row) < 2 { // a line over several columns
			continue
		}
		for _, s := range row {
			spans = append(spans, pdfBand{s.u0, s.u1})
			size += s.size
			n++
		}
	}
	size /= float64(max(n, 1))
	slices.SortFunc(spans, func(a, b pdfBand) int { return cmp.Compare(a.from, b.from) })
	var cols []pdfBand
	for _, s := range spans {
		if k := len(cols); k > 0 && s.from < cols[k-1].to+.25*size {
			cols[k-1].to = max(cols[k-1].to, s.to)
			continue
		}
		cols = append(cols, s)
	}
	return cols
}

// pdfBand is a band of one coordinate.
type pdfBand struct{ from, to float64 }

// looksLikeTable tells a table from text in columns and from a list: short cells, most rows with several.
func looksLikeTable(rows [][]*pdfSeg, cols []pdfBand) bool {
	multi, cells, signs, figures, long, marks := 0, 0, 0, 0, 0, 0
	for _, row := range rows {
		if len(row) > 1 {
			multi++
		}
		for i, s := range row {
			n := 0
			for _, r := range s.text {
				n++
				if wideRune(r) {
					n++
				}
			}
			cells++
			signs += n
			if n > 45 {
				long++
			}
			if numberLike(s.text) {
				figures++
			} else if i == 0 && len(row) == 2 && pdfMarker.MatchString(s.text) {
				marks++
			}
		}
	}
	mean := float64(signs) / float64(max(cells, 1))
	if marks*2 > multi && len(cols) == 2 {
		return false
	}
	if multi*2 < len(rows) || long*5 > cells {
		return false
	}
	switch {
	case len(cols) == 2:
		return multi >= 3 && mean <= 22 && (figures*4 >= cells || long == 0 && multi*10 >= len(rows)*7)
	default:
		return multi >= 2 && (mean <= 18 || figures*3 >= cells && mean <= 25)
	}
}

// tableOfRows fills a table; a row without its first cell and with few others goes on with the row above.
func tableOfRows(rows [][]*pdfSeg, cols []pdfBand) *pdfTable {
	t := &pdfTable{}
	lastV, apart := math.Inf(-1), rowDistance(rows, cols)
	for _, row := range rows {
		cells := make([]string, len(cols))
		n, box := 0, pdfBox{}
		for _, s := range row {
			c := columnAt(cols, s)
			if cells[c] != "" {
				cells[c] += " "
			} else {
				n++
			}
			cells[c] += s.text
			box = box.join(s.box)
		}
		k := len(t.rows) - 1
		if k >= 0 && cells[0] == "" && n*2 <= len(cols) && row[0].v-lastV < min(.8*apart, 1.5*row[0].size) {
			for c, v := range cells {
				t.rows[k][c] = joinText(t.rows[k][c], v)
			}
			t.boxes[k] = t.boxes[k].join(box)
		} else {
			t.rows, t.boxes = append(t.rows, cells), append(t.boxes, box)
		}
		lastV = row[0].v
	}
	for _, row := range t.rows {
		for _, c := range row {
			if c != "" {
				t.cells++
			}
		}
	}
	for _, c := range cols {
		t.edges = append(t.edges, c.from)
	}
	t.across, t.down = make([][]bool, len(t.rows)), make([][]bool, len(t.rows))
	return t
}

// rowDistance is the usual distance of the rows that have a first cell.
func rowDistance(rows [][]*pdfSeg, cols []pdfBand) float64 {
	var d []float64
	last := math.NaN()
	for _, row := range rows {
		if columnAt(cols, row[0]) == 0 {
			if x := row[0].v - last; x > 0 {
				d = append(d, x)
			}
			last = row[0].v
		}
	}
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2]
}

func columnAt(cols []pdfBand, s *pdfSeg) int {
	best, overlap := 0, math.Inf(-1)
	for i, c := range cols {
		if o := min(c.to, s.u1) - max(c.from, s.u0); o > overlap {
			best, overlap = i, o
		}
	}
	return best
}

// joinText joins the lines of one text: no space between Han, and a word cut at the line's end made whole.
func joinText(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if wideRune(last) && wideRune(first) {
		return a + b
	}
	if keep, joined := hyphenated(a, first); joined {
		return keep + b
	}
	return a + " " + b
}
