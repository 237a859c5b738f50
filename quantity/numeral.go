package quantity

import "math/big"

// hanNumber reads Han numerals: 十五, 一百二十, 三千五百万, 二〇二六, 零点五, 半.
func (t *text) hanNumber(i int) (num, bool) {
	if t.at(i) == '半' {
		return num{val: big.NewRat(1, 2), step: big.NewRat(1, 2), digits: 1, end: i + 1, han: true, lone: true, half: true}, true
	}
	if c := t.at(i - 1); t.notNumber(i) || (c == '几' || c == '数') && tab.scales[t.at(i)] > 0 {
		return num{}, false // 几十, 数百
	}
	j, digits, scales := i, 0, 0
	for ; j-i < 64; j++ {
		if _, ok := tab.digits[t.at(j)]; ok {
			digits++
		} else if _, ok := tab.scales[t.at(j)]; ok {
			scales++
		} else {
			break
		}
		if j > i && t.notNumber(j) && t.at(j) != '百' && t.at(j) != '十' {
			// 三一般 …: the numeral ends before a word
			if _, ok := tab.digits[t.at(j)]; ok {
				digits--
			} else {
				scales--
			}
			break
		}
	}
	if j == i || j-i >= 64 {
		return num{}, false
	}
	n := num{end: j, han: true, step: big.NewRat(1, 1), lone: j-i == 1}
	run := t.r[i:j]
	var ok bool
	if t.at(j) == '几' && scales > 0 {
		return num{}, false // 十几
	}
	if t.at(j) == '折' && scales == 0 && digits == 2 { // 九五折 is 9.5
		n.val = big.NewRat(10*tab.digits[run[0]]+tab.digits[run[1]], 10)
		n.step, n.digits = big.NewRat(1, 10), 2
		return n, true
	}
	if scales == 0 {
		n.val, ok = digitRun(run)
		n.digits = digits
	} else {
		n.val, n.step, ok = section(run)
	}
	if !ok {
		return num{}, false
	}
	if scales > 0 {
		n.digits = significantInt(n.val, n.step)
	}
	if c := t.at(j); c == '点' && scales+digits > 0 {
		k := j + 1
		frac := new(big.Rat)
		place := big.NewRat(1, 1)
		for ; k-j < 32; k++ {
			d, ok := tab.digits[t.at(k)]
			if !ok {
				break
			}
			place.Mul(place, big.NewRat(1, 10))
			frac.Add(frac, new(big.Rat).Mul(place, new(big.Rat).SetInt64(d)))
		}
		if k > j+1 && t.at(k) != '分' && t.at(k) != '半' && t.at(k) != '钟' { // 三点五分 is a time of day
			n.val.Add(n.val, frac)
			n.step, n.end, n.lone = place, k, false
			n.digits += k - j - 1
			t.scale(&n)
		}
	}
	t.vague(&n)
	if n.vague {
		n.lone = false
	}
	return n, true
}

// digitRun reads numerals without a multiplier, as in 二〇二六. Two of them, as in 三五, are a guess and no number.
func digitRun(run []rune) (*big.Rat, bool) {
	if len(run) == 2 && run[0] != '〇' && run[1] != '〇' {
		return nil, false
	}
	v := new(big.Int)
	for _, c := range run {
		v.Mul(v, big.NewInt(10))
		v.Add(v, big.NewInt(tab.digits[c]))
	}
	return new(big.Rat).SetInt(v), true
}

