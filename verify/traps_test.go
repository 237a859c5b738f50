package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

func evs(e ...casefile.Evidence) []casefile.Evidence { return e }

// traps is the table of what a published number check let through and refused.
var traps = []check{
	{name: "8% of 9%", claim: "销售额增长 8%。", rule: "number", ev: evs(passage("本季度销售额增长 9%。"))},
	{name: "8% of 9% en", claim: "Sales grew 8%.", rule: "number", ev: evs(passage("Sales grew 9% in the quarter."))},
	{name: "percent of months", claim: "The term is 12 %.", rule: "unit", ev: evs(passage("The term is 12 months."))},
	{name: "percent of months zh", claim: "期限为12%。", rule: "unit", ev: evs(passage("期限为12个月。"))},
	{name: "below one", claim: "破损率为 0.8 %。", rule: "number", ev: evs(passage("破损率为 0.3 %。"))},
	{name: "substring", claim: "1,976 units were sold.", rule: "number", ev: evs(passage("976 units were sold in 1 store."))},
	{name: "substring zh", claim: "共售出1976件。", rule: "number", ev: evs(passage("1家门店共售出976件。"))},
	{name: "identifier", claim: "PPR-9087 is in stock.", rule: "identifier", ev: evs(passage("PPR-9078 is in stock, article 9087 is not."))},
	{name: "identifier zh", claim: "PPR-9087 有库存。", rule: "identifier", ev: evs(passage("PPR-9078 有库存，货号 9087 没有。"))},
	{name: "year", claim: "Revenue was $4.2 million in 2021.", rule: "period", ev: evs(passage("In 2022 revenue was $4.2 million."))},
	{name: "year first", claim: "In 2021 revenue was $4.2 million.", rule: "*", ev: evs(passage("In 2022 revenue was $4.2 million."))},
	{name: "year zh", claim: "2021年营收为420万元。", rule: "period", ev: evs(passage("2022年营收为420万元。"))},
	{name: "day and month", claim: "The contract was signed on 2024-03-05.", rule: "date", ev: evs(passage("The contract was signed on 2024-05-03."))},
	{name: "day and month zh", claim: "合同于2024年3月5日签订。", rule: "date", ev: evs(passage("合同于2024年5月3日签订。"))},
	{name: "weeks", claim: "退货期限为15天。", rule: "unit", ev: evs(passage("退货期限为15周。"))},
	{name: "weeks en", claim: "The return window is 15 days.", rule: "unit", ev: evs(passage("The return window is 15 weeks."))},
	{name: "allowed", claim: "Pets are allowed in the office.", rule: "negation", ev: evs(passage("Pets are not allowed in the office."))},
	{name: "allowed zh", claim: "允许携带宠物进入办公室。", rule: "negation", ev: evs(passage("不允许携带宠物进入办公室。"))},
	{name: "row", claim: "SKU A returned 57.", rule: "binding", ev: evs(rows("sku:text returned:integer", `["SKU A",31]`, `["SKU B",57]`))},
	{name: "row zh", claim: "A 退货 57 件。", rule: "binding", ev: evs(rows("sku:text returned=退货件数:integer:件", `["A",31]`, `["B",57]`))},

	{name: "no spaces", claim: "退货期限为15天", ev: evs(passage("退货期限为15天"))},
	{name: "no spaces 2", claim: "2023年增长9%，1200万元", ev: evs(passage("2023年增长9%，1200万元"))},
	{name: "no spaces 3", claim: "公司2023年营收增长9%，达1200万元。", ev: evs(passage("根据年报，2023年公司营收增长9%，达到1200万元，创历史新高。"))},
	{name: "thousands", claim: "The plant employs 1200 people.", ev: evs(passage("The plant employs 1,200 people."))},
	{name: "thousands zh", claim: "工厂共有1200名员工。", ev: evs(passage("该工厂共有1,200名员工。"))},
	{name: "trailing zero", claim: "The fee is 8.50.", ev: evs(passage("The fee is 8.50."))},
	{name: "trailing zero 2", claim: "The fee is $8.50.", ev: evs(passage("The fee is $8.5 for members."))},
	{name: "ratio", claim: "A 的退货率为 12%。", ev: evs(rows("sku:text return_rate:ratio", `["A",0.12]`, `["B",0.05]`))},
	{name: "ratio en", claim: "The return rate of A is 12%.", ev: evs(rows("sku:text return_rate:ratio", `["A",0.12]`, `["B",0.05]`))},
	{name: "three rows", claim: "共有三个产品。", ev: evs(rows("product=产品:text", `["A"]`, `["B"]`, `["C"]`))},
	{name: "three rows en", claim: "There are three products.", ev: evs(rows("product:text", `["A"]`, `["B"]`, `["C"]`))},
	{name: "four rows", claim: "共有四个产品。", rule: "number", ev: evs(rows("product=产品:text", `["A"]`, `["B"]`, `["C"]`))},
}

func TestTraps(t *testing.T) { run(t, traps) }
