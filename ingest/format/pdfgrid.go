package format

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// ruledGrid is a table's lines: cell (r, c) lies between ys[r], ys[r+1] and xs[c], xs[c+1].
type ruledGrid struct {
	xs, ys []float64
	owner  []int // of each cell: the first cell of the merged cell it belongs to
	chars  map[int][]pdfChar
}

const ruleNear = 3 // points by which lines that should meet may miss each other

// frameRules turns the lines of the page into the frame of its writing.
func frameRules(rules []pdfRule, f pdfFrame) []pdfRule {
	if f == (pdfFrame{1, 0}) {
		return rules
	}
	if f.dx != 0 && f.dy != 0 {
		return nil
	}
	out := make([]pdfRule, len(rules))
	for i, r := range rules {
		x0, y0, x1, y1 := r.a, r.pos, r.b, r.pos
		if r.stands {
			x0, y0, x1, y1 = r.pos, r.a, r.pos, r.b
		}
		u0, v0, u1, v1 := x0*f.dx+y0*f.dy, y0*f.dx-x0*f.dy, x1*f.dx+y1*f.dy, y1*f.dx-x1*f.dy
		if math.Abs(u1-u0) > math.Abs(v1-v0) {
			out[i] = pdfRule{pos: v0, a: min(u0, u1), b: max(u0, u1)}
		} else {
			out[i] = pdfRule{stands: true, pos: u0, a: min(v0, v1), b: max(v0, v1)}
		}
	}
	return out
}

// merged joins lines that go on in one another.
func merged(rules []pdfRule, stands bool) []pdfRule {
	var in []pdfRule
	for _, r := range rules {
		if r.stands == stands {
			in = append(in, r)
		}
	}
	slices.SortFunc(in, func(a, b pdfRule) int { return cmp.Or(cmp.Compare(a.pos, b.pos), cmp.Compare(a.a, b.a)) })
	// Lines of nearly one position are sorted by their beginning before they are joined.
	var out []pdfRule
	for i := 0; i < len(in); {
		j := i + 1
		for j < len(in) && in[j].pos-in[i].pos < 2 {
			j++
		}
		group := in[i:j]
		slices.SortFunc(group, func(a, b pdfRule) int { return cmp.Compare(a.a, b.a) })
		for k, r := range group {
			if n := len(out); k > 0 && r.a <= out[n-1].b+ruleNear {
				out[n-1].b = max(out[n-1].b, r.b)
				continue
			}
			out = append(out, r)
		}
		i = j
	}
	return slices.DeleteFunc(out, func(r pdfRule) bool { return r.b-r.a < 6 })
}

// findGrids groups the lines that cross into tables.
func findGrids(rules []pdfRule) []*ruledGrid {
	lying, standing := merged(rules, false), merged(rules, true)
	if len(lying) < 2 || len(standing) < 1 || len(lying)*len(standing) > 4_000_000 {
		return nil
	}
	group := make([]int, len(lying)+len(standing))
	for i := range group {
		group[i] = i
	}
	find := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	for i, h := range lying {
		for j, v := range standing {
			if v.pos >= h.a-ruleNear && v.pos <= h.b+ruleNear && h.pos >= v.a-ruleNear && h.pos <= v.b+ruleNear {
				group[find(i)] = find(len(lying) + j)
			}
		}
	}
	hs, vs := map[int][]pdfRule{}, map[int][]pdfRule{}
	var order []int
	for i, h := range lying {
		g := find(i)
		if hs[g] == nil {
			order = append(order, g)
		}
		hs[g] = append(hs[g], h)
	}
	for j, v := range standing {
		g := find(len(lying) + j)
		vs[g] = append(vs[g], v)
	}
	var grids []*ruledGrid
	for _, g := range order {
		if grid := newGrid(hs[g], vs[g]); grid != nil {
			grids = append(grids, grid)
		}
	}
	return grids
}

// positions are the distinct places of lines, with the ends of the lines across where those reach further.
func positions(rules, across []pdfRule) []float64 {
	var all []float64
	for _, r := range rules {
		all = append(all, r.pos)
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, r := range across {
		lo, hi = min(lo, r.a), max(hi, r.b)
	}
	sort.Float64s(all)
	if len(all) == 0 || all[0]-lo > 8 {
		all = append([]float64{lo}, all...)
	}
	if hi-all[len(all)-1] > 8 {
		all = append(all, hi)
	}
	out := all[:1]
	for _, x := range all[1:] {
		if x-out[len(out)-1] > 3 {
			out = append(out, x)
		}
	}
	return out
}

// newGrid joins the cells between which no line stands. It returns nil where the lines make no table.
func newGrid(hs, vs []pdfRule) *ruledGrid {
	if len(hs) < 2 || len(vs) < 1 {
		return nil
	}
	g := &ruledGrid{xs: positions(vs, hs), ys: positions(hs, vs), chars: map[int][]pdfChar{}}
	rows, cols := len(g.ys)-1, len(g.xs)-1
	if rows < 1 || cols < 1 || rows*cols < 2 || rows*cols > 20_000 {
		return nil
	}
	g.owner = make([]int, rows*cols)
	for i := range g.owner {
		g.owner[i] = i
	}
	find := func(i int) int {
		for g.owner[i] != i {
			i = g.owner[i]
		}
		return i
	}
	unite := func(a, b int) {
		a, b = find(a), find(b)
		g.owner[max(a, b)] = min(a, b)
	}
	for r := range rows {
		for c := range cols {
			if c+1 < cols && !covered(vs, g.xs[c+1], g.ys[r], g.ys[r+1]) {
				unite(r*cols+c, r*cols+c+1)
			}
			if r+1 < rows && !covered(hs, g.ys[r+1], g.xs[c], g.xs[c+1]) {
				unite(r*cols+c, (r+1)*cols+c)
			}
		}
	}
	for i := range g.owner {
		g.owner[i] = find(i)
	}
	return g
}

// covered reports whether a line stands at pos from a to b, or most of the way.
func covered(rules []pdfRule, pos, a, b float64) bool {
	sum := 0.0
	for _, r := range rules {
		if math.Abs(r.pos-pos) <= ruleNear {
			sum += max(0, min(r.b, b)-max(r.a, a))
		}
	}
	return sum >= .6*(b-a)
}

// cell returns the merged cell at u, v.
func (g *ruledGrid) cell(u, v float64) (int, bool) {
	if u < g.xs[0] || u > g.xs[len(g.xs)-1] || v < g.ys[0] || v > g.ys[len(g.ys)-1] {
		return 0, false
	}
	c := min(max(sort.SearchFloat64s(g.xs, u)-1, 0), len(g.xs)-2)
	r := min(max(sort.SearchFloat64s(g.ys, v)-1, 0), len(g.ys)-2)
	return g.owner[r*(len(g.xs)-1)+c], true
}
