package graph

import (
	"bytes"
	"encoding/json"
	"flag"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

var update = flag.Bool("update", false, "write the golden files")

const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'];-->` + "\n{{.}}"

// outcome is a case with two passages that disagree, rows, a calculation on them, a claim that was dropped, and text that would like to be script.
func outcome(text string) casefile.Outcome {
	v1, _ := casefile.ParseDate("2024-01-01")
	v2, _ := casefile.ParseDate("2025-01-01")
	passage := func(id, doc, version string, from casefile.Date, s string) casefile.Evidence {
		return casefile.Evidence{ID: id, Steps: []string{"find"}, Tool: "search", Status: casefile.OK, Text: s,
			Source: &casefile.Source{DocID: doc, Version: version, Section: "1", Title: "Rules", URI: "docs/" + doc + ".md#1", EffectiveFrom: from}}
	}
	c := casefile.Case{
		ID: "20260920-0123456789ab", Question: "How long is the loan? " + text,
		Plan: casefile.Plan{Needs: []casefile.Need{{Text: "How long is the loan?", Kind: casefile.DocumentKind}}, Steps: []casefile.Step{{ID: "find"}, {ID: "count"}}},
		Evidence: []casefile.Evidence{
			{ID: "E1", Steps: []string{"question"}, Status: casefile.OK, Text: "How long is the loan?", Said: true},
			passage("E2", "rules", "2", v2, "The loan is 30 days."), passage("E3", "rules", "1", v1, "The loan is 20 days."), passage("E4", "notice", "", v1, "The loan is 21 days. "+text),
			{ID: "E5", Steps: []string{"count"}, Tool: "count_loans", Status: casefile.OK, Table: &casefile.Table{Columns: []casefile.Column{{Name: "branch"}, {Name: "loans"}}, Rows: []casefile.Row{{{Text: text, Type: casefile.Text}, {Text: "4", Type: casefile.Number}}}, Complete: true, Total: 1}},
			{ID: "E6", Steps: []string{"count"}, Tool: "calculate", Status: casefile.OK, Calc: &casefile.Calc{Formula: "x * 2", Value: "8", Exact: true, Inputs: []casefile.Input{{Name: "x", Value: "4", Evidence: "E5", Column: "loans"}}}},
		},
	}
	kept := []casefile.Claim{
		{Text: "The loan is 30 days.", Support: casefile.Supported, Cites: []casefile.Citation{{Evidence: "E2", Quote: "The loan is 30 days."}}},
		{Text: "Twice the loans are 8.", Support: casefile.Supported, Cites: []casefile.Citation{{Evidence: "E6"}, {Evidence: "E5"}}},
	}
	c.Draft = casefile.Answer{Claims: append([]casefile.Claim{{Text: "The loan is free.", Cites: []casefile.Citation{{Evidence: "E2"}}}}, kept...)}
	return casefile.Outcome{Case: c, Answer: casefile.Answer{Status: casefile.Answered, Claims: kept, Conflicts: []casefile.Conflict{{
		Claim: 0, Kind: "number", Decision: casefile.Adopt, Adopted: "E2", Why: "E2 is more reliable than E4: 0.80 and 0.40",
		Sides: [2]casefile.Side{{Evidence: "E2", Quote: "The loan is 30 days.", Score: .8}, {Evidence: "E4", Quote: "The loan is 21 days.", Score: .4}},
	}}}}
}

func TestGolden(t *testing.T) {
	for _, tc := range []struct {
		name string
		opt  Options
	}{{"whole", Options{}}, {"shared", Options{Shared: true}}} {
		for _, format := range Formats {
			file := filepath.Join("testdata", tc.name+"."+format)
			got, err := Of(outcome(hostile), tc.opt).Write(format)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := Of(outcome(hostile), tc.opt).Write(format)
			if !bytes.Equal(got, again) {
				t.Errorf("%s: two runs differ", file)
			}
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is not what is written now (%v)", file, err)
			}
		}
	}
	if _, err := (Graph{}).Write("svg"); err == nil {
		t.Error("svg is a format")
	}
}

