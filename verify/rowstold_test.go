package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// TestTies: what one row is said to be to another stands in the row of the one it is said of.
func TestTies(t *testing.T) {
	guides := func() casefile.Evidence {
		return rows("guide:text mentor:text hut:text joined:date", `["Ada Lund","Tor Berg","Ulvik","2024-03-01"]`, `["Nils Rud","Ada Lund","Finse","2025-06-15"]`, `["Eva Moe","Tor Berg","Finse","2023-01-10"]`)
	}
	zh := func() casefile.Evidence {
		return rows("学员:text 师傅:text 车间:text", `["周凯","吴敏","一车间"]`, `["吴敏","郑峰","二车间"]`)
	}
	grades := func() casefile.Evidence {
		return rows("班级:text 学期:text 班主任:text", `["七班","上","何远"]`, `["七班","下","何远"]`, `["八班","上","秦岚"]`, `["八班","下","秦岚"]`)
	}
	permits := func() casefile.Evidence {
		return rows("许可证:identifier 签发日:date 状态:text", `["P-11","2026-03-05","已生效"]`, `["P-12","2026-04-12","已注销"]`, `["P-13","2026-06-20","待审批"]`)
	}
	requests := func() casefile.Evidence {
		return rows("request:identifier status:text", `["R1","pending approval"]`, `["R2","awaiting approval"]`, `["R3","to be shipped"]`, `["R4","approved"]`, `["R5","not yet inspected"]`, `["R6","review pending"]`, `["R7","pending payment"]`)
	}
	payments := func() casefile.Evidence { return rows("request:text status:text", `["R8","unpaid"]`, `["R9","paid"]`) }
	named := func() casefile.Evidence {
		return rows("boat:text status:text", `["Heron","active"]`, `["Gull","retired"]`)
	}
	boats := func() casefile.Evidence {
		return rows("boat:text launched:date state:text", `["Heron","2024-03-01","retired"]`, `["Gull","2025-06-15","active"]`)
	}
	run(t, []check{
		{name: "turned", claim: "Nils Rud is Ada Lund's mentor.", rule: "role", ev: evs(guides())},
		{name: "so", claim: "Ada Lund is Nils Rud's mentor.", ev: evs(guides())},
		{name: "verb turned", claim: "Ada Lund mentors Eva Moe.", rule: "role", ev: evs(guides())},
		{name: "of", claim: "The mentor of Nils Rud is Ada Lund.", ev: evs(guides())},
		{name: "of another", claim: "The mentor of Ada Lund is Nils Rud.", rule: "role", ev: evs(guides())},
		{name: "by", claim: "Eva Moe is mentored by Tor Berg.", ev: evs(guides())},
		{name: "denied", claim: "Ada Lund is not Nils Rud's mentor.", rule: "negation", ev: evs(guides())},
		{name: "only named, place", claim: "Tor Berg works in Finse.", rule: "binding", ev: evs(guides())},
		{name: "only named, day", claim: "Tor Berg joined on 10 January 2023.", rule: "binding", ev: evs(guides())},
		{name: "zh", claim: "吴敏是周凯的师傅。", ev: evs(zh())},
		{name: "turned zh", claim: "周凯是吴敏的师傅。", rule: "role", ev: evs(zh())},
		{name: "zh of", claim: "吴敏的师傅是郑峰。", ev: evs(zh())},
		{name: "zh of another", claim: "周凯的师傅是郑峰。", rule: "*", ev: evs(zh())},
		{name: "rows without a key", claim: "秦岚是七班的班主任。", rule: "binding", ev: evs(grades())},
		{name: "rows without a key, so", claim: "秦岚是八班的班主任。", ev: evs(grades())},
		{name: "state on another's day", claim: "P-12于2026年4月12日注销。", rule: "column", ev: evs(permits())},
		{name: "state on its day", claim: "P-12于2026年4月12日签发。", ev: evs(permits())},
		{name: "done, of what is to come", claim: "P-13已审批。", rule: "modality", ev: evs(permits())},
		{name: "to come", claim: "P-13待审批。", ev: evs(permits())},
		{name: "done, of what is pending", claim: "Request R1 is approved.", rule: "modality", ev: evs(requests())},
		{name: "pending", claim: "Request R1 is pending approval.", ev: evs(requests())},
		{name: "done, of what awaits it", claim: "Request R2 has been approved.", rule: "modality", ev: evs(requests())},
		{name: "done, of what is to be", claim: "Request R3 is shipped.", rule: "modality", ev: evs(requests())},
		{name: "to be done", claim: "Request R3 is to be shipped.", ev: evs(requests())},
		{name: "done, of what is not yet", claim: "Request R5 is inspected.", rule: "modality", ev: evs(requests())},
		{name: "done, behind it", claim: "Request R6 was reviewed.", rule: "modality", ev: evs(requests())},
		{name: "done, in another word", claim: "Request R7 is paid.", rule: "modality", ev: evs(requests())},
		{name: "done and so told", claim: "Request R4 is approved.", ev: evs(requests())},
		{name: "a state of another row", claim: "Request R8 is paid.", rule: "binding", ev: evs(payments())},
		{name: "a state of another named row", claim: "The Heron is now retired.", rule: "binding", ev: evs(named())},
		{name: "its own state", claim: "The Gull is retired.", ev: evs(named())},
		{name: "a state that no row has, of a code", claim: "Request R8 is wrecked.", rule: "*", ev: evs(payments())},
		{name: "its own state, of a code", claim: "Request R9 is paid.", ev: evs(payments())},
		{name: "denied", claim: "The Heron is not retired.", ev: evs(named())},
		{name: "state on another's day, en", claim: "Heron retired on 1 March 2024.", rule: "column", ev: evs(boats())},
		{name: "launched", claim: "Heron was launched on 1 March 2024.", ev: evs(boats())},
	})
}

