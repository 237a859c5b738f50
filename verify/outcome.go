package verify

import (
	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/verify/words"
)

// replay runs a calculation again and returns what is wrong with it, "" for nothing.
func (t *trial) replay(r *record) string {
	c := r.ev.Calc
	for _, in := range c.Inputs {
		if !t.standsIn(in) {
			return in.Name + " = " + clip(in.Value) + " does not stand in " + firstOf(in.Evidence, "the workspace")
		}
	}
	again, err := calc.Run(c.Formula, c.Inputs)
	if err != nil {
		return "the formula cannot be run again: " + err.Error()
	}
	if again.Value != c.Value {
		return "the formula gives " + clip(again.Value) + ", not " + clip(c.Value)
	}
	return ""
}

// Wordings of what could not be found, checked or shown.
const (
	excuses = words.NotFound | words.Unavailable | words.Withheld
	absence = words.NotFound | words.Absent
)

// status: what is said of a call that brought nothing fits how it ended.
func (t *trial) status() {
	outcomes := t.of(outcomeRecord)
	if len(outcomes) == 0 || t.whole {
		return
	}
	said, concludes := t.saidOfOutcome()
	only := len(outcomes) == len(t.recs)
	if t.free && said&(absence|words.Unavailable|words.Withheld) == 0 {
		if only {
			t.refuse("status", "the evidence is only the outcome of a call (%s), which proves nothing else", t.ix.recs[outcomes[0]].ev.Status)
			t.ends = true
		}
		return
	}
	if t.free && !only && t.r.classes()&excuses == 0 {
		return // "there is no fee" may be what a passage says
	}
	if concludes {
		t.refuse("status", "that there is none does not follow from a call that brought nothing")
	}
	ok := false
	why := ""
	for _, i := range outcomes {
		w := misworded(t.ix.recs[i].ev.Status, said)
		if w == "" {
			ok = true
		} else if why == "" {
			why = w
		}
	}
	if !ok {
		t.refuse("status", "%s", why)
	}
	if only {
		t.ends = true
		if ok && !t.namesAsked(outcomes) {
			t.refuse("status", "the claim names something that was not asked for")
		}
	}
}

// saidOfOutcome returns what the claim says of calls that brought nothing, and whether it concludes that there is none.
func (t *trial) saidOfOutcome() (said words.Class, concludes bool) {
	said = t.r.classes()
	ways := words.Outcomes(t.r.src)
	for way, class := range map[words.OutcomeWay]words.Class{words.SaysNotFound: words.NotFound, words.SaysUnavailable: words.Unavailable, words.SaysWithheld: words.Withheld} {
		if ways&way != 0 {
			said |= class
		}
	}
	return said, ways&words.SaysConcludes != 0
}

// misworded returns why a wording does not fit a status, "" when it does.
func misworded(s casefile.Status, said words.Class) string {
	switch s {
	case casefile.NoHit:
		switch {
		case said&words.Absent != 0 && said&words.NotFound == 0:
			return "nothing was found in what may be read; that does not prove that there is none"
		case said&words.NotFound == 0:
			return "nothing was found, and the claim does not say so"
		}
	case casefile.Timeout, casefile.Invalid:
		switch {
		case said&words.Unavailable != 0:
		case said&absence != 0:
			return "the call did not complete; that does not prove that there is nothing"
		default:
			return "the call did not complete, and the claim does not say so"
		}
	case casefile.Forbidden:
		if said&(words.Withheld|words.Unavailable|words.NotFound) == 0 {
			return "the record may not be read, and the claim says something of it"
		}
	default:
		return "the outcome of a call (" + string(s) + ") proves nothing"
	}
	return ""
}

// namesAsked reports whether every identifier and value of the claim is one that was asked for.
func (t *trial) namesAsked(outcomes []int) bool {
	for _, tok := range t.r.tokens {
		if tok.kind != identToken {
			continue
		}
		found := false
		for i := range t.ix.recs {
			r := &t.ix.recs[i]
			found = found || r.head[tok.key] || r.kind == saidRecord && r.holds(tok.key)
		}
		bare := true
		for _, i := range outcomes {
			bare = bare && len(t.ix.recs[i].ev.Args) == 0 && t.ix.c.Question == ""
		}
		if !found && !bare && !t.ix.asked(tok.key, t.v.reader) {
			return false
		}
	}
	return true
}

// asked reports whether the question itself holds a key.
func (ix *index) asked(key string, rd *reader) bool {
	if ix.question == nil {
		ix.question = map[string]bool{}
		for _, tok := range rd.read(ix.c.Question).tokens {
			ix.question[tok.key] = true
		}
	}
	return ix.question[key]
}
