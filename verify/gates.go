package verify

import (
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/verify/words"
)

const unconfirmed = casefile.Unconfirmed

// A rule is one reason for which a claim does not leave. Its check reports with its own name only.
type rule struct {
	name  string
	check func(*trial)
}

// gates are the rules on what a claim cites. They hold for a sentence quoted word for word too.
var gates = []rule{
	{"citation", (*trial).citation},
	{"quote", (*trial).quote},
	{"version", (*trial).version},
	{"calculation", (*trial).calculation},
	{"action", (*trial).action},
	{"status", (*trial).status},
}

// afterwards are the rules on claims that their records bear out.
var afterwards = []rule{
	{"entailed", (*trial).entailed},
	{"definition", (*trial).definition},
	{"recheck", (*trial).recheck},
	{"conflict", (*trial).conflict},
}

// citation: every claim cites evidence of this case.
func (t *trial) citation() {
	for _, c := range t.claim.Cites {
		if _, ok := t.ix.byID[c.Evidence]; !ok {
			t.refuse("citation", "%q is no record of this case", c.Evidence)
			t.ends = true
		}
	}
	if len(t.recs) == 0 && !t.ends {
		if !t.asserts() && !t.carries() {
			t.ends = true // "next: hand in the request" rests on nothing and claims nothing
			return
		}
		t.refuse("citation", "the claim cites no record")
		t.ends = true
	} else if t.free && !t.v.uncited && !t.ends {
		if !t.asserts() && !t.carries() {
			t.ends = true
			return
		}
		t.refuse("citation", "the claim cites no record")
		t.ends = true
	}
}

// carries reports whether the claim has something that only a record can prove.
func (t *trial) carries() bool {
	for _, v := range t.r.values {
		if !v.Weak {
			return true
		}
	}
	return t.r.classes()&(words.Acted|words.Done) != 0
}

// quote: what is quoted stands in the record, word for word, at its offsets.
func (t *trial) quote() {
	for _, c := range t.claim.Cites {
		i, ok := t.ix.byID[c.Evidence]
		if !ok || c.Quote == "" {
			continue
		}
		e := t.ix.recs[i].ev
		switch {
		case e.Table != nil || e.Calc != nil:
			if !inCells(e, c.Quote) {
				t.refuse("quote", "%q does not stand in %s", clip(c.Quote), e.ID)
			}
		case !strings.Contains(e.Text, c.Quote):
			t.refuse("quote", "%q does not stand in %s word for word", clip(c.Quote), e.ID)
		case e.Source != nil && c.End > 0:
			from, to := c.Start-e.Source.Start, c.End-e.Source.Start
			if from < 0 || to > len(e.Text) || from > to || e.Text[from:to] != c.Quote {
				t.refuse("quote", "%q does not stand in %s at its offsets", clip(c.Quote), e.ID)
			}
		}
	}
}

func inCells(e *casefile.Evidence, quote string) bool {
	if e.Calc != nil {
		return strings.Contains(e.Calc.Formula, quote) || strings.Contains(e.Calc.Value, quote)
	}
	for _, row := range e.Table.Rows {
		for _, cell := range row {
			if strings.Contains(cell.Text, quote) {
				return true
			}
		}
	}
	return false
}

func clip(s string) string {
	if len(s) <= 80 {
		return s
	}
	s = s[:80]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return s + "…"
}

// version: a passage that is cited was in force on the day that counts.
func (t *trial) version() {
	if t.free {
		return // match looks only at what is in force
	}
	for _, i := range t.recs {
		e := t.ix.recs[i].ev
		if day := t.ix.asOf(e); !inForce(e, day) {
			t.refuse("version", "%s is not in force on %s", e.Source.Place(), day)
		} else if e.Source != nil && !e.AsOf.IsZero() {
			if other := t.dayOfAnother(e.AsOf); other != "" {
				t.refuse("version", "%s was read as of %s, the day of %s, which the claim does not speak of", e.Source.Place(), e.AsOf, other)
			}
		}
	}
}

// dayOfAnother returns the identifier of a row whose day a passage was read as of, where the claim
// names identifiers and none of that day's rows.
func (t *trial) dayOfAnother(d casefile.Date) string {
	if d == t.ix.c.Today() || !slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.kind == identToken }) {
		return ""
	}
	other := ""
	for i := range t.ix.recs {
		tb := t.ix.recs[i].table
		if tb == nil || len(tb.Rows) > readRows {
			continue
		}
		for row := range tb.Rows {
			if !tb.onDay(row, d) {
				continue
			}
			for _, tok := range tb.row(row).tokens {
				if tok.kind != identToken {
					continue
				}
				if slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.key == tok.key }) {
					return ""
				}
				other = tok.key[1:]
			}
		}
	}
	if other == "" || !t.rowsOfClaim() {
		return ""
	}
	return other
}

