package text

import (
	"slices"
	"unicode/utf8"
)

const longestWord = 8 // characters of a Chinese word that is looked for

// Segment cuts a run of Han characters into words: into as few as known allows, and of several ways into the one with the
// fewest single characters. A character that no known word holds stands alone. The words join to run again.
func Segment(run string, known func(word string) bool) []string {
	var at []int // where characters begin
	for i := range run {
		at = append(at, i)
	}
	n := len(at)
	at = append(at, len(run))
	type way struct{ words, singles, from int }
	best := make([]way, n+1)
	for end := 1; end <= n; end++ {
		best[end] = way{words: n + 1}
		for from := max(0, end-longestWord); from < end; from++ {
			w := way{best[from].words + 1, best[from].singles, from}
			if end-from == 1 {
				w.singles++
			} else if !known(run[at[from]:at[end]]) {
				continue
			}
			if b := best[end]; w.words < b.words || w.words == b.words && w.singles < b.singles {
				best[end] = w
			}
		}
	}
	var out []string
	for end := n; end > 0; end = best[end].from {
		out = append(out, run[at[best[end].from]:at[end]])
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// Words returns the words of a text that say something, in order: Han runs cut by known, other words as they stand.
func Words(s string, known func(word string) bool) []string {
	seq, words := wordSequence(s, known)
	var out []string
	for i := 0; i < len(seq); i++ {
		n := max(1, words[i])
		if !seq[i].Weak {
			out = append(out, s[seq[i].Start:seq[i+n-1].End])
		}
		i += n - 1
	}
	return out
}

// wordSequence returns the tokens of a text one after another, as sequence does, with those of its Han runs cut into words;
// and for each token how many tokens the word has that begins with it. Pairs of characters of two words are left out,
// unless both are unknown.
func wordSequence(s string, known func(string) bool) (seq []Token, words []int) {
	bounds := hanWords(s, known)
	odd := func(i int) bool { return i >= 0 && i < len(bounds) && bounds[i].odd && !bounds[i].stop }
	joined := func(i, j int) bool { return odd(i) && odd(j) && bounds[i].to == bounds[j].from }
	next := 0
	upTo := func(end int) {
		for ; next < len(bounds) && bounds[next].from < end; next++ {
			w := bounds[next]
			switch {
			case joined(next, next+1):
				w.to = bounds[next+1].to
			case joined(next-1, next):
				continue
			}
			toks := slices.DeleteFunc(Analyze(s[w.from:w.to]), func(t Token) bool { return t.Kind == Char && w.to-w.from > t.End-t.Start })
			for i, t := range toks {
				seq = append(seq, Token{t.Term, t.Start + w.from, t.End + w.from, t.Kind, w.stop})
				if words = append(words, 0); i == 0 {
					words[len(words)-1] = len(toks)
				}
			}
		}
	}
	for _, t := range sequence(Analyze(s)) {
		if t.Kind == Han || t.Kind == Char {
			continue
		}
		upTo(t.Start)
		for t.Kind == Ordinal && next < len(bounds) && bounds[next].from < t.End {
			next++
		}
		seq, words = append(seq, t), append(words, 1)
	}
	upTo(len(s))
	return seq, words
}

type hanWord struct {
	from, to int
	stop     bool
	odd      bool // a single character that is no word of its own
}

// hanWords returns the words of the Han runs of s, in order.
func hanWords(s string, known func(string) bool) []hanWord {
	var out []hanWord
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !cjk(r) {
			i += n
			continue
		}
		j := i
		for j < len(s) {
			if r, n = utf8.DecodeRuneInString(s[j:]); !cjk(r) {
				break
			}
			j += n
		}
		for _, w := range Segment(s[i:j], known) {
			out = append(out, hanWord{i, i + len(w), stopHan(w), utf8.RuneCountInString(w) == 1 && !known(w)})
			i += len(w)
		}
	}
	return out
}

// stopHan reports whether a Chinese word says nothing of what a text is about.
func stopHan(word string) bool {
	gs, _ := glyphs(word, nil, nil)
	return !slices.Contains(markStops(gs, nil), false)
}
