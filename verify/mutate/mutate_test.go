package mutate_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
	"github.com/casefile/casefile/verify/mutate"
)

// every judges nothing and keeps what it was given to judge.
type every struct{ claims []string }

func (e *every) Verify(_ context.Context, c casefile.Case) (casefile.Verdict, error) {
	e.claims = append(e.claims, c.Draft.Claims[0].Text)
	return casefile.Verdict{}, nil
}

// TestMutantsAreText: no operator cuts a character in two.
func TestMutantsAreText(t *testing.T) {
	var seen every
	if _, err := mutate.Run(context.Background(), &seen, items(t), 1); err != nil {
		t.Fatal(err)
	}
	for _, s := range seen.claims {
		if !utf8.ValidString(s) {
			t.Errorf("%q is no text", s)
		}
	}
}

// items reads the right claims of the free sets: each with all of its evidence cited.
func items(t *testing.T) []mutate.Item {
	t.Helper()
	files, err := filepath.Glob("../testdata/free*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no free set: %v", err)
	}
	var out []mutate.Item
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var d struct {
				Name     string            `json:"name"`
				AsOf     string            `json:"as_of"`
				Evidence []json.RawMessage `json:"evidence"`
				Right    []string          `json:"right"`
			}
			if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
				t.Fatal(err)
			}
			for _, claim := range d.Right {
				c, err := verify.ReadCase(d.Evidence, d.AsOf)
				if err != nil {
					t.Fatal(err)
				}
				cl := casefile.Claim{Text: claim}
				for _, e := range c.Evidence {
					if e.Source != nil && !e.AsOf.IsZero() && !(casefile.Period{From: e.Source.EffectiveFrom, To: e.Source.EffectiveTo}).Contains(e.AsOf) {
						continue
					}
					cl.Cites = append(cl.Cites, casefile.Citation{Evidence: e.ID})
				}
				c.Draft.Claims = []casefile.Claim{cl}
				out = append(out, mutate.Item{ID: d.Name, Case: c})
			}
		}
	}
	return out
}

func TestBars(t *testing.T) {
	v, err := verify.New(verify.Rules{Conditions: true})
	if err != nil {
		t.Fatal(err)
	}
	r, err := mutate.Run(t.Context(), v, items(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Misses {
		t.Logf("%s | %s | %s %v", m.Op, m.Item, m.Claim, m.Rules)
	}
	t.Log("\n" + r.Markdown(casefile.English))
	for class, most := range map[mutate.Class]float64{mutate.Structural: .005, mutate.Text: .05} {
		s := r.Sum(class)
		t.Logf("%s: %d of %d let through, %d unconfirmed", class, s.Missed, s.Mutants, s.Unconfirmed)
		if s.Mutants < 150 || float64(s.Missed) > most*float64(s.Mutants) {
			t.Errorf("%s: %d of %d mutants were let through, want at most %.1f %%", class, s.Missed, s.Mutants, 100*most)
		}
		if float64(s.Unconfirmed) > .15*float64(s.Mutants) {
			t.Errorf("%s: %d of %d mutants are only unconfirmed, want at most 15 %%", class, s.Unconfirmed, s.Mutants)
		}
	}
	for _, tw := range r.Twins {
		t.Logf("%s: %d of %d twins refused", tw.Class, tw.Refused, tw.Items)
		if float64(tw.Refused) > .05*float64(tw.Items) {
			t.Errorf("%s: %d of %d right claims were refused", tw.Class, tw.Refused, tw.Items)
		}
	}
	used := map[string]bool{}
	for _, o := range r.Ops {
		used[o.Op] = true
	}
	if len(used) < 24 {
		t.Errorf("%d operators found something to break, want 24", len(used))
	}
}

// TestARefusalCountsForNothing: a verifier that refuses everything catches every mutant, and no pair.
func TestARefusalCountsForNothing(t *testing.T) {
	r, err := mutate.Run(t.Context(), refuser{}, items(t)[:20], 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []mutate.Class{mutate.Structural, mutate.Text} {
		if s := r.Sum(c); s.Missed != 0 || s.Paired != 0 || s.Mutants == 0 {
			t.Errorf("%+v", s)
		}
	}
	for _, tw := range r.Twins {
		if tw.Refused != tw.Items {
			t.Errorf("%d of %d twins refused", tw.Refused, tw.Items)
		}
	}
}

type refuser struct{}

func (refuser) Verify(_ context.Context, c casefile.Case) (casefile.Verdict, error) {
	return casefile.Verdict{Findings: []casefile.Finding{{Rule: "all", Mark: casefile.Contradicted}}}, nil
}

func TestSameMutantsTwice(t *testing.T) {
	for i, it := range items(t) {
		a, b := mutate.Mutants(&it, uint64(i)), mutate.Mutants(&it, uint64(i))
		for k := range a {
			if a[k].Claim().Text != b[k].Claim().Text {
				t.Fatalf("%q and %q", a[k].Claim().Text, b[k].Claim().Text)
			}
		}
	}
}
