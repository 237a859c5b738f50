package verify

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// Rules is what a workspace knows that verification rests on. It is data: a case log keeps it for replay.
// The zero value is a verifier that knows no names and no identifiers.
type Rules struct {
	Identifiers map[string]string              `json:"identifiers,omitempty"`  // kind → RE2 pattern, matched whole, ignoring case and width
	Dictionary  map[string]map[string][]string `json:"dictionary,omitempty"`   // kind → name → other forms, in any language
	Synonyms    [][]string                     `json:"synonyms,omitempty"`     // words that mean the same
	Metrics     []Metric                       `json:"metrics,omitempty"`      // the data dictionary
	Decisive    []string                       `json:"decisive,omitempty"`     // words of conditions that a claim must not drop
	Significant string                         `json:"significant,omitempty"`  // the least change that may be called significant, as a ratio: "0.2"
	Conditions  bool                           `json:"conditions,omitempty"`   // also hold claims to conditions that are not marked decisive
	WorkingDays bool                           `json:"working_days,omitempty"` // 昨天 and yesterday count working days only
	Holidays    []casefile.Date                `json:"holidays,omitempty"`     // days off, with WorkingDays
	Sources     map[string]Track               `json:"sources,omitempty"`      // document id → how it fared where sources disagreed
	Check       bool                           `json:"check,omitempty"`        // each claim on passages is looked up once more, in its own words
	Model       bool                           `json:"model,omitempty"`        // the case's language model is asked about what the lexical rule cannot confirm
	Entailment  *Entailment                    `json:"entailment,omitempty"`   // the case's model for entailment is; with Model, both must confirm
}

// A Metric is a figure with a definition.
type Metric struct {
	Name       string   `json:"name"`                 // as columns name it
	Words      []string `json:"words,omitempty"`      // what it is called, in any language
	Definition string   `json:"definition,omitempty"` // how it is computed
}

// A Verifier judges drafts. It is safe for concurrent use.
type Verifier struct {
	reader      *reader
	significant *big.Rat
	periods     quantity.PeriodOptions
	conditions  bool
	uncited     bool     // a claim without citations is held to all the evidence
	decisive    []string // keys of decisive words
	tracks      map[string]Track
	metrics     []Metric
	check       bool // see Rules.Check
	entailer    Entailer
	titles      map[string]bool // keys of words that say what kind of document a title is of
	off         map[string]bool
}

var _ casefile.Verifier = (*Verifier)(nil)

// New returns a verifier for a workspace's rules. It fails on a pattern or a threshold that cannot be read.
func New(r Rules) (*Verifier, error) {
	rd, err := newReader(r)
	if err != nil {
		return nil, err
	}
	v := &Verifier{reader: rd, tracks: r.Sources, metrics: r.Metrics, check: r.Check, titles: titleWords(rd), conditions: r.Conditions, periods: quantity.PeriodOptions{BusinessDays: r.WorkingDays, Holidays: r.Holidays}}
	if r.Significant != "" {
		s, ok := parseRat(r.Significant)
		if !ok || s.Sign() <= 0 {
			return nil, fmt.Errorf("verify: significant %q: want a positive decimal such as 0.2", r.Significant)
		}
		v.significant = s
	}
	for _, w := range r.Decisive {
		for _, t := range rd.read(w).tokens {
			v.decisive = append(v.decisive, t.key)
		}
	}
	var asked everyOne
	if r.Entailment != nil {
		if t := r.Entailment.Threshold; !share(t) || t == 0 || !share(r.Entailment.Contradiction) {
			return nil, fmt.Errorf("verify: entailment: the threshold %v or contradiction %v is not between 0 and 1", t, r.Entailment.Contradiction)
		}
		asked = append(asked, ByScore{*r.Entailment})
	}
	if r.Model {
		asked = append(asked, ByModel{})
	}
	if len(asked) > 0 {
		v.entailer = asked
	}
	return v, nil
}

// Verify judges c.Draft against c.Evidence. Every claim without a finding is supported, and the
// checklist names the record of each of its values. It fails only when ctx has ended.
func (v *Verifier) Verify(ctx context.Context, c casefile.Case) (casefile.Verdict, error) {
	c.Evidence = slices.Clone(c.Evidence)
	for i, e := range c.Evidence {
		c.Evidence[i].Text = text.Said(e) // what gives orders to a program states nothing
	}
	ix := v.index(c)
	ix.ctx = ctx
	var out casefile.Verdict
	for i := range c.Draft.Claims {
		if err := ctx.Err(); err != nil {
			return casefile.Verdict{}, fmt.Errorf("verify: %w", err)
		}
		j := v.judge(ix, i)
		out.Findings = append(out.Findings, j.findings...)
		out.Checklist = append(out.Checklist, j.checks...)
		out.Conflicts = append(out.Conflicts, j.conflicts...)
		out.Gaps = append(out.Gaps, j.gaps...)
	}
	return out, nil
}
