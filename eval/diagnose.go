package eval

import (
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// A Cause is the first stage of a failed case that went wrong.
type Cause string

// The causes, in the order of the stages: of several the first counts.
const (
	NotRun          Cause = "not run"                // the case could not be read, set up, answered or judged
	NotSearched     Cause = "not searched"           // the plan, or the route, never asked the source that has it, or asked back
	OverBudget      Cause = "budget"                 // a call that was planned was not allowed
	FilteredWrong   Cause = "filtered wrong"         // asked with the wrong arguments, the wrong day or the wrong rights
	ToolFailed      Cause = "tool failed"            // the call did not complete
	NotRecalled     Cause = "not recalled"           // asked rightly, and it did not come
	ReadWrong       Cause = "read wrong"             // in hand, and the draft says something else of it or nothing
	CitedWrong      Cause = "cited wrong"            // said, resting on another record
	CitedUnused     Cause = "cited an unused source" // a citation whose record does not bear its claim
	VerifierRefused Cause = "verifier refused"       // drafted rightly, and taken out
	VerifierLet     Cause = "verifier let through"   // a claim that its records do not bear left
	NotReplayed     Cause = "not replayed"           // the answer is right, and a replay gives another
)

var causeOrder = []Cause{NotRun, NotSearched, OverBudget, FilteredWrong, ToolFailed, NotRecalled, ReadWrong, CitedWrong, CitedUnused, VerifierRefused, VerifierLet, NotReplayed}

// A Diagnosis says where a failed case went wrong first.
type Diagnosis struct {
	Cause Cause  `json:"cause"`
	Line  int    `json:"line,omitempty"` // of the case log, from 1; 0 where there is none
	Says  string `json:"says,omitempty"` // that line in short
}

// A finding is the cause of one failed check, with the event that shows it.
type finding struct {
	cause Cause
	at    int // index of the event
}

// diagnose assigns a failed case to the first stage that went wrong. Each failed check is followed through the events; of
// their causes the earliest stage counts.
func diagnose(o Outcome, w Want, failed []checked) Diagnosis {
	d := reading{o: o, w: w}
	first := d.earliest(failed, false)
	if first == nil {
		first = d.earliest(failed, true)
	}
	if first == nil {
		return Diagnosis{Cause: NotReplayed, Line: len(o.Events), Says: lineOf(o.Events, len(o.Events)-1)}
	}
	return Diagnosis{Cause: first.cause, Line: first.at + 1, Says: lineOf(o.Events, first.at)}
}

// weak are checks that fail in the wake of others: they count where nothing else failed.
var weak = []string{"tools", "stop", "queries"}

// earliest returns the earliest cause of the failed checks, nil where none is to be looked at. A wrong draft that left is the
// verifier's: it is there to stop it.
func (d reading) earliest(failed []checked, weaker bool) *finding {
	var first, let *finding
	for _, c := range failed {
		if slices.Contains(weak, c.what) != weaker {
			continue
		}
		f := d.follow(c)
		if first == nil || slices.Index(causeOrder, f.cause) < slices.Index(causeOrder, first.cause) {
			first = &f
		}
		if f.cause == VerifierLet {
			let = &f
		}
	}
	if let != nil && first.cause == ReadWrong {
		return let
	}
	return first
}

// A reading is a case that is looked through for what went wrong.
type reading struct {
	o Outcome
	w Want
}

func (d reading) follow(c checked) finding {
	switch c.what {
	case "cites", "evidence":
		return d.missing(c.ref)
	case "cites_not":
		return d.cited(c.ref)
	case "says", "values":
		return d.unsaid(c)
	case "says_not", "secrets":
		return d.said(c)
	case "number":
		return d.wrongNumber()
	case "leak", "stale":
		return finding{FilteredWrong, d.brought(c.ref)}
	case "status", "stop":
		return d.status()
	case "as_of", "args":
		if at := d.lastCall(c.ref); at >= 0 {
			return finding{FilteredWrong, at}
		}
	case "tools":
		if n := d.calls(c.ref); n > 0 && !d.w.Tools[c.ref].holds(n) && n > d.w.Tools[c.ref].N {
			return finding{OverBudget, d.lastCall(c.ref)}
		}
	}
	return d.notAsked("")
}

// notAsked is the cause where a tool was not called: the budget, where it refused the call; a call before it that went wrong,
// where the plan had more to do; or else the plan. "" is any tool.
func (d reading) notAsked(tool string) finding {
	for i, e := range d.o.Events {
		if e.Stage == casefile.StageRoute && e.Decision == "not called" && e.Call != nil && (tool == "" || e.Call.Tool == tool) {
			return finding{OverBudget, i}
		}
	}
	if strings.HasPrefix(string(d.o.Answer.Stop), "limit_") && tool != "" {
		return finding{OverBudget, d.last(casefile.StageJudge, casefile.StageAnswer)}
	}
	if f, ok := d.cutShort(); ok {
		return f
	}
	return finding{NotSearched, d.planned()}
}

// cutShort finds the call whose outcome kept the case from going on as planned.
func (d reading) cutShort() (finding, bool) {
	done := map[string]bool{}
	for _, e := range d.o.Events {
		if e.Stage == casefile.StageCall || e.Stage == casefile.StageRoute {
			done[e.Step] = true
		}
	}
	if !slices.ContainsFunc(d.o.Case.Plan.Steps, func(s casefile.Step) bool { return !done[s.ID] }) && d.o.Answer.Stop != casefile.StopForbidden {
		return finding{}, false
	}
	for i, e := range d.o.Events {
		if e.Stage != casefile.StageResult || e.Result == nil {
			continue
		}
		switch e.Result.Status {
		case casefile.Forbidden, casefile.Invalid:
			return finding{FilteredWrong, i}, true
		case casefile.Timeout:
			return finding{ToolFailed, i}, true
		}
	}
	return finding{}, false
}

// planned is the event of the last plan, or the end of the case where none was made.
func (d reading) planned() int {
	if at := d.last(casefile.StagePlan); at >= 0 {
		return at
	}
	return len(d.o.Events) - 1
}

// wrongNumber follows a claim that left with a number that no record it cites has.
func (d reading) wrongNumber() finding {
	for _, claim := range d.o.Answer.Claims {
		if what, _ := unbacked(claim.Text, d.records(claim)); what != "" && d.elsewhere(claim) {
			return finding{CitedWrong, d.last(casefile.StageGenerate)}
		}
	}
	return finding{VerifierLet, d.last(casefile.StageVerify)}
}

// cited follows a citation that a case forbids.
func (d reading) cited(ref string) finding {
	for _, claim := range d.o.Answer.Claims {
		for _, c := range claim.Cites {
			e, ok := d.o.Case.Find(c.Evidence)
			if !ok || !(record{e.Source, e.Tool}).is(ref) {
				continue
			}
			at := d.brought(e.ID)
			switch {
			case e.Source != nil && (!inForce(e) || !d.mayRead(e)), d.otherVersion(e):
				return finding{FilteredWrong, at}
			case !bears(c, e):
				return finding{CitedUnused, d.last(casefile.StageGenerate)}
			}
			return finding{CitedWrong, d.last(casefile.StageGenerate)}
		}
	}
	return finding{CitedWrong, d.last(casefile.StageAnswer)}
}

// otherVersion reports whether a case wants another version of a record's document.
func (d reading) otherVersion(e casefile.Evidence) bool {
	if e.Source == nil {
		return false
	}
	return slices.ContainsFunc(d.w.passages(), func(ref string) bool {
		doc, version, ok := strings.Cut(ref, "@")
		version, _, _ = strings.Cut(version, "#")
		return ok && doc == e.Source.DocID && version != e.Source.Version
	})
}

// unsaid follows something the answer does not say.
func (d reading) unsaid(c checked) finding {
	says := func(s string) bool {
		if c.what == "values" {
			return holds(s, c.ref)
		}
		return c.re.MatchString(s)
	}
	for i, e := range d.o.Events { // drafted, and taken out
		if e.Stage != casefile.StageGenerate || e.Draft == nil {
			continue
		}
		for n, claim := range e.Draft.Claims {
			if says(claim.Text) {
				if at := d.refusal(i, n); at >= 0 {
					return d.justly(at)
				}
			}
		}
	}
	return d.notDrafted()
}

// notDrafted follows an answer that lacks what no draft had: a record that did not come, or one that was read wrong.
func (d reading) notDrafted() finding {
	var first *finding
	for _, ref := range slices.Concat(d.w.Cites, d.w.Evidence, refs(d.w.tools())) {
		has := slices.ContainsFunc(d.o.Case.Evidence, func(e casefile.Evidence) bool {
			return (record{e.Source, e.Tool}).is(ref) && e.Status == casefile.OK
		})
		if has && cites(d.o.Answer, d.o.Case, ref) {
			continue
		}
		f := d.missing(ref)
		if first == nil || slices.Index(causeOrder, f.cause) < slices.Index(causeOrder, first.cause) {
			first = &f
		}
	}
	if first != nil {
		return *first
	}
	if at := d.uncarried(); at >= 0 {
		return finding{FilteredWrong, at}
	}
	for i, e := range d.o.Events { // what was drafted was refused, whatever it was
		if e.Stage == casefile.StageVerify && e.Verdict != nil && len(e.Verdict.Findings) > 0 {
			return d.justly(i)
		}
	}
	return d.ended()
}

// uncarried returns the last call of a case of which no call carries the period that the question names, -1 where one does.
func (d reading) uncarried() int {
	for _, n := range d.o.Case.Plan.Needs {
		if n.Period.IsZero() {
			continue
		}
		carried := slices.ContainsFunc(d.o.Case.Calls, func(c casefile.Done) bool {
			args := string(c.Args)
			return strings.Contains(args, n.Period.From.String()) || strings.Contains(args, n.Period.To.String()) || c.AsOf == n.Period.To
		})
		if !carried {
			return d.last(casefile.StageCall)
		}
	}
	return -1
}

func refs(tools []string) []string {
	var out []string
	for _, t := range tools {
		out = append(out, "tool:"+t)
	}
	return out
}

// ended finds the cause by how far the case came.
func (d reading) ended() finding {
	if f := d.notAsked(""); f.cause == OverBudget {
		return f
	}
	results, ok, bad := -1, false, casefile.Status("")
	for i, e := range d.o.Events {
		if e.Stage == casefile.StageResult && e.Result != nil {
			results = i
			switch e.Result.Status {
			case casefile.OK, casefile.Partial:
				ok = true
			case casefile.Timeout, casefile.Forbidden, casefile.Invalid:
				bad = e.Result.Status
			}
		}
	}
	switch {
	case strings.HasPrefix(string(d.o.Answer.Stop), "limit_"):
		return finding{OverBudget, d.last(casefile.StageAnswer)}
	case results < 0:
		return finding{NotSearched, d.planned()}
	case bad == casefile.Timeout:
		return finding{ToolFailed, results}
	case bad != "":
		return finding{FilteredWrong, results}
	case !ok:
		return finding{NotRecalled, results}
	}
	if at := d.last(casefile.StageGenerate); at >= 0 {
		return finding{ReadWrong, at}
	}
	return finding{NotSearched, d.planned()}
}

// said follows something that stands in the answer, or in its records, and must not.
func (d reading) said(c checked) finding {
	for _, e := range d.o.Case.Evidence {
		if c.what == "secrets" && !e.Said && (c.re.MatchString(e.Text) || !d.mayRead(e)) {
			return finding{FilteredWrong, d.brought(e.ID)}
		}
	}
	for _, claim := range d.o.Answer.Claims {
		if !c.re.MatchString(claim.Text) {
			continue
		}
		cited := d.records(claim)
		for _, e := range cited {
			if e.Source != nil && (!inForce(e) || !d.mayRead(e)) || d.otherVersion(e) || d.w.forbids(e) {
				return finding{FilteredWrong, d.brought(e.ID)}
			}
		}
		if what, _ := unbacked(claim.Text, cited); what != "" {
			if d.elsewhere(claim) {
				return finding{CitedWrong, d.last(casefile.StageGenerate)}
			}
			return finding{VerifierLet, d.last(casefile.StageVerify)}
		}
		for _, cite := range claim.Cites {
			if e, ok := d.o.Case.Find(cite.Evidence); ok && !bears(cite, e) {
				return finding{CitedUnused, d.last(casefile.StageGenerate)}
			}
		}
		if len(d.w.passages())+len(d.w.tools()) > 0 {
			if f := d.notDrafted(); f.cause != ReadWrong {
				return f
			}
		}
		return finding{VerifierLet, d.last(casefile.StageVerify)}
	}
	return d.ended()
}

// status follows an answer of another status than wanted.
func (d reading) status() finding {
	got := d.o.Answer.Status
	switch want := expects(d.w.Status); {
	case got == casefile.NeedsInput || got == casefile.NeedsApproval:
		return finding{NotSearched, d.planned()}
	case got == casefile.ForbiddenCase:
		for i, e := range d.o.Events {
			if e.Result != nil && e.Result.Status == casefile.Forbidden {
				return finding{FilteredWrong, i}
			}
		}
		return finding{FilteredWrong, d.last(casefile.StageAnswer)}
	case want < 0: // answered what should not be
		if len(d.o.Answer.Claims) > 0 && d.last(casefile.StageVerify) >= 0 && !slices.Contains(d.w.Status, casefile.NeedsInput) && !slices.Contains(d.w.Status, casefile.NeedsApproval) {
			if slices.Contains(d.w.Status, casefile.ForbiddenCase) {
				return finding{FilteredWrong, d.last(casefile.StageResult)}
			}
			return finding{VerifierLet, d.last(casefile.StageVerify)}
		}
		return finding{NotSearched, d.planned()}
	}
	return d.notDrafted()
}
