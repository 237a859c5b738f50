package format

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// numFormat is what a number format says that bears on the value. No digit of a value is cut to what is shown.
type numFormat struct {
	kind   string // "", percent, date, time, datetime, elapsed
	before string // a currency sign or other words before the number
	after  string // a unit behind it
	text   bool
	places int // of a percentage: the decimals that are shown even where they are zero
}

var (
	quoted    = regexp.MustCompile(`"[^"]*"|\\.|_.|\*.`)
	bracketed = regexp.MustCompile(`\[[^\]]*\]`)
	currency  = regexp.MustCompile(`\[\$([^\]-]*)(?:-[0-9A-Fa-f]+)?\]`)
	builtin   = map[int]string{9: "0%", 10: "0.00%", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm",
		27: "yyyy-mm", 28: "m-d", 29: "m-d", 30: "m-d-yy", 31: "yyyy-m-d", 32: "h:mm", 33: "h:mm:ss", 34: "h:mm", 35: "h:mm:ss", 36: "yyyy-mm", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 49: "@",
		50: "yyyy-mm", 51: "m-d", 52: "yyyy-mm", 53: "m-d", 54: "m-d", 55: "h:mm", 56: "h:mm:ss", 57: "yyyy-mm", 58: "m-d"}
)

// readFormats reads the number formats of cell styles.
func (x *xlsx) readFormats(n *node) {
	codes := map[int]string{}
	n.kid("numFmts").each("numFmt", func(k *node) { codes[number(k.attr("numFmtId"))] = k.attr("formatCode") })
	n.kid("cellXfs").each("xf", func(k *node) {
		id := number(k.attr("numFmtId"))
		code, ok := codes[id]
		if !ok {
			code = builtin[id]
		}
		x.formats = append(x.formats, readFormat(code))
	})
}

// readFormat reads a number format's code.
func readFormat(code string) numFormat {
	if code == "" || strings.EqualFold(code, "general") {
		return numFormat{}
	}
	if code == "@" {
		return numFormat{text: true}
	}
	first, _, _ := strings.Cut(code, ";")
	f := numFormat{}
	bare := quoted.ReplaceAllString(first, "")
	elapsed := regexp.MustCompile(`(?i)\[(?:h+|m+|s+)\]`).MatchString(bare)
	bare = strings.ToLower(bracketed.ReplaceAllString(bare, ""))
	bare = strings.NewReplacer("general", "", "am/pm", "h", "上午/下午", "h").Replace(bare)
	hasDay := strings.ContainsAny(bare, "yd") || strings.Contains(bare, "e") && !strings.ContainsAny(bare, "0#") || strings.Contains(bare, "m") && !strings.ContainsAny(bare, "hs0#")
	hasTime := strings.ContainsAny(bare, "hs")
	switch {
	case elapsed:
		f.kind = "elapsed"
	case hasDay && hasTime:
		f.kind = "datetime"
	case hasDay:
		f.kind = "date"
	case hasTime:
		f.kind = "time"
	case strings.Contains(bare, "%"):
		f.kind = "percent"
		if _, frac, ok := strings.Cut(bare, "."); ok {
			f.places = min(strings.Count(frac, "0"), 15)
		}
	}
	if f.kind != "" {
		return f
	}
	f.before, f.after = around(first)
	return f
}

// around returns the words that a format puts before and behind the digits.
func around(code string) (before, after string) {
	for _, m := range currency.FindAllStringSubmatch(code, -1) {
		code = strings.Replace(code, m[0], `"`+m[1]+`"`, 1)
	}
	code = bracketed.ReplaceAllString(code, "")
	var out [2]strings.Builder
	side := 0
	for i := 0; i < len(code); i++ {
		switch c := code[i]; {
		case c == '"':
			end := strings.IndexByte(code[i+1:], '"')
			if end < 0 {
				return
			}
			out[side].WriteString(code[i+1 : i+1+end])
			i += end + 1
		case c == '\\' && i+1 < len(code):
			i++
			if code[i] > ' ' && code[i] < 0x80 && !strings.ContainsRune("-()", rune(code[i])) {
				out[side].WriteByte(code[i])
			}
		case (c == '_' || c == '*') && i+1 < len(code):
			i++
		case strings.IndexByte("0#?", c) >= 0:
			side = 1
		case c == '$':
			out[side].WriteByte(c)
		case c >= 0x80: // ¥, €, 元
			out[side].WriteByte(c)
		}
	}
	return strings.ToValidUTF8(strings.TrimSpace(out[0].String()), ""), strings.ToValidUTF8(strings.TrimSpace(out[1].String()), "")
}

