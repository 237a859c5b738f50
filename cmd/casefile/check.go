package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/eval"
	"github.com/casefile/casefile/strictyaml"
)

// A problem is one thing that is wrong with a workspace, as check --json prints it.
type problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Msg  string `json:"msg"`
	Hint string `json:"hint,omitempty"`
}

// check says everything that is wrong with a workspace at once, its case files included.
func check(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.noArguments(); err != nil {
		return 0, err
	}
	root, err := config.Find(inv.dir)
	if err != nil {
		return 0, err
	}
	cites, found, err := caseCites(root)
	if err != nil {
		return 0, err
	}
	all, err := config.CheckAll(ctx, root, cites)
	if err != nil {
		return 0, err
	}
	found = append(all.Problems, found...)
	code := exitOK
	if len(found) > 0 {
		code = exitFindings
	}
	if inv.json {
		return code, inv.printJSON(struct {
			OK       bool      `json:"ok"`
			Problems []problem `json:"problems"`
			Hints    []problem `json:"hints"`
		}{len(found) == 0, printed(found), printed(all.Hints)})
	}
	inv.list(found)
	inv.list(all.Hints)
	if len(found) == 0 {
		fmt.Fprintln(inv.out, say(inv.lang, "check-good", root))
	} else {
		fmt.Fprintln(inv.out, say(inv.lang, "checked", len(found)))
	}
	return code, nil
}

// printed returns problems as JSON has them.
func printed(ps []strictyaml.Problem) []problem {
	list := make([]problem, 0, len(ps))
	for _, p := range ps {
		list = append(list, problem(p))
	}
	return list
}

// list prints problems, each with its hint below.
func (inv *invocation) list(ps []strictyaml.Problem) {
	for _, p := range ps {
		hint := inWords(inv.lang, p.Hint)
		p.Msg, p.Hint = inWords(inv.lang, p.Msg), ""
		fmt.Fprintln(inv.out, p)
		if hint != "" {
			fmt.Fprintln(inv.out, say(inv.lang, "hint", hint))
		}
	}
}

// caseCites returns what the workspace's case files want cited, and those that cannot be read as cases.
func caseCites(root string) ([]config.Cite, []strictyaml.Problem, error) {
	dir := filepath.Join(root, "cases")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	cases, err := eval.Load(dir)
	if errors.Is(err, eval.ErrNone) {
		return nil, nil, nil // a workspace may have no tests yet
	}
	if err != nil {
		return nil, nil, err
	}
	var cites []config.Cite
	var bad []strictyaml.Problem
	for _, c := range cases {
		file, err := filepath.Rel(root, c.Case.File)
		if err != nil {
			return nil, nil, err
		}
		file = filepath.ToSlash(file)
		if c.Err != nil {
			bad = append(bad, strictyaml.Problem{File: file, Msg: c.Err.Error()})
			continue
		}
		for _, place := range c.Case.Want.Cites {
			cites = append(cites, config.Cite{File: file, Place: place, Docs: len(c.Case.Docs) > 0})
		}
	}
	return cites, bad, nil
}
