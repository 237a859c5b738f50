package casefile_test

import (
	"errors"
	"testing"

	"github.com/casefile/casefile"
)

func TestDaysApart(t *testing.T) {
	for _, tc := range []struct {
		from, to string
		want     int
	}{
		{"2026-09-10", "2026-09-20", 10}, {"2026-09-20", "2026-09-10", -10}, {"2024-02-28", "2024-03-01", 2}, {"2026-02-28", "2026-03-01", 1},
		{"1969-12-31", "1970-01-01", 1}, {"1900-02-28", "1900-03-01", 1}, // 1900 had no 29 February
		{"0001-01-01", "2026-09-20", 739878}, {"0001-01-01", "9999-12-31", 3652058}, // by Python's date.toordinal
	} {
		from, err := casefile.ParseDate(tc.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := casefile.ParseDate(tc.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := to.Sub(from); got != tc.want {
			t.Errorf("from %s to %s: %d days, want %d", tc.from, tc.to, got, tc.want)
		}
		if from.AddDays(tc.want) != to {
			t.Errorf("%s and %d days is %s, want %s", tc.from, tc.want, from.AddDays(tc.want), tc.to)
		}
	}
}

// A name that does not read back from a log as it was, or that looks like another one, is no name.
func TestNamesOfAScope(t *testing.T) {
	day := casefile.Date{Year: 2026, Month: 9, Day: 20}
	for _, name := range []string{"u7", "张三", "a.b-c_d", "u７", "o'neil", "user@example.com", "role:x"} {
		if _, err := casefile.NewScope(casefile.Identity{Tenant: "shop", User: name}, day); err != nil {
			t.Errorf("%q is refused: %v", name, err)
		}
	}
	for _, name := range []string{"", " ", "u 7", "u\t7", "u\n", "u\u00a07", "u\u30007", "a/b", `a\b`, "a,b", ".", "..", "u\x00", "u\x1b[31m", "u\x7f", "u\xff", "u\u200b7", "u\u202e7", "u\ufeff"} {
		for _, id := range []casefile.Identity{{Tenant: name, User: "u"}, {Tenant: "t", User: name}, {Tenant: "t", User: "u", Roles: []string{name}}} {
			if _, err := casefile.NewScope(id, day); !errors.Is(err, casefile.ErrNoScope) {
				t.Errorf("%+q is taken: %v", id, err)
			}
		}
	}
}
