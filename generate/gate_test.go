package generate

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// TestWhatIsAskedAndNotGiven has one function that gives the branches lent from most: other ends, other kinds of
// things, bounds and names that nobody knows are named as not given.
func TestWhatIsAskedAndNotGiven(t *testing.T) {
	branches := casefile.ToolSpec{Name: "get_loans", Does: "按借阅次数从多到少列出分馆。Branches by loans, most first.", Words: []string{"借阅", "借阅最多", "loans"},
		Not:   "不含读者的住址。Not the addresses of readers.",
		Gives: []casefile.Column{{Name: "branch", Type: "text", Title: "分馆", TitleEN: "branch", Entity: "branch"}, {Name: "loans", Type: "integer", Title: "借阅次数", TitleEN: "loans"}}}
	books := casefile.ToolSpec{Name: "list_books", Does: "列出图书。Lists books.", Words: []string{"图书", "价格", "借了多少次", "丢了多少本"},
		Gives: []casefile.Column{{Name: "book", Type: "text", Title: "图书", TitleEN: "book", Entity: "book"}}}
	w, err := New(Rules{Tools: []casefile.ToolSpec{branches, books}})
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]string{
		"借阅最多的分馆":                         "",
		"哪个分馆的借阅次数最多？":                    "",
		"各分馆的借阅情况":                        "",
		"借阅最少的分馆":                         "借阅最少的分馆",
		"借阅最多的三本图书":                       "最多的三本图书",
		"借阅超过50次的分馆":                      "超过50次",
		"XYZ公司的借阅":                        "XYZ",
		"分馆借阅多少，读者住址呢":                    "住址",
		"借阅最多的分馆借了多少次":                    "",
		"借阅最多的分馆丢了多少本":                    "丢了多少本",
		"有多少个图书借阅":                        "多少个图书",
		"Which branch has most loans?":    "",
		"the branch with the least loans": "least loans",
	} {
		a, err := w.Generate(t.Context(), casefile.Case{
			Question: q, Lang: casefile.LangOf(q),
			Plan: casefile.Plan{Needs: []casefile.Need{{Text: q, Kind: casefile.DataKind}}, Steps: []casefile.Step{{ID: "loans", Tool: "get_loans"}}},
			Evidence: []casefile.Evidence{{ID: "E1", Steps: []string{"loans"}, Tool: "get_loans", Status: casefile.OK, Table: &casefile.Table{
				Columns: branches.Gives, Complete: true,
				Rows: []casefile.Row{{{Type: casefile.Text, Text: "东馆"}, {Type: casefile.Number, Text: "90"}}, {{Type: casefile.Text, Text: "西馆"}, {Type: casefile.Number, Text: "40"}}}}}},
			Calls: []casefile.Done{{Call: casefile.Call{Step: "loans", Tool: "get_loans"}, Status: casefile.OK, Evidence: []string{"E1"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(a.Missing, "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: missing %q, want %q", q, got, want)
		}
	}
}

// TestRowsOfAValueAreCounted has four branches, two of them in the north: how many there are is told, with their names.
func TestRowsOfAValueAreCounted(t *testing.T) {
	branches := casefile.ToolSpec{Name: "list_branches", Does: "列出分馆及其片区。Lists the branches with their part of town.", Words: []string{"分馆有几家", "how many branches"},
		Gives: []casefile.Column{{Name: "branch", Type: "text", Title: "分馆", TitleEN: "branch", Entity: "branch"}, {Name: "part", Type: "text", Title: "片区", TitleEN: "part of town"}}}
	w, err := New(Rules{Tools: []casefile.ToolSpec{branches}})
	if err != nil {
		t.Fatal(err)
	}
	row := func(name, part string) casefile.Row {
		return casefile.Row{{Type: casefile.Text, Text: name}, {Type: casefile.Text, Text: part}}
	}
	for q, want := range map[string]string{
		"北片的分馆有几家？":                          "共 2 条：东馆、西馆",
		"北片有几家分馆？":                           "共 2 条：东馆、西馆",
		"北片的分馆有哪些？":                          "",
		"How many branches are there in 北片?": "2 in all",
	} {
		a, err := w.Generate(t.Context(), casefile.Case{
			Question: q, Lang: casefile.LangOf(q),
			Plan: casefile.Plan{Needs: []casefile.Need{{Text: q, Kind: casefile.DataKind}}, Steps: []casefile.Step{{ID: "list", Tool: "list_branches"}}},
			Evidence: []casefile.Evidence{{ID: "E1", Steps: []string{"list"}, Tool: "list_branches", Status: casefile.OK, Table: &casefile.Table{
				Columns: branches.Gives, Complete: true, Rows: []casefile.Row{row("东馆", "北片"), row("西馆", "北片"), row("南馆", "南片"), row("中馆", "南片")}}}},
			Calls: []casefile.Done{{Call: casefile.Call{Step: "list", Tool: "list_branches"}, Status: casefile.OK, Evidence: []string{"E1"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(a.Claims) == 1 {
			got = a.Claims[0].Text
		}
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q of %d claims, want %q", q, got, len(a.Claims), want)
		}
	}
}
