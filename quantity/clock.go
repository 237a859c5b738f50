package quantity

import (
	"math/big"
	"strings"
)

// timeOfDay skips the time and zone that may follow a date: T18:22:00+08:00, " 23:30".
func (t *text) timeOfDay(i int) int {
	j := i
	if t.at(j) != 'T' && t.at(j) != ' ' {
		return i
	}
	_, end, ok := t.clockAt(j + 1)
	if !ok {
		return i
	}
	if t.at(end) == 'Z' && !isAlnum(t.at(end+1)) {
		return end + 1
	}
	if c := t.at(end); c == '+' || c == '-' {
		if _, k, ok := t.integer(end+1, 2); ok && t.at(k) == ':' {
			if _, k, ok := t.integer(k+1, 2); ok {
				return k
			}
		}
	}
	return end
}

func (t *text) clockAt(i int) (Mention, int, bool) {
	v, j, ok := t.integer(i, 2)
	if !ok {
		return Mention{}, i, false
	}
	return t.clock(v, j, j-i)
}

// clock reads ":22", ":22:00" after an hour, 点, 时, am and pm.
func (t *text) clock(hour, j, n int) (Mention, int, bool) {
	if t.at(j) != ':' || hour > 24 || !isDigit(t.at(j+1)) || !isDigit(t.at(j+2)) || isDigit(t.at(j+3)) {
		return t.spokenClock(hour, j)
	}
	minute, end, _ := t.integer(j+1, 2)
	if minute > 59 {
		return Mention{}, j, false
	}
	sec := 0
	if t.at(end) == ':' && isDigit(t.at(end+1)) && isDigit(t.at(end+2)) && !isDigit(t.at(end+3)) {
		sec, end, _ = t.integer(end+1, 2)
		if t.at(end) == '.' && isDigit(t.at(end+1)) {
			for end++; isDigit(t.at(end)); end++ {
			}
		}
	}
	hour, end = t.meridiem(hour, end)
	return clockMention(hour*3600 + minute*60 + sec), end, true
}

func clockMention(sec int) Mention {
	return Mention{Kind: Clock, Value: big.NewRat(int64(sec), 1), Step: big.NewRat(1, 1), Digits: 1}
}

// meridiem reads am or pm.
func (t *text) meridiem(hour, j int) (int, int) {
	w, end := t.word(t.skip(j))
	switch {
	case w == "pm" && hour < 12:
		return hour + 12, end
	case w == "pm":
		return hour, end
	case w == "am" && hour == 12:
		return 0, end
	case w == "am":
		return hour, end
	}
	return hour, j
}

// spokenClock reads 10点, 10点30分, 10时, 5 pm after an hour.
func (t *text) spokenClock(hour, j int) (Mention, int, bool) {
	if hour > 24 {
		return Mention{}, j, false
	}
	if h, end := t.meridiem(hour, j); end > j && hour >= 1 && hour <= 12 {
		return clockMention(h * 3600), end, true
	}
	c := t.at(j)
	if c != '点' && c != '时' || t.has(j, "点击") || t.has(j, "点评") {
		return Mention{}, j, false
	}
	k := j + 1
	if t.at(k) == '半' {
		return clockMention(hour*3600 + 1800), k + 1, true
	}
	if t.at(k) == '整' || t.at(k) == '钟' {
		return clockMention(hour * 3600), k + 1, true
	}
	if m, end, ok := t.integer(k, 2); ok && m < 60 {
		if t.at(end) == '分' {
			end++
		}
		return clockMention(hour*3600 + m*60), end, true
	}
	if !t.clockContext(j) {
		return Mention{}, j, false
	}
	return clockMention(hour * 3600), k, true
}

// clockContext reports whether the hour that ends at j stands where a time of day may: after 上午, 今天, 9月10日 …
// or before 前, 后. Elsewhere 点 counts points.
func (t *text) clockContext(j int) bool {
	i := j
	for i > 0 && isDigit(t.at(i-1)) {
		i--
	}
	if c := t.at(t.back(i) - 1); c != 0 && strings.ContainsRune("午晨晚早夜天日号至到于在", c) {
		return true
	}
	c := t.at(j + 1)
	return c == '前' || c == '后' || c == '至' || c == '到'
}
