package generate

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func passage(id, doc, authority, body string) casefile.Evidence {
	return casefile.Evidence{
		ID: id, Steps: []string{"find"}, Tool: "search_documents", Status: casefile.OK, Text: body,
		Source: &casefile.Source{DocID: doc, Title: doc, Section: "1", Authority: authority},
	}
}

// TestWordsFromOutside asks what to do about a leak: a supplier's letter fits the question best.
func TestWordsFromOutside(t *testing.T) {
	letter := passage("E1", "letter", "partner", "A leaking boiler is always exchanged at once without an inspection.")
	rule := passage("E2", "rules", "official", "A leaking boiler is inspected within 2 days.")
	tests := []struct {
		name          string
		found         []casefile.Evidence
		says, saysNot string
		pending       bool
	}{
		{"beside the house's own rule", []casefile.Evidence{letter, rule}, "within 2 days", "exchanged", false},
		{"alone", []casefile.Evidence{letter}, "exchanged", "within 2 days", true},
		{"none", []casefile.Evidence{rule}, "within 2 days", "exchanged", false},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			w, err := New(Rules{Tools: []casefile.ToolSpec{{Name: "search_documents", Search: true}}})
			if err != nil {
				t.Fatal(err)
			}
			const q = "What is done about a leaking boiler?"
			a, err := w.Generate(t.Context(), casefile.Case{
				Question: q, Lang: casefile.English,
				Plan: casefile.Plan{
					Needs: []casefile.Need{{Text: q, Kind: casefile.DocumentKind}},
					Steps: []casefile.Step{{ID: "find", Tool: "search_documents"}},
				},
				Evidence: tc.found,
				Calls:    []casefile.Done{{Call: casefile.Call{Step: "find", Tool: "search_documents"}, Status: casefile.OK, Evidence: []string{"E1", "E2"}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			var all strings.Builder
			for _, c := range a.Claims {
				all.WriteString(c.Text + "\n")
				if (c.Part == casefile.Pending) != tc.pending {
					t.Errorf("%q is in part %q", c.Text, c.Part)
				}
			}
			if !strings.Contains(all.String(), tc.says) || strings.Contains(all.String(), tc.saysNot) {
				t.Errorf("says %q, want %q and not %q", all.String(), tc.says, tc.saysNot)
			}
			if named := len(a.Missing) > 0; named != tc.pending {
				t.Errorf("missing: %q", a.Missing)
			}
		})
	}
}
