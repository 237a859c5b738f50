package playbook

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/text"
)

// A Reader finds words in one text whatever their width, case, spacing or English ending:
// "send back" is found in "sending-back", "A 分部" in "Ａ分部". It is read-only once made.
type Reader struct {
	src    string
	Folded string // the text as it is compared: folded, and without spaces next to Han characters
	at     []int  // byte of Folded → byte of src
	toks   []token
}

// A Span is a place in a Reader's folded text, in bytes.
type Span struct{ From, To int }

// Overlaps reports whether two places share a byte.
func (s Span) Overlaps(o Span) bool { return s.From < o.To && o.From < s.To }

// A token is an English word or a number, stemmed.
type token struct {
	Span
	stem string
}

// Read prepares a text.
func Read(s string) *Reader {
	folded, at := text.FoldMap(s)
	r := &Reader{src: s, at: make([]int, 0, len(at))}
	var b strings.Builder
	b.Grow(len(folded))
	prev := rune(0)
	for i := 0; i < len(folded); {
		c, n := utf8.DecodeRuneInString(folded[i:])
		if unicode.IsSpace(c) {
			j := i
			next := rune(0)
			for j < len(folded) {
				d, m := utf8.DecodeRuneInString(folded[j:])
				if !unicode.IsSpace(d) {
					next = d
					break
				}
				j += m
			}
			if prev != 0 && next != 0 && !wide(prev) && !wide(next) {
				b.WriteByte(' ')
				r.at = append(r.at, at[i])
				prev = ' '
			}
			i = j
			continue
		}
		b.WriteString(folded[i : i+n])
		r.at = append(r.at, at[i:i+n]...)
		prev = c
		i += n
	}
	r.at = append(r.at, len(s))
	r.Folded = b.String()
	r.toks = tokens(r.Folded)
	return r
}

// wide reports whether a character stands in a script without spaces.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F
}

func latin(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !wide(r) }

func tokens(s string) []token {
	var out []token
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		if !latin(c) {
			i += n
			continue
		}
		j := i
		for j < len(s) {
			d, m := utf8.DecodeRuneInString(s[j:])
			if unicode.IsDigit(d) != unicode.IsDigit(c) && latin(d) {
				break // top3 is top and 3
			}
			if !latin(d) && !(d == '\'' && j+m < len(s) && latin(firstRune(s[j+m:]))) {
				break
			}
			j += m
		}
		word := s[i:j]
		out = append(out, token{Span{i, j}, text.Stem(strings.TrimSuffix(word, "'s"))})
		i = j
	}
	return out
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// Source returns the words of the text at a place, as they are written.
func (r *Reader) Source(s Span) string {
	from, to := r.SourceSpan(s)
	return r.src[from:to]
}

// SourceSpan returns where a place stands in the text as it is written.
func (r *Reader) SourceSpan(s Span) (from, to int) {
	if s.To <= s.From {
		return r.at[s.From], r.at[s.From]
	}
	last := s.To - 1
	for last > s.From && !utf8.RuneStart(r.Folded[last]) {
		last--
	}
	from = r.at[s.From]
	_, n := utf8.DecodeRuneInString(r.src[r.at[last]:])
	return from, r.at[last] + n
}

// At returns the place of the folded text that a place of the written text has become.
func (r *Reader) At(from, to int) Span {
	s := Span{len(r.Folded), len(r.Folded)}
	for i := range r.Folded {
		if r.at[i] >= from && i < s.From {
			s.From = i
		}
		if r.at[i] >= to {
			s.To = i
			break
		}
	}
	return s
}

// A Word is a word or phrase prepared for being found.
type Word struct {
	folded string
	stems  []string // of an English phrase
	first  rune
}

// Prepare makes a word ready.
func Prepare(s string) Word {
	r := Read(s)
	w := Word{folded: strings.TrimSpace(r.Folded)}
	w.first = firstRune(w.folded)
	english := w.folded != ""
	for _, c := range w.folded {
		if wide(c) {
			english = false
		}
	}
	if english && len(r.toks) > 0 {
		for _, t := range r.toks {
			w.stems = append(w.stems, t.stem)
		}
	}
	return w
}

