package main

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// TestRulesCostLess asks a few questions both ways: the bar holds on them, and the scripted model really is asked for every stage.
func TestRulesCostLess(t *testing.T) {
	from := filepath.Join("..", "..", "examples", "supply-chain")
	cases, err := eval.Plain(filepath.Join(from, "cases"), 8)
	if err != nil {
		t.Fatal(err)
	}
	got := map[casefile.Mode]spent{}
	for mode, write := range map[casefile.Mode]string{casefile.Auto: "auto", casefile.Agent: "model"} {
		into := map[eval.Kind]spent{}
		if err := ask(t.Context(), from, write, nil, func(w *config.Workspace) error { return count(t.Context(), w, cases, mode, into) }); err != nil {
			t.Fatal(err)
		}
		for _, s := range into {
			got[mode] = sum(got[mode], s)
		}
	}
	rules, all := got[casefile.Auto], got[casefile.Agent]
	// of a spread over the cases, an order to change something and talk are no model's to plan
	if all.questions != 8 || all.asked < 6 || all.stages[casefile.StagePlan] == 0 || all.stages[casefile.StageGenerate] == 0 {
		t.Errorf("everything by model: %+v", all)
	}
	if n := all.stages[casefile.StagePlan] + all.stages[casefile.StageGenerate] + all.stages[casefile.StageJudge] + all.stages[casefile.StageRoute]; n != all.tokens() {
		t.Errorf("%d tokens by stage, %d in all", n, all.tokens())
	}
	if 3*rules.tokens() > all.tokens() {
		t.Errorf("rules first: %d tokens, everything by model: %d", rules.tokens(), all.tokens())
	}
}

func TestSlowToolsAreWaitedFor(t *testing.T) {
	from := filepath.Join("..", "..", "examples", "supply-chain")
	cases, err := eval.Plain(filepath.Join(from, "cases"), 0)
	if err != nil {
		t.Fatal(err)
	}
	const latency = 20 * time.Millisecond
	parallel, serial, err := slow(t.Context(), from, cases, 1, latency)
	if err != nil || parallel < latency || serial < latency {
		t.Errorf("%s side by side, %s one after the other: %v", parallel, serial, err)
	}
}
