package main

import (
	"encoding/json"
	"io"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
	"github.com/casefile/casefile/verify/mutate"
)

// A measured is a claim with its signals, for learning how much each weighs.
type measured struct {
	ID      string             `json:"id"`
	Right   bool               `json:"right"`
	Kind    string             `json:"kind"`
	Lang    string             `json:"lang"`
	Signals map[string]float64 `json:"signals"`          // nil for a claim that does not rest on prose
	Weight  float64            `json:"weight,omitempty"` // of a mutant of a right claim; 0 for a claim of the set
	Rules   []string           `json:"rules"`            // that found something
	Open    bool               `json:"open"`             // the rules on prose decide
}

// measureAll measures the claims of a set with their citations.
func measureAll(items []item, mutants bool) ([]measured, error) {
	v, err := verify.New(verify.Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		return nil, err
	}
	var out []measured
	for _, it := range items {
		c, err := it.asCase()
		if err != nil {
			return nil, err
		}
		m := measured{ID: it.ID, Right: it.Label == right, Kind: it.Kind, Lang: it.Lang}
		var findings []casefile.Finding
		m.Signals, findings = v.Measure(c, 0)
		m.Open = m.Signals != nil && verify.Open(findings)
		for _, f := range findings {
			m.Rules = append(m.Rules, f.Rule)
		}
		out = append(out, m)
		if !m.Right || !mutants || m.Signals == nil {
			continue
		}
		made := mutate.Mutants(&mutate.Item{ID: it.ID, Lang: casefile.Lang(it.Lang), Case: c}, 1)
		for _, x := range made {
			if len(x.Case.Evidence) != len(c.Evidence) || x.Claim().Text == it.Answer.Claims[0].Text {
				continue
			}
			w := measured{ID: it.ID, Kind: "mutant: " + x.Op, Lang: it.Lang, Weight: 1 / float64(len(made))}
			var findings []casefile.Finding
			w.Signals, findings = v.Measure(x.Case, 0)
			w.Open = w.Signals != nil && verify.Open(findings)
			out = append(out, w)
		}
	}
	return out, nil
}

func writeMeasured(w io.Writer, list []measured) error {
	enc := json.NewEncoder(w)
	for _, m := range list {
		if err := enc.Encode(m); err != nil {
			return err
		}
	}
	return nil
}
