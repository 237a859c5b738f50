package plan

import (
	"encoding/json"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// shown is a planner by model with labelled questions, two of which stand in every prompt, and the system texts and messages it sent.
func shown(t *testing.T, q string, shots int, prompts map[string]string) (system, message string) {
	t.Helper()
	r := desk(t)
	r.Plans, r.Shots, r.Prompts = true, shots, prompts
	r.Examples = []Labelled{
		{Question: "谁常踩着点到？", Tools: []string{"get_late_ranking"}}, {Question: "食堂在几楼", Shown: true},
		{Question: "打卡机放在哪", Tools: []string{"search_documents"}}, {Question: "谁的年假多", Tools: []string{"get_leave_days"}, Shown: true},
	}
	p, err := NewLearning(r, byWord{})
	if err != nil {
		t.Fatal(err)
	}
	c := agent(q)
	c.Model = casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		if system == "" {
			system, message = r.System, r.Messages[0].Text
		}
		return casefile.ModelResponse{}, casefile.ErrNoReply
	})
	if _, err := p.Plan(t.Context(), c); err != nil || system == "" {
		t.Fatalf("no model was asked, %v", err)
	}
	return system, message
}

func TestPromptsShowLabelledQuestions(t *testing.T) {
	system, message := shown(t, whoIsLate, 1, nil)
	if !strings.Contains(system, "食堂在几楼") || !strings.Contains(system, "谁的年假多") || strings.Contains(system, "踩着点到") {
		t.Errorf("the prompt holds other questions than those that stand in every one: %s", system)
	}
	var m struct {
		Like []shot `json:"like_this"`
	}
	if err := json.Unmarshal([]byte(message), &m); err != nil || len(m.Like) != 1 || strings.Contains(message, "食堂") {
		t.Errorf("the message holds %+v, %v: want the one that is nearest, and none that stands in the prompt", m.Like, err)
	}
	if strings.Index(message, `"functions"`) > strings.Index(message, `"like_this"`) {
		t.Error("what hangs on the question stands before what does not: a server keeps nothing")
	}
	if other, _ := shown(t, "上个月市场部谁迟到最多？", 1, nil); other != system {
		t.Errorf("the prompt is another for another question:\n%s\n%s", system, other)
	}
	if system, message = shown(t, whoIsLate, 0, nil); strings.Contains(system+message, "食堂") || strings.Contains(message, "like_this") {
		t.Error("questions are shown where none are asked for")
	}
}

func TestAShotForOneThatNamesAFunction(t *testing.T) {
	p := planner(t)
	for want, tools := range map[string][]string{"get_late_ranking": {"search_rules", "get_late_ranking"}, "documents": {"search_rules"}, "none": nil} {
		if got := p.shotFor("route", Labelled{Question: "q", Tools: tools}); got.Function != want || got.Tools != nil {
			t.Errorf("%v: %+v, want %s", tools, got, want)
		}
	}
}

func TestPromptsOfTheWorkspace(t *testing.T) {
	system, _ := shown(t, whoIsLate, 0, map[string]string{"plan.zh": "只写任务。\n"})
	if system != "只写任务。" {
		t.Errorf("the prompt is %q", system)
	}
	for _, bad := range []map[string]string{{"plans.zh": "x"}, {"plan.fr": "x"}, {"review.en": " \n"}} {
		r := desk(t)
		r.Prompts = bad
		if _, err := New(r); err == nil || !strings.Contains(err.Error(), "prompt") {
			t.Errorf("%v: %v", bad, err)
		}
	}
	for _, name := range PromptNames {
		stem, lang, _ := strings.Cut(name, ".")
		if text, err := planner(t).prompt(stem, casefile.Lang(lang)); err != nil || text == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