// show writes a stored number with all its digits.
func (f numFormat) show(raw string, from1904 bool) string {
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return raw
	}
	switch f.kind {
	case "date", "time", "datetime", "elapsed":
		if s, ok := showDate(v, f.kind, from1904); ok {
			return s
		}
	case "percent":
		return padded(shift(exact(raw), 2), f.places) + "%"
	}
	s := exact(raw)
	if f.before != "" {
		if rest, ok := strings.CutPrefix(s, "-"); ok {
			s = "-" + f.before + rest
		} else {
			s = f.before + s
		}
	}
	if f.after != "" {
		s += f.after
	}
	return s
}

// padded gives a decimal zeros up to so many places.
func padded(s string, places int) string {
	_, frac, point := strings.Cut(s, ".")
	if len(frac) >= places {
		return s
	}
	if !point {
		s += "."
	}
	return s + strings.Repeat("0", places-len(frac))
}

// exact writes a stored number in plain decimals. Whole numbers keep every digit, since they may be
// identifiers; of fractions the 15 digits that the program holds to be its own.
func exact(raw string) string {
	mant, exp, _ := strings.Cut(strings.ToLower(raw), "e")
	n := 0
	if exp != "" {
		var err error
		if n, err = strconv.Atoi(exp); err != nil || n > 400 || n < -400 {
			return raw
		}
	}
	s := shift(mant, n)
	digits := 0
	for _, c := range strings.TrimLeft(strings.TrimLeft(s, "-"), "0.") {
		if c != '.' {
			digits++
		}
	}
	if strings.Contains(s, ".") && digits > 15 {
		if f, ok := new(big.Float).SetPrec(200).SetString(s); ok {
			short := f.Text('g', 15)
			mant, exp, _ := strings.Cut(short, "e")
			n, _ := strconv.Atoi(exp)
			s = shift(mant, n)
		}
	}
	return s
}

// shift moves the point of a decimal n places to the right and drops zeros that say nothing.
func shift(s string, n int) string {
	sign := ""
	switch {
	case strings.HasPrefix(s, "-"):
		sign, s = "-", s[1:]
	case strings.HasPrefix(s, "+"):
		s = s[1:]
	}
	whole, frac, _ := strings.Cut(s, ".")
	if n > 0 {
		for len(frac) < n {
			frac += "0"
		}
		whole, frac = whole+frac[:n], frac[n:]
	} else if n < 0 {
		for len(whole) < -n {
			whole = "0" + whole
		}
		whole, frac = whole[:len(whole)+n], whole[len(whole)+n:]+frac
	}
	whole = strings.TrimLeft(whole, "0")
	frac = strings.TrimRight(frac, "0")
	if whole == "" {
		whole = "0"
	}
	if frac != "" {
		return sign + whole + "." + frac
	}
	if whole == "0" {
		return "0"
	}
	return sign + whole
}

// showDate writes a serial day.
func showDate(v float64, kind string, from1904 bool) (string, bool) {
	if v < 0 || v > 2958466 {
		return "", false
	}
	seconds := int64(math.Round(v * 86400))
	if kind == "elapsed" {
		return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60), true
	}
	if kind == "time" && v < 1 {
		return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60), true
	}
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case from1904:
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60: // Lotus had a 29 February 1900
		epoch = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)
	}
	t := epoch.Add(time.Duration(seconds%86400)*time.Second).AddDate(0, 0, int(seconds/86400))
	if !from1904 && v < 1 && kind != "time" {
		return "", false
	}
	if seconds%86400 == 0 && kind != "time" {
		return t.Format("2006-01-02"), true
	}
	return t.Format("2006-01-02 15:04:05"), true
}
