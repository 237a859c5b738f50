package store

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// A codec turns vectors of one dimension into what is kept of them: the signs, one bit each, for a first
// look at all of them, and eight bits each with a scale, for the exact order of the nearest.
//
// Vectors are turned first, all in the same way: dimensions that a model gives more or less weight then
// weigh the same, which is what makes a sign worth as much as any other. A turn changes no cosine.
type codec struct {
	dim, words int
	half       int // the greatest power of two that is not above dim
	flip       [4][]float32
}

// maxDim is far above what models give; an index that names more was damaged.
const maxDim = 1 << 20

// storedCodec returns the codec of the dimensions an index names, which may be damaged.
func storedCodec(dim int) (*codec, error) {
	if dim < 1 || dim > maxDim {
		return nil, fmt.Errorf("%w: vectors of %d dimensions", ErrDamaged, dim)
	}
	return newCodec(dim), nil
}

func newCodec(dim int) *codec {
	c := &codec{dim: dim, words: (dim + 63) / 64, half: 1 << (bits.Len(uint(dim)) - 1)}
	seed := uint64(0x9E3779B97F4A7C15)
	for r := range c.flip {
		c.flip[r] = make([]float32, c.half)
		for i := range c.flip[r] {
			seed += 0x9E3779B97F4A7C15 // splitmix64: the turn is part of the format
			z := (seed ^ seed>>30) * 0xBF58476D1CE4E5B9
			z = (z ^ z>>27) * 0x94D049BB133111EB
			c.flip[r][i] = 1
			if (z^z>>31)&1 != 0 {
				c.flip[r][i] = -1
			}
		}
	}
	return c
}

// turn turns v in place.
func (c *codec) turn(v []float32) {
	norm := float32(1 / math.Sqrt(float64(c.half)))
	for r, flip := range c.flip {
		part := v[:c.half]
		if r%2 == 1 {
			part = v[c.dim-c.half:]
		}
		for i := range part {
			part[i] *= flip[i] * norm
		}
		hadamard(part)
	}
}

// hadamard multiplies v by the Hadamard matrix of its length, a power of two.
func hadamard(v []float32) {
	for h := 1; h < len(v); h *= 2 {
		for i := 0; i < len(v); i += 2 * h {
			a, b := v[i:i+h], v[i+h:i+2*h]
			for j := range a {
				a[j], b[j] = a[j]+b[j], a[j]-b[j]
			}
		}
	}
}

// size is the number of bytes in which a vector is kept beside its signs.
func (c *codec) size() int { return 4 + c.dim }

// perBlock is the number of vectors in a row of the table: as many as fit a page.
func (c *codec) perBlock() int { return max(1, 3900/c.size()) }

// signs appends the signs of a turned vector.
func (c *codec) signs(to []uint64, v []float32) []uint64 {
	for i := 0; i < c.dim; i += 64 {
		var w uint64
		for j, x := range v[i:min(i+64, c.dim)] {
			if x > 0 {
				w |= 1 << j
			}
		}
		to = append(to, w)
	}
	return to
}

// bytes appends a turned vector: its scale and its parts in eights bits.
func (c *codec) bytes(to []byte, v []float32) []byte {
	var top float32
	for _, x := range v {
		top = max(top, x, -x)
	}
	scale := top / 127
	to = binary.LittleEndian.AppendUint32(to, math.Float32bits(scale))
	for _, x := range v {
		var q int8
		if scale > 0 {
			q = int8(math.RoundToEven(float64(x / scale)))
		}
		to = append(to, byte(q))
	}
	return to
}

// cosine returns the cosine of a turned query with a vector that bytes kept; ok is false for a vector of zeros.
func (c *codec) cosine(query []float32, kept []byte) (cos float64, ok bool) {
	scale := math.Float32frombits(binary.LittleEndian.Uint32(kept))
	kept = kept[4 : 4+c.dim]
	query = query[:len(kept)]
	var a, b, d, e float32
	i := 0
	for ; i+4 <= len(kept); i += 4 {
		a += query[i] * float32(int8(kept[i]))
		b += query[i+1] * float32(int8(kept[i+1]))
		d += query[i+2] * float32(int8(kept[i+2]))
		e += query[i+3] * float32(int8(kept[i+3]))
	}
	for ; i < len(kept); i++ {
		a += query[i] * float32(int8(kept[i]))
	}
	return float64((a + b + d + e) * scale), scale > 0
}

// A probe is a turned query ready to be held against signs: each part as a number from 0 to 15, 8 being nothing,
// bit by bit. A query in full against signs tells four times as many neighbours from the rest as signs against signs.
type probe struct {
	planes [][4]uint64 // by word, then by bit
	shift  int         // so that agreements fit 16 bits
}

const middle = 8

func (c *codec) probe(query []float32) probe {
	p := probe{planes: make([][4]uint64, c.words), shift: max(0, bits.Len(uint(15*c.dim))-16)}
	var top float32
	for _, x := range query {
		top = max(top, x, -x)
	}
	for i, x := range query {
		u := uint64(middle)
		if top > 0 {
			u = uint64(middle + math.RoundToEven(float64(x/top)*7))
		}
		for b := range 4 {
			p.planes[i/64][b] |= u >> b & 1 << (i % 64)
		}
	}
	return p
}

// levels is how many agreements there are.
func (c *codec) levels(p probe) int { return 15*c.dim>>p.shift + 1 }

// agreements sets to[i] to how far the query agrees with the signs of vector i, and counts each.
func (c *codec) agreements(p probe, codes []uint64, to []uint16, count []int) {
	planes := p.planes
	for i := range to {
		s := middle * c.dim
		for j, w := range codes[i*len(planes) : (i+1)*len(planes)] {
			q := &planes[j]
			s += bits.OnesCount64(w&q[0]) + 2*bits.OnesCount64(w&q[1]) + 4*bits.OnesCount64(w&q[2]) + 8*bits.OnesCount64(w&q[3]) - middle*bits.OnesCount64(w)
		}
		s >>= p.shift
		to[i] = uint16(s)
		count[s]++
	}
}
