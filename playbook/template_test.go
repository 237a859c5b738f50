package playbook

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func TestWrite(t *testing.T) {
	env := NewEnv(loaned())
	second := env.At("copies", "copy", env.Rows("copies", "copy")[1])
	for _, x := range []struct {
		env    *Env
		in     string
		zh, en string
	}{
		{env, "{loan.lent_at|date}", "2026年9月10日", "2026-09-10"},
		{env, "{loan.lent_at}", "2026年9月10日 06:30", "2026-09-10 06:30"},
		{env, "{today}", "2026年9月20日", "2026-09-20"},
		{env, "{rule.window}", "7 天", "7 days"},
		{env, "{rule.fee}", "2 元", "2 CNY"},
		{env, "{age} {{x}}", "10 {x}", "10 {x}"},
		{env, "{copies.copy|list}", "C1、C2", "C1, C2"},
		{env, "{friends|list}", "甲、乙", "甲, 乙"},
		{env, "{period}", "2026-08-01 至 2026-08-31", "2026-08-01 to 2026-08-31"},
		{env, "{rule.window|title} {rule.window|version} §{rule.window|section}", "漫画规则 V2 §3", "漫画规则 V2 §3"},
		{second, "{share|percent} {share|percent1}", "33.33% 33.3%", "33.33% 33.3%"},
		{second, "{row.copy}: {row.torn}", "C2: 1", "C2: 1"},
	} {
		zh, err := x.env.Write(x.in, casefile.Chinese)
		if err != nil || zh.Text != x.zh {
			t.Errorf("%s: %q, %v; want %q", x.in, zh.Text, err, x.zh)
		}
		en, err := x.env.Write(x.in, casefile.English)
		if err != nil || en.Text != x.en {
			t.Errorf("%s: %q, %v; want %q", x.in, en.Text, err, x.en)
		}
	}
	for _, hole := range []string{"{loan.back_at}", "{said_day}", "{nobody}", "{loan.title|upper}", "{", "a } b"} {
		if w, err := env.Write(hole, casefile.Chinese); err == nil {
			t.Errorf("%s was written as %q", hole, w.Text)
		}
	}
}

func TestWriteCitesWhatItNames(t *testing.T) {
	env := NewEnv(loaned())
	w, err := env.Write("{loan} {loan.title} {loan.lent_at|date} {rule.window} {rule.fee} {age} {copies.copy|list}", casefile.Chinese)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range w.Cites {
		got = append(got, c.Evidence+" "+strings.Join(c.Columns, ","))
	}
	if s := strings.Join(got, "; "); s != "E1 ; E2 title,lent_at; E5 ; E3 ; E6 copy" {
		t.Errorf("cites %s", s)
	}
	if rows := w.Cites[4].Rows; len(rows) != 2 {
		t.Errorf("a list cites its rows: %v", rows)
	}
}

func TestPercent(t *testing.T) {
	for in, want := range map[string]string{
		"0.12": "12%", "0.0375": "3.75%", "0.333333333333": "33.33%", "0.005": "0.5%", "0.00012": "0.012%",
		"0": "0%", "1": "100%", "0.99999": "100%", "3%": "3%",
	} {
		if got := percent(Known{Value: in}, 2); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestAFunctionsOwnSentence(t *testing.T) {
	e := casefile.Evidence{ID: "E2", Table: &casefile.Table{
		Columns: []casefile.Column{{Name: "kind", Type: "text"}, {Name: "n", Type: "integer", Unit: "本", UnitEN: "books"}, {Name: "gone", Type: "text"}},
		Rows:    []casefile.Row{{str("漫画"), number("12"), {}}}}}
	env := NewEnv(casefile.Case{}).In(RowRef{Evidence: e})
	for _, x := range []struct {
		in, want string
		lang     casefile.Lang
	}{
		{"{kind} {n} 本", "漫画 12 本", casefile.Chinese}, // the sentence has the unit
		{"{kind}：{n}。", "漫画：12 本。", casefile.Chinese}, // it has not
		{"{kind}: {n}.", "漫画: 12 books.", casefile.English},
		{"{n} books of {kind}", "12 books of 漫画", casefile.English},
	} {
		w, err := env.Write(x.in, x.lang)
		if err != nil || w.Text != x.want {
			t.Errorf("%s: %q, %v; want %q", x.in, w.Text, err, x.want)
		}
	}
	if _, err := env.Write("{kind} {gone}", casefile.Chinese); err == nil {
		t.Error("a null was written")
	}
}

func FuzzTemplate(f *testing.F) {
	for _, s := range []string{"{a.b|date}", "{{", "}}", "{a", "{a|}", "{a.entity:b}", "中{甲.乙}文", ""} {
		f.Add(s)
	}
	env := NewEnv(loaned())
	f.Fuzz(func(t *testing.T, s string) {
		tpl, err := ParseTemplate(s)
		if err != nil {
			return
		}
		if len(tpl.Names()) == 0 {
			w, err := env.Write(s, casefile.English)
			if err != nil {
				t.Fatal(err)
			}
			if plain := strings.NewReplacer("{{", "{", "}}", "}").Replace(s); w.Text != plain {
				t.Fatalf("%q is written %q", s, w.Text)
			}
		}
	})
}
