package search_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/search"
)

// Each line of the traps "Chinese and codes" and of what goes with them.
func TestChineseAndCodes(t *testing.T) {
	files := map[string]string{
		"keys.md":    doc("keys", "", "# 系统说明\n## 登录 {#login}\n登录时请输入口令。\n## 备份 {#backup}\n备份每天夜里进行。"),
		"expense.md": doc("expense", "", "# 报销制度\n## 流程 {#flow}\n报销先提交申请，再由财务审核。"),
		"parts.md":   doc("parts", "", "# Parts\n## A {#a}\nPPR-9087 is covered for 24 months.\n## B {#b}\nPPR-9078 is not covered.\n## C {#c}\n订单A123已发货，型号GB/T4857.5的箱子共15个。"),
		"law.md":     doc("law", "", "# 条例\n## 第五条 {#a5}\n经营者应当建立台账。\n## 第十五条 {#a15}\n监督部门应当公布结果。\n## 第五十条 {#a50}\n本条例自公布之日起施行。"),
		"terms.md":   doc("terms", "", "# Terms\n## Article 7 {#a7}\nThe buyer inspects the goods.\n## Article 17 {#a17}\nThe seller repairs the goods.\n## Notice {#n}\nNotice is given three months before the end."),
		"period.md":  doc("period", "", "# 期限\n## 通知 {#n}\n合同期满前三个月通知对方。\n## 付款 {#p}\n货到30天内付款。"),
	}
	for i, topic := range []string{"采购", "仓储", "运输", "考勤", "培训", "保密", "印章", "车辆", "会议", "档案"} {
		files[fmt.Sprintf("m%d.md", i)] = doc(fmt.Sprintf("m%d", i), "", fmt.Sprintf("# %s管理办法\n## 总则 {#t}\n%s由主管部门统一管理，未经批准不得变更。", topic, topic))
	}
	r := filled(t, files, search.Options{Synonyms: [][]string{{"密码", "口令"}, {"报销", "reimbursement"}}})
	for _, tt := range []struct{ name, q, want string }{
		{"a two-character word amid a Han run", "口令", "keys@V1#login"},
		{"by its synonym", "密码", "keys@V1#login"},
		{"terms are not AND-ed", "公司的报销流程是什么", "expense@V1#flow"},
		{"a code with a hyphen", "PPR-9087", "parts@V1#a"},
		{"a code without it", "PPR9087", "parts@V1#a"},
		{"a code amid Han text", "PPR-9087的保修期", "parts@V1#a"},
		{"full width", "Ａ１２３", "parts@V1#c"},
		{"no space between Han text and numbers", "型号GB/T 4857.5", "parts@V1#c"},
		{"traditional", "報銷流程", "expense@V1#flow"},
		{"an article in digits", "第5条", "law@V1#a5"},
		{"an article in Han numerals", "第十五条规定了什么", "law@V1#a15"},
		{"an article in English, over Chinese", "what does Article 50 say", "law@V1#a50"},
		{"an article in Chinese, over English", "第7条", "terms@V1#a7"},
		{"an amount in digits", "期满前3个月通知", "period@V1#n"},
		{"an amount in Han numerals", "三十天内付款", "period@V1#p"},
		{"an amount in the other language", "3 months before the end of the contract 通知", "terms@V1#n"},
	} {
		if got := places(t, r, casefile.Query{Text: tt.q, Limit: 3}); !slices.Contains(got, tt.want) {
			t.Errorf("%s: %q gave %v, want %s among them", tt.name, tt.q, got, tt.want)
		}
	}
	seen := map[string]int{}
	for _, q := range []string{"采购", "仓储", "运输", "考勤", "培训", "保密", "印章", "车辆", "会议", "档案"} {
		seen[places(t, r, casefile.Query{Text: q + "怎么管理"})[0]]++
	}
	if len(seen) != 10 {
		t.Errorf("ten questions gave %d different first passages: %v", len(seen), seen)
	}
}

