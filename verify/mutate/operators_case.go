package mutate

import (
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/calc"
	"github.com/casefile/casefile/quantity"
)

// wholeKinds are the claims that hold only of all rows.
var wholeKinds = []string{"extreme", "top", "rank", "rows", "where", "labelled", "all"}

var extremes = regexp.MustCompile(`最[高低多少大小]|\b(?:highest|lowest|most|fewest|largest|smallest)\b`)

// cutRows says of the rows behind a claim that holds only of all of them that they are not all there are.
func cutRows(it *Item, _ *choice) []change {
	if it.Slots != nil && !slices.Contains(wholeKinds, it.Kind) || it.Slots == nil && !extremes.MatchString(it.Claim().Text) {
		return nil
	}
	var out []change
	for i := range it.Case.Evidence {
		if t := it.Case.Evidence[i].Table; t != nil && (t.Complete || t.Ranked) {
			out = append(out, change{edit: func(c *casefile.Case) {
				e := &c.Evidence[i]
				e.Table.Complete, e.Table.Ranked, e.Table.Total, e.Status = false, false, 0, casefile.Partial
			}})
		}
	}
	if len(out) > 1 {
		return nil // an extreme of which of them?
	}
	return out
}

var actions = map[bool][]string{
	false: {"I have already submitted the request for you: ", "I've passed this on to the team. ", "It has been changed as you asked. "},
	true:  {"已为您提交申请：", "我已经帮您办好了：", "已通知仓库处理。"},
}

// claimAction says that something was done that no tool did.
func claimAction(it *Item, r *choice) []change {
	s := it.Claim().Text
	list := actions[hasHan(s)]
	return []change{{text: list[r.of(len(list))] + s}}
}

// swapCitation cites another record in place of the one cited, where that one knows nothing of the claim.
func swapCitation(it *Item, r *choice) []change {
	cl := it.Claim()
	if len(cl.Cites) == 0 {
		return nil
	}
	var out []change
	for i := range it.Case.Evidence {
		e := &it.Case.Evidence[i]
		if slices.ContainsFunc(cl.Cites, func(x casefile.Citation) bool { return x.Evidence == e.ID }) || e.Text == cl.Text || it.under(e.ID) {
			continue
		}
		if it.Slots != nil && !it.strange(e) {
			continue
		}
		out = append(out, change{edit: func(c *casefile.Case) { c.Draft.Claims[0].Cites = []casefile.Citation{{Evidence: e.ID}} }})
	}
	if len(out) == 0 {
		return nil
	}
	k := r.of(len(out))
	return append(out[k:k+1], out[:k]...)
}

// under reports whether a record is one that a cited result was computed from.
func (it *Item) under(id string) bool {
	for _, e := range it.cited() {
		if e.Calc != nil && slices.ContainsFunc(e.Calc.Inputs, func(in casefile.Input) bool { return in.Evidence == id }) {
			return true
		}
	}
	return false
}

// strange reports whether a record lacks a name of the claim.
func (it *Item) strange(e *casefile.Evidence) bool {
	for _, s := range it.Slots {
		if name := it.Claim().Text[s.Start:s.End]; (s.Kind == NameSlot || s.Kind == CodeSlot) && !strings.Contains(e.Text, name) && (e.Table == nil || !tableHas(e.Table, name)) {
			return true
		}
	}
	return false
}

// inventCitation cites a record that the case does not have.
func inventCitation(it *Item, _ *choice) []change {
	out := []change{{edit: func(c *casefile.Case) { c.Draft.Claims[0].Cites = []casefile.Citation{{Evidence: "E999"}} }}}
	if len(it.Claim().Cites) > 0 {
		out = append(out, change{edit: func(c *casefile.Case) {
			c.Draft.Claims[0].Cites = append(c.Draft.Claims[0].Cites, casefile.Citation{Evidence: "E" + "77"})
		}})
	}
	return out
}

