package mutate

import (
	_ "embed"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

// An operator breaks a case in one way and reports whether it could.
type operator struct {
	name  string
	class Class
	apply func(*casefile.Case, *choice) bool
}

var operators = append([]operator{
	{"digit changed", Structural, onNumber(changeDigit)},
	{"digits swapped", Structural, onNumber(swapDigits)},
	{"decimal shifted", Structural, onNumber(shiftDecimal)},
	{"thousands lost", Structural, onNumber(loseThousands)},
	{"percent to point", Structural, percentToPoint},
	{"another number of the paragraph", Text, anotherNumber},
	{"number of another row", Structural, numberOfAnotherRow},
	{"entity of another row", Structural, entityOfAnotherRow},
	{"subject of another clause", Text, anotherSubject},
	{"entity invented", Structural, inventEntity},
	{"identifier near miss", Structural, nearMiss},
	{"date shifted", Structural, onDay(func(d casefile.Date) casefile.Date { return d.AddDays(1) })},
	{"day and month swapped", Structural, onDay(swapDayMonth)},
	{"year changed", Structural, changeYear},
	{"extreme from cut rows", Structural, cutRows},
	{"condition dropped", Text, dropCondition},
	{"action claimed", Structural, claimAction},
	{"citation swapped", Structural, swapCitation},
	{"citation invented", Structural, inventCitation},
	{"quote altered", Structural, alterQuote},
	{"superseded version cited", Structural, supersede},
	{"result wrong", Structural, wrongResult},
}, swaps()...)

//go:embed swaps.txt
var swapsFile string

// swaps reads the operators that exchange words.
func swaps() []operator {
	var out []operator
	var pairs [][2]string
	flush := func() {
		if n := len(out); n > 0 {
			out[n-1].apply = exchange(pairs)
		}
		pairs = nil
	}
	for line := range strings.Lines(swapsFile) {
		line = strings.Trim(line, "\r\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			flush()
			name, class, _ := strings.Cut(strings.Trim(line, "[]"), " ")
			out = append(out, operator{name: name + " exchanged", class: Class(class)})
		default:
			both := strings.Contains(line, "<=>")
			a, b, _ := strings.Cut(strings.Replace(line, "<=>", "=>", 1), "=>")
			a, b = strings.TrimSpace(a), strings.TrimSpace(b)
			pairs = append(pairs, [2]string{a, b})
			if both {
				pairs = append(pairs, [2]string{b, a})
			}
		}
	}
	flush()
	return out
}

// exchange replaces the first listed word that the claim has, the longest first.
func exchange(pairs [][2]string) func(*casefile.Case, *choice) bool {
	pairs = slices.Clone(pairs)
	slices.SortStableFunc(pairs, func(a, b [2]string) int { return len(b[0]) - len(a[0]) })
	return func(c *casefile.Case, _ *choice) bool {
		s := text(c)
		for _, p := range pairs {
			if i := wholeIndex(s, p[0]); i >= 0 {
				out := s[:i] + p[1] + s[i+len(p[0]):]
				return set(c, strings.ReplaceAll(out, "  ", " "))
			}
		}
		return false
	}
}

// wholeIndex finds a word, an English one whole.
func wholeIndex(s, w string) int {
	from := 0
	for {
		i := strings.Index(s[from:], w)
		if i < 0 {
			return -1
		}
		i += from
		end := i + len(w)
		if w[0] >= 0x80 || (i == 0 || !letter(s[i-1])) && (end == len(s) || !letter(s[end])) {
			return i
		}
		from = end
	}
}

func letter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' }

func text(c *casefile.Case) string { return c.Draft.Claims[0].Text }

// set writes the claim's text and reports whether it changed.
func set(c *casefile.Case, s string) bool {
	if s == "" || s == text(c) {
		return false
	}
	c.Draft.Claims[0].Text = s
	return true
}

var digits = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)

// numbers are the numbers of a text that stand for an amount: digits, in no date, code or label.
func numbers(s string) [][2]int {
	var out [][2]int
	for _, m := range quantity.Find(s) {
		if m.Value == nil || m.Kind == quantity.Ordinal || m.Kind == quantity.Clock {
			continue
		}
		if d := digits.FindStringIndex(s[m.Start:m.End]); d != nil {
			out = append(out, [2]int{m.Start + d[0], m.Start + d[1]})
		}
	}
	return out
}

