package verify

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// readRows is how many rows of a table are read word by word; in a longer table only the rows
// that a claim names are.
const readRows = 2000

// A table is the rows of a record, ready to be asked which row and column a claim speaks of.
type table struct {
	*casefile.Table
	rd        *reader
	cols      []column
	cells     map[string][]cellAt           // folded text → where it stands
	long      int                           // runes of the longest text in cells
	names     map[string][]int              // keys of names and identifiers in the cells → rows
	heads     map[string]bool               // keys of heads
	headParts map[string]bool               // keys of what the words of their phrases mean
	keys      map[string]bool               // keys of heads and of the cells that were read
	rows      map[int]*reading              // rows read so far
	rare      map[string]int                // key → in how many of the rows read
	measuring []int                         // see gauges
	periods   []int                         // see periodCols
	key       int                           // the column that tells rows apart, -1 for none
	when      int                           // the column of texts that are periods, -1 for none
	thing     int                           // the column that tells rows apart together with it, where key is none; -1 for none
	checkable map[cellAt][]quantity.Mention // see mentions
}

type cellAt struct{ row, col int }

// A column is a head, read.
type column struct {
	casefile.Column
	scale    scale
	keys     map[string]bool // of its head
	name     []token         // of its name, without a unit in brackets
	title    map[string]bool // keys of what it is called, without what it means
	parts    map[string]bool // of what the words of its phrases mean by themselves
	days     []value         // days, periods and values with a unit that the head names
	numeric  bool
	day      bool
	way      words.Class // of an extreme that its head names: the highest price
	distinct bool        // no two cells are the same, and none is empty
}

func (v *Verifier) newTable(e *casefile.Evidence) *table {
	t := &table{Table: e.Table, rd: v.reader, cells: map[string][]cellAt{}, names: map[string][]int{},
		heads: map[string]bool{}, headParts: map[string]bool{}, keys: map[string]bool{}, rows: map[int]*reading{}, rare: map[string]int{}, checkable: map[cellAt][]quantity.Mention{}}
	for _, c := range t.Columns {
		col := column{Column: c, scale: scaleOf(c), keys: map[string]bool{}, parts: map[string]bool{}}
		head := v.reader.short(strings.Join([]string{dayComma.ReplaceAllString(strings.ReplaceAll(c.Name, "_", " "), "$1, $2"), c.Title, c.TitleEN, c.Meaning, c.Metric, c.Unit, c.UnitEN}, "\n"))
		col.name = v.reader.short(bareHead(c.Name)).tokens
		col.title = map[string]bool{}
		for _, tok := range v.reader.short(strings.Join([]string{strings.ReplaceAll(c.Name, "_", " "), c.Title, c.TitleEN, c.Metric}, "\n")).tokens {
			col.title[tok.key] = true
		}
		col.way = head.classes() & (words.ExtremeUp | words.ExtremeDown)
		for _, tok := range head.tokens {
			col.keys[tok.key], t.keys[tok.key], t.heads[tok.key] = true, true, true
			parts := v.reader.partsOf(head, tok)
			for _, key := range parts {
				col.title[key] = col.title[key] || col.title[tok.key]
				col.parts[key], t.keys[key], t.headParts[key] = true, true, true
			}
		}
		for _, d := range head.values {
			if d.Value != nil && yearly(d.Mention) {
				d.Mention = quantity.Mention{Kind: quantity.Year, Year: int(d.Value.Num().Int64()), Text: d.Text}
				key := calendarKey(d.Mention)
				col.keys[key], t.heads[key] = true, true
			}
			if d.Value == nil || d.Unit.Dim != "" {
				col.days = append(col.days, d)
			}
		}
		switch c.Type {
		case "integer", "decimal", "ratio", "number":
			col.numeric = true
		case "date", "datetime":
			col.day = true
		}
		t.cols = append(t.cols, col)
	}
	for i, row := range t.Rows {
		for c, cell := range row {
			if cell.Type != casefile.Text && !(c == 0 && t.numbered()) || c >= len(t.cols) || cell.Text == "" || len(cell.Text) > 300 {
				continue
			}
			f := strings.TrimSpace(text.Fold(cell.Text))
			t.cells[f] = append(t.cells[f], cellAt{i, c})
			t.long = max(t.long, utf8.RuneCountInString(f))
		}
		if i < readRows {
			r := t.row(i)
			for _, k := range keysOf(r.tokens) {
				t.keys[k] = true
				t.rare[k]++
			}
			for _, tok := range r.tokens {
				if tok.kind == nameToken || tok.kind == identToken {
					if list := t.names[tok.key]; len(list) == 0 || list[len(list)-1] != i {
						t.names[tok.key] = append(list, i)
					}
				}
			}
		}
	}
	t.key = t.keyColumn()
	t.when, t.thing = t.findPeriods()
	return t
}

