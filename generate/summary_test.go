package generate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func summaryOf(t *testing.T, question string, sections [][2]string) casefile.Answer {
	t.Helper()
	w, err := New(Rules{Tools: []casefile.ToolSpec{{Name: "summarise_document"}}})
	if err != nil {
		t.Fatal(err)
	}
	c := opened(question)
	c.Plan.Needs = []casefile.Need{{Text: question, Kind: casefile.DocumentKind}}
	var found []casefile.Evidence
	for _, s := range sections {
		found = append(found, casefile.Evidence{Text: s[1], Source: &casefile.Source{DocID: "rules", Title: "阅览规定", Version: "V2", Section: s[0], Chunk: s[0]}})
	}
	add(&c, casefile.Step{ID: "summarise_document", Tool: "summarise_document"}, casefile.OK, found...)
	a, err := w.Generate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Of each section the sentence that sets a bound or a duty is told, word for word, and no question.
func TestSummary(t *testing.T) {
	a := summaryOf(t, "概括阅览规定", [][2]string{
		{"1", "阅览室环境安静。读者应当在 21 点前离馆。"}, {"2", "还有问题吗？图书不得带出阅览室。"}, {"3", "本规定由馆长室解释。"},
	})
	var got []string
	for _, c := range a.Claims {
		got = append(got, c.Text)
		if len(c.Cites) != 1 || c.Cites[0].Quote == "" {
			t.Errorf("%q cites %v", c.Text, c.Cites)
		}
	}
	want := []string{"读者应当在 21 点前离馆。", "图书不得带出阅览室。", "本规定由馆长室解释。"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(a.Notes) == 0 || !strings.Contains(a.Notes[0], "阅览规定 V2") || !strings.Contains(a.Notes[0], "3") {
		t.Errorf("notes %q do not say what was summarised", a.Notes)
	}
}

func TestSummaryIsBounded(t *testing.T) {
	var sections [][2]string
	for i := range 40 {
		sections = append(sections, [2]string{fmt.Sprint(i), fmt.Sprintf("第 %d 类读者不得超过 %d 人。", i, i+1)})
	}
	a := summaryOf(t, "Summarise the reading rules", sections)
	if len(a.Claims) != maxSummary || !slices.ContainsFunc(a.Notes, func(s string) bool { return strings.Contains(s, "40 sections") }) {
		t.Errorf("%d claims, notes %q", len(a.Claims), a.Notes)
	}
}
