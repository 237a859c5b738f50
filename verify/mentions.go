package verify

import (
	"regexp"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// dayComma is the comma of "August 31,2019", which looks like one between thousands.
var dayComma = regexp.MustCompile(`([A-Za-z]{3,9}\.? \d{1,2}),(\d{4})\b`)

// mentions returns what a cell holds that can be checked: numbers, days, periods. The list must not be changed.
func (t *table) mentions(row, col int) []quantity.Mention {
	if col >= len(t.Rows[row]) || col >= len(t.cols) {
		return nil
	}
	at := cellAt{row, col}
	out, ok := t.checkable[at]
	if !ok {
		out = t.findMentions(row, col)
		if len(t.checkable) < maxCheckable {
			t.checkable[at] = out
		}
	}
	return out
}

// maxCheckable bounds the cells of a table whose values are kept for the next claim.
const maxCheckable = 10_000

func (t *table) findMentions(row, col int) []quantity.Mention {
	cell, c := t.Rows[row][col], t.cols[col]
	switch {
	case cell.Type == casefile.Null, cell.Type == casefile.Bool, len(cell.Text) > 300, c.Type == "identifier":
		return nil
	case c.day:
		if m, ok := quantity.Value(cell.Text, c.Type, ""); ok {
			out := []quantity.Mention{m}
			for _, clock := range quantity.Find(cell.Text) {
				if clock.Kind == quantity.Clock {
					out = append(out, clock)
				}
			}
			return out
		}
	case cell.Type == casefile.Number:
		if m, ok := c.scale.of(cell.Text, c.Type); ok {
			return []quantity.Mention{m}
		}
		return nil
	}
	if m, ok := c.scale.of(cell.Text, "decimal"); ok && m.Value != nil {
		return []quantity.Mention{m}
	}
	found := quantity.Find(dayComma.ReplaceAllString(cell.Text, "$1, $2"))
	out := found[:0]
	for _, m := range found {
		if m.Value != nil {
			if m.Unit.Dim == "" && (c.scale.unit != "" || c.scale.factor != nil) {
				text := m.Text
				if s, ok := c.scale.of(strings.ReplaceAll(m.Text, ",", ""), "decimal"); ok && s.Value != nil {
					m, m.Text = s, text
				}
			} else if c.scale.factor != nil && strings.HasPrefix(m.Unit.Dim, "money") {
				m = c.scale.times(m)
			}
			if inner := strings.TrimLeft(cell.Text, " $¥€£"); strings.HasPrefix(inner, "(") && m.Value.Sign() > 0 {
				m = negated(m) // (3.1) in an account is -3.1
			}
		}
		out = append(out, m)
	}
	return out
}

// filled reports whether one of some rows has a number: a row without any is a heading of those below it.
func (t *table) filled(rows []int) bool {
	for _, row := range rows {
		for col := range t.cols {
			for _, m := range t.mentions(row, col) {
				if m.Value != nil {
					return true
				}
			}
		}
	}
	return false
}

// headRow reports whether a row only heads the rows below it: it has days or years, and no other number or code.
func (t *table) headRow(row int) bool {
	any := false
	if row > 2 || row+1 >= len(t.Rows) {
		return false
	}
	for col := range t.cols {
		if t.cols[col].day {
			return false
		}
		for _, m := range t.mentions(row, col) {
			if m.Value != nil && !yearly(m) || m.Kind == quantity.Code {
				return false // a number, or a code that the row is called by
			}
			any = true
		}
	}
	return any
}

// yearly reports whether a number can be a year.
func yearly(m quantity.Mention) bool {
	return m.Unit.Dim == "" && m.Value.IsInt() && m.Digits == 4 && m.Value.Num().IsInt64() && m.Value.Num().Int64() >= 1900 && m.Value.Num().Int64() < 2100
}

// hold reports whether some rows have a number that a calculation took from the table: it may stand in two rows.
func (t *table) hold(rows []int, inputs []casefile.Input) bool {
	for _, in := range inputs {
		for _, row := range rows {
			for _, cell := range t.Rows[row] {
				if cell.Text != "" && in.Column != "" && sameCell(cell.Text, in.Value) {
					return true
				}
			}
		}
	}
	return false
}