// headUnit is what a head says in brackets: 净利润（万元）, price (USD).
var headUnit = regexp.MustCompile(`[(（\[][^)）\]]*[)）\]]`)

func bareHead(name string) string {
	return strings.TrimSpace(headUnit.ReplaceAllString(strings.ReplaceAll(name, "_", " "), ""))
}

// says reports whether the head of a column has a word: the word itself; where no head has it, the phrase of a head that it is a
// part of (the stock of units in stock), or a part of its own phrase (unit price, of price).
func (t *table) says(col int, tok token) bool {
	c := &t.cols[col]
	switch {
	case t.heads[tok.key]:
		return c.keys[tok.key]
	case t.headParts[tok.key]:
		return c.parts[tok.key]
	}
	return slices.ContainsFunc(tok.parts, func(key string) bool { return c.keys[key] })
}

// partsOf are the keys of what the words of a phrase mean by themselves, those of a workspace too: the returned of "units returned".
func (rd *reader) partsOf(r *reading, tok token) []string {
	if len(tok.parts) > 0 {
		return tok.parts
	}
	ws := strings.FieldsFunc(r.src[tok.start:tok.end], func(c rune) bool { return c == ' ' || c == '_' })
	if len(ws) < 2 {
		return nil
	}
	var out []string
	for _, w := range ws {
		out = append(out, keysOf(rd.short(w).tokens)...)
	}
	return out
}

// spokenOf reports whether some head has a word, or a part of its phrase.
func (t *table) spokenOf(tok token) bool {
	return t.heads[tok.key] || t.headParts[tok.key] || slices.ContainsFunc(tok.parts, func(key string) bool { return t.heads[key] })
}

// row reads the texts of a row, a cell a line.
func (t *table) row(i int) *reading {
	if r, ok := t.rows[i]; ok {
		return r
	}
	var b strings.Builder
	for c, cell := range t.Rows[i] {
		switch {
		case cell.Type == casefile.Text && len(cell.Text) <= 300:
			b.WriteString(cell.Text)
		case cell.Type == casefile.Bool && c < len(t.cols):
			// a true cell says what its head says
			if cell.Text == "false" {
				b.WriteString("不 not ")
			}
			b.WriteString(t.cols[c].Title + " " + t.cols[c].TitleEN + " " + strings.ReplaceAll(t.cols[c].Name, "_", " "))
		}
		b.WriteByte('\n')
	}
	r := t.rd.short(b.String())
	t.rows[i] = r
	return r
}

// A naming is a place of a claim that names rows.
type naming struct {
	start, end int
	rows       []int
	col        int // -1 when more than one column has it
}

