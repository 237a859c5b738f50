package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
)

// A season is a part of a year that no calendar numbers: 2025年春季学期, spring 2025.
var (
	seasonZH  = regexp.MustCompile(`((?:19|20)\d\d) ?年? ?(春|夏|秋|冬)(?:季|天)?(?:学期|学季)?`)
	seasonEN  = regexp.MustCompile(`\b(spring|summer|autumn|fall|winter)(?: (?:term|semester|season))?,?(?: of| in)? ((?:19|20)\d\d)\b`)
	yearFirst = regexp.MustCompile(`\b((?:19|20)\d\d) (spring|summer|autumn|fall|winter)(?: (?:term|semester|season))?\b`)
	bareZH    = regexp.MustCompile(`(春|夏|秋|冬)(?:季|天)?(?:学期|学季|季)`)
	bareEN    = regexp.MustCompile(`\b(?:in|from|to|between|and|until|since|the) (spring|summer|autumn|winter)\b`)
)

var seasonNames = map[string]string{"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter", "fall": "autumn"}

// A season1 is a place of a text that names a season, with the year before its name: "2025spring"; only the name where no year is given.
type season1 struct {
	start, end int
	key        string
}

// seasonsIn finds the seasons of a folded text, those with a year first.
func seasonsIn(folded string) []season1 {
	var out []season1
	add := func(start, end int, year, name string) {
		if n := seasonNames[name]; n != "" {
			name = n
		}
		if !slices.ContainsFunc(out, func(s season1) bool { return s.start < end && start < s.end }) {
			out = append(out, season1{start, end, year + name})
		}
	}
	for _, m := range seasonZH.FindAllStringSubmatchIndex(folded, -1) {
		add(m[0], m[1], folded[m[2]:m[3]], folded[m[4]:m[5]])
	}
	for _, m := range seasonEN.FindAllStringSubmatchIndex(folded, -1) {
		add(m[0], m[1], folded[m[4]:m[5]], folded[m[2]:m[3]])
	}
	for _, m := range yearFirst.FindAllStringSubmatchIndex(folded, -1) {
		add(m[0], m[1], folded[m[2]:m[3]], folded[m[4]:m[5]])
	}
	for _, m := range bareZH.FindAllStringSubmatchIndex(folded, -1) {
		add(m[2], m[1], "", folded[m[2]:m[3]])
	}
	for _, m := range bareEN.FindAllStringSubmatchIndex(folded, -1) {
		add(m[2], m[3], "", folded[m[2]:m[3]])
	}
	return out
}

// periodCell is the period that a cell is, and nothing else, in one writing: "t:2025-3", "2025spring".
func periodCell(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if s == "" || len(s) > 40 {
		return ""
	}
	if list := seasonsIn(s); len(list) == 1 && list[0].end-list[0].start == len(s) {
		return list[0].key
	}
	if yearCell(s) && strings.Trim(s, "0123456789") == "" {
		return "t:" + s
	}
	found := quantity.Find(s)
	if len(found) != 1 || found[0].Value != nil || len(strings.TrimSpace(found[0].Text)) < len(s) {
		return ""
	}
	return calendarKey(found[0])
}

// findPeriods finds the column of texts that are periods, -1 for none, and where nothing tells rows apart by itself the column
// of things that does so together with it: the grades, of a row for each grade and term.
func (t *table) findPeriods() (when, thing int) {
	when, thing = -1, -1
	if len(t.Rows) == 0 || len(t.Rows) > 400 {
		return
	}
	text1 := func(col int) bool {
		return !t.cols[col].numeric && !t.cols[col].day && t.cols[col].Type != "identifier"
	}
	for col := range t.cols {
		if text1(col) && !slices.ContainsFunc(everyRow(t), func(row int) bool { return col >= len(t.Rows[row]) || periodCell(t.Rows[row][col].Text) == "" }) {
			when = col
			break
		}
	}
	if when < 0 || t.cols[when].distinct || t.key >= 0 {
		return
	}
	for col := range t.cols {
		if col == when || !text1(col) || t.measures(col) {
			continue
		}
		seen, ok := map[[2]string]bool{}, true
		for _, row := range t.Rows {
			if col >= len(row) || row[col].Text == "" {
				ok = false
				break
			}
			k := [2]string{row[col].Text, periodCell(row[when].Text)}
			ok = ok && !seen[k]
			seen[k] = true
		}
		if ok {
			return when, col
		}
	}
	return
}

// periodsSaid adds the periods of a claim that rows of a column of periods are of, in whatever writing.
func (t *table) periodsSaid(r *reading, folded string, at []int, out []naming) []naming {
	if t.when < 0 {
		return out
	}
	add := func(start, end int, is func(key string) bool) {
		if slices.ContainsFunc(out, func(n naming) bool { return n.start <= start && end <= n.end && n.col == t.when }) {
			return
		}
		n := naming{start: start, end: end, col: t.when}
		keys := map[string]bool{}
		for row := range t.Rows {
			if key := periodCell(t.Rows[row][t.when].Text); is(key) {
				n.rows = append(n.rows, row)
				keys[key] = true
			}
		}
		if len(keys) == 1 {
			out = slices.DeleteFunc(out, func(o naming) bool { return o.start < end && start < o.end })
			out = append(out, n)
		}
	}
	for _, s := range seasonsIn(folded) {
		add(at[s.start], at[s.end], func(key string) bool { return key == s.key || s.key[0] > '9' && strings.HasSuffix(key, s.key) })
	}
	if t.when == t.key {
		return out // see periodsNamed
	}
	for _, v := range r.values {
		if key := calendarKey(v.Mention); v.Value == nil && key != "" {
			add(v.Start, v.End, func(k string) bool { return k == key })
		}
	}
	return out
}

// crossed1 makes names of what a sentence says of a table with a row for each thing and period: the periods of the one thing that
// it names, or the things of the one period.
func (tl *telling) crossed1() {
	var things, whens []naming
	for _, l := range tl.labels {
		switch l.col {
		case tl.tb.thing:
			things = append(things, l)
		case tl.tb.when:
			whens = append(whens, l)
		}
	}
	differ := func(list []naming) int {
		seen := map[int]bool{}
		for _, n := range list {
			seen[n.rows[0]] = true
		}
		return len(seen)
	}
	of, by := things, whens
	if differ(things) > 1 && differ(whens) == 1 || len(whens) == 1 && differ(things) == 1 {
		of, by = whens, things
	}
	if differ(of) != 1 || len(by) == 0 {
		return
	}
	for _, n := range by {
		if rows := intersect(n.rows, of[0].rows); len(rows) == 1 {
			n.rows = rows
			tl.names = append(tl.names, n)
		}
	}
	tl.labels = slices.DeleteFunc(tl.labels, func(l naming) bool {
		return slices.ContainsFunc(tl.names, func(n naming) bool { return n.start == l.start })
	})
}

// among are the rows that an extreme is one of: those of the one period that a sentence names, where rows are of several.
func (tl *telling) among() []int {
	if tl.tb.thing < 0 {
		return everyRow(tl.tb)
	}
	rows := everyRow(tl.tb)
	for _, l := range tl.labels {
		if l.col == tl.tb.when {
			rows = intersect(rows, l.rows)
		}
	}
	if len(rows) < 2 {
		return everyRow(tl.tb)
	}
	return rows
}
