package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/casefile/casefile"
)

// perCall is how many texts are handed to the embedder at once.
const perCall = 256

// embedded is the vectors of some passages, ready to be written.
type embedded struct {
	codec *codec
	runs  []run
	codes []uint64
	bytes []byte
}

// vectorText is what stands for a passage to the embedder: what stands above it, the head row of its table, its text.
func vectorText(title, heading string, c casefile.Chunk) string {
	s := c.Text
	if c.Head != "" {
		s = c.Head + "\n" + s
	}
	if heading != "" {
		s = heading + "\n" + s
	}
	if title != "" && title != heading {
		s = title + "\n" + s
	}
	return s
}

// embedChange makes the vectors of all passages that a change puts, in order. It is done before the
// transaction begins: a model may be slow, and others write meanwhile.
func (s *Store) embedChange(ctx context.Context, c casefile.Change) (*embedded, error) {
	if s.embedder == nil || len(c.Put) == 0 {
		return nil, nil
	}
	var texts []string
	for _, d := range c.Put {
		for _, sec := range d.Sections {
			for _, chunk := range sec.Chunks {
				texts = append(texts, vectorText(d.Title, sec.Heading, chunk))
			}
		}
	}
	return s.embed(ctx, texts)
}

func (s *Store) embed(ctx context.Context, texts []string) (*embedded, error) {
	var e *embedded
	for at := 0; at < len(texts); at += perCall {
		part := texts[at:min(at+perCall, len(texts))]
		vs, err := s.embedder.Embed(ctx, part)
		if err != nil {
			return nil, fmt.Errorf("make the vectors of %d passages with %s: %w", len(part), s.embedder.Space(), err)
		}
		if len(vs) != len(part) {
			return nil, fmt.Errorf("%w: %s gave %d vectors for %d texts", ErrSpace, s.embedder.Space(), len(vs), len(part))
		}
		for _, v := range vs {
			if e == nil {
				if len(v) == 0 {
					return nil, fmt.Errorf("%w: %s gave a vector without dimensions", ErrSpace, s.embedder.Space())
				}
				e = &embedded{codec: newCodec(len(v))}
				e.codes = make([]uint64, 0, len(texts)*e.codec.words)
				e.bytes = make([]byte, 0, len(texts)*e.codec.size())
			}
			if len(v) != e.codec.dim {
				return nil, fmt.Errorf("%w: %s gave vectors of %d and of %d dimensions", ErrSpace, s.embedder.Space(), e.codec.dim, len(v))
			}
			v = append(make([]float32, 0, len(v)), v...)
			for _, x := range v {
				if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
					return nil, fmt.Errorf("%w: %s gave a vector that is not of numbers", ErrSpace, s.embedder.Space())
				}
			}
			e.codec.turn(v)
			e.codes = e.codec.signs(e.codes, v)
			e.bytes = e.codec.bytes(e.bytes, v)
		}
	}
	return e, nil
}

// spaceID returns the id of the embedder's space and makes it where it is new.
func spaceID(ctx context.Context, tx *sql.Tx, name string, dim int) (int64, error) {
	var id int64
	var had int
	err := tx.QueryRowContext(ctx, "SELECT id, dim FROM space WHERE name = ?", name).Scan(&id, &had)
	if err == nil && had != dim {
		return 0, fmt.Errorf("%w: %q gives vectors of %d dimensions, and gave %d when the index was made", ErrSpace, name, dim, had)
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = tx.QueryRowContext(ctx, "INSERT INTO space (name, dim) VALUES (?, ?) RETURNING id", name, dim).Scan(&id)
	return id, err
}

// keepVectors writes vectors whose runs are set.
func keepVectors(ctx context.Context, tx *sql.Tx, space int64, e *embedded) error {
	codes := make([]byte, 0, 8*len(e.codes))
	for _, w := range e.codes {
		codes = binary.LittleEndian.AppendUint64(codes, w)
	}
	var id int64
	if err := tx.QueryRowContext(ctx, "INSERT INTO bundle (space, runs, codes) VALUES (?, ?, ?) RETURNING id", space, appendRuns(nil, e.runs), codes).Scan(&id); err != nil {
		return err
	}
	st, err := tx.PrepareContext(ctx, "INSERT INTO vector (id, block) VALUES (?, ?)")
	if err != nil {
		return err
	}
	defer st.Close()
	size := e.codec.perBlock() * e.codec.size()
	for k := 0; k*size < len(e.bytes); k++ {
		if _, err := st.ExecContext(ctx, id<<blockBits|int64(k), e.bytes[k*size:min((k+1)*size, len(e.bytes))]); err != nil {
			return err
		}
	}
	return nil
}
