package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

const (
	noReason = "签收后 7 天内且未拆封的，可以申请无理由退货。"
	faults   = "签收后 30 天内出现非人为故障的，可以提交售后检测申请；退货还是维修，以检测结果和订单信息为准。"
	opened   = "已拆封的商品不适用无理由退货，但不因此失去质量问题的售后申请资格。"
)

func order() casefile.Evidence {
	e := rows("order_id=订单号:identifier product=商品:text ordered_at=下单时间:datetime paid_at=付款时间:datetime shipped_at=发货时间:datetime signed_at=签收时间:datetime",
		`["A123","耳机","2026-09-05T09:00:00+08:00","2026-09-05T09:02:00+08:00","2026-09-07T15:20:00+08:00","2026-09-10T14:02:00+08:00"]`)
	e.Args = []byte(`{"order_id":"A123"}`)
	return e
}

func age() casefile.Evidence {
	return computed("days(order.signed_at, today)", "10", "day",
		casefile.Input{Name: "order.signed_at", Value: "2026-09-10T14:02:00+08:00", Evidence: "E2", Column: "signed_at"},
		casefile.Input{Name: "today", Value: "2026-09-20", Evidence: "now"})
}

// desk is a passage on the window, the order, its age, the asker's words, and the two other passages.
func desk() []casefile.Evidence {
	return evs(passage(noReason), order(), age(), said("订单 A123 的耳机已拆封，签收 10 天后有杂音，能退吗？"), passage(opened), passage(faults))
}

func cite(ids ...string) []casefile.Citation {
	var out []casefile.Citation
	for _, id := range ids {
		out = append(out, casefile.Citation{Evidence: id})
	}
	return out
}

var scenes = []check{
	{name: "conclusion", claim: "A123 不符合无理由退货条件：9月10日签收，到今天第 10 天，且已拆封。", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "conclusion with the exception", claim: "A123 不符合无理由退货条件：9月10日签收，到今天第 10 天，且已拆封。", ev: desk(), cites: cite("E1", "E2", "E3", "E4", "E5")},
	{name: "conclusion en", claim: "A123 does not qualify for a no-reason return: signed for on 2026-09-10, day 10 today, and opened.", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "conclusion en 2", claim: "A123 does not qualify for a no-reason return: signed for on September 10, day 10 today, and opened.", ev: desk(), cites: cite("E1", "E2", "E3", "E4", "E5")},
	{name: "request", claim: "仍可提交售后检测申请；退货还是维修，以检测结果和订单信息为准。", ev: desk(), cites: cite("E5", "E6")},
	{name: "request en", claim: "An after-sales inspection request may still be submitted; return or repair depends on the inspection result and the order information.", ev: desk(), cites: cite("E5", "E6")},
	{name: "pending", claim: "待确认：杂音是否属于非人为故障，需检测后确定。", ev: desk(), cites: cite("E4", "E6"), part: casefile.Pending},
	{name: "next", claim: "下一步：提交检测申请（需要您确认）。", ev: desk(), cites: []casefile.Citation{}, part: casefile.Next},
	{name: "verbatim", claim: noReason, ev: desk(), cites: cite("E1")},
	{name: "verbatim with its place", claim: "《耳机售后政策》V2 §V2-1：" + noReason, ev: desk(), cites: cite("E1")},
	{name: "order row", claim: "订单 A123（耳机）于 2026年9月10日 14:02 签收。", ev: desk(), cites: cite("E2")},
	{name: "order row en", claim: "Order A123 (headphones) was signed for on 2026-09-10 14:02.", ev: desk(), cites: cite("E2")},
	{name: "said", claim: "您提到已拆封，签收 10 天后有杂音。", ev: desk(), cites: cite("E4")},

	{name: "wrong window", claim: "签收后 15 天内且未拆封的，可以申请无理由退货。", rule: "number", ev: desk(), cites: cite("E1")},
	{name: "promise", claim: "A123 可以无理由退货。", rule: "*", ev: desk(), cites: cite("E1", "E2")},
	{name: "promised", claim: "A123 符合无理由退货条件：9月10日签收，到今天第 10 天，且已拆封。", rule: "condition", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "refunded", claim: "A123 已退货。", rule: "*", ev: desk(), cites: cite("E1", "E2")},
	{name: "refund", claim: "已为您退款。", rule: "action", ev: desk(), cites: cite("E1", "E2")},
	{name: "inspection as a fact", claim: "可以退货。", rule: "*", ev: desk(), cites: cite("E6")},
	{name: "wrong day", claim: "A123 不符合无理由退货条件：9月7日签收，到今天第 10 天，且已拆封。", rule: "column", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "wrong day number", claim: "A123 不符合无理由退货条件：9月10日签收，到今天第 7 天，且已拆封。", rule: "*", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "no after-sales", claim: "已拆封的商品失去质量问题的售后申请资格。", rule: "negation", ev: desk(), cites: cite("E5")},
	{name: "not opened", claim: "未拆封的商品不适用无理由退货。", rule: "negation", ev: desk(), cites: cite("E5")},
	{name: "day as a limit", claim: "订单 A123 于 2026年9月5日 签收。", rule: "column", ev: desk(), cites: cite("E2")},
}

func TestScenes(t *testing.T) { run(t, scenes) }

