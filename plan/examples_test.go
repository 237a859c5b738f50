package plan

import (
	"context"
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// byWord gives a text the direction of the words it holds: who checks in at the last moment, and what else may be asked.
type byWord struct{}

func (byWord) Space() string { return "test" }

func (byWord) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, s := range texts {
		switch {
		case strings.Contains(s, "踩着点"):
			out = append(out, []float32{1, 0, 0})
		case strings.Contains(s, "打卡机"):
			out = append(out, []float32{0, 1, 0})
		default:
			out = append(out, []float32{0, 0, 1})
		}
	}
	return out, nil
}

func learning(t *testing.T) *Planner {
	t.Helper()
	r := desk(t)
	r.Examples = []Labelled{
		{Question: "谁常踩着点到？", Tools: []string{"get_late_ranking"}}, {Question: "哪些人踩着点打卡", Tools: []string{"get_late_ranking"}},
		{Question: "打卡机放在哪", Tools: []string{"search_documents"}}, {Question: "打卡机是什么牌子", Tools: []string{"search_documents"}},
		{Question: "食堂在几楼", Tools: nil}, {Question: "班车几点开", Tools: nil},
	}
	p, err := NewLearning(r, byWord{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func tools(p casefile.Plan) (out []string) {
	for _, s := range p.Steps {
		out = append(out, s.Tool)
	}
	return out
}

func TestExamplesSettleWhatRulesLeaveOpen(t *testing.T) {
	const question = "谁总是踩着点之后才打卡？"
	without := planOf(t, planner(t), question)
	if got := tools(without); !slices.Equal(got, []string{"search_documents"}) || !strings.HasSuffix(without.Needs[0].Why, LeftOpen) {
		t.Fatalf("without examples: %v (%s): the test wants a question that rules leave open", got, without.Needs[0].Why)
	}
	got := planOf(t, learning(t), question)
	if !slices.Equal(tools(got), []string{"get_late_ranking"}) {
		t.Fatalf("tools %v: %s", tools(got), got.Why)
	}
	if n, s := got.Needs[0], got.Steps[0]; n.By != casefile.ByExamples || s.By != casefile.ByExamples || !strings.Contains(n.Why, "踩着点") {
		t.Errorf("need by %q, step by %q, why %q: who decided, and by which example, is to be told", n.By, s.By, n.Why)
	}
}

func TestExamplesDoNotOverruleRules(t *testing.T) {
	p := learning(t)
	for question, want := range map[string]string{
		"年假制度怎么规定的？":  "search_rules",     // rules decide
		"上个月谁迟到最多":    "get_late_ranking", // and here
		"谁把会议室的灯打开了？": "search_documents", // like no example that names a tool
	} {
		got := planOf(t, p, question)
		if !slices.Contains(tools(got), want) || got.Needs[0].By != "" {
			t.Errorf("%s: %v by %q (%s)", question, tools(got), got.Needs[0].By, got.Why)
		}
	}
}

// faintly gives every text that is no example a vector some way off all of them: only words tell.
type faintly struct{}

func (faintly) Space() string { return "test" }

func (faintly) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i := range out {
		out[i] = []float32{1, 0}
		if len(texts) == 1 {
			out[i] = []float32{0.6, 0.8}
		}
	}
	return out, nil
}

func TestACertainHeadNeedsNoExampleAsNear(t *testing.T) {
	r := desk(t)
	r.Examples = []Labelled{ // the nearest is the first
		{Question: "谁常踩着点到？", Tools: []string{"get_late_ranking"}}, {Question: "哪些人踩着点打卡", Tools: []string{"get_late_ranking"}},
		{Question: "总是踩着点的是谁", Tools: []string{"get_late_ranking"}}, {Question: "食堂在几楼", Tools: nil}, {Question: "班车几点开", Tools: nil},
	}
	p, err := NewLearning(r, faintly{})
	if err != nil {
		t.Fatal(err)
	}
	if got := planOf(t, p, "谁总是踩着点之后才打卡？"); got.Needs[0].By != casefile.ByExamples {
		t.Errorf("by %q: %s", got.Needs[0].By, got.Why)
	}
	slices.Reverse(r.Examples)
	if p, err = NewLearning(r, faintly{}); err != nil {
		t.Fatal(err)
	}
	if got := planOf(t, p, "谁总是踩着点之后才打卡？"); got.Needs[0].By != "" {
		t.Errorf("the nearest is of another label, and by %q: %s", got.Needs[0].By, got.Why)
	}
	// what is asked stands in no word of it
	r.Examples = append([]Labelled{{Question: "研发部呢", Tools: []string{"get_late_ranking"}}, {Question: "销售部呢", Tools: []string{"get_late_ranking"}}}, r.Examples...)
	if p, err = NewLearning(r, faintly{}); err != nil {
		t.Fatal(err)
	}
	if got := planOf(t, p, "市场部呢？"); got.Needs[0].By != "" {
		t.Errorf("nothing is said, and by %q: %s", got.Needs[0].By, got.Why)
	}
}
