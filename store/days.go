package store

import "github.com/casefile/casefile"

var epoch = casefile.Date{Year: 1970, Month: 1, Day: 1}

// dayNumber returns d as days since 1970, open for the zero day.
func dayNumber(d casefile.Date, open int) int {
	if d.IsZero() {
		return open
	}
	return d.Sub(epoch)
}

func dayOf(n int) casefile.Date {
	if n <= openFirst || n >= openLast {
		return casefile.Date{}
	}
	return epoch.AddDays(n)
}

func periodText(p casefile.Period) string {
	if p.IsZero() {
		return ""
	}
	return p.String()
}
