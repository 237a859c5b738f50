// Package strictyaml decodes YAML into structs and names everything that is wrong at once,
// each with its file, its line and how to mend it.
package strictyaml

import (
	"fmt"
	"slices"
	"strings"
)

// A Problem is one thing that is wrong with a file. Line counts from 1; 0 means the file as a whole.
type Problem struct {
	File string
	Line int
	Msg  string // what is wrong
	Hint string // how to mend it; may be empty
}

// Syntax reports whether the file's YAML could not be read to its end: what else is said of the file may only follow from that.
func (p Problem) Syntax() bool {
	return strings.HasPrefix(p.Msg, notYAML) || strings.HasPrefix(p.Msg, notRead)
}

const (
	notYAML = "not valid YAML: "
	notRead = "this YAML cannot be read"
)

// String returns "file:line: what is wrong; how to mend it".
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Line > 0 {
			fmt.Fprintf(&b, ":%d", p.Line)
		}
		b.WriteString(": ")
	}
	b.WriteString(p.Msg)
	if p.Hint != "" {
		b.WriteString("; ")
		b.WriteString(p.Hint)
	}
	return b.String()
}

// Problems is a list of problems as an error. An UnmarshalYAML method may return one:
// its problems are then reported one by one, in the file that is being decoded.
type Problems []Problem

// Error returns one line a problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// Err returns ps as an error, nil when it is empty.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Nearest returns the word of known that word was most likely meant to be, "" when none is near.
// Of equally near words it returns the first.
func Nearest(word string, known []string) string {
	w := canonical(word)
	best, at := "", 1+max(1, (len([]rune(w))+1)/3)
	for _, k := range known {
		if d := distance([]rune(w), []rune(canonical(k))); d < at {
			best, at = k, d
		}
	}
	return best
}

// DidYouMean returns the hint for an unknown word: the nearest known one, or else all of them.
func DidYouMean(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	if len(known) == 0 {
		return ""
	}
	known = slices.Clone(known)
	slices.Sort(known)
	return "known: " + strings.Join(known, ", ")
}

// canonical folds the ways of joining words, so that asOf and as-of are as near to as_of as can be.
func canonical(s string) string {
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '-' || r == ' ':
			b.WriteByte('_')
		case r >= 'A' && r <= 'Z':
			if i > 0 && s[i-1] >= 'a' && s[i-1] <= 'z' {
				b.WriteByte('_')
			}
			b.WriteRune(r + 'a' - 'A')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// distance is the edit distance of a and b, with a swap of neighbours as one edit.
func distance(a, b []rune) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