func onNumber(f func(string, *choice) string) func(*casefile.Case, *choice) bool {
	return func(c *casefile.Case, r *choice) bool {
		s := text(c)
		all := numbers(s)
		if len(all) == 0 {
			return false
		}
		n := all[r.of(len(all))]
		changed := f(s[n[0]:n[1]], r)
		return changed != "" && set(c, s[:n[0]]+changed+s[n[1]:])
	}
}

func changeDigit(n string, r *choice) string {
	b := []byte(n)
	var at []int
	for i := range b {
		if b[i] >= '0' && b[i] <= '9' {
			at = append(at, i)
		}
	}
	i := at[r.of(len(at))]
	d := byte('1' + r.of(9))
	if d == b[i] {
		d = '1' + (d-'0')%9
	}
	b[i] = d
	return string(b)
}

func swapDigits(n string, _ *choice) string {
	b := []byte(n)
	for i := 0; i+1 < len(b); i++ {
		if b[i] >= '0' && b[i] <= '9' && b[i+1] >= '0' && b[i+1] <= '9' && b[i] != b[i+1] && (i > 0 || b[i+1] != '0') {
			b[i], b[i+1] = b[i+1], b[i]
			return string(b)
		}
	}
	return ""
}

func shiftDecimal(n string, _ *choice) string {
	v, ok := new(big.Rat).SetString(strings.ReplaceAll(n, ",", ""))
	if !ok || v.Sign() == 0 {
		return ""
	}
	out, _ := quantity.FormatDecimal(v.Mul(v, big.NewRat(10, 1)), 20)
	return out
}

func loseThousands(n string, _ *choice) string {
	_, rest, ok := strings.Cut(n, ",")
	if !ok || strings.HasPrefix(rest, "0") {
		return ""
	}
	return rest
}

func percentToPoint(c *casefile.Case, _ *choice) bool {
	s := text(c)
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }) {
		return set(c, s[:i]+"个百分点"+s[i+1:])
	}
	return set(c, s[:i]+" percentage points"+s[i+1:])
}

// cited returns the evidence that the claim may rest on.
func cited(c *casefile.Case) []*casefile.Evidence {
	var out []*casefile.Evidence
	for i := range c.Evidence {
		e := &c.Evidence[i]
		if len(c.Draft.Claims[0].Cites) == 0 || slices.ContainsFunc(c.Draft.Claims[0].Cites, func(x casefile.Citation) bool { return x.Evidence == e.ID }) {
			out = append(out, e)
		}
	}
	return out
}

// anotherNumber replaces a number by another one of the same unit from the same passage.
func anotherNumber(c *casefile.Case, r *choice) bool {
	s := text(c)
	for _, m := range quantity.Find(s) {
		if m.Value == nil || m.Kind == quantity.Ordinal || m.Weak {
			continue
		}
		var others []string
		for _, e := range cited(c) {
			if e.Source == nil {
				continue
			}
			for _, o := range quantity.Find(e.Text) {
				if o.Value != nil && !o.Weak && o.Kind == m.Kind && o.Unit.Dim == m.Unit.Dim && o.Base().Cmp(m.Base()) != 0 {
					others = append(others, strings.TrimSpace(o.Text))
				}
			}
		}
		if len(others) > 0 {
			return set(c, s[:m.Start]+others[r.of(len(others))]+s[m.End:])
		}
	}
	return false
}

// numberOfAnotherRow replaces a number by that of another row in the same column.
func numberOfAnotherRow(c *casefile.Case, r *choice) bool {
	s := text(c)
	for _, e := range cited(c) {
		if e.Table == nil {
			continue
		}
		for _, n := range numbers(s) {
			v := strings.ReplaceAll(s[n[0]:n[1]], ",", "")
			for _, row := range e.Table.Rows {
				for col, cell := range row {
					if cell.Type != casefile.Number || cell.Text != v {
						continue
					}
					var others []string
					for _, o := range e.Table.Rows {
						if col < len(o) && o[col].Type == casefile.Number && o[col].Text != v {
							others = append(others, o[col].Text)
						}
					}
					if len(others) > 0 {
						return set(c, s[:n[0]]+others[r.of(len(others))]+s[n[1]:])
					}
				}
			}
		}
	}
	return false
}

