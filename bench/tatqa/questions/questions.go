// Package questions reads the arithmetic questions of TAT-QA and restates each as a claim over its table, its
// paragraphs and the record of its derivation.
package questions

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strings"

	"github.com/casefile/casefile/quantity"
)

// A Question is one of TAT-QA with what it is asked about.
type Question struct {
	ID         string
	Text       string
	Answer     *big.Rat
	Scale      string // percent, thousand, million, billion, or "" for plain numbers
	Derivation string
	FromText   bool // the paragraphs are needed for the answer
	Table      [][]string
	Paragraphs string
}

type file []struct {
	Table struct {
		Table [][]string `json:"table"`
	} `json:"table"`
	Paragraphs []struct {
		Text string `json:"text"`
	} `json:"paragraphs"`
	Questions []struct {
		UID        string          `json:"uid"`
		Question   string          `json:"question"`
		Answer     json.RawMessage `json:"answer"`
		Type       string          `json:"answer_type"`
		From       string          `json:"answer_from"`
		Scale      string          `json:"scale"`
		Derivation string          `json:"derivation"`
	} `json:"questions"`
}

// Read returns the arithmetic questions of a file, in its order.
func Read(path string) ([]Question, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []Question
	for _, doc := range f {
		var paragraphs []string
		for _, p := range doc.Paragraphs {
			paragraphs = append(paragraphs, strings.TrimSpace(p.Text))
		}
		for _, q := range doc.Questions {
			if q.Type != "arithmetic" {
				continue
			}
			answer, ok := new(big.Rat).SetString(strings.Trim(string(q.Answer), `"`))
			if !ok {
				return nil, fmt.Errorf("%s: %s: the answer %s is no number", path, q.UID, q.Answer)
			}
			out = append(out, Question{ID: q.UID, Text: strings.TrimSpace(q.Question), Answer: answer, Scale: q.Scale, Derivation: q.Derivation,
				FromText: q.From != "table", Table: doc.Table.Table, Paragraphs: strings.Join(paragraphs, "\n")})
		}
	}
	return out, nil
}

var what = regexp.MustCompile(`^What (is|was|are|were|will be|would be) (.+?) ?\?*$`)

// Claim states a value as the answer.
func (q *Question) Claim(value string) string {
	if m := what.FindStringSubmatch(q.Text); m != nil {
		rest := m[2]
		return strings.ToUpper(rest[:1]) + rest[1:] + " " + m[1] + " " + value + "."
	}
	return strings.TrimRight(q.Text, "? ") + ": " + value + "."
}

// Value writes a number in the scale of the answer.
func (q *Question) Value(v *big.Rat) string {
	s, _ := quantity.FormatDecimal(v, 15)
	whole, frac, dot := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	s = sign + whole
	if dot {
		s += "." + frac
	}
	switch q.Scale {
	case "":
		return s
	case "percent":
		return s + "%"
	}
	return s + " " + q.Scale
}

type column struct {
	Name string `json:"name"`
}

// Evidence is the table, the paragraphs and the record of a derivation with its value, in the format of casefile verify.
func (q *Question) Evidence(derivation string, value *big.Rat) ([]json.RawMessage, error) {
	var columns []column
	rows := [][]string{}
	if len(q.Table) > 0 {
		seen := map[string]int{}
		for _, name := range q.Table[0] {
			if seen[name]++; seen[name] > 1 && name != "" {
				name = fmt.Sprintf("%s (%d)", name, seen[name]) // no two columns of a record have one name
			}
			columns = append(columns, column{name})
		}
		for _, row := range q.Table[1:] {
			cells := make([]string, len(columns))
			copy(cells, row)
			rows = append(rows, cells)
		}
	}
	given, _ := quantity.FormatDecimal(value, 15)
	unit := ""
	if q.Scale == "percent" {
		unit = "%"
	}
	records := []any{
		map[string]any{"id": "E1", "columns": columns, "rows": rows, "complete": true},
		map[string]any{"id": "E2", "text": q.Paragraphs},
		map[string]any{"id": "E3", "formula": derivation, "inputs": []string{"E1", "E2"}, "value": json.RawMessage(given), "unit": unit},
	}
	var out []json.RawMessage
	for _, r := range records {
		b, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}
