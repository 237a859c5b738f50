package mutate

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
)

var (
	digits = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
	years  = regexp.MustCompile(`(?:19|20)\d\d`)
)

// numbers are the places of the numbers that stand for an amount: in slots, else digits in no date, code or label.
func (it *Item) numbers() [][2]int {
	var out [][2]int
	s := it.Claim().Text
	if it.Slots != nil {
		for _, slot := range it.Slots {
			if slot.Kind != NumberSlot {
				continue
			}
			if d := digits.FindStringIndex(s[slot.Start:slot.End]); d != nil {
				out = append(out, [2]int{slot.Start + d[0], slot.Start + d[1]})
			}
		}
		return out
	}
	for _, m := range quantity.Find(s) {
		if m.Value == nil || m.Kind == quantity.Ordinal || m.Kind == quantity.Clock || m.Approx {
			continue
		}
		if d := digits.FindStringIndex(s[m.Start:m.End]); d != nil {
			out = append(out, [2]int{m.Start + d[0], m.Start + d[1]})
		}
	}
	return out
}

func onNumber(f func(string, *choice) []string) func(*Item, *choice) []change {
	return func(it *Item, r *choice) []change {
		s := it.Claim().Text
		all := it.numbers()
		var out []change
		for k := range all {
			n := all[(k+r.of(len(all)))%len(all)]
			for _, t := range f(s[n[0]:n[1]], r) {
				if t != "" && !sameNumber(t, s[n[0]:n[1]]) {
					out = append(out, it.replace(n[0], n[1], t))
				}
			}
		}
		return out
	}
}

func sameNumber(a, b string) bool {
	x, ok1 := new(big.Rat).SetString(strings.ReplaceAll(a, ",", ""))
	y, ok2 := new(big.Rat).SetString(strings.ReplaceAll(b, ",", ""))
	return ok1 && ok2 && x.Cmp(y) == 0
}

func changeDigit(n string, r *choice) []string {
	var at []int
	for i := range n {
		if n[i] >= '0' && n[i] <= '9' {
			at = append(at, i)
		}
	}
	var out []string
	for range 2 {
		b := []byte(n)
		i := at[r.of(len(at))]
		d := byte('1' + r.of(9))
		if d == b[i] {
			d = '1' + (d-'0')%9
		}
		b[i] = d
		out = append(out, string(b))
	}
	return out
}

func swapDigits(n string, _ *choice) []string {
	var out []string
	for i := 0; i+1 < len(n); i++ {
		b := []byte(n)
		if b[i] >= '0' && b[i] <= '9' && b[i+1] >= '0' && b[i+1] <= '9' && b[i] != b[i+1] && (i > 0 || b[i+1] != '0') {
			b[i], b[i+1] = b[i+1], b[i]
			out = append(out, string(b))
		}
	}
	return out[:min(len(out), 2)]
}

func shiftDecimal(n string, _ *choice) []string {
	v, ok := new(big.Rat).SetString(strings.ReplaceAll(n, ",", ""))
	if !ok || v.Sign() == 0 {
		return nil
	}
	up, _ := quantity.FormatDecimal(new(big.Rat).Mul(v, big.NewRat(10, 1)), 20)
	down, _ := quantity.FormatDecimal(new(big.Rat).Mul(v, big.NewRat(1, 10)), 20)
	return []string{up, down}
}

func loseThousands(n string, _ *choice) []string {
	first, rest, ok := strings.Cut(n, ",")
	if !ok {
		return nil
	}
	out := []string{strings.TrimSuffix(n, n[strings.LastIndexByte(n, ','):])}
	if !strings.HasPrefix(rest, "0") && first != "" {
		out = append(out, rest)
	}
	return out
}

func percentToPoint(it *Item, _ *choice) []change {
	s := it.Claim().Text
	var out []change
	if i := strings.IndexByte(s, '%'); i >= 0 {
		point := " percentage points"
		if hasHan(s) {
			point = "个百分点"
		}
		out = append(out, it.replace(i, i+1, point))
	}
	if it.Slots == nil {
		out = append(out, exchange("point")(it, nil)...)
	}
	return out
}

// days are the places of whole days.
func (it *Item) days() [][2]int {
	var out [][2]int
	for _, s := range it.Slots {
		if s.Kind == DaySlot {
			out = append(out, [2]int{s.Start, s.End})
		}
	}
	if it.Slots == nil {
		for _, m := range quantity.Find(it.Claim().Text) {
			if m.Kind == quantity.FullDate && !m.Ambiguous {
				out = append(out, [2]int{m.Start, m.End})
			}
		}
	}
	return out
}

