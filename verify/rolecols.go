package verify

import (
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// textCols are the columns of texts beside the one that tells rows apart.
func (t *table) textCols() []int {
	var out []int
	for col := range t.cols {
		if c := &t.cols[col]; col != t.key && !c.numeric && !c.day && !t.measures(col) {
			out = append(out, col)
		}
	}
	return out
}

// cell is the folded text of a cell.
func (t *table) cell(row, col int) string {
	if col < 0 || col >= len(t.Rows[row]) {
		return ""
	}
	return strings.TrimSpace(text.Fold(t.Rows[row][col].Text))
}

// calls are what stands between a head and the text of its column: manager is X, from X, 负责人为X.
var calls = regexp.MustCompile(`^(?: is| was| are| were|:|：|是|为|叫)?(?: the)? ?$`)

// underHead refuses a text that a sentence calls by the head of one column where the row has another there: from A, of a row that goes to A.
func (t *trial) underHead() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) > 0 {
		return
	}
	t.eachTelling(t.underHeadOf)
}

func (t *trial) underHeadOf(tl *telling) {
	if len(tl.tb.Rows) > readRows {
		return
	}
	for _, n := range t.named(tl.rec) {
		row, ok := t.rowBefore(tl, n)
		if !ok || n.end-n.start < 2 || n.end > tl.end || t.deniedAt(tl, n.start) {
			continue
		}
		folded, said := text.Fold(t.r.src[n.start:n.end]), strings.ToLower(t.r.src[tl.start:n.start])
		for _, col := range tl.tb.textCols() {
			head := strings.ToLower(bareHead(firstOf(tl.tb.cols[col].Title, tl.tb.cols[col].Name)))
			i := strings.LastIndex(said, head)
			if head == "" || i < 0 || !parted(said, i, i+len(head)) || !calls.MatchString(said[i+len(head):]) {
				continue
			}
			if has := tl.tb.cell(row, col); has != "" && has != folded && han(firstRune(has)) == han(firstRune(folded)) {
				t.refuse("column", "%s stands under another head than %s, which has %s", t.r.src[n.start:n.end], tl.tb.cols[col].Name, tl.tb.Rows[row][col].Text)
				return
			}
		}
	}
}

// rowBefore is the one row that a sentence names by what tells rows apart, before or beside another naming.
func (t *trial) rowBefore(tl *telling, n naming) (int, bool) {
	if tl.tb.key < 0 {
		return 0, false
	}
	for _, o := range tl.names {
		if n.start >= tl.start && o.start < n.start && o.col == tl.tb.key {
			return o.rows[0], true
		}
	}
	return 0, false
}

// stateMarked refuses a state that a sentence says of the one row it names, where the cell of the row has another: recommended in
// another language, of 继续试验 beside 推荐.
func (t *trial) stateMarked() {
	if len(t.of(passageRecord))+len(t.of(saidRecord)) == 0 {
		t.eachTelling(t.stateMarkedOf)
	}
}

func (t *trial) stateMarkedOf(tl *telling) {
	rows := tl.rowsOf()
	if len(rows) != 1 || len(tl.tb.Rows) > readRows {
		return
	}
	const states = words.Advice
	for c := tl.first; c <= tl.last; c++ {
		for _, m := range t.r.clauses[c].marks {
			if m.Class&states == 0 || slices.ContainsFunc(tl.labels, func(l naming) bool { return l.start < m.End && m.Start < l.end }) || t.deniedAt(tl, m.Start) {
				continue
			}
			for _, col := range tl.tb.textCols() {
				marked := func(row int) bool {
					return t.v.reader.short(tl.tb.Rows[row][col].Text).classes()&m.Class&states != 0
				}
				if !marked(rows[0]) && slices.ContainsFunc(everyRow(tl.tb), marked) {
					t.refuse("binding", "%q is said of another row; that of %s has %s", t.r.src[m.Start:m.End], t.rowName(tl, rows[0]), tl.tb.Rows[rows[0]][col].Text)
					return
				}
			}
		}
	}
}
