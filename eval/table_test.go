package eval

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func TestParseTable(t *testing.T) {
	const table = `{"name":"one","kind":"data","about":["typo"],"question":"how many?","asker":{"tenant":"t","user":"u"},"clock":"2026-09-20T10:00:00+08:00","facts":["86 units"],"evidence":["tool:f"],"forbidden":["15天"],"answer":"86 units"}

{"question":"no more"}
{"question":"x","kind":"datum"}
{"question":"x","fact":["a"]}
nonsense
{"kind":"data"}
`
	got := ParseTable("x/set.jsonl", []byte(table))
	if len(got) != 6 {
		t.Fatalf("%d cases", len(got))
	}
	c := got[0].Case
	if got[0].Err != nil || c.Name != "one" || c.Kind != Data || c.Reference != "86 units" || c.Clock.IsZero() || c.Want.Values[0] != "86 units" || c.Want.Cites[0] != "tool:f" {
		t.Errorf("%+v, %v", c, got[0].Err)
	}
	if p := c.Want.SaysNot[0]; !p.MatchString("在 15 天内") || p.MatchString("16天") {
		t.Errorf("forbidden: %v", p)
	}
	if got[1].Err != nil || got[1].Case.Name != "set-3" || got[1].Case.Want.Status[0] != casefile.Answered {
		t.Errorf("%+v", got[1])
	}
	for i, says := range map[int]string{2: `kind "datum"`, 3: `unknown key "fact"`, 4: "line 6", 5: "no question"} {
		if got[i].Err == nil || !strings.Contains(got[i].Err.Error(), says) {
			t.Errorf("line %d: %v, want %q", i, got[i].Err, says)
		}
	}
}

func FuzzParseTable(f *testing.F) {
	f.Add([]byte(`{"question":"a","forbidden":["b"],"faults":[{"tool":"f","keep":0}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, l := range ParseTable("x.jsonl", data) {
			if l.Case.Name == "" || l.Err == nil && l.Case.Question == "" {
				t.Errorf("%+v", l)
			}
		}
	})
}

func TestHeader(t *testing.T) {
	const rest = "-- question --\nq\n-- asker.json --\n{}\n-- want.json --\n{}\n"
	c, err := Parse("x.txtar", []byte("a comment\nkind: boundary\nabout: typo, negation,\nsql: SELECT 1\n"+rest))
	if err != nil || c.Kind != Boundary || strings.Join(c.About, "|") != "typo|negation" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := Parse("x.txtar", []byte(rest)); err != nil || c.Kind != Unsorted {
		t.Errorf("%+v, %v", c, err)
	}
	for head, says := range map[string]string{"kind: dat\n": `kind "dat"`, "kind:\n": `kind ""`, "kind: data\nkind: data\n": "line 2: a second kind"} {
		if _, err := Parse("x.txtar", []byte(head+rest)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", head, err, says)
		}
	}
}
