package plan

import (
	"regexp"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// summarise is the name of the tool that reads a whole document.
const summarise = "summarise_document"

// ofDocument cuts what stands around the subject of a summary.
var ofDocument = regexp.MustCompile(`^(?:\s*(?:of|about|on|the|this|一下|下|的|关于|本|:))+\s*|\s*(?:的?(?:主要)?(?:内容|要点|重点|大意))?\s*[。.!?？]*$`)

// summary plans the summary of a document, where one is asked for and nothing that is in the tables is named.
func (p *Planner) summary(a *asked) (casefile.Plan, bool) {
	if _, ok := p.tool(summarise); !ok || len(a.ids) > 0 || has(a.r, "superlative") || has(a.r, "research") {
		return casefile.Plan{}, false
	}
	cue := found(a.r, cues()["summary"])
	if len(cue) == 0 || !has(a.r, "written") && (!has(a.r, "document") || len(a.periods) > 0) {
		return casefile.Plan{}, false
	}
	cut := append(cue, found(a.r, cues()["filler"])...)
	subject := ofDocument.ReplaceAllString(strings.TrimSpace(a.without(cut)), "")
	if len(text.Terms(playbook.Read(subject).Folded)) == 0 {
		return casefile.Plan{}, false
	}
	n := p.need(a, strings.TrimSpace(a.text))
	n.Kind, n.Why = casefile.DocumentKind, "a summary of a document is asked for"
	return casefile.Plan{Why: n.Why, Needs: []casefile.Need{n}, Slots: p.slots(a, nil), Steps: []casefile.Step{{
		ID: summarise, Goal: n.Text, Tool: summarise, Args: encode(map[string]string{"document": escape(subject)}), Why: n.Why,
	}}}, true
}
