package verify

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/verify/words"
)

// A window is a clause of the evidence with the clauses that it takes its subject from, nearest
// first. A clause inherits within its segment (up to a full stop or a semicolon) as far as the
// claim can tell: back to one that is about something else of the same kind. One that begins with a
// pronoun, or has one for its object, inherits what the segment before is about.
func (r *reading) window(at int, claim map[string]bool) []int {
	out := []int{at}
	for k := at; ; k-- {
		if r.apart(k, claim) {
			if k != at && r.refers(at) && r.refers(k) {
				for k > 0 && !r.clauses[k].hard {
					k--
				}
				if k > 0 {
					out = append(out, r.topic(k-1)...)
				}
			}
			return out
		}
		if r.clauses[k].hard {
			if k == at && k > 0 && r.clauses[k-1].sentence == r.clauses[k].sentence && r.headless(k) {
				// 超过50万元的，须经…审议: what the sentence began with is its subject
				for k > 0 && r.clauses[k-1].sentence == r.clauses[at].sentence {
					k--
				}
				return append(out, k)
			}
			if k == 0 || !r.refers(at) && !(k != at && r.refers(k)) && !(k == at && r.bare(k, claim)) {
				return out
			}
			return append(out, r.topic(k-1)...)
		}
		out = append(out, k-1)
	}
}

// headless reports whether a clause begins with a value or a mark, and so with no subject of its own.
func (r *reading) headless(k int) bool {
	cl := r.clauses[k]
	first := cl.end
	if toks := r.toks(k); len(toks) > 0 {
		first = toks[0].start
	}
	if vals := r.vals(k); len(vals) > 0 && vals[0].Start <= first {
		return true
	}
	for _, m := range cl.marks {
		if m.Class&(opening|limiting) != 0 && m.Start <= first {
			return true
		}
	}
	return false
}

// bare reports whether a clause only names something of the claim and gives its value: 乙方为 0.8%.
func (r *reading) bare(k int, claim map[string]bool) bool {
	toks := r.toks(k)
	if len(toks) == 0 || len(toks) > 3 || len(r.vals(k)) == 0 || r.clauses[k].classes&^words.NotNever != 0 {
		return false
	}
	for _, tok := range toks {
		if !claim[tok.key] {
			return false
		}
	}
	return true
}

// topic is what the segment that ends at a clause is about: its first clause, and what that one refers to.
func (r *reading) topic(end int) []int {
	k := end
	for k > 0 && !r.clauses[k].hard {
		k--
	}
	out := []int{k}
	for n := 0; n < 2 && k > 0 && r.refers(k); n++ {
		k--
		for k > 0 && !r.clauses[k].hard {
			k--
		}
		out = append(out, k)
	}
	return out
}

var verbsFirst = regexp.MustCompile(`^(?:and |or |then |also )?(?:[a-z]+ed|[a-z]+en|led|run|held|built|made|sold|kept|sent|paid|born|set|put|known) (?:by|in|on|at|with|from|to|as|for|under|over|up|down|mainly|only) |^(?:and |or |then |also )?[a-z]{2,}[^s\W]s (?:\d|a |an |the |no |its |their |only |up |[a-z]+ )`)

var nounFirst = regexp.MustCompile(`^(?:and |or |then |also )?[a-z]+s (?:of|in|for|under|with|on|at|to|from|by|and|or|is|are|was|were|have|has|had|may|must|can|will|should|who|that|which) `)

// verbFirst reports whether an English clause begins with its verb, so that its subject stands before it.
func (r *reading) verbFirst(k int) bool {
	if r.lang != "en" {
		return false
	}
	s := r.text(k)
	return len(s) > 0 && s[0] >= 'a' && s[0] <= 'z' && verbsFirst.MatchString(s) && !nounFirst.MatchString(s)
}

// asides stand before a subject and are none.
var asides = map[string]bool{"目前": true, "现在": true, "当前": true, "同时": true, "此外": true, "另外": true, "其中": true, "一般": true, "期间": true, "=today": true,
	"current": true, "meanwhil": true, "addit": true, "final": true, "now": true, "moreov": true, "howev": true}

// apart reports whether clause k is about something else, of the same kind, than the claim: it
// begins with a name that the claim lacks, or with a word that the claim lacks before one that it has (the
// north depot, where the claim has the south depot), or with a Han word that ends like one of the claim's.
func (r *reading) apart(k int, claim map[string]bool) bool {
	toks := r.toks(k)
	cl := &r.clauses[k]
	if r.verbFirst(k) {
		return false
	}
	stop := cl.end
	for _, m := range cl.marks {
		if m.Class&(opening|words.Condition) != 0 && m.Start > cl.start {
			stop = m.Start
			break
		}
	}
	if vals := r.vals(k); len(vals) > 0 && vals[0].Value != nil {
		stop = min(stop, vals[0].Start)
	}
	lead := 0
	for i, tok := range toks {
		if tok.start >= stop || lead > 4 {
			return false
		}
		if asides[tok.key] || tok.kind == calendarToken {
			continue
		}
		lead++
		if claim[tok.key] {
			continue
		}
		switch {
		case tok.kind == nameToken, tok.kind == identToken, tok.proper, tok.kind == wordToken && tok.end-tok.start == 1:
			return true
		case tok.kind == hanToken:
			if r.ends(tok, claim) {
				return true
			}
		case i+1 < len(toks) && claim[toks[i+1].key] && toks[i+1].kind != hanToken && r.src[tok.end:toks[i+1].start] == " ":
			return true
		}
	}
	return false
}

// ends reports whether the last character of a Han pair ends a pair of the claim that is not this one:
// 宁波仓 and 苏州仓 are two of a kind.
func (r *reading) ends(tok token, claim map[string]bool) bool {
	if utf8.RuneCountInString(tok.key) != 2 {
		return false
	}
	last, n := utf8.DecodeLastRuneInString(tok.key)
	_ = n
	for key := range claim {
		if k, _ := utf8.DecodeLastRuneInString(key); k == last && key != tok.key && utf8.RuneCountInString(key) == 2 && han(k) {
			return true
		}
	}
	return false
}

// pronouns begin a clause that is about what stands before it.
var pronouns = []string{"it", "its", "they", "their", "he", "his", "she", "her", "this", "these", "those", "which", "who", "where", "both", "each", "such"}

// objects are pronouns that stand inside one.
var objects = []string{" this ", " these ", " such ", " it ", " them ", " it.", " them.", " its ", " their ", " him ", " her "}

var hanPronouns = []string{"其", "它", "该", "此", "这", "那", "他", "她", "两者", "二者", "上述", "本"}

// refers reports whether a clause points back with a pronoun.
func (r *reading) refers(c int) bool {
	s := r.text(c)
	for _, p := range hanPronouns {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	low := strings.ToLower(s) + " "
	for _, p := range pronouns {
		if strings.HasPrefix(low, p) && len(low) > len(p) && !alnum(rune(low[len(p)])) {
			return true
		}
	}
	for _, p := range objects {
		if strings.Contains(low, p) {
			return true
		}
	}
	return strings.HasPrefix(low, "of these") || strings.HasPrefix(low, "of them")
}

// opening are the classes of marks that stand between a subject and what is said of it.
const opening = words.Permission | words.Obligation | words.NotClausal | words.Done | words.Future | words.Advice | words.Possible |
	words.MustNot | words.NeedNot | words.Ask | words.Cause
