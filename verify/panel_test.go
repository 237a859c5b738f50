package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

// TestThingAndPeriod: rows that a thing and a period tell apart together, in whatever way a period is written.
func TestThingAndPeriod(t *testing.T) {
	clubs := func() casefile.Evidence {
		return rows("社团:text 学期:text 人数:integer:人 到场率:decimal:% 指导老师:text", `["合唱团","2024秋",40,91.5,"何远"]`, `["合唱团","2025春",52,90.1,"何远"]`, `["棋社","2024秋",30,88,"秦岚"]`, `["棋社","2025春",28,93.2,"秦岚"]`)
	}
	en := func() casefile.Evidence {
		return rows("club:text term:text members:integer attendance:decimal:%", `["Chess","spring 2025",28,93.2]`, `["Chess","autumn 2025",30,90]`, `["Choir","spring 2025",52,91]`, `["Choir","autumn 2025",60,95]`)
	}
	run(t, []check{
		{name: "zh", claim: "2025年春季学期，棋社的人数为28人。", ev: evs(clubs())},
		{name: "zh other period", claim: "2024年秋季学期，棋社的人数为28人。", rule: "*", ev: evs(clubs())},
		{name: "zh direction", claim: "与2024年秋季相比，2025年春季合唱团的到场率下降了。", ev: evs(clubs())},
		{name: "zh direction wrong", claim: "与2024年秋季相比，2025年春季棋社的到场率下降了。", rule: "direction", ev: evs(clubs())},
		{name: "zh points", claim: "棋社的到场率从秋季到春季提高了5.2个百分点。", ev: evs(clubs())},
		{name: "zh points wrong", claim: "棋社的到场率从秋季到春季提高了5.8个百分点。", rule: "number", ev: evs(clubs())},
		{name: "zh sum of a period", claim: "2025年春季两个社团共有80人。", ev: evs(clubs())},
		{name: "zh sum of another period", claim: "2024年秋季两个社团共有80人。", rule: "*", ev: evs(clubs())},
		{name: "zh extreme of a period", claim: "2024年秋季到场率最高的社团是合唱团。", ev: evs(clubs())},
		{name: "zh extreme of another", claim: "2025年春季到场率最高的社团是合唱团。", rule: "extreme", ev: evs(clubs())},
		{name: "en", claim: "In spring 2025 Chess had 28 members.", ev: evs(en())},
		{name: "en other", claim: "In autumn 2025 Chess had 28 members.", rule: "*", ev: evs(en())},
		{name: "en more", claim: "The attendance of Chess was lower in autumn 2025 than in spring 2025.", ev: evs(en())},
		{name: "en more wrong", claim: "The attendance of Choir was lower in autumn 2025 than in spring 2025.", rule: "comparison", ev: evs(en())},
		{name: "en by name of another language", claim: "In spring 2025 the Chess Club (棋社) had 28 people.", ev: evs(clubs())},
		{name: "en of another name", claim: "In spring 2025 the Chess Club (合唱团) had 28 people.", rule: "*", ev: evs(clubs())},
	})
}

// TestCourses: what rose or fell from the column of one period to that of the next did so in every row that is spoken of.
func TestCourses(t *testing.T) {
	wells := func() casefile.Evidence {
		return rows("well:text 2023:decimal:m 2024:decimal:m 2025:decimal:m", `["Ash",4.1,4.6,5.2]`, `["Birch",3.9,4.4,4.9]`, `["Cedar",6,5.5,5.9]`)
	}
	zh := func() casefile.Evidence {
		return rows("水井:text 2023年:decimal:米 2024年:decimal:米", `["东井",4.1,4.6]`, `["西井",6,5.5]`)
	}
	run(t, []check{
		{name: "all more", claim: "All three wells stood higher in 2025 than in 2024.", ev: evs(wells())},
		{name: "all less", claim: "All three wells stood lower in 2025 than in 2024.", rule: "direction", ev: evs(wells())},
		{name: "not all", claim: "All three wells rose in 2024.", rule: "direction", ev: evs(wells())},
		{name: "one", claim: "Cedar fell in 2024.", ev: evs(wells())},
		{name: "one wrong", claim: "Cedar rose in 2024.", rule: "direction", ev: evs(wells())},
		{name: "all of cut rows", claim: "All three wells stood higher in 2025 than in 2024.", rule: "*", ev: evs(cut(wells()))},
		{name: "zh all", claim: "两口水井在2024年都上升了。", rule: "*", ev: evs(zh())},
		{name: "zh one", claim: "东井在2024年上升了。", ev: evs(zh())},
		{name: "zh one wrong", claim: "西井在2024年上升了。", rule: "direction", ev: evs(zh())},
		{name: "mean of a year", claim: "The mean in 2023 was about 4.67 m.", ev: evs(wells())},
		{name: "mean of another year", claim: "The mean in 2024 was about 5.67 m.", rule: "number", ev: evs(wells())},
		{name: "pair of a year", claim: "In 2025 Cedar stood above Birch by 1.0 m.", ev: evs(wells())},
		{name: "pair of another year", claim: "In 2025 Cedar stood above Birch by 2.1 m.", rule: "*", ev: evs(wells())},
	})
}

