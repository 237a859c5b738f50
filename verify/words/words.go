// Package words holds the word lists by which a sentence is read: what negates, permits,
// obliges, bounds, counts or compares in it, and which Chinese and English words name one thing.
// The lists are files; this package only finds their words.
package words

import (
	"embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed marks.txt
var marksFile string

//go:embed concepts.txt concepts/*.txt
var conceptFiles embed.FS

// A Class is a set of the classes that a word belongs to.
type Class uint64

// The classes. One word may belong to several: 不得 negates and forbids.
const (
	NotClausal  Class = 1 << iota // negates the rest of the clause
	NotLocal                      // negates the next word
	NotExcept                     // takes the next words out
	NotNever                      // looks like a negation and is none
	ScopeEnd                      // ends the reach of a negation
	Permission                    // may
	Obligation                    // must
	Advice                        // should
	Possible                      // might
	Future                        // will
	Done                          // has been done
	Request                       // is asked for, not given
	MustNot                       // forbidden
	NeedNot                       // not required
	All                           // all
	Most                          // most
	Many                          // many
	Some                          // some
	Few                           // few
	Only                          // only
	Strong                        // significantly
	Cause                         // because
	Condition                     // if
	Extreme                       // highest, lowest
	ExtremeUp                     // highest
	ExtremeDown                   // lowest
	Above                         // more than
	Below                         // less than
	AtMost                        // no more than
	AtLeast                       // no less than
	Equal                         // equal to
	Ask                           // whether
	NotFound                      // nothing was found
	Absent                        // does not exist
	Unavailable                   // could not be checked
	Withheld                      // may not be shown
	Said                          // the asker said
	Acted                         // we have done it for you
)

// Negating are the classes that turn what follows.
const Negating = NotClausal | NotLocal | NotExcept

var names = map[string]Class{
	"not-clausal": NotClausal, "not-local": NotLocal, "not-except": NotExcept, "not-never": NotNever, "scope-end": ScopeEnd,
	"permission": Permission, "obligation": Obligation, "advice": Advice, "possible": Possible, "future": Future, "done": Done,
	"request": Request, "must-not": MustNot, "need-not": NeedNot, "all": All, "most": Most, "many": Many, "some": Some, "few": Few,
	"only": Only, "strong": Strong, "cause": Cause, "condition": Condition, "most-of-all": Extreme, "most-up": ExtremeUp,
	"most-down": ExtremeDown, "above": Above, "below": Below, "at-most": AtMost, "at-least": AtLeast, "equal": Equal, "ask": Ask,
	"not-found": NotFound, "absent": Absent, "unavailable": Unavailable, "withheld": Withheld, "said": Said, "acted": Acted,
}

// A Mark is a word of the lists in a text.
type Mark struct {
	Class      Class
	Start, End int // byte offsets
}

type entry struct {
	word  string
	class Class
}

// table finds the longest listed word at a place. Words are kept by their first rune, longest first.
type table map[rune][]entry

var marks = sync.OnceValue(func() table {
	classes := map[string]Class{}
	var class Class
	for line := range strings.Lines(marksFile) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			c, ok := names[strings.Trim(line, "[]")]
			if !ok {
				panic("verify/words: marks.txt: " + line)
			}
			class = c
		default:
			_, list, _ := strings.Cut(line, ":")
			for w := range strings.SplitSeq(list, ",") {
				classes[strings.TrimSpace(w)] |= class
			}
		}
	}
	t := table{}
	for w, c := range classes {
		r, _ := utf8.DecodeRuneInString(w)
		t[r] = append(t[r], entry{w, c})
	}
	for _, list := range t {
		slices.SortFunc(list, func(a, b entry) int {
			if len(a.word) != len(b.word) {
				return len(b.word) - len(a.word)
			}
			return strings.Compare(a.word, b.word)
		})
	}
	return t
})

// Find returns the listed words of a folded text, in order, the longest at each place;
// a word inside a longer listed one is not found. English words are found whole.
func Find(folded string) []Mark {
	t := marks()
	var out []Mark
	for i := 0; i < len(folded); {
		r, n := utf8.DecodeRuneInString(folded[i:])
		if r < utf8.RuneSelf && !letter(byte(r)) {
			i += n
			continue
		}
		found := false
		for _, e := range t[r] {
			if !strings.HasPrefix(folded[i:], e.word) {
				continue
			}
			end := i + len(e.word)
			if r < utf8.RuneSelf && end < len(folded) && letter(folded[end]) {
				continue
			}
			out = append(out, Mark{e.class, i, end})
			i, found = end, true
			break
		}
		switch {
		case found:
		case r < utf8.RuneSelf: // on to the end of the word
			for i < len(folded) && letter(folded[i]) {
				i++
			}
		default:
			i += n
		}
	}
	return out
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '\''
}

// A Concept is one thing with its Chinese and English words.
type Concept struct {
	Name     string
	Han, Eng []string
}