func TestBadInput(t *testing.T) {
	r := filled(t, map[string]string{
		"a.md": doc("a", "", "## 盐 {#s}\n盐要存放在干燥处。\n## Mixed {#m}\nReset the 路由器 with カード, 카드 or a paper clip."),
	}, search.Options{})
	for _, tt := range []struct {
		q    string
		want string // "" finds nothing
	}{
		{"盐", "a@V1#s"}, {"？！……，。", ""}, {"的 了 是", ""}, {"the of and", ""}, {"😀🎉", ""}, {"😀 盐 🎉", "a@V1#s"}, {"\x00\xff\xfe", ""},
		{"カード", "a@V1#m"}, {"카드 路由器 reset", "a@V1#m"}, {strings.Repeat("盐，", 5_000), "a@V1#s"}, {strings.Repeat("路由器 how to reset ", 700), "a@V1#m"},
		{strings.Repeat("x", 10_000), ""}, {strings.Repeat("?", 10_000), ""}, {"\u202e\u200b", ""},
	} {
		got := places(t, r, casefile.Query{Text: tt.q})
		if tt.want == "" && len(got) > 0 || tt.want != "" && (len(got) == 0 || got[0] != tt.want) {
			t.Errorf("%.30q: %v, want %q", tt.q, got, tt.want)
		}
	}
	x := explain(t, r, casefile.Query{Text: strings.Repeat("盐的存放", 2500)})
	if x.Reading.Cut != 8000 || !strings.Contains(x.Note[casefile.Chinese], "8000") {
		t.Errorf("what was not read is not said: %d, %q", x.Reading.Cut, x.Note)
	}
}

func TestTheQuestionsPeriodActsOnTheDocuments(t *testing.T) {
	files := map[string]string{}
	for _, y := range []int{2021, 2022, 2023} {
		files[fmt.Sprintf("own%d.md", y)] = doc(fmt.Sprintf("own%d", y), fmt.Sprintf("title: 经营报告 %d\nperiod: %d-01-01..%d-12-31\n", y, y, y), "## 收入 {#r}\n营业收入较上期增长，主要来自服务业务。")
		files[fmt.Sprintf("named%d.md", y)] = doc(fmt.Sprintf("named%d", y), fmt.Sprintf("title: %d 年度质量分析\n", y), "## 投诉 {#c}\n投诉件数较上期下降，主要是包装改进。")
		files[fmt.Sprintf("pub%d.md", y)] = doc(fmt.Sprintf("pub%d", y), fmt.Sprintf("title: 简讯%s\npublished: %d-06-01\n", strings.Repeat("甲", y-2020), y), "## 动态 {#n}\n新仓库投入使用，发货速度提高。")
	}
	r := filled(t, files, search.Options{})
	for _, tt := range []struct{ q, want string }{
		{"2022年营业收入增长来自什么业务", "own2022@V1#r"},
		{"2021 年的营业收入", "own2021@V1#r"},
		{"2023年投诉件数为什么下降", "named2023@V1#c"},
		{"2021年投诉件数", "named2021@V1#c"},
		{"2023年新仓库投入使用", "pub2023@V1#n"},
		{"revenue 营业收入 in 2023", "own2023@V1#r"},
	} {
		x := explain(t, r, casefile.Query{Text: tt.q})
		if got := ids(x.Candidates); len(got) == 0 || !strings.HasPrefix(got[0], tt.want) {
			t.Errorf("%s: %v, want %s first", tt.q, got, tt.want)
		}
		doc, _, _ := strings.Cut(tt.want, "@")
		for _, lang := range []casefile.Lang{casefile.Chinese, casefile.English} {
			if year := doc[len(doc)-4:]; !strings.Contains(x.Note[lang], year) {
				t.Errorf("%s: the note does not say so: %q", tt.q, x.Note[lang])
			}
		}
	}
	x := explain(t, r, casefile.Query{Text: "2022年营业收入增长来自什么业务"})
	if i := slices.IndexFunc(x.Candidates, func(c search.Candidate) bool { return c.Source.DocID == "own2021" }); i < 0 || x.Candidates[i].Out != search.OtherPeriod {
		t.Errorf("the report of another year is not left out: %+v", x.Candidates)
	}
	if n := explain(t, r, casefile.Query{Text: "营业收入增长来自什么业务"}).Note[casefile.English]; n != "" {
		t.Errorf("no period was named: %q", n)
	}
	given := explain(t, r, casefile.Query{Text: "营业收入", Period: casefile.Period{From: casefile.Date{Year: 2023, Month: 1, Day: 1}, To: casefile.Date{Year: 2023, Month: 12, Day: 31}}})
	if got := ids(given.Candidates); got[0] != "own2023@V1#r:0" || !strings.Contains(given.Note[casefile.Chinese], "2023") {
		t.Errorf("a period given by the caller: %v, %q", got, given.Note)
	}
}

