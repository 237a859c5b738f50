package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/generate"
)

// A Printed is the object that `ask --json` prints. Its fields are a contract: they are added to, never changed.
type Printed struct {
	CaseID     string                `json:"case_id"`
	Status     casefile.AnswerStatus `json:"status"`
	Text       string                `json:"text"`
	Claims     []PrintedClaim        `json:"claims"`
	Missing    []string              `json:"missing"`
	StopReason casefile.StopReason   `json:"stop_reason"`
	Mode       casefile.Mode         `json:"mode"`
	Lang       casefile.Lang         `json:"lang"`
	AsOf       casefile.Date         `json:"as_of"` // of the case; steps bound to another day carry their own
	Steps      []PrintedStep         `json:"steps"`
	Checklist  []casefile.Check      `json:"checklist"`
	Conflicts  []casefile.Conflict   `json:"conflicts,omitempty"` // records that disagree about a claim, and what was decided
	Usage      casefile.Usage        `json:"usage"`
	Trace      string                `json:"trace"`
}

// A PrintedClaim is one claim with its verdict.
type PrintedClaim struct {
	Text      string            `json:"text"`
	Part      casefile.Part     `json:"part,omitempty"`
	Verdict   casefile.Support  `json:"verdict"`
	Citations []PrintedCitation `json:"citations"`
}

// A PrintedCitation is one place a claim rests on: words of a passage, a row of a table, a calculation, or the asker's own words.
type PrintedCitation struct {
	Evidence string                   `json:"evidence"`
	DocID    string                   `json:"doc_id,omitempty"`
	Version  string                   `json:"version,omitempty"`
	Section  string                   `json:"section,omitempty"`
	Title    string                   `json:"title,omitempty"`
	ChunkID  string                   `json:"chunk_id,omitempty"`
	Start    int                      `json:"start"` // byte offsets of the quote in the file
	End      int                      `json:"end"`
	Page     int                      `json:"page,omitempty"`
	URI      string                   `json:"uri,omitempty"` // relative to the workspace
	Quote    string                   `json:"quote,omitempty"`
	Tool     string                   `json:"tool,omitempty"`
	Args     json.RawMessage          `json:"args,omitempty"`
	Row      *int                     `json:"row,omitempty"`    // index of the row in the tool's result
	Values   map[string]casefile.Cell `json:"values,omitempty"` // the cells of the row that are cited
	Formula  string                   `json:"formula,omitempty"`
	Value    string                   `json:"value,omitempty"`
	Said     bool                     `json:"said,omitempty"`   // the asker's own words
	Status   casefile.Status          `json:"status,omitempty"` // of a call that brought nothing
}

// A PrintedStep is a call that reached a tool, or was served from the cache.
type PrintedStep struct {
	Step   string          `json:"step"`
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	Status casefile.Status `json:"status"`
	Why    string          `json:"why"`
	AsOf   casefile.Date   `json:"as_of,omitzero"`
	Cached bool            `json:"cached,omitempty"`
}

// Text returns an answer as people read it.
func Text(o casefile.Outcome) string { return Plain(generate.Text(o.Answer, o.Case.Evidence)) }

// Plain returns s for a terminal: a document or a file's name may hold characters that steer one, or that turn the
// direction of what follows, and each of them is shown as U+FFFD. Line ends and tabs stay.
func Plain(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\n' || c == '\t':
			return c
		case c == '\r':
			return -1
		case steers(c):
			return unicode.ReplacementChar
		}
		return c
	}, s)
}

// steers reports whether a character steers a terminal or turns the direction of what follows.
func steers(c rune) bool {
	return unicode.IsControl(c) || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' || c == '\u200e' || c == '\u200f' || c == '\u061c'
}

