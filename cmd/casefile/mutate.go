package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/verify/mutate"
)

// mutateAnswers breaks the right answers of a workspace's cases in every known way, and prints what its verifier lets
// through and what it refuses. It exits as with findings where a bar does not hold.
func mutateAnswers(ctx context.Context, inv *invocation, dir string, cases []eval.Loaded) (int, error) {
	bench, err := newBench(ctx, dir)
	if err != nil {
		return 0, err
	}
	defer bench.Close()
	var items []mutate.Item
	seen := map[string]bool{}
	source := filepath.Base(dir)
	err = eval.Answers(ctx, bench, cases, func(name string, o eval.Outcome) {
		items = append(items, answered(source, name, o, seen)...)
	})
	if err != nil {
		return 0, err
	}
	w, err := config.Open(ctx, dir, config.Options{State: bench.base()})
	if err != nil {
		return 0, err
	}
	r, err := mutate.Run(ctx, w.Engine().Verifier, items, 1)
	if err = errors.Join(err, w.Close()); err != nil {
		return 0, err
	}
	if err := inv.printMutants(r); err != nil {
		return 0, fmt.Errorf("print: %w", err)
	}
	if len(r.Below()) > 0 {
		return exitFindings, nil
	}
	return exitOK, nil
}

func (inv *invocation) printMutants(r mutate.Report) error {
	if inv.json {
		enc := json.NewEncoder(inv.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	if _, err := fmt.Fprint(inv.out, r.Markdown(inv.lang)); err != nil {
		return err
	}
	if !inv.eval.misses {
		return nil
	}
	for _, m := range r.Misses {
		if _, err := fmt.Fprintf(inv.out, "\n%s | %s | %s\n  %s\n", m.Op, m.Item, m.Verdict, m.Claim); err != nil {
			return err
		}
		for i, why := range m.Why {
			if _, err := fmt.Fprintf(inv.out, "  %s: %s\n", m.Rules[i], why); err != nil {
				return err
			}
		}
	}
	return nil
}

// answered makes items of what a case proved, and of the tables it rests on, each table once.
func answered(source, name string, o eval.Outcome, seen map[string]bool) []mutate.Item {
	var out []mutate.Item
	for i, c := range o.Answer.Claims {
		if c.Support != casefile.Supported || seen[c.Text] {
			continue
		}
		seen[c.Text] = true
		it := mutate.Item{ID: fmt.Sprintf("%s/%s/answer-%d", source, name, i+1), Source: source, Lang: o.Case.Lang, Case: o.Case}
		it.Case.Draft.Claims = []casefile.Claim{c}
		out = append(out, it)
	}
	for _, e := range o.Case.Evidence {
		key := e.Tool + string(e.Args) + e.Key
		if e.Table == nil || e.Status != casefile.OK || seen[key] {
			continue
		}
		seen[key] = true
		for _, lang := range []casefile.Lang{casefile.Chinese, casefile.English} {
			if s, ok := mutate.Declared(fmt.Sprintf("%s/%s-%s", source, e.Tool, name), source, e, lang); ok {
				out = append(out, mutate.Write(s, uint64(len(seen)))...)
			}
		}
	}
	return out
}
