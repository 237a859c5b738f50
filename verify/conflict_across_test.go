package verify

import (
	"encoding/json"
	"testing"

	"github.com/casefile/casefile"
)

// TestConflictAcross: passages in two languages, and a passage and a row, are set against each other as two passages are.
func TestConflictAcross(t *testing.T) {
	const yes, no = casefile.Disputed, casefile.Supported
	const depots = `{"id":"E2","columns":[{"name":"depot","type":"text"},{"name":"stock","type":"integer","unit":"pallet"},{"name":"area","type":"integer","unit":"m2"}],"rows":[["North",400,900],["South",250,700]],"complete":true}`
	const dated = `{"id":"E2","columns":[{"name":"depot","type":"text"},{"name":"stock","type":"integer","unit":"pallet"}],"rows":[["North",400],["South",250]],"complete":true,"period":{"from":"2026-08-01","to":"2026-08-31"}}`
	const cang = `{"id":"E2","columns":[{"name":"仓库","type":"text"},{"name":"库存","type":"integer","unit":"件"},{"name":"面积","type":"integer","unit":"平方米"}],"rows":[["临港仓",400,900],["嘉定仓",250,700]],"complete":true}`
	text := func(s string) string {
		b, err := json.Marshal(map[string]string{"id": "E2", "text": s})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, tc := range []struct {
		name, claim, other string
		want               casefile.Support
	}{
		{"number, en and zh", "The warranty period of the pump is 24 months.", text("水泵的保修期为12个月。"), yes},
		{"number, zh and en", "水泵的保修期为24个月。", text("The warranty period of the pump is 12 months."), yes},
		{"the same number", "The warranty period of the pump is 24 months.", text("水泵的保修期为两年。"), no},
		{"another thing", "The warranty period of the pump is 24 months.", text("阀门的保修期为12个月。"), no},
		{"另一对象", "水泵的保修期为24个月。", text("The warranty period of the valve is 12 months."), no},
		{"a day of what happens once", "The contract came into force on 5 March 2024.", text("合同于2024年4月1日生效。"), yes},
		{"只发生一次", "合同于2024年3月5日生效。", text("The contract came into force on 1 April 2024."), yes},
		{"the same day", "合同于2024年3月5日生效。", text("The contract came into force on 5 March 2024."), no},
		{"denial", "Customers can return the goods.", text("客户不能退货。"), yes},
		{"否定", "客户可以退货。", text("Customers cannot return goods."), yes},
		{"no denial", "客户可以退货。", text("Customers can return goods."), no},
		{"another condition", "客户可以退货。", text("If the seal is broken, customers cannot return goods."), no},
		{"passage and row", "The stock of North is 380 pallets.", depots, yes},
		{"段落与行", "临港仓的库存为380件。", cang, yes},
		{"passage and the same row", "The stock of North is 400 pallets.", depots, no},
		{"段落与行相同", "临港仓的库存为400件。", cang, no},
		{"of another row", "The stock of South is 250 pallets.", depots, no},
		{"of no row", "The stock of West is 380 pallets.", depots, no},
		{"没有的行", "宝山仓的库存为380件。", cang, no},
		{"rows of a period, passage of none", "The stock of North is 380 pallets.", dated, no},
		{"more than the row says", "The stock of North before the fire was 380 pallets.", depots, no},
	} {
		t.Run(tc.name, func(t *testing.T) {
			own, err := json.Marshal(map[string]string{"id": "E1", "text": tc.claim})
			if err != nil {
				t.Fatal(err)
			}
			c, err := ReadCase([]json.RawMessage{own, json.RawMessage(tc.other)}, "")
			if err != nil {
				t.Fatal(err)
			}
			c.Draft.Claims = []casefile.Claim{{Text: tc.claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
			verdict, err := newTest(t, Rules{}).Verify(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			if got := Mark(verdict, 0); got != tc.want {
				t.Errorf("%s, want %s: %+v", got, tc.want, verdict.Findings)
			}
		})
	}
}

// TestRowAgainstPassage: what a row bears out and a passage says otherwise is a conflict, which the workspace's own function wins.
func TestRowAgainstPassage(t *testing.T) {
	for _, tc := range []struct {
		claim, row, passage string
		conflicts           int
	}{
		{"The stock of North is 400 pallets.", `{"id":"E1","columns":[{"name":"depot","type":"text"},{"name":"stock","type":"integer","unit":"pallet"}],"rows":[["North",400],["South",250]],"complete":true}`, "The stock of North is 380 pallets.", 1},
		{"临港仓的库存为400件。", `{"id":"E1","columns":[{"name":"仓库","type":"text"},{"name":"库存","type":"integer","unit":"件"}],"rows":[["临港仓",400],["嘉定仓",250]],"complete":true}`, "临港仓的库存为380件。", 1},
		{"临港仓的库存为400件。", `{"id":"E1","columns":[{"name":"仓库","type":"text"},{"name":"库存","type":"integer","unit":"件"}],"rows":[["临港仓",400],["嘉定仓",250]],"complete":true}`, "嘉定仓的库存为380件。", 0},
	} {
		other, err := json.Marshal(map[string]string{"id": "E2", "text": tc.passage})
		if err != nil {
			t.Fatal(err)
		}
		c, err := ReadCase([]json.RawMessage{json.RawMessage(tc.row), other}, "")
		if err != nil {
			t.Fatal(err)
		}
		c.Draft.Claims = []casefile.Claim{{Text: tc.claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}
		verdict, err := newTest(t, Rules{}).Verify(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if len(verdict.Conflicts) != tc.conflicts || len(verdict.Findings) > 0 {
			t.Errorf("%s beside %s: %+v and %+v, want %d conflicts", tc.claim, tc.passage, verdict.Conflicts, verdict.Findings, tc.conflicts)
		}
	}
}
