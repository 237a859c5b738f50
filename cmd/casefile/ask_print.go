package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// print prints an answer; on a terminal the places it cites are links.
func (inv *invocation) print(w *config.Workspace, out casefile.Outcome) error {
	b, err := config.Print(out)
	if err != nil {
		return err
	}
	if inv.outTTY && out.Format != "json" {
		b = []byte(linked(string(b), w.Root, out.Case.Evidence))
	}
	if _, err := inv.out.Write(b); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

// linked makes every place that stands in text a terminal link (OSC 8) to the file.
func linked(text, root string, evidence []casefile.Evidence) string {
	var uris []string
	for _, e := range evidence {
		if e.Source != nil && e.Source.URI != "" {
			uris = append(uris, e.Source.URI)
		}
	}
	// the longest first, so that a section is not taken for its document
	slices.SortFunc(uris, func(a, b string) int { return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b)) })
	var pairs []string
	for _, uri := range slices.Compact(uris) {
		path, section, _ := strings.Cut(uri, "#")
		target := url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(root, filepath.FromSlash(path))), Fragment: section}
		pairs = append(pairs, uri, "\x1b]8;;"+target.String()+"\x1b\\"+uri+"\x1b]8;;\x1b\\")
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

func (inv *invocation) printJSON(v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	_, err := inv.out.Write(config.EscapeJSON(b.Bytes()))
	return err
}

// writePlan writes a plan as people read it.
func writePlan(w io.Writer, p casefile.Plan, lang casefile.Lang) error {
	var b strings.Builder
	line := func(key string, args ...any) { fmt.Fprintln(&b, say(lang, key, args...)) }
	if p.Playbook != "" {
		line("plan-playbook", p.Playbook)
	}
	if p.Why != "" {
		line("plan-why", p.Why)
	}
	for _, n := range p.Needs {
		line("plan-need", n.Kind, n.Text)
		if !n.Period.IsZero() {
			line("plan-period", n.PeriodText, n.Period)
		}
		for _, s := range n.Entities {
			line("plan-slot", s.Name, strings.Join(s.Values, ", "))
		}
		for _, s := range n.Not {
			line("plan-not", s.Name, strings.Join(s.Values, ", "))
		}
	}
	for _, s := range p.Slots {
		line("plan-slot", s.Name, strings.Join(s.Values, ", "))
	}
	for _, s := range p.Steps {
		line("plan-step", s.ID, cmp.Or(s.Tool, "?"), s.Goal)
		if len(s.Args) > 0 {
			fmt.Fprintf(&b, "      %s\n", s.Args)
		}
		if len(s.After) > 0 {
			line("plan-after", strings.Join(s.After, ", "))
		}
	}
	if p.Action != "" {
		line("plan-action", p.Action)
	}
	if p.Reply != nil {
		line("plan-reply", p.Reply.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
