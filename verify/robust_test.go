package verify

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// TestBadInput feeds what no good system would send: each gives a verdict or a typed complaint, never a panic.
func TestBadInput(t *testing.T) {
	long := strings.Repeat("The fee is $30 for members. 会费为30美元。", 1<<20/50)
	many := make([]string, 0, 100_000)
	for i := range 100_000 {
		many = append(many, fmt.Sprintf(`["P-%05d",%d]`, i, i%977))
	}
	digits := strings.Repeat("9", 400)
	for name, in := range map[string]string{
		"1 MB answer":                     `{"id":"x","answer":{"text":` + quoteJSON(long) + `},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`,
		"100,000 rows":                    `{"id":"x","answer":{"claims":[{"text":"P-00500 has 500 units.","cites":["E1"]},{"text":"It has 500 units."}]},"evidence":[{"id":"E1","columns":[{"name":"code"},{"name":"units"}],"rows":[` + strings.Join(many, ",") + `],"complete":true}]}`,
		"400 digits":                      `{"id":"x","answer":{"claims":[{"text":"The fee is ` + digits + `."}]},"evidence":[{"id":"E1","text":"The fee is ` + digits + `."},{"id":"E2","columns":[{"name":"fee"}],"rows":[[` + digits + `],[1e999999999]],"complete":true}]}`,
		"NaN":                             `{"id":"x","answer":{"claims":[{"text":"The fee is NaN."}]},"evidence":[{"id":"E1","columns":[{"name":"fee"}],"rows":[["NaN"],["Inf"]],"complete":true},{"id":"E2","formula":"0/0","inputs":["E1"],"value":"NaN"}]}`,
		"no claims":                       `{"id":"x","answer":{"claims":[]},"evidence":[{"id":"E1","text":"a"}]}`,
		"byte order mark":                 "\xef\xbb\xbf" + `{"id":"x","answer":{"claims":[]},"evidence":[]}`,
		"only a table":                    `{"id":"x","answer":{"text":"| a | b |\n|---|---|\n| x | 1 |"},"evidence":[{"id":"E1","text":"x 1"}]}`,
		"nested quotes":                   `{"id":"x","answer":{"text":"He said “she said ‘the fee is \"30\"’”."},"evidence":[{"id":"E1","text":"The “fee” is 30."}]}`,
		"right to left":                   `{"id":"x","answer":{"text":"الرسوم 30 دولار \u202e03\u202c"},"evidence":[{"id":"E1","text":"الرسوم 30 دولار"}]}`,
		"not UTF-8":                       "{\"id\":\"x\",\"answer\":{\"text\":\"fee \xff\xfe 30\"},\"evidence\":[{\"id\":\"E1\",\"text\":\"fee \xff 30\"}]}",
		"odd cells":                       `{"id":"x","answer":{"claims":[{"text":"A has 3."}]},"evidence":[{"id":"E1","columns":[{"name":"a"},{"name":"n"}],"rows":[["A",3],["B",null],[null,true],[{"x":1},[2]]],"complete":true}]}`,
		"deep formula":                    `{"id":"x","answer":{"claims":[{"text":"It is 1."}]},"evidence":[{"id":"E1","formula":"` + strings.Repeat("(", 5000) + `1` + strings.Repeat(")", 5000) + `","inputs":[],"value":1}]}`,
		"circular inputs":                 `{"id":"x","answer":{"claims":[{"text":"It is 1."}]},"evidence":[{"id":"E1","formula":"E2","inputs":["E2"],"value":1},{"id":"E2","formula":"E1","inputs":["E1"],"value":1}]}`,
		"a word over the end of a clause": `{"id":"x","answer":{"claims":[{"text":"两队中的前六名能进入预赛。","cites":["E1"]}]},"evidence":[{"id":"E1","text":"自第二届起，除主办方外，所有参与年会的队伍必须从预赛中取得参展资格。"}]}`,
		"no table":                        `{"id":"x","answer":{"claims":[{"text":"It is 1."}]},"evidence":[{"id":"E1","columns":[],"rows":[]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, err := Line([]byte(in))
			if !json.Valid(out) {
				t.Fatalf("the line is no JSON: %.200s", out)
			}
			if err != nil {
				t.Errorf("%v", err)
			}
		})
	}
	for name, in := range map[string]string{
		"nothing": `{}`, "null": `null`, "blank": "  ", "null id": `{"id":null,"answer":{"text":"a."}}`, "unknown key of evidence": `{"id":"x","answer":{"text":"a."},"evidence":[{"id":"E1","columns":["a"],"rows":[["b"]],"complet":false}]}`,
		"unknown key of a claim": `{"id":"x","answer":{"claims":[{"text":"a","cite":["E1"]}]},"evidence":[]}`, "text and claims": `{"id":"x","answer":{"text":"a","claims":[{"text":"a"}]}}`, "not a number": `{"id":"x","answer":{"text":"a"},"evidence":[{"id":"E1","formula":"1","value":NaN}]}`,
		"one id twice": `{"id":"x","answer":{"text":"a"},"evidence":[{"id":"E1","text":"a"},{"id":"E1","text":"b"}]}`, "two forms": `{"id":"x","answer":{"text":"a"},"evidence":[{"id":"E1","text":"a","rows":[["b"]]}]}`,
		"no JSON": `{"id":`, "a list": `[1]`, "no id": `{"answer":{"text":"a."},"evidence":[{"text":"a"}]}`, "bad day": `{"id":"x","as_of":"tomorrow","answer":{"text":"a."}}`,
		"bad status": `{"id":"x","answer":{"text":"a."},"evidence":[{"id":"E1","status":"lost"}]}`, "no form": `{"id":"x","answer":{"text":"a."},"evidence":[{"id":"E1"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, err := Line([]byte(in))
			if err == nil || !strings.Contains(string(out), `"error":`) || !json.Valid(out) {
				t.Errorf("err %v, line %s", err, out)
			}
		})
	}
}

func quoteJSON(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// TestSameVerdictTwice holds the verifier to being a function of its input.
func TestSameVerdictTwice(t *testing.T) {
	v := newTest(t, testRules())
	for _, c := range append(append([]check{}, ruleTable...), supplies...) {
		a, b := findings(t, v, caseOf(c)), findings(t, v, caseOf(c))
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: %v, then %v", c.name, a, b)
		}
	}
}

// TestChecklist names the record and the value of everything that was proved.
func TestChecklist(t *testing.T) {
	v := newTest(t, testRules())
	got, err := v.Verify(t.Context(), caseOf(check{claim: "SKU-0412 退货 57 件，退货率 3.2%。", ev: supply(), cites: cite("E1")}))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"57 件": "57", "3.2%": "0.03202", "SKU-0412": "SKU-0412"}
	for _, c := range got.Checklist {
		if c.Evidence != "E1" || want[c.What] != c.Value {
			t.Errorf("%+v", c)
		}
		delete(want, c.What)
	}
	if len(want) > 0 {
		t.Errorf("not in the checklist: %v", want)
	}
}

func FuzzVerify(f *testing.F) {
	for _, c := range ruleTable {
		if len(c.ev) > 0 {
			f.Add(c.claim, c.ev[0].Text)
		}
	}
	v, err := New(testRules())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, claim, text string) {
		e := passage(text)
		e.ID = "E1"
		c := casefile.Case{Evidence: []casefile.Evidence{e}}
		c.Draft.Claims = []casefile.Claim{{Text: claim, Cites: cite("E1")}, {Text: claim, Cites: quoted("E1", claim, 0, len(claim))}}
		if _, err := v.Verify(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"id":"1","answer":{"text":"The fee is $30 [E1]."},"evidence":[{"id":"E1","text":"The fee is $30 for members."}]}`))
	f.Add([]byte(`{"id":"1","answer":{"claims":[{"text":"Returns fell by 45.6%.","cites":["E2"]}]},"evidence":[{"id":"E1","columns":[{"name":"year"},{"name":"returns"}],"rows":[["2023",57],["2024",31]],"complete":true},{"id":"E2","formula":"(31 - 57) / 57","inputs":["E1"],"value":-0.456}]}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if out, _ := Line(in); !json.Valid(out) {
			t.Fatalf("%s", out)
		}
	})
}

// BenchmarkClaim is the cost of one claim over twenty records: the bar is 1 ms.
func BenchmarkClaim(b *testing.B) {
	v, err := New(testRules())
	if err != nil {
		b.Fatal(err)
	}
	var ev []casefile.Evidence
	for range 3 {
		ev = append(ev, supply()...)
	}
	ev = append(ev, passage(noReason), passage(faults))
	c := caseOf(check{claim: "SKU-0412 包装破损率 0.72%（n=1250），超过供应商甲标准上限 0.5%。", ev: ev, cites: cite("E2", "E3", "E4")})
	for range 9 {
		c.Draft.Claims = append(c.Draft.Claims, c.Draft.Claims[0])
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := v.Verify(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(c.Draft.Claims)), "µs/claim")
}
