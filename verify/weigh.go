package verify

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// A Scale says how likely a claim on prose is right: the mean of what many small trees over its signals say, and of what the
// signals say together, each with its weight (a logistic model). bench/claims learns it.
type Scale struct {
	Names   []string  // of signals, in the order that Index counts
	Start   float64   // the logit of a claim without signals
	Weights []float64 // what each signal adds to it
	Trees   []Split
}

// A Split is a node of a tree: a claim whose signal is at most At goes to Low, any other to High. A leaf has no branches and
// the share of right claims among those that came there.
type Split struct {
	Index     int
	At        float64
	Low, High *Split
	Right     float64
}

// Of returns how likely a claim with these signals is right, 0 to 1.
func (s *Scale) Of(signals map[string]float64) float64 {
	xs := make([]float64, len(s.Names))
	for i, n := range s.Names {
		xs[i] = signals[n]
	}
	sum := 0.0
	for i := range s.Trees {
		n := &s.Trees[i]
		for n.Low != nil {
			if xs[n.Index] <= n.At {
				n = n.Low
			} else {
				n = n.High
			}
		}
		sum += n.Right
	}
	logit := s.Start
	for i, w := range s.Weights {
		logit += w * xs[i]
	}
	return (sum/float64(max(1, len(s.Trees))) + 1/(1+math.Exp(-logit))) / 2
}

// String writes a scale as ReadScale reads it: the names; the start and the weights; then a tree a line, each node before its branches.
func (s *Scale) String() string {
	var b strings.Builder
	b.WriteString(strings.Join(s.Names, ",") + "\n" + short(s.Start))
	for _, w := range s.Weights {
		b.WriteString(" " + short(w))
	}
	b.WriteByte('\n')
	for i := range s.Trees {
		s.Trees[i].write(&b)
		b.WriteByte('\n')
	}
	return b.String()
}

func (n *Split) write(b *strings.Builder) {
	if n.Low == nil {
		fmt.Fprintf(b, " =%d", int(n.Right*100+.5))
		return
	}
	fmt.Fprintf(b, " %d %s", n.Index, short(n.At))
	n.Low.write(b)
	n.High.write(b)
}

func short(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }

const maxScaleDepth = 32

// ReadScale reads what String wrote. The error says which line is wrong.
func ReadScale(text string) (*Scale, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) < 2 {
		return nil, fmt.Errorf("verify: a scale has names and weights; write it with bench/claims")
	}
	s := &Scale{Names: strings.Split(lines[0], ",")}
	for i, w := range strings.Fields(lines[1]) {
		x, err := strconv.ParseFloat(w, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("verify: a scale's line 2: %q is no number; write it with bench/claims", w)
		}
		if i == 0 {
			s.Start = x
			continue
		}
		s.Weights = append(s.Weights, x)
	}
	if len(s.Weights) != len(s.Names) {
		return nil, fmt.Errorf("verify: a scale's line 2: %d weights for %d signals; write it with bench/claims", len(s.Weights), len(s.Names))
	}
	for i, line := range lines[2:] {
		n, rest, err := readSplit(strings.Fields(line), len(s.Names), 0)
		if err == nil && len(rest) > 0 {
			err = fmt.Errorf("%d words are left over", len(rest))
		}
		if err != nil {
			return nil, fmt.Errorf("verify: a scale's line %d: %w; write it with bench/claims", i+3, err)
		}
		s.Trees = append(s.Trees, *n)
	}
	return s, nil
}

func readSplit(f []string, names, depth int) (*Split, []string, error) {
	if len(f) == 0 || depth > maxScaleDepth {
		return nil, nil, fmt.Errorf("a tree ends too early or is too deep")
	}
	if leaf, ok := strings.CutPrefix(f[0], "="); ok {
		n, err := strconv.Atoi(leaf)
		if err != nil || n < 0 || n > 100 {
			return nil, nil, fmt.Errorf("%q is no share in percent", f[0])
		}
		return &Split{Right: float64(n) / 100}, f[1:], nil
	}
	i, err := strconv.Atoi(f[0])
	if err != nil || i < 0 || i >= names || len(f) < 2 {
		return nil, nil, fmt.Errorf("%q names no signal", f[0])
	}
	at, err := strconv.ParseFloat(f[1], 64)
	if err != nil {
		return nil, nil, fmt.Errorf("%q is no number", f[1])
	}
	low, rest, err := readSplit(f[2:], names, depth+1)
	if err != nil {
		return nil, nil, err
	}
	high, rest, err := readSplit(rest, names, depth+1)
	if err != nil {
		return nil, nil, err
	}
	return &Split{Index: i, At: at, Low: low, High: high}, rest, nil
}

//go:embed scale.txt
var scaleFile string

var scaleOfProse = sync.OnceValue(func() *Scale {
	s, err := ReadScale(scaleFile)
	if err != nil {
		panic(err) // a test reads it, so no build that passed has this
	}
	return s
})

// How likely right a claim on prose must be. They were set on the sets for development (docs/verification.md).
const (
	likelyRight = .60 // for what rules on prose found against it to be taken back
	likelyWrong = .50 // below it, a claim that no rule found anything against is unconfirmed
	leastJoint  = .35 // how much of a claim one place of the passages must have for anything to be taken back
)

// outweighed are the rules on prose that judge by words: what they find may be outweighed by all else that is measured.
var outweighed = map[string]bool{"binding": true, "contrary": true, "negation": true, "modality": true, "quantifier": true, "cause": true, "scope": true, "entailment": true}

// weigh sets what the rules on prose found against everything that can be measured of the claim and its passages: what they found is taken
// back where the claim is likely right, and a claim that they let pass is unconfirmed where it is likely wrong.
func (t *trial) weigh() {
	if t.v.off["weigh"] || t.ends || t.whole {
		return
	}
	if !Open(t.out.findings) {
		return
	}
	s := t.signals()
	if s == nil {
		return
	}
	found := len(t.out.findings) > 0
	switch stands := scaleOfProse().Stands(s, found); {
	case found && stands:
		t.out.findings = nil
	case !found && !stands:
		t.doubt("entailment", "of claims that stand to their passages as this one does, only %.0f %% are borne out", 100*scaleOfProse().Of(s))
	}
}

// Stands reports whether a claim with these signals is supported. Where rules on prose found something against it, it must be likelier right,
// and must not say what a clause of the passage says but for a word that denies.
func (s *Scale) Stands(signals map[string]float64, found bool) bool {
	if found {
		return s.Of(signals) >= likelyRight && signals["joint"] >= leastJoint && signals["turned word"] == 0
	}
	return s.Of(signals) >= likelyWrong
}

// Open reports whether nothing but what rules on prose find by words speaks against a claim, so that its signals decide.
func Open(findings []casefile.Finding) bool {
	return !slices.ContainsFunc(findings, func(f casefile.Finding) bool { return !outweighed[f.Rule] })
}
