package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/quantity"
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
	if err := json.Unmarshal(raw, &l); err != nil {
		return casefile.Evidence{}, err
	}
	if l.ID == "" {
		return casefile.Evidence{}, fmt.Errorf("it has no id")
	}
	e := casefile.Evidence{ID: l.ID, Status: l.Status}
	if e.Status == "" {
		e.Status = casefile.OK
	}
	if l.Period != nil {
		e.Period = *l.Period
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
	for _, c := range l.Columns {
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

// plain are the numbers that a formula may use without a record.
var plain = []string{"0", "1", "2", "100", "1000", "10000", "1000000", "12", "7", "365", "360", "30", "24", "60", "4", "52"}

var (
	literal  = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_.\-]*|\d+(?:\.\d+)?|\.\d+`)
	commas   = regexp.MustCompile(`(\d),(\d{3})\b`)
	accounts = regexp.MustCompile(`(\+)\s*\(\s*(\d+(?:\.\d+)?)\s*\)`) // 13 + (110) of an account
	percents = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*%`)
)

// link finds the numbers of each formula in the records it names, so that the calculation can be
// run again and each of its inputs looked up. A number that none of them has is left without a place, and fails.
func link(evidence []casefile.Evidence) {
	byID := map[string]*casefile.Evidence{}
	for i := range evidence {
		byID[evidence[i].ID] = &evidence[i]
	}
	for i := range evidence {
		if c := evidence[i].Calc; c != nil {
			linkCalc(c, byID)
		}
	}
}

func linkCalc(c *casefile.Calc, byID map[string]*casefile.Evidence) {
	var from []*casefile.Evidence
	for _, in := range c.Inputs {
		if e := byID[in.Evidence]; e != nil {
			from = append(from, e)
		}
	}
	formula := c.Formula
	if i := strings.IndexByte(formula, '='); i > 0 && !strings.ContainsAny(formula[i-1:i], "<>!=") {
		formula = formula[:i] // "57 - 31 = 26"
	}
	formula = strings.NewReplacer("×", "*", "÷", "/", "−", "-", "–", "-", "[", "(", "]", ")", "$", "", "¥", "", "€", "", "£", "", "，", ",").Replace(formula)
	for commas.MatchString(formula) && !strings.Contains(formula, "sum(") && !strings.Contains(formula, "avg(") && !strings.Contains(formula, "max(") && !strings.Contains(formula, "min(") {
		formula = commas.ReplaceAllString(formula, "$1$2")
	}
	formula = accounts.ReplaceAllString(formula, "$1 (-$2)")
	formula = percents.ReplaceAllString(formula, "($1/100)")
	terms := fmt.Sprint(strings.Count(formula, "+") + 1)
	var inputs []casefile.Input
	n := 0
	formula = literal.ReplaceAllStringFunc(formula, func(s string) string {
		if s[0] >= '0' && s[0] <= '9' || s[0] == '.' {
			if slices.Contains(plain, s) || s == terms {
				return s // a percentage, a conversion, or how many numbers were added up
			}
			in, _ := stands(s, from)
			n++
			in.Name = fmt.Sprintf("x%d", n)
			inputs = append(inputs, in)
			return in.Name
		}
		if in, ok := named(s, byID); ok {
			n++
			in.Name = fmt.Sprintf("x%d", n)
			inputs = append(inputs, in)
			return in.Name
		}
		return s
	})
	given := c.Value
	c.Formula, c.Inputs = formula, inputs
	again, err := calc.Run(formula, inputs)
	if err != nil {
		return // the rule on calculations says why
	}
	if rounds(given, again.Value) {
		c.Value = again.Value
	} else if asPercent, ok := times100(again.Value); ok && rounds(strings.TrimSuffix(given, "%"), asPercent) && (c.Unit == "%" || c.Unit == "percent" || strings.HasSuffix(given, "%") || c.Unit == "") {
		c.Value, c.Unit = again.Value, "ratio"
	}
	c.Exact = again.Exact
}

