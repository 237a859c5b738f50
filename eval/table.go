package eval

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
)

// A tableLine is one case of a suite in a table: a .jsonl file with a case a line.
type tableLine struct {
	Name      string                  `json:"name"` // "" is the file's name and the line
	Kind      Kind                    `json:"kind"`
	About     []string                `json:"about"`
	Question  string                  `json:"question"`
	Asker     Asker                   `json:"asker"`
	Clock     string                  `json:"clock"`
	Status    []casefile.AnswerStatus `json:"status"`    // absent: answered
	Facts     []string                `json:"facts"`     // each is said, values however they are written
	Evidence  []string                `json:"evidence"`  // each is cited, as under cites of want.json
	Forbidden []string                `json:"forbidden"` // none is said
	Answer    string                  `json:"answer"`    // the reference for a judge
	Faults    []Fault                 `json:"faults"`
}

// ParseTable reads a suite in a table. A line that cannot be read as a case is in the list with its error; empty lines are not.
func ParseTable(file string, data []byte) []Loaded {
	var out []Loaded
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		name := fmt.Sprintf("%s-%d", strings.TrimSuffix(filepath.Base(file), ".jsonl"), n)
		c, err := tableCase(line)
		if c.Name == "" {
			c.Name = name
		}
		c.File = file
		if err != nil {
			err = fmt.Errorf("line %d: %w", n, err)
		}
		out = append(out, Loaded{c, err})
	}
	return out
}

func tableCase(line []byte) (Case, error) {
	if !utf8.Valid(line) {
		return Case{}, errors.New("it is not valid UTF-8")
	}
	var l tableLine
	if err := strict(line, &l); err != nil {
		return Case{}, err
	}
	c := Case{Name: l.Name, Kind: l.Kind, About: l.About, Question: l.Question, Asker: l.Asker, Faults: l.Faults, Reference: l.Answer}
	c.Want = Want{Status: l.Status, Values: l.Facts, Cites: l.Evidence}
	if len(l.Status) == 0 {
		c.Want.Status = []casefile.AnswerStatus{casefile.Answered}
	}
	for _, f := range l.Forbidden {
		p, err := saying(f)
		if err != nil {
			return c, err
		}
		c.Want.SaysNot = append(c.Want.SaysNot, p)
	}
	var faults []error
	if l.Clock != "" {
		t, err := time.Parse(time.RFC3339, l.Clock)
		if err != nil {
			faults = append(faults, fmt.Errorf("clock %q is not a time with a zone", l.Clock))
		}
		c.Clock = t
	}
	if l.Question == "" {
		faults = append(faults, errors.New("it has no question"))
	}
	if l.Kind != Unsorted && !validKind(l.Kind) {
		faults = append(faults, fmt.Errorf("kind %q; want document, data, combined or boundary", l.Kind))
	}
	return c, errors.Join(append(faults, checkFaults(l.Faults), c.Want.check())...)
}

// saying matches a text however it is spaced and in either case.
func saying(s string) (Pattern, error) {
	var b strings.Builder
	b.WriteString("(?i)")
	for _, r := range s {
		if unicode.IsSpace(r) {
			continue
		}
		if b.Len() > len("(?i)") {
			b.WriteString(`\s*`)
		}
		b.WriteString(regexp.QuoteMeta(string(r)))
	}
	if b.Len() == len("(?i)") {
		return Pattern{}, errors.New("an empty forbidden claim")
	}
	re, err := regexp.Compile(b.String())
	return Pattern{re}, err
}
