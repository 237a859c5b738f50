package quantity

import "github.com/casefile/casefile"

// A DateMention is a civil day that a text names.
type DateMention struct {
	Date       casefile.Date
	Partial    bool // the text gives no year: Date has the caller's
	Ambiguous  bool // 3/5/2024: Date is the American reading
	Start, End int  // byte offsets
	Text       string
}

// ParseDates returns the days that s names, in order. A day without a year is taken in refYear; one
// that refYear does not have (February 29) is left out. An instant gives its day as written.
func ParseDates(s string, refYear int) []DateMention {
	var out []DateMention
	for _, m := range Find(s) {
		partial := m.Kind == PartDate
		switch {
		case m.Kind == FullDate:
		case partial:
			m.Year = refYear
		default:
			continue
		}
		d := civil(m.Year, m.Month, m.Day)
		if d.IsZero() {
			continue
		}
		out = append(out, DateMention{Date: d, Partial: partial, Ambiguous: m.Ambiguous, Start: m.Start, End: m.End, Text: m.Text})
	}
	return out
}
