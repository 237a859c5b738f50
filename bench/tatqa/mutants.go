package main

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/bench/tatqa/questions"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify"
)

// The kinds of claims, by their place among the counts.
const (
	right = iota + 1
	digit
	row
	unit
	paragraph
)

// A mutant is a claim with the derivation and the value that its record gives.
type mutant struct {
	claim, derivation string
	value             *big.Rat
}

// reproduce runs a derivation with the numbers that its record finds in the evidence.
func reproduce(q *questions.Question) (*big.Rat, error) {
	return run(q, q.Derivation)
}

func run(q *questions.Question, derivation string) (*big.Rat, error) {
	evidence, err := q.Evidence(derivation, q.Answer)
	if err != nil {
		return nil, err
	}
	c, err := verify.ReadCase(evidence, "")
	if err != nil {
		return nil, err
	}
	k := c.Evidence[2].Calc
	out, err := calc.Run(k.Formula, k.Inputs)
	if err != nil {
		return nil, err
	}
	v, ok := new(big.Rat).SetString(out.Value)
	if !ok {
		return new(big.Rat), nil
	}
	if q.Scale == "percent" && !strings.Contains(derivation, "100") && k.Unit == "ratio" {
		v.Mul(v, big.NewRat(100, 1))
	}
	return v, nil
}

// mutants states the answer rightly and in the known wrong ways.
func mutants(q *questions.Question, seed uint64) map[int][]mutant {
	say := func(text string) mutant { return mutant{q.Claim(text), q.Derivation, q.Answer} }
	value := q.Value(q.Answer)
	out := map[int][]mutant{right: {say(value)}}
	for k := range 2 {
		if t := otherDigit(value, seed+uint64(7*k)); t != value {
			out[digit] = append(out[digit], say(t))
		}
	}
	if m, ok := otherRow(q); ok {
		out[row] = append(out[row], m)
	}
	plain := *q
	for _, scale := range []string{"percent", "thousand", "million", ""} {
		if scale == q.Scale || q.Answer.Sign() == 0 {
			continue
		}
		plain.Scale = scale
		text := plain.Value(q.Answer)
		if scale == "" && q.Scale != "percent" {
			continue // tables in thousands are often quoted without the scale
		}
		if scale != "percent" && q.Scale == "" {
			continue // nobody says in what the figures are
		}
		if q.Scale == "percent" && scale == "" {
			text += " basis points"
		}
		out[unit] = append(out[unit], say(text))
	}
	if t, ok := ofParagraph(q, seed); ok {
		out[paragraph] = append(out[paragraph], say(t))
	}
	return out
}

// otherDigit changes one digit of a value.
func otherDigit(s string, seed uint64) string {
	b := []byte(s)
	var at []int
	for i := range b {
		if b[i] >= '0' && b[i] <= '9' {
			at = append(at, i)
		}
	}
	i := at[int(seed*31%uint64(len(at)))]
	b[i] = '0' + (b[i]-'0'+1+byte(seed%8))%10
	if strings.HasPrefix(strings.TrimLeft(string(b), "-"), "0") && !strings.HasPrefix(strings.TrimLeft(s, "-"), "0") {
		return s
	}
	return string(b)
}

var number = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

func plainNumber(s string) (*big.Rat, bool) {
	return new(big.Rat).SetString(strings.ReplaceAll(s, ",", ""))
}

// otherRow computes the derivation from the cells of another row, where all of its numbers stand in one row.
func otherRow(q *questions.Question) (mutant, bool) {
	operands := number.FindAllString(q.Derivation, -1)
	for r, cells := range q.Table {
		columns := columnsOf(operands, cells)
		if columns == nil {
			continue
		}
		for o, others := range q.Table {
			if o == r || o == 0 || len(others) == 0 || others[0] == cells[0] || strings.TrimSpace(others[0]) == "" {
				continue
			}
			derivation, ok := replaced(q.Derivation, operands, columns, others)
			if !ok {
				continue
			}
			v, err := run(q, derivation)
			if err != nil || close(v, q.Answer) {
				continue
			}
			text, _ := quantity.FormatDecimal(v, 4)
			if rounded, ok := plainNumber(text); ok {
				return mutant{q.Claim(q.Value(rounded)), derivation, rounded}, true
			}
		}
		return mutant{}, false
	}
	return mutant{}, false
}

// columnsOf finds the columns of a row in which the operands stand; constants such as 100 and 2 may stand nowhere.
func columnsOf(operands, cells []string) map[string]int {
	out := map[string]int{}
	for _, op := range operands {
		if op == "100" || op == "1" || op == "2" || op == "3" || op == "4" {
			continue
		}
		want, ok := plainNumber(op)
		if !ok {
			return nil
		}
		at := slices.IndexFunc(cells, func(c string) bool {
			n := number.FindString(c)
			v, ok := plainNumber(n)
			return ok && n != "" && v.Cmp(want) == 0
		})
		if at <= 0 {
			return nil
		}
		out[op] = at
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

func replaced(derivation string, operands []string, columns map[string]int, cells []string) (string, bool) {
	ok := true
	out := number.ReplaceAllStringFunc(derivation, func(op string) string {
		at, found := columns[op]
		if !found {
			return op
		}
		if at >= len(cells) {
			ok = false
			return op
		}
		n := number.FindString(cells[at])
		if n == "" {
			ok = false
		}
		return n
	})
	return out, ok && len(operands) > 0
}

// ofParagraph takes another number of the paragraphs, of the kind that the answer is.
func ofParagraph(q *questions.Question, seed uint64) (string, bool) {
	var others []string
	for _, m := range quantity.Find(q.Paragraphs) {
		if m.Value == nil || m.Weak || m.Kind == quantity.Ordinal || m.Kind == quantity.Duration || m.Kind == quantity.Clock || (m.Kind == quantity.Percent) != (q.Scale == "percent") {
			continue
		}
		n := number.FindString(m.Text)
		v, ok := plainNumber(n)
		if !ok || n == "" || close(v, q.Answer) || v.IsInt() && v.Num().IsInt64() && v.Num().Int64() > 1990 && v.Num().Int64() < 2030 || slices.Contains(number.FindAllString(q.Derivation, -1), n) {
			continue
		}
		others = append(others, q.Value(v))
	}
	if len(others) == 0 {
		return "", false
	}
	return others[int(seed%uint64(len(others)))], true
}
