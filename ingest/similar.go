package ingest

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math"
	"unicode"

	"github.com/casefile/casefile/text"
)

// Sizes of a sketch. Two sketches of a text agree in a share of their bins that is near the share of shingles that
// their texts have in common, give or take 1/(2·√bins).
const (
	sketchBins   = 128
	shingleRunes = 5
	bandRows     = 8 // of the bins that two likely equal texts share, so many in a row
)

// sketch is a one-permutation minhash of the letters and digits of a text: for each bin the least hash of a shingle
// that falls into it.
type sketch []uint32

// MarshalJSON writes a sketch as one string: there is one for every file.
func (k sketch) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 4*len(k))
	for _, v := range k {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(b))
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (k *sketch) UnmarshalJSON(data []byte) error {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(b)%(4*sketchBins) != 0 {
		return fmt.Errorf("a sketch of %d bytes", len(b))
	}
	*k = nil
	for i := 0; i < len(b); i += 4 {
		*k = append(*k, binary.LittleEndian.Uint32(b[i:]))
	}
	return nil
}

// eachShingle hands on the hash of every run of shingleRunes letters and digits; a shorter text is one shingle.
func eachShingle(s string, do func(uint64)) {
	var window [shingleRunes]rune
	n := 0
	hash := func(from int) {
		h := uint64(14695981039346656037)
		for i := range min(n, shingleRunes) {
			h = (h ^ uint64(window[(from+i)%shingleRunes])) * 1099511628211
		}
		// the low bits of FNV of short inputs are poor: mix
		h ^= h >> 33
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		do(h ^ h>>33)
	}
	for _, r := range text.Fold(s) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		window[n%shingleRunes] = r
		if n++; n >= shingleRunes {
			hash(n)
		}
	}
	if n > 0 && n < shingleRunes {
		hash(0)
	}
}

func sketchOf(s string) sketch {
	k := make(sketch, sketchBins)
	for i := range k {
		k[i] = math.MaxUint32
	}
	eachShingle(s, func(h uint64) {
		bin := h % sketchBins
		k[bin] = min(k[bin], uint32(h>>32))
	})
	return k
}

// likeness estimates which share of their shingles two texts have in common.
func (k sketch) likeness(o sketch) float64 {
	if len(k) != len(o) {
		return 0
	}
	same, used := 0, 0
	for i := range k {
		if k[i] == math.MaxUint32 && o[i] == math.MaxUint32 {
			continue
		}
		used++
		if k[i] == o[i] {
			same++
		}
	}
	if used == 0 {
		return 0
	}
	return float64(same) / float64(used)
}

// shared returns which share of their shingles two texts have in common.
func shared(a, b string) float64 {
	in := map[uint64]bool{}
	eachShingle(a, func(h uint64) { in[h] = false })
	both, union := 0, len(in)
	seen := map[uint64]bool{}
	eachShingle(b, func(h uint64) {
		if seen[h] {
			return
		}
		seen[h] = true
		if _, ok := in[h]; ok {
			both++
		} else {
			union++
		}
	})
	if union == 0 {
		return 0
	}
	return float64(both) / float64(union)
}

// likelyPairs returns pairs of texts that have a run of bins in common, each pair once: of two texts with nine tenths
// in common one in ten thousand is missed.
func likelyPairs(ks []sketch) [][2]int {
	seed := maphash.MakeSeed()
	var out [][2]int
	done := map[[2]int]bool{}
	for band := 0; band+bandRows <= sketchBins; band += bandRows {
		buckets := map[uint64][]int{}
		for i, k := range ks {
			if len(k) != sketchBins {
				continue
			}
			var h maphash.Hash
			h.SetSeed(seed)
			filled := 0
			for _, v := range k[band : band+bandRows] {
				var b [4]byte
				binary.LittleEndian.PutUint32(b[:], v)
				h.Write(b[:])
				if v != math.MaxUint32 {
					filled++
				}
			}
			if filled < bandRows/2 { // short texts: nearly everything agrees in empty bins
				continue
			}
			key := h.Sum64()
			for _, j := range buckets[key] {
				if p := [2]int{j, i}; !done[p] {
					done[p] = true
					out = append(out, p)
				}
			}
			if len(buckets[key]) < maxAlike {
				buckets[key] = append(buckets[key], i)
			}
		}
	}
	return out
}

// maxAlike bounds with how many others a text is compared: a thousand copies of a form make a million pairs.
const maxAlike = 20
