package ingest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// longestUnit is up to how many characters a unit of knowledge is one passage; a longer one is cut as any text is.
const longestUnit = 2000

// A Unit says what the documents of a rule are made of: an article, a question with its answer, a symptom with its
// treatment. A unit is one passage, and no passage holds two. It has either a pattern or headings.
type Unit struct {
	Pattern  string   `json:"pattern,omitempty"`  // RE2; a line that begins with it begins a unit
	Headings []string `json:"headings,omitempty"` // a line or heading that begins with the first begins a unit; the others go on with it

	re *regexp.Regexp // what begins a unit
}

func (u Unit) set() bool { return u.Pattern != "" || len(u.Headings) > 0 }

// compiled returns the unit ready for use.
func (u Unit) compiled() (Unit, error) {
	if !u.set() {
		return u, nil
	}
	if u.Pattern != "" && len(u.Headings) > 0 {
		return u, errors.New("unit: give it a pattern or headings, not both")
	}
	pattern := u.Pattern
	if pattern == "" {
		if strings.TrimSpace(u.Headings[0]) == "" {
			return u, errors.New("unit: the first heading is empty")
		}
		pattern = regexp.QuoteMeta(u.Headings[0])
		if r, _ := utf8.DecodeLastRuneInString(pattern); r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			pattern += `\b`
		}
	}
	re, err := regexp.Compile(`(?m)^[ \t　]*(?:#{1,6}[ \t]+)?[*_]*(?:` + pattern + `)`)
	if err != nil {
		return u, fmt.Errorf("unit: pattern %q: %w", u.Pattern, err)
	}
	u.re = re
	return u, nil
}

// regroup cuts the passages of a text anew so that each is a unit. Passages before the first one stay as they are.
func (u Unit) regroup(s string, sections []casefile.Section) []casefile.Section {
	if u.re == nil {
		return sections
	}
	sections = u.absorb(sections)
	var starts []int
	for _, m := range u.re.FindAllStringIndex(s, -1) {
		starts = append(starts, m[0])
	}
	for i := range sections {
		sec := &sections[i]
		var pieces []casefile.Chunk
		for _, c := range sec.Chunks {
			pieces = append(pieces, splitAt(s, c, starts)...)
		}
		sec.Chunks = joined(s, pieces, starts)
		for j := range sec.Chunks {
			sec.Chunks[j].Gap = ""
			if j+1 < len(sec.Chunks) {
				if gap := s[sec.Chunks[j].End:sec.Chunks[j+1].Start]; strings.TrimSpace(gap) == "" {
					sec.Chunks[j].Gap = gap
				}
			}
		}
	}
	return sections
}

// absorb makes sections that go on with a unit part of the one in which it begins.
func (u Unit) absorb(sections []casefile.Section) []casefile.Section {
	if len(u.Headings) < 2 {
		return sections
	}
	out := sections[:0]
	open := false
	for _, sec := range sections {
		name := sec.Heading[strings.LastIndex(sec.Heading, " / ")+1:]
		name = text.Fold(strings.TrimLeft(name, "/ "))
		begins, goesOn := false, false
		for i, h := range u.Headings {
			if strings.HasPrefix(name, text.Fold(h)) {
				begins, goesOn = begins || i == 0, goesOn || i > 0
			}
		}
		if open && goesOn && !begins {
			into := &out[len(out)-1]
			into.End = sec.End
			into.Chunks = append(into.Chunks, sec.Chunks...)
			continue
		}
		open = begins
		out = append(out, sec)
	}
	return out
}

// splitAt cuts a passage where units begin in it.
func splitAt(s string, c casefile.Chunk, starts []int) []casefile.Chunk {
	var out []casefile.Chunk
	add := func(from, to int) {
		t := s[from:to]
		from += len(t) - len(strings.TrimLeftFunc(t, unicode.IsSpace))
		to = from + len(strings.TrimSpace(t))
		if from >= to || wordless(s[from:to]) {
			return
		}
		p := c
		p.Start, p.End, p.Text = from, to, s[from:to]
		out = append(out, p)
	}
	at := c.Start
	for _, start := range starts {
		if start > at && start < c.End {
			add(at, start)
			at = start
		}
	}
	if at == c.Start {
		return []casefile.Chunk{c}
	}
	add(at, c.End)
	return out
}

// joined makes one passage of those that lie in one unit. A stretch that was left out between two, other than space
// and headings, keeps them apart.
func joined(s string, pieces []casefile.Chunk, starts []int) []casefile.Chunk {
	unitOf := func(at int) int {
		n := 0
		for n < len(starts) && starts[n] <= at {
			n++
		}
		return n
	}
	var out []casefile.Chunk
	for _, p := range pieces {
		if len(out) > 0 {
			last := &out[len(out)-1]
			if n := unitOf(p.End - 1); n > 0 && n == unitOf(last.End-1) && last.Untrusted == p.Untrusted &&
				onlyHeadings(s[last.End:p.Start]) && utf8.RuneCountInString(s[last.Start:p.End]) <= longestUnit {
				last.End, last.Text = p.End, s[last.Start:p.End]
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

func onlyHeadings(gap string) bool {
	for line := range strings.Lines(gap) {
		if l := strings.TrimSpace(line); l != "" && !strings.HasPrefix(l, "#") {
			return false
		}
	}
	return true
}
