package quantity

import (
	"math/big"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

func TestFormatDecimal(t *testing.T) {
	tests := []struct {
		in    string
		max   int
		want  string
		exact bool
	}{
		{"0", 12, "0", true},
		{"57", 12, "57", true},
		{"17/2", 12, "8.5", true},
		{"-1/8", 12, "-0.125", true},
		{"1/3", 12, "0.333333333333", false},
		{"2/3", 4, "0.6667", false},
		{"200/3", 4, "66.67", false},
		{"31/5000", 12, "0.0062", true},
		{"123456/1", 3, "123000", false},
		{"9999/10", 3, "1000", false},
		{"1/3000", 2, "0.00033", false},
	}
	for _, tt := range tests {
		r, _ := new(big.Rat).SetString(tt.in)
		if got, exact := FormatDecimal(r, tt.max); got != tt.want || exact != tt.exact {
			t.Errorf("FormatDecimal(%s, %d) = %s, %v; want %s, %v", tt.in, tt.max, got, exact, tt.want, tt.exact)
		}
	}
	if got, _ := FormatPercent(big.NewRat(62, 10000), 12); got != "0.62%" {
		t.Error(got)
	}
	if got := FormatFixed(big.NewRat(17, 2), 2); got != "8.50" {
		t.Error(got)
	}
}

func TestFormatDates(t *testing.T) {
	d := casefile.Date{Year: 2026, Month: 9, Day: 10}
	tests := []struct{ got, want string }{
		{FormatDate(d, casefile.Chinese), "2026年9月10日"},
		{FormatDate(d, casefile.English), "September 10, 2026"},
		{FormatDay(d, casefile.Chinese), "9月10日"},
		{FormatDay(d, casefile.English), "September 10"},
		{FormatDate(casefile.Date{}, casefile.English), ""},
		{FormatPeriod(casefile.Period{From: d, To: d}, casefile.Chinese), "2026年9月10日"},
		{FormatPeriod(casefile.Period{From: d, To: d.AddDays(1)}, casefile.English), "September 10, 2026 to September 11, 2026"},
		{FormatPeriod(casefile.Period{To: d}, casefile.Chinese), "截至2026年9月10日"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestScale(t *testing.T) {
	tests := []struct {
		in     string
		factor string
		unit   string
		ok     bool
	}{
		{"单位：万元", "10000", "CNY", true},
		{"金额（万元）", "10000", "CNY", true},
		{"(in thousands)", "1000", "", true},
		{"Revenue (in millions of US dollars)", "1000000", "USD", true},
		{"USD millions", "1000000", "USD", true},
		{"占比(%)", "1", "percent", true},
		{"数量（件）", "1", "piece", true},
		{"($'000)", "1000", "USD", true},
		{"单位: 千件", "1000", "piece", true},
		{"单价（元/件）", "1", "CNY/piece", true},
		{"Name", "", "", false},
		{"供应商", "", "", false},
	}
	for _, tt := range tests {
		f, unit, ok := Scale(tt.in)
		got := ""
		if f != nil {
			got = f.RatString()
		}
		if ok != tt.ok || unit != tt.unit || got != tt.factor {
			t.Errorf("Scale(%q) = %s, %q, %v", tt.in, got, unit, ok)
		}
	}
}

func TestParseDates(t *testing.T) {
	tests := []struct{ in, want string }{
		{"订单于9月10日签收", "2026-09-10 partial"},
		{"2026-09-10T18:22:00+08:00", "2026-09-10"},
		{"March 5 and 3/5/2024", "2026-03-05 partial, 2024-03-05 ambiguous"},
		{"2月29日", ""},
		{"9月", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, d := range ParseDates(tt.in, 2026) {
			s := d.Date.String()
			if d.Partial {
				s += " partial"
			}
			if d.Ambiguous {
				s += " ambiguous"
			}
			got = append(got, s)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %v, want %s", tt.in, got, tt.want)
		}
	}
}
