package plan

import (
	"cmp"
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

//go:embed talk.txt
var talkFile string

//go:embed replies.txt
var repliesFile string

// talk holds the words of each kind of small talk, letters alone.
var talk = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(talkFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		for _, w := range strings.Split(list, ",") {
			m[lettersOf(w)] = name
		}
	}
	return m
})

// replies holds the fixed replies by "NAME LANG".
var replies = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(repliesFile) {
		if key, s, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && !strings.HasPrefix(line, "#") {
			m[key] = strings.TrimSpace(s)
		}
	}
	return m
})

func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Fold(s))
}

// smallTalk returns the reply to a question that is nothing but a greeting, thanks, or a question about the program.
func (p *Planner) smallTalk(a *asked) (string, bool) {
	rest, name := lettersOf(a.text), ""
	// a greeting before another kind of small talk: "hi, what can you do"
	for rest != "" {
		best := ""
		for w := range talk() {
			if strings.HasPrefix(rest, w) && len(w) > len(best) {
				best = w
			}
		}
		if best == "" {
			if !ofAbility.MatchString(rest) {
				return "", false
			}
			name, rest = "ability", ""
			break
		}
		if kind := talk()[best]; kind != fillerTalk {
			name = kindAfter(name, kind)
		}
		rest = rest[len(best):]
	}
	s, ok := replies()[name+" "+string(a.lang)]
	return s, ok
}

// ofAbility is a question, letters alone, of what the program can do or be asked, in whatever words.
var ofAbility = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`(?:你|您|你们|这个?(?:系统|助手|程序|工具))(?:都|还|到底|究竟|平时)*(?:能够?|会|可以|懂)(?:帮我|帮忙|帮|替我|为我)?(?:做|干|查|查询|回答|处理|解答|提供|办)?(?:些|点)?(?:什么|哪些|哪方面|啥)(?:样的?)?(?:事情?|东西|问题|内容|忙|功能|服务|数据|信息)*`,
	`我(?:都|还)?(?:能|可以)(?:向|跟)?(?:你|您)?(?:问|咨询|请教)(?:你|您)?(?:些|点)?(?:什么|哪些|哪方面|啥)(?:样的?)?(?:问题|东西|事情?|内容)*的?`,
	`(?:你|您)(?:都|还)?有(?:什么|哪些|啥)(?:功能|本事|能力|用处?|用途)`,
	`(?:please)?(?:canyou|couldyou)?(?:tellme|showme|explain|letmeknow|iwanttoknow|idliketoknow)(?:please)?what(?:else)?(?:kindofquestions|kindofthings|things)?(?:youcan|icanask|youareableto|yourecapableof|youknow|youdo)[a-z]{0,16}`,
	`(?:what|which)(?:sortof|sortsof|kindof|kindsof)?(?:data|information|documents|sources)(?:do|can)you(?:have|hold|see|use|read)(?:accessto)?`,
	`(?:what|which)(?:else|all)?(?:kindsofquestions|kindofquestions|kindsofthings|kindofthings|sortofthings|sortsofthings|sortofquestions|questions|things|topics|data)?(?:can|could|may|do|are)(?:you|i|we)(?:able|capable)?(?:toof|to|of)?(?:do|help|answer|ask|lookup|know|offer|cover|handle|find)(?:you|me|us|with|for|about|here|out|today)*`,
}, "|") + `)[啊呀吧吗呢了哦嘛]*$`)

// fillerTalk is the list of words that go with any small talk.
const fillerTalk = "filler"

func kindAfter(before, now string) string {
	if now == "greeting" && before != "" {
		return before
	}
	return now
}

// askFor is the question back for something that no playbook words: the parameter's own, or a general one.
func (p *Planner) askFor(name string, lang casefile.Lang) string {
	if ask := p.askOf(name, lang); ask != "" {
		return ask
	}
	return strings.ReplaceAll(replies()["which "+string(lang)], "{name}", name)
}

// askOf is the question back that some tool words for a kind of thing or a parameter, "" where none does.
func (p *Planner) askOf(name string, lang casefile.Lang) string {
	for _, t := range p.rules.Tools {
		for _, prm := range t.Params {
			if (prm.Kind == name || playbook.EntityOf(prm) == name || prm.Name == name) && prm.Ask[lang] != "" {
				return prm.Ask[lang]
			}
		}
	}
	return ""
}

// lackingIdentifier returns the question back where the one function that fits lacks an identifier that the
// asker must give: they speak of a thing of their own without naming it.
func (p *Planner) lackingIdentifier(a *asked, parts []*asked) (casefile.Plan, bool) {
	for _, part := range parts {
		v := p.decide(part)
		if v.kind != casefile.DataKind || len(v.data) == 0 {
			continue
		}
		best := v.data[0]
		for _, prm := range best.lacks {
			if _, ok := p.unnamed(part, prm, best.hits); ok {
				continue // the tool says which values there are
			}
			ask := prm.Ask[a.lang]
			if ask == "" {
				ask = p.askFor(cmp.Or(prm.Kind, prm.Name), a.lang)
			}
			return casefile.Plan{
				Why: best.Name + " needs " + prm.Name + ", which the question does not give", Slots: p.slots(a, nil),
				Needs: []casefile.Need{p.need(part, strings.TrimSpace(part.text))},
				Reply: &casefile.Reply{Status: casefile.NeedsInput, Stop: casefile.StopNeedsInput, Text: ask},
			}, true
		}
	}
	return casefile.Plan{}, false
}
