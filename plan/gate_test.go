package plan

import (
	"strings"
	"testing"
)

// TestNumbersOutOfRange has a ranking of at most 5: more are asked for, and as many as there are, are called for.
func TestNumbersOutOfRange(t *testing.T) {
	r := desk(t)
	most := int64(5)
	for i := range r.Tools {
		for k := range r.Tools[i].Params {
			if r.Tools[i].Params[k].Name == "n" {
				r.Tools[i].Params[k].Max = &most
			}
		}
	}
	p, err := New(r)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]string{"上个月迟到最多的3个人": `"n":3`, "上个月迟到最多的9个人": `"n":5`} {
		if plan := planOf(t, p, q); len(plan.Steps) == 0 || !strings.Contains(string(plan.Steps[0].Args), want) {
			t.Errorf("%s: %s", q, calls(plan))
		}
	}
}
