// Package vectors keeps the vectors of texts in a file, for measurements that put the same texts to a slow model again and again.
package vectors

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// Kept is an embedder that reads from a file what it embedded before. It is safe for concurrent use; texts
// are embedded one call after the other.
type Kept struct {
	casefile.Embedder

	mu   sync.Mutex
	file *os.File
	have map[string][]float32
}

// step is how many texts are embedded before they are written, so that little is lost when a run is ended.
const step = 200

// Keep returns e with a file in folder for the vectors of its space. A record that was cut off ends what is read.
func Keep(e casefile.Embedder, folder string) (*Kept, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, strings.ReplaceAll(e.Space(), "/", "_"))
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	k := &Kept{Embedder: e, file: f, have: map[string][]float32{}}
	whole, err := k.read(bufio.NewReader(f))
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return k, nil
}

// read reads records, and returns where the last whole one ends: the lengths of a text and of its vector, and both.
func (k *Kept) read(r io.Reader) (whole int64, err error) {
	for {
		var size [2]uint32
		err := binary.Read(r, binary.LittleEndian, &size)
		if err == nil && (size[0] > 1<<20 || size[1] > 1<<14) {
			return 0, errors.New("it holds no vectors; delete it")
		}
		text, v := make([]byte, size[0]), make([]float32, size[1])
		if err == nil {
			_, err = io.ReadFull(r, text)
		}
		if err == nil {
			err = binary.Read(r, binary.LittleEndian, v)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return whole, nil
		}
		if err != nil {
			return 0, err
		}
		whole += 8 + int64(len(text)) + 4*int64(len(v))
		k.have[string(text)] = v
	}
}

// Embed implements casefile.Embedder.
func (k *Kept) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	var missing []string
	seen := map[string]bool{}
	for _, t := range texts {
		if _, ok := k.have[t]; !ok && !seen[t] {
			seen[t] = true
			missing = append(missing, t)
		}
	}
	for len(missing) > 0 {
		n := min(step, len(missing))
		vs, err := k.Embedder.Embed(ctx, missing[:n])
		if err != nil {
			return nil, err
		}
		var b []byte
		for i, v := range vs {
			k.have[missing[i]] = v
			b = binary.LittleEndian.AppendUint32(b, uint32(len(missing[i])))
			b = binary.LittleEndian.AppendUint32(b, uint32(len(v)))
			b = append(b, missing[i]...)
			for _, x := range v {
				b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
			}
		}
		if _, err := k.file.Write(b); err != nil {
			return nil, err
		}
		missing = missing[n:]
	}
	out := make([][]float32, len(texts))
	for i, t := range texts {
		out[i] = k.have[t]
	}
	return out, nil
}

// Close closes the file.
func (k *Kept) Close() error { return k.file.Close() }
