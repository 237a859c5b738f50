package calc

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

var world = map[string]Value{
	"a":             Int(3),
	"zero":          Int(0),
	"n":             FromText("57 件", nil),
	"total":         FromText("1,200 件", nil),
	"rate":          FromText("0.0062", nil),
	"limit":         FromText("0.5%", nil),
	"order.signed":  FromText("2026-09-10T18:22:00+08:00", nil),
	"order.status":  Text("signed"),
	"today":         FromText("2026-09-20", nil),
	"week":          FromText("7 天", nil),
	"two_weeks":     FromText("两周", nil),
	"month":         FromText("1个月", nil),
	"rows":          ListOf(Int(1), Int(5), Int(3)),
	"rows[0].sku":   Text("S1"),
	"none":          ListOf(),
	"holey":         ListOf(Int(1), Value{}),
	"yes":           Truth(true),
	"no":            Truth(false),
	"订单.已拆封":        Truth(true),
	"price":         FromText("100元", nil),
	"unit_price":    FromText("100元/件", nil),
	"id":            Text("1001"),
	"names":         ListOf(Text("甲"), Text("乙")),
	"percent_point": FromText("1.5个百分点", nil),
}

func look(name string) (Value, bool) { v, ok := world[name]; return v, ok }

func run(t *testing.T, src string) (Value, error) {
	t.Helper()
	e, err := Parse(src)
	if err != nil {
		return Value{}, err
	}
	return Eval(e, look)
}

func show(v Value) string {
	s, exact := v.Format()
	if v.Unit != "" {
		s += " " + v.Unit
	}
	if v.Kind == Unknown {
		s = "unknown"
	}
	if !exact {
		s += " (rounded)"
	}
	return s
}

