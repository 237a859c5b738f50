package plan

import (
	"slices"
	"testing"

	casefile "github.com/casefile/casefile"
)

// Which versions are read: those of the end of the period asked about, today's while it runs, and those that begin later when asked for.
// Today is 2026-09-20.
func TestDaysWhoseVersionsAreRead(t *testing.T) {
	p := planner(t)
	for _, tc := range []struct {
		q    string
		want []string
	}{
		{"年假结转的规定是什么？", []string{""}},
		{"2026年7月年假结转的规定是什么？", []string{"2026-07-31"}},
		{"9月年假结转的规定是什么？", []string{"2026-09-20"}},
		{"2026年11月年假结转的规定是什么？", []string{"2026-11-30"}},
		{"现在和2026年11月年假结转的规定是什么？", []string{"2026-09-20", "2026-11-30"}},
		{"What are the rules on carry over now and in November 2026?", []string{"2026-09-20", "2026-11-30"}},
		{"What were the rules on carry over in July 2026?", []string{"2026-07-31"}},
		{"2026年7月和8月年假结转的规定是什么？", []string{"2026-07-31", "2026-08-31"}},
		{"年假结转现在的规定是什么？2025年呢？", []string{"2026-09-20", "2025-12-31"}},
		{"What are the rules on carry over now? And in 2025?", []string{"2026-09-20", "2025-12-31"}},
		{"现在和9月年假结转的规定是什么？", []string{"2026-09-20"}},
	} {
		var got []string
		for _, s := range planOf(t, p, tc.q).Steps {
			if spec, ok := p.tool(s.Tool); ok && spec.Search {
				if s.AsOf == (casefile.Date{}) {
					got = append(got, "")
				} else {
					got = append(got, s.AsOf.String())
				}
			}
		}
		if got = slices.Compact(got); !slices.Equal(got, tc.want) {
			t.Errorf("%s: as of %v, want %v", tc.q, got, tc.want)
		}
	}
	if got := planOf(t, p, "门禁卡 P1234 在2026年11月能续期吗？").Steps[2].AsOf.String(); got != "2026-11-30" {
		t.Errorf("playbook: as of %s", got)
	}
}
