package quantity

import (
	"regexp"

	casefile "github.com/casefile/casefile"
)

var yearSaid = regexp.MustCompile(`\d{4}|\d年|去年|前年|今年|\b(?:last|this|next|year)\b`)

// Coming is the day that words without a year mean in a question about what is to come: of the day read, which is past, and the same day
// a year later the one nearer to today. Any other day is left as it is.
func Coming(day casefile.Date, words string, today casefile.Date) casefile.Date {
	next := casefile.Date{Year: day.Year + 1, Month: day.Month, Day: day.Day}
	if day.Compare(today) >= 0 || next.Compare(today) <= 0 || yearSaid.MatchString(words) {
		return day
	}
	if (casefile.Period{From: today, To: next}).Days() < (casefile.Period{From: day, To: today}).Days() {
		return next
	}
	return day
}
