package verify

import "testing"

// TestMetrics: a value stands under the column that the claim calls it by.
func TestMetrics(t *testing.T) {
	orders := rows("order_id=订单号:identifier product=商品:text amount=实付金额:decimal:元 quantity=件数:integer:件",
		`["A2394","电子礼品卡 500 元",500,1]`, `["A1764","机械键盘",199,1]`, `["A1765","耳机",299,2]`)
	products := rows("product:text variants:integer available_variants:integer lowest_price:decimal:USD highest_price:decimal:USD",
		`["Cycling Helmet",20,11,180.02,219.88]`, `["Grill",12,8,200,230]`, `["Bike",9,9,150,180]`)
	states := rows("state:text orders:integer value:decimal:USD", `["CA",192,99937]`, `["PA",61,50000]`, `["TX",100,60000]`)
	stock := rows("product:text unit_price:decimal:USD units_in_stock:integer reorder_level:integer", `["Ravel",18,39,10]`, `["Tarn",4.5,104,25]`)
	lands := rows("country:text revenue=销售额:decimal:美元 invoices=发票数:integer customers=客户数:integer", `["Germany",48.57,8,4]`, `["France",40,7,5]`)
	run(t, []check{
		{name: "a counter goes with many things zh", claim: "Germany销售额 48.57 美元，发票 8 张，客户 4 位。", ev: evs(lands)},
		{name: "a counter of another head zh", claim: "Germany客户 8 位。", rule: "column", ev: evs(lands)},
		{name: "money is no count zh", claim: "A2394的件数为500元。", rule: "column", ev: evs(orders)},
		{name: "a count is no money zh", claim: "金额方面，A1764为1件。", rule: "column", ev: evs(orders)},
		{name: "both zh", claim: "A1764的件数为1件，金额为199元。", ev: evs(orders)},
		{name: "extreme of a head", claim: "The lowest price of Cycling Helmet is $219.88.", rule: "column", ev: evs(products)},
		{name: "top is the highest of a head", claim: "Grill has a top price of $230.", ev: evs(products)},
		{name: "top of two", claim: "Bike and Cycling Helmet have a top price of $180 and $219.88 respectively.", ev: evs(products)},
		{name: "no higher highest price", claim: "No other product has a higher highest price than Grill.", ev: evs(products)},
		{name: "a higher highest price", claim: "No other product has a higher highest price than Cycling Helmet.", rule: "extreme", ev: evs(products)},
		{name: "shorter head", claim: "Grill has a number of variants of 8.", rule: "column", ev: evs(products)},
		{name: "longer head", claim: "The number of available variants of Grill is 8.", ev: evs(products)},
		{name: "the value of orders is a value", claim: "CA has an order count of 192 orders and a value of orders of $99937.", ev: evs(states)},
		{name: "by value", claim: "By value of orders, PA stands at 61 orders and CA at 192 orders.", rule: "column", ev: evs(states)},
		{name: "a part of a head's phrase", claim: "The stock of Ravel is 39 units, the reorder level 10 units.", ev: evs(stock)},
		{name: "a label is no number", claim: "The stock of Ravel is 39 units, the reorder level 25 units.", rule: "binding", ev: evs(stock)},
		{name: "price is no stock", claim: "The price of Ravel is 39 units.", rule: "column", ev: evs(stock)},
	})
}

// TestRowsCalled: rows are called by years, by the first texts beside codes, and by nothing that stands in none.
func TestRowsCalled(t *testing.T) {
	years := rows("year:text invoices:integer revenue:decimal:USD", `["2023",83,469.58]`, `["2024",83,477.53]`, `["2025",80,450.58]`)
	items := rows("item:text item_id:identifier price:decimal:USD", `["Pet Bed","4982943126",214.33]`, `["Lamp","7958300294",642.72]`, `["Bottle","8538875209",45.13]`, `["Pet Bed","8941974610",200.66]`)
	staff := rows("员工:text 职位:text 入职日期:date", `["Robert King","IT Staff","2004-01-02"]`, `["Nancy Edwards","Sales Manager","2002-05-01"]`)
	goods := rows("商品:text 单价:decimal:美元 库存:integer:件 最低库存:integer:件", `["甲板",9,61,70]`, `["乙板",14,26,20]`)
	state := rows("order_id:identifier state:text shipped_at:date signed_at:date amount:decimal:CNY", `["A1883","paid",null,null,129]`, `["A1911","signed for","2026-07-27","2026-07-28",199]`)
	run(t, []check{
		{name: "sum of years", claim: "Together, 2023 and 2024 have a number of invoices of 166 invoices.", ev: evs(years)},
		{name: "count of years", claim: "There are 3 years in all.", ev: evs(years)},
		{name: "down, not up", claim: "In 2025 the number of invoices was 80 invoices, up from 83 invoices in 2024.", rule: "direction", ev: evs(years)},
		{name: "called by a text", claim: "Bottle has a lower price than Lamp.", ev: evs(items)},
		{name: "called by a text, turned", claim: "Bottle has a higher price than Lamp.", rule: "comparison", ev: evs(items)},
		{name: "no such row zh", claim: "云岫商行于2004-01-02入职。", rule: "binding", ev: evs(staff)},
		{name: "the row zh", claim: "Robert King于2004-01-02入职。", ev: evs(staff)},
		{name: "a title of another zh", claim: "Nancy Edwards，职位：IT Staff。", rule: "binding", ev: evs(staff)},
		{name: "joined with nothing zh", claim: "甲板和云岫商行的库存合计61件。", rule: "*", ev: evs(goods)},
		{name: "below its own column zh", claim: "甲板的库存低于最低库存。", ev: evs(goods)},
		{name: "not below its own column zh", claim: "乙板的库存低于最低库存。", rule: "comparison", ev: evs(goods)},
		{name: "a state that is a word of a head", claim: "Order A1911 is paid.", rule: "binding", ev: evs(state)},
		{name: "its state", claim: "Order A1911 is signed for.", ev: evs(state)},
		{name: "the day of a head", claim: "Order A1911 was signed for on July 28, 2026.", ev: evs(state)},
		{name: "the day of another head", claim: "Order A1911 was signed for on July 27, 2026.", rule: "column", ev: evs(state)},
	})
}

// TestFormulaPlaces: a number of a formula comes from the cell that stands beside those of the other numbers.
func TestFormulaPlaces(t *testing.T) {
	const evidence = `[{"id":"E1","columns":["item",{"name":"price","unit":"USD"},{"name":"stock","unit":"pieces"}],"rows":[["Tarn",9,7],["Mee",14,26],["Filo",7,38]],"complete":true},{"id":"E2","formula":"14 - 7","inputs":["E1"],"value":7,"unit":"USD"}]`
	for claim, want := range map[string]string{
		"The price of Mee is 7 dollars higher than that of Filo.": "supported",
		"The price of Mee is 7 dollars higher than that of Tarn.": "refused",
	} {
		in := `{"id":"1","answer":{"claims":[{"text":"` + claim + `","cites":["E1","E2"]}]},"evidence":` + evidence + `}`
		if got := judgeLine(t, in).Claims[0].Verdict; got != want {
			t.Errorf("%s: got %s, want %s", claim, got, want)
		}
	}
}
