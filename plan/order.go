package plan

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	casefile "github.com/casefile/casefile"
)

// orders reports whether a question is an order to change something. What is declared as an action is not asked here.
func (p *Planner) orders(a *asked) bool {
	if has(a.r, "general") || has(a.r, "document") || strings.Contains(a.text, "吗") || strings.Contains(a.text, "怎么") || strings.Contains(a.text, "如何") {
		return false // how it is done, and what the rules are
	}
	rest := a.r.Folded
	for moved := true; moved; {
		rest = strings.TrimLeftFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
		rest, moved = afterWord(rest, "order lead")
	}
	if object, ok := cutObject(rest); ok { // 把 … 删除
		verbs := slices.Concat(phrasesOf("order"), phrasesOf("order of a thing"), phrasesOf("order of an object"))
		return slices.ContainsFunc(verbs, func(w string) bool { return strings.Contains(object, w) })
	}
	if _, ok := afterWord(rest, "order"); ok {
		return true
	}
	if after, ok := afterWord(rest, "order of a thing"); ok {
		_, thing := afterWord(strings.TrimLeftFunc(after, unicode.IsSpace), "order thing")
		return thing
	}
	return false
}

// cutObject returns what follows 把 or 将 at the head of a text.
func cutObject(s string) (string, bool) {
	for _, w := range []string{"把", "将"} {
		if rest, ok := strings.CutPrefix(s, w); ok {
			return rest, true
		}
	}
	return s, false
}

// afterWord returns what follows a word of a list of cues.txt at the head of a text: the word as it stands, since
// "cancelled orders" is no order.
func afterWord(s, list string) (string, bool) {
	best := 0
	for _, w := range phrasesOf(list) {
		if len(w) > best && strings.HasPrefix(s, w) && whole(s, w) {
			best = len(w)
		}
	}
	return s[best:], best > 0
}

// whole reports whether a Latin word at the head of a text ends where the text's does.
func whole(s, w string) bool {
	last, next := w[len(w)-1], byte(' ')
	if len(s) > len(w) {
		next = s[len(w)]
	}
	return !latin(last) || !latin(next)
}

func latin(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b == '\'' }

// phrasesOf returns the words of a list of cues.txt as they stand there.
func phrasesOf(list string) []string { return cuePhrases()[list] }

var cuePhrases = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(cuesFile) {
		name, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") || !strings.HasPrefix(name, "order") {
			continue
		}
		for w := range strings.SplitSeq(words, ",") {
			out[name] = append(out[name], strings.TrimSpace(w))
		}
	}
	return out
})

// readOnly declines an order: nothing here changes anything.
func readOnly(a *asked) casefile.Plan {
	return casefile.Plan{Why: "it orders a change, and no such action is declared", Reply: &casefile.Reply{
		Status: casefile.Refused, Stop: casefile.StopNothingLeft, Text: replies()["read only "+string(a.lang)],
	}}
}