func TestGraph(t *testing.T) {
	g := Of(outcome("x"), Options{})
	for _, want := range []Edge{
		{"N1", "Q", DerivedFrom, ""}, {"E2", "N1", DerivedFrom, ""}, {"E6", "E5", DerivedFrom, "x"}, {"E2", "E3", Supersedes, "2025-01-01"},
		{"E2", "C1", Supports, "The loan is 30 days."}, {"E6", "C2", Supports, ""}, {"E5", "C2", Supplements, ""}, {"E4", "C1", Refutes, "The loan is 21 days."},
		{"D1", "E2", Supports, "E2 is more reliable than E4: 0.80 and 0.40"}, {"D1", "E4", Refutes, "E2 is more reliable than E4: 0.80 and 0.40"},
	} {
		found := false
		for _, e := range g.Edges {
			found = found || e == want
		}
		if !found {
			t.Errorf("no edge %v", want)
		}
	}
	unused := map[string]bool{"E1": true, "E3": true, "E4": true, "C3": true}
	for _, n := range g.Nodes {
		if n.Unused != unused[n.ID] {
			t.Errorf("%s: unused %t, want %t", n.ID, n.Unused, unused[n.ID])
		}
		if n.ID == "D1" && !strings.Contains(n.Text, "E4 0.400") {
			t.Errorf("a decision without its scores: %q", n.Text)
		}
	}
}

// A page loads nothing, holds one script, which is its own, and no text of a case outside the places for text.
func TestPage(t *testing.T) {
	b, err := Of(outcome(hostile), Options{}).Write("html")
	if err != nil {
		t.Fatal(err)
	}
	s := string(b)
	if n := strings.Count(s, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	for _, bad := range []string{"<img", "onerror=alert(1)>", "src=\"", "href=", "http://", "https://", "@import"} {
		if strings.Contains(s, bad) {
			t.Errorf("the page holds %q", bad)
		}
	}
	if !strings.Contains(s, "default-src &#39;none&#39;") && !strings.Contains(s, "default-src 'none'") {
		t.Error("the page has no policy")
	}
	if m := regexp.MustCompile(`sha256-([^' ]*)`).FindStringSubmatch(html.UnescapeString(s)); m == nil || len(m[1]) != 44 {
		t.Errorf("the script's hash is not one a browser reads: %v", m)
	}
}

// What turns the direction of a text or moves a cursor is shown as a mark, so that a page reads as its source does.
func TestPageShowsControlCharacters(t *testing.T) {
	b, err := Of(outcome("red\x1b[31m bell\x07 \u009b2J \u202eturned\u2066"), Options{}).Write("html")
	if err != nil {
		t.Fatal(err)
	}
	if i := strings.IndexAny(string(b), "\x1b\x07\u009b\u202e\u2066"); i >= 0 {
		t.Errorf("the page holds %q", string(b[i:i+4]))
	}
	if !strings.Contains(string(b), "\ufffdturned\ufffd") {
		t.Error("what was taken is not marked")
	}
}

// Nothing of what a shared trace leaves out is in a shared graph.
func TestShared(t *testing.T) {
	for _, format := range Formats {
		o := outcome("SECRET-ROW")
		o.Case.Question = "How long?" // the question is shared, as far as 80 characters
		b, err := Of(o, Options{Shared: true}).Write(format)
		if err != nil {
			t.Fatal(err)
		}
		s := string(b)
		for _, secret := range []string{"SECRET", "30 days", "x * 2", "loan is free", "count_loans("} {
			if strings.Contains(s, secret) {
				t.Errorf("%s: %q is shared", format, secret)
			}
		}
	}
}

func TestForbidden(t *testing.T) {
	o := outcome("x")
	o.Answer = casefile.Answer{Status: casefile.ForbiddenCase}
	if g := Of(o, Options{}); len(g.Nodes) != 1 || len(g.Edges) != 0 {
		t.Errorf("%+v", g)
	}
}

func FuzzWrite(f *testing.F) {
	f.Add(hostile)
	f.Add("\x00\xff]\"--><svg/onload=alert(1)>")
	f.Fuzz(func(t *testing.T, s string) {
		g := Of(outcome(s), Options{})
		b, err := g.Write("html")
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(b, []byte("<script")); n != 1 {
			t.Errorf("%d scripts for %q", n, s)
		}
		j, err := g.Write("json")
		if err != nil || !json.Valid(j) {
			t.Errorf("%v: no JSON", err)
		}
		for _, format := range []string{"mermaid", "dot"} {
			if _, err := g.Write(format); err != nil {
				t.Error(err)
			}
		}
	})
}
