package plan

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
)

//go:embed prompts
var promptFiles embed.FS

// PromptNames are the names that Rules.Prompts may have.
var PromptNames = []string{"again.en", "again.zh", "plan.en", "plan.zh", "review.en", "review.zh", "route.en", "route.zh"}

// MaxShots is how many labelled questions a prompt shows at most, of those that stand in every prompt and of those like the question each.
const MaxShots = 12

// checkPrompts says what is wrong with prompts that stand in place of those in the program.
func checkPrompts(prompts map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(prompts)) {
		switch {
		case !slices.Contains(PromptNames, name):
			return fmt.Errorf("prompt %q: known are %s", name, strings.Join(PromptNames, ", "))
		case strings.TrimSpace(prompts[name]) == "":
			return fmt.Errorf("prompt %s is empty", name)
		}
	}
	return nil
}

// prompt is a prompt by its name, the workspace's own where it has one, with the labelled questions behind it that the workspace shows in
// every prompt: they are the same for all questions, so that servers keep what they made of them.
func (p *Planner) prompt(name string, lang casefile.Lang) (string, error) {
	key := name + "." + string(lang)
	text, own := p.rules.Prompts[key]
	if !own {
		b, err := promptFiles.ReadFile("prompts/" + key + ".md")
		if err != nil {
			return "", fmt.Errorf("prompt %s: %w", key, err)
		}
		text = string(b)
	}
	text = strings.TrimSpace(text)
	if shots := p.pinned(name); len(shots) > 0 {
		text += "\n\n" + replies()["shots "+string(lang)] + "\n" + string(encode(shots))
	}
	return text, nil
}

// A shot is a labelled question as a model is shown it.
type shot struct {
	Question string   `json:"question"`
	Tools    []string `json:"tools,omitempty"`    // to one that plans
	Function string   `json:"function,omitempty"` // to one that names a function
}

// shotFor is a labelled question for a prompt.
func (p *Planner) shotFor(prompt string, x Labelled) shot {
	if prompt != "route" {
		return shot{Question: x.Question, Tools: x.Tools}
	}
	s := shot{Question: x.Question, Function: noTool}
	for _, name := range x.Tools {
		switch t, ok := p.tool(name); {
		case ok && !t.Search:
			s.Function = name
			return s
		case ok:
			s.Function = inDocuments
		}
	}
	return s
}

// shows reports whether a prompt shows labelled questions.
func (p *Planner) shows(prompt string) bool {
	return p.rules.Shots > 0 && (prompt == "plan" || prompt == "route")
}

// pinned are the labelled questions that stand in every prompt of a name, in the order of the workspace.
func (p *Planner) pinned(prompt string) (out []shot) {
	if !p.shows(prompt) {
		return nil
	}
	for _, x := range p.rules.Examples {
		if x.Shown && len(out) < MaxShots {
			out = append(out, p.shotFor(prompt, x))
		}
	}
	return out
}

// nearest are the labelled questions most like a part of a question, the likest first, for a prompt that does not show them anyway. They hang on
// the question, so they stand behind what does not.
func (p *Planner) nearest(prompt string, a *asked) (out []shot) {
	if !p.shows(prompt) || p.learn == nil {
		return nil
	}
	x, vector := p.known(a)
	if x == nil {
		return nil
	}
	for _, n := range x.head.Nearest(vector, len(p.rules.Examples)) {
		if len(out) == min(p.rules.Shots, MaxShots) {
			break
		}
		if e := p.rules.Examples[n.Example]; !e.Shown {
			out = append(out, p.shotFor(prompt, e))
		}
	}
	return out
}
