package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// TestOtherLabel: a result of lines of a statement is said of the line that it was computed from.
func TestOtherLabel(t *testing.T) {
	lines := func(rs ...string) casefile.Evidence { return rows("line:text 2025:text 2024:text", rs...) }
	costs := func() casefile.Evidence {
		return lines(`["Opening balance","30","42"]`, `["Charged","97","41"]`, `["Closing balance","41","30"]`, `["Accruals1","50","40"]`, `["Staff canteen costs","810","640"]`, `["Other","75","51"]`, `["","885","691"]`)
	}
	zh := func() casefile.Evidence {
		return lines(`["期初余额","30","42"]`, `["期末余额","41","30"]`, `["办公费","8","6"]`, `["差旅费","7","5"]`, `["合计","15","11"]`)
	}
	change := func(row int, a, b, value string) casefile.Evidence {
		return computed("a - b", value, "", casefile.Input{Name: "a", Value: a, Evidence: "E1", Row: row, Column: "2025"}, casefile.Input{Name: "b", Value: b, Evidence: "E1", Row: row, Column: "2024"})
	}
	run(t, []check{
		{name: "its label", claim: "The change in the closing balance from 2024 to 2025 is 11.", ev: evs(costs(), change(2, "41", "30", "11"))},
		{name: "another's label, with a number of it", claim: "The change in the closing balance from 2024 to 2025 is -12.", rule: "binding", ev: evs(costs(), change(0, "30", "42", "-12"))},
		{name: "a footnote", claim: "The change in accruals from 2024 to 2025 is 56.", rule: "binding", ev: evs(costs(), change(1, "97", "41", "56"))},
		{name: "a part of the total", claim: "The change in total costs from 2024 to 2025 is 170.", rule: "binding", ev: evs(costs(), change(4, "810", "640", "170"))},
		{name: "the total", claim: "The change in total costs from 2024 to 2025 is 194.", ev: evs(costs(), change(6, "885", "691", "194"))},
		{name: "zh its label", claim: "期末余额从2024年到2025年的变动为11。", ev: evs(zh(), change(1, "41", "30", "11"))},
		{name: "zh another's label", claim: "期末余额从2024年到2025年的变动为-12。", rule: "binding", ev: evs(zh(), change(0, "30", "42", "-12"))},
	})
}
