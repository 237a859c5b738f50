package playbook

import (
	"strings"
	"testing"

	"github.com/casefile/casefile/strictyaml"
)

func TestCheckNamesTheKeyAtFault(t *testing.T) {
	for _, x := range []struct{ from, to, want string }{
		{"match: {needs: [loan], any: [归还, give back]}", "", "match: it says no question"},
		{"any: [归还, give back]", "priority: 2", ""}, // needs alone is a match
		{"after: [loan]", "after: [lone]", `steps[2].after: there is no step "lone"`},
		{"each: copies\n    key: copy\n    if", "each: copy\n    key: copy\n    if", `steps[4].each: there is no step "copy"`},
		{"key: copy\n    if", "if", "steps[4].key: it is missing beside each:"},
		{"days(loan.lent_at, today)", "days(loan.lent_at, today", "steps[1].args.expression"},
		{"days(loan.lent_at, today)", "days(lone.lent_at, today)", `there is no step "lone"`},
		{"{loan.kind} 借阅 期限", "{loan.kind|big} 借阅", "unknown form |big"},
		{"(?P<value>\\d+\\s*天)内", "(?P<value>\\d+\\s*天内", "steps[2].needs.window.pattern"},
		{"if: age > rule.window", "if: age >", "report[0].if"},
		{"part: basis", "part: footer", `report[1].part: unknown part "footer"`},
		{"rests_on: [rule.window", "rests_on: [rules.window", `report[0].rests_on: there is no step "rules"`},
		{"  - id: copies", "  - id: loan", `"loan" is given to 2 steps`},
		{"借了\\s*(?P<value>\\d+", "借了\\s*(?P<value>\\d+)", "slots.said_day.pattern"},
	} {
		src := strings.Replace(loan, x.from, x.to, 1)
		if src == loan {
			t.Fatalf("%q is not in the fixture", x.from)
		}
		var b Playbook
		if ps := strictyaml.Decode("p.yaml", []byte(src), 1, &b); len(ps) > 0 {
			t.Fatalf("%s: %v", x.to, ps)
		}
		var all []string
		for _, p := range Check("p.yaml", b) {
			all = append(all, p.Msg)
		}
		got := strings.Join(all, "\n")
		if x.want == "" && got != "" || !strings.Contains(got, x.want) {
			t.Errorf("%s: %s; want %q", x.to, got, x.want)
		}
	}
}

func TestUnknownKeysAreRefused(t *testing.T) {
	var b Playbook
	ps := strictyaml.Decode("p.yaml", []byte("name: x\nstep: []\nmatch: {anny: [a]}\n"), 1, &b)
	if len(ps) != 2 || ps[0].Line != 2 || !strings.Contains(ps[0].Hint, "steps") || !strings.Contains(ps[1].Hint, "any") {
		t.Errorf("%v", ps)
	}
}
