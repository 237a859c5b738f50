package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// above is the floor of a metric whose bar is the reference on the same questions.
const above = -1

// guard is how much the joined lists may lose against the best single one, and the ranked against the joined.
const guard = .01

// A tally sums a metric over the questions of the two halves.
type tally struct {
	sum, n [2]float64 // development, test
}

func (t *tally) add(q question, v float64) {
	half := 1
	if q.development() {
		half = 0
	}
	t.sum[half] += v
	t.n[half]++
}

func (t tally) dev() float64  { return rounded(t.sum[0], t.n[0]) }
func (t tally) test() float64 { return rounded(t.sum[1], t.n[1]) }
func (t tally) all() float64  { return rounded(t.sum[0]+t.sum[1], t.n[0]+t.n[1]) }

// rounded gives a share as it is printed, which is how floors are given.
func rounded(sum, n float64) float64 { return math.Round(1000*sum/max(n, 1)) / 1000 }

// results are the tallies of one set: by method, then by metric.
type results [][]tally

// add judges what a method found for a question.
func (r results) add(method int, s *set, q question, found []casefile.Hit) {
	for k, m := range s.metrics {
		if m.of == nil || m.of(q) {
			r[method][k].add(q, m.judge(q, found))
		}
	}
}

// table writes the rows of a set. It returns how many floors of the default are missed.
func table(w io.Writer, s *set, ms []method, res results) (missed int) {
	for k, m := range s.metrics {
		for i, way := range ms {
			t := res[i][k]
			floor, verdict := "", ""
			if way.role == whole && (m.floor != 0 || m.most) {
				bar := m.floor
				if bar == above {
					bar = res[0][k].test()
				}
				holds := t.test() >= bar
				floor = fmt.Sprintf("≥ %.3f", bar)
				switch {
				case m.most:
					holds, floor = t.test() <= bar, fmt.Sprintf("≤ %.3f", bar)
				case m.floor == above:
					holds, floor = t.test() > bar, fmt.Sprintf("> %.3f", bar)
				}
				if verdict = "holds"; !holds {
					verdict = "**missed**"
					missed++
				}
			}
			dev := fmt.Sprintf("%.3f", t.dev())
			if t.n[0] == 0 {
				dev = "–"
			}
			fmt.Fprintf(w, "| %s | %s | %s | %.3f | %s | %.3f | %s | %s |\n", s.name, way.name, m.name, t.test(), dev, t.all(), floor, verdict)
		}
	}
	return missed + guards(w, s, ms, res)
}

// guards compares the joined lists with the best single one, and the ranked list with the joined.
func guards(w io.Writer, s *set, ms []method, res results) (missed int) {
	for k, m := range s.metrics {
		if !m.fused {
			continue
		}
		best, joined, ranked := -1, -1, -1
		for i, way := range ms {
			switch {
			case way.role == leg && (best < 0 || res[i][k].test() > res[best][k].test()):
				best = i
			case way.role == fusion:
				joined = i
			case way.role == whole:
				ranked = i
			}
		}
		compare := func(what string, a, b int) {
			if a < 0 || b < 0 {
				return
			}
			d := res[a][k].test() - res[b][k].test()
			verdict := "holds"
			if d < -guard-1e-9 {
				verdict = "**missed**"
				missed++
			}
			dev := fmt.Sprintf("%+.3f", res[a][k].dev()-res[b][k].dev())
			if res[a][k].n[0] == 0 {
				dev = "–"
			}
			fmt.Fprintf(w, "| %s | guard | %s, %s | %+.3f | %s | %+.3f | ≥ -%.2f | %s |\n", s.name, what, m.name, d, dev, res[a][k].all()-res[b][k].all(), guard, verdict)
		}
		if best >= 0 {
			compare(ms[joinedOr(joined, ranked)].name+" against the best single list ("+ms[best].name+")", joinedOr(joined, ranked), best)
		}
		compare("ranked against joined", ranked, joined)
	}
	return missed
}

func joinedOr(joined, ranked int) int {
	if joined < 0 {
		return ranked
	}
	return joined
}

// effect writes how often the entity graph changed the first five results of the default, and for the better or the worse.
func effect(w io.Writer, s *set, found map[role][][]casefile.Hit) {
	places := func(hits []casefile.Hit) []string {
		var out []string
		for _, h := range hits[:min(5, len(hits))] {
			out = append(out, h.Source.Chunk)
		}
		return out
	}
	changed, better, worse := 0, 0, 0
	for i, q := range s.questions {
		without, with := found[unlinked][i], found[whole][i]
		if slices.Equal(places(without), places(with)) {
			continue
		}
		changed++
		for _, m := range s.metrics {
			if !m.fused || m.of != nil && !m.of(q) {
				continue
			}
			switch a, b := m.judge(q, without), m.judge(q, with); {
			case b > a:
				better++
			case b < a:
				worse++
			}
		}
	}
	fmt.Fprintf(w, "| %s | graph | questions whose first five results it changed; better and worse at the top | %.3f | | +%d −%d | | |\n", s.name, rounded(float64(changed), float64(len(s.questions))), better, worse)
}

// edges writes how many edges of each kind the entity graph of a set has, as of today.
func edges(ctx context.Context, w io.Writer, s *set) error {
	who, err := scope(question{day: today})
	if err != nil {
		return err
	}
	all, err := s.lib.store.Edges(ctx, who)
	if err != nil {
		return err
	}
	var parts []string
	for _, e := range all {
		parts = append(parts, fmt.Sprintf("%s %d", e.By, e.Count))
	}
	fmt.Fprintf(w, "| %s | graph | edges: %s | | | | | |\n", s.name, strings.Join(parts, ", "))
	return nil
}
