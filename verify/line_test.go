package verify

import (
	"encoding/json"
	"strings"
	"testing"
)

type gotLine struct {
	ID     string
	Claims []struct {
		Text, Verdict string
		Findings      []struct{ Rule, Why string }
	}
	Error string
}

func judgeLine(t *testing.T, in string) gotLine {
	t.Helper()
	out, err := Line([]byte(in))
	if err != nil && !strings.Contains(string(out), `"error"`) {
		t.Fatalf("%v, and the line does not say so: %s", err, out)
	}
	var g gotLine
	if err := json.Unmarshal(out, &g); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return g
}

func TestLine(t *testing.T) {
	for _, c := range []struct{ name, in, verdict, rule string }{
		{"passage", `{"id":"1","answer":{"claims":[{"text":"The fee is $30.","cites":["E1"]}]},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`, "supported", ""},
		{"wrong number", `{"id":"1","answer":{"claims":[{"text":"The fee is $20.","cites":["E1"]}]},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`, "refused", "number"},
		{"no cites", `{"id":"1","answer":{"claims":[{"text":"The fee is $30."}]},"evidence":[{"id":"E0","text":"Members meet on Mondays."},{"id":"E1","text":"The fee is $30 for members."}]}`, "supported", ""},
		{"invented cite", `{"id":"1","answer":{"claims":[{"text":"The fee is $30.","cites":["E9"]}]},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`, "refused", "citation"},
		{"table", `{"id":"1","answer":{"claims":[{"text":"A 退货 57 件。","cites":["E1"]}]},"evidence":[{"id":"E1","columns":[{"name":"sku"},{"name":"退货件数","unit":"件"}],"rows":[["A",57],["B",31]],"complete":true}]}`, "supported", ""},
		{"row of another", `{"id":"1","answer":{"claims":[{"text":"A 退货 31 件。","cites":["E1"]}]},"evidence":[{"id":"E1","columns":[{"name":"sku"},{"name":"退货件数","unit":"件"}],"rows":[["A",57],["B",31]],"complete":true}]}`, "refused", "binding"},
		{"cut rows", `{"id":"1","answer":{"claims":[{"text":"A 退货最多。","cites":["E1"]}]},"evidence":[{"id":"E1","columns":[{"name":"sku"},{"name":"退货件数","unit":"件"}],"rows":[["A",57],["B",31]],"complete":false}]}`, "refused", "extreme"},
		{"formula", `{"id":"1","answer":{"claims":[{"text":"Returns fell by 45.6%.","cites":["E2"]}]},"evidence":[{"id":"E1","columns":[{"name":"year"},{"name":"returns"}],"rows":[["2023",57],["2024",31]],"complete":true},{"id":"E2","formula":"(31 - 57) / 57","inputs":["E1"],"value":-0.456140350877}]}`, "supported", ""},
		{"formula with names", `{"id":"1","answer":{"claims":[{"text":"The ratio is 2.5.","cites":["E3"]}]},"evidence":[{"id":"E1","text":"50 units"},{"id":"E2","text":"20 units"},{"id":"E3","formula":"E1 / E2","inputs":["E1","E2"],"value":2.5}]}`, "supported", ""},
		{"formula wrong", `{"id":"1","answer":{"claims":[{"text":"The total is 90.","cites":["E2"]}]},"evidence":[{"id":"E1","columns":[{"name":"year"},{"name":"returns"}],"rows":[["2023",57],["2024",31]],"complete":true},{"id":"E2","formula":"57 + 31","inputs":["E1"],"value":90}]}`, "refused", "calculation"},
		{"formula of nothing", `{"id":"1","answer":{"claims":[{"text":"The total is 90.","cites":["E2"]}]},"evidence":[{"id":"E1","columns":[{"name":"year"},{"name":"returns"}],"rows":[["2023",57],["2024",31]],"complete":true},{"id":"E2","formula":"57 + 33","inputs":["E1"],"value":90}]}`, "refused", "calculation"},
		{"no hit", `{"id":"1","answer":{"claims":[{"text":"No record was found for order A999.","cites":["E1"]}]},"evidence":[{"id":"E1","status":"no_hit"}]}`, "supported", ""},
		{"no hit is no proof", `{"id":"1","answer":{"claims":[{"text":"Order A999 does not exist.","cites":["E1"]}]},"evidence":[{"id":"E1","status":"no_hit"}]}`, "refused", "status"},
		{"timeout", `{"id":"1","answer":{"claims":[{"text":"库存暂时无法核对。","cites":["E1"]}]},"evidence":[{"id":"E1","status":"timeout"}]}`, "supported", ""},
		{"timeout is no proof", `{"id":"1","answer":{"claims":[{"text":"没有找到库存记录。","cites":["E1"]}]},"evidence":[{"id":"E1","status":"timeout"}]}`, "refused", "status"},
		{"version", `{"id":"1","as_of":"2026-09-20","answer":{"claims":[{"text":"退货期限为15天。","cites":["E1"]}]},"evidence":[{"id":"E1","text":"退货期限为15天。","version":"V1","effective_from":"2025-01-01","effective_to":"2026-08-31"},{"id":"E2","text":"退货期限为7天。","version":"V2","effective_from":"2026-09-01"}]}`, "refused", "version"},
		{"version, no day", `{"id":"1","answer":{"claims":[{"text":"退货期限为15天。"}]},"evidence":[{"id":"E1","text":"退货期限为15天。","version":"V1","effective_from":"2025-01-01","effective_to":"2026-08-31"},{"id":"E2","text":"退货期限为7天。","version":"V2","effective_from":"2026-09-01"}]}`, "refused", "number"},
		{"prose", `{"id":"1","answer":{"text":"The fee is $30 [E1]."},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`, "supported", ""},
		{"table in prose", `{"id":"1","answer":{"text":"| sku | 退货件数 |\n|---|---|\n| A | 57 件 |"},"evidence":[{"id":"E1","columns":[{"name":"sku"},{"name":"退货件数","unit":"件"}],"rows":[["A",57],["B",31]],"complete":true}]}`, "supported", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := judgeLine(t, c.in)
			if g.Error != "" || len(g.Claims) != 1 {
				t.Fatalf("%+v", g)
			}
			if g.Claims[0].Verdict != c.verdict {
				t.Errorf("verdict %s, want %s: %+v", g.Claims[0].Verdict, c.verdict, g.Claims[0].Findings)
			}
			if c.rule != "" {
				found := false
				for _, f := range g.Claims[0].Findings {
					found = found || f.Rule == c.rule
				}
				if !found {
					t.Errorf("want rule %s: %+v", c.rule, g.Claims[0].Findings)
				}
			}
		})
	}
}
