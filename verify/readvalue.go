package verify

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"github.com/casefile/casefile/quantity"
)

// numberSigns are numbers that name a thing: 3号线, 一号库.
var numberSigns = regexp.MustCompile(`([0-9]{1,6}|[一二三四五六七八九十]{1,3})号`)

// hanOrDigits writes a number of up to two Han digits in digits.
func hanOrDigits(s string) string {
	if s[0] < 0x80 {
		return s
	}
	m := quantity.Find(s + "个")
	if len(m) != 1 || m[0].Value == nil || !m[0].Value.IsInt() {
		return ""
	}
	return m[0].Value.Num().String()
}

// perBefore reads what a value is counted by from the words before it: 每小时25立方米 is 25 m³ an hour.
func perBefore(src string, m quantity.Mention) quantity.Mention {
	if m.Value == nil || m.Unit.Per != "" || !m.Unit.Known {
		return m
	}
	before := src[max(0, m.Start-24):m.Start]
	i := strings.LastIndex(before, "每")
	if i < 0 {
		return m
	}
	per := strings.TrimSpace(before[i+len("每"):])
	if per == "" || strings.ContainsAny(per, "，。；,;") {
		return m
	}
	if u, ok := quantity.LookupUnit(m.Unit.Name + "/" + per); ok && u.Known {
		m.Unit = u
		m.Kind = quantity.Of(m.Value, u).Kind
	}
	return m
}

// clockTime reads "9 a.m." and "9 p.m.", whose letter is no unit.
func clockTime(src string, m quantity.Mention) quantity.Mention {
	if m.Value == nil || !m.Value.IsInt() || m.Digits > 2 {
		return m
	}
	at := m.Start + unitStart(src[m.Start:m.End])
	rest := strings.ToLower(strings.TrimLeft(src[at:min(len(src), at+8)], " "))
	hour := m.Value.Num().Int64()
	switch {
	case hour < 1 || hour > 12:
		return m
	case strings.HasPrefix(rest, "a.m."), strings.HasPrefix(rest, "am ") && hour != 12:
		hour %= 12
	case strings.HasPrefix(rest, "p.m."):
		hour = hour%12 + 12
	default:
		return m
	}
	m.Kind, m.Unit, m.Value, m.Step, m.Weak = quantity.Clock, quantity.Unit{}, big.NewRat(hour*3600, 1), big.NewRat(1, 1), false
	m.End = m.Start + unitStart(src[m.Start:m.End])
	m.Text = src[m.Start:m.End]
	return m
}

var moreOf = regexp.MustCompile(`^ or (more|less|fewer|above|below|over|under) ([a-z]+)`)

// orMore reads "eight or more days", whose unit stands after the words that bound it.
func orMore(src string, m quantity.Mention) quantity.Mention {
	if m.Value == nil || m.Unit.Name != "" || m.Bound != "" && m.Bound != quantity.AtLeast && m.Bound != quantity.AtMost {
		return m
	}
	x := moreOf.FindStringSubmatch(src[m.End:min(len(src), m.End+40)])
	if x == nil {
		if k := strings.Index(m.Text, " or "); k > 0 {
			x = moreOf.FindStringSubmatch(src[m.Start+k : min(len(src), m.Start+k+40)])
		}
	}
	if x == nil {
		return m
	}
	u, _ := quantity.LookupUnit(x[2])
	out := quantity.Of(m.Value, u)
	out.Start, out.End, out.Text, out.Digits, out.Step = m.Start, m.End, m.Text, m.Digits, m.Step
	out.Bound = quantity.AtLeast
	if x[1] == "less" || x[1] == "fewer" || x[1] == "below" || x[1] == "under" {
		out.Bound = quantity.AtMost
	}
	return out
}

// asYear reads 2019 in "the 2019 group profit" and the second end of 2017-2019 as years.
func asYear(src string, m quantity.Mention) quantity.Mention {
	if m.Value == nil || !m.Value.IsInt() || m.Unit.Known && m.Kind != quantity.Count && m.Unit.Name != "year" || m.Digits != 4 || m.High != nil {
		return m
	}
	n := m.Value.Num().Int64()
	if n < 1900 || n > 2099 || !strings.HasPrefix(src[m.Start:], strconv.FormatInt(n, 10)) {
		return m
	}
	before := strings.ToLower(strings.TrimRight(src[max(0, m.Start-24):m.Start], " "))
	word := before[strings.LastIndexAny(before, " (,;.\n")+1:]
	if m.Unit.Known && word == "" {
		return m
	}
	if k := strings.TrimRight(before, ", "); len(k) >= 4 && len(k) < len(before) && yearAt(k[len(k)-4:]) {
		word = "and" // 2018, 2019 and 2017
	}
	switch word {
	case "in", "for", "from", "during", "the", "fiscal", "since", "and", "between", "to", "until", "through", "year", "of", "by", "end", "across", "or", "than", "at", "on", "late", "early", "spring", "summer", "autumn", "winter":
	default:
		if !strings.HasSuffix(before, "-") && !strings.HasSuffix(before, "–") && !strings.HasSuffix(before, "/") {
			if m.Unit.Name == "" || m.Unit.Known || strings.HasSuffix(m.Unit.Name, "s") || m.Start == 0 {
				return m
			}
		} else if r := strings.TrimRight(before, "-–/"); len(r) < 4 || r[len(r)-1] < '0' || r[len(r)-1] > '9' {
			return m
		}
	}
	return quantity.Mention{Kind: quantity.Year, Year: int(n), Start: m.Start, End: m.Start + 4, Text: src[m.Start : m.Start+4]}
}

func yearAt(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 1900 && n < 2100
}

// numbered returns the name that a bare number ends: Aero 5, Route 66; "" when it counts something.
func numbered(src string, m quantity.Mention) string {
	if m.Value == nil || m.Unit.Known || !m.Value.IsInt() || m.Bound != "" || m.Approx || m.High != nil {
		return ""
	}
	digits := m.Text[:min(len(m.Text), unitStart(m.Text))]
	if len(digits) > 4 || digits == "" || digits[0] < '0' || digits[0] > '9' {
		return ""
	}
	before := src[max(0, m.Start-40):m.Start]
	if !strings.HasSuffix(before, " ") || strings.HasSuffix(before, "  ") {
		return ""
	}
	before = before[:len(before)-1]
	i := strings.LastIndexAny(before, " \n(“\"'’,.;:")
	word := before[i+1:]
	if len(word) < 2 || word[0] < 'A' || word[0] > 'Z' {
		return ""
	}
	rest := strings.TrimRight(before[:i+1], " ")
	if rest == "" || strings.HasSuffix(rest, ".") || strings.HasSuffix(rest, "\n") || strings.HasSuffix(rest, ":") {
		return "" // a sentence may begin with any word
	}
	return strings.ToLower(word) + " " + digits
}

// notUnit reports whether what stands after a number is a word of the sentence and no unit: "106 a placebo".
func notUnit(s string) bool {
	w := s[unitStart(s):]
	if strings.HasSuffix(w, " a") {
		return true // 3.05 million a year earlier
	}
	switch w {
	case " a", " an", " the", " and", " or", " of", " to", " at", " as", " is", " was", " were", " on":
		return true
	}
	return false
}
