package quantity

import (
	"math/big"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

var seeds = []string{
	"", "上个月华东区退货最多的三个，退货率 0.62%，上限0.5%，超出0.12个百分点。",
	"PPR-9087 $ 1,955 3/5/2024 2026-09-10T18:22:00+08:00 v2.10 (1) §3 1,976 units",
	"签收后 15 天内；within 7 days; 1小时30分钟；两年半；三到五天；10%~20%；25 ± 2 ℃；30×20×10 cm",
	"自2026年3月以来 since March 去年同期 近三个月 3-5月 August 1–15, 2026 from 2026-01-01 to now",
	"人民币壹万贰仟叁佰肆拾伍元整 一万二千亿 零点五 百分之三十五点二 翻两番 九五折 1e300 ½",
	"three hundred and five, twenty-one, two and a half years, half of, a dozen, one-third",
	"\xff\xfe1\xff年\x80", "１２３，４５６．７８％", "1,1,1,1,1,1", "----1----", "第第第3", "2026年13月45日", "99:99", "9/0", "0/0", "1/3/0",
}

func FuzzFind(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, m := range Find(s) {
			if m.Start < end || m.End <= m.Start || m.End > len(s) || m.Text != s[m.Start:m.End] {
				t.Fatalf("%q: mention %d..%d after %d", s, m.Start, m.End, end)
			}
			end = m.End
			if utf8.ValidString(s) && !utf8.ValidString(m.Text) {
				t.Fatalf("%q: %q is cut inside a character", s, m.Text)
			}
			named := m.Kind == Code || m.Kind == Label
			switch {
			case named && m.Name == "":
				t.Fatalf("%q: %s without a name", s, m.Kind)
			case !named && !isCalendar(m.Kind) && (m.Value == nil || m.Step == nil || m.Step.Sign() <= 0 && m.Kind != Ratio || m.Digits < 1):
				t.Fatalf("%q: %+v", s, m)
			case m.Kind == FullDate && m.Date().IsZero():
				t.Fatalf("%q: no such day: %+v", s, m)
			}
			if ok, why := Equal(m, m); !ok {
				t.Fatalf("%q: %s is not itself: %s", s, say(m), why)
			}
			if (m.Bound == Range) && m.High != nil && m.High.Cmp(m.Value) <= 0 {
				t.Fatalf("%q: range %s", s, say(m))
			}
		}
	})
}

func FuzzPeriods(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, m := range Periods(s, clock, PeriodOptions{BusinessDays: true}) {
			if m.Start < end || m.End <= m.Start || m.End > len(s) || m.Text != s[m.Start:m.End] {
				t.Fatalf("%q: period %d..%d after %d", s, m.Start, m.End, end)
			}
			end = m.End
			p := m.Period
			if p.IsZero() || m.Label == "" || m.Granularity == "" {
				t.Fatalf("%q: %+v", s, m)
			}
			if !p.From.IsZero() && !p.To.IsZero() && p.To.Compare(p.From) < 0 {
				t.Fatalf("%q: %s ends before it begins", s, p)
			}
			if _, err := casefile.ParsePeriod(p.String()); err != nil {
				t.Fatalf("%q: %v", s, err)
			}
		}
	})
}

func FuzzScale(f *testing.F) {
	for _, s := range []string{"单位：万元", "(in thousands)", "USD millions", "占比(%)", "($'000)", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if factor, _, ok := Scale(s); ok && factor.Sign() <= 0 {
			t.Fatalf("%q: factor %s", s, factor)
		}
	})
}

func FuzzValue(f *testing.F) {
	f.Add("12.50", "decimal", "件")
	f.Add("2026-09-10", "date", "")
	f.Add("1e400", "ratio", "%")
	f.Add(".", "0", "0")
	f.Fuzz(func(t *testing.T, s, typ, unit string) {
		if m, ok := Value(s, typ, unit); ok {
			if same, why := Equal(m, m); !same {
				t.Fatalf("%q %s %q: %s", s, typ, unit, why)
			}
		}
	})
}

// FuzzFormat checks that what FormatExact and FormatDecimal call exact is read back as the same value.
func FuzzFormat(f *testing.F) {
	f.Add(int64(1), int64(3), uint8(12))
	f.Add(int64(-17), int64(2), uint8(3))
	f.Add(int64(1234567), int64(1000), uint8(20))
	f.Add(int64(300), int64(3), uint8(0))
	f.Fuzz(func(t *testing.T, num, den int64, digits uint8) {
		if den == 0 {
			return
		}
		r := big.NewRat(num, den)
		s, exact := FormatDecimal(r, int(digits%30)+1)
		back, ok := new(big.Rat).SetString(s)
		if !ok {
			t.Fatalf("%s is written %q", r, s)
		}
		if exact != (back.Cmp(r) == 0) {
			t.Fatalf("%s is written %s, exact %v", r, s, exact)
		}
		if m, ok := Value(s, "decimal", ""); !ok || m.Value.Cmp(back) != 0 {
			t.Fatalf("%q is not read back", s)
		}
		if num >= 0 && !strings.Contains(s, "e") {
			ms := Find("值 " + s + " 件")
			if len(ms) != 1 || ms[0].Value == nil || ms[0].Value.Cmp(back) != 0 {
				t.Fatalf("%q is found as %+v", s, ms)
			}
		}
	})
}

// BenchmarkFind reads one megabyte of mixed text, and texts made to be slow.
func BenchmarkFind(b *testing.B) {
	mixed := strings.Join(seeds[1:7], "\n")
	for name, unit := range map[string]string{
		"mixed": mixed, "digits": "1", "commas": "1,", "han": "一", "tens": "十", "letters": "a", "hyphens": "a-", "slashes": "1/", "words": "one ", "range": "1-", "and": "two and ", "dots": "1.", "percent": "百分之", "last": "the last ", "from": "从3月到",
	} {
		s := strings.Repeat(unit, 1<<20/len(unit)+1)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Find(s)
			}
		})
		b.Run(name+"/periods", func(b *testing.B) {
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Periods(s, clock, PeriodOptions{})
			}
		})
	}
}
