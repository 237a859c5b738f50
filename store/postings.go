package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// A posting says that a passage holds a term: its number in the piece, and how.
type posting struct {
	at  uint32
	how uint8 // how often its text has the term, up to maxTimes, with over where it stands above the passage
}

const (
	maxTimes = 7
	over     = 8
)

// A list is the postings of one term in one piece, by passage, as it is kept: where at least one passage
// in eight holds the term, a bit for each passage; otherwise the distances between them. Then half a byte for each posting.
type list struct {
	df   int // postings in it
	n    int // passages of the piece
	data []byte
}

var errList = errors.New("a list of passages is cut off")

func dense(df, n int) bool { return df*8 >= n }

func appendList(b []byte, ps []posting, n int) []byte {
	if dense(len(ps), n) {
		at := len(b)
		b = append(b, make([]byte, (n+7)/8)...)
		for _, p := range ps {
			b[at+int(p.at>>3)] |= 1 << (p.at & 7)
		}
	} else {
		var gaps int
		next := uint32(0)
		for _, p := range ps {
			gaps += uvarintLen(p.at - next)
			next = p.at + 1
		}
		b = binary.AppendUvarint(b, uint64(gaps))
		next = 0
		for _, p := range ps {
			b = binary.AppendUvarint(b, uint64(p.at-next))
			next = p.at + 1
		}
	}
	for i := 0; i < len(ps); i += 2 {
		how := ps[i].how
		if i+1 < len(ps) {
			how |= ps[i+1].how << 4
		}
		b = append(b, how)
	}
	return b
}

func uvarintLen(x uint32) int { return max(1, (bits.Len32(x)+6)/7) }

// parts returns what says where the postings are, and their half bytes.
func (l list) parts() (where, hows []byte, err error) {
	size := (l.n + 7) / 8
	rest := l.data
	if !dense(l.df, l.n) {
		x, n := binary.Uvarint(l.data)
		if n <= 0 || x > uint64(len(l.data)-n) {
			return nil, nil, errList
		}
		size, rest = int(x), l.data[n:]
	}
	if len(rest) != size+(l.df+1)/2 {
		return nil, nil, errList
	}
	return rest[:size], rest[size:], nil
}

func how(hows []byte, i int) uint8 { return hows[i>>1] >> (4 * (i & 1)) & 15 }

// passages appends the number of each passage in the list.
func (l list) passages(to []uint32) ([]uint32, []byte, error) {
	where, hows, err := l.parts()
	if err != nil {
		return to, nil, err
	}
	before := len(to)
	if dense(l.df, l.n) {
		for i, x := range where {
			for ; x != 0; x &= x - 1 {
				to = append(to, uint32(i*8+bits.TrailingZeros8(x)))
			}
		}
	} else {
		next := uint32(0)
		for i := 0; i < len(where); {
			x := uint32(where[i])
			i++
			if x >= 0x80 {
				x &= 0x7f
				for shift := 7; ; shift += 7 {
					if i == len(where) || shift > 28 {
						return to, nil, errList
					}
					c := where[i]
					i++
					x |= uint32(c&0x7f) << shift
					if c < 0x80 {
						break
					}
				}
			}
			next += x
			to = append(to, next)
			next++
		}
	}
	if got := len(to) - before; got != l.df || got > 0 && to[len(to)-1] >= uint32(l.n) {
		return to, nil, errList
	}
	return to, hows, nil
}

// blockSize is about how many bytes a row of posting lists has: a page of the file.
const blockSize = 3900

// blockWriter puts lists, in order of their terms, into rows.
type blockWriter struct {
	n      int // passages of the piece
	block  []byte
	last   string
	buf    []byte
	firsts []string
	flush  func(block []byte) error
}

func (w *blockWriter) add(term string, ps []posting) error {
	w.buf = appendList(w.buf[:0], ps, w.n)
	if len(w.block) > 0 && len(w.block)+len(w.buf)+len(term)+8 > blockSize {
		if err := w.end(); err != nil {
			return err
		}
	}
	if len(w.block) == 0 {
		w.firsts = append(w.firsts, term)
		w.last = ""
	}
	same := 0
	for same < len(term) && same < len(w.last) && term[same] == w.last[same] {
		same++
	}
	w.block = binary.AppendUvarint(w.block, uint64(same))
	w.block = binary.AppendUvarint(w.block, uint64(len(term)-same))
	w.block = append(w.block, term[same:]...)
	w.block = binary.AppendUvarint(w.block, uint64(len(ps)))
	w.block = binary.AppendUvarint(w.block, uint64(len(w.buf)))
	w.block = append(w.block, w.buf...)
	w.last = term
	return nil
}

func (w *blockWriter) end() error {
	if len(w.block) == 0 {
		return nil
	}
	err := w.flush(w.block)
	w.block = nil
	return err
}

// eachList calls do with the lists of a row, in order, until do returns false. The term is only good until do returns.
func eachList(block []byte, n int, do func(term []byte, l list) bool) error {
	var term []byte
	number := func() (int, bool) {
		x, k := binary.Uvarint(block)
		if k <= 0 || x > 1<<31 {
			return 0, false
		}
		block = block[k:]
		return int(x), true
	}
	for len(block) > 0 {
		same, ok1 := number()
		more, ok2 := number()
		if !ok1 || !ok2 || same > len(term) || more > len(block) {
			return errList
		}
		term = append(term[:same], block[:more]...)
		block = block[more:]
		df, ok1 := number()
		size, ok2 := number()
		if !ok1 || !ok2 || size > len(block) || df > n {
			return errList
		}
		if !do(term, list{df, n, block[:size:size]}) {
			return nil
		}
		block = block[size:]
	}
	return nil
}

// appendTexts and parseTexts keep a list of texts.
func appendTexts(b []byte, texts []string) []byte {
	for _, s := range texts {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return b
}

func parseTexts(b []byte) ([]string, error) {
	var out []string
	all := string(b) // one allocation, which the texts share
	for at := 0; at < len(b); {
		x, n := binary.Uvarint(b[at:])
		if n <= 0 || x > uint64(len(b)-at-n) {
			return nil, fmt.Errorf("a list of terms is cut off")
		}
		at += n
		out = append(out, all[at:at+int(x)])
		at += int(x)
	}
	return out, nil
}
