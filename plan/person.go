package plan

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

//go:embed surnames.txt
var surnamesFile string

var surnames = sync.OnceValue(func() []string {
	var out []string
	for line := range strings.Lines(surnamesFile) {
		if !strings.HasPrefix(line, "#") {
			out = append(out, strings.Fields(line)...)
		}
	}
	return out
})

var (
	forNames = regexp.MustCompile(`(?i)name|person|employee|customer|user|author|owner|member|student|patient|姓名|名字|名称|人员|员工|客户|作者`)
	titled   = regexp.MustCompile(`[A-Z][\p{L}'’-]*(?: (?:(?:de|van|von|der|di|da|al|bin|ben) )?[A-Z][\p{L}'’-]*)*`)
	lead     = regexp.MustCompile(`(?i)\b(?:does|did|do|was|were|is|has|have|had|of|by|for|about|from|can|will|mr\.?|mrs\.?|ms\.?|dr\.?)$`)
	hanRun   = regexp.MustCompile(`\p{Han}+`)
)

// takesPerson reports whether a tool has a parameter of free text that takes a person's name.
func takesPerson(t casefile.ToolSpec) bool { return slices.ContainsFunc(t.Params, person) }

func person(prm casefile.Param) bool {
	return prm.Type == "text" && prm.Entity == "" && (forNames.MatchString(prm.Name) || forNames.MatchString(prm.Meaning))
}

// somebody finds a person's name: words with a capital, or a run of Han characters that begins with a surname, where
// nothing else explains them. Unless it is sure that one is meant, a single word with a capital must stand where a name does.
func (a *asked) somebody(explained []playbook.Span, sure bool) (playbook.Span, string, bool) {
	cut := slices.Clone(explained)
	for _, list := range [][]playbook.Mention{a.ids, a.names, a.not} {
		for _, m := range list {
			cut = append(cut, m.Span)
		}
	}
	for _, m := range a.periods {
		cut = append(cut, m.Span)
	}
	cut = append(cut, a.cued("asking", "data", "filler", "personal", "permission", "not", "also", "figures", "superlative", "single", "general",
		"work remaining", "work average", "work share", "work growth", "work forecast")...)
	for _, at := range titled.FindAllStringIndex(a.text, -1) {
		name := strings.TrimSuffix(strings.TrimSuffix(a.text[at[0]:at[1]], "'s"), "’s")
		s := a.r.At(at[0], at[0]+len(name))
		if slices.ContainsFunc(cut, s.Overlaps) {
			continue
		}
		before := strings.TrimRight(a.text[:at[0]], " ")
		if len(name) > 1 && (strings.Contains(name, " ") || sure || lead.MatchString(before)) {
			return s, name, true
		}
	}
	for _, run := range hanRun.FindAllString(a.without(cut), -1) {
		n := len([]rune(run))
		if n < 2 || n > 4 {
			continue
		}
		for _, surname := range surnames() {
			if !strings.HasPrefix(run, surname) || len(run) == len(surname) {
				continue
			}
			name := strings.TrimRight(run, "的在")
			if at := strings.Index(a.text, name); at >= 0 {
				return a.r.At(at, at+len(name)), name, true
			}
		}
	}
	return playbook.Span{}, "", false
}