// namings finds the cells whose text stands in a claim, longest first at each place.
func (t *table) namings(r *reading) []naming {
	folded, at := text.FoldMap(r.src)
	var out []naming
	for i := 0; i < len(folded); {
		_, size := utf8.DecodeRuneInString(folded[i:])
		end, n := i, 0
		var hit []cellAt
		hitEnd := 0
		for end < len(folded) && n < min(t.long, 80) {
			_, k := utf8.DecodeRuneInString(folded[end:])
			end += k
			n++
			if list, ok := t.cells[folded[i:end]]; ok && parted(folded, i, end) && strings.ContainsFunc(folded[i:end], wordRune) && !strings.HasSuffix(folded[:i], "non-") {
				hit, hitEnd = list, end
			}
		}
		if hit == nil {
			i += size
			continue
		}
		nm := naming{start: at[i], end: at[hitEnd], col: hit[0].col}
		for _, c := range hit {
			nm.rows = append(nm.rows, c.row)
			if c.col != nm.col {
				nm.col = -1
			}
		}
		if hit[0].col != nm.col || len(hit) > 1 {
			// one text in two columns names the rows of the column that tells rows apart
			for _, c := range hit {
				if c.col == t.key && t.key >= 0 {
					nm.col, nm.rows = t.key, []int{c.row}
					break
				}
			}
		}
		if h := t.headedBy(folded, i, hit); h >= 0 {
			nm.col, nm.rows = h, nil
			for _, c := range hit {
				if c.col == h {
					nm.rows = append(nm.rows, c.row)
				}
			}
			out = append(out, nm)
			i = hitEnd
			continue
		}
		if !r.inValue(nm.start) || nm.col >= 0 && nm.col == t.key && yearCell(r.src[nm.start:nm.end]) || r.src[nm.start] < '0' || r.src[nm.start] > '9' || t.cols[hit[0].col].Type == "identifier" {
			out = append(out, nm)
		}
		i = hitEnd
	}
	for _, tok := range r.tokens {
		if rows, ok := t.names[tok.key]; ok && !slices.ContainsFunc(out, func(n naming) bool { return n.start < tok.end && tok.start < n.end }) {
			out = append(out, naming{start: tok.start, end: tok.end, rows: rows, col: -1})
		}
	}
	out = t.periodsSaid(r, folded, at, t.periodsNamed(r, out))
	slices.SortFunc(out, func(a, b naming) int { return cmp.Compare(a.start, b.start) })
	return out
}

func wordRune(r rune) bool { return han(r) || alnum(r) } // a mark such as € is no name

// headedBy finds the column of a number that names a row, where the head of that column stands right before it: ward 4, of a column Ward; -1 for none.
func (t *table) headedBy(folded string, at int, hit []cellAt) int {
	if folded[at] < '0' || folded[at] > '9' {
		return -1
	}
	before := strings.TrimRight(folded[:at], " ")
	for _, c := range hit {
		col := &t.cols[c.col]
		if col.numeric && c.col != t.key || col.day {
			continue
		}
		for _, head := range []string{col.Name, col.Title, col.TitleEN} {
			head = text.Fold(bareHead(head))
			if head != "" && strings.HasSuffix(before, head) && parted(before, len(before)-len(head), len(before)) {
				return c.col
			}
		}
	}
	return -1
}

// parted reports whether a stretch of text is a word of its own. Han characters need no bounds.
func parted(s string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:start])
	first, _ := utf8.DecodeRuneInString(s[start:])
	last, _ := utf8.DecodeLastRuneInString(s[:end])
	after, _ := utf8.DecodeRuneInString(s[end:])
	return !(alnum(before) && alnum(first)) && !(alnum(last) && alnum(after))
}

// periodsNamed adds the days and periods of a claim that rows are called by.
func (t *table) periodsNamed(r *reading, out []naming) []naming {
	if t.key < 0 || len(t.Rows) > 400 {
		return out
	}
	for _, v := range r.values {
		if v.Value != nil || slices.ContainsFunc(out, func(n naming) bool { return n.start < v.End && v.Start < n.end }) {
			continue
		}
		at, n := -1, 0
		for row := range t.Rows {
			if m, ok := t.calendar(row); ok && m.Kind == v.Kind {
				if same, _ := quantity.Equal(v.Mention, m); same {
					at = row
					n++
				}
			}
		}
		if n == 1 {
			out = append(out, naming{start: v.Start, end: v.End, rows: []int{at}, col: t.key})
		}
	}
	return out
}

// about finds the rows whose words a clause shares most, for labels that a claim does not repeat
// word for word. It returns none where the words tell no row from the others.
func (t *table) about(tokens []token) []int {
	n := min(len(t.Rows), readRows)
	if n < 2 {
		return nil
	}
	best, rows := 0.0, []int(nil)
	for i := range n {
		r := t.row(i)
		if len(r.tokens) == 0 {
			continue
		}
		shared, all := 0.0, 0.0
		for _, tok := range r.tokens {
			w := tok.weight() / float64(t.rare[tok.key])
			all += w
			if slices.ContainsFunc(tokens, func(c token) bool { return c.key == tok.key }) {
				shared += w
			}
		}
		if shared == 0 {
			continue
		}
		s := shared + .5*shared/all // more shared words first, then fewer words left over
		switch {
		case s > best+1e-9:
			best, rows = s, []int{i}
		case s > best-1e-9:
			rows = append(rows, i)
		}
	}
	if len(rows) == n {
		return nil
	}
	return rows
}
