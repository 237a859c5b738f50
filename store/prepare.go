package store

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
	"github.com/casefile/casefile/text"
)

// Bounds on the piece of a transaction; one that writes more makes several.
const (
	maxPassages = 64 << 10
	maxPostings = 8 << 20
)

// prepared is what can be made of a change before its transaction begins: analysing and embedding
// take long, and others may write meanwhile.
type prepared struct {
	pieces  []pieceOf
	lengths []int          // terms of each document
	graphs  []entity.Graph // of each document; nil without a recognizer
	vectors *embedded      // of all passages, in order; nil without an embedder
}

// pieceOf is a piece, and which passages of which documents of the change it holds.
type pieceOf struct {
	*made
	docs []run // version is the document's number
}

// runs returns the runs of a piece once the versions of the documents are known.
func (p pieceOf) runs(versions []int64) []run {
	out := slices.Clone(p.docs)
	for i := range out {
		out[i].version = versions[out[i].version]
	}
	return out
}

// analysed is the terms of a document's passages and of what stands above each.
type analysed struct {
	terms [][]string
	sizes []int // terms of each passage, stop words too: prose is longer than a table of as many words that count
	above [][]string
}

func analyse(d *casefile.Document) analysed {
	var a analysed
	title := strings.Fields(text.Index(d.Title + "\n" + d.ID))
	for _, sec := range d.Sections {
		above := append(slices.Clip(title), strings.Fields(text.Index(sec.Heading+"\n"+sec.ID))...)
		for _, c := range sec.Chunks {
			terms, size := termsOf(c)
			a.terms = append(a.terms, terms)
			a.sizes = append(a.sizes, size)
			a.above = append(a.above, above)
		}
	}
	return a
}

// termsOf returns the terms by which a passage is found, and how many it has with its stop words.
func termsOf(c casefile.Chunk) (terms []string, size int) {
	tokens := text.Analyze(c.Head + "\n" + c.Text)
	terms = make([]string, 0, len(tokens))
	for _, t := range tokens {
		if !t.Weak || t.Kind != text.Word {
			terms = append(terms, t.Term)
		}
	}
	return terms, len(tokens)
}

// prepare makes what a change needs.
func (s *Store) prepare(ctx context.Context, c casefile.Change) (*prepared, error) {
	p := &prepared{lengths: make([]int, len(c.Put))}
	if len(c.Put) == 0 {
		return p, nil
	}
	docs := make([]analysed, len(c.Put))
	if s.entities != nil {
		p.graphs = make([]entity.Graph, len(c.Put))
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(docs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(docs); i = int(next.Add(1)) - 1 {
				docs[i] = analyse(&c.Put[i])
				if s.entities != nil {
					p.graphs[i] = s.entities.Document(&c.Put[i])
				}
			}
		})
	}
	wg.Wait()
	x := indexers.Get().(*indexer)
	var held []run
	end := func() error {
		if len(held) == 0 {
			return nil
		}
		m, err := x.make()
		p.pieces = append(p.pieces, pieceOf{m, held})
		x.done()
		x, held = indexers.Get().(*indexer), nil
		return err
	}
	for i, d := range docs {
		if len(d.terms) > perVersion {
			return nil, fmt.Errorf("%s: more than %d passages in one document: split the file", c.Put[i].Path, perVersion)
		}
		for k, terms := range d.terms {
			if len(x.lengths) == maxPassages || len(x.posts) > maxPostings {
				if err := end(); err != nil {
					return nil, err
				}
			}
			if n := len(held); n == 0 || held[n-1].version != int64(i) {
				held = append(held, run{version: int64(i), first: k})
			}
			held[len(held)-1].count++
			x.add(terms, d.above[k], d.sizes[k])
			p.lengths[i] += d.sizes[k]
		}
		docs[i] = analysed{}
	}
	if err := end(); err != nil {
		return nil, err
	}
	x.done()
	var err error
	p.vectors, err = s.embedChange(ctx, c)
	return p, err
}
