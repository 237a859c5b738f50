package config_test

import (
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
)

// What was heard of a reply that does not fit has no part in what is heard of the one that the model makes instead, neither in the case
// nor in its replay, which hears less of the first.
func TestAReplyThatIsAskedForOnceMoreReplays(t *testing.T) {
	second := `{"claims":[` + item("A book may be borrowed for 30 days.", "A book may be borrowed for 30 days.") + `]}`
	for name, first := range map[string]string{
		"an item does not fit": `{"claims":[` + lent + `,` + wrong + `,` + wrong + `,{}]}`,
		"cut in a string":      `{"claims":[` + lent + `,{"cites":[{"evidence":"E2","quo`,
		"an odd quote":         `{"claims":[` + lent + `,` + lent + `,` + wrong + `,{"x":"`,
	} {
		t.Run(name, func(t *testing.T) {
			var n atomic.Int64
			s := casefiletest.NewModelServer(t, "openai", func(casefiletest.AskedOf) casefiletest.Served {
				if n.Add(1) == 1 {
					return casefiletest.Served{Text: first}
				}
				return casefiletest.Served{Text: second}
			})
			w := library(t, "models: {write: {url: '"+s.URL+"', model: m1, profile: openai, tries: 1, idle: 3s}}\n")
			file := filepath.Join(t.TempDir(), "c.jsonl")
			_, err := w.Ask(t.Context(), casefile.Ask{
				Question: "For how many days may a book be borrowed?", Asker: casefile.Identity{Tenant: "default", User: "reader"},
				Format: "text", Claimed: func(casefile.Claim) {},
			}, file)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := config.Replay(t.Context(), file); err != nil || again.Difference != nil {
				t.Errorf("replay: %v %v", again.Difference, err)
			}
		})
	}
}
