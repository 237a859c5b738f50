package eval

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"

	casefile "github.com/casefile/casefile"
)

// Split parts cases into a half to choose settings on and a half to report them on, by the hash of their names: a case stays in
// its half when others are added.
func Split(cases []Loaded) (dev, test []Loaded) {
	for _, c := range cases {
		h := fnv.New32a()
		h.Write([]byte(c.Case.Name))
		if h.Sum32()>>8%2 == 0 {
			dev = append(dev, c)
		} else {
			test = append(test, c)
		}
	}
	return dev, test
}

// A Point is one combination of settings with what it gave.
type Point struct {
	Name string
	Dev  Report
	Test *Report // of the best point and the base alone
}

// A Sweep is a search for the best settings.
type Sweep struct {
	Base   Point // the workspace as it is
	Points []Point
}

// Best returns the index of the point with the most passes on the development half; of equal ones that with the fewest wrong
// numbers, then the better covered points, then the first.
func (s Sweep) Best() int {
	best := 0
	for i := range s.Points {
		if better(s.Points[i].Dev, s.Points[best].Dev) {
			best = i
		}
	}
	return best
}

func better(a, b Report) bool {
	x, y := a.Measures.Result, b.Measures.Result
	switch {
	case a.Passed != b.Passed:
		return a.Passed > b.Passed
	case x.WrongNumbers.N != y.WrongNumbers.N:
		return x.WrongNumbers.N < y.WrongNumbers.N
	}
	p, _ := x.Points.Rate()
	q, _ := y.Points.Rate()
	return p > q
}

// Write writes the points with their figures, and the best one on the test half beside the workspace as it is.
func (s Sweep) Write(w io.Writer, lang casefile.Lang) error {
	p := Page{Lang: lang}
	t := table{say(lang, "sweep"), []string{say(lang, "settings"), say(lang, "dev"), say(lang, "test"), say(lang, "mcnemar")}, nil}
	best := s.Best()
	for i, pt := range slices.Concat([]Point{s.Base}, s.Points) {
		name, test, beside := pt.Name, "", ""
		if i-1 == best {
			name = "* " + name
		}
		if pt.Test != nil {
			test = rate(Share{pt.Test.Passed, pt.Test.Total}) + "  " + of(Share{pt.Test.Passed, pt.Test.Total})
			if i > 0 {
				c := pt.Test.Compare(s.Base.Test.Baseline())
				beside = fmt.Sprintf("%.3g (+%d −%d)", c.P, len(c.Fixed), len(c.Broken))
			}
		}
		t.rows = append(t.rows, []string{name, rate(Share{pt.Dev.Passed, pt.Dev.Total}) + "  " + of(Share{pt.Dev.Passed, pt.Dev.Total}), test, beside})
	}
	_, err := io.WriteString(w, p.plainTable(t))
	return err
}
