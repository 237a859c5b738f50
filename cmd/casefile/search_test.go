package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

func TestSearchExplains(t *testing.T) {
	dir := ingested(t)
	for lang, want := range map[string][]string{
		"en": {"#1: keyword #", "How it was searched", "keyword: ran", "left out: "},
		"zh": {"第 1 位：关键词第", "检索过程", "关键词：已检索", "未列入："},
	} {
		r := casefileCommand(t, "search", "-w", dir, "--as", "u7", "--explain", "--lang", lang, "--limit", "2", "耳机 无理由退货 几天")
		for _, w := range want {
			if r.code != 0 || !strings.Contains(r.out, w) {
				t.Errorf("%s: no %q in\n%s%s", lang, w, r.out, r.err)
			}
		}
	}
}

func TestSearchJSONAndItsCaps(t *testing.T) {
	dir := ingested(t)
	var o struct {
		Hits []struct {
			Text  string
			Cut   bool
			Start int
			End   int
			Units []casefile.Unit
		}
		Activity struct {
			Recalls []struct {
				Recall, State string
				Found         int
			}
		}
		Explanation *struct {
			Candidates []struct {
				Rank int
				Out  string
				Why  map[string]string
			}
		}
	}
	read := func(args ...string) {
		t.Helper()
		r := casefileCommand(t, append([]string{"search", "-w", dir, "--as", "u7", "--json"}, args...)...)
		o.Hits, o.Explanation = nil, nil
		if err := json.Unmarshal([]byte(r.out), &o); err != nil || r.code != 0 {
			t.Fatalf("%v: %+v", err, r)
		}
	}
	read("耳机 无理由退货 几天")
	if len(o.Hits) != 5 || o.Explanation != nil || len(o.Activity.Recalls) != 3 || o.Activity.Recalls[0].State != "ran" || o.Activity.Recalls[0].Found == 0 || len(o.Hits[0].Units) == 0 {
		t.Errorf("%+v", o)
	}
	read("--explain", "--chars", "30", "耳机 无理由退货 几天")
	total := 0
	for _, h := range o.Hits {
		total += utf8.RuneCountInString(h.Text)
		if h.Cut != (len(h.Text) < h.End-h.Start) {
			t.Errorf("cut is %v of %q", h.Cut, h.Text)
		}
		for _, u := range h.Units {
			if u.End > len(h.Text) {
				t.Errorf("a sentence ends past the text: %+v", u)
			}
		}
	}
	if total != 30 || !o.Hits[4].Cut {
		t.Errorf("%d characters", total)
	}
	ranks := 0
	for _, c := range o.Explanation.Candidates {
		if (c.Rank > 0) == (c.Out != "") || c.Why["zh"] == "" || c.Why["en"] == "" {
			t.Errorf("%+v", c)
		}
		ranks += min(c.Rank, 1)
	}
	if ranks != 5 {
		t.Errorf("%d results are explained", ranks)
	}
	for _, tt := range [][2]string{{"--timeout", "1ns"}, {"--timeout", "-1s"}, {"--chars", "-1"}} {
		if r := casefileCommand(t, "search", "-w", dir, "--as", "u7", tt[0], tt[1], "耳机"); r.code == 0 || !strings.Contains(r.err, "--timeout") {
			t.Errorf("%v: %+v", tt, r)
		}
	}
}