// Stems are the stems of an English phrase, none of any other.
func (w Word) Stems() []string { return slices.Clone(w.stems) }

// String is the word, folded.
func (w Word) String() string { return w.folded }

// IsZero reports whether there is nothing to find.
func (w Word) IsZero() bool { return w.folded == "" }

// Len is how long a word is: what the longest match goes by.
func (w Word) Len() int { return len(w.folded) }

// Find returns every place of a word, in order.
func (r *Reader) Find(w Word) []Span {
	var out []Span
	if len(w.stems) > 0 {
		for i := range r.toks {
			if s, ok := r.phrase(w, i); ok {
				out = append(out, s)
			}
		}
		return out
	}
	for i := 0; w.folded != ""; {
		j := strings.Index(r.Folded[i:], w.folded)
		if j < 0 {
			break
		}
		i += j
		if s := (Span{i, i + len(w.folded)}); r.whole(s) {
			out = append(out, s)
		}
		i += len(w.folded)
	}
	return out
}

// phrase reports whether the words of w stand from token i on.
func (r *Reader) phrase(w Word, i int) (Span, bool) {
	if i+len(w.stems) > len(r.toks) {
		return Span{}, false
	}
	for k, stem := range w.stems {
		t := r.toks[i+k]
		if t.stem != stem {
			return Span{}, false
		}
		if k > 0 && t.From-r.toks[i+k-1].To > 1 { // one space or joiner apart
			return Span{}, false
		}
	}
	s := Span{r.toks[i].From, r.toks[i+len(w.stems)-1].To}
	if i > 0 && r.toks[i-1].To == s.From {
		return s, false // the end of a code
	}
	last := r.toks[i+len(w.stems)-1]
	if k := i + len(w.stems); k < len(r.toks) && r.toks[k].From == s.To && last.To-last.From < 3 {
		return s, false // the beginning of one
	}
	return s, true
}

// whole reports whether a place does not cut a word or number in two.
func (r *Reader) whole(s Span) bool {
	first := firstRune(r.Folded[s.From:])
	if before, _ := utf8.DecodeLastRuneInString(r.Folded[:s.From]); latin(first) && s.From > 0 && latin(before) {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(r.Folded[:s.To])
	return !(latin(last) && s.To < len(r.Folded) && latin(firstRune(r.Folded[s.To:])))
}

// Has reports whether a word stands in the text.
func (r *Reader) Has(w Word) bool { return len(r.Find(w)) > 0 }

// Written returns the character of the text as it is written at a byte of the folded text.
func (r *Reader) Written(i int) (rune, bool) {
	if i < 0 || i >= len(r.Folded) {
		return 0, false
	}
	c, n := utf8.DecodeRuneInString(r.src[r.at[i]:])
	return c, n > 0
}

// Alone reports whether s[from:to] is no part of a longer word or code.
func Alone(s string, from, to int) bool {
	if before, n := utf8.DecodeLastRuneInString(s[:from]); from > 0 {
		if latin(before) {
			return false
		}
		if prev, _ := utf8.DecodeLastRuneInString(s[:from-n]); from > n && (before == '-' || before == '_') && latin(prev) {
			return false
		}
	}
	if after, n := utf8.DecodeRuneInString(s[to:]); to < len(s) {
		if latin(after) {
			return false
		}
		if to+n < len(s) && (after == '-' || after == '_') && latin(firstRune(s[to+n:])) {
			return false
		}
	}
	return !InNumber(s, from, to)
}

// InNumber reports whether a place is a part of a longer number: 11413 in 11413.35, or 413 in 11,413. A comma parts
// numbers too: it joins only before three digits.
func InNumber(s string, from, to int) bool {
	digit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	joins := func(i int) bool {
		switch {
		case !digit(i-1) || !digit(i+1):
			return false
		case s[i] == '.':
			return true
		}
		return s[i] == ',' && digit(i+2) && digit(i+3) && !digit(i+4)
	}
	return digit(to-1) && to < len(s) && joins(to) || digit(from) && from > 0 && joins(from-1)
}