// EscapeJSON returns an encoded object in which every character that Plain would not show is written as \uXXXX: the object
// holds the same strings, and can be looked at in a terminal. Line ends between its parts stay.
func EscapeJSON(b []byte) []byte {
	var out bytes.Buffer
	out.Grow(len(b))
	for _, c := range string(b) {
		if steers(c) && c != '\n' && c != '\t' {
			fmt.Fprintf(&out, `\u%04x`, c)
			continue
		}
		out.WriteRune(c)
	}
	return out.Bytes()
}

// Print returns an answer as it was asked for, text or json, with a line end.
func Print(o casefile.Outcome) ([]byte, error) {
	if o.Format != "json" {
		return []byte(Text(o) + "\n"), nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(Object(o)); err != nil {
		return nil, fmt.Errorf("print: %w", err)
	}
	return EscapeJSON(b.Bytes()), nil
}

// Object returns the object that `ask --json` prints.
func Object(o casefile.Outcome) Printed {
	p := Printed{
		CaseID: o.Case.ID, Status: o.Answer.Status, Text: Text(o), Missing: o.Answer.Missing, StopReason: o.Answer.Stop,
		Mode: o.Case.Mode, Lang: o.Answer.Lang, AsOf: o.AsOf, Usage: o.Usage, Trace: o.Where, Checklist: o.Checklist, Conflicts: o.Answer.Conflicts,
		Claims: []PrintedClaim{}, Steps: []PrintedStep{},
	}
	if p.Missing == nil {
		p.Missing = []string{}
	}
	if p.Checklist == nil {
		p.Checklist = []casefile.Check{}
	}
	for _, c := range o.Answer.Claims {
		p.Claims = append(p.Claims, PrintedClaim{Text: c.Text, Part: c.Part, Verdict: c.Support, Citations: citations(o.Case, c)})
	}
	for _, d := range o.Case.Calls {
		// what other calls found is not told when the case ends forbidden
		if !d.Reached && !d.Cached || o.Answer.Status == casefile.ForbiddenCase && d.Status != casefile.Forbidden {
			continue
		}
		p.Steps = append(p.Steps, PrintedStep{Step: d.Step, Tool: d.Tool, Args: d.Args, Status: d.Status, Why: d.Why, AsOf: d.AsOf, Cached: d.Cached})
	}
	return p
}

func citations(c casefile.Case, cl casefile.Claim) []PrintedCitation {
	out := []PrintedCitation{}
	for _, t := range cl.Cites {
		e, ok := c.Find(t.Evidence)
		if !ok {
			continue
		}
		p := PrintedCitation{Evidence: e.ID, Start: t.Start, End: t.End, Quote: t.Quote, Tool: e.Tool, Args: e.Args, Said: e.Said}
		switch {
		case e.Source != nil:
			s := e.Source
			p.DocID, p.Version, p.Section, p.Title, p.ChunkID, p.Page, p.URI = s.DocID, s.Version, s.Section, s.Title, s.Chunk, s.Page, s.URI
			if t.Quote == "" {
				p.Start, p.End = s.Start, s.End
			}
		case e.Table != nil:
			for _, row := range t.Rows {
				if row < 0 || row >= len(e.Table.Rows) {
					continue
				}
				q := p
				q.Row, q.Values = &row, cells(e.Table, row, t.Columns)
				out = append(out, q)
			}
			if len(t.Rows) > 0 {
				continue
			}
		case e.Calc != nil:
			p.Formula, p.Value = e.Calc.Formula, e.Calc.Value
		case !e.Said:
			p.Status = e.Status
		}
		out = append(out, p)
	}
	return out
}

// cells returns the cells of a row, those of the columns named or all of them.
func cells(t *casefile.Table, row int, columns []string) map[string]casefile.Cell {
	out := map[string]casefile.Cell{}
	if len(columns) == 0 {
		for i, c := range t.Columns {
			out[c.Name] = t.Rows[row][i]
		}
		return out
	}
	for _, name := range columns {
		if i := t.Col(name); i >= 0 {
			out[name] = t.Rows[row][i]
		}
	}
	return out
}
