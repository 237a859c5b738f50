package playbook

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

//go:embed units.txt
var unitsFile string

// unit is one unit in both languages.
type unit struct{ zh, one, many string }

// units holds each unit under all its forms, folded.
var units = sync.OnceValue(func() map[string]unit {
	m := map[string]unit{}
	for line := range strings.Lines(unitsFile) {
		cols := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") || len(cols) != 3 {
			continue
		}
		zh := strings.Fields(cols[0])
		u := unit{zh[0], strings.TrimSpace(cols[1]), strings.TrimSpace(cols[2])}
		for _, f := range append(zh, u.one, u.many) {
			m[text.Fold(f)] = u
		}
	}
	return m
})

var numberAndUnit = regexp.MustCompile(`^\s*([0-9][0-9,]*(?:\.[0-9]+)?)\s*([^\s0-9].*?)\s*$`)

// translate writes a number with its unit, as a passage has it, with the unit of a language. Everything else is left as it is.
func translate(v string, lang casefile.Lang) string {
	m := numberAndUnit.FindStringSubmatch(v)
	if m == nil {
		return strings.TrimSpace(v)
	}
	u, ok := units()[text.Fold(m[2])]
	switch {
	case !ok:
		return strings.TrimSpace(v)
	case lang == casefile.Chinese:
		return m[1] + " " + u.zh
	case m[1] == "1":
		return m[1] + " " + u.one
	}
	return m[1] + " " + u.many
}

// UnitIn returns a unit's name in a language, the unit itself when it is not in the table.
func UnitIn(name string, lang casefile.Lang) string {
	u, ok := units()[text.Fold(name)]
	switch {
	case !ok:
		return name
	case lang == casefile.Chinese:
		return u.zh
	}
	return u.many
}
