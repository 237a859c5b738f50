package quantity

import (
	"math/big"
	"strings"
)

// Scale reads the scale and unit of a table's head: "单位：万元", "(in thousands)", "USD millions",
// "金额（万元）", "占比(%)". The factor multiplies each number of the column, and unit is the
// canonical unit name, "" when none is named. ok is false when the head names neither.
func Scale(header string) (factor *big.Rat, unit string, ok bool) {
	if len(header) > 512 {
		header = header[:512]
	}
	t := fold(header)
	for _, region := range t.scaleRegions() {
		f, u, found := t.scaleIn(region[0], region[1])
		if found {
			return f, u, true
		}
	}
	return nil, "", false
}

// scaleRegions returns where a scale may stand: after 单位, "unit", "in", and in brackets.
func (t *text) scaleRegions() [][2]int {
	var out [][2]int
	for i := range t.r {
		switch {
		case t.has(i, "单位"):
			j := i + 2
			for t.at(j) == ':' || isBlank(t.at(j)) || t.at(j) == '为' {
				j++
			}
			out = append(out, [2]int{j, t.regionEnd(j)})
		case t.at(i) == '(' || t.at(i) == '[' || t.at(i) == '【':
			out = append(out, [2]int{i + 1, t.regionEnd(i + 1)})
		case isLetter(t.at(i)) && !isAlnum(t.at(i-1)):
			w, j := t.word(i)
			if w == "in" || w == "unit" || w == "units" {
				for t.at(j) == ':' || isBlank(t.at(j)) {
					j++
				}
				out = append(out, [2]int{j, t.regionEnd(j)})
			}
		}
	}
	return append(out, [2]int{0, len(t.r)})
}

func (t *text) regionEnd(i int) int {
	for i < len(t.r) && !strings.ContainsRune(")]】,，;；\n", t.r[i]) {
		i++
	}
	return i
}

// scaleIn reads a region that holds nothing but a scale and a unit.
func (t *text) scaleIn(i, end int) (*big.Rat, string, bool) {
	f := big.NewRat(1, 1)
	unit := ""
	found := false
	for i < end {
		if c := t.at(i); isBlank(c) || c == ':' || c == '的' || c == '\'' {
			i++
			continue
		}
		w, j := t.word(i)
		if w == "in" || w == "of" || w == "unit" || w == "units" && !found {
			i = j
			continue
		}
		if s, ok := tab.suffixes[strings.TrimSuffix(w, "s")]; ok && len(w) > 3 {
			f.Mul(f, new(big.Rat).SetInt64(s))
			found, i = true, j
			continue
		}
		if s, ok := tab.scales[t.at(i)]; ok {
			f.Mul(f, new(big.Rat).SetInt64(s))
			found, i = true, i+1
			continue
		}
		if t.at(i) == '0' && t.has(i, "000") {
			f.Mul(f, big.NewRat(1000, 1)) // $'000
			found, i = true, i+3
			continue
		}
		u, j := t.unitAt(i)
		if !u.Known || unit != "" || j > end {
			return nil, "", false
		}
		unit, found, i = u.Name, true, j
		if u.Per != "" {
			unit += "/" + u.Per
		}
	}
	return f, unit, found
}
