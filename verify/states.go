package verify

import (
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// notYetRow: what a row has as still to come is not said to be done: 已审批, of a row that has 待审批; approved, of one that has pending approval.
func (t *trial) notYetRow() {
	t.eachTelling(func(tl *telling) {
		rows := tl.rowsOf()
		if len(rows) != 1 {
			return
		}
		for col, cell := range tl.tb.Rows[rows[0]] {
			if col == tl.tb.key {
				continue
			}
			done, at := t.doneHan(tl, cell.Text)
			if done == "" {
				done, at = t.doneWord(tl, rows[0], col)
			}
			if done != "" && !t.deniedAt(tl, at) {
				t.refuse("modality", "%s: the row of %s has %s", done, t.rowName(tl, rows[0]), cell.Text)
				return
			}
		}
	})
}

// doneHan finds where a sentence says in Chinese that what a state leaves open was done.
func (t *trial) doneHan(tl *telling, state string) (done string, at int) {
	for _, open := range words.States("open zh") {
		act, ok := strings.CutPrefix(state, open)
		if !ok || len(act) < 2*len("的") {
			continue
		}
		for _, d := range words.States("done zh") {
			if i := strings.Index(t.r.src[tl.start:tl.end], d+act); i >= 0 {
				return d + act, tl.start + i
			}
		}
	}
	return "", 0
}

// doneWord finds the word with which a sentence says in English that what a cell leaves open was done: the cell's own after "to be", another form
// of it after "pending". No other cell of the row may
// have it, and the sentence no word that leaves it open too.
func (t *trial) doneWord(tl *telling, row, col int) (done string, at int) {
	state := " " + tl.tb.folded(row, col) + " "
	said := " " + strings.Join(wordsIn(t.r.src[tl.start:tl.end]), " ") + " "
	if has := func(w string) bool { return strings.Contains(said, " "+w+" ") }; slices.ContainsFunc(words.States("leaves open"), has) {
		return "", 0
	}
	for _, open := range words.States("open") {
		act, ok := strings.CutPrefix(state, " "+open+" ")
		if !ok {
			if act, ok = strings.CutSuffix(state, " "+open+" "); !ok {
				continue
			}
		}
		same := slices.Contains(words.States("open before the same"), open)
		for _, w := range t.v.reader.short(act).tokens {
			for k := t.r.clauses[tl.first].first; k < t.r.clauses[tl.last].last; k++ {
				tok := t.r.tokens[k]
				s := text.Fold(t.r.src[tok.start:tok.end])
				if alike := s == act[w.start:w.end]; alike == same && (tok.key == w.key || shareSense(tok, w)) && !t.inOtherCell(tl, row, col, s) {
					return s, tok.start
				}
			}
		}
		return "", 0
	}
	return "", 0
}

// inOtherCell reports whether another cell of a row has a word.
func (t *trial) inOtherCell(tl *telling, row, col int, word string) bool {
	for c := range tl.tb.Rows[row] {
		if c != col && slices.Contains(wordsIn(tl.tb.folded(row, c)), word) {
			return true
		}
	}
	return false
}

// wordsIn are the words of a text, folded.
func wordsIn(s string) []string {
	return strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}
