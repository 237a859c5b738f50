package tool

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// library is a set of whole documents; a search finds the first passage of each.
type library map[string][]casefile.Hit

func (s library) Section(_ context.Context, who casefile.Scope, doc, _ string) ([]casefile.Hit, error) {
	return s[doc], who.Err()
}

func (s library) Retrieve(_ context.Context, who casefile.Scope, _ casefile.Query) ([]casefile.Hit, error) {
	var out []casefile.Hit
	for _, doc := range []string{"loans", "loans-children", "rooms"} {
		out = append(out, s[doc][:min(1, len(s[doc]))]...)
	}
	return out, who.Err()
}

func of(doc, title string, texts ...string) []casefile.Hit {
	var out []casefile.Hit
	for _, t := range texts {
		out = append(out, casefile.Hit{Text: t, Source: casefile.Source{DocID: doc, Title: title, Section: t[:3], Score: 0.5}})
	}
	return out
}

// A version that is named is not told from another one.
func TestSummaryOfAnotherVersion(t *testing.T) {
	src := casefile.Source{DocID: "loans", Title: "图书外借规定", Version: "V3", EffectiveFrom: casefile.Date{Year: 2026, Month: 3, Day: 1}}
	for subject, want := range map[string]string{
		"图书外借规定": "", "图书外借规定 V3": "", "图书外借规定第三版": "", "the loan rules, version 3": "", "图书外借规定2026": "", "2026 年图书外借规定": "",
		"图书外借规定V2": "V2", "图书外借规定第一版": "第一版", "loan rules version 1": "version 1", "图书外借规定2025": "2025", "the 2024 loan rules": "2024 ",
	} {
		if got := otherVersion(subject, []casefile.Hit{{Source: src}}); got != strings.TrimSpace(want) {
			t.Errorf("%s: %q, want %q", subject, got, want)
		}
	}
}

func TestSummaryReadsTheOneDocumentThatIsMeant(t *testing.T) {
	s := &Summary{Sections: library{
		"loans": of("loans", "图书外借规定", "一、外借 30 天。", "二、逾期停借。"), "loans-children": of("loans-children", "儿童图书外借规定", "儿童外借 14 天。"),
		"rooms": of("rooms", "阅览室规定", "阅览室 9 点开放。"),
	}, Synonyms: [][]string{{"图书外借", "book loans"}, {"规定", "rules"}, {"儿童", "children"}}}
	s.Retriever = s.Sections.(library)
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, casefile.Date{Year: 2026, Month: 9, Day: 20})
	if err != nil {
		t.Fatal(err)
	}
	for arg, want := range map[string]string{
		`{"document":"图书外借规定"}`:                 "ok loans 2",
		`{"document":"book loans rules"}`:       "ok loans 2",
		`{"document":"children's book loans"}`:  "ok loans-children 1",
		`{"document":"rooms"}`:                  "ok rooms 1",
		`{"document":"规定"}`:                     "invalid",
		`{"document":""}`:                       "invalid",
		`{"document":"loans","version":"2026"}`: "invalid",
	} {
		r, err := s.Call(t.Context(), who, json.RawMessage(arg))
		if err != nil {
			t.Fatal(err)
		}
		got := string(r.Status)
		if len(r.Evidence) > 0 {
			got += " " + r.Evidence[0].Source.DocID + " " + string(rune('0'+len(r.Evidence)))
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%s)", arg, got, want, r.Note)
		}
	}
	if _, err := s.Call(t.Context(), casefile.Scope{}, json.RawMessage(`{"document":"rooms"}`)); err == nil {
		t.Error("the zero scope reads a document")
	}
	long := strings.Repeat("阅", maxQuery+1)
	if r, _ := s.Call(t.Context(), who, json.RawMessage(`{"document":"`+long+`"}`)); r.Status != casefile.Invalid {
		t.Errorf("a subject of %d characters ends in %s", maxQuery+1, r.Status)
	}
}