func TestEval(t *testing.T) {
	tests := []struct{ src, want string }{
		// numbers
		{"1 + 2 * 3", "7"},
		{"(1 + 2) * 3", "9"},
		{"0.1 + 0.2 == 0.3", "true"},
		{"1/3", "0.333333333333 (rounded)"},
		{"1/3*3 == 1", "true"},
		{"10/4", "2.5"},
		{"2^10", "1024"},
		{"2^3^2", "512"},
		{"-2^2", "-4"},
		{"2^-2", "0.25"},
		{"--3", "3"},
		{"1 - -1", "2"},
		{"50%", "0.5 ratio"},
		{"200 * 0.5%", "1"},
		{".5 + 1.50", "2"},
		{"3 × 4 ÷ 2", "6"},
		{strings.Repeat("9", 400) + " + 1", "1" + strings.Repeat("0", 400)},
		// units
		{"n + 3件", "60 件"},
		{"n / total", "0.0475"},
		{"n / total > limit", "true"},
		{"rate > limit", "true"},
		{"rate > 0.5%", "true"},
		{"rate - limit", "0.0012 ratio"},
		{"week == 7 days", "true"},
		{"two_weeks > 10天", "true"},
		{"2周 + 3天", "17 天"},
		{"1年 == 12个月", "true"},
		{"1.5小时 == 90分钟", "true"},
		{"n * 2", "114 件"},
		{"price * 3", "300 元"},
		{"unit_price * 3件", "300 元"},
		{"price / 4件", "25 元/件"},
		{"limit * 200", "1 ratio"},
		{"price * limit", "0.5 元"},
		{"abs(-5件)", "5 件"},
		{"max(3天, 1周)", "1 周"},
		// comparison and logic
		{"1 < 2 and 2 < 3", "true"},
		{"1 < 2 && !(2 > 3) || false", "true"},
		{"not true or true", "true"},
		{"not (true or true)", "false"},
		{"order.status == 'signed'", "true"},
		{`order.status != "signed"`, "false"},
		{"订单.已拆封 and a ≥ 3", "true"},
		{"rows[0].sku == 'S1'", "true"},
		{"a in (1, 2, 3)", "true"},
		{"a not in (1, 2)", "true"},
		{"a in rows", "true"},
		{"'丙' in names", "false"},
		{"order.status in ('signed', 'paid')", "true"},
		{"id == '1001'", "true"},
		{"id == 1001", "true"},
		{"order.status == 3", "false"},
		{"'it''s' == 'x'", ""},
		{`'it\'s' == "it's"`, "true"},
		// unknown
		{"x", "unknown"},
		{"x + 1", "unknown"},
		{"x > 1", "unknown"},
		{"x > 1 and false", "false"},
		{"false and x > 1", "false"},
		{"x > 1 and true", "unknown"},
		{"x > 1 or true", "true"},
		{"x > 1 or false", "unknown"},
		{"not (x > 1)", "unknown"},
		{"known(x)", "false"},
		{"known(a)", "true"},
		{"not known(x.y[0]) and a == 3", "true"},
		{"x in (1, 2)", "unknown"},
		{"a in (1, x)", "unknown"},
		{"a in (3, x)", "true"},
		{"if(known(x), x, 0)", "0"},
		{"if(x > 1, 1, 2)", "unknown"},
		{"sum(holey)", "unknown"},
		{"max(none)", "unknown"},
		{"avg(none)", "unknown"},
		// an error on the side that does not count is none
		{"false and 1/0 > 1", "false"},
		{"if(true, 1, 1/0)", "1"},
		// functions
		{"min(3, 1, 2)", "1"},
		{"max(rows)", "5"},
		{"sum(rows)", "9"},
		{"sum(none)", "0"},
		{"avg(rows)", "3"},
		{"count(rows)", "3"},
		{"len(rows) + len('四个字啊')", "7"},
		{"contains(rows, 5)", "true"},
		{"contains(names, '丙')", "false"},
		{"contains('已拆封的耳机', '拆封')", "true"},
		{"round(2.345, 2)", "2.35"},
		{"round(-2.5)", "-3"},
		{"round(1234, -2)", "1200"},
		{"round(2/3, 4)", "0.6667"},
		{"if(a > 2, '多', '少')", "多"},
		// dates
		{"days(order.signed, today)", "10 day"},
		{"days(order.signed, today) <= 7", "false"},
		{"days(order.signed, today) <= week", "false"},
		{"days(today, order.signed)", "-10 day"},
		{"order.signed + 7", "2026-09-17"},
		{"order.signed + 7天 < today", "true"},
		{"order.signed + 1周", "2026-09-17"},
		{"today - order.signed", "10 day"},
		{"today - 10天 == order.signed", "true"},
		{"order.signed == '2026-09-10'", "true"},
		{"date('2024-02-28') + 2", "2024-03-01"},
		{"date('2026-09-10') <= order.signed", "true"},
		{"months('2026-01-31', '2026-02-28')", "1 month"},
		{"months('2026-01-15', '2026-09-14')", "7 month"},
		{"max(order.signed, today)", "2026-09-20"},
	}
	for _, tt := range tests {
		t.Run(tt.src[:min(len(tt.src), 40)], func(t *testing.T) {
			v, err := run(t, tt.src)
			if tt.want == "" {
				if err == nil {
					t.Fatalf("got %s, want an error", show(v))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := show(v); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		src string
		pos int
		say string
	}{
		{"", 0, "missing"},
		{"1 +", 3, "missing"},
		{"(1", 2, `")"`},
		{"1)", 1, "after"},
		{"a b", 2, "after"},
		{"1 2", 2, "after"},
		{"1,000 + 1", 1, "thousands"},
		{"1.2.3", 3, "point"},
		{"1 = 1", 2, "=="},
		{"1 < 2 < 3", 6, "chain"},
		{"foo(1)", 0, "no function"},
		{"round()", 0, "takes"},
		{"known(1, 2)", 0, "takes"},
		{"'open", 0, "quote"},
		{"a.", 1, "point"},
		{"rows[0", 4, "bracket"},
		{"and 1", 0, "value"},
		{"5 foo", 2, "after"},
		{"5foo", 0, "unit"},
		{"1 ? 2", 2, "unexpected"},
		{"a\xff", 1, "UTF-8"},
		{"1/0", 1, "zero"},
		{"1/zero", 1, "zero"},
		{"0^-1", 1, "zero"},
		{"9^9^9", 1, "large"},
		{"2^0.5", 1, "whole"},
		{"week > month", 5, "units"},
		{"week + n", 5, "units"},
		{"limit > percent_point", 6, "units"},
		{"n > week", 2, "units"},
		{"2周 ^ 2", 5, "base"},
		{"1 + 'x'", 2, "numbers"},
		{"1 < 'x'", 2, "compared"},
		{"yes < no", 4, "order"},
		{"yes > 1", 4, "compared"},
		{"1 and true", 2, "true or false"},
		{"not 1", 0, "true or false"},
		{"if(1, 2, 3)", 0, "true or false"},
		{"-'x'", 0, "number"},
		{"order.signed * 2", 13, "fit"},
		{"order.signed + 1个月", 13, "units"},
		{"days('x', today)", 0, "date"},
		{"round(1, 0.5)", 0, "whole"},
		{"order.signed + 0.5", 13, "whole days"},
		{"order.signed + 9999999999", 13, "whole days"},
	}
	for _, tt := range tests {
		t.Run(tt.src, func(t *testing.T) {
			v, err := run(t, tt.src)
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("got %s, %v", show(v), err)
			}
			if e.Pos != tt.pos || !strings.Contains(e.Msg, tt.say) {
				t.Errorf("got %v; want byte %d and %q", err, tt.pos, tt.say)
			}
		})
	}
}

// What is made to blow up ends in an error.
func TestBounds(t *testing.T) {
	for name, src := range map[string]string{
		"brackets": strings.Repeat("(", 30000) + "1",
		"minus":    strings.Repeat("-", 30000) + "1",
		"not":      strings.Repeat("not ", 10000) + "true",
		"powers":   "2" + strings.Repeat("^2", 10000),
		"length":   strings.Repeat("1+", 40000) + "1",
		"calls":    strings.Repeat("abs(", 10000) + "1",
		"growth":   "((((9^9)^99)^99)^99)",
		"products": "(10^9999)" + strings.Repeat("*(10^9999)", 40),
	} {
		if v, err := run(t, src); err == nil {
			t.Errorf("%s: got a %s", name, v.Kind)
		}
	}
	long := strings.Repeat("1+", 5000) + "1"
	if v, err := run(t, long); err != nil || show(v) != "5001" {
		t.Errorf("a long sum: %s, %v", show(v), err)
	}
}

func TestNames(t *testing.T) {
	e, err := Parse("known(a.b) and x[0].y > 2*a.b and 订单.状态 == 'and' or true")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(Names(e), " "); got != "a.b x[0].y 订单.状态" {
		t.Error(got)
	}
}

func TestFromText(t *testing.T) {
	tests := []struct{ in, kind, want string }{
		{"", "unknown", "unknown"},
		{"  ", "unknown", "unknown"},
		{"12", "number", "12"},
		{"-12.50", "number", "-12.5"},
		{"1,234", "number", "1234"},
		{"0.5%", "number", "0.005 ratio"},
		{"百分之十二", "number", "0.12 ratio"},
		{"7 天", "number", "7 天"},
		{"57 件", "number", "57 件"},
		{"1.2万元", "number", "12000 元"},
		{"两周", "number", "2 周"},
		{"2026-09-10", "date", "2026-09-10"},
		{"2026-09-10T18:22:00+08:00", "date", "2026-09-10"},
		{"2026-09-10T18:22:00Z", "date", "2026-09-11"},
		{"2026-09-10 23:30:00", "date", "2026-09-10"},
		{"2026年9月10日", "date", "2026-09-10"},
		{"2026-02-30", "text", "2026-02-30"},
		{"3/5/2024", "text", "3/5/2024"},
		{"true", "true/false", "true"},
		{"A123", "text", "A123"},
		{"不超过5天", "text", "不超过5天"},
		{"3–5天", "text", "3–5天"},
		{"5 foo", "text", "5 foo"},
		{"已签收", "text", "已签收"},
	}
	zone := time.FixedZone("UTC+8", 8*3600)
	for _, tt := range tests {
		v := FromText(tt.in, zone)
		if v.Kind.String() != tt.kind || show(v) != tt.want {
			t.Errorf("%q: got %s %s, want %s %s", tt.in, v.Kind, show(v), tt.kind, tt.want)
		}
	}
}

func TestFromCell(t *testing.T) {
	tests := []struct {
		cell casefile.Cell
		col  casefile.Column
		kind Kind
		want string
	}{
		{casefile.Cell{Text: "1001", Type: casefile.Text}, casefile.Column{Type: "identifier"}, String, "1001"},
		{casefile.Cell{Text: "57", Type: casefile.Number}, casefile.Column{Type: "integer", Unit: "件"}, Number, "57 件"},
		{casefile.Cell{Text: "0.0062", Type: casefile.Number}, casefile.Column{Type: "ratio"}, Number, "0.0062 ratio"},
		{casefile.Cell{Text: "12", Type: casefile.Number}, casefile.Column{Type: "decimal", Unit: "%"}, Number, "0.12 ratio"},
		{casefile.Cell{Text: "2026-09-10", Type: casefile.Text}, casefile.Column{Type: "date"}, Date, "2026-09-10"},
		{casefile.Cell{Text: "1", Type: casefile.Number}, casefile.Column{Type: "boolean"}, Bool, "true"},
		{casefile.Cell{}, casefile.Column{Type: "date"}, Unknown, "unknown"},
	}
	for _, tt := range tests {
		if v := FromCell(tt.cell, tt.col, nil); v.Kind != tt.kind || show(v) != tt.want {
			t.Errorf("%+v %+v: got %s %s", tt.cell, tt.col, v.Kind, show(v))
		}
	}
}

func TestRunAndReplay(t *testing.T) {
	in := []casefile.Input{
		{Name: "r.damaged", Value: "57", Unit: "件", Evidence: "E1", Column: "damaged"},
		{Name: "r.total", Value: "1200", Unit: "件", Evidence: "E1", Column: "total"},
		{Name: "limit", Value: "0.5%", Evidence: "E2", Quote: "不超过0.5%"},
	}
	c, err := Run("r.damaged / r.total > limit", in)
	if err != nil || c.Value != "true" || !c.Exact {
		t.Fatalf("%+v, %v", c, err)
	}
	if same, err := Replay(c); !same || err != nil {
		t.Errorf("replay: %v, %v", same, err)
	}
	c.Inputs[0].Value = "5"
	if same, _ := Replay(c); same {
		t.Error("a changed input replays to the same value")
	}
	third, err := Run("a / b", []casefile.Input{{Name: "a", Value: "1"}, {Name: "b", Value: "3"}})
	if err != nil || third.Value != "0.333333333333" || third.Exact {
		t.Errorf("%+v, %v", third, err)
	}
	unit, err := Run("a + b", []casefile.Input{{Name: "a", Value: "3", Unit: "天"}, {Name: "b", Value: "1周"}})
	if err != nil || unit.Value != "10" || unit.Unit != "天" {
		t.Errorf("%+v, %v", unit, err)
	}
	for name, f := range map[string]string{"missing input": "a + c", "unused input": "1 + 1", "unreadable": "a +"} {
		if c, err := Run(f, []casefile.Input{{Name: "a", Value: "1"}}); err == nil {
			t.Errorf("%s: %+v", name, c)
		}
	}
}