func TestEachQuestionOfATextGetsItsPassage(t *testing.T) {
	files := map[string]string{"fee.md": doc("fee", "", "## 运费 {#f}\n退货运费由买家承担。")}
	for i := range 8 {
		files[fmt.Sprintf("r%d.md", i)] = doc(fmt.Sprintf("r%d", i), "", fmt.Sprintf("## 退货期限 {#r}\n第 %d 类商品的退货期限为签收后 %d 天，退货期限从签收当天算起。", i, 7+i))
	}
	r := filled(t, files, search.Options{})
	x := explain(t, r, casefile.Query{Text: "商品的退货期限是签收后几天？运费由谁承担？"})
	if len(x.Reading.Parts) != 2 {
		t.Fatalf("parts %q", x.Reading.Parts)
	}
	if got := ids(x.Candidates); !slices.Contains(got, "fee@V1#f:0") {
		t.Errorf("the second question has no passage: %v", got)
	}
}

func TestSaysTheSame(t *testing.T) {
	files := map[string]string{
		"a.md": doc("forum", "title: 退货规则\nauthority: user\n", "## 期限 {#x}\n签收后 7 天内，商品未拆封并且配件齐全的，可以申请无理由退货，运费由买家承担。"),
		"b.md": doc("policy", "title: 退货规则\nauthority: official\n", "## 期限 {#x}\n签收后 7 天内，商品未拆封并且配件齐全的，可以申请无理由退货；运费由买家承担。"),
		"c.md": doc("days", "title: 退货规则\n", "## 期限 {#x}\n签收后 8 天内，商品未拆封并且配件齐全的，可以申请无理由退货，运费由买家承担。"),
		"d.md": doc("not", "title: 退货规则\n", "## 期限 {#x}\n签收后 7 天内，商品未拆封并且配件齐全的，不可以申请无理由退货，运费由买家承担。"),
		"e.md": doc("other", "title: 生鲜配送说明\n", "## 期限 {#x}\n签收后 7 天内，商品未拆封并且配件齐全的，可以申请无理由退货，运费由买家承担。"),
	}
	r := filled(t, files, search.Options{})
	x := explain(t, r, casefile.Query{Text: "签收后几天内可以无理由退货", Limit: 10})
	got := ids(x.Candidates)
	slices.Sort(got)
	if want := []string{"days@V1#x:0", "not@V1#x:0", "other@V1#x:0", "policy@V1#x:0"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, c := range x.Candidates {
		if c.Source.DocID == "forum" && (c.Out != search.SaysTheSame || c.OutOf != "policy@V1#x" || !strings.Contains(c.Why[casefile.English], "policy@V1#x")) {
			t.Errorf("forum: %s %s %v", c.Out, c.OutOf, c.Why)
		}
	}
}

func TestSentencesOfAHit(t *testing.T) {
	r := filled(t, map[string]string{
		"w.md": doc("w", "title: 保修条款\n", "## 电池 {#b}\n电池不在整机保修之内。但因质量问题鼓包的，可以在两年内免费更换。客服电话见封底。\n## Battery {#e}\nThe battery is covered for one year. It does not cover swelling after a fall. Call us at any time."),
	}, search.Options{})
	find := func(q, section string) []string {
		hits, err := r.Retrieve(context.Background(), shop(t), casefile.Query{Text: q})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, h := range hits {
			if h.Source.Section != section {
				continue
			}
			for _, u := range h.Units {
				s := h.Text[u.Start:u.End]
				if u.Relevance < 0 || u.Relevance > 1 {
					t.Errorf("%s: relevance %.2f", s, u.Relevance)
				}
				if u.Neighbour {
					s = "+" + s
				}
				if u.Heading {
					s = "^" + s
				}
				out = append(out, s)
			}
		}
		return out
	}
	for _, tt := range []struct {
		q, section string
		want       []string
	}{
		{"因质量问题鼓包可以免费更换吗", "b", []string{"+电池不在整机保修之内。", "但因质量问题鼓包的，可以在两年内免费更换。"}},
		{"保修条款 电池 鼓包", "b", []string{"电池不在整机保修之内。", "^但因质量问题鼓包的，可以在两年内免费更换。"}},
		{"swelling after a fall", "e", []string{"+The battery is covered for one year.", "It does not cover swelling after a fall."}},
	} {
		if got := find(tt.q, tt.section); !slices.Equal(got, tt.want) {
			t.Errorf("%s:\n got %q\nwant %q", tt.q, got, tt.want)
		}
	}
}