// alterQuote quotes the record with something changed.
func alterQuote(it *Item, _ *choice) []change {
	var out []change
	for _, e := range it.cited() {
		quote := ""
		switch {
		case e.Source != nil && len([]rune(e.Text)) >= 30:
			r := []rune(e.Text)
			quote = string(r[:6]) + string(r[8:min(len(r), 30)])
			if strings.Contains(e.Text, quote) {
				continue
			}
		case e.Table != nil && len(e.Table.Rows) > 0 && len(e.Table.Rows[0]) > 0:
			if quote = e.Table.Rows[0][0].Text + "9"; tableHas(e.Table, quote) {
				continue
			}
		default:
			continue
		}
		out = append(out, change{edit: func(c *casefile.Case) {
			c.Draft.Claims[0].Cites = append([]casefile.Citation{{Evidence: e.ID, Quote: quote}}, c.Draft.Claims[0].Cites...)
		}})
	}
	return out
}

// supersede lets the version that is cited end the day before the one that counts, or begin the day after.
func supersede(it *Item, _ *choice) []change {
	if len(it.Claim().Cites) == 0 || !slices.ContainsFunc(it.cited(), func(e *casefile.Evidence) bool { return e.Source != nil }) {
		return nil
	}
	shift := func(set func(*casefile.Source, casefile.Date)) change {
		return change{edit: func(c *casefile.Case) {
			m := Item{Case: *c}
			for _, e := range m.cited() {
				if e.Source == nil {
					continue
				}
				if e.AsOf.IsZero() {
					e.AsOf = casefile.Date{Year: 2026, Month: 6, Day: 1}
				}
				set(e.Source, e.AsOf)
			}
		}}
	}
	return []change{
		shift(func(s *casefile.Source, d casefile.Date) { s.EffectiveTo = d.AddDays(-1) }),
		shift(func(s *casefile.Source, d casefile.Date) { s.EffectiveFrom = d.AddDays(1) }),
	}
}

// wrongResult states a result that does not follow: the record's value is another, or one of its inputs is, and the claim repeats it.
func wrongResult(it *Item, _ *choice) []change {
	var out []change
	for i := range it.Case.Evidence {
		k := it.Case.Evidence[i].Calc
		if k == nil || len(k.Inputs) == 0 || !slices.ContainsFunc(it.cited(), func(e *casefile.Evidence) bool { return e.Calc == k }) {
			continue
		}
		v, ok := new(big.Rat).SetString(k.Value)
		if !ok {
			continue
		}
		wrong, _ := quantity.FormatDecimal(new(big.Rat).Mul(v, big.NewRat(11, 10)), 12)
		if wrong != k.Value {
			out = append(out, change{text: it.restated(v, big.NewRat(11, 10)), edit: func(c *casefile.Case) { c.Evidence[i].Calc.Value = wrong }})
		}
		in := k.Inputs[0]
		x, ok := new(big.Rat).SetString(in.Value)
		if !ok || in.Evidence == "" {
			continue
		}
		in.Value, _ = quantity.FormatDecimal(x.Add(x, big.NewRat(7, 1)), 15)
		inputs := append([]casefile.Input{in}, k.Inputs[1:]...)
		again, err := calc.Run(k.Formula, inputs)
		if err != nil || again.Value == k.Value {
			continue
		}
		out = append(out, change{edit: func(c *casefile.Case) {
			c.Evidence[i].Calc.Inputs = inputs
			c.Evidence[i].Calc.Value, c.Evidence[i].Calc.Exact = again.Value, again.Exact
		}})
	}
	return out
}

// restated is the claim with a result multiplied, "" where it does not show the result in plain digits.
func (it *Item) restated(v, by *big.Rat) string {
	s := it.Claim().Text
	for _, n := range it.numbers() {
		x, ok := new(big.Rat).SetString(strings.ReplaceAll(s[n[0]:n[1]], ",", ""))
		if ok && x.Cmp(new(big.Rat).Abs(v)) == 0 {
			t, _ := quantity.FormatDecimal(x.Mul(x, by), 12)
			return s[:n[0]] + t + s[n[1]:]
		}
	}
	return ""
}
