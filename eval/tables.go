package eval

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
)

// A Page is everything a report shows: the run, and what it is set beside.
type Page struct {
	Report     Report
	Comparison *Comparison // nil: there is no baseline
	Agreement  *Agreement  // nil: no judge was compared with people
	Trend      []Report    // earlier runs, oldest first
	Lang       casefile.Lang
}

// A table is a part of a report. Every form of a report is made of the same tables.
type table struct {
	title string
	head  []string
	rows  [][]string
}

func (p Page) say(key string, args ...any) string { return say(p.Lang, key, args...) }

func (p Page) tables() []table {
	out := []table{p.kinds(), p.result(), p.process(), p.efficiency()}
	if len(p.Report.Causes) > 0 {
		out = append(out, p.causes(), p.failures())
	}
	if p.Comparison != nil {
		out = append(out, p.compared(), p.stages())
	}
	if p.Agreement != nil {
		out = append(out, p.agreement())
	}
	return out
}

func rate(s Share) string {
	r, ok := s.Rate()
	if !ok {
		return "-"
	}
	return strconv.FormatFloat(100*r, 'f', 1, 64) + " %"
}

func of(s Share) string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", s.N, s.Of)
}

func (p Page) kinds() table {
	r := p.Report
	t := table{p.say("kinds"), []string{p.say("kind"), p.say("cases"), p.say("passed"), p.say("rate")}, nil}
	if r.Repeat > 1 {
		t.head[2], t.head[3] = p.say("passk", r.Repeat), p.say("rate")
		t.head = append(t.head, p.say("pass1"))
	}
	row := func(name string, s Share, once float64) {
		cells := []string{name, strconv.Itoa(s.Of), strconv.Itoa(s.N), rate(s)}
		if r.Repeat > 1 {
			cells = append(cells, fmt.Sprintf("%.1f %%", 100*once))
		}
		t.rows = append(t.rows, cells)
	}
	once := 0.0
	for _, k := range r.Kinds {
		once += k.Once * float64(k.Total)
		row(p.say(k.Kind.String()), Share{k.Passed, k.Total}, k.Once)
	}
	if len(r.Kinds) != 1 {
		row(p.say("all"), Share{r.Passed, r.Total}, once/float64(max(r.Total, 1)))
	}
	return t
}

func (p Page) shares(t *table, rows []named) {
	for _, r := range rows {
		if r.of > 0 || r.always {
			t.rows = append(t.rows, []string{p.say(r.key), rate(r.Share()), of(r.Share())})
		}
	}
}

// A named share is one line of a table.
type named struct {
	key    string
	n, of  int
	always bool // shown also where there was nothing to count
}

func (n named) Share() Share { return Share{n.n, n.of} }

func share(key string, s Share) named { return named{key: key, n: s.N, of: s.Of} }

func (p Page) result() table {
	m := p.Report.Measures.Result
	t := table{p.say("result"), []string{p.say("measure"), p.say("rate"), p.say("count")}, nil}
	rows := []named{
		share("values", m.Values), share("points", m.Points), share("citation_recall", m.CitationRecall), share("citation_precision", m.CitationPrecision),
		share("answers", m.Answers), share("refusals", m.Refusals),
	}
	for _, s := range []named{share("wrong_numbers", m.WrongNumbers), share("leaks", m.Leaks), share("stale_versions", m.StaleVersions)} {
		s.always = true
		rows = append(rows, s)
	}
	p.shares(&t, rows)
	return t
}

func (p Page) process() table {
	m := p.Report.Measures.Process
	t := table{p.say("process"), []string{p.say("measure"), p.say("rate"), p.say("count")}, nil}
	p.shares(&t, []named{
		share("tools", m.Tools), share("args", m.Args), share("conditions", m.Conditions), share("filters", m.Filters), share("passages", m.Passages),
	})
	for _, c := range causeOrder {
		if n := m.Lost[string(c)]; n > 0 {
			t.rows = append(t.rows, []string{p.say("lost", p.say(string(c))), "", strconv.Itoa(n)})
		}
	}
	runs := 0
	for _, c := range p.Report.Cases {
		runs += c.Tries
	}
	t.rows = append(t.rows, []string{p.say("rounds"), fmt.Sprintf("%.2f", float64(m.Rounds)/float64(max(runs, 1))), strconv.Itoa(m.Rounds)})
	p.shares(&t, []named{share("useless", Share{m.Useless, m.Searches})})
	for i := range m.Recall {
		if m.Recall[i].Of > 0 {
			t.rows = append(t.rows,
				[]string{p.say("round_recall", i+1), rate(m.Recall[i]), of(m.Recall[i])},
				[]string{p.say("round_precision", i+1), rate(m.Precision[i]), of(m.Precision[i])})
		}
	}
	p.shares(&t, []named{share("conflicts", m.Conflicts)})
	for _, k := range sorted(m.Retries) {
		t.rows = append(t.rows, []string{p.say("retries", p.say("retry_"+k)), "", strconv.Itoa(m.Retries[k])})
	}
	p.shares(&t, []named{share("replay", m.Replay)})
	return t
}

// stageOrder is the order in which stages are shown.
var stageOrder = []casefile.Stage{casefile.StagePlan, casefile.StageRoute, casefile.StageCall, casefile.StageResult, casefile.StageJudge,
	casefile.StageModel, casefile.StageGenerate, casefile.StageVerify, casefile.StageAnswer}

