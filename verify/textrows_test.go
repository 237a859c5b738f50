package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// TestWordedRows: what is said of the texts of rows with all, none, both and not is held to their cells, and a word that they do
// not have is unconfirmed.
func TestWordedRows(t *testing.T) {
	leases := func() casefile.Evidence {
		return rows("lease:identifier owner:text state:text", `["H-101","Marlow","in force"]`, `["H-102","Tern","ended"]`, `["H-103","Marlow","pending"]`)
	}
	zh := func() casefile.Evidence {
		return rows("合同号:identifier 供应商:text 状态:text", `["H-101","远航公司","已生效"]`, `["H-102","东吴公司","已终止"]`, `["H-103","远航公司","待审批"]`)
	}
	staff := func() casefile.Evidence {
		return rows("employee:text manager:text office:text hired:date", `["Lena Orr","Karl Voss","Bonn","2024-03-01"]`, `["Ivo Petrov","Lena Orr","Kiel","2025-06-15"]`, `["Mia Chen","Karl Voss","Kiel","2023-01-10"]`)
	}
	one := func() casefile.Evidence {
		return rows("lease:identifier owner:text state:text", `["H-101","Marlow","in force"]`, `["H-103","Marlow","in force"]`)
	}
	run(t, []check{
		{name: "all", claim: "All three leases are in force.", rule: "quantifier", ev: evs(leases())},
		{name: "all, so", claim: "All leases are in force.", ev: evs(one())},
		{name: "all of cut rows", claim: "All leases are in force.", rule: "quantifier", ev: evs(cut(one()))},
		{name: "none", claim: "No lease has ended.", rule: "quantifier", ev: evs(leases())},
		{name: "not yet", claim: "H-101 is not yet in force.", rule: "negation", ev: evs(leases())},
		{name: "not", claim: "H-102 has not ended.", rule: "negation", ev: evs(leases())},
		{name: "not, so", claim: "H-102 is not in force.", ev: evs(leases())},
		{name: "all zh", claim: "三份合同都已生效。", rule: "quantifier", ev: evs(zh())},
		{name: "all of an owner zh", claim: "远航公司的合同都已生效。", rule: "quantifier", ev: evs(zh())},
		{name: "none zh", claim: "没有合同已终止。", rule: "quantifier", ev: evs(zh())},
		{name: "not yet zh", claim: "H-101尚未生效。", rule: "negation", ev: evs(zh())},
		{name: "not yet zh, so", claim: "H-103尚未生效。", ev: evs(zh())},
		{name: "plain zh", claim: "H-101已生效。", ev: evs(zh())},
		{name: "all in one place", claim: "All employees are in Kiel.", rule: "quantifier", ev: evs(staff())},
		{name: "both", claim: "Lena Orr and Mia Chen are both in Kiel.", rule: "*", ev: evs(staff())},
		{name: "both, so", claim: "Ivo Petrov and Mia Chen are both in Kiel.", ev: evs(staff())},
		{name: "resigned", claim: "Mia Chen resigned on 10 January 2023.", rule: "column", ev: evs(staff())},
		{name: "promoted", claim: "Lena Orr was promoted on 1 March 2024.", rule: "column", ev: evs(staff())},
		{name: "hired", claim: "Mia Chen was hired on 10 January 2023.", ev: evs(staff())},
		{name: "works in", claim: "Lena Orr works in the Bonn office.", ev: evs(staff())},
		{name: "a word for a head", claim: "The hiring date of Mia Chen is 10 January 2023.", ev: evs(staff())},
		{name: "no cell", claim: "No employee has the same manager.", rule: "quantifier", ev: evs(staff())},
	})
}