// TestAllThereAre: a number may say how many rows there are, whatever they are called, and how many of them.
func TestAllThereAre(t *testing.T) {
	trips := func() casefile.Evidence {
		return rows("route:text seats:integer state:text", `["K1",40,"open"]`, `["K2",30,"full"]`, `["K3",20,"open"]`, `["K4",0,"full"]`)
	}
	zh := func() casefile.Evidence {
		return rows("场馆:text 座位:integer:个", `["东馆",40]`, `["西馆",30]`, `["南馆",20]`)
	}
	run(t, []check{
		{name: "of the four", claim: "Of the four, K1 has the most seats.", ev: evs(trips())},
		{name: "of the five", claim: "Of the five, K1 has the most seats.", rule: "number", ev: evs(trips())},
		{name: "some of all", claim: "Two of the four departures are open.", ev: evs(trips())},
		{name: "too many of all", claim: "Three of the four departures are open.", rule: "number", ev: evs(trips())},
		{name: "zh", claim: "三个地方共有座位90个。", ev: evs(zh())},
		{name: "zh other", claim: "四个地方共有座位90个。", rule: "number", ev: evs(zh())},
		{name: "zh sum wrong", claim: "三个地方共有座位80个。", rule: "number", ev: evs(zh())},
	})
}

// TestColumnsOfPeriods: by how much a row went up or down from one column to another is computed from the two.
func TestColumnsOfPeriods(t *testing.T) {
	crops := func() casefile.Evidence {
		return rows("field:text 2024:decimal:t 2025:decimal:t", `["Long Acre",8,10]`, `["Mill Close",9,6]`)
	}
	zh := func() casefile.Evidence {
		return rows("产品:text 本月销量:integer:台 上月销量:integer:台", `["扫地机",150,100]`, `["吸尘器",80,90]`)
	}
	taxes := func() casefile.Evidence {
		return rows("税种:text 2023年:decimal:万元 2024年:decimal:万元", `["车船税",200,250]`, `["印花税",300,270]`)
	}
	grew := func() casefile.Evidence {
		return computed("(a - b) / b", "0.25", "ratio", casefile.Input{Name: "a", Value: "250", Evidence: "E1", Column: "2024年"}, casefile.Input{Name: "b", Value: "200", Evidence: "E1", Column: "2023年"})
	}
	halls := func() casefile.Evidence {
		return rows("乐团:text 2024年演出:integer:场 2025年演出:integer:场 2025年票房:integer:万元", `["江城团",64,71,1860]`, `["滨海团",60,54,1425]`)
	}
	shows := func() casefile.Evidence {
		return computed("(a - b) / b", "-0.1", "ratio", casefile.Input{Name: "a", Value: "54", Evidence: "E1", Row: 1, Column: "2025年演出"}, casefile.Input{Name: "b", Value: "60", Evidence: "E1", Row: 1, Column: "2024年演出"})
	}
	takings := func() casefile.Evidence {
		return computed("a + b", "3285", "万元", casefile.Input{Name: "a", Value: "1860", Evidence: "E1", Column: "2025年票房"}, casefile.Input{Name: "b", Value: "1425", Evidence: "E1", Row: 1, Column: "2025年票房"})
	}
	run(t, []check{
		{name: "a result and the way it went", claim: "滨海团的演出减少了10%。", ev: evs(halls(), shows())},
		{name: "a result and the other way", claim: "滨海团的演出增加了10%。", rule: "*", ev: evs(halls(), shows())},
		{name: "a sum of its year", claim: "两个乐团2025年票房一共3285万元。", ev: evs(halls(), takings())},
		{name: "a sum of another year", claim: "两个乐团2024年票房一共3285万元。", rule: "period", ev: evs(halls(), takings())},
		{name: "growth", claim: "Long Acre grew by 25% between 2024 and 2025.", ev: evs(crops())},
		{name: "growth wrong", claim: "Long Acre grew by 20% between 2024 and 2025.", rule: "number", ev: evs(crops())},
		{name: "way wrong", claim: "Mill Close grew by 3 t between 2024 and 2025.", rule: "*", ev: evs(crops())},
		{name: "fell", claim: "Mill Close fell by 3 t between 2024 and 2025.", ev: evs(crops())},
		{name: "a verb of the harvest", claim: "Long Acre yielded 10 t in 2025.", ev: evs(crops())},
		{name: "of another year", claim: "Long Acre yielded 10 t in 2024.", rule: "*", ev: evs(crops())},
		{name: "zh", claim: "扫地机的销量比上月增长了50%。", ev: evs(zh())},
		{name: "zh difference", claim: "吸尘器的销量比上月下降了10台。", ev: evs(zh())},
		{name: "zh way wrong", claim: "吸尘器的销量比上月增长了10台。", rule: "*", ev: evs(zh())},
		{name: "a result and its years", claim: "2024年车船税比上年增长25%。", ev: evs(taxes(), grew()), cites: cite("E2")},
		{name: "a result turned", claim: "2024年车船税比上年下降25%。", rule: "direction", ev: evs(taxes(), grew()), cites: cite("E2")},
		{name: "a result of another year", claim: "2023年车船税比上年增长25%。", rule: "period", ev: evs(taxes(), grew()), cites: cite("E2")},
		{name: "a result of no year", claim: "2025年车船税比上年增长25%。", rule: "period", ev: evs(taxes(), grew()), cites: cite("E2")},
	})
}

