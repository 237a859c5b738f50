package playbook

import (
	"testing"

	casefile "github.com/casefile/casefile"
)

func TestLookup(t *testing.T) {
	c := loaned()
	env := NewEnv(c)
	for _, x := range []struct{ name, value, evidence, column, quote string }{
		{"today", "2026-09-20", "now", "", ""},
		{"loan", "L77", "E1", "", "L77"},
		{"damaged", "yes", "E1", "", "弄坏了"},
		{"period.from", "2026-08-01", "E1", "", "上个月"},
		{"period.to", "2026-08-31", "E1", "", "上个月"},
		{"friends.count", "2", "E1", "", "甲、乙"},
		{"loan.title", "山海经", "E2", "title", ""},
		{"age", "10", "E3", "", ""},
		{"rule.window", "7 天", "E5", "", "漫画借出后 7 天内归还，逾期每天 2 元。"}, // E4 is about books
		{"rule.fee", "2 元", "E5", "", "漫画借出后 7 天内归还，逾期每天 2 元。"},
		{"rule.count", "2", "E4", "", ""},
		{"copies.torn", "3", "E6", "torn", ""}, // outside of each: the first row
	} {
		k, err := env.Lookup(x.name)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		in := k.Inputs[0]
		if k.Value != x.value || in.Evidence != x.evidence || in.Column != x.column || in.Quote != x.quote {
			t.Errorf("%s = %q from %+v", x.name, k.Value, in)
		}
	}
}

func TestAQuoteStandsInTheFile(t *testing.T) {
	c := loaned()
	k, err := NewEnv(c).Lookup("rule.window")
	if err != nil {
		t.Fatal(err)
	}
	file := "说明。\n漫画借出后 7 天内归还，逾期每天 2 元。其他另行规定。"
	cite := k.Cites[0]
	if got := file[cite.Start:cite.End]; got != cite.Quote {
		t.Errorf("bytes %d to %d of the file are %q, the quote is %q", cite.Start, cite.End, got, cite.Quote)
	}
}

func TestUnknownNamesItsRoot(t *testing.T) {
	env := NewEnv(loaned())
	for _, x := range []struct {
		name, step string
		status     casefile.Status
	}{
		{"lost.day", "lost", casefile.Timeout},
		{"after_lost", "lost", casefile.Timeout}, // not called, because of what came before it
		{"loan.back_at", "loan", casefile.OK},    // null
		{"nothing.here", "", ""},
	} {
		_, err := env.Lookup(x.name)
		u, ok := AsUnknown(err)
		if !ok || u.Step != x.step || u.Status != x.status {
			t.Errorf("%s: %+v", x.name, err)
		}
	}
}

func TestInEachRow(t *testing.T) {
	env := NewEnv(loaned())
	rows := env.Rows("copies", "copy")
	if len(rows) != 2 || rows[1].Key != "C2" {
		t.Fatalf("rows: %+v", rows)
	}
	second := env.At("copies", "copy", rows[1])
	for name, want := range map[string]string{"row.torn": "1", "copies.total": "3", "share": "0.333333333333"} {
		k, err := second.Lookup(name)
		if err != nil || k.Value != want {
			t.Errorf("%s = %q, %v; want %q", name, k.Value, err, want)
		}
	}
	if k, _ := second.Lookup("row.torn"); k.Cites[0].Rows[0] != 1 {
		t.Errorf("the row cited is %v", k.Cites[0].Rows)
	}
}

func TestConditions(t *testing.T) {
	env := NewEnv(loaned())
	for cond, want := range map[string]Truth{
		"":                                   True,
		"age > rule.window":                  True, // 10 days, 7 天
		"age <= 10":                          True,
		"damaged == 'yes'":                   True,
		"damaged == 'no'":                    False,
		"said_day == ''":                     True,
		"known(said_day)":                    False,
		"known(loan.title)":                  True,
		"known(loan.back_at)":                False,
		"loan.back_at > today":               Unsettled,
		"said_day != '' and said_day > 3":    False,
		"said_day > 3":                       Unsettled, // nothing was said, and that is no number
		"lost.day > 3 or age > 3":            True,
		"lost.day > 3 and age > 3":           Unsettled,
		"loan.title in ('山海经', '水浒')":        True,
		"loan.lent_at + rule.window < today": True, // lent on the 10th in the library's zone, due on the 17th
		"days(loan.lent_at, today) == 10":    True,
		"sum(copies.torn) == 4":              True,
		"max(copies.total) == 80":            True,
		"contains(copies.copy, 'C2')":        True,
		"'C2' in (copies.copy)":              True,
		"copies.count == 2":                  True,
		"lost.status == 'timeout'":           True,
		"rule.fee == 2":                      True,
		"friends.count > 1":                  True,
	} {
		got, why := env.Test(cond)
		if got != want {
			t.Errorf("%q is %d, want %d (%v)", cond, got, want, why)
		}
	}
}

func TestInputsOfACalculation(t *testing.T) {
	env := NewEnv(loaned())
	formula, in, err := env.Inputs("days(loan.lent_at, today)")
	if err != nil || formula != "days(loan.lent_at, today)" || len(in) != 2 {
		t.Fatalf("%s %+v %v", formula, in, err)
	}
	// 22:30 UTC on the 9th is the 10th where the library is
	if in[0].Value != "2026-09-10T06:30:00+08:00" || in[0].Evidence != "E2" || in[0].Column != "lent_at" {
		t.Errorf("%+v", in[0])
	}
	formula, in, err = env.Inputs("sum(copies.torn) / 2")
	if err != nil || formula != "sum(copies.torn.v1, copies.torn.v2) / 2" || len(in) != 2 || in[1].Row != 1 {
		t.Errorf("%s %+v %v", formula, in, err)
	}
	if _, _, err := env.Inputs("lost.day + 1"); err == nil {
		t.Error("a hole in a formula went through")
	}
}

func TestAStepThatHelpsAnotherCountsForIt(t *testing.T) {
	c := loaned()
	c.Plan.Steps = append(c.Plan.Steps, casefile.Step{ID: "lost_again", For: "lost"})
	c.Calls = append(c.Calls, casefile.Done{Call: casefile.Call{Step: "lost_again"}, Status: casefile.OK, Evidence: []string{"E10"}})
	c.Evidence = append(c.Evidence, casefile.Evidence{ID: "E10", Steps: []string{"lost_again", "lost"}, Status: casefile.OK, Table: &casefile.Table{
		Columns: []casefile.Column{{Name: "day", Type: "integer"}}, Rows: []casefile.Row{{number("4")}}}})
	env := NewEnv(c)
	if k, err := env.Lookup("lost.day"); err != nil || k.Value != "4" {
		t.Errorf("%v %v", k, err)
	}
	if st := env.StatusOf("lost"); st != casefile.OK {
		t.Errorf("status %s", st)
	}
}