func supply() []casefile.Evidence {
	top := during(ranking(rows("sku=SKU:identifier returned=退货件数:integer:件 sold=售出件数:integer:件 return_rate=退货率:ratio",
		`["SKU-0412",57,1780,0.03202]`, `["SKU-0077",49,2004,0.02445]`, `["SKU-0310",41,1210,0.03388]`)), "2026-08-01", "2026-08-31")
	top.Args = []byte(`{"region":"华东","period":"2026-08-01..2026-08-31","n":3}`)
	damage := during(rows("sku=SKU:identifier inspected=抽检件数:integer:件 damaged=包装破损件数:integer:件",
		`["SKU-0412",1250,9]`, `["SKU-0077",1100,4]`, `["SKU-0310",900,8]`), "2026-08-01", "2026-08-31")
	standard := passage("3.2 包装破损率不得超过 0.5%，抽检样本不少于 200 件。")
	standard.Source.Title = "供应商甲 质量标准"
	ratio := func(row int, key, dmg, n, val string) casefile.Evidence {
		e := computed("damage.damaged / damage.inspected", val, "ratio",
			casefile.Input{Name: "damage.damaged", Value: dmg, Evidence: "E2", Row: row, Column: "damaged"},
			casefile.Input{Name: "damage.inspected", Value: n, Evidence: "E2", Row: row, Column: "inspected"})
		e.Key = key
		return e
	}
	return evs(top, damage, standard, ratio(0, "SKU-0412", "9", "1250", "0.0072"), ratio(1, "SKU-0077", "4", "1100", "0.00363636363636"), ratio(2, "SKU-0310", "8", "900", "0.00888888888889"))
}

var supplies = []check{
	{name: "row", claim: "SKU-0412 退货 57 件，售出 1780 件，退货率 3.2%。", ev: supply(), cites: cite("E1")},
	{name: "row en", claim: "SKU-0412: 57 returned of 1,780 sold, a return rate of 3.2%.", ev: supply(), cites: cite("E1")},
	{name: "exceeds", claim: "SKU-0412 包装破损率 0.72%（n=1250），超过供应商甲标准上限 0.5%。", ev: supply(), cites: cite("E2", "E3", "E4")},
	{name: "within", claim: "SKU-0077 包装破损率 0.36%（n=1100），未超过供应商甲标准上限 0.5%。", ev: supply(), cites: cite("E2", "E3", "E5")},
	{name: "exceeds en", claim: "SKU-0310 has a packaging damage rate of 0.89%, above Supplier Jia's limit of 0.5%.", ev: supply(), cites: cite("E2", "E3", "E6")},
	{name: "three", claim: "2026年8月华东退货最多的三个 SKU 是 SKU-0412、SKU-0077、SKU-0310。", ev: supply(), cites: cite("E1")},
	{name: "list", claim: "SKU-0412 退货 57 件，SKU-0077 退货 49 件，SKU-0310 退货 41 件。", ev: supply(), cites: cite("E1")},
	{name: "list inherits", claim: "退货件数：SKU-0412 57 件、SKU-0077 49 件、SKU-0310 41 件。", ev: supply(), cites: cite("E1")},
	{name: "ranks", claim: "SKU-0077 排名第2。", ev: supply(), cites: cite("E1")},
	{name: "most", claim: "退货最多的是 SKU-0412，57 件。", ev: supply(), cites: cite("E1")},

	{name: "swapped", claim: "SKU-0412 退货 49 件，SKU-0077 退货 57 件。", rule: "binding", ev: supply(), cites: cite("E1")},
	{name: "column", claim: "SKU-0412 售出 57 件。", rule: "column", ev: supply(), cites: cite("E1")},
	{name: "not above", claim: "SKU-0077 包装破损率 0.36%，超过供应商甲标准上限 0.5%。", rule: "comparison", ev: supply(), cites: cite("E2", "E3", "E5")},
	{name: "not within", claim: "SKU-0412 包装破损率 0.72%，未超过供应商甲标准上限 0.5%。", rule: "comparison", ev: supply(), cites: cite("E2", "E3", "E4")},
	{name: "rate of another", claim: "SKU-0412 包装破损率 0.36%，未超过供应商甲标准上限 0.5%。", rule: "binding", ev: supply(), cites: cite("E2", "E3", "E4", "E5")},
	{name: "another supplier", claim: "SKU-0412 包装破损率 0.72%，超过供应商乙标准上限 0.5%。", rule: "name", ev: supply(), cites: cite("E2", "E3", "E4")},
	{name: "another month", claim: "2026年7月华东退货最多的三个 SKU 是 SKU-0412、SKU-0077、SKU-0310。", rule: "period", ev: supply(), cites: cite("E1")},
	{name: "another region", claim: "2026年8月华北退货最多的三个 SKU 是 SKU-0412、SKU-0077、SKU-0310。", rule: "*", ev: supply(), cites: cite("E1")},
	{name: "rank", claim: "SKU-0077 排名第1。", rule: "extreme", ev: supply(), cites: cite("E1")},
	{name: "most of another", claim: "退货最多的是 SKU-0310，41 件。", rule: "extreme", ev: supply(), cites: cite("E1")},
	{name: "rate is the highest of another", claim: "退货率最高的是 SKU-0412。", rule: "extreme", ev: supply(), cites: cite("E1")},
	{name: "rate is the highest", claim: "退货率最高的是 SKU-0310。", ev: supply(), cites: cite("E1")},
	{name: "sum of the rows", claim: "三个 SKU 共退货 147 件。", ev: supply(), cites: cite("E1")},
	{name: "invented sum", claim: "三个 SKU 共退货 157 件。", rule: "number", ev: supply(), cites: cite("E1")},
}

func TestSupplies(t *testing.T) { run(t, supplies) }