// TestCalledByNumber: a row is called by a number after the head of its column, and other words for a head give its value.
func TestCalledByNumber(t *testing.T) {
	wards := func() casefile.Evidence {
		return rows("Ward:text beds:integer", `["4",7]`, `["5",0]`)
	}
	ferries := func() casefile.Evidence {
		return rows("Ferry:text Departs:text Fare:decimal:GBP Captain:text", `["A1","07:15",6.4,"Rhona Muir"]`, `["A2","11:40",11.8,"Iain Bell"]`)
	}
	plots := func() casefile.Evidence {
		return rows("品种:text 亩产:integer:公斤 株高:integer:厘米 负责人:text", `["丰一号",600,80,"田山"]`, `["丰二号",570,95,"苗青"]`)
	}
	run(t, []check{
		{name: "ward", claim: "Ward 4 has 7 beds.", ev: evs(wards())},
		{name: "ward of another", claim: "Ward 5 has 7 beds.", rule: "*", ev: evs(wards())},
		{name: "pounds", claim: "The fare of A1 is 6.40 pounds.", ev: evs(ferries())},
		{name: "costs", claim: "A2 costs £11.80.", ev: evs(ferries())},
		{name: "costs of another", claim: "A1 costs £11.80.", rule: "*", ev: evs(ferries())},
		{name: "leaves", claim: "A2 leaves at 11:40.", ev: evs(ferries())},
		{name: "leaves, of another", claim: "A1 leaves at 11:40.", rule: "*", ev: evs(ferries())},
		{name: "zh about", claim: "丰一号的株高约80厘米。", ev: evs(plots())},
		{name: "zh more", claim: "丰一号的亩产比丰二号高30公斤。", ev: evs(plots())},
		{name: "zh less", claim: "丰二号的亩产比丰一号高30公斤。", rule: "*", ev: evs(plots())},
		{name: "zh in charge", claim: "丰一号由田山负责。", ev: evs(plots())},
		{name: "zh in charge of another", claim: "丰二号由田山负责。", rule: "*", ev: evs(plots())},
		{name: "median", claim: "The median yield is 585.", rule: "*", ev: evs(plots())},
		{name: "zh median", claim: "亩产的中位数为585公斤。", ev: evs(plots())},
		{name: "zh median wrong", claim: "亩产的中位数为600公斤。", rule: "*", ev: evs(plots())},
	})
}