// rounds reports whether a value given is the exact one, or a rounding of it.
func rounds(given, exact string) bool {
	given = strings.ReplaceAll(given, ",", "")
	if given == exact {
		return true
	}
	g, ok1 := quantity.Value(given, "decimal", "")
	e, ok2 := quantity.Value(exact, "decimal", "")
	if !ok1 || !ok2 || g.Value == nil || e.Value == nil {
		return false
	}
	return g.Value.Cmp(e.Value) == 0 || quantity.RoundsTo(g, e) || g.Digits < 2 && quantity.Near(g, e)
}

func times100(s string) (string, bool) {
	r, ok := parseRat(s)
	if !ok {
		return "", false
	}
	out, _ := quantity.FormatDecimal(r.Mul(r, big.NewRat(100, 1)), 12)
	return out, true
}

// stands finds a number in records.
func stands(s string, from []*casefile.Evidence) (casefile.Input, bool) {
	want, ok := parseRat(s)
	if !ok {
		return casefile.Input{Value: s, Evidence: "?"}, false
	}
	for _, e := range from {
		switch {
		case e.Table != nil:
			for r, row := range e.Table.Rows {
				for k, cell := range row {
					if k < len(e.Table.Columns) && holdsNumber(cell, want) {
						return casefile.Input{Value: cellNumber(cell, s), Evidence: e.ID, Row: r, Column: e.Table.Columns[k].Name}, true
					}
				}
			}
		case e.Calc != nil:
			if rounds(s, e.Calc.Value) {
				return casefile.Input{Value: e.Calc.Value, Evidence: e.ID}, true
			}
		default:
			for _, m := range quantity.Find(e.Text) {
				if m.Value == nil {
					continue
				}
				if m.Value.Cmp(want) == 0 || writtenNumber(m.Text, want) {
					return casefile.Input{Value: s, Evidence: e.ID, Quote: m.Text}, true
				}
			}
		}
	}
	return casefile.Input{Value: s, Evidence: "?"}, false
}

// writtenNumber reports whether a text has a number as it is written, before its scale: the 4.2 of $4.2 million.
func writtenNumber(text string, want *big.Rat) bool {
	for _, s := range literal.FindAllString(strings.ReplaceAll(text, ",", ""), -1) {
		if n, ok := parseRat(s); ok && n.Cmp(want) == 0 {
			return true
		}
	}
	return false
}

func holdsNumber(c casefile.Cell, want *big.Rat) bool {
	if c.Type != casefile.Number && c.Type != casefile.Text || len(c.Text) > 100 {
		return false
	}
	if n, ok := parseRat(c.Text); ok {
		return n.Cmp(want) == 0 || new(big.Rat).Neg(n).Cmp(want) == 0
	}
	return writtenNumber(c.Text, want)
}

func cellNumber(c casefile.Cell, s string) string {
	if n, ok := parseRat(c.Text); ok && n.Sign() < 0 {
		return strings.TrimPrefix(c.Text, "-")
	}
	return s
}

// named resolves a name of a formula: a record with one number, or one column of its only row.
func named(s string, byID map[string]*casefile.Evidence) (casefile.Input, bool) {
	id, col, dotted := strings.Cut(s, ".")
	e := byID[s]
	if e == nil && dotted {
		e = byID[id]
	}
	if e == nil {
		return casefile.Input{}, false
	}
	switch {
	case e.Calc != nil:
		return casefile.Input{Value: e.Calc.Value, Evidence: e.ID}, true
	case e.Table != nil && len(e.Table.Rows) == 1:
		for k, cell := range e.Table.Rows[0] {
			if cell.Type == casefile.Number && k < len(e.Table.Columns) && (!dotted || e.Table.Columns[k].Name == col) {
				return casefile.Input{Value: cell.Text, Evidence: e.ID, Column: e.Table.Columns[k].Name}, true
			}
		}
	case e.Table == nil:
		for _, m := range quantity.Find(e.Text) {
			if m.Value != nil && !m.Weak {
				s, _ := quantity.FormatDecimal(m.Value, 30)
				return casefile.Input{Value: s, Evidence: e.ID, Quote: m.Text}, true
			}
		}
	}
	return casefile.Input{}, false
}
