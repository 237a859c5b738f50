package verify

import (
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// spelled gives the Chinese names that an English claim spells out the keys that the evidence has them under: Hefei
// is 合肥, Wang Min and Min Wang are 王敏. It keeps what is spelled as a Chinese name and stands in no cited record.
func (t *trial) spelled() {
	if t.r.lang != "en" || !t.foreign() {
		return
	}
	toks := t.r.tokens
	for i := 0; i < len(toks); i++ {
		if !t.unknownName(toks[i]) {
			continue
		}
		n := i + 1
		for n < len(toks) && n < i+4 && t.unknownName(toks[n]) && strings.Trim(t.r.src[toks[n-1].end:toks[n].start], " -") == "" {
			n++
		}
		for size := n - i; size > 0; size-- {
			if key, ok := t.sounded(toks[i : i+size]); ok {
				for k := i; k < i+size; k++ {
					toks[k].key, toks[k].kind = key, nameToken
				}
				i += size - 1
				break
			}
		}
	}
}

// unknownName reports whether a token is a word with a capital that no cited record has.
func (t *trial) unknownName(k token) bool {
	return k.kind == wordToken && k.capital && t.holder(k.key) < 0
}

// sounded finds the Han text that words spell, in the order of either language, and returns its key.
func (t *trial) sounded(toks []token) (key string, ok bool) {
	var ws []string
	for _, k := range toks {
		ws = append(ws, bare(t.r.src[k.start:k.end]))
	}
	if len(toks) == 1 && numberedKey(toks[0].key) {
		return t.numberedThing(toks[0].key)
	}
	orders := []string{strings.Join(ws, "")}
	if len(ws) > 1 {
		orders = append(orders, strings.Join(append(ws[1:len(ws):len(ws)], ws[0]), ""))
	}
	for _, w := range orders {
		for _, syllables := range words.Syllables(w) {
			for _, rec := range t.of(passageRecord) {
				if at, ok := findSounds(t.ix.recs[rec].text.src, syllables); ok {
					return t.ix.recs[rec].text.keyAt(at)
				}
			}
		}
	}
	return "", false
}

// bare is a word folded, without a possessive.
func bare(w string) string {
	w = text.Fold(w)
	for _, s := range []string{"'s", "’s", "'", "’"} {
		w = strings.TrimSuffix(w, s)
	}
	return w
}

// numberedThing finds the code or number in the evidence that a numbered name ends in: Terminal 2 is T2, line 3 is 3号线.
func (t *trial) numberedThing(key string) (string, bool) {
	word, n, _ := strings.Cut(key, " ")
	for _, k := range []string{"#" + word[:1] + n, "#" + n} {
		if t.holder(k) >= 0 {
			return k, true
		}
	}
	return "", false
}

// titles follow a surname that stands alone.
var titles = []string{"某", "先生", "女士", "总", "氏", "经理", "医生", "老师", "教授", "主任", "律师"}

// findSounds finds the first place of a text whose characters are read as syllables. One syllable alone
// must be a surname before a title.
func findSounds(s string, syllables []string) (at int, ok bool) {
	const reach = 1 << 16
	s = s[:min(len(s), reach)]
	for i, r := range s {
		if !words.Sounds(r, syllables[0]) {
			continue
		}
		end, whole := i+utf8.RuneLen(r), true
		for _, syllable := range syllables[1:] {
			next, size := utf8.DecodeRuneInString(s[end:])
			if !words.Sounds(next, syllable) {
				whole = false
				break
			}
			end += size
		}
		if !whole {
			continue
		}
		if len(syllables) > 1 {
			return i, true
		}
		for _, title := range titles {
			if strings.HasPrefix(s[end:], title) {
				return i, true
			}
		}
	}
	return 0, false
}

// keyAt returns the key of the token that stands at a place.
func (r *reading) keyAt(at int) (string, bool) {
	for _, t := range r.tokens {
		if t.start <= at && at < t.end {
			return t.key, true
		}
	}
	return "", false
}

// misspelled reports whether a word is spelled as a Chinese name is, of two syllables or more: then it can be
// compared, and the evidence does not have it.
func misspelled(word string) bool {
	for _, s := range words.Syllables(bare(word)) {
		if len(s) > 1 {
			return true
		}
	}
	return false
}
