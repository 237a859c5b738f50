package statutes

import (
	"testing"

	"github.com/casefile/casefile"
)

func TestCommon(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"应当在三十日内答复申请人", "应当在六十日内答复申请人", "应当在 十日内答复申请人"},
		{"甲乙", "丙丁", ""},
		{"同样", "同样", "同样"},
	} {
		if got := Common(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestFirstDayOfTheIndex(t *testing.T) {
	day := func(y int) casefile.Date { return casefile.Date{Year: y, Month: 1, Day: 1} }
	for _, tt := range []struct {
		name     string
		l        Law
		want     casefile.Date
		knowable bool
	}{
		{"stated", Law{Published: day(2020), Stated: day(2021)}, day(2021), true},
		{"an old sentence", Law{Published: day(2020), Stated: day(2010)}, day(2020), true},
		{"an old sentence, another day in the database", Law{Published: day(2020), Stated: day(2010), Database: day(2021)}, day(2021), false},
		{"the day of publication in the database", Law{Published: day(2020), Stated: day(2010), Database: day(2020)}, day(2020), true},
	} {
		if got, knowable := tt.l.From(); got != tt.want || knowable != tt.knowable {
			t.Errorf("%s: %s %v, want %s %v", tt.name, got, knowable, tt.want, tt.knowable)
		}
	}
}
