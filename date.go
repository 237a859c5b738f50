package casefile

import (
	"fmt"
	"time"
)

// A Date is a civil day, without a time or a zone. The zero Date means "not given".
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the day of t in t's own zone.
func DateOf(t time.Time) Date {
	y, m, d := t.Date()
	return Date{y, m, d}
}

// ParseDate reads "2006-01-02" and refuses days that do not exist.
func ParseDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return Date{}, fmt.Errorf("date %q: want YYYY-MM-DD, for example 2026-09-10", s)
	}
	return DateOf(t), nil
}

// IsZero reports whether d is not given.
func (d Date) IsZero() bool { return d == Date{} }

// String returns "2006-01-02", or "" for the zero Date.
func (d Date) String() string {
	if d.IsZero() {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// In returns the first instant of d in loc.
func (d Date) In(loc *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, loc)
}

// AddDays returns the day n days after d; n may be negative.
func (d Date) AddDays(n int) Date { return DateOf(d.In(time.UTC).AddDate(0, 0, n)) }

// Sub returns the number of days from e to d.
func (d Date) Sub(e Date) int {
	const day = 24 * 60 * 60
	return int((d.In(time.UTC).Unix() - e.In(time.UTC).Unix()) / day) // a Duration ends at 292 years
}

// Compare returns -1, 0 or +1 as d is before, equal to or after e.
func (d Date) Compare(e Date) int {
	switch n := d.Sub(e); {
	case n < 0:
		return -1
	case n > 0:
		return 1
	}
	return 0
}

// MarshalText writes d as String does.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Date) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*d = Date{}
		return nil
	}
	v, err := ParseDate(string(b))
	if err != nil {
		return err
	}
	*d = v
	return nil
}

// A Period is a run of whole days, both ends inclusive. A zero end is open;
// the zero Period means "not given".
type Period struct {
	From Date `json:"from,omitzero"`
	To   Date `json:"to,omitzero"`
}

// IsZero reports whether p is not given.
func (p Period) IsZero() bool { return p == Period{} }

// Days returns the number of days in p, 0 when an end is open.
func (p Period) Days() int {
	if p.From.IsZero() || p.To.IsZero() {
		return 0
	}
	return p.To.Sub(p.From) + 1
}

// Contains reports whether d lies in p.
func (p Period) Contains(d Date) bool {
	return (p.From.IsZero() || d.Compare(p.From) >= 0) && (p.To.IsZero() || d.Compare(p.To) <= 0)
}

// String returns "FROM..TO"; an open end is left empty.
func (p Period) String() string { return p.From.String() + ".." + p.To.String() }

// ParsePeriod reads "FROM..TO" as String writes it, or one day.
func ParsePeriod(s string) (Period, error) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '.' || s[i+1] != '.' {
			continue
		}
		var p Period
		if err := p.From.UnmarshalText([]byte(s[:i])); err != nil {
			return Period{}, err
		}
		if err := p.To.UnmarshalText([]byte(s[i+2:])); err != nil {
			return Period{}, err
		}
		if !p.From.IsZero() && !p.To.IsZero() && p.To.Compare(p.From) < 0 {
			return Period{}, fmt.Errorf("period %q ends before it begins", s)
		}
		return p, nil
	}
	d, err := ParseDate(s)
	if err != nil {
		return Period{}, fmt.Errorf("period %q: want FROM..TO with days as YYYY-MM-DD", s)
	}
	return Period{d, d}, nil
}
