package calc

import (
	"errors"
	"math/big"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"1 + 2 * 3", "n / total > limit", "days(order.signed, today) <= 7 天", "not known(x) and a in (1, 'x')",
		"if(a > 2, round(1/3, 2), max(rows))", "2^3^2", "-(-1)", "订单.已拆封 && a ≥ 3 || !no", "9^9^9", "1e5", "a[0].b[x]", "\xff", "'", "((((",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		e, err := Parse(src)
		var at *Error
		if err != nil {
			if !errors.As(err, &at) || at.Pos < 0 || at.Pos > len(src) {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		v, err := Eval(e, look)
		if err != nil {
			if !errors.As(err, &at) || at.Pos < 0 || at.Pos > len(src) {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		again, err := Eval(e, look)
		if err != nil || show(again) != show(v) {
			t.Fatalf("%q: %s, then %s, %v", src, show(v), show(again), err)
		}
		if v.Kind == Number {
			if s, exact := v.Format(); exact {
				r, ok := new(big.Rat).SetString(s)
				if !ok || r.Cmp(v.Num) != 0 {
					t.Fatalf("%q: %s is not %s", src, s, v.Num)
				}
			}
		}
	})
}

func FuzzFromText(f *testing.F) {
	for _, s := range []string{"0.5%", "7 天", "2026-09-10T18:22:00+08:00", "true", "1.2万元", "3–5天", "\xff", "1/0", ".A00", "."} {
		f.Add(s)
	}
	zone := time.FixedZone("UTC+8", 8*3600)
	f.Fuzz(func(t *testing.T, s string) {
		v := FromText(s, zone)
		if v.Kind == Unknown {
			return
		}
		text, exact := v.Format()
		if !exact {
			return
		}
		// what was read and written is read as the same
		again := FromInput(casefile.Input{Value: text, Unit: v.Unit})
		if again.Kind != v.Kind && v.Kind != String {
			t.Fatalf("%q is %s, written %q, read as %s", s, v.Kind, text, again.Kind)
		}
		if v.Kind == Number && again.Num.Cmp(v.Num) != 0 {
			t.Fatalf("%q: %s, then %s", s, v.Num, again.Num)
		}
	})
}

func FuzzReplay(f *testing.F) {
	f.Add("a / b", "57", "件", "1200", "件")
	f.Add("a - b > 3", "2026-09-10", "", "2026-09-01", "")
	f.Fuzz(func(t *testing.T, formula, a, au, b, bu string) {
		c, err := Run(formula, []casefile.Input{{Name: "a", Value: a, Unit: au}, {Name: "b", Value: b, Unit: bu}})
		if err != nil {
			return
		}
		if same, err := Replay(c); !same || err != nil {
			t.Fatalf("%+v: %v, %v", c, same, err)
		}
	})
}

func BenchmarkCondition(b *testing.B) {
	e, err := Parse("known(order.signed) and days(order.signed, today) <= 7 and n / total > limit")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Eval(e, look); err != nil {
			b.Fatal(err)
		}
	}
}
