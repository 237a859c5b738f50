package mutate_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
	"github.com/casefile/casefile/verify/mutate"
)

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
	all := items(t)
	r, err := mutate.Run(t.Context(), v, all, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range r.Ops {
		t.Logf("%-34s %-10s %4d mutants, %4d caught (%d unconfirmed), %3d missed", o.Op, o.Class, o.Mutants, o.Caught, o.Unconfirmed, o.Missed)
	}
	for _, m := range r.Misses {
		t.Logf("%s | %s | %s %v", m.Op, m.Item, m.Claim, m.Rules)
	}
	for _, c := range []mutate.Class{mutate.Structural, mutate.Text} {
		s := r.Sum(c)
		t.Logf("%s: %d mutants, %d missed, paired %d", c, s.Mutants, s.Missed, s.Paired)
	}
	t.Logf("twins: %d, refused %d", r.Twins, r.Refused)
	if len(r.Ops) < 24 {
		t.Errorf("%d operators, want 24", len(r.Ops))
	}
	for _, o := range r.Ops {
		if o.Mutants == 0 {
			t.Logf("no item for the operator %q", o.Op)
		}
	}
}

func TestSameMutantsTwice(t *testing.T) {
	for i, it := range items(t) {
		a, b := mutate.Mutants(it, uint64(i)), mutate.Mutants(it, uint64(i))
		for k := range a {
			if a[k].Claim().Text != b[k].Claim().Text {
				t.Fatalf("%q and %q", a[k].Claim().Text, b[k].Claim().Text)
			}
		}
	}
}