// Concepts returns the bilingual list. A word may stand under several concepts, and a concept may be
// listed in several parts. The caller must not change it.
var Concepts = sync.OnceValue(func() []Concept {
	var all strings.Builder
	for _, name := range append([]string{"concepts.txt"}, conceptNames()...) {
		b, err := conceptFiles.ReadFile(name)
		if err != nil {
			panic(err)
		}
		all.Write(b)
	}
	var out []Concept
	for line := range strings.Lines(all.String()) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 3 {
			panic("verify/words: concepts.txt: " + line)
		}
		c := Concept{Name: strings.TrimSpace(f[0]), Han: strings.Fields(f[1])}
		for w := range strings.SplitSeq(f[2], ",") {
			if w = strings.TrimSpace(w); w != "" {
				c.Eng = append(c.Eng, w)
			}
		}
		out = append(out, c)
	}
	return out
})

func conceptNames() []string {
	entries, err := conceptFiles.ReadDir("concepts")
	if err != nil {
		panic(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, "concepts/"+e.Name())
	}
	return out
}

//go:embed reversed.txt
var reversedFile string

var reversed = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(reversedFile) {
		if f := strings.Fields(line); len(f) == 2 && f[0] != "#" {
			m[f[0]] = f[1]
		}
	}
	return m
})

// notUn are beginnings of words in which "un" is no prefix.
var notUn = []string{"under", "uni", "uncle", "until", "unless", "unto", "unctu", "undul"}

// Contrary returns the word that an English word is the contrary of: unopened → opened.
func Contrary(word string) (string, bool) {
	if base, ok := reversed()[word]; ok {
		return base, true
	}
	if rest, ok := strings.CutPrefix(word, "non"); ok && len(rest) > 5 {
		return rest, true
	}
	rest, ok := strings.CutPrefix(word, "un")
	if !ok || len(rest) < 4 {
		return "", false
	}
	for _, p := range notUn {
		if strings.HasPrefix(word, p) {
			return "", false
		}
	}
	return rest, true
}

//go:embed stop_en.txt
var stopEnglish string

//go:embed light.txt
var lightFile string

//go:embed stop_zh.txt
var stopHan string

//go:embed stop_words_zh.txt
var stopHanWords string

var stops = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(stopEnglish) {
		m[w] = true
	}
	return m
})

var stopRunes = sync.OnceValue(func() map[rune]bool {
	m := map[rune]bool{}
	for _, r := range stopHan {
		m[r] = true
	}
	return m
})

// Stop reports whether an English word carries no meaning of its own.
func Stop(word string) bool { return stops()[word] }

// StopHan reports whether a Chinese character joins words more often than it belongs to one.
func StopHan(r rune) bool { return stopRunes()[r] }

var stopPhrases = sync.OnceValue(func() map[rune][]string {
	m := map[rune][]string{}
	for _, w := range strings.Fields(stopHanWords) {
		r, _ := utf8.DecodeRuneInString(w)
		m[r] = append(m[r], w)
	}
	return m
})

// StopPrefix returns the length of the Chinese word without a meaning of its own that begins s, 0 for none.
func StopPrefix(s string) int {
	r, _ := utf8.DecodeRuneInString(s)
	best := 0
	for _, w := range stopPhrases()[r] {
		if strings.HasPrefix(s, w) {
			best = max(best, len(w))
		}
	}
	return best
}

// denying are the words of exception that are verbs, and so deny all that they are said of.
var denying = map[string]bool{"无": true, "勿": true, "排除": true, "不含": true, "不包括": true, "不包含": true, "exclude": true, "excludes": true, "excluded": true, "excluding": true,
	"left out": true, "leave out": true, "leaves out": true, "ruled out": true, "rules out": true, "rule out": true}

// Denies reports whether a word of exception is a verb, which denies what it is said of.
func Denies(word string) bool { return denying[word] }

//go:embed parties.txt
var partiesFile string

// parties are the concepts that name one side of a contract, a sale or a case.
var parties = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(partiesFile) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			m["="+line] = true
		}
	}
	return m
})

// Party reports whether a concept names one side among others: its place in a sentence decides what is said.
func Party(key string) bool { return parties()[key] }

var asking = map[string]bool{"=apply": true, "=apply2": true, "=ask": true, "=claim2": true, "=submit": true, "=submit2": true, "=send": true, "=ship": true, "=book2": true}

// Asks reports whether a concept is one of asking for something.
func Asks(key string) bool { return asking[key] }

// Lists of words, by what they are for.
var (
	lacking = map[string]bool{"without": true, "未经": true}
	able    = map[string]bool{"能": true, "能够": true, "can": true, "could": true, "able to": true}
	generic = map[string]bool{"case": true, "item": true, "unit": true, "piece": true, "each": true, "entry": true, "occurrence": true}
	causal  = map[string]bool{"=due": true, "=cause3": true, "=affect": true, "=reason": true, "=reason2": true, "=cause": true, "=cause2": true}
	fronts  = map[string]bool{"at": true, "in": true, "for": true, "on": true, "under": true, "during": true, "after": true, "before": true,
		"with": true, "by": true, "from": true, "since": true, "while": true, "between": true, "among": true, "of": true, "as": true, "once": true, "across": true}
	trails = []string{"时", "后", "前", "中", "内", "里", "下", "的话", "外", "期间"}
)

