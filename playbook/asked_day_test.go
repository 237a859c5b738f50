package playbook

import (
	"testing"

	casefile "github.com/casefile/casefile"
)

// The day asked about is one to come that the question names, else today; a sentence writes today by its name.
func TestAskedDay(t *testing.T) {
	for _, x := range []struct{ period, words, day, zh, en, evidence string }{
		{"2026-09-21..2026-09-21", "明天", "2026-09-21", "到2026年9月21日", "on 2026-09-21", "E1"},
		{"2026-09-30..2026-09-30", "on 30 September", "2026-09-30", "到2026年9月30日", "on 2026-09-30", "E1"},
		{"2025-09-30..2025-09-30", "9月30日", "2026-09-30", "到2026年9月30日", "on 2026-09-30", "E1"}, // no year was said
		{"2025-09-30..2025-09-30", "2025年9月30日", "2026-09-20", "到今天", "today", "now"},
		{"2026-09-19..2026-09-19", "昨天", "2026-09-20", "到今天", "today", "now"},
		{"2026-10-01..2026-10-31", "下个月", "2026-09-20", "到今天", "today", "now"}, // no one day
	} {
		c := loaned()
		c.Plan.Slots[3] = casefile.Slot{Name: "period", Values: []string{x.period}, Words: x.words}
		env := NewEnv(c)
		k, err := env.Lookup(AskedDay)
		if err != nil {
			t.Fatal(err)
		}
		if k.Value != x.day || k.Type != "date" || k.Inputs[0].Evidence != x.evidence {
			t.Errorf("%s: %+v", x.words, k)
		}
		zh, err := env.Write("到{asked_day|day}", casefile.Chinese)
		if err != nil || zh.Text != x.zh {
			t.Errorf("%s: %q, %v", x.words, zh.Text, err)
		}
		en, err := env.Write("{asked_day|day}", casefile.English)
		if err != nil || en.Text != x.en {
			t.Errorf("%s: %q, %v", x.words, en.Text, err)
		}
	}
}

func TestUses(t *testing.T) {
	b := load(t, loan)
	for name, want := range map[string]bool{"today": true, "loan": true, "share": true, "rule.window": true, "asked_day": false, "day": false} {
		if b.Uses(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
