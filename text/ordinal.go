package text

import "strconv"

// ordinalUnits are what a numbered part of a text is called in Chinese.
const ordinalUnits = "条章节款项编"

// ordinalWords are the English names of some of them.
var ordinalWords = map[string]rune{"article": '条', "articles": '条', "art": '条', "chapter": '章', "section": '节'}

// ordinal emits one term for the number of an article, chapter or section that begins at i, however it is
// written: 第五条, 第 5 条 and Article 5 are all 第5条; 第十七条之一 is 第17条之1.
func (a *analyser) ordinal(i, j int) {
	for ; i < j; i++ {
		if a.g[i].r != '第' {
			continue
		}
		n, k := a.numeral(a.blank(i + 1))
		k = a.blank(k)
		if n < 0 || k >= len(a.g) {
			continue
		}
		for _, unit := range ordinalUnits {
			if a.g[k].r != unit {
				continue
			}
			term, end := "第"+strconv.Itoa(n)+string(unit), k+1
			if end < len(a.g) && a.g[end].r == '之' {
				if m, after := a.numeral(end + 1); m >= 0 {
					term, end = term+"之"+strconv.Itoa(m), after
				}
			}
			a.emit(term, i, end, Ordinal, false)
			break
		}
	}
}

// namedOrdinal is ordinal for an English word from i to j with a number after it.
func (a *analyser) namedOrdinal(i, j int) {
	unit, ok := ordinalWords[a.text(i, j)]
	if !ok {
		return
	}
	if j < len(a.g) && a.g[j].r == '.' {
		j++
	}
	k := a.blank(j)
	n, end := a.numeral(k)
	if n < 0 || !digit(a.g[k].r) || end < len(a.g) && (alnum(a.g[end].r) || joiner(a.g[end].r) && end+1 < len(a.g) && alnum(a.g[end+1].r)) {
		return // Section 4.2 is a code of its own
	}
	a.emit("第"+strconv.Itoa(n)+string(unit), i, end, Ordinal, false)
}

// blank returns the next glyph from i on that is no space, over two at most.
func (a *analyser) blank(i int) int {
	for n := 0; n < 2 && i < len(a.g) && a.g[i].r == ' '; n++ {
		i++
	}
	return i
}

// numeral reads a whole number below 100,000 at i, in digits or in Han numerals, and returns it with the index
// after it; -1 where there is none.
func (a *analyser) numeral(i int) (n, end int) {
	end = i
	for end < len(a.g) && end-i < 6 && digit(a.g[end].r) {
		n = 10*n + int(a.g[end].r-'0')
		end++
	}
	if end > i {
		if n > 99_999 {
			return -1, i
		}
		return n, end
	}
	last, plain := 0, true // the digit that waits for its place
	for ; end < len(a.g) && end-i < 10; end++ {
		r := a.g[end].r
		if d, ok := hanDigits[r]; ok {
			if plain && end > i {
				last = 10*last + d // 一二〇
			} else {
				last = d
			}
			continue
		}
		place, ok := hanPlaces[r]
		if !ok {
			break
		}
		plain = false
		if last == 0 && (r != '十' || end > i && a.g[end-1].r != '零') {
			break // no numeral: 百十
		}
		n += max(last, 1) * place
		last = 0
	}
	if end == i || n+last > 99_999 {
		return -1, i
	}
	return n + last, end
}

var (
	hanDigits = map[rune]int{'零': 0, '〇': 0, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	hanPlaces = map[rune]int{'十': 10, '百': 100, '千': 1000}
)
