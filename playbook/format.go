package playbook

import (
	"math/big"
	"strconv"
	"strings"
	"time"

	casefile "github.com/casefile/casefile"
)

// format writes a value out by its type, or in the form asked for.
func (e *Env) format(k Known, form string, lang casefile.Lang) string {
	if k.Source != nil {
		switch form {
		case "title":
			return k.Source.Title
		case "version":
			return k.Source.Version
		case "section":
			return k.Source.Section
		}
	}
	switch form {
	case "list":
		out := make([]string, 0, len(k.List))
		for _, v := range k.List {
			one := k
			one.Value, one.List = v, nil
			out = append(out, e.format(one, "", lang))
		}
		if len(out) == 0 {
			return e.format(k, "", lang)
		}
		return strings.Join(out, listSep(lang))
	case "quote":
		q := k.Quote
		if q == "" {
			q = k.Value
		}
		if lang == casefile.Chinese {
			return "“" + q + "”"
		}
		return "\"" + q + "\""
	case "date":
		return e.day(k.Value, lang)
	case "day":
		return e.dayOrToday(k.Value, lang)
	case "datetime":
		return e.moment(k.Value, lang)
	case "percent":
		return percent(k, 2)
	case "percent1":
		return percent(k, 1)
	}
	switch k.Type {
	case "date":
		return e.day(k.Value, lang)
	case "datetime":
		return e.moment(k.Value, lang)
	case "ratio":
		return percent(k, 2)
	case "decimal":
		return plain(k.Value, 4)
	case "boolean":
		return truth(k.Value, lang)
	case "period":
		return Days(k.Value, lang)
	case "quantity":
		return translate(k.Value, lang)
	case "text":
		if en := e.names.English(k.Value); e.reader && lang == casefile.English && en != "" {
			return en
		}
	}
	return k.Value
}

func listSep(lang casefile.Lang) string {
	if lang == casefile.Chinese {
		return "、"
	}
	return ", "
}

func truth(v string, lang casefile.Lang) string {
	yes := v == "true" || v == "1"
	switch {
	case lang == casefile.Chinese && yes:
		return "是"
	case lang == casefile.Chinese:
		return "否"
	case yes:
		return "yes"
	}
	return "no"
}

// Days writes a period "FROM..TO" out with both its days.
func Days(v string, lang casefile.Lang) string {
	p, err := casefile.ParsePeriod(v)
	if err != nil {
		return v
	}
	from, to := p.From.String(), p.To.String()
	switch {
	case from == to:
		return from
	case lang == casefile.Chinese && from == "":
		return to + " 及以前"
	case lang == casefile.Chinese && to == "":
		return from + " 起"
	case lang == casefile.Chinese:
		return from + " 至 " + to
	case from == "":
		return "up to " + to
	case to == "":
		return "from " + from
	}
	return from + " to " + to
}

// clock forms that records hold, without a zone: they are in the workspace's.
var moments = []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"}

// parseMoment reads a day with its time of day, in the workspace's zone.
func (e *Env) parseMoment(v string) (time.Time, bool) {
	loc := e.c.Now.Location()
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.Parse(layout, v); err == nil {
			return t.In(loc), true
		}
	}
	for _, layout := range moments {
		if t, err := time.ParseInLocation(layout, v, loc); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// dayOrToday writes a day as it stands in the middle of a sentence: today by its name, any other by its date.
func (e *Env) dayOrToday(v string, lang casefile.Lang) string {
	switch today := v == e.c.Today().String(); {
	case today && lang == casefile.Chinese:
		return "今天"
	case today:
		return "today"
	case lang == casefile.Chinese:
		return e.day(v, lang)
	}
	return "on " + e.day(v, lang)
}

func (e *Env) day(v string, lang casefile.Lang) string {
	d, err := casefile.ParseDate(v)
	if err != nil {
		t, ok := e.parseMoment(v)
		if !ok {
			return v
		}
		d = casefile.DateOf(t)
	}
	return day(d, lang)
}

func day(d casefile.Date, lang casefile.Lang) string {
	if lang == casefile.Chinese {
		return strconv.Itoa(d.Year) + "年" + strconv.Itoa(int(d.Month)) + "月" + strconv.Itoa(d.Day) + "日"
	}
	return d.String()
}

func (e *Env) moment(v string, lang casefile.Lang) string {
	t, ok := e.parseMoment(v)
	if !ok {
		return e.day(v, lang)
	}
	return day(casefile.DateOf(t), lang) + " " + t.Format("15:04")
}

// percent writes a fraction as a percentage with at most digits decimals, half away from zero.
// What is a percentage already is left as it is.
func percent(k Known, digits int) string {
	if strings.ContainsAny(k.Value, "%％") || k.Unit == "%" || k.Unit == "percent" {
		return strings.TrimSuffix(k.Value, "%") + "%"
	}
	r, ok := new(big.Rat).SetString(strings.TrimSpace(k.Value))
	if !ok {
		return k.Value
	}
	r.Mul(r, big.NewRat(100, 1))
	out := r.FloatString(digits)
	for d := digits + 1; d <= 8 && r.Sign() != 0 && len(strings.TrimLeft(strings.Trim(out, "-"), "0.")) < 2; d++ {
		out = r.FloatString(d) // one digit alone says too little of a small share
	}
	return trimZeros(out) + "%"
}

// plain writes a decimal with at most digits decimals.
func plain(v string, digits int) string {
	i := strings.IndexByte(v, '.')
	if i < 0 || len(v)-i-1 <= digits || strings.ContainsAny(v, "eE") {
		return v
	}
	r, ok := new(big.Rat).SetString(v)
	if !ok {
		return v
	}
	return trimZeros(r.FloatString(digits))
}

func trimZeros(s string) string {
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}
