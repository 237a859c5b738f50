package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
)

// baselineFormat is the version of the form of baselines.
const baselineFormat = 1

// A Baseline is what a run gave, kept in the repository to compare later runs with: no times, no texts, a line a case.
type Baseline struct {
	Format int             `json:"format"`
	Name   string          `json:"name"`
	Cases  map[string]Kept `json:"cases"`
}

// Kept is one case of a baseline.
type Kept struct {
	Kind       Kind  `json:"kind,omitempty"`
	Pass       bool  `json:"pass"`
	Conditions Ratio `json:"conditions,omitzero"`
	Tools      Ratio `json:"tools,omitzero"`
	Passages   Ratio `json:"passages,omitzero"`
	Points     Ratio `json:"points,omitzero"`
	Citations  Ratio `json:"citations,omitzero"`
	Wrong      int   `json:"wrong,omitempty"`
	Leaks      int   `json:"leaks,omitempty"`
	Stale      int   `json:"stale,omitempty"`
	Replays    bool  `json:"replays"`
	Calls      int   `json:"calls,omitempty"`
}

// A Ratio is a Share that is written short: "3/4".
type Ratio Share

// MarshalText writes N/Of.
func (r Ratio) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d/%d", r.N, r.Of), nil }

// UnmarshalText reads what MarshalText writes.
func (r *Ratio) UnmarshalText(b []byte) error {
	n, of, ok := strings.Cut(string(b), "/")
	var err1, err2 error
	r.N, err1 = strconv.Atoi(n)
	r.Of, err2 = strconv.Atoi(of)
	if !ok || err1 != nil || err2 != nil || r.N < 0 || r.Of < r.N {
		return fmt.Errorf("want N/OF such as 3/4, got %q", b)
	}
	return nil
}

// Baseline returns what of a report is kept.
func (r Report) Baseline() Baseline {
	b := Baseline{Format: baselineFormat, Name: r.Name, Cases: map[string]Kept{}}
	for _, c := range r.Cases {
		m := c.Measures
		b.Cases[c.Name] = Kept{
			Kind: c.Kind, Pass: c.Pass,
			Conditions: Ratio(m.Process.Conditions), Tools: Ratio(m.Process.Tools), Passages: Ratio(m.Process.Passages),
			Points: Ratio(m.Result.Points), Citations: Ratio(m.Result.CitationPrecision),
			Wrong: m.Result.WrongNumbers.N, Leaks: m.Result.Leaks.N, Stale: m.Result.StaleVersions.N,
			Replays: m.Process.Replay.Of > 0 && m.Process.Replay.N == m.Process.Replay.Of,
			Calls:   m.Efficiency.ToolCalls,
		}
	}
	return b
}

// Write writes the baseline, one case a line in the order of the names, so that a change of it can be reviewed.
func (b Baseline) Write(w io.Writer) error {
	var out bytes.Buffer
	name, err := json.Marshal(b.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(&out, "{\"format\":%d,\"name\":%s,\"cases\":{", b.Format, name)
	for i, n := range sorted(b.Cases) {
		key, err := json.Marshal(n)
		if err != nil {
			return err
		}
		kept, err := json.Marshal(b.Cases[n])
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "\n%s:%s", key, kept)
	}
	out.WriteString("\n}}\n")
	_, err = w.Write(out.Bytes())
	return err
}

// ReadBaseline reads a baseline that Write wrote. One that holds no case is an error: it would let everything pass.
func ReadBaseline(file string) (Baseline, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return Baseline{}, fmt.Errorf("baseline: %w; make it with --save", err)
	}
	return parseBaseline(file, data)
}

func parseBaseline(file string, data []byte) (Baseline, error) {
	var b Baseline
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b); err != nil {
		return Baseline{}, fmt.Errorf("baseline %s: %w; make it again with --save", file, err)
	}
	switch {
	case b.Format != baselineFormat:
		return Baseline{}, fmt.Errorf("baseline %s: its format is %d, this release reads %d; make it again with --save", file, b.Format, baselineFormat)
	case len(b.Cases) == 0:
		return Baseline{}, fmt.Errorf("baseline %s: it holds no case", file)
	}
	return b, nil
}

// A Comparison is a run beside a baseline.
type Comparison struct {
	Fixed     []string     `json:"fixed"`
	Broken    []string     `json:"broken"`
	Added     []string     `json:"added"` // not in the baseline
	Gone      []string     `json:"gone"`  // in the baseline, and not run
	Unchanged int          `json:"unchanged"`
	P         float64      `json:"p"` // McNemar's exact test of fixed against broken
	Kinds     []KindChange `json:"kinds"`
	Stages    []Figure     `json:"stages"`
	Red       []string     `json:"red"` // why the gate is red; empty is green
}

