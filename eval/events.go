package eval

import (
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

// refusal returns the verdict on a draft in which its claim was found at fault, -1 where it was not.
func (d reading) refusal(draft, claim int) int {
	for i := draft + 1; i < len(d.o.Events); i++ {
		e := d.o.Events[i]
		if e.Stage == casefile.StageGenerate {
			break
		}
		if e.Stage == casefile.StageVerify && e.Verdict != nil {
			if slices.ContainsFunc(e.Verdict.Findings, func(f casefile.Finding) bool { return f.Claim == claim }) {
				return i
			}
		}
	}
	return -1
}

func (d reading) records(c casefile.Claim) []casefile.Evidence {
	var out []casefile.Evidence
	for _, cite := range c.Cites {
		if e, ok := d.o.Case.Find(cite.Evidence); ok {
			out = append(out, e)
		}
	}
	return out
}

func (d reading) mayRead(e casefile.Evidence) bool { return mayRead(d.o.Case.Scope, e) }

// brought returns the event of the result that brought a record.
func (d reading) brought(id string) int {
	for _, c := range d.o.Case.Calls {
		if !slices.Contains(c.Evidence, id) {
			continue
		}
		for i, e := range d.o.Events {
			if e.Stage == casefile.StageResult && e.Call != nil && e.Call.Step == c.Step && e.Call.N == c.N {
				return i
			}
		}
	}
	return d.last(casefile.StageResult)
}

func (d reading) calls(tool string) int {
	n := 0
	for _, c := range d.o.Case.Calls {
		if c.Tool == tool && c.Reached {
			n++
		}
	}
	return n
}

func (d reading) lastCall(tool string) int {
	at := -1
	for i, e := range d.o.Events {
		if e.Stage == casefile.StageCall && e.Call != nil && e.Call.Tool == tool {
			at = i
		}
	}
	return at
}

// last returns the last event of one of the stages, -1 where there is none.
func (d reading) last(stages ...casefile.Stage) int { return d.before(len(d.o.Events), stages...) }

func (d reading) before(end int, stages ...casefile.Stage) int {
	for i := end - 1; i >= 0; i-- {
		if slices.Contains(stages, d.o.Events[i].Stage) {
			return i
		}
	}
	return -1
}

func searchCall(c casefile.Call) bool {
	_, ok := query(casefile.Done{Call: c})
	return ok
}

func cites(a casefile.Answer, c casefile.Case, ref string) bool {
	return slices.ContainsFunc(a.Claims, func(claim casefile.Claim) bool { return citesRecord(claim, c, ref) })
}

func citesRecord(claim casefile.Claim, c casefile.Case, ref string) bool {
	return slices.ContainsFunc(claim.Cites, func(cite casefile.Citation) bool {
		e, ok := c.Find(cite.Evidence)
		return ok && !e.Said && (record{e.Source, e.Tool}).is(ref)
	})
}

// lostAt says at which stage a wanted passage was lost.
func lostAt(o Outcome, ref string) string {
	return string(reading{o: o, w: Want{Cites: []string{ref}}}.missing(ref).cause)
}

// lineOf says an event in short.
func lineOf(events []casefile.Event, i int) string {
	if i < 0 || i >= len(events) {
		return ""
	}
	e := events[i]
	parts := []string{string(e.Stage)}
	if e.Step != "" {
		parts = append(parts, e.Step)
	}
	if e.Call != nil {
		parts = append(parts, e.Call.Tool+" "+string(e.Call.Args))
	}
	if e.Result != nil {
		parts = append(parts, fmt.Sprintf("%s, %d records", e.Result.Status, len(e.Result.Evidence)))
	}
	if e.Draft != nil {
		parts = append(parts, fmt.Sprintf("%d claims", len(e.Draft.Claims)))
	}
	if e.Verdict != nil {
		parts = append(parts, fmt.Sprintf("%d findings", len(e.Verdict.Findings)))
		for _, f := range e.Verdict.Findings[:min(1, len(e.Verdict.Findings))] {
			parts = append(parts, f.Rule+": "+f.Why)
		}
	}
	if e.Decision != "" {
		parts = append(parts, e.Decision)
	}
	if e.Why != "" {
		parts = append(parts, e.Why)
	}
	return short(strings.Join(parts, " · "), 240)
}

// short cuts a text to n characters.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
