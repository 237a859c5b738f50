package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
)

func verifyFlags(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.json, "json", false, "")
}

// maxVerifyLine bounds one line of standard input; package verify judges lines up to this size.
const maxVerifyLine = 256<<20 + 1

// A judged is one line that verify gave back, as far as the command reads it.
type judged struct {
	ID     json.RawMessage `json:"id"`
	Error  string          `json:"error"`
	Claims []struct {
		Text     string           `json:"text"`
		Verdict  casefile.Support `json:"verdict"`
		Findings []struct {
			Rule string `json:"rule"`
			Why  string `json:"why"`
		} `json:"findings"`
	} `json:"claims"`
}

// verifyLines judges each line of a file, or of standard input: an answer with its evidence in, a verdict for each claim out.
func verifyLines(ctx context.Context, inv *invocation) (int, error) {
	from := inv.in
	switch {
	case len(inv.args) > 1:
		return 0, usagef("one-file", inv.cmd.name, inv.cmd.name)
	case len(inv.args) == 1 && inv.args[0] != "-":
		f, err := os.Open(inv.args[0])
		if err != nil {
			return 0, usagef("no-file", inv.args[0], err)
		}
		defer f.Close()
		from = f
	}
	in := bufio.NewScanner(from)
	in.Buffer(make([]byte, 64<<10), maxVerifyLine)
	code, n, any := exitOK, 0, false
	for in.Scan() {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		n++
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue // as readers of JSON lines do
		}
		any = true
		line, err := verify.Line(in.Bytes())
		if line == nil {
			return 0, err
		}
		var j judged
		if jerr := json.Unmarshal(line, &j); jerr != nil {
			return 0, fmt.Errorf("verify: line %d: %w", n, jerr)
		}
		if !j.good() {
			code = exitFindings
		}
		if err != nil {
			inv.note("verify-bad", n, err)
			if line, err = numbered(j, n); err != nil {
				return 0, err
			}
		}
		if inv.json {
			_, err = fmt.Fprintf(inv.out, "%s\n", line)
		} else {
			err = inv.printJudged(j)
		}
		if err != nil {
			return 0, fmt.Errorf("print: %w", err)
		}
	}
	if err := in.Err(); err != nil {
		return 0, fmt.Errorf("verify: line %d: %w", n+1, err)
	}
	if !any {
		return 0, usagef("verify-empty")
	}
	return code, nil
}

// numbered is the line for one that could not be read: its error says which line it was.
func numbered(j judged, n int) ([]byte, error) {
	return json.Marshal(struct {
		ID     json.RawMessage `json:"id"`
		Claims []struct{}      `json:"claims"`
		Error  string          `json:"error"`
	}{j.ID, []struct{}{}, fmt.Sprintf("line %d: %s", n, j.Error)})
}

func (j judged) good() bool {
	for _, c := range j.Claims {
		if c.Verdict != casefile.Supported {
			return false
		}
	}
	return j.Error == ""
}

func (inv *invocation) printJudged(j judged) error {
	for _, c := range j.Claims {
		if _, err := fmt.Fprintf(inv.out, "%-11s %s %s\n", c.Verdict, j.ID, c.Text); err != nil {
			return err
		}
		for _, f := range c.Findings {
			if _, err := fmt.Fprintf(inv.out, "            %s: %s\n", f.Rule, f.Why); err != nil {
				return err
			}
		}
	}
	return nil
}
