package verify

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/quantity"
)

// constants are the numbers that a formula may use without a record.
var constants = []string{"0", "1", "2", "100", "1000", "10000", "1000000", "12", "7", "365", "360", "30", "24", "60", "4", "52"}

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
	found := placesOf(formula, terms, from)
	var inputs []casefile.Input
	at := 0
	formula = literal.ReplaceAllStringFunc(formula, func(s string) string {
		in, ok := casefile.Input{}, false
		if numeral(s) {
			in, ok = found[at].in, found[at].linked
			at++
		} else {
			in, ok = named(s, byID)
		}
		if !ok {
			return s
		}
		in.Name = fmt.Sprintf("x%d", len(inputs)+1)
		inputs = append(inputs, in)
		return in.Name
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

func numeral(s string) bool { return s[0] >= '0' && s[0] <= '9' || s[0] == '.' }

// An origin is where a number of a formula comes from.
type origin struct {
	in     casefile.Input
	linked bool // it stands for a record; else it is a constant of the formula
}

// placesOf finds each number of a formula in the records it names. A number may stand in several cells: the one is taken that
// shares its row or its column with most of the others. A number such as 100 that may be a constant is one, unless it
// stands where the others do. A number that no record has is linked to none, and fails.
func placesOf(formula, terms string, from []*casefile.Evidence) []origin {
	type number struct {
		text  string
		plain bool
		at    []casefile.Input
	}
	var list []number
	for _, m := range literal.FindAllStringIndex(formula, -1) {
		s := formula[m[0]:m[1]]
		if !numeral(s) {
			continue
		}
		plain := slices.Contains(constants, s) || s == terms
		n := number{text: s, plain: plain}
		if !(plain && scales(formula, m[0], s)) {
			n.at = stands(s, from)
		}
		list = append(list, n)
	}
	shared := func(i int, in casefile.Input) int {
		n := 0
		for k, o := range list {
			if k == i || o.plain && !list[i].plain {
				continue
			}
			if slices.ContainsFunc(o.at, func(x casefile.Input) bool {
				return x.Evidence == in.Evidence && (x.Column != "" && x.Column == in.Column || x.Column != "" && x.Row == in.Row)
			}) {
				n++
			}
		}
		return n
	}
	out := make([]origin, len(list))
	for i, n := range list {
		best := -1
		for _, in := range n.at {
			if s := shared(i, in); s > best && (!n.plain || s > 0 && in.Column != "") {
				best, out[i] = s, origin{in, true}
			}
		}
		if best < 0 && !n.plain {
			out[i] = origin{casefile.Input{Value: n.text, Evidence: "?"}, true}
		}
	}
	return out
}

// scales reports whether a constant at a place only scales a result: * 100, or a divisor of an average.
func scales(formula string, at int, s string) bool {
	before := strings.TrimRight(formula[:at], " (")
	return strings.HasSuffix(before, "*") || strings.HasSuffix(before, "/") || s == "1" || s == "100" && !strings.ContainsAny(formula, "+-")
}

// maxStands bounds the places that a number is looked for in.
const maxStands = 40

// stands finds the places of a number in records.
func stands(s string, from []*casefile.Evidence) []casefile.Input {
	want, ok := parseRat(s)
	if !ok {
		return nil
	}
	var out []casefile.Input
	for _, e := range from {
		switch {
		case e.Table != nil:
			for r, row := range e.Table.Rows {
				for k, cell := range row {
					if k < len(e.Table.Columns) && holdsNumber(cell, want) && len(out) < maxStands {
						out = append(out, casefile.Input{Value: cellNumber(cell, s), Evidence: e.ID, Row: r, Column: e.Table.Columns[k].Name})
					}
				}
			}
		case e.Calc != nil:
			if rounds(s, e.Calc.Value) {
				out = append(out, casefile.Input{Value: e.Calc.Value, Evidence: e.ID})
			}
		default:
			for _, m := range quantity.Find(e.Text) {
				if m.Value != nil && (m.Value.Cmp(want) == 0 || writtenNumber(m.Text, want)) {
					out = append(out, casefile.Input{Value: s, Evidence: e.ID, Quote: m.Text})
					break
				}
			}
		}
	}
	return out
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