// rowsOfClaim reports whether an identifier of the claim has a row of its own in the evidence.
func (t *trial) rowsOfClaim() bool {
	for i := range t.ix.recs {
		tb := t.ix.recs[i].table
		if tb == nil {
			continue
		}
		for _, k := range t.r.tokens {
			if _, ok := tb.names[k.key]; ok && k.kind == identToken {
				return true
			}
		}
	}
	return false
}

// onDay reports whether a cell of a row is a day.
func (t *table) onDay(row int, d casefile.Date) bool {
	for col := range t.cols {
		if !t.cols[col].day {
			continue
		}
		for _, m := range t.mentions(row, col) {
			if m.Kind == quantity.FullDate && m.Date() == d {
				return true
			}
		}
	}
	return false
}

func inForce(e *casefile.Evidence, day casefile.Date) bool {
	if e.Source == nil || day.IsZero() {
		return true
	}
	return casefile.Period{From: e.Source.EffectiveFrom, To: e.Source.EffectiveTo}.Contains(day)
}

// calculation: a result that is cited follows from its inputs, and each input stands in its record.
func (t *trial) calculation() {
	for _, i := range t.of(calcRecord) {
		if why := t.replay(&t.ix.recs[i]); why != "" {
			if t.free {
				t.ix.recs[i].calc = nil
				continue
			}
			t.refuse("calculation", "%s: %s", t.ix.recs[i].ev.ID, why)
		}
	}
}

// standsIn reports whether an input of a calculation stands in the record it names.
func (t *trial) standsIn(in casefile.Input) bool {
	if in.Evidence == "" {
		return true // a literal of the workspace, which its author answers for
	}
	if in.Evidence == "now" {
		return strings.HasPrefix(in.Value, t.ix.c.Today().String())
	}
	i, ok := t.ix.byID[in.Evidence]
	if !ok {
		return false
	}
	r := &t.ix.recs[i]
	e := r.ev
	switch {
	case e.Table != nil:
		if in.Row < 0 || in.Row >= len(e.Table.Rows) {
			return false
		}
		for col, c := range e.Table.Columns {
			// two columns may have one name, in a table that nobody declared
			if c.Name == in.Column && col < len(e.Table.Rows[in.Row]) && sameCell(e.Table.Rows[in.Row][col].Text, in.Value) {
				return true
			}
		}
		return false
	case e.Calc != nil:
		return sameCell(e.Calc.Value, in.Value)
	case in.Quote != "":
		return strings.Contains(e.Text, in.Quote) && t.quotes(in.Quote, in)
	default:
		return t.quotes(e.Text, in)
	}
}

func sameCell(cell, value string) bool {
	if cell == value {
		return true
	}
	a, ok1 := parseRat(cell)
	b, ok2 := parseRat(value)
	if ok1 && ok2 {
		return a.Cmp(b) == 0 || a.Sign() < 0 && negative(a, b)
	}
	if ok2 && len(cell) <= 100 {
		return writtenNumber(cell, b)
	}
	// a day of a time, and the other way round
	return len(cell) > 10 && cell[:10] == value || len(value) > 10 && value[:10] == cell
}

// negative reports whether b is a without its sign: a formula may write a loss of 3 as 3.
func negative(a, b *big.Rat) bool { return new(big.Rat).Neg(a).Cmp(b) == 0 }

// namesDay reports whether words name one day, in whatever form: tomorrow, 下周一.
func (t *trial) namesDay(words, day string) bool {
	d, err := casefile.ParseDate(day)
	return err == nil && slices.ContainsFunc(quantity.Periods(words, t.ix.c.Now, quantity.PeriodOptions{}), func(m quantity.PeriodMention) bool {
		return m.Period.From == m.Period.To && quantity.Coming(m.Period.To, m.Text, t.ix.c.Today()) == d
	})
}

// quotes reports whether an input's value stands in words of a record.
func (t *trial) quotes(words string, in casefile.Input) bool {
	want, ok := quantity.Value(in.Value, "decimal", in.Unit)
	if !ok {
		return strings.Contains(words, in.Value) || t.namesDay(words, in.Value)
	}
	for _, m := range quantity.Find(words) {
		if m.Value == nil {
			continue
		}
		if m.Value.Cmp(want.Value) == 0 || m.Base().Cmp(want.Base()) == 0 || in.Unit == "" && in.Quote != "" && writtenNumber(m.Text, want.Value) {
			return true
		}
		if m.Unit.Name == "percent" && new(big.Rat).Quo(m.Value, big.NewRat(100, 1)).Cmp(want.Value) == 0 {
			return true // 0.5% is 0.005
		}
	}
	return false
}