// A KindChange is the pass rate of one kind before and now.
type KindChange struct {
	Kind   Kind  `json:"kind"`
	Before Share `json:"before"`
	Now    Share `json:"now"`
}

// A Figure is one figure of one stage before and now. The last one is the end-to-end figure, which alone decides.
type Figure struct {
	Stage  string `json:"stage"`
	Figure string `json:"figure"`
	Before Share  `json:"before"`
	Now    Share  `json:"now"`
}

// Compare sets a report beside a baseline. It is red where a case is broken or was not run, where the pass rate of a kind falls, and
// where more numbers are wrong, secrets out or versions stale than before. Figures of single stages are shown and do not decide.
func (r Report) Compare(b Baseline) Comparison {
	now := r.Baseline()
	c := Comparison{Fixed: []string{}, Broken: []string{}, Added: []string{}, Gone: []string{}, Red: []string{}}
	for _, n := range sorted(now.Cases) {
		was, known := b.Cases[n]
		is := now.Cases[n]
		switch {
		case !known:
			c.Added = append(c.Added, n)
		case !was.Pass && is.Pass:
			c.Fixed = append(c.Fixed, n)
		case was.Pass && !is.Pass:
			c.Broken = append(c.Broken, n)
		default:
			c.Unchanged++
		}
	}
	for _, n := range sorted(b.Cases) {
		if _, run := now.Cases[n]; !run {
			c.Gone = append(c.Gone, n)
		}
	}
	c.P = mcnemar(len(c.Fixed), len(c.Broken))
	c.Stages = figures(b, now)
	red := func(format string, args ...any) { c.Red = append(c.Red, fmt.Sprintf(format, args...)) }
	if n := len(c.Broken); n > 0 {
		red("%d broken: %s", n, strings.Join(c.Broken, ", "))
	}
	if n := len(c.Gone); n > 0 {
		red("%d of the baseline were not run: %s", n, strings.Join(c.Gone, ", "))
	}
	for _, k := range Kinds {
		k := KindChange{Kind: k, Before: passes(b, k), Now: passes(now, k)}
		if k.Before.Of+k.Now.Of == 0 {
			continue
		}
		c.Kinds = append(c.Kinds, k)
		// N/Of fell: compared without rounding
		if k.Before.Of > 0 && k.Now.N*k.Before.Of < k.Before.N*k.Now.Of {
			red("the pass rate of %s falls from %d of %d to %d of %d", k.Kind, k.Before.N, k.Before.Of, k.Now.N, k.Now.Of)
		}
	}
	for _, f := range []struct {
		what string
		of   func(Kept) int
	}{
		{"wrong numbers", func(k Kept) int { return k.Wrong }},
		{"leaks", func(k Kept) int { return k.Leaks }},
		{"stale versions", func(k Kept) int { return k.Stale }},
	} {
		was, is := 0, 0
		for _, k := range b.Cases {
			was += f.of(k)
		}
		for _, k := range now.Cases {
			is += f.of(k)
		}
		if is > was {
			red("%s: %d, before %d", f.what, is, was)
		}
	}
	return c
}

// Of reports whether the baseline is of a workspace, whatever modes and settings it was run under.
func (b Baseline) Of(workspace string) bool {
	return b.Name == workspace || strings.HasPrefix(b.Name, workspace+" ")
}

// OK reports whether the gate is green.
func (c Comparison) OK() bool { return len(c.Red) == 0 }

func passes(b Baseline, kind Kind) Share {
	var s Share
	for _, k := range b.Cases {
		if k.Kind == kind {
			s.count(k.Pass)
		}
	}
	return s
}

// figures are what each stage did, before and now, and last how many cases passed.
func figures(was, is Baseline) []Figure {
	all := []struct {
		stage  casefile.Stage
		figure string
		of     func(Kept) Share
	}{
		{casefile.StagePlan, "conditions covered", func(k Kept) Share { return Share(k.Conditions) }},
		{casefile.StageRoute, "right tools", func(k Kept) Share { return Share(k.Tools) }},
		{casefile.StageResult, "passages recalled", func(k Kept) Share { return Share(k.Passages) }},
		{casefile.StageGenerate, "points covered", func(k Kept) Share { return Share(k.Points) }},
		{casefile.StageVerify, "citations that hold", func(k Kept) Share { return Share(k.Citations) }},
		{"end to end", "cases passed", func(k Kept) Share {
			s := Share{Of: 1}
			if k.Pass {
				s.N = 1
			}
			return s
		}},
	}
	var out []Figure
	for _, f := range all {
		fig := Figure{Stage: string(f.stage), Figure: f.figure}
		for _, k := range was.Cases {
			fig.Before.add(f.of(k))
		}
		for _, k := range is.Cases {
			fig.Now.add(f.of(k))
		}
		out = append(out, fig)
	}
	return out
}