func (p Page) efficiency() table {
	m := p.Report.Measures.Efficiency
	t := table{p.say("efficiency"), []string{p.say("measure"), p.say("p50p95")}, nil}
	times := func(name string, ms []float64) {
		if len(ms) > 0 {
			t.rows = append(t.rows, []string{name, fmt.Sprintf("%.1f / %.1f", percentile(ms, 50), percentile(ms, 95))})
		}
	}
	times(p.say("latency"), m.Wall)
	for _, s := range stageOrder {
		name := p.say(string(s))
		if s == casefile.StageResult {
			name = p.say("tool_calls")
		}
		times("  "+name, m.Stages[string(s)])
	}
	for _, u := range m.Tokens {
		t.rows = append(t.rows, []string{p.say("tokens", p.say(u.Stage), cmp.Or(u.Model, "?")), p.say("tokens_value", u.Calls, u.Input, u.Output)})
	}
	if m.Money > 0 {
		t.rows = append(t.rows, []string{p.say("money"), strconv.FormatFloat(m.Money, 'f', 4, 64)})
	}
	t.rows = append(t.rows, []string{p.say("tool_calls"), strconv.Itoa(m.ToolCalls)}, []string{p.say("cache_hits"), strconv.Itoa(m.CacheHits)})
	if h := p.Report.Harness; h != nil {
		all := h.EngineMS + h.OwnMS
		t.rows = append(t.rows, []string{p.say("harness"), p.say("harness_value", h.OwnMS, all, 100*h.OwnMS/max(h.EngineMS, 1e-9))})
	}
	return t
}

func (p Page) causes() table {
	t := table{p.say("causes"), []string{p.say("cause"), p.say("count"), p.say("cases")}, nil}
	for _, c := range p.Report.Causes {
		t.rows = append(t.rows, []string{p.say(string(c.Cause)), strconv.Itoa(c.Count), strings.Join(c.Cases, ", ")})
	}
	return t
}

func (p Page) failures() table {
	t := table{p.say("failures"), []string{p.say("case"), p.say("cause"), p.say("line"), p.say("why")}, nil}
	for _, c := range p.Report.Cases {
		if c.Pass {
			continue
		}
		cause, line := "", ""
		if d := c.Diagnosis; d != nil {
			cause = p.say(string(d.Cause))
			if d.Line > 0 {
				line = fmt.Sprintf("%d: %s", d.Line, d.Says)
			}
		}
		t.rows = append(t.rows, []string{c.Name, cause, line, short(c.Why, 400)})
	}
	return t
}

func (p Page) compared() table {
	c := p.Comparison
	t := table{p.say("compared"), []string{"", p.say("before"), p.say("now")}, nil}
	for _, k := range c.Kinds {
		t.rows = append(t.rows, []string{p.say(k.Kind.String()), of(k.Before) + "  " + rate(k.Before), of(k.Now) + "  " + rate(k.Now)})
	}
	names := func(key string, cases []string) {
		t.rows = append(t.rows, []string{p.say(key), strconv.Itoa(len(cases)), strings.Join(cases, ", ")})
	}
	names("fixed", c.Fixed)
	names("broken", c.Broken)
	t.rows = append(t.rows, []string{p.say("unchanged"), strconv.Itoa(c.Unchanged), ""})
	if len(c.Added) > 0 {
		names("added", c.Added)
	}
	if len(c.Gone) > 0 {
		names("gone", c.Gone)
	}
	t.rows = append(t.rows, []string{p.say("mcnemar"), "", strconv.FormatFloat(c.P, 'g', 3, 64)})
	return t
}

func (p Page) stages() table {
	t := table{p.say("stages"), []string{p.say("stage"), p.say("figure"), p.say("before"), p.say("now")}, nil}
	for _, f := range p.Comparison.Stages {
		stage := p.say(f.Stage)
		if f.Stage == string(casefile.StageResult) {
			stage = p.say("tool_calls")
		}
		t.rows = append(t.rows, []string{stage, p.say(f.Figure), rate(f.Before) + "  " + of(f.Before), rate(f.Now) + "  " + of(f.Now)})
	}
	return t
}

func (p Page) agreement() table {
	a := p.Agreement
	fit := p.say("fit")
	if !a.Fit {
		fit = p.say("unfit", a.Why)
	}
	return table{p.say("agreement") + ": " + a.Judge, []string{"", p.say("judge_pass"), p.say("judge_fail")}, [][]string{
		{p.say("human_pass"), strconv.Itoa(a.BothPass), strconv.Itoa(a.OnlyHuman)},
		{p.say("human_fail"), strconv.Itoa(a.OnlyJudge), strconv.Itoa(a.BothFail)},
		{p.say("kappa"), strconv.FormatFloat(a.Kappa, 'f', 2, 64), fit},
	}}
}

// gate is the line that says whether the gate is green; "" without a baseline.
func (p Page) gate() string {
	switch {
	case p.Comparison == nil:
		return ""
	case p.Comparison.OK():
		return p.say("gate_green")
	}
	return p.say("gate_red", strings.Join(p.Comparison.Red, "; "))
}

// width counts the columns a text takes on a terminal: Han and full width characters take two.
func width(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe4f || r >= 0xff00 && r <= 0xff60) {
			n++
		}
	}
	return n
}

// columns are the widths of a table's columns but the last.
func (t table) columns() []int {
	w := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			if i < len(w) && i < len(row)-1 {
				w[i] = max(w[i], min(width(cell), 60))
			}
		}
	}
	return slices.Clone(w)
}
