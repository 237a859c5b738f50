package config

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// promptTiers are the models that prompts go to, by the first part of a prompt's name.
var promptTiers = map[string]string{"write": "write", "mend": "write", "plan": "plan", "again": "plan", "review": "judge", "route": "route"}

const aroundPrompt = 400 // tokens of a schema, and of what a message has besides records

// tier is the model of a tier, the default one where it has none of its own.
func (f *File) tier(name string) Model {
	if m, own := f.Models[name]; own {
		return m
	}
	return f.Models[defaultTier]
}

// reply is how many tokens a reply of a model may have.
func (m Model) reply() int {
	if m.Context <= 0 {
		return m.MaxTokens
	}
	return cmp.Or(m.MaxTokens, min(defaultReply, m.Context/4))
}

// around is how many tokens a request to a tier has besides records: more than usual where a prompt of the workspace is long.
func (f *File) around(tier string, prompts map[string]string) int {
	most := aroundRecords
	for name, text := range prompts {
		if kind, _, _ := strings.Cut(name, "."); promptTiers[kind] == tier {
			most = max(most, aroundPrompt+casefile.CountTokens(text))
		}
	}
	return most
}

// promptProblems reports the prompts of a workspace that leave the model they go to no room for what is found.
func (f *File) promptProblems(prompts map[string]string) []strictyaml.Problem {
	var out []strictyaml.Problem
	for _, name := range slices.Sorted(maps.Keys(prompts)) {
		kind, _, _ := strings.Cut(name, ".")
		tier := promptTiers[kind]
		m := f.tier(tier)
		if m.Context <= 0 {
			continue
		}
		has, room := casefile.CountTokens(prompts[name]), m.Context-m.reply()-aroundPrompt-leastContext/3
		if has > room {
			out = append(out, strictyaml.Problem{File: "prompts/" + name + ".md", Line: 1,
				Msg:  fmt.Sprintf("it has up to %d tokens, and the context of %d tokens of the model for %s leaves %d beside the reply and the records", has, m.Context, tier, max(room, 0)),
				Hint: "shorten it, raise context to what the server takes, or lower max_tokens"})
		}
	}
	return out
}
