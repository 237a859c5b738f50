package words

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed beside.txt
var besideFile string

// A PeriodPair is what two heads of one metric begin with: this month's, and that of the month before.
type PeriodPair struct{ Now, Before string }

// PeriodPairs are the listed pairs, folded. The caller must not change the list.
var PeriodPairs = sync.OnceValue(func() []PeriodPair {
	var out []PeriodPair
	for line := range strings.Lines(besideFile) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		now, before, ok := strings.Cut(line, "|")
		if !ok {
			panic("verify/words: beside.txt: " + line)
		}
		out = append(out, PeriodPair{strings.TrimSpace(now), strings.TrimSpace(before)})
	}
	return out
})
