package tool

import (
	"math"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

// A value that fits no cell must not end the case: the other rows are still true.
func TestOddValues(t *testing.T) {
	cst := time.FixedZone("CST", 8*3600)
	null := casefile.Cell{}
	number := func(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Number} }
	for _, tc := range []struct {
		name string
		v    any
		typ  string
		want casefile.Cell
	}{
		{"null", nil, "integer", null},
		{"infinity", math.Inf(1), "decimal", null},
		{"less than any number", math.Inf(-1), "text", null},
		{"not a number", math.NaN(), "ratio", null},
		{"bytes that are no text", []byte{0xff, 0xfe, 0}, "text", null},
		{"bytes that are no number", []byte{0xff}, "integer", null},
		{"bytes that are text", []byte("甲"), "text", textCell("甲")},
		{"2^53+1", int64(9007199254740993), "integer", number("9007199254740993")},
		{"negative", -12.5, "decimal", number("-12.5")},
		{"minus nothing", math.Copysign(0, -1), "decimal", number("0")},
		{"text in a column of numbers", "12abc", "integer", textCell("12abc")},
		{"a half in a column of whole numbers", 0.5, "integer", textCell("0.5")},
		{"no exponent", 1.5e20, "decimal", number("150000000000000000000")},
		{"before 1970", "1969-12-31T23:59:59Z", "date", textCell("1970-01-01")}, // 07:59:59 in the zone
		{"long before 1970", "1900-02-28", "date", textCell("1900-02-28")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := cell(tc.v, tc.typ, cst); got != tc.want {
				t.Errorf("%v as %s: %+v, want %+v", tc.v, tc.typ, got, tc.want)
			}
		})
	}
}
