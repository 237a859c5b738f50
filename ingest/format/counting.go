package format

import (
	"strconv"
	"strings"
)

// formatNumber writes a list's number as its format has it.
func formatNumber(n int, format string) string {
	dec := strconv.Itoa(n)
	if n < 0 || n > 99999 {
		return dec
	}
	switch format {
	case "upperRoman":
		return roman(n)
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperLetter":
		return letters(n)
	case "lowerLetter":
		return strings.ToLower(letters(n))
	case "decimalZero":
		if n < 10 {
			return "0" + dec
		}
	case "ordinal":
		return dec + ordinal(n)
	case "none":
		return ""
	case "chineseCounting", "chineseCountingThousand", "taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting", "ideographDigital", "koreanCounting":
		if format == "ideographDigital" {
			return digitsAs(dec, "〇一二三四五六七八九")
		}
		return han(n, "零一二三四五六七八九", "十百千万")
	case "japaneseDigitalTenThousand", "taiwaneseDigital":
		return digitsAs(dec, "〇一二三四五六七八九")
	case "chineseLegalSimplified":
		return han(n, "零壹贰叁肆伍陆柒捌玖", "拾佰仟万")
	case "ideographLegalTraditional", "japaneseLegal":
		return han(n, "零壹貳參肆伍陸柒捌玖", "拾佰仟萬")
	case "ideographTraditional":
		return pick(n, "甲乙丙丁戊己庚辛壬癸")
	case "ideographZodiac":
		return pick(n, "子丑寅卯辰巳午未申酉戌亥")
	case "decimalEnclosedCircle", "decimalEnclosedCircleChinese", "ideographEnclosedCircle":
		if n >= 1 && n <= 20 {
			return string(rune('①' + n - 1))
		}
	case "decimalEnclosedParen":
		return "(" + dec + ")"
	case "decimalEnclosedFullstop":
		return dec + "."
	case "decimalFullWidth", "decimalFullWidth2":
		return digitsAs(dec, "０１２３４５６７８９")
	case "aiueo", "aiueoFullWidth":
		return pick(n, "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン")
	case "iroha", "irohaFullWidth":
		return pick(n, "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン")
	case "ganada":
		return pick(n, "가나다라마바사아자차카타파하")
	case "russianLower":
		return pick(n, "абвгдежзиклмнопрстуфхцчшщыэюя")
	case "russianUpper":
		return pick(n, "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ")
	case "numberInDash":
		return "- " + dec + " -"
	}
	if width := len(format) - len(strings.TrimLeft(format, "0")); width > 0 && strings.HasPrefix(strings.TrimLeft(format, "0"), "1, ") {
		for len(dec) <= width { // custom formats such as "001, 002, 003, ..."
			dec = "0" + dec
		}
	}
	return dec
}

func pick(n int, signs string) string {
	rs := []rune(signs)
	if n < 1 || n > len(rs) {
		return strconv.Itoa(n)
	}
	return string(rs[n-1])
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, r := range []struct {
		v int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= r.v {
			b.WriteString(r.s)
			n -= r.v
		}
	}
	return b.String()
}

// letters counts A … Z, AA, BB … as Word does.
func letters(n int) string {
	if n < 1 || n > 26*20 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}

func ordinal(n int) string {
	if n%100 >= 11 && n%100 <= 13 {
		return "th"
	}
	switch n % 10 {
	case 1:
		return "st"
	case 2:
		return "nd"
	case 3:
		return "rd"
	}
	return "th"
}

func digitsAs(dec, signs string) string {
	rs := []rune(signs)
	return strings.Map(func(r rune) rune { return rs[r-'0'] }, dec)
}

// han writes 0 to 99,999 in Han numerals: 十二, 一百零五.
func han(n int, digits, units string) string {
	d, u := []rune(digits), []rune(units)
	if n == 0 {
		return string(d[0])
	}
	var out []rune
	zero := false
	for i, pow := 4, 10000; pow > 0; i, pow = i-1, pow/10 {
		v := n / pow % 10
		switch {
		case v == 0:
			zero = len(out) > 0
			continue
		case zero:
			out = append(out, d[0])
			zero = false
		}
		if !(v == 1 && i == 1 && len(out) == 0 && digits[:len("零一")] == "零一") {
			out = append(out, d[v])
		}
		if i > 0 {
			out = append(out, u[i-1])
		}
	}
	return string(out)
}
