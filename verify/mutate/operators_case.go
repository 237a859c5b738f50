package mutate

import (
	"math/big"
	"regexp"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

var extremes = regexp.MustCompile(`最[高低多少大小]|\b(?:highest|lowest|most|fewest|largest|smallest)\b`)

// cutRows says of the rows behind a claim of an extreme that they are not all there are.
func cutRows(c *casefile.Case, _ *choice) bool {
	if !extremes.MatchString(text(c)) {
		return false
	}
	done := false
	for _, e := range cited(c) {
		if e.Table != nil && (e.Table.Complete || e.Table.Ranked) {
			e.Table.Complete, e.Table.Ranked, e.Table.Total, e.Status = false, false, 0, casefile.Partial
			done = true
		}
	}
	return done
}

var conditional = regexp.MustCompile(`^[^，,]*(?:的|时|后)，|^(?:If|When|Unless|With|Without) [^,]*, |，?经[^，]{2,20}(?:批准|同意)，?| (?:if|unless|provided that|only if|only on) [^,.]*`)

// dropCondition leaves out the claim's condition.
func dropCondition(c *casefile.Case, _ *choice) bool {
	s := text(c)
	loc := conditional.FindStringIndex(s)
	if loc == nil {
		return false
	}
	rest := strings.TrimSpace(s[:loc[0]] + s[loc[1]:])
	if len(rest) < 8 {
		return false
	}
	return set(c, strings.ToUpper(rest[:1])+rest[1:])
}

// claimAction says that what the claim speaks of was done.
func claimAction(c *casefile.Case, _ *choice) bool {
	s := text(c)
	if strings.ContainsFunc(s, func(r rune) bool { return r >= 0x4E00 && r <= 0x9FFF }) {
		return set(c, "已为您办理："+s)
	}
	return set(c, "I have already arranged this for you: "+s)
}

// swapCitation cites another record in place of the one cited.
func swapCitation(c *casefile.Case, r *choice) bool {
	cl := &c.Draft.Claims[0]
	if len(cl.Cites) == 0 {
		return false
	}
	var others []string
	for _, e := range c.Evidence {
		if e.ID != cl.Cites[0].Evidence && e.Text != text(c) {
			others = append(others, e.ID)
		}
	}
	if len(others) == 0 {
		return false
	}
	cl.Cites = []casefile.Citation{{Evidence: others[r.of(len(others))]}}
	return true
}

// inventCitation cites a record that the case does not have.
func inventCitation(c *casefile.Case, _ *choice) bool {
	c.Draft.Claims[0].Cites = []casefile.Citation{{Evidence: "E999"}}
	return true
}

// alterQuote quotes the record with a word left out.
func alterQuote(c *casefile.Case, _ *choice) bool {
	for _, e := range cited(c) {
		if e.Source == nil || len(e.Text) < 40 {
			continue
		}
		r := []rune(e.Text)
		quote := string(r[:6]) + string(r[8:min(len(r), 30)])
		if strings.Contains(e.Text, quote) {
			continue
		}
		c.Draft.Claims[0].Cites = []casefile.Citation{{Evidence: e.ID, Quote: quote}}
		return true
	}
	return false
}

// supersede lets the version that is cited end the day before the one that counts.
func supersede(c *casefile.Case, _ *choice) bool {
	if len(c.Draft.Claims[0].Cites) == 0 {
		return false
	}
	done := false
	for _, e := range cited(c) {
		if e.Source == nil {
			continue
		}
		day := e.AsOf
		if day.IsZero() {
			day = casefile.Date{Year: 2026, Month: 6, Day: 1}
			e.AsOf = day
		}
		e.Source.EffectiveTo = day.AddDays(-1)
		done = true
	}
	return done
}

// wrongResult changes the value of a calculation and states it in the claim.
func wrongResult(c *casefile.Case, _ *choice) bool {
	for _, e := range cited(c) {
		if e.Calc == nil {
			continue
		}
		v, ok := quantity.Value(e.Calc.Value, "decimal", "")
		if !ok || v.Value == nil {
			continue
		}
		wrong, _ := quantity.FormatDecimal(new(big.Rat).Add(v.Value, big.NewRat(1, 1)), 12)
		e.Calc.Value = wrong
		return true
	}
	return false
}
