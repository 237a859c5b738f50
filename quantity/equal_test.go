package quantity

import (
	"math/big"
	"testing"
)

// first returns the first mention of a text that is no label.
func first(t *testing.T, s string) Mention {
	t.Helper()
	for _, m := range Find(s) {
		if m.Kind != Label {
			return m
		}
	}
	t.Fatalf("no mention in %q", s)
	return Mention{}
}

// TestEqual holds the pairs of the verifying traps: what a draft says, and what the evidence says.
func TestEqual(t *testing.T) {
	tests := []struct {
		why           string
		stated, exact string
		want          bool
	}{
		{"value", "增长 8%", "9%", false},
		{"unit", "12 %", "12 months", false},
		{"below one", "0.8 %", "0.3 %", false},
		{"substring", "1,976 units", "976 units", false},
		{"substring, other thing", "1,976 units", "1 store", false},
		{"digits of a code swapped", "PPR-9087", "PPR-9078", false},
		{"code and a bare number", "PPR-9087", "9087", false},
		{"year", "in 2021", "in 2022", false},
		{"day and month swapped", "2024-03-05", "2024-05-03", false},
		{"days and weeks", "15天", "15周", false},
		{"Han is no boundary", "退货期限为15天", "退货期限为15天", true},
		{"thousands separator", "1200", "1,200", true},
		{"trailing zero", "8.50", "8.5", true},
		{"万 and digits", "1.2万元", "12,000元", true},
		{"scale", "1200万元", "1200元", false},
		{"two languages", "15天", "15 days", true},
		{"weeks are days", "两周", "14 days", true},
		{"years are months", "一年", "12个月", true},
		{"a month is no 30 days", "一个月", "30天", false},
		{"a year is no 365 days", "1年", "365天", false},
		{"hours are minutes", "一个半小时", "90 minutes", true},
		{"one and a half is not one", "一个半小时", "一个小时", false},
		{"working days are no days", "3个工作日", "3天", false},
		{"percent in words", "百分之十二", "12%", true},
		{"percent and points", "12%", "12个百分点", false},
		{"basis points", "50 bps", "0.5 percentage points", true},
		{"tenths", "八成", "80%", true},
		{"per mille", "千分之五", "0.5%", true},
		{"fraction", "三分之一", "1/3", true},
		{"a share and a plain number", "12%", "0.12", false},
		{"discount is no share", "8折", "80%", false},
		{"multiple and percent", "3倍", "300%", false},
		{"currency", "¥100", "$100", false},
		{"currency in words", "人民币100元", "RMB 100", true},
		{"price and amount", "100元/件", "100元", false},
		{"mAh and mg", "5000 mAh", "5000 mg", false},
		{"mAh and a plain number", "5000 mAh", "5000", false},
		{"unknown unit and a plain number", "5000 foo", "5000", false},
		{"unknown unit and another", "5000 foo", "5000 bar", false},
		{"unknown unit and itself", "5000 foo", "5000foo", true},
		{"kilogram", "3 千克", "3000 g", true},
		{"kilogram and pieces", "3 千克", "3 件", false},
		{"dozen", "two dozen", "2", false},
		{"dozen is twelve", "two dozen boxes", "24 boxes", true},
		{"打 is twelve", "3打", "36件", true},
		{"boxes and pieces", "5箱", "5件", false},
		{"orders and pieces", "5单", "5件", false},
		{"个 and pieces", "57个", "57 units", true},
		{"个 and boxes", "57个", "57箱", false},
		{"three rows", "三个", "3", true},
		{"counted things", "57 returns", "57", true},
		{"other counted things", "57 returns", "57 complaints", false},
		{"a value and its range", "3天", "3–5天", false},
		{"ranges", "3天到5天", "3–5 days", true},
		{"ranges that end elsewhere", "3–5天", "3–6天", false},
		{"rank and number", "第3名", "3", false},
		{"top three and third", "前三", "第三名", false},
		{"day seven", "第7天", "day 7", true},
		{"day seven and seven days", "第7天", "7天", false},
		{"partial date", "11月5日", "2026-11-05", true},
		{"partial date, other day", "11月5日", "2026-11-06", false},
		{"partial date in English", "March 5", "2024-03-05", true},
		{"American or not", "3/5/2024", "2024-03-05", false},
		{"date words", "2026年9月10日", "September 10, 2026", true},
		{"month with year and without", "9月", "2026年9月", true},
		{"month and day", "2026年9月", "2026-09-10", false},
		{"quarters", "Q3", "第三季度", true},
		{"halves", "上半年", "H1", true},
		{"quarter and its year", "2026Q3", "2025Q3", false},
		{"fiscal year is no year", "FY19", "2019年", false},
		{"versions are no decimals", "version 2.10", "version 2.1", false},
		{"amount that looks like a year", "$ 1,955", "1955年", false},
		{"bare year", "2021", "in 2021", true},
		{"time of day", "23:30", "11:30 pm", true},
		{"full width", "１５天", "15天", true},
		{"traditional characters", "三個月", "三个月", true},
		{"negative", "-5%", "5%", false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			a, b := first(t, tt.stated), first(t, tt.exact)
			got, why := Equal(a, b)
			if got != tt.want {
				t.Errorf("Equal(%q %s, %q %s) = %v, %s", tt.stated, say(a), tt.exact, say(b), got, why)
			}
			if got == (why != "") {
				t.Errorf("why = %q with %v", why, got)
			}
			if back, _ := Equal(b, a); back != got {
				t.Error("not symmetric")
			}
		})
	}
}