// TestWordsForRows: words that only give a value, the English for a name, times of day in order, and sets of rows that a text is of.
func TestWordsForRows(t *testing.T) {
	loans := func() casefile.Evidence {
		return rows("书名:text 类别:text 估价:integer:万元 借入方:text 归还日期:date", `["砚谱","古籍",30,"城南馆","2025-09-15"]`, `["海图","地图",12,"港务馆","2025-10-01"]`, `["县志","古籍",45,"城南馆","2025-11-20"]`)
	}
	buses := func() casefile.Evidence {
		return rows("Bus:identifier From:text To:text Departs:text Driver:text", `["B1","Elm","Oak","06:50","Ida Moss"]`, `["B2","Oak","Elm","07:30","Jan Holt"]`, `["B3","Elm","Fir","06:20","Ida Moss"]`)
	}
	trials := func() casefile.Evidence {
		return rows("品种:text 产量:integer:公斤 结论:text", `["春一号",600,"推荐"]`, `["春二号",580,"继续观察"]`)
	}
	patients := func() casefile.Evidence {
		return rows("病房:text 床位:integer:张 在院:integer:人", `["甲楼",40,35]`, `["乙楼",38,30]`)
	}
	season := func() casefile.Evidence {
		e := rows("Quay:text Passengers:integer", `["North Quay",4100]`, `["South Quay",900]`)
		return during(e, "2025-04-01", "2025-09-30")
	}
	run(t, []check{
		{name: "lent to", claim: "砚谱借给了城南馆。", ev: evs(loans())},
		{name: "lent to another", claim: "海图借给了城南馆。", rule: "*", ev: evs(loans())},
		{name: "due back", claim: "海图 is due back on 1 October 2025.", ev: evs(loans())},
		{name: "due back on another day", claim: "海图 is due back on 20 November 2025.", rule: "*", ev: evs(loans())},
		{name: "sum of a text", claim: "借给城南馆的两本古籍，估价共计75万元。", ev: evs(loans())},
		{name: "wrong sum of a text", claim: "借给城南馆的两本古籍，估价共计87万元。", rule: "number", ev: evs(loans())},
		{name: "unknown noun", claim: "砚谱的保费为30万元。", rule: "*", ev: evs(loans())},
		{name: "earliest", claim: "The earliest departure is that of B3.", ev: evs(buses())},
		{name: "earliest wrong", claim: "The earliest departure is that of B1.", rule: "extreme", ev: evs(buses())},
		{name: "from and to", claim: "B2 goes from Oak to Elm and leaves at 07:30.", ev: evs(buses())},
		{name: "from and to turned", claim: "B2 goes from Elm to Oak and leaves at 07:30.", rule: "column", ev: evs(buses())},
		{name: "in charge of some", claim: "Ida Moss handled two of the three buses.", ev: evs(buses())},
		{name: "in charge of none so many", claim: "Jan Holt handled two of the three buses.", rule: "number", ev: evs(buses())},
		{name: "text of another row, en", claim: "春二号 is recommended.", rule: "binding", ev: evs(trials())},
		{name: "text of its row, en", claim: "春一号 is recommended.", ev: evs(trials())},
		{name: "listed rows", claim: "在列出的两个品种里，产量最高的是春一号。", ev: evs(cut(trials()))},
		{name: "listed rows wrong", claim: "在列出的两个品种里，产量最高的是春二号。", rule: "extreme", ev: evs(cut(trials()))},
		{name: "all of cut rows", claim: "在所有品种里，产量最高的是春一号。", rule: "extreme", ev: evs(cut(trials()))},
		{name: "more people", claim: "甲楼 had five more patients than 乙楼.", ev: evs(patients())},
		{name: "fewer people", claim: "甲楼 had five fewer patients than 乙楼.", rule: "*", ev: evs(patients())},
		{name: "other number of people", claim: "甲楼 had two more patients than 乙楼.", rule: "*", ev: evs(patients())},
		{name: "people of passengers", claim: "From April to September 2025, 4,100 people came to North Quay.", ev: evs(season())},
		{name: "of another year", claim: "From April to September 2024, 4,100 people came to North Quay.", rule: "period", ev: evs(season())},
	})
}

// TestPerArea: a head's unit keeps what it is counted by.
func TestPerArea(t *testing.T) {
	e := func() casefile.Evidence {
		return rows("Field:text yield:decimal:t/ha", `["Long Acre",8.02]`, `["Mill Close",9.1]`)
	}
	run(t, []check{
		{name: "converted", claim: "Long Acre yielded 8,020 kg per hectare.", ev: evs(e())},
		{name: "converted wrong", claim: "Long Acre yielded 802 kg per hectare.", rule: "*", ev: evs(e())},
		{name: "mean", claim: "The mean yield is 8.56 t/ha.", ev: evs(e())},
		{name: "mean wrong", claim: "The mean yield is 8.65 t/ha.", rule: "*", ev: evs(e())},
	})
}
