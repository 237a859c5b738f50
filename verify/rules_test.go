package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

func version(e casefile.Evidence, from, to string) casefile.Evidence {
	e.Source.EffectiveFrom, e.Source.EffectiveTo = day(from), day(to)
	return e
}

func decisive() *Rules {
	r := testRules()
	r.Decisive = []string{"未拆封", "unopened"}
	return &r
}

func conditions() *Rules {
	r := testRules()
	r.Conditions = true
	return &r
}

func quoted(id, quote string, start, end int) []casefile.Citation {
	return []casefile.Citation{{Evidence: id, Quote: quote, Start: start, End: end}}
}

// ruleTable has, for each rule, what it must stop and what it must not, in both languages.
var ruleTable = []check{
	{name: "citation/none zh", claim: "退货期限为7天。", rule: "citation", ev: evs(passage("退货期限为7天。")), cites: []casefile.Citation{}},
	{name: "citation/foreign en", claim: "The window is 7 days.", rule: "citation", ev: evs(passage("The window is 7 days.")), cites: cite("E7")},
	{name: "citation/own zh", claim: "退货期限为7天。", ev: evs(passage("退货期限为7天。"))},
	{name: "citation/own en", claim: "The window is 7 days.", ev: evs(passage("The window is 7 days."))},

	{name: "quote/altered zh", claim: "退货期限为7天。", rule: "quote", ev: evs(passage("退货期限为7天。")), cites: quoted("E1", "退货期限是7天", 0, 0)},
	{name: "quote/altered en", claim: "The window is 7 days.", rule: "quote", ev: evs(passage("The window is 7 days.")), cites: quoted("E1", "The window was 7 days", 0, 0)},
	{name: "quote/offsets", claim: "The window is 7 days.", rule: "quote", ev: evs(passage("The window is 7 days.")), cites: quoted("E1", "7 days", 3, 9)},
	{name: "quote/stands zh", claim: "退货期限为7天。", ev: evs(passage("退货期限为7天。")), cites: quoted("E1", "退货期限为7天", 0, 19)},
	{name: "quote/stands en", claim: "The window is 7 days.", ev: evs(passage("The window is 7 days.")), cites: quoted("E1", "7 days", 14, 20)},

	{name: "version/ended zh", claim: "退货期限为15天。", rule: "version", ev: evs(version(passage("退货期限为15天。"), "2025-01-01", "2026-08-31"))},
	{name: "version/future en", claim: "The window is 15 days.", rule: "version", ev: evs(version(passage("The window is 15 days."), "2027-01-01", ""))},
	{name: "version/in force zh", claim: "退货期限为15天。", ev: evs(version(passage("退货期限为15天。"), "2026-01-01", "2026-09-20"))},
	{name: "version/in force en", claim: "The window is 15 days.", ev: evs(version(passage("The window is 15 days."), "2026-09-20", ""))},

	{name: "calculation/wrong zh", claim: "合计 90 件。", rule: "calculation", ev: evs(computed("a.n + b.n", "90", "", casefile.Input{Name: "a.n", Value: "57", Evidence: "E2", Column: "n"}, casefile.Input{Name: "b.n", Value: "31", Evidence: "E2", Row: 1, Column: "n"}), rows("sku:text n=件数:integer:件", `["A",57]`, `["B",31]`)), cites: cite("E1")},
	{name: "calculation/wrong input en", claim: "The total is 90.", rule: "calculation", ev: evs(computed("a.n + b.n", "90", "", casefile.Input{Name: "a.n", Value: "57", Evidence: "E2", Column: "n"}, casefile.Input{Name: "b.n", Value: "33", Evidence: "E2", Row: 1, Column: "n"}), rows("sku:text n:integer", `["A",57]`, `["B",31]`)), cites: cite("E1")},
	{name: "calculation/right zh", claim: "A 和 B 合计 88 件。", ev: evs(computed("a.n + b.n", "88", "", casefile.Input{Name: "a.n", Value: "57", Evidence: "E2", Column: "n"}, casefile.Input{Name: "b.n", Value: "31", Evidence: "E2", Row: 1, Column: "n"}), rows("sku:text n=件数:integer:件", `["A",57]`, `["B",31]`)), cites: cite("E1", "E2")},
	{name: "calculation/right en", claim: "The total of A and B is 88.", ev: evs(computed("a.n + b.n", "88", "", casefile.Input{Name: "a.n", Value: "57", Evidence: "E2", Column: "n"}, casefile.Input{Name: "b.n", Value: "31", Evidence: "E2", Row: 1, Column: "n"}), rows("sku:text n:integer", `["A",57]`, `["B",31]`)), cites: cite("E1", "E2")},
	{name: "calculation/quoted input", claim: "超出 3 天。", ev: evs(computed("age - limit", "3", "day", casefile.Input{Name: "age", Value: "10", Unit: "day", Evidence: "E2"}, casefile.Input{Name: "limit", Value: "7", Unit: "day", Evidence: "E3", Quote: "7 天"}), computed("days(a, b)", "10", "day", casefile.Input{Name: "a", Value: "2026-09-10"}, casefile.Input{Name: "b", Value: "2026-09-20", Evidence: "now"}), passage(noReason)), cites: cite("E1", "E2", "E3")},

	{name: "calculation/day of words zh", claim: "共 11 天。", ev: evs(computed("days(a, b)", "11", "day", casefile.Input{Name: "a", Value: "2026-09-10"}, casefile.Input{Name: "b", Value: "2026-09-21", Evidence: "E2", Quote: "明天"}), passage("明天还能退吗？")), cites: cite("E1")},
	{name: "calculation/another day of words zh", claim: "共 12 天。", rule: "calculation", ev: evs(computed("days(a, b)", "12", "day", casefile.Input{Name: "a", Value: "2026-09-10"}, casefile.Input{Name: "b", Value: "2026-09-22", Evidence: "E2", Quote: "明天"}), passage("明天还能退吗？")), cites: cite("E1")},
	{name: "calculation/day of words en", claim: "It is 11 days.", ev: evs(computed("days(a, b)", "11", "day", casefile.Input{Name: "a", Value: "2026-09-10"}, casefile.Input{Name: "b", Value: "2026-09-21", Evidence: "E2", Quote: "tomorrow"}), passage("Can I return it tomorrow?")), cites: cite("E1")},
	{name: "binding/crossed zh", claim: "东区仓库的管理员是孙立。", rule: "binding", ev: evs(passage("东区仓库的管理员为何敏，西区仓库的管理员为孙立。"))},
	{name: "binding/crossed duty zh", claim: "保洁由安保组负责。", rule: "binding", ev: evs(passage("保洁由后勤组负责，巡查由安保组负责。"))},
	{name: "binding/not crossed zh", claim: "巡查由安保组负责。", ev: evs(passage("保洁由后勤组负责，巡查由安保组负责。"))},
	{name: "negation/one word zh", claim: "已经甲方书面同意，乙方不得转包服务。", rule: "negation", ev: evs(passage("未经甲方书面同意，乙方不得将服务转包。"))},
	{name: "negation/one word en", claim: "The insurer can cancel the contract if premiums are not unpaid for three months.", rule: "negation", ev: evs(passage("The insurer can cancel the contract if premiums are unpaid for three months."))},
	{name: "negation/other place en", claim: "The library lends maps at weekends.", rule: "negation", ev: evs(passage("The library lends books from 9:00 to 17:00; it does not lend maps at weekends."))},
	{name: "negation/other place right en", claim: "The library does not lend maps at weekends.", ev: evs(passage("The library lends books from 9:00 to 17:00; it does not lend maps at weekends."))},
	{name: "modality/aside en", claim: "Tenants may, if they like, test the smoke alarm every month.", rule: "modality", ev: evs(passage("Tenants must test the smoke alarm every month."))},
	{name: "modality/purpose en", claim: "To hire a boat, a visitor has to be at least 18 years old.", ev: evs(passage("Boats may be hired by any visitor who is at least 18 years old."))},
	{name: "modality/considered en", claim: "The ferry now sails on Sundays.", rule: "modality", ev: evs(passage("The company is considering sailing the ferry on Sundays."))},
	{name: "modality/considered right en", claim: "Sailing the ferry on Sundays is being considered.", ev: evs(passage("The company is considering sailing the ferry on Sundays."))},
	{name: "role/passive en", claim: "The choir pays the town council for the hall.", rule: "role", ev: evs(passage("The choir is paid by the town council for the hall."))},
	{name: "role/passive right en", claim: "The town council pays the choir for the hall.", ev: evs(passage("The choir is paid by the town council for the hall."))},
	{name: "status/no entry en", claim: "No entry about the bridge turned up in the search.", ev: evs(outcome(casefile.NoHit))},
	{name: "status/returned nothing zh", claim: "检索没有命中有关桥梁的记录。", ev: evs(outcome(casefile.NoHit))},
	{name: "status/an entry en", claim: "An entry about the bridge turned up in the search.", rule: "status", ev: evs(outcome(casefile.NoHit))},
	{name: "status/access en", claim: "Access to the staff list was refused, so it could not be read.", ev: evs(outcome(casefile.Forbidden))},

	{name: "status/no hit zh", claim: "订单 A999 不存在。", rule: "status", ev: evs(outcome(casefile.NoHit))},
	{name: "status/no hit en", claim: "There is no such policy.", rule: "status", ev: evs(outcome(casefile.NoHit))},
	{name: "status/timeout zh", claim: "没有找到退货记录。", rule: "status", ev: evs(outcome(casefile.Timeout))},
	{name: "status/timeout en", claim: "No returns were found.", rule: "status", ev: evs(outcome(casefile.Timeout))},
	{name: "status/something zh", claim: "库存充足。", rule: "status", ev: evs(outcome(casefile.NoHit))},
	{name: "status/no hit worded zh", claim: "在现有资料中未找到相关规定。", ev: evs(outcome(casefile.NoHit))},
	{name: "status/no hit worded en", claim: "No matching policy was found in the material available.", ev: evs(outcome(casefile.NoHit))},
	{name: "status/timeout worded zh", claim: "库存暂时无法核对。", ev: evs(outcome(casefile.Timeout))},
	{name: "status/timeout worded en", claim: "The stock could not be checked now.", ev: evs(outcome(casefile.Timeout))},
	{name: "status/forbidden worded zh", claim: "无法提供该订单的信息。", ev: evs(outcome(casefile.Forbidden))},
	{name: "status/forbidden en", claim: "The order was shipped.", rule: "status", ev: evs(outcome(casefile.Forbidden))},

	{name: "identifier/near zh", claim: "订单 A124 已签收。", rule: "identifier", ev: evs(rows("order_id=订单号:identifier state=状态:text", `["A123","已签收"]`))},
	{name: "identifier/near en", claim: "Order A124 was delivered.", rule: "identifier", ev: evs(rows("order_id:identifier state:text", `["A123","delivered"]`))},
	{name: "identifier/own zh", claim: "订单 A123 已签收。", ev: evs(rows("order_id=订单号:identifier state=状态:text", `["A123","已签收"]`))},
	{name: "identifier/own en", claim: "Order A123 was delivered.", ev: evs(rows("order_id:identifier state:text", `["A123","delivered"]`))},
	{name: "identifier/full width", claim: "订单 Ａ１２３ 已签收。", ev: evs(rows("order_id=订单号:identifier state=状态:text", `["A123","已签收"]`))},

	{name: "name/dictionary zh", claim: "供应商乙负责包装。", rule: "name", ev: evs(passage("供应商甲负责包装。"))},
	{name: "name/capital en", claim: "Maria Lopez runs the depot.", rule: "name", ev: evs(passage("Chen Lu runs the depot."))},
	{name: "name/in another's place zh", claim: "手表退货期为签收后30天。", rule: "name", ev: evs(passage("耳机退货期为签收后30天。已拆封的软件不得退货。"))},
	{name: "name/another anchor zh", claim: "耳机退货期为下单后30天。", rule: "name", ev: evs(passage("耳机退货期为签收后30天。已拆封的软件不得退货。"))},
	{name: "name/another actor zh", claim: "超过500元的退款须经客户批准。", rule: "name", ev: evs(passage("超过500元的退款须经店长批准，金卡客户除外。"))},
	{name: "name/in another's place en", claim: "The return window for watches is 30 days.", rule: "name", ev: evs(passage("The return window for headphones is 30 days from delivery. Opened software cannot be returned."))},
	{name: "name/another anchor en", claim: "The return window for headphones is 30 days from the order.", rule: "name", ev: evs(passage("The return window for headphones is 30 days from delivery."))},
	{name: "name/another actor en", claim: "Refunds above 500 EUR need approval by the customer.", rule: "name", ev: evs(passage("Refunds above 500 EUR need approval by the store manager, unless the customer holds a gold card."))},
	{name: "name/the opposite en", claim: "Sealed software cannot be returned.", rule: "name", ev: evs(passage("Opened software cannot be returned."))},
	{name: "name/the next clause zh", claim: "乙店接受现金。", ev: evs(passage("甲店接受现金，乙店接受现金，丙店不接受。"))},
	{name: "name/a word for the same en", claim: "Refunds above 500 EUR require approval by the store manager.", ev: evs(passage("Refunds above 500 EUR need approval by the store manager."))},
	{name: "name/other form", claim: "Supplier Jia bears the packaging cost.", ev: evs(passage("供应商甲承担包装费用。"))},
	{name: "name/own en", claim: "The depot is run by Chen Lu.", ev: evs(passage("Chen Lu runs the depot."))},

	{name: "number/percent zh", claim: "合格率为 98%。", rule: "number", ev: evs(passage("合格率为 97%。"))},
	{name: "number/percent en", claim: "The pass rate is 98%.", rule: "number", ev: evs(passage("The pass rate is 97%."))},
	{name: "number/han zh", claim: "合格率为 97%。", ev: evs(passage("合格率为百分之九十七。"))},
	{name: "number/words en", claim: "The pass rate is 97%.", ev: evs(passage("The pass rate is ninety-seven percent."))},
	{name: "number/across languages", claim: "The pass rate is 97%.", ev: evs(passage("产品合格率为 97%。"))},

	{name: "unit/mAh", claim: "电池容量为 3000 千克。", rule: "unit", ev: evs(passage("电池容量为 3000 mAh。"))},
	{name: "unit/basis points", claim: "The spread is 12%.", rule: "unit", ev: evs(passage("The spread is 12 basis points."))},
	{name: "unit/converted zh", claim: "净重 1.5 公斤。", ev: evs(passage("净重 1500 克。"))},
	{name: "unit/converted en", claim: "The trial lasts 14 days.", ev: evs(passage("The trial lasts two weeks."))},

	{name: "date/zh", claim: "合同于2024年3月6日签订。", rule: "date", ev: evs(passage("合同于2024年3月5日签订。"))},
	{name: "date/en", claim: "The contract was signed on March 6, 2024.", rule: "date", ev: evs(passage("The contract was signed on March 5, 2024."))},
	{name: "date/partial zh", claim: "合同于3月5日签订。", ev: evs(passage("合同于2024年3月5日签订。"))},
	{name: "date/form en", claim: "The contract was signed on 2024-03-05.", ev: evs(passage("The contract was signed on March 5, 2024."))},

	{name: "period/own year en", claim: "Revenue was 28 million dollars in 2023.", rule: "period", ev: evs(passage("Revenue fell from 31 million dollars in 2023 to 28 million dollars in 2024."))},
	{name: "period/own year right en", claim: "Revenue was 31 million dollars in 2023.", ev: evs(passage("Revenue fell from 31 million dollars in 2023 to 28 million dollars in 2024."))},
	{name: "period/asked zh", claim: "2026年7月 A 退货 57 件。", rule: "period", ev: evs(during(rows("sku:text returned=退货件数:integer:件", `["A",57]`), "2026-08-01", "2026-08-31"))},
	{name: "period/last month en", claim: "Last month A returned 57 units.", rule: "period", ev: evs(during(rows("sku:text returned:integer", `["A",57]`), "2026-07-01", "2026-07-31"))},
	{name: "period/last month zh", claim: "上个月 A 退货 57 件。", ev: evs(during(rows("sku:text returned=退货件数:integer:件", `["A",57]`), "2026-08-01", "2026-08-31"))},
	{name: "period/month en", claim: "In August 2026 A returned 57 units.", ev: evs(during(rows("sku:text returned:integer", `["A",57]`), "2026-08-01", "2026-08-31"))},
	{name: "period/past days zh", claim: "最近30天 A 退货 57 件。", ev: evs(during(rows("sku:text returned=退货件数:integer:件", `["A",57]`), "2026-08-22", "2026-09-20"))},
	{name: "period/dates en", claim: "From 2026-08-01 to 2026-08-31, A returned 57 units.", ev: evs(during(rows("sku:text returned:integer", `["A",57]`), "2026-08-01", "2026-08-31"))},

	{name: "binding/clause zh", claim: "乙仓库存为 57 件。", rule: "binding", ev: evs(passage("甲仓库存为 57 件，乙仓库存为 31 件。"))},
	{name: "binding/clause en", claim: "The south depot holds 57 pallets.", rule: "binding", ev: evs(passage("The north depot holds 57 pallets and the south depot holds 31."))},
	{name: "binding/from to en", claim: "Revenue rose to $10 million.", rule: "binding", ev: evs(passage("Revenue rose from $10 million to $12 million."))},
	{name: "binding/from to zh", claim: "营收增长到1000万元。", rule: "binding", ev: evs(passage("营收从1000万元增长到1200万元。"))},
	{name: "binding/own zh", claim: "乙仓库存为 31 件。", ev: evs(passage("甲仓库存为 57 件，乙仓库存为 31 件。"))},
	{name: "binding/own en", claim: "The south depot holds 31 pallets.", ev: evs(passage("The north depot holds 57 pallets and the south depot holds 31 pallets."))},
	{name: "binding/inherited zh", claim: "供应商乙的上限为 0.8%。", ev: evs(passage("供应商甲上限 0.5%；供应商乙为 0.8%。"))},

	{name: "column/zh", claim: "A 售出 57 件。", rule: "column", ev: evs(rows("sku:text returned=退货件数:integer:件 sold=售出件数:integer:件", `["A",57,900]`, `["B",31,800]`))},
	{name: "column/en", claim: "A sold 57 units.", rule: "column", ev: evs(rows("sku:text returned:integer sold:integer", `["A",57,900]`, `["B",31,800]`))},
	{name: "column/own zh", claim: "A 售出 900 件，退货 57 件。", ev: evs(rows("sku:text returned=退货件数:integer:件 sold=售出件数:integer:件", `["A",57,900]`, `["B",31,800]`))},
	{name: "column/own en", claim: "A sold 900 units and returned 57.", ev: evs(rows("sku:text returned:integer sold:integer", `["A",57,900]`, `["B",31,800]`))},
	{name: "column/scale zh", claim: "A 的销售额为 1200 万元。", ev: evs(rows("sku:text sales=销售额（万元）:decimal", `["A",1200]`, `["B",800]`))},
	{name: "column/scale wrong en", claim: "The revenue of A is $1,200 million.", rule: "*", ev: evs(rows("sku:text revenue_(USD_thousands):decimal", `["A",1200]`, `["B",800]`))},

	{name: "rounding/limit zh", claim: "A 的破损率为 0.50%，上限 0.5%。", rule: "rounding", ev: evs(rows("sku:text rate=破损率:ratio", `["A",0.00503]`), passage("破损率上限为 0.5%。"))},
	{name: "rounding/one digit en", claim: "The rate of A is 3%.", rule: "rounding", ev: evs(rows("sku:text rate:ratio", `["A",0.03202]`))},
	{name: "rounding/two digits zh", claim: "A 的破损率为 3.2%。", ev: evs(rows("sku:text rate=破损率:ratio", `["A",0.03202]`))},
	{name: "rounding/about en", claim: "The rate of A is about 3%.", ev: evs(rows("sku:text rate:ratio", `["A",0.03002]`))},

	{name: "said/as a fact zh", claim: "签收已 5 天。", rule: "said", ev: evs(said("我签收 5 天了，能退吗？"))},
	{name: "said/as a fact en", claim: "It was delivered 5 days ago.", rule: "said", ev: evs(said("It was delivered 5 days ago, can I return it?"))},
	{name: "said/as said zh", claim: "您提到签收 5 天。", ev: evs(said("我签收 5 天了，能退吗？"))},
	{name: "said/as said en", claim: "You said it was delivered 5 days ago.", ev: evs(said("It was delivered 5 days ago, can I return it?"))},

	{name: "comparison/zh", claim: "破损率 0.36% 超过上限 0.5%。", rule: "comparison", ev: evs(passage("破损率为 0.36%。"), passage("上限为 0.5%。"))},
	{name: "comparison/en", claim: "The rate of 0.36% exceeds the limit of 0.5%.", rule: "comparison", ev: evs(passage("The rate is 0.36%."), passage("The limit is 0.5%."))},
	{name: "comparison/holds zh", claim: "破损率 0.72% 超过上限 0.5%。", ev: evs(passage("破损率为 0.72%。"), passage("上限为 0.5%。"))},
	{name: "comparison/holds en", claim: "The rate of 0.72% exceeds the limit of 0.5%.", ev: evs(passage("The rate is 0.72%."), passage("The limit is 0.5%."))},
	{name: "comparison/limit turned en", claim: "The deposit is at least 500 yuan.", rule: "comparison", ev: evs(passage("The deposit is at most 500 yuan."))},

	{name: "direction/zh", claim: "投诉量下降 12%。", rule: "direction", ev: evs(passage("投诉量上升 12%。"))},
	{name: "direction/en", claim: "Complaints fell by 12%.", rule: "direction", ev: evs(passage("Complaints rose by 12%."))},
	{name: "direction/from to en", claim: "Complaints fell from 40 to 52.", rule: "direction", ev: evs(passage("Complaints went from 40 to 52."))},
	{name: "direction/own zh", claim: "投诉量增长 12%。", ev: evs(passage("投诉量上升 12%。"))},
	{name: "direction/own en", claim: "Complaints increased by 12%.", ev: evs(passage("Complaints rose by 12%."))},

	{name: "extreme/cut zh", claim: "A 退货最多。", rule: "extreme", ev: evs(cut(rows("sku:text returned=退货件数:integer:件", `["A",57]`, `["B",31]`)))},
	{name: "extreme/another en", claim: "B has the most returns.", rule: "extreme", ev: evs(rows("sku:text returns:integer", `["A",57]`, `["B",31]`))},
	{name: "extreme/lowest zh", claim: "A 退货最少。", rule: "extreme", ev: evs(rows("sku:text returned=退货件数:integer:件", `["A",57]`, `["B",31]`))},
	{name: "extreme/own zh", claim: "A 退货最多。", ev: evs(rows("sku:text returned=退货件数:integer:件", `["A",57]`, `["B",31]`))},
	{name: "extreme/own en", claim: "A has the most returns.", ev: evs(rows("sku:text returns:integer", `["A",57]`, `["B",31]`))},

	{name: "action/zh", claim: "已为您提交检测申请。", rule: "action", ev: evs(passage("可以提交检测申请。"))},
	{name: "action/en", claim: "I have submitted the inspection request.", rule: "action", ev: evs(passage("An inspection request may be submitted."))},
	{name: "action/row zh", claim: "订单 A123 已取消。", rule: "action", ev: evs(rows("order_id=订单号:identifier state=状态:text", `["A123","已签收"]`))},
	{name: "action/row says so zh", claim: "订单 A123 已取消。", ev: evs(rows("order_id=订单号:identifier state=状态:text", `["A123","已取消"]`))},
	{name: "action/row says so en", claim: "Order A123 has been cancelled.", ev: evs(rows("order_id:identifier state:text", `["A123","cancelled"]`))},

	{name: "negation/zh", claim: "会员需缴纳押金。", rule: "negation", ev: evs(passage("会员无需缴纳押金。"))},
	{name: "negation/en", claim: "The watch is dustproof.", rule: "negation", ev: evs(passage("The watch is waterproof but not dustproof."))},
	{name: "negation/prefix en", claim: "The deposit is refundable.", rule: "negation", ev: evs(passage("The deposit is non-refundable."))},
	{name: "negation/prefix zh", claim: "人为故障可以保修。", rule: "negation", ev: evs(passage("非人为故障可以保修。"))},
	{name: "negation/except zh", claim: "甲公司参加了会议。", rule: "negation", ev: evs(passage("除甲公司外，各公司都参加了会议。"))},
	{name: "negation/done zh", claim: "优惠券已核销。", rule: "negation", ev: evs(passage("优惠券未核销。"))},
	{name: "negation/own zh", claim: "会员不用缴纳押金。", ev: evs(passage("会员无需缴纳押金。"))},
	{name: "negation/own en", claim: "The watch is not dustproof.", ev: evs(passage("The watch is waterproof but not dustproof."))},
	{name: "negation/own 2 en", claim: "The watch is waterproof.", ev: evs(passage("The watch is waterproof but not dustproof."))},
	{name: "negation/other words en", claim: "Pets are not permitted in the office.", ev: evs(passage("Pets are not allowed in the office."))},
	{name: "negation/across languages", claim: "Pets are not allowed.", ev: evs(passage("不允许携带宠物。")), rules: &Rules{Synonyms: [][]string{{"宠物", "pets"}}}},
	{name: "negation/across languages wrong", claim: "Pets are allowed.", rule: "negation", ev: evs(passage("不允许携带宠物。")), rules: &Rules{Synonyms: [][]string{{"宠物", "pets"}}}},

	{name: "contrary/en", claim: "Patients under 18 were included.", rule: "contrary", ev: evs(passage("Patients under 18 were excluded."))},
	{name: "contrary/zh", claim: "合同自4月1日起终止。", rule: "contrary", ev: evs(passage("合同自4月1日起生效。"))},
	{name: "contrary/own en", claim: "Patients under 18 were excluded.", ev: evs(passage("All patients under 18 were excluded from the trial."))},
	{name: "contrary/own zh", claim: "合同自4月1日起生效。", ev: evs(passage("本合同自4月1日起生效，4月30日终止。"))},

	{name: "role/zh", claim: "乙方应于每月10日前支付服务费。", rule: "role", ev: evs(passage("甲方应于每月10日前向乙方支付服务费。"))},
	{name: "role/en", claim: "Brava was acquired by Corvane.", rule: "role", ev: evs(passage("In May Corvane was acquired by Brava."))},
	{name: "role/own zh", claim: "甲方应于每月10日前支付服务费。", ev: evs(passage("甲方应于每月10日前向乙方支付服务费。"))},
	{name: "role/own en", claim: "Corvane was acquired by Brava.", ev: evs(passage("In May Corvane was acquired by Brava."))},

	{name: "modality/request zh", claim: "可以退款。", rule: "modality", ev: evs(passage("可以申请退款。"))},
	{name: "modality/done zh", claim: "已退款。", rule: "modality", ev: evs(passage("可以退款。"))},
	{name: "modality/duty zh", claim: "申请人可以提交书面材料。", rule: "modality", ev: evs(passage("申请人应当提交书面材料。"))},
	{name: "modality/duty en", claim: "Staff may wear a badge.", rule: "modality", ev: evs(passage("Staff must wear a badge."))},
	{name: "modality/raised en", claim: "The customer must return the item.", rule: "modality", ev: evs(passage("The customer may return the item."))},
	{name: "modality/done en", claim: "The order has been cancelled.", rule: "modality", ev: evs(passage("The order may be cancelled."))},
	{name: "modality/plan en", claim: "The plant opened in May 2025.", rule: "modality", ev: evs(passage("The plant will open in May 2025."))},
	{name: "modality/own zh", claim: "申请人必须提交书面材料。", ev: evs(passage("申请人应当提交书面材料。"))},
	{name: "modality/own en", claim: "Staff are required to wear a badge.", ev: evs(passage("Staff must wear a badge."))},
	{name: "modality/request own zh", claim: "可以申请退款。", ev: evs(passage("7 天内可以申请退款。"))},

	{name: "quantifier/some zh", claim: "所有门店支持自提。", rule: "quantifier", ev: evs(passage("部分门店支持自提。"))},
	{name: "quantifier/some en", claim: "All stores offer pickup.", rule: "quantifier", ev: evs(passage("Some stores offer pickup."))},
	{name: "quantifier/few en", claim: "Most employees work remotely.", rule: "quantifier", ev: evs(passage("Few employees work remotely."))},
	{name: "quantifier/dropped zh", claim: "门店支持自提。", rule: "quantifier", ev: evs(passage("少数门店支持自提。"))},
	{name: "quantifier/own zh", claim: "有些门店支持自提。", ev: evs(passage("部分门店支持自提。"))},
	{name: "quantifier/own en", claim: "All stores offer pickup.", ev: evs(passage("Every store offers pickup."))},
	{name: "quantifier/rows en", claim: "All products have returns above 40.", rule: "quantifier", ev: evs(rows("sku:text returns:integer", `["A",57]`, `["B",31]`))},

	{name: "condition/broken zh", claim: "A123 可以申请无理由退货：签收第 10 天，已拆封。", rule: "condition", ev: desk(), cites: cite("E1", "E2", "E3", "E4")},
	{name: "condition/dropped en", claim: "Members may cancel the booking.", rule: "condition", ev: evs(passage("If they give 48 hours' notice, members may cancel the booking.")), rules: conditions()},
	{name: "condition/dropped zh", claim: "员工可以使用公司车辆。", rule: "condition", ev: evs(passage("经主管批准的，员工可以使用公司车辆。")), rules: conditions()},
	{name: "condition/kept en", claim: "Members may cancel the booking with 48 hours' notice.", ev: evs(passage("If they give 48 hours' notice, members may cancel the booking.")), rules: conditions()},
	{name: "condition/kept zh", claim: "经主管批准，员工可以使用公司车辆。", ev: evs(passage("经主管批准的，员工可以使用公司车辆。")), rules: conditions()},

	{name: "decisive/dropped zh", claim: "签收后 7 天内可以申请无理由退货。", rule: "decisive", ev: evs(passage(noReason)), rules: decisive()},
	{name: "decisive/dropped en", claim: "It may be returned within 7 days.", rule: "decisive", ev: evs(passage("It may be returned within 7 days if unopened.")), rules: decisive()},
	{name: "decisive/kept zh", claim: "签收后 7 天内未拆封的可以申请无理由退货。", ev: evs(passage(noReason)), rules: decisive()},
	{name: "decisive/kept en", claim: "It may be returned unopened within 7 days.", ev: evs(passage("It may be returned within 7 days if unopened.")), rules: decisive()},

	{name: "cause/zh", claim: "由于包装改版，退货率下降。", rule: "cause", ev: evs(passage("5 月包装改版。退货率下降。"))},
	{name: "cause/en", claim: "Sales rose because of the campaign.", rule: "cause", ev: evs(passage("The campaign began in May. Sales rose in June."))},
	{name: "cause/named zh", claim: "由于包装改版，退货率下降。", ev: evs(passage("因为包装改版，退货率下降。"))},
	{name: "cause/named en", claim: "Sales rose because of the campaign.", ev: evs(passage("Sales rose due to the campaign."))},

	{name: "strong/zh", claim: "退货率显著下降 3%。", rule: "strong", ev: evs(passage("退货率下降 3%。"))},
	{name: "strong/en", claim: "Returns fell sharply by 3%.", rule: "strong", ev: evs(passage("Returns fell by 3%."))},
	{name: "strong/threshold zh", claim: "退货率显著下降 30%。", ev: evs(passage("退货率下降 30%。"))},
	{name: "strong/source en", claim: "Returns fell sharply by 3%.", ev: evs(passage("Returns fell sharply by 3%."))},

	{name: "scope/zh", claim: "华北 A 退货 57 件。", rule: "scope", ev: evs(asked(rows("sku:text returned=退货件数:integer:件", `["A",57]`), `{"region":"华东"}`))},
	{name: "scope/en", claim: "In Lombardy, A returned 57 units.", rule: "*", ev: evs(asked(rows("sku:text returned:integer", `["A",57]`), `{"region":"Tuscany"}`))},
	{name: "scope/own zh", claim: "华东 A 退货 57 件。", ev: evs(asked(rows("sku:text returned=退货件数:integer:件", `["A",57]`), `{"region":"华东"}`))},
	{name: "scope/own en", claim: "In Tuscany, A returned 57 units.", ev: evs(asked(rows("sku:text returned:integer", `["A",57]`), `{"region":"Tuscany"}`))},

	{name: "entailment/zh", claim: "总部位于杭州。", rule: "entailment", ev: evs(passage("退货期限为7天。"))},
	{name: "entailment/en", claim: "The canteen serves breakfast.", rule: "entailment", ev: evs(passage("The window is 7 days."))},
	{name: "entailment/own zh", claim: "公司总部设在杭州。", ev: evs(passage("公司总部位于杭州，成立于2010年。"))},
	{name: "entailment/own en", claim: "The canteen serves breakfast.", ev: evs(passage("Breakfast is served in the canteen from 7 to 9."))},
}

func asked(e casefile.Evidence, args string) casefile.Evidence {
	e.Args = []byte(args)
	return e
}

func TestRules(t *testing.T) { run(t, ruleTable) }

// TestEveryRuleIsNeeded turns each rule off in turn: a claim that it must stop has to leave then.
func TestEveryRuleIsNeeded(t *testing.T) {
	all := append(append(append([]check{}, ruleTable...), traps...), append(scenes, supplies...)...)
	for _, r := range append(append([]rule{}, gates...), rules...) {
		t.Run(r.name, func(t *testing.T) {
			for _, c := range all {
				if c.rule != r.name {
					continue
				}
				base := testRules()
				if c.rules != nil {
					base = *c.rules
				}
				v := newTest(t, base)
				v.off = map[string]bool{r.name: true}
				if !hasRule(findings(t, v, caseOf(c)), r.name) {
					return
				}
			}
			t.Errorf("no test fails when the rule %s is off", r.name)
		})
	}
}
