package generate

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// TestBorrowedNames has a second part of a question that is about a person only because the first part names them:
// the rule that answers it names nobody. A passage about somebody else still does not answer it.
func TestBorrowedNames(t *testing.T) {
	w, err := New(Rules{
		Tools:      []casefile.ToolSpec{{Name: "search_documents", Search: true}},
		Dictionary: map[string]map[string][]string{"person": {"李四": {"Li Si"}, "王五": {"Wang Wu"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const part = "迟到几次会取消全勤奖？"
	a, err := w.Generate(t.Context(), casefile.Case{
		Question: "李四上个月迟到了几次？" + part, Lang: casefile.Chinese,
		Plan: casefile.Plan{
			Needs: []casefile.Need{{Text: part, Kind: casefile.CombinedKind, Entities: []casefile.Slot{{Name: "person", Values: []string{"李四"}, Words: "李四"}}}},
			Steps: []casefile.Step{{ID: "find", Tool: "search_documents"}},
		},
		Evidence: []casefile.Evidence{
			passage("E1", "rules", "official", "每月迟到 3 次以上的，取消当月全勤奖。因公外出并已登记的，不计为迟到。"),
			passage("E2", "note", "official", "王五迟到 4 次，取消全勤奖。"),
		},
		Calls: []casefile.Done{{Call: casefile.Call{Step: "find", Tool: "search_documents"}, Status: casefile.OK, Evidence: []string{"E1", "E2"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, c := range a.Claims {
		all.WriteString(c.Text + "\n")
	}
	if !strings.Contains(all.String(), "3 次以上") || strings.Contains(all.String(), "王五") || len(a.Missing) > 0 {
		t.Errorf("says %q, missing %q", all.String(), a.Missing)
	}
}