func onDay(f func(casefile.Date) []casefile.Date) func(*Item, *choice) []change {
	return func(it *Item, _ *choice) []change {
		var out []change
		s := it.Claim().Text
		for _, at := range it.days() {
			text := s[at[0]:at[1]]
			ms := quantity.Find(text)
			if len(ms) != 1 || ms[0].Kind != quantity.FullDate {
				continue
			}
			for _, d := range f(ms[0].Date()) {
				if d != ms[0].Date() && !d.IsZero() {
					out = append(out, it.replace(at[0], at[1], likeDay(text, d)))
				}
			}
		}
		return out
	}
}

// likeDay writes a day in the form of another.
func likeDay(form string, d casefile.Date) string {
	switch {
	case strings.Contains(form, "年"):
		return quantity.FormatDate(d, casefile.Chinese)
	case strings.Contains(form, "-"):
		return d.String()
	case form[0] >= '0' && form[0] <= '9' && strings.Contains(form, " "):
		return fmt.Sprintf("%d %s %d", d.Day, d.Month, d.Year)
	}
	return quantity.FormatDate(d, casefile.English)
}

func nextDay(d casefile.Date) []casefile.Date {
	return []casefile.Date{d.AddDays(1), d.AddDays(-1), d.AddDays(30)}
}

func swapDayMonth(d casefile.Date) []casefile.Date {
	if d.Day > 12 || d.Day == int(d.Month) {
		return nil
	}
	return []casefile.Date{{Year: d.Year, Month: time.Month(d.Day), Day: int(d.Month)}}
}

// changeYear takes another year for that of a day or a period.
func changeYear(it *Item, _ *choice) []change {
	s := it.Claim().Text
	var places [][2]int
	if it.Slots != nil {
		for _, slot := range it.Slots {
			if slot.Kind == DaySlot || slot.Kind == PeriodSlot && len(slot.Wrong["entity of another row"]) == 0 {
				places = append(places, [2]int{slot.Start, slot.End})
			}
		}
	} else {
		for _, m := range quantity.Find(s) {
			if m.Year >= 1000 && m.Value == nil {
				places = append(places, [2]int{m.Start, m.End})
			}
		}
	}
	var out []change
	for _, at := range places {
		y := years.FindStringIndex(s[at[0]:at[1]])
		if y == nil {
			continue
		}
		n, err := strconv.Atoi(s[at[0]+y[0] : at[0]+y[1]])
		if err != nil {
			continue
		}
		for _, by := range []int{-1, 1} {
			out = append(out, it.replace(at[0]+y[0], at[0]+y[1], strconv.Itoa(n+by)))
		}
	}
	return out
}

// nearMiss exchanges two digits of an identifier, or changes one.
func nearMiss(it *Item, r *choice) []change {
	s := it.Claim().Text
	var places [][2]int
	if it.Slots != nil {
		for _, slot := range it.Slots {
			if slot.Kind == CodeSlot {
				places = append(places, [2]int{slot.Start, slot.End})
			}
		}
	} else {
		for _, m := range quantity.Find(s) {
			if m.Kind == quantity.Code {
				places = append(places, [2]int{m.Start, m.End})
			}
		}
	}
	var out []change
	for _, at := range places {
		code := s[at[0]:at[1]]
		for i := len(code) - 1; i > 0; i-- {
			b := []byte(code)
			if b[i] >= '0' && b[i] <= '9' && b[i-1] >= '0' && b[i-1] <= '9' && b[i] != b[i-1] {
				b[i], b[i-1] = b[i-1], b[i]
				out = append(out, it.unknown(at, string(b))...)
				break
			}
		}
		for i := len(code) - 1; i >= 0; i-- {
			if b := []byte(code); b[i] >= '0' && b[i] <= '9' {
				b[i] = '0' + (b[i]-'0'+1+byte(r.of(8)))%10
				out = append(out, it.unknown(at, string(b))...)
				break
			}
		}
	}
	return out
}

// unknown writes a name in place of another if no evidence has it.
func (it *Item) unknown(at [2]int, name string) []change {
	for i := range it.Case.Evidence {
		e := &it.Case.Evidence[i]
		if strings.Contains(e.Text, name) || e.Table != nil && tableHas(e.Table, name) {
			return nil
		}
	}
	return []change{it.replace(at[0], at[1], name)}
}

func tableHas(t *casefile.Table, name string) bool {
	for _, row := range t.Rows {
		for _, c := range row {
			if strings.Contains(c.Text, name) {
				return true
			}
		}
	}
	return false
}
