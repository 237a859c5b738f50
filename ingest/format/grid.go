package format

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// grid is a table with merged values spread over their cells.
type grid struct {
	rows   [][]string
	across [][]bool // the cell has the value of the cell left of it
	down   [][]bool // the cell has the value of the cell above
}

func (g *grid) is(m [][]bool, r, c int) bool { return r < len(m) && c < len(m[r]) && m[r][c] }

func (g *grid) cell(r, c int) string {
	if r < len(g.rows) && c < len(g.rows[r]) {
		return g.rows[r][c]
	}
	return ""
}

var (
	numeric = regexp.MustCompile(`^[(（\[]?[-+±−–≈~<>≤≥约]?\s*(?:[$€£¥￥]|[A-Z]{2,3}\$?)?\s*[-−]?(?:\d[\d,，.\s]*|\.\d+)(?:[eE][-+]?\d+)?\s*(?:%|％|‰|[a-zA-Zµ°²³/€£$]{1,6}|[万亿千百]?[元件个天人名户台套次吨米年月日]{0,2})?[)）\]]?$`)
	isoDate = regexp.MustCompile(`^\d{4}[-/.年]\d{1,2}(?:[-/.月]\d{1,2}日?)?(?:[ T]\d{1,2}:\d{2}.*)?$`)
	yearish = regexp.MustCompile(`^(?:FY|CY|H[12]|Q[1-4]|[12]H|[1-4]Q)?\s*['’]?(?:19|20)\d\d\s*(?:年度?|[AEF]|E|H[12]|Q[1-4]|[-/–]\s*(?:19|20)?\d\d)?$`)
	unitish = regexp.MustCompile(`^[(（\[]?\s*(?:[%‰€£$¥￥]|[€£$¥￥]?\s?(?:m|mn|bn|k|'000|000s?|million|billion|thousand)s?|[百千万亿]?(?:元|美元|件|个|人|吨|台|户|股)|kg|g|t|km|m|cm|mm|pcs|units?|USD|EUR|CNY|RMB|GBP|JPY|days?|hours?)\s*[)）\]]?$`)
)

func numberLike(s string) bool { return s != "" && (numeric.MatchString(s) || isoDate.MatchString(s)) }

// headRows says how many rows at the top of g are its head. 0 where the first row is data like the others.
func headRows(g *grid) int {
	n := len(g.rows)
	if n < 2 {
		return 0
	}
	data := -1 // the first row with figures
	for r := 0; r < n && r < 200; r++ {
		if figures(g, r, r == 0) {
			data = r
			break
		}
	}
	switch {
	case data == 0:
		if yearsOnly(g, 0) || onlyFirst(g) {
			return 1
		}
		return 0
	case data < 0:
		data = n
		if long(g.rows[0]) {
			return 0
		}
	}
	h := 1
	for h < data && h < n-1 && h < 6 && goesOn(g, h-1, h) {
		h++
	}
	return h
}

// figures reports whether a row holds figures beside its first cell. In the first row years are labels.
func figures(g *grid, r int, first bool) bool {
	row := g.rows[r]
	from := 1
	if len(row) == 1 || first {
		from = 0
	}
	for c := from; c < len(row); c++ {
		if numberLike(row[c]) && !(yearish.MatchString(row[c]) && r < 4 && yearsOnly(g, r)) {
			return true
		}
	}
	return false
}

// yearsOnly reports whether all figures of a row are years or periods, which are labels.
func yearsOnly(g *grid, r int) bool {
	some := false
	for _, c := range g.rows[r] {
		if yearish.MatchString(c) {
			some = true
		} else if numberLike(c) {
			return false
		}
	}
	return some && !sameYearsBelow(g, r)
}

// sameYearsBelow reports whether the next row has years in the same columns: then they are data.
func sameYearsBelow(g *grid, r int) bool {
	same, all := 0, 0
	for c, v := range g.rows[r] {
		if yearish.MatchString(v) {
			all++
			if yearish.MatchString(g.cell(r+1, c)) {
				same++
			}
		}
	}
	return all > 0 && same == all
}

// onlyFirst reports whether the first row has figures and no other row does: columns numbered 1, 2, 3.
func onlyFirst(g *grid) bool {
	for r := 1; r < len(g.rows) && r < 50; r++ {
		if figures(g, r, true) {
			return false
		}
	}
	return len(g.rows[0]) > 1
}

func long(row []string) bool {
	for _, c := range row {
		if utf8.RuneCountInString(c) > 80 {
			return true
		}
	}
	return false
}

// goesOn reports whether row r is head as the row above it is: something merged reaches into it or lies above it,
// it fills what is empty above, or it holds units.
func goesOn(g *grid, above, r int) bool {
	filled, units, some, labels := false, 0, 0, 0
	for c, v := range g.rows[r] {
		up := g.cell(above, c)
		if g.is(g.across, above, c) && v != "" && c > 0 || g.is(g.down, r, c) {
			labels++
		}
		if up == "" && v != "" {
			filled = true
		}
		if v != "" {
			some++
			if unitish.MatchString(v) {
				units++
			}
		}
	}
	if some > 0 && g.cell(r, 0) == "" && len(g.rows[r]) > 1 && !g.is(g.down, r, 0) && r+1 < len(g.rows) && figures(g, r+1, false) {
		return true // nothing is named in it, and figures follow
	}
	if some <= 1 {
		return false
	}
	return labels > 0 && !figures(g, r, false) || units > 0 && units*2 >= some-1 || filled && some > 1 && emptyCells(g.rows[above]) > 1
}

func emptyCells(row []string) int {
	n := 0
	for _, c := range row {
		if c == "" {
			n++
		}
	}
	return n
}

// emit writes the grid as a table of b, its first head rows as head. where, if any, says where a row stands.
func (g *grid) emit(b *builder, head int, where func(r int)) {
	b.table()
	for r, row := range g.rows {
		if where != nil {
			where(r)
		}
		b.row(r, r < head, row)
		if b.err != nil {
			return
		}
	}
}

// unitLine reports whether a lone cell or paragraph above a table says what its figures are in.
func unitLine(s string) bool {
	if utf8.RuneCountInString(s) > 60 {
		return false
	}
	return unitWords().MatchString(s) && !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsDigit(r) && r != '0' })
}
