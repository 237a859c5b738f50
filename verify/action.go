package verify

import (
	"github.com/casefile/casefile/verify/words"
)

// action: no action is claimed that no tool did. The engine only reads.
func (t *trial) action() {
	if t.whole {
		return
	}
	for c := range t.r.clauses {
		if t.r.clauses[c].classes&words.Acted != 0 {
			t.refuse("action", "%q: nothing was done, and no record says that it was", clip(t.r.text(c)))
			return
		}
	}
	if len(t.of(passageRecord)) > 0 && len(t.of(tableRecord)) == 0 {
		t.doneOutside()
		return // the rule on modality compares the rest with the passage
	}
	for c := range t.r.clauses {
		cl := t.r.clauses[c]
		for _, m := range cl.marks {
			if m.Class&words.Done == 0 || shownAll.MatchString(t.r.src[m.Start:cl.end]) && len(t.of(tableRecord)) > 0 {
				continue // in the list that is given
			}
			for _, tok := range t.r.toks(c) {
				if tok.start < m.End || tok.kind == calendarToken {
					continue
				}
				if t.holder(tok.key) < 0 {
					t.refuse("action", "%q: no record says that it was done", clip(t.r.text(c)))
				}
				break
			}
		}
	}
}

// doneOutside: something is said to have been done that no passage speaks of.
func (t *trial) doneOutside() {
	if t.foreign() || !t.asserts() {
		return
	}
	for c := range t.r.clauses {
		for _, m := range t.r.clauses[c].marks {
			if m.Class&words.Done == 0 || t.r.lang != "zh" {
				continue
			}
			n, unknown := 0.0, 0.0
			for _, tok := range t.r.toks(c) {
				if tok.start < m.End || tok.kind == calendarToken {
					continue
				}
				n += tok.weight()
				if t.holder(tok.key) < 0 {
					unknown += tok.weight()
				}
			}
			if n > 0 && unknown >= .3*n {
				t.refuse("action", "%q: no record says that it was done", clip(t.r.text(c)))
			}
		}
	}
}