func TestEqualCells(t *testing.T) {
	tests := []struct {
		why, stated, text, typ, unit string
		want                         bool
	}{
		{"ratio column", "12%", "0.12", "ratio", "", true},
		{"decimal column without a unit", "12%", "0.12", "decimal", "", false},
		{"percent column", "12%", "12", "decimal", "%", true},
		{"percent column, ratio given", "12%", "0.12", "decimal", "%", false},
		{"pieces", "57件", "57", "integer", "件", true},
		{"pieces in English", "57 units", "57", "integer", "件", true},
		{"bare number over pieces", "57", "57", "integer", "件", true},
		{"bare number over days", "57", "57", "integer", "天", false},
		{"boxes over pieces", "57箱", "57", "integer", "件", false},
		{"money", "1.2万元", "12000.00", "decimal", "CNY", true},
		{"date", "9月10日", "2026-09-10", "date", "", true},
		{"date and time", "2026年9月10日", "2026-09-10T18:22:00+08:00", "datetime", "", true},
		{"identifier", "A123", "A123", "identifier", "", true},
		{"identifier of digits is no number", "123", "123", "identifier", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			cell, ok := Value(tt.text, tt.typ, tt.unit)
			if !ok {
				t.Fatal("the cell has no value")
			}
			if got, why := Equal(first(t, tt.stated), cell); got != tt.want {
				t.Errorf("got %v, %s", got, why)
			}
		})
	}
}

func TestRoundsTo(t *testing.T) {
	tests := []struct {
		stated, exact string
		want          bool
	}{
		{"12.3%", "12.345%", true},
		{"12.4%", "12.345%", false},
		{"12.35%", "12.345%", true}, // half up
		{"12.34%", "12.345%", true}, // half to even
		{"12.33%", "12.345%", false},
		{"8%", "8.32%", false}, // one digit
		{"0.62%", "0.6180%", true},
		{"1.2万", "12034", true},
		{"1.2万", "12600", false},
		{"12000", "12034", false}, // written to the unit
		{"1200", "1200", true},
		{"33%", "1/3", true},
		{"12%", "12.3 months", false},
		{"0.10%", "0.104%", true},
	}
	for _, tt := range tests {
		if got := RoundsTo(first(t, tt.stated), first(t, tt.exact)); got != tt.want {
			t.Errorf("RoundsTo(%s, %s) = %v", tt.stated, tt.exact, got)
		}
	}
	third := Of(big.NewRat(1, 3), tab.byName["ratio"])
	if !RoundsTo(first(t, "33.3%"), third) || RoundsTo(first(t, "33.4%"), third) {
		t.Error("a computed third is 33.3%")
	}
}

func TestNear(t *testing.T) {
	tests := []struct {
		stated, exact string
		want          bool
	}{
		{"约1200件", "1187件", true},
		{"约1200件", "1251件", false},
		{"约1200件", "1100件", false},
		{"about 30%", "31%", true},
		{"about 30%", "34%", false}, // more than a twentieth
		{"about 3", "3.1", true},
		{"about 3", "3.4", false},
		{"约12天", "12 months", false},
	}
	for _, tt := range tests {
		if got := Near(first(t, tt.stated), first(t, tt.exact)); got != tt.want {
			t.Errorf("Near(%s, %s) = %v", tt.stated, tt.exact, got)
		}
	}
}

func TestSameBound(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"至少3天", "至多3天", false},
		{"不超过5%", "不低于5%", false},
		{"within 7 days", "7 天内", true},
		{"15天", "15天内", true},
		{"at least 3", "no less than 3", true},
		{"no more than 3", "more than 3", false},
	}
	for _, tt := range tests {
		if got := SameBound(first(t, tt.a), first(t, tt.b)); got != tt.want {
			t.Errorf("SameBound(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}
