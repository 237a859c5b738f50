package verify

import (
	"regexp"

	"github.com/casefile/casefile/quantity"
)

// timeWords begin what can only be said of days and times of day.
var timeWords = regexp.MustCompile(`^(?i:earlier|earliest|later|latest|last|first|newest|older|oldest|早于|晚于|最早|最晚|先于|后于)`)

// timed returns a test for columns of days and times of day where the word at a place can be said of these only, else nil. Where a
// table has none, ages and the like may be meant.
func (t *trial) timed(tl *telling, at int) func(col int) bool {
	if at < 0 || at >= len(t.r.src) || !timeWords.MatchString(t.r.src[at:]) {
		return nil
	}
	is := func(col int) bool { return tl.tb.cols[col].day || tl.tb.clocks(col) }
	for col := range tl.tb.cols {
		if is(col) {
			return is
		}
	}
	return nil
}

// clocks reports whether a column has times of day.
func (t *table) clocks(col int) bool {
	if len(t.Rows) == 0 {
		return false
	}
	m, ok := t.measure(0, col)
	return ok && m.Kind == quantity.Clock
}
