package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// lineEvidence is any of the four forms of evidence of a line.
type lineEvidence struct {
	ID       string            `json:"id"`
	Text     *string           `json:"text"`
	Version  string            `json:"version"`
	From     string            `json:"effective_from"`
	To       string            `json:"effective_to"`
	Title    string            `json:"title"`
	Said     bool              `json:"said"`
	Columns  []lineColumn      `json:"columns"`
	Rows     []json.RawMessage `json:"rows"`
	Complete *bool             `json:"complete"`
	Total    int               `json:"total"`
	Ranked   bool              `json:"ranked"`
	Period   *casefile.Period  `json:"period"`
	Formula  *string           `json:"formula"`
	Inputs   []string          `json:"inputs"`
	Value    json.RawMessage   `json:"value"`
	Unit     string            `json:"unit"`
	Status   casefile.Status   `json:"status"`
}

// A lineColumn is a name, or an object.
type lineColumn struct{ casefile.Column }

// UnmarshalJSON reads "sold" as {"name": "sold"}.
func (c *lineColumn) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &c.Name)
	}
	return json.Unmarshal(b, &c.Column)
}

func toValid(s string) string { return strings.ToValidUTF8(s, "�") }

// readEvidence reads one record. A calculation's inputs are found later, by link.
func readEvidence(raw json.RawMessage) (casefile.Evidence, error) {
	var l lineEvidence
	if err := strictly(raw, &l); err != nil {
		return casefile.Evidence{}, err
	}
	if l.ID == "" {
		return casefile.Evidence{}, fmt.Errorf("it has no id")
	}
	forms := 0
	for _, has := range []bool{l.Text != nil, l.Columns != nil || l.Rows != nil, l.Formula != nil} {
		if has {
			forms++
		}
	}
	if forms > 1 {
		return casefile.Evidence{}, fmt.Errorf("%s: it has more than one of text, rows and a formula: give each a record of its own", l.ID)
	}
	e := casefile.Evidence{ID: l.ID, Status: l.Status}
	if e.Status == "" {
		e.Status = casefile.OK
	}
	if l.Period != nil {
		if e.Period = *l.Period; e.Period.To.Compare(e.Period.From) < 0 {
			return casefile.Evidence{}, fmt.Errorf("%s: the period ends on %s, before it begins on %s", l.ID, e.Period.To, e.Period.From)
		}
	}
	switch {
	case l.Formula != nil:
		e.Calc = &casefile.Calc{Formula: *l.Formula, Value: scalar(l.Value), Unit: l.Unit}
		for _, id := range l.Inputs {
			e.Calc.Inputs = append(e.Calc.Inputs, casefile.Input{Evidence: id})
		}
	case l.Columns != nil || l.Rows != nil:
		t, err := readTable(&l)
		if err != nil {
			return casefile.Evidence{}, fmt.Errorf("%s: %w", l.ID, err)
		}
		e.Table = t
	case l.Text != nil && l.Said:
		e.Text, e.Said = *l.Text, true
	case l.Text != nil:
		e.Text = *l.Text
		e.Source = &casefile.Source{DocID: l.ID, Version: l.Version, Title: l.Title, End: len(*l.Text)}
		for _, d := range []struct {
			in string
			to *casefile.Date
		}{{l.From, &e.Source.EffectiveFrom}, {l.To, &e.Source.EffectiveTo}} {
			if d.in == "" {
				continue
			}
			day, err := casefile.ParseDate(d.in[:min(len(d.in), 10)])
			if err != nil {
				return casefile.Evidence{}, fmt.Errorf("%s: %w", l.ID, err)
			}
			*d.to = day
		}
	case l.Status == "" || l.Status == casefile.OK:
		return casefile.Evidence{}, fmt.Errorf("%s: want text, columns and rows, a formula, or a status of no_hit, timeout or forbidden", l.ID)
	}
	if !e.Status.Valid() {
		return casefile.Evidence{}, fmt.Errorf("%s: status %q: want no_hit, timeout or forbidden", l.ID, e.Status)
	}
	return e, nil
}

// scalar returns a JSON value as text.
func scalar(raw json.RawMessage) string {
	var s string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func readTable(l *lineEvidence) (*casefile.Table, error) {
	t := &casefile.Table{Complete: l.Complete == nil || *l.Complete, Ranked: l.Ranked, Total: max(l.Total, len(l.Rows))}
	if l.Complete != nil && !*l.Complete && l.Total == 0 {
		t.Total = 0 // more than are here, and nobody says how many
	}
	for i, c := range l.Columns {
		if slices.ContainsFunc(t.Columns, func(o casefile.Column) bool { return o.Name == c.Name && c.Name != "" }) {
			return nil, fmt.Errorf("column %d: the name %q is taken by a column before it: a claim could mean either", i+1, c.Name)
		}
		t.Columns = append(t.Columns, c.Column)
	}
	for i, raw := range l.Rows {
		row, err := readRow(raw, t.Columns)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", i+1, err)
		}
		t.Rows = append(t.Rows, row)
	}
	for c := range t.Columns {
		if t.Columns[c].Type == "" {
			t.Columns[c].Type = guess(t, c)
		}
	}
	return t, nil
}

// readRow reads a row: an array, or an object by column names. A cell that is no scalar is kept as its text.
func readRow(raw json.RawMessage, cols []casefile.Column) (casefile.Row, error) {
	var cells []json.RawMessage
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '{' {
		var m map[string]json.RawMessage
		if err := json.Unmarshal(raw, &m); err != nil {
			return nil, err
		}
		for _, c := range cols {
			cell := m[c.Name]
			if cell == nil {
				cell = json.RawMessage("null")
			}
			cells = append(cells, cell)
		}
	} else if err := json.Unmarshal(raw, &cells); err != nil {
		return nil, err
	}
	if len(cells) != len(cols) {
		return nil, fmt.Errorf("it has %d cells, and there are %d columns: write null for a cell that is empty", len(cells), len(cols))
	}
	row := make(casefile.Row, len(cells))
	for i, c := range cells {
		if err := row[i].UnmarshalJSON(c); err != nil {
			row[i] = casefile.Cell{Text: string(c), Type: casefile.Text}
		}
	}
	return row, nil
}

// guess finds the type of a column from its cells.
func guess(t *casefile.Table, c int) string {
	numbers := 0
	for _, r := range t.Rows {
		switch {
		case c >= len(r) || r[c].Type == casefile.Null:
		case r[c].Type == casefile.Number:
			numbers++
		case r[c].Type == casefile.Text:
			if _, err := casefile.ParseDate(r[c].Text[:min(len(r[c].Text), 10)]); err == nil {
				return "date"
			}
			return "text"
		default:
			return "boolean"
		}
	}
	if numbers > 0 {
		return "decimal"
	}
	return "text"
}
