package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// binWidth is how much of a recall's score is counted together.
const binWidth = .1

// sampled is how many questions of a set's development half a calibration reads, so that no set counts for all.
const sampled = 400

// A bin counts the passages that a recall gave with scores of one range, and the right ones among them; and of these
// the ones that it put first.
type bin struct{ given, right, first, firstRight float64 }

// bins are by recall and by the language of the question.
type bins map[string][]bin

// calibrate counts, on the development half, how often a passage is right that a recall gives, by its score. The metric
// that the guards compare judges.
func (b bench) calibrate(ctx context.Context, s *set, into bins) error {
	var asked []question
	for _, q := range s.questions {
		if q.development() {
			asked = append(asked, q)
		}
	}
	for _, m := range s.metrics {
		if !m.fused {
			continue
		}
		for _, q := range spread(asked, sampled) {
			if m.of != nil && !m.of(q) {
				continue
			}
			if err := b.count(ctx, s, m, q, into); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b bench) count(ctx context.Context, s *set, m metric, q question, into bins) error {
	who, err := scope(q)
	if err != nil {
		return err
	}
	for name, find := range b.rig.recalls(s.lib.store) {
		found, err := find(ctx, who, q.text)
		if err != nil {
			return fmt.Errorf("%s, %s: %w", name, q.text, err)
		}
		key := name + " " + string(text.Lang(q.text))
		if into[key] == nil {
			into[key] = make([]bin, int(1/binWidth)+1)
		}
		for i, f := range found {
			at := &into[key][min(max(0, int(f.Score/binWidth)), int(1/binWidth))]
			right := m.judge(q, []casefile.Hit{f.Hit})
			at.given++
			at.right += right
			if i == 0 {
				at.first++
				at.firstRight += right
			}
		}
	}
	return nil
}

// write prints the shares, and the same made to rise: ranges that fall are counted together with the one before.
func (bs bins) write(w io.Writer) {
	fmt.Fprintln(w, "| recall, language | score | passages | right | rising | put first | right | rising |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	for _, key := range sorted(bs) {
		all := rise(bs[key], func(b bin) (float64, float64) { return b.given, b.right })
		first := rise(bs[key], func(b bin) (float64, float64) { return b.first, b.firstRight })
		for i, x := range bs[key] {
			if x.given > 0 {
				fmt.Fprintf(w, "| %s | %.2f–%.2f | %.0f | %.3f | %.3f | %.0f | %.3f | %.3f |\n", key, float64(i)*binWidth, float64(i+1)*binWidth,
					x.given, x.right/x.given, all[i], x.first, x.firstRight/max(x.first, 1), first[i])
			}
		}
	}
}

// rise returns the nearest shares that never fall from bin to bin, each weighted by what it counts.
func rise(bs []bin, of func(bin) (n, right float64)) []float64 {
	type run struct {
		n, right float64
		bins     int
	}
	var runs []run
	for _, b := range bs {
		n, right := of(b)
		runs = append(runs, run{n, right, 1})
		for k := len(runs) - 1; k > 0 && runs[k-1].right*runs[k].n >= runs[k].right*runs[k-1].n; k-- {
			runs[k-1].n += runs[k].n
			runs[k-1].right += runs[k].right
			runs[k-1].bins += runs[k].bins
			runs = runs[:k]
		}
	}
	var out []float64
	for _, r := range runs {
		out = append(out, slices.Repeat([]float64{r.right / max(r.n, 1)}, r.bins)...)
	}
	return out
}
