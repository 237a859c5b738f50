package mutate

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile/quantity"
)

var capitals = regexp.MustCompile(`\b[A-Z][a-z]+(?: [A-Z][a-z]+)+\b`)

// anotherNumber replaces a number by another one of the same kind from the same passage.
func anotherNumber(it *Item, r *choice) []change {
	s := it.Claim().Text
	var out []change
	found := quantity.Find(s)
	for _, m := range found {
		if m.Value == nil || m.Kind == quantity.Ordinal || m.Kind == quantity.Clock || m.Weak || m.Approx {
			continue
		}
		var others []string
		for _, e := range it.cited() {
			if e.Source == nil {
				continue
			}
			for _, o := range quantity.Find(e.Text) {
				if o.Value == nil || o.Weak || o.Kind != m.Kind || o.Unit.Dim != m.Unit.Dim || o.Base().Cmp(m.Base()) == 0 {
					continue
				}
				if !slices.ContainsFunc(found, func(f quantity.Mention) bool { return f.Value != nil && f.Base().Cmp(o.Base()) == 0 }) {
					others = append(others, strings.TrimSpace(o.Text))
				}
			}
		}
		if len(others) > 0 {
			out = append(out, it.replace(m.Start, m.End, others[r.of(len(others))]))
		}
	}
	return out
}

// anotherSubject replaces a name by another name of the same passage.
func anotherSubject(it *Item, r *choice) []change {
	s := it.Claim().Text
	var out []change
	for _, at := range capitals.FindAllStringIndex(s, -1) {
		name := s[at[0]:at[1]]
		var others []string
		for _, e := range it.cited() {
			for _, o := range capitals.FindAllString(e.Text, -1) {
				if o != name && !strings.Contains(s, o) && strings.Contains(e.Text, name) && strings.Count(o, " ") == strings.Count(name, " ") && !slices.Contains(others, o) {
					others = append(others, o)
				}
			}
		}
		if len(others) > 0 {
			out = append(out, it.replace(at[0], at[1], others[r.of(len(others))]))
		}
	}
	return out
}

var (
	inventedEN = []string{"Quorvex", "Lindmark Depot", "Tessaly"}
	inventedZH = []string{"云岫商行", "临沂三部", "凯途"}
)

// inventEntity replaces a name by one that the evidence does not have.
func inventEntity(it *Item, r *choice) []change {
	s := it.Claim().Text
	list := inventedEN
	if hasHan(s) {
		list = inventedZH
	}
	name := list[r.of(len(list))]
	var out []change
	for _, slot := range it.Slots {
		if slot.Kind == NameSlot {
			out = append(out, it.replace(slot.Start, slot.End, name))
		}
	}
	if it.Slots == nil && !hasHan(s) {
		if at := capitals.FindStringIndex(s); at != nil {
			out = append(out, it.replace(at[0], at[1], "Quorvex Lindt"))
		}
	}
	return out
}

var conditional = regexp.MustCompile(`^[^，,]*(?:的|时|后)，|^(?:If|When|Unless|With|Without) [^,]*, |，?经[^，]{2,20}(?:批准|同意)，?| (?:if|unless|provided that|only if|only on) [^,.]*`)

// dropCondition leaves out the claim's condition.
func dropCondition(it *Item, _ *choice) []change {
	s := it.Claim().Text
	loc := conditional.FindStringIndex(s)
	if loc == nil || it.Slots != nil {
		return nil
	}
	rest := strings.TrimSpace(s[:loc[0]] + s[loc[1]:])
	if len(rest) < 8 {
		return nil
	}
	first, n := utf8.DecodeRuneInString(rest)
	return []change{{text: string(unicode.ToUpper(first)) + rest[n:]}}
}

// makeUpCause says of a fact that it has a cause that the evidence does not give, or turns one around.
func makeUpCause(it *Item, r *choice) []change {
	if it.Slots != nil || it.class() != Text {
		return nil
	}
	out := exchange("cause")(it, r)
	s := strings.TrimRight(it.Claim().Text, "。.")
	if hasHan(s) {
		return append(out, change{text: "由于竞争对手降价，" + s + "。"})
	}
	return append(out, change{text: s + " because a competitor cut its prices."})
}
