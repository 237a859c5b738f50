package quantity

import (
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

func TestComing(t *testing.T) {
	day := func(y, m, d int) casefile.Date { return casefile.Date{Year: y, Month: time.Month(m), Day: d} }
	today := day(2026, 9, 20)
	for _, tc := range []struct {
		day   casefile.Date
		words string
		want  casefile.Date
	}{
		{day(2025, 9, 30), "9月30日", day(2026, 9, 30)},
		{day(2025, 9, 28), "on 28 September", day(2026, 9, 28)},
		{day(2026, 9, 10), "9月10日", day(2026, 9, 10)},
		{day(2025, 9, 30), "2025年9月30日", day(2025, 9, 30)},
		{day(2025, 9, 30), "去年9月30日", day(2025, 9, 30)},
		{day(2026, 4, 21), "21 April", day(2026, 4, 21)},
		{day(2026, 9, 21), "明天", day(2026, 9, 21)},
	} {
		if got := Coming(tc.day, tc.words, today); got != tc.want {
			t.Errorf("%s, %s: %s, want %s", tc.day, tc.words, got, tc.want)
		}
	}
}
