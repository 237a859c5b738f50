package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// judgeModel makes the judge that --judge names, nil where there is none.
func (inv *invocation) judgeModel(dir string) (*eval.Judge, error) {
	if inv.eval.judge == "" {
		return nil, nil
	}
	m, name, err := config.ReadJudge(dir, inv.eval.judge)
	if err != nil {
		return nil, err
	}
	return &eval.Judge{Model: m, Name: name}, nil
}

// labelAnswers fills a labelling file: with the answers of the cases that have a reference, where it is not there yet, and with what
// the person at the terminal says of each.
func labelAnswers(ctx context.Context, inv *invocation) (int, error) {
	file := inv.eval.labels
	if file == "" {
		return 0, usagef("eval-labels")
	}
	labels, err := eval.ReadLabels(file)
	if eval.Absent(err) {
		if labels, err = inv.answersToLabel(ctx); err == nil {
			err = eval.WriteLabels(file, labels)
		}
	}
	if err != nil {
		return 0, err
	}
	filling := eval.Labelling{
		In: inv.in,
		Show: func(n, of int, l eval.Label) {
			fmt.Fprint(inv.out, say(inv.lang, "label-show", n, of, l.Case, l.Question, l.Reference, l.Answer))
		},
		Odd:  func(reply string) { fmt.Fprint(inv.out, say(inv.lang, "label-odd", reply)) },
		Save: func(all []eval.Label) error { return eval.WriteLabels(file, all) },
	}
	given, err := filling.Fill(labels)
	if err != nil {
		return 0, err
	}
	left := 0
	for _, l := range labels {
		if l.Pass == nil {
			left++
		}
	}
	fmt.Fprintln(inv.out, "\n"+say(inv.lang, "label-end", given, left, file))
	return exitOK, nil
}

// answersToLabel answers the cases that have a reference.
func (inv *invocation) answersToLabel(ctx context.Context) ([]eval.Label, error) {
	s, err := inv.suite()
	if err != nil {
		return nil, err
	}
	references := map[string]eval.Case{}
	var cases []eval.Loaded
	for _, c := range s.cases {
		if c.Err != nil {
			return nil, fmt.Errorf("%s: %w", c.Case.Name, c.Err)
		}
		if c.Case.Reference != "" {
			references[c.Case.Name] = c.Case
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, usagef("eval-no-reference", filepath.Base(s.dir))
	}
	b, err := newBench(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	var out []eval.Label
	err = eval.Answers(ctx, b, cases, func(name string, o eval.Outcome) {
		c := references[name]
		out = append(out, eval.Label{Case: name, Question: c.Question, Reference: c.Reference, Answer: o.Text})
	})
	return out, errors.Join(err, b.Close())
}

// agreeWithPeople says how far a judge agrees with a labelling file. A judge that is unfit is a finding.
func agreeWithPeople(ctx context.Context, inv *invocation) (int, error) {
	if inv.eval.labels == "" || inv.eval.judge == "" {
		return 0, usagef("eval-agree")
	}
	dir, err := config.Find(inv.dir)
	if err != nil {
		return 0, err
	}
	labels, err := eval.ReadLabels(inv.eval.labels)
	if err != nil {
		return 0, err
	}
	judge, err := inv.judgeModel(dir)
	if err != nil {
		return 0, err
	}
	a, err := judge.Agree(ctx, labels)
	if err != nil {
		return 0, err
	}
	if inv.json {
		err = inv.printJSON(a)
	} else {
		err = a.Write(inv.out, inv.lang)
	}
	if err == nil && !a.Fit {
		return exitFindings, nil
	}
	return exitOK, err
}