// entityOfAnotherRow replaces the text of a cell by that of another row in the same column.
func entityOfAnotherRow(c *casefile.Case, r *choice) bool {
	s := text(c)
	for _, e := range cited(c) {
		if e.Table == nil {
			continue
		}
		for _, row := range e.Table.Rows {
			for col, cell := range row {
				if cell.Type != casefile.Text || len(cell.Text) < 2 || wholeIndex(s, cell.Text) < 0 {
					continue
				}
				var others []string
				for _, o := range e.Table.Rows {
					if col < len(o) && o[col].Type == casefile.Text && o[col].Text != cell.Text && !strings.Contains(s, o[col].Text) {
						others = append(others, o[col].Text)
					}
				}
				if len(others) > 0 {
					return set(c, strings.Replace(s, cell.Text, others[r.of(len(others))], 1))
				}
			}
		}
	}
	return false
}

var capitals = regexp.MustCompile(`\b[A-Z][a-z]+(?: [A-Z][a-z]+)+\b`)

// anotherSubject replaces a name by another name of the same passage.
func anotherSubject(c *casefile.Case, r *choice) bool {
	s := text(c)
	for _, name := range capitals.FindAllString(s, -1) {
		var others []string
		for _, e := range cited(c) {
			for _, o := range capitals.FindAllString(e.Text, -1) {
				if o != name && !strings.Contains(s, o) && strings.Contains(e.Text, name) && strings.Count(o, " ") == strings.Count(name, " ") && !slices.Contains(others, o) {
					others = append(others, o)
				}
			}
		}
		if len(others) > 0 {
			return set(c, strings.Replace(s, name, others[r.of(len(others))], 1))
		}
	}
	return false
}

// inventEntity replaces a name or a cell's text by one that the evidence does not have.
func inventEntity(c *casefile.Case, _ *choice) bool {
	s := text(c)
	for _, e := range cited(c) {
		if e.Table == nil {
			continue
		}
		for _, row := range e.Table.Rows {
			for _, cell := range row {
				if cell.Type == casefile.Text && len(cell.Text) >= 2 && wholeIndex(s, cell.Text) >= 0 {
					return set(c, strings.Replace(s, cell.Text, cell.Text[:0]+"Quorvex", 1))
				}
			}
		}
	}
	if name := capitals.FindString(s); name != "" {
		return set(c, strings.Replace(s, name, "Quorvex Lindt", 1))
	}
	return false
}

// nearMiss exchanges the last two different digits of an identifier.
func nearMiss(c *casefile.Case, _ *choice) bool {
	s := text(c)
	for _, m := range quantity.Find(s) {
		if m.Kind != quantity.Code {
			continue
		}
		b := []byte(s[m.Start:m.End])
		for i := len(b) - 1; i > 0; i-- {
			if b[i] >= '0' && b[i] <= '9' && b[i-1] >= '0' && b[i-1] <= '9' && b[i] != b[i-1] {
				b[i], b[i-1] = b[i-1], b[i]
				return set(c, s[:m.Start]+string(b)+s[m.End:])
			}
		}
	}
	return false
}

func onDay(f func(casefile.Date) casefile.Date) func(*casefile.Case, *choice) bool {
	return func(c *casefile.Case, _ *choice) bool {
		s := text(c)
		for _, m := range quantity.Find(s) {
			if m.Kind != quantity.FullDate || m.Ambiguous {
				continue
			}
			d := f(m.Date())
			if d.IsZero() || d == m.Date() {
				continue
			}
			out := d.String()
			if strings.Contains(m.Text, "年") {
				out = quantity.FormatDate(d, casefile.Chinese)
			} else if !strings.Contains(m.Text, "-") {
				out = fmt.Sprintf("%d %s %d", d.Day, d.Month, d.Year)
			}
			return set(c, s[:m.Start]+out+s[m.End:])
		}
		return false
	}
}

func swapDayMonth(d casefile.Date) casefile.Date {
	if d.Day > 12 || d.Day == int(d.Month) {
		return casefile.Date{}
	}
	return casefile.Date{Year: d.Year, Month: time.Month(d.Day), Day: int(d.Month)}
}

func changeYear(c *casefile.Case, _ *choice) bool {
	s := text(c)
	for _, m := range quantity.Find(s) {
		if m.Year < 1000 || m.Value != nil {
			continue
		}
		y := strconv.Itoa(m.Year)
		if i := strings.Index(s[m.Start:m.End], y); i >= 0 {
			return set(c, s[:m.Start+i]+strconv.Itoa(m.Year-1)+s[m.Start+i+4:])
		}
	}
	return false
}
