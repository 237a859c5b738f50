package config_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// One process answers many callers at once: nothing of one is told to another, whatever is cached in between.
func TestCallersAtOnceGetTheirOwnAnswers(t *testing.T) {
	w := open(t, "returns-desk", config.Options{State: t.TempDir()})
	who := []casefile.Identity{
		{Tenant: "shop", User: "u7", Roles: []string{"customer"}}, {Tenant: "shop", User: "u1", Roles: []string{"customer"}},
		{Tenant: "shop", User: "u8", Roles: []string{"customer"}}, {Tenant: "outlet", User: "u7", Roles: []string{"customer"}},
		{Tenant: "shop", User: "desk1", Roles: []string{"agent"}}, {Tenant: "shop", User: "nobody"}, {Tenant: "elsewhere", User: "u7"},
	}
	questions := []string{
		"订单 A123 的耳机已拆封，签收 10 天后有杂音，能退吗？", "订单 A001 什么时候签收的？", "我最近的订单有哪些？", "A124 的金额是多少？", "善意补偿额度是多少？",
		"我一共花了多少钱？", "What is the no-reason return window for headphones?",
	}
	say := func(id casefile.Identity, q string) string {
		for try := 0; ; try++ {
			out, err := w.Ask(t.Context(), casefile.Ask{Question: q, Asker: id}, filepath.Join(t.TempDir(), "case.jsonl"))
			if err != nil {
				t.Error(err)
			}
			slow := slices.ContainsFunc(out.Case.Calls, func(d casefile.Done) bool { return d.Status == casefile.Timeout })
			if slow && try < 9 { // a busy machine; the answer says so and is another one
				continue
			}
			o := config.Object(out)
			o.CaseID, o.Trace, o.Usage, o.Steps = "", "", casefile.Usage{}, nil // steps tell what was cached
			b, err := json.Marshal(o)
			if err != nil {
				t.Error(err)
			}
			return string(b)
		}
	}
	want := map[string]string{}
	for i, id := range who {
		for k, q := range questions {
			want[fmt.Sprint(i, " ", k)] = say(id, q)
		}
	}
	if !strings.Contains(want["4 4"], "#GT-1") || strings.Contains(want["0 4"], "#GT-") {
		t.Errorf("the internal note is for the desk alone:\n%s\n%s", want["4 4"], want["0 4"])
	}
	var wg sync.WaitGroup
	turns := make(chan struct{}, 4)
	for i, id := range who {
		wg.Go(func() {
			for k := range questions {
				k = (k + i) % len(questions)
				turns <- struct{}{}
				if got, was := say(id, questions[k]), want[fmt.Sprint(i, " ", k)]; got != was {
					at := 0
					for at < min(len(got), len(was)) && got[at] == was[at] {
						at++
					}
					t.Errorf("%v asks %q: from byte %d on\n%s\nalone it was\n%s", id, questions[k], at, got[at:], was[at:])
				}
				<-turns
			}
		})
	}
	wg.Wait()
}
