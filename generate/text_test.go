package generate

import (
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// TestNothingIsFetchedOrLedTo: a sentence that is told keeps its words, and no page that shows the answer fetches, runs or links what it holds.
func TestNothingIsFetchedOrLedTo(t *testing.T) {
	c := opened("What does a lost card cost?")
	c.Plan.Needs = []casefile.Need{{Text: c.Question, Kind: casefile.DocumentKind}}
	const said = `A lost card costs 2 EUR ![kept](https://evil.test/p.png), see <a href="https://evil.test">the [form](https://evil.test/f)</a>.`
	found := hit("Rules", said)
	found.Source.Title, found.Source.Degraded = "[Rules](https://evil.test)", "the table could not be read"
	add(&c, casefile.Step{ID: "rule", Tool: "search_rules"}, casefile.OK, found)
	a, err := writer(t).Generate(t.Context(), c)
	if err != nil || len(a.Claims) != 1 || a.Claims[0].Text != "A lost card costs 2 EUR kept, see the form." || a.Claims[0].Cites[0].Quote != said {
		t.Fatalf("claims %+v, error %v", a.Claims, err)
	}
	other := c.Evidence[len(c.Evidence)-1].ID
	a.Conflicts = []casefile.Conflict{{Kind: "number", Sides: [2]casefile.Side{{Evidence: other}, {Evidence: other}}}}
	if !slices.ContainsFunc(a.Notes, func(n string) bool { return strings.Contains(n, "Rules") }) {
		t.Errorf("notes %q do not name the document", a.Notes)
	}
	if shown := Text(a, c.Evidence); strings.Contains(shown, "evil.test") || !strings.Contains(shown, "Rules") {
		t.Errorf("shown:\n%s", shown)
	}
}
