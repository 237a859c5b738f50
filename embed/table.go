package embed

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// tableMagic begins a table of word vectors. asset/README.md describes the format.
const tableMagic = "CFWORDS1"

const tableHead = 8 + 4*4 + 8

const (
	fnvStart = 2166136261
	fnvPrime = 16777619

	slotRow = 1<<17 - 1 // the bits of a slot that hold the row, counted from 1; the others hold the top of the hash
)

// A table is a vocabulary with one int8 vector a word, read in place: opening one copies nothing, and only
// the pages that are used come into memory.
type table struct {
	dim, rows int
	id        string
	slots     []byte // uint32 each: an open-addressed hash of the words
	offsets   []byte // uint32 each: where words begin in text
	scales    []byte // float32 each: what a row's numbers are multiplied with
	text      []byte
	vectors   []byte // rows × dim
}

// readTable checks the sizes of a table. The error says what does not fit.
func readTable(data []byte) (*table, error) {
	if len(data) < tableHead || string(data[:8]) != tableMagic {
		return nil, fmt.Errorf("no table of word vectors: it does not begin with %s", tableMagic)
	}
	n := func(i int) int { return int(binary.LittleEndian.Uint32(data[8+4*i:])) }
	t := &table{dim: n(0), rows: n(1), id: hex.EncodeToString(data[24:tableHead])}
	slots, size := n(2), n(3)
	const most = 1 << 28
	if t.dim == 0 || t.dim > 4096 || t.rows == 0 || t.rows >= slotRow || slots <= t.rows || slots > most || slots&(slots-1) != 0 || size > most {
		return nil, fmt.Errorf("a damaged table of word vectors: %d words of %d numbers in %d slots", t.rows, t.dim, slots)
	}
	if want := tableHead + 4*slots + 4*(t.rows+1) + 4*t.rows + size + t.rows*t.dim; want != len(data) {
		return nil, fmt.Errorf("a cut table of word vectors: %d bytes, not %d", len(data), want)
	}
	rest := data[tableHead:]
	take := func(n int) []byte {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	t.slots, t.offsets, t.scales = take(4*slots), take(4*(t.rows+1)), take(4*t.rows)
	t.text, t.vectors = take(size), rest
	return t, nil
}

// find returns the row of a word whose hash is h, -1 where the table does not have it.
func (t *table) find(h uint32, word string) int {
	mask := uint32(len(t.slots)/4 - 1)
	for s, tries := h&mask, uint32(0); tries <= mask; s, tries = (s+1)&mask, tries+1 {
		slot := binary.LittleEndian.Uint32(t.slots[4*s:])
		if slot == 0 {
			return -1
		}
		if slot>>17 == h>>17 && t.word(int(slot&slotRow)-1) == word {
			return int(slot&slotRow) - 1
		}
	}
	return -1
}

func (t *table) word(row int) string {
	if row < 0 || row >= t.rows {
		return ""
	}
	from := binary.LittleEndian.Uint32(t.offsets[4*row:])
	to := binary.LittleEndian.Uint32(t.offsets[4*row+4:])
	if from > to || int(to) > len(t.text) {
		return ""
	}
	return string(t.text[from:to])
}

// add adds a row, times weight, to sum, which has the table's dimension.
func (t *table) add(sum []float32, row int, weight float32) {
	w := weight * math.Float32frombits(binary.LittleEndian.Uint32(t.scales[4*row:]))
	vector := t.vectors[row*t.dim : (row+1)*t.dim]
	sum = sum[:len(vector)]
	for i, b := range vector {
		sum[i] += w * float32(int8(b))
	}
}

func hash(h uint32, s string) uint32 {
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * fnvPrime
	}
	return h
}
