package verify

import "testing"

// TestOneLetterNames: a name of one letter is not the article a or the s of a possessive, and SKUs are more than one SKU.
func TestOneLetterNames(t *testing.T) {
	rules := testRules()
	rules.Dictionary = map[string]map[string][]string{"supplier": {"Supplier A": {"A"}, "Supplier S": {"S"}}}
	stock := func() []check {
		return []check{
			{name: "article", claim: "KET-3005 has a stock of 400.", ev: evs(rows("SKU:identifier stock:integer", `["KET-3005",400]`, `["GLS-2007",250]`)), rules: &rules},
			{name: "possessive", claim: "KET-3005's stock was 400.", ev: evs(rows("SKU:identifier stock:integer", `["KET-3005",400]`, `["GLS-2007",250]`)), rules: &rules},
			{name: "plural", claim: "There are two SKUs in all.", ev: evs(rows("SKU:identifier stock:integer", `["KET-3005",400]`, `["GLS-2007",250]`)), rules: &rules},
			{name: "plural, too many", claim: "There are three SKUs in all.", rule: "number", ev: evs(rows("SKU:identifier stock:integer", `["KET-3005",400]`, `["GLS-2007",250]`)), rules: &rules},
			{name: "the name", claim: "A has a stock of 400.", rule: "*", ev: evs(rows("SKU:identifier stock:integer", `["KET-3005",400]`, `["GLS-2007",250]`)), rules: &rules},
		}
	}
	run(t, stock())
}
