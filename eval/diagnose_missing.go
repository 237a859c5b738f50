package eval

import (
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// missing follows a record that a case wants and the answer does not cite.
func (d reading) missing(ref string) finding {
	if tool, ok := strings.CutPrefix(ref, "tool:"); ok {
		return d.missingRow(tool)
	}
	for _, e := range d.o.Case.Evidence {
		if (record{e.Source, e.Tool}).is(ref) {
			return d.unused(e, ref)
		}
	}
	doc, _, _ := strings.Cut(ref, "@")
	doc, _, _ = strings.Cut(doc, "#")
	searched, timedOut, other := -1, -1, -1
	for i, e := range d.o.Events {
		if e.Stage != casefile.StageResult || e.Call == nil || e.Result == nil || !searchCall(*e.Call) {
			continue
		}
		switch e.Result.Status {
		case casefile.Timeout:
			timedOut = i
		case casefile.Forbidden, casefile.Invalid:
			other = i
		default:
			searched = i
		}
		for _, r := range e.Result.Evidence {
			if r.Source != nil && r.Source.DocID == doc && strings.Contains(ref, "@") && !strings.HasPrefix(ref, doc+"@"+r.Source.Version) {
				return finding{FilteredWrong, i} // another version of it
			}
		}
	}
	switch {
	case other >= 0:
		return finding{FilteredWrong, other}
	case searched < 0 && timedOut >= 0:
		return finding{ToolFailed, timedOut}
	case searched < 0:
		return d.notAsked("")
	}
	for i, e := range d.o.Events { // another search that was not allowed may have been the one, but not a further try of one that was made
		if e.Stage == casefile.StageRoute && e.Decision == "not called" && e.Call != nil && searchCall(*e.Call) {
			if s, ok := d.o.Case.Plan.Step(e.Step); !ok || s.For == "" {
				return finding{OverBudget, i}
			}
		}
	}
	if timedOut >= 0 {
		return finding{ToolFailed, timedOut}
	}
	return finding{NotRecalled, searched}
}

// missingRow follows a tool whose rows the answer does not cite.
func (d reading) missingRow(tool string) finding {
	at, status := -1, casefile.Status("")
	for i, e := range d.o.Events {
		if e.Stage == casefile.StageResult && e.Call != nil && e.Call.Tool == tool && e.Result != nil && status != casefile.OK {
			at, status = i, e.Result.Status
		}
	}
	switch status {
	case "":
		return d.notAsked(tool)
	case casefile.Timeout:
		return finding{ToolFailed, at}
	case casefile.Forbidden, casefile.Invalid:
		return finding{FilteredWrong, at}
	case casefile.NoHit:
		return finding{NotRecalled, at}
	}
	for _, e := range d.o.Case.Evidence {
		if e.Tool != tool || e.Status != casefile.OK {
			continue
		}
		if e.Table != nil && len(e.Table.Rows) == 0 {
			return finding{NotRecalled, at}
		}
		return d.unused(e, "tool:"+tool)
	}
	return finding{NotRecalled, at}
}

// unused follows a record that is in hand and not cited: drafted and taken out, drafted on another record, or not drafted.
func (d reading) unused(e casefile.Evidence, ref string) finding {
	cited, refusedAt := false, -1
	for i, ev := range d.o.Events {
		switch {
		case ev.Stage == casefile.StageGenerate && ev.Draft != nil:
			for n, claim := range ev.Draft.Claims {
				if citesRecord(claim, d.o.Case, ref) {
					cited = true
					if at := d.refusal(i, n); at >= 0 {
						refusedAt = at
					}
				}
			}
		}
	}
	switch {
	case refusedAt >= 0 && cited:
		return d.justly(refusedAt)
	case cited:
		return finding{ReadWrong, d.last(casefile.StageGenerate)}
	}
	for i, ev := range d.o.Events { // what the record says is drafted, and rests on another one
		if ev.Stage != casefile.StageGenerate || ev.Draft == nil {
			continue
		}
		for _, claim := range ev.Draft.Claims {
			cited := d.records(claim)
			what, _ := unbacked(claim.Text, cited)
			still, _ := unbacked(claim.Text, append(cited, e))
			if what != "" && still == "" || e.Text != "" && strings.Contains(text.Fold(e.Text), text.Fold(claim.Text)) {
				return finding{CitedWrong, i}
			}
		}
	}
	if at := d.last(casefile.StageGenerate); at >= 0 {
		return finding{ReadWrong, at}
	}
	return d.ended()
}

// justly tells a refusal of a right claim from one of a claim that its records do not bear: then the draft went wrong first.
func (d reading) justly(at int) finding {
	draft := d.before(at, casefile.StageGenerate)
	if draft < 0 || d.o.Events[at].Verdict == nil {
		return finding{VerifierRefused, at}
	}
	claims := d.o.Events[draft].Draft.Claims
	for _, f := range d.o.Events[at].Verdict.Findings {
		if f.Claim >= len(claims) {
			continue
		}
		if what, _ := unbacked(claims[f.Claim].Text, d.records(claims[f.Claim])); what != "" {
			if d.elsewhere(claims[f.Claim]) {
				return finding{CitedWrong, draft}
			}
			return finding{ReadWrong, draft}
		}
		if i := slices.IndexFunc(claims[f.Claim].Cites, func(c casefile.Citation) bool {
			e, ok := d.o.Case.Find(c.Evidence)
			return !ok || !e.Said && !bears(c, e)
		}); i >= 0 {
			return finding{CitedUnused, draft}
		}
	}
	return finding{VerifierRefused, at}
}

// elsewhere reports whether the records of the case, together, bear the numbers of a claim.
func (d reading) elsewhere(c casefile.Claim) bool {
	what, _ := unbacked(c.Text, d.o.Case.Evidence)
	return what == ""
}
