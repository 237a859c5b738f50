package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
)

// recordReplies asks the model that --record names in every case that has recorded replies, or whose mode leaves decisions to a model,
// and writes what it replied into the case's file.
func recordReplies(ctx context.Context, inv *invocation, s suite) (int, error) {
	m, err := config.ReadModel(s.dir, inv.eval.record)
	if err != nil {
		return 0, err
	}
	b, err := newBench(ctx, s.dir)
	if err != nil {
		return 0, err
	}
	defer b.Close()
	b.record = m
	for _, l := range s.cases {
		c := l.Case
		if l.Err != nil {
			return 0, fmt.Errorf("%s: %w", c.Name, l.Err)
		}
		if len(c.Replies) == 0 && (c.Mode == "" || c.Mode == casefile.Auto || c.Mode == casefile.Chain) {
			continue
		}
		n, err := recordCase(ctx, b, c)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", c.Name, err)
		}
		inv.note("eval-recorded", c.Name, n)
	}
	return exitOK, nil
}

// recordCase records one case and returns how many replies it took.
func recordCase(ctx context.Context, b *bench, c eval.Case) (n int, err error) {
	opened, err := b.Open(ctx, c.Setup())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if _, err := opened.Answer(ctx, c.Question, c.Asker); err != nil {
		return 0, err
	}
	replies := opened.(*session).kept.Replies()
	if len(replies) == 0 {
		return 0, errors.New("no model was asked: say mode: agent before its first section")
	}
	data, err := os.ReadFile(c.File)
	if err != nil {
		return 0, err
	}
	if data, err = eval.WithReplies(data, replies); err != nil {
		return 0, err
	}
	return len(replies), os.WriteFile(c.File, data, 0o644)
}