// Lacking reports whether a word says without.
func Lacking(word string) bool { return lacking[word] }

// Able reports whether a word says what can be, and permits nothing by itself.
func Able(word string) bool { return able[word] }

// Generic reports whether a word counts things of any kind.
func Generic(word string) bool { return generic[word] }

// Causes reports whether a concept is one of a cause.
func Causes(key string) bool { return causal[key] }

// Fronts reports whether an English word begins a phrase that says where or when.
func Fronts(word string) bool { return fronts[word] }

// Trails reports whether a Chinese stretch ends as one that says where or when.
func Trails(s string) bool {
	return slices.ContainsFunc(trails, func(w string) bool { return strings.HasSuffix(s, w) })
}

var converses = [][2]string{{"=buy", "=sell"}, {"=buy2", "=sell2"}, {"=borrow2", "=lend"}, {"=borrow", "=lend"}, {"=hire", "=join2"}, {"=acquire", "=sell2"}, {"=give", "=receive2"}, {"=give", "=get"}, {"=pay", "=receive"}, {"=pay2", "=receive2"}}

// Converse reports whether one list of concepts has a verb and the other its converse: buy and sell.
func Converse(a, b []string) bool {
	return slices.ContainsFunc(converses, func(c [2]string) bool {
		return slices.Contains(a, c[0]) && slices.Contains(b, c[1]) && !slices.Contains(a, c[1]) && !slices.Contains(b, c[0]) ||
			slices.Contains(a, c[1]) && slices.Contains(b, c[0]) && !slices.Contains(a, c[0]) && !slices.Contains(b, c[1])
	})
}

var passiveEnglish = regexp.MustCompile(`(?i)\bby\b`)

// Passive reports whether a clause names who acts after what is acted on: by …, 被, 由.
func Passive(s string) bool {
	return passiveEnglish.MatchString(s) || strings.Contains(s, "被") || strings.Contains(s, "由")
}

var universal = map[string]bool{"whether or not": true, "regardless": true, "regardless of": true, "no matter": true, "whatever": true, "anywhere": true, "anyone": true, "everywhere": true,
	"不论": true, "无论": true, "不管": true, "什么方式": true, "什么": true, "随便": true, "任何情况": true, "whichever": true}

// Universal reports whether a word says that something holds under any condition.
func Universal(word string) bool { return universal[word] }

var light = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(lightFile) {
		if !strings.HasPrefix(line, "#") {
			for _, w := range strings.Fields(line) {
				m["="+w] = true
			}
		}
	}
	return m
})

// Light reports whether a concept says little by itself.
func Light(key string) bool { return light()[key] }

var causeFirst = map[string]bool{"导致": true, "致使": true, "造成": true, "引起": true, "使得": true, "促使": true, "引发": true, "所致": true,
	"caused": true, "causes": true, "cause": true, "led to": true, "leads to": true, "resulted in": true, "results in": true, "drove": true, "triggered": true,
	"reason for": true, "reasons for": true, "brought about": true, "set off": true, "therefore": true, "so that": true, "因此": true, "因而": true, "所以": true}

// CauseFirst reports whether a word of cause stands after what it names as the cause.
func CauseFirst(word string) bool { return causeFirst[word] }

//go:embed glossary.txt
var glossaryFile string

// Glossary returns, for each Chinese word of the bilingual lists, the English words and phrases that may stand for it. A
// phrase may stand for several words: it translates, and proves no identity. The caller must not change it.
var Glossary = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	add := func(han, eng []string) {
		for _, h := range han {
			for _, e := range eng {
				if !slices.Contains(out[h], e) {
					out[h] = append(out[h], e)
				}
			}
		}
	}
	for _, c := range Concepts() {
		add(c.Han, c.Eng)
	}
	for line := range strings.Lines(glossaryFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		han, eng, ok := strings.Cut(line, "|")
		if !ok {
			panic("verify/words: glossary.txt: " + line)
		}
		var phrases []string
		for e := range strings.SplitSeq(eng, ",") {
			phrases = append(phrases, strings.TrimSpace(e))
		}
		add(strings.Fields(han), phrases)
	}
	return out
})

// GlossaryLines returns the glossary line by line: the words of a line may stand for each other.
var GlossaryLines = sync.OnceValue(func() []Concept {
	var out []Concept
	for line := range strings.Lines(glossaryFile) {
		line = strings.TrimSpace(line)
		han, eng, ok := strings.Cut(line, "|")
		if !ok || line[0] == '#' {
			continue
		}
		c := Concept{Han: strings.Fields(han)}
		for e := range strings.SplitSeq(eng, ",") {
			c.Eng = append(c.Eng, strings.TrimSpace(e))
		}
		out = append(out, c)
	}
	return out
})
