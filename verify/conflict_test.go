package verify

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// lineOver judges claims that cite E1 over passages E1, E2, … of different documents.
func lineOver(t *testing.T, claim string, passages ...string) claimOut {
	t.Helper()
	var l lineIn
	l.Answer.Claims = []lineClaim{{Text: claim, Cites: []string{"E1"}}}
	for i, p := range passages {
		e, err := json.Marshal(map[string]string{"id": fmt.Sprint("E", i+1), "text": p})
		if err != nil {
			t.Fatal(err)
		}
		l.Evidence = append(l.Evidence, e)
	}
	v, err := New(Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := ReadCase(l.Evidence, "")
	if err != nil {
		t.Fatal(err)
	}
	c.Draft.Claims = []casefile.Claim{{Text: claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
	verdict, err := v.Verify(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	out := claimOut{Verdict: Mark(verdict, 0)}
	for _, f := range verdict.Findings {
		out.Findings = append(out.Findings, findingOut{f.Rule, f.Why})
	}
	return out
}

func TestConflict(t *testing.T) {
	const yes, no = casefile.Disputed, casefile.Supported
	for _, tc := range []struct {
		name     string
		passages []string // the claim is the first
		want     casefile.Support
	}{
		{"number", []string{"The warranty of the pump lasts 24 months.", "The warranty of the pump lasts 12 months."}, yes},
		{"数字", []string{"水泵的保修期为24个月。", "水泵的保修期是12个月。"}, yes},
		{"the same in another unit", []string{"The warranty of the pump lasts 24 months.", "The warranty of the pump lasts two years."}, no},
		{"两周即14天", []string{"试用期为14天。", "试用期为两周。"}, no},
		{"another thing", []string{"The warranty of the pump lasts 24 months.", "The warranty of the valve lasts 12 months."}, no},
		{"另一对象", []string{"甲仓的库容为300立方米。", "乙仓的库容为500立方米。"}, no},
		{"the same period", []string{"In 2023 the plant made 310 tonnes of resin.", "The plant made 280 tonnes of resin in 2023."}, yes},
		{"同一时期", []string{"2023年该厂的树脂产量为310吨。", "2023年该厂的树脂产量为280吨。"}, yes},
		{"another period", []string{"In 2023 the plant made 310 tonnes of resin.", "In 2022 the plant made 280 tonnes of resin."}, no},
		{"不同时期", []string{"2023年该厂的树脂产量为310吨。", "2022年该厂的树脂产量为280吨。"}, no},
		{"only one has a period", []string{"In 2023 the plant made 310 tonnes of resin.", "The plant made 280 tonnes of resin."}, no},
		{"another condition", []string{"Members may return goods within 30 days.", "If the seal is broken, members may return goods within 7 days."}, no},
		{"另一条件", []string{"会员可在30天内退换商品。", "如包装破损，会员可在7天内退换商品。"}, no},
		{"a day of what happens once", []string{"The bridge opened on 5 March 2019.", "The bridge opened on 9 April 2019."}, yes},
		{"只发生一次", []string{"该合同于2024年3月5日生效。", "该合同于2024年4月1日生效。"}, yes},
		{"a day of what happens often", []string{"The board met on 5 March 2019.", "The board met on 9 April 2019."}, no},
		{"多次发生", []string{"董事会于2024年3月5日召开会议。", "董事会于2024年4月1日召开会议。"}, no},
		{"denial", []string{"The glue is waterproof.", "The glue is not waterproof."}, yes},
		{"否定", []string{"该型涂层防水。", "该型涂层不防水。"}, yes},
		{"contraries", []string{"The council approved the harbour plan.", "The council rejected the harbour plan."}, yes},
		{"相反的词", []string{"港口扩建方案已批准。", "港口扩建方案已驳回。"}, yes},
		{"sides in the subject", []string{"Men may rest for 20 minutes.", "Women may rest for 30 minutes."}, no},
		{"主语不同", []string{"男性员工可休息20分钟。", "女性员工可休息30分钟。"}, no},
		{"roughly the same", []string{"The tower is 310 metres high.", "The tower is about 300 metres high."}, no},
		{"a third agrees", []string{"The warranty of the pump lasts 24 months.", "The warranty of the pump lasts 12 months.", "The warranty of the pump lasts 24 months."}, no},
		{"a third agrees with the other", []string{"The warranty of the pump lasts 24 months.", "The warranty of the pump lasts 12 months.", "The warranty of the pump lasts one year."}, yes},
		{"第三方支持另一方", []string{"水泵的保修期为24个月。", "水泵的保修期是12个月。", "水泵的保修期为一年。"}, yes},
	} {
		t.Run(tc.name, func(t *testing.T) {
			claim := strings.TrimRight(tc.passages[0], ".。")
			for _, text := range []string{tc.passages[0], claim} {
				if got := lineOver(t, text, tc.passages...); got.Verdict != tc.want {
					t.Errorf("%s: %s, want %s: %+v", text, got.Verdict, tc.want, got.Findings)
				}
			}
		})
	}
}