// section reads numerals with multipliers. The last digit of 一百二 and 三千五 stands one place below its multiplier.
func section(run []rune) (val, step *big.Rat, ok bool) {
	total, part := new(big.Int), new(big.Int) // part is the section below the last 万 or 亿
	digit, last, zero := int64(-1), int64(0), false
	small := int64(1) // the last 万 or 亿, when nothing follows it
	for i, c := range run {
		if d, isNum := tab.digits[c]; isNum {
			if d == 0 {
				if digit >= 0 {
					return nil, nil, false
				}
				zero = true
				continue
			}
			if digit >= 0 {
				return nil, nil, false // 二三百
			}
			digit = d
			continue
		}
		s := tab.scales[c]
		if s >= 10000 {
			if digit >= 0 {
				part.Add(part, big.NewInt(digit))
			}
			if part.Sign() == 0 {
				if total.Sign() == 0 || s != 100000000 {
					return nil, nil, false // 万 without a number
				}
				total.Mul(total, big.NewInt(s)) // 万亿
			} else {
				part.Mul(part, big.NewInt(s))
				if s == 100000000 && total.Sign() > 0 && total.Cmp(part) < 0 {
					// 一万二千亿: all before it is multiplied
					part.Add(part, new(big.Int).Mul(total, big.NewInt(s)))
					total.SetInt64(0)
				}
				total.Add(total, part)
			}
			part.SetInt64(0)
			digit, last, zero, small = -1, s, false, s
			continue
		}
		small = 1
		if digit < 0 {
			if s != 10 || i > 0 && last != 0 && last < 10000 && !zero {
				return nil, nil, false // 百 without a digit
			}
			digit = 1
		}
		if last != 0 && last < 10000 && s >= last {
			return nil, nil, false // 二十三百
		}
		part.Add(part, new(big.Int).Mul(big.NewInt(digit), big.NewInt(s)))
		digit, last, zero = -1, s, false
	}
	if digit >= 0 {
		place := int64(1)
		if !zero && last >= 100 {
			place = last / 10
		}
		part.Add(part, new(big.Int).Mul(big.NewInt(digit), big.NewInt(place)))
		small = 1
	}
	total.Add(total, part)
	return new(big.Rat).SetInt(total), new(big.Rat).SetInt64(small), true
}

// significantInt counts the digits of v down to its step.
func significantInt(v, step *big.Rat) int {
	q := new(big.Rat).Quo(v, step)
	return max(len(new(big.Int).Quo(q.Num(), q.Denom()).String()), 1)
}

// wordNumber reads English cardinals: three, twenty-one, two hundred and five, three million.
func (t *text) wordNumber(i int) (num, bool) {
	if isAlnum(t.at(i-1)) || t.at(i-1) == '-' && isAlnum(t.at(i-2)) {
		return num{}, false
	}
	total, part, seen, words := new(big.Int), int64(0), false, 0
	end := i
	for j := i; words < 16; {
		w, k := t.word(j)
		if w == "" || isAlnum(t.at(k)) {
			break
		}
		if d, ok := tab.cardinals[w]; ok {
			if seen && (part%10 != 0 || part%100 == 10 || d >= 10 && part%100 != 0) {
				break
			}
			part += d
			seen = true
		} else if d, ok := tab.tens[w]; ok {
			if seen && part%100 != 0 {
				break
			}
			part += d
			seen = true
		} else if s, ok := tab.suffixes[w]; ok && seen && len(w) > 3 {
			if s <= 100 {
				if part > 1000 {
					break
				}
				part *= s
			} else {
				total.Add(total, new(big.Int).Mul(big.NewInt(part), big.NewInt(s)))
				part = 0
			}
		} else if w == "and" && seen && (part >= 100 && part%100 == 0 || part == 0 && total.Sign() > 0) {
			next, _ := t.word(t.skip(k))
			if _, ok := tab.cardinals[next]; !ok {
				if _, ok := tab.tens[next]; !ok {
					break
				}
			}
			j = t.skip(k)
			continue
		} else {
			break
		}
		words++
		end = k
		if t.at(k) != '-' && !isBlank(t.at(k)) {
			break
		}
		if t.at(k) == '-' {
			j = k + 1
		} else {
			j = t.skip(k)
		}
	}
	if !seen {
		return num{}, false
	}
	v := new(big.Rat).SetInt(total.Add(total, big.NewInt(part)))
	n := num{val: v, step: big.NewRat(1, 1), digits: significantInt(v, one), end: end, lone: words == 1 && v.Cmp(one) == 0}
	t.andHalf(&n)
	return n, true
}