// TestWentWay: a direction without a number is that of the row of the period and the one before.
func TestWentWay(t *testing.T) {
	months := func() casefile.Evidence {
		return rows("month=月份:text visitors=访客数:integer", `["2026-05",1200]`, `["2026-06",1800]`, `["2026-07",900]`)
	}
	sales := func() casefile.Evidence {
		return rows("产品:text 销量:integer:台", `["扫地机",150]`, `["吸尘器",80]`)
	}
	run(t, []check{
		{name: "rose", claim: "Visitors rose in June 2026.", ev: evs(months())},
		{name: "fell", claim: "Visitors fell in June 2026.", rule: "direction", ev: evs(months())},
		{name: "rose, of the first", claim: "Visitors rose in May 2026.", rule: "direction", ev: evs(months())},
		{name: "stable", claim: "Visitors were stable in June 2026.", rule: "direction", ev: evs(months())},
		{name: "peaked", claim: "Visitors peaked in July 2026.", rule: "direction", ev: evs(months())},
		{name: "peaked, so", claim: "Visitors peaked in June 2026.", ev: evs(months())},
		{name: "rose zh", claim: "2026年7月访客数上升。", rule: "direction", ev: evs(months())},
		{name: "fell zh", claim: "2026年7月访客数下降。", ev: evs(months())},
		{name: "all rose zh", claim: "所有产品的销量都增长了。", rule: "*", ev: evs(sales())},
		{name: "one rose zh", claim: "扫地机的销量上升了。", rule: "direction", ev: evs(sales())},
	})
}

// TestNoneBeyond: a bound that no row is said to pass is held to all of them, with any counter.
func TestNoneBeyond(t *testing.T) {
	d := rows("门店:text 收入:integer:万元", `["城北店",120]`, `["湖滨店",20]`)
	run(t, []check{
		{name: "above", claim: "没有一家门店的收入超过100万元。", rule: "*", ev: evs(d)},
		{name: "below", claim: "没有一家门店的收入低于30万元。", rule: "*", ev: evs(d)},
		{name: "so", claim: "没有一家门店的收入低于20万元。", ev: evs(d)},
	})
}

// TestPartOfPeriod: rows of a month say nothing of a day or a week of it.
func TestPartOfPeriod(t *testing.T) {
	august := func() casefile.Evidence {
		e := rows("store=门店:text revenue=收入:integer:万元", `["城北店",120]`, `["湖滨店",20]`)
		e.Period = casefile.Period{From: casefile.Date{Year: 2026, Month: 8, Day: 1}, To: casefile.Date{Year: 2026, Month: 8, Day: 31}}
		return e
	}
	var checks []check
	for _, s := range []string{"城北店8月1日的收入为120万元。", "城北店8月上旬的收入为120万元。", "城北店第一周的收入为120万元。", "In the first week of August 城北店 had a revenue of 120万元."} {
		checks = append(checks, check{name: s, claim: s, rule: "period", ev: evs(august())})
	}
	checks = append(checks, check{name: "the month", claim: "城北店8月的收入为120万元。", ev: evs(august())}, check{name: "none", claim: "城北店的收入为120万元。", ev: evs(august())})
	run(t, checks)
}

// TestRecordOfAnother: a sum is no difference, and over rows that are not all there are it is none of all.
func TestRecordOfAnother(t *testing.T) {
	d := func() casefile.Evidence {
		return rows("门店:text 收入:integer:万元", `["城北店",120]`, `["城南店",60]`)
	}
	add := computed("a + b", "180", "万元", casefile.Input{Name: "a", Value: "120", Evidence: "E1", Column: "收入"}, casefile.Input{Name: "b", Value: "60", Evidence: "E1", Row: 1, Column: "收入"})
	run(t, []check{
		{name: "sum", claim: "城北店和城南店的收入合计180万元。", ev: evs(d(), add)},
		{name: "difference", claim: "城北店比城南店多180万元。", rule: "comparison", ev: evs(d(), add)},
		{name: "all of cut rows", claim: "所有门店的收入总和为180万元。", rule: "extreme", ev: evs(cut(d()), add)},
		{name: "all of cut rows 2", claim: "全部门店总收入180万元。", rule: "extreme", ev: evs(cut(d()), add)},
		{name: "all", claim: "所有门店的收入总和为180万元。", ev: evs(d(), add)},
	})
}
