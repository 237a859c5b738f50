package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

// maxLine bounds one line of input. Evidence of 100,000 rows is well below it.
const maxLine = 256 << 20

// lineIn is one line: an answer of any system with its evidence.
type lineIn struct {
	ID       json.RawMessage   `json:"id"`
	Question string            `json:"question"`
	AsOf     string            `json:"as_of"`
	Answer   lineAnswer        `json:"answer"`
	Evidence []json.RawMessage `json:"evidence"`
}

type lineAnswer struct {
	Claims []lineClaim `json:"claims"`
	Text   string      `json:"text"`
}

type lineClaim struct {
	Text  string   `json:"text"`
	Cites []string `json:"cites"`
	Quote string   `json:"quote"`
}

type lineOut struct {
	ID     json.RawMessage `json:"id"`
	Claims []claimOut      `json:"claims"`
	Error  string          `json:"error,omitempty"`
}

type claimOut struct {
	Text     string           `json:"text"`
	Verdict  casefile.Support `json:"verdict"`
	Findings []findingOut     `json:"findings"`
}

type findingOut struct {
	Rule string `json:"rule"`
	Why  string `json:"why"`
}

// UnmarshalJSON refuses keys that it does not know: a misspelt one would drop claims or citations unseen.
func (a *lineAnswer) UnmarshalJSON(b []byte) error {
	type plain lineAnswer
	return strictly(b, (*plain)(a))
}

// strictly reads an object and refuses keys that it does not know.
func strictly(b []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	return dec.Decode(into)
}

// Line judges one line of `casefile verify --json`, with no workspace's rules, and returns the
// line to print, without its end. The formats are those of docs/verification.md. A line that
// cannot be read gives both an error and a line that says so.
func Line(in []byte) ([]byte, error) {
	v, err := New(Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		return nil, err
	}
	return v.Line(in)
}

// Line is the function Line with the rules of v.
func (v *Verifier) Line(in []byte) ([]byte, error) {
	w := *v
	w.uncited = true
	out, err := w.line(in)
	if err != nil {
		out.Error = err.Error()
	}
	if out.ID == nil {
		out.ID = json.RawMessage(`""`)
	}
	if out.Claims == nil {
		out.Claims = []claimOut{}
	}
	b, merr := json.Marshal(out)
	if merr != nil {
		return nil, fmt.Errorf("verify: write the verdict: %w", merr)
	}
	return b, err
}

func (v *Verifier) line(in []byte) (lineOut, error) {
	if len(in) > maxLine {
		return lineOut{}, fmt.Errorf("verify: the line has %d bytes, more than %d: give the evidence in parts", len(in), maxLine)
	}
	if !utf8.Valid(in) {
		in = []byte(toValid(string(in)))
	}
	in = bytes.TrimSpace(bytes.TrimPrefix(in, []byte("\xef\xbb\xbf")))
	if len(in) == 0 || in[0] != '{' {
		return lineOut{}, errors.New("verify: the line is no JSON object: write {\"id\": …, \"answer\": …, \"evidence\": […]}")
	}
	var l lineIn
	if err := json.Unmarshal(in, &l); err != nil {
		return lineOut{ID: l.ID}, fmt.Errorf("verify: the line is not an object as docs/verification.md describes it: %w", err)
	}
	out := lineOut{ID: l.ID}
	switch {
	case len(l.ID) == 0 || string(l.ID) == "null":
		return lineOut{}, errors.New("verify: the line has no id: its verdict could not be told from others")
	case len(l.Answer.Claims) > 0 && l.Answer.Text != "":
		return out, errors.New("verify: answer has both text and claims: give one of them")
	}
	c, err := ReadCase(l.Evidence, l.AsOf)
	if err != nil {
		return out, err
	}
	c.Question = l.Question
	claims := l.Answer.Claims
	given := make([]string, 0, len(claims))
	if len(claims) == 0 && l.Answer.Text != "" {
		for _, s := range segment(l.Answer.Text) {
			claims = append(claims, lineClaim{Text: s.judged, Cites: knownCites(s.cites, c.Evidence)})
			given = append(given, s.text)
		}
	} else {
		for _, s := range claims {
			given = append(given, s.Text)
		}
	}
	for _, s := range claims {
		cl := casefile.Claim{Text: s.Text}
		for _, id := range s.Cites {
			cl.Cites = append(cl.Cites, casefile.Citation{Evidence: id, Quote: s.Quote})
		}
		c.Draft.Claims = append(c.Draft.Claims, cl)
	}
	verdict, err := v.Verify(context.Background(), c)
	if err != nil {
		return out, err
	}
	for i := range claims {
		out.Claims = append(out.Claims, claimOut{Text: given[i], Verdict: Mark(verdict, i), Findings: []findingOut{}})
	}
	for _, f := range verdict.Findings {
		o := &out.Claims[f.Claim]
		o.Findings = append(o.Findings, findingOut{f.Rule, f.Why})
	}
	return out, nil
}

// ReadCase reads evidence in the format of Line into a case without a draft. asOf is a day, or "" for
// the day the newest version came into force.
func ReadCase(evidence []json.RawMessage, asOf string) (casefile.Case, error) {
	var c casefile.Case
	seen := map[string]int{}
	for i, raw := range evidence {
		e, err := readEvidence(raw)
		if err != nil {
			return casefile.Case{}, fmt.Errorf("verify: evidence %d: %w", i+1, err)
		}
		if first, twice := seen[e.ID]; twice {
			return casefile.Case{}, fmt.Errorf("verify: evidence %d: the id %s is that of evidence %d too: a citation of it would mean either", i+1, e.ID, first)
		}
		seen[e.ID] = i + 1
		c.Evidence = append(c.Evidence, e)
	}
	link(c.Evidence)
	if err := setDay(&c, asOf); err != nil {
		return casefile.Case{}, err
	}
	return c, nil
}

// Mark returns the support of claim i by a verdict: the worst of its findings.
func Mark(v casefile.Verdict, i int) casefile.Support {
	worst := casefile.Supported
	order := map[casefile.Support]int{casefile.Supported: 0, casefile.Unconfirmed: 1, casefile.Disputed: 2, casefile.Contradicted: 3}
	for _, f := range v.Findings {
		if f.Claim == i && order[f.Mark] > order[worst] {
			worst = f.Mark
		}
	}
	return worst
}

// setDay sets the day whose versions count: the one given, else the day the newest version came into force.
func setDay(c *casefile.Case, asOf string) error {
	var day casefile.Date
	if asOf != "" {
		s := asOf
		if len(s) > 10 {
			s = s[:10]
		}
		d, err := casefile.ParseDate(s)
		if err != nil {
			return fmt.Errorf("verify: as_of: %w", err)
		}
		day = d
		c.Now = d.In(time.UTC).Add(12 * time.Hour)
	} else {
		for _, e := range c.Evidence {
			if e.Source != nil && e.Source.EffectiveFrom.Compare(day) > 0 && !e.Source.EffectiveFrom.IsZero() {
				day = e.Source.EffectiveFrom
			}
		}
	}
	if day.IsZero() {
		return nil
	}
	for i := range c.Evidence {
		c.Evidence[i].AsOf = day
	}
	return nil
}

func knownCites(ids []string, evidence []casefile.Evidence) []string {
	var out []string
	for _, id := range ids {
		for _, e := range evidence {
			if e.ID == id {
				out = append(out, id)
				break
			}
		}
	}
	return out
}
