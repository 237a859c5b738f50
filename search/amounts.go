package search

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile/quantity"
)

//go:embed units.txt
var unitsFile string

// unitForms are the ways to write a unit, by its name.
type unitForms struct{ zh, en []string }

var units = sync.OnceValue(func() map[string]unitForms {
	m := map[string]unitForms{}
	for line := range strings.Lines(unitsFile) {
		name, forms, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		zh, en, _ := strings.Cut(forms, "|")
		m[name] = unitForms{strings.Fields(zh), strings.Fields(en)}
	}
	return m
})

// maxAmount bounds the amounts that are written out: larger ones are written in digits everywhere.
const maxAmount = 9999

// amounts adds the other ways to write the amounts that the question names: 三个月, 3 个月 and 3 months.
func (r *Reading) amounts() {
	for _, m := range quantity.Find(r.text) {
		u, ok := units()[m.Unit.Name]
		if !ok || m.Value == nil || m.Weak || !m.Value.IsInt() || !m.Value.Num().IsInt64() {
			continue
		}
		n := m.Value.Num().Int64()
		if n < 1 || n > maxAmount {
			continue
		}
		digits := strconv.FormatInt(n, 10)
		for _, w := range u.zh {
			r.form(m.Text, digits+w)
			r.form(m.Text, hanNumeral(int(n))+w)
		}
		for _, w := range u.en {
			r.form(m.Text, digits+" "+w)
		}
	}
}

func (r *Reading) form(written, other string) {
	if strings.ReplaceAll(written, " ", "") != strings.ReplaceAll(other, " ", "") {
		r.Forms = append(r.Forms, other)
	}
}

// hanNumeral writes a number from 1 to 9999 in Han numerals: 15 is 十五, 105 is 一百零五.
func hanNumeral(n int) string {
	digits, places := []rune("零一二三四五六七八九"), []string{"", "十", "百", "千"}
	var b strings.Builder
	gap := false
	for place, unit := 3, 1000; place >= 0; place, unit = place-1, unit/10 {
		d := n / unit % 10
		if d == 0 {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteRune('零')
			gap = false
		}
		if !(d == 1 && place == 1 && b.Len() == 0) {
			b.WriteRune(digits[d])
		}
		b.WriteString(places[place])
	}
	return b.String()
}
