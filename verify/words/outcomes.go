package words

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
)

//go:embed outcomes.txt
var outcomesFile string

// An OutcomeWay is what a sentence says of a call that brought nothing. The ways can be joined.
type OutcomeWay uint8

// The ways.
const (
	SaysNotFound    OutcomeWay = 1 << iota // that nothing was found
	SaysUnavailable                        // that it could not be checked
	SaysWithheld                           // that it may not be shown
	SaysConcludes                          // that there is none, because of that
)

var outcomeWays = map[string]OutcomeWay{"not-found": SaysNotFound, "unavailable": SaysUnavailable, "withheld": SaysWithheld, "concludes": SaysConcludes}

type outcomePattern struct {
	way OutcomeWay
	re  *regexp.Regexp
}

var outcomePatterns = sync.OnceValue(func() []outcomePattern {
	var out []outcomePattern
	var way OutcomeWay
	for line := range strings.Lines(outcomesFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if w, ok := outcomeWays[strings.Trim(line, "[]")]; ok {
			way = w
			continue
		}
		out = append(out, outcomePattern{way, regexp.MustCompile(line)})
	}
	return out
})

// Outcomes returns what a sentence says of a call that brought nothing, by the patterns of a list.
func Outcomes(s string) (ways OutcomeWay) {
	low := strings.ToLower(s)
	for _, p := range outcomePatterns() {
		if ways&p.way == 0 && p.re.MatchString(low) {
			ways |= p.way
		}
	}
	return ways
}
