package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// watchCase makes a case tell how it goes on: a line of JSON each on standard output, or for people a line each on standard error, so
// that standard output still holds the answer alone.
func (inv *invocation) watchCase(a *casefile.Ask) {
	tell := inv.tellText
	if inv.json {
		tell = inv.tellJSON
	}
	s := casefile.NewStream(tell)
	a.Progress, a.Claimed = s.Event, s.Claimed
	if inv.provisional {
		a.Provisional = s.Provisional
	}
}

func (inv *invocation) tellJSON(n casefile.Notice) {
	if b, err := json.Marshal(n); err == nil { // of plain data
		inv.out.Write(append(b, '\n'))
	}
}

func (inv *invocation) tellText(n casefile.Notice) {
	tell := func(key string, args ...any) { inv.note(key, args...) }
	text := config.Plain(strings.Join(strings.Fields(n.Text), " "))
	switch n.Kind {
	case casefile.NoticePlan:
		tell("stream-plan", say(inv.lang, "stream-by-"+n.By), config.Plain(n.Why))
		for _, s := range n.Steps {
			fmt.Fprintln(inv.err, "    "+config.Plain(s))
		}
	case casefile.NoticeStep:
		tell("stream-step", n.Step, n.Tool)
	case casefile.NoticeTool:
		tell("stream-tool", n.Step, n.Tool, n.Status)
	case casefile.NoticeEvidence:
		tell("stream-evidence", n.Step, config.Plain(strings.Join(n.Places, ", ")))
	case casefile.NoticeVerdict:
		tell("stream-verdict", n.Passed, n.Refused)
	case casefile.NoticeClaim:
		tell("stream-"+string(n.Claim.Support), text)
	default: // withdrawn, provisional
		tell("stream-"+string(n.Kind), text)
	}
}

// printLine prints the answer of a stream of JSON lines: its last line.
func (inv *invocation) printLine(out casefile.Outcome) error {
	b, err := config.Print(out)
	if err != nil {
		return err
	}
	var line bytes.Buffer
	line.WriteString(`{"event":"answer","answer":`)
	if err := json.Compact(&line, b); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	line.WriteString("}\n")
	if _, err := inv.out.Write(line.Bytes()); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}
