package main

import (
	"fmt"
	"slices"

	"github.com/casefile/casefile"
)

// A watch hears what a case tells while it runs.
type watch struct {
	notices []casefile.Notice
	asked   map[casefile.Stage]int // requests to the model
	during  int                    // sentences that were heard before the reply they stand in was whole
	writing bool
}

// ask is a question that the watch hears.
func (w *watch) ask(a casefile.Ask) casefile.Ask {
	w.asked = map[casefile.Stage]int{}
	s := casefile.NewStream(func(n casefile.Notice) { w.notices = append(w.notices, n) })
	before := a.Progress
	a.Progress = func(e casefile.Event) {
		if e.Model != nil {
			w.writing = e.Model.Response == nil && e.Model.Error == "" && e.Model.For == casefile.StageGenerate
			if e.Decision == "asked" {
				w.asked[e.Model.For]++
			}
		}
		s.Event(e)
		if before != nil {
			before(e)
		}
	}
	a.Claimed = s.Claimed
	a.Provisional = func(words string) {
		if s.Provisional(words); w.writing {
			w.during++
		}
	}
	return a
}

// inOrder holds what was told to the order in which things happen: a plan first, a call before its outcome, the outcome before its records,
// records before claims; each claim of the answer once, and none taken back.
func (w *watch) inOrder(out casefile.Outcome) error {
	step, tool, found, told := map[string]bool{}, map[string]bool{}, false, map[string]int{}
	for i, n := range w.notices {
		ok := true
		switch n.Kind {
		case casefile.NoticePlan:
			ok = i == 0 || found
		case casefile.NoticeStep:
			ok, step[n.Step] = i > 0, true
		case casefile.NoticeTool:
			ok, tool[n.Step] = step[n.Step], true
		case casefile.NoticeEvidence:
			ok, found = tool[n.Step], true
		case casefile.NoticeClaim:
			told[n.Text]++
			ok = found && told[n.Text] == 1
		case casefile.NoticeProvisional, casefile.NoticeVerdict:
			ok = found
		case casefile.NoticeWithdrawn:
			ok = false
		}
		if !ok {
			return fmt.Errorf("notice %d, %s %s%s, is out of order: %v", i, n.Kind, n.Step, n.Text, w.kinds())
		}
	}
	for _, cl := range out.Answer.Claims {
		if told[cl.Text] != 1 {
			return fmt.Errorf("%q was told %d times", cl.Text, told[cl.Text])
		}
	}
	return nil
}

// kinds are the kinds of what was told, those that follow each other once.
func (w *watch) kinds() []casefile.NoticeKind {
	var out []casefile.NoticeKind
	for _, n := range w.notices {
		out = append(out, n.Kind)
	}
	return slices.Compact(out)
}
