package embed

import "unicode/utf8"

// hanMost is the number of characters of the longest Chinese word that is looked for.
const hanMost = 4

// piecePrefix marks the part of a word that does not begin it.
const piecePrefix = "##"

// pieceMost is the length in bytes of the longest word that is read by its pieces; a longer run of letters is no word.
const pieceMost = 40

// walk calls do for every word of a folded text that the table knows: the longest Chinese words from the left, runs of
// letters whole or else by pieces, and runs of digits. The weights of one word's pieces sum to 1.
func walk(t *table, folded string, do func(row int, weight float32)) {
	for i := 0; i < len(folded); {
		c := folded[i]
		switch {
		case 'a' <= c && c <= 'z':
			j := i + 1
			for j < len(folded) && 'a' <= folded[j] && folded[j] <= 'z' {
				j++
			}
			t.letters(folded[i:j], do)
			i = j
		case '0' <= c && c <= '9':
			j := i + 1
			for j < len(folded) && '0' <= folded[j] && folded[j] <= '9' {
				j++
			}
			if row := t.find(hash(fnvStart, folded[i:j]), folded[i:j]); row >= 0 {
				do(row, 1)
			}
			i = j
		case c < utf8.RuneSelf:
			i++
		default:
			i += t.han(folded[i:], do)
		}
	}
}

// han takes the longest word that s begins with, of up to hanMost characters of three bytes, and returns its length; that
// of one character where the table has none.
func (t *table) han(s string, do func(row int, weight float32)) int {
	var hashes [hanMost]uint32
	h, n := uint32(fnvStart), 0
	for n < hanMost && isHan(s[3*n:]) {
		h = hash(h, s[3*n:3*n+3])
		hashes[n] = h
		n++
	}
	for ; n > 0; n-- {
		if row := t.find(hashes[n-1], s[:3*n]); row >= 0 {
			do(row, 1)
			return 3 * n
		}
	}
	_, size := utf8.DecodeRuneInString(s)
	return size
}

// isHan reports whether s begins with a character of U+3400 to U+9FFF, which takes three bytes.
func isHan(s string) bool {
	return len(s) >= 3 && (s[0] == 0xE3 && s[1] >= 0x90 || s[0] >= 0xE4 && s[0] <= 0xE9)
}

// letters takes a word, or where the table does not have it, the fewest longest pieces from the left. A word that cannot
// be made of pieces is left out.
func (t *table) letters(word string, do func(row int, weight float32)) {
	if row := t.find(hash(fnvStart, word), word); row >= 0 {
		do(row, 1)
		return
	}
	if len(word) > pieceMost {
		return
	}
	var rows [pieceMost]int
	n := 0
	var buf [len(piecePrefix) + pieceMost]byte
	for i := 0; i < len(word); {
		prefix := ""
		if i > 0 {
			prefix = piecePrefix
		}
		row, end := -1, len(word)
		for ; end > i; end-- {
			piece := append(append(buf[:0], prefix...), word[i:end]...)
			if row = t.find(hash(fnvStart, string(piece)), string(piece)); row >= 0 {
				break
			}
		}
		if row < 0 {
			return
		}
		rows[n] = row
		n++
		i = end
	}
	for _, row := range rows[:n] {
		do(row, 1/float32(n))
	}
}
