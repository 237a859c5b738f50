package config

import (
	"context"
	"errors"
	"fmt"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
)

// Reembed makes the vectors that are missing after the model of `embeddings:` changed, and drops those of the former
// one. Questions are answered meanwhile, with the vectors that there are. Ingest does this by itself where vectors cost
// next to nothing; with a server or a model file it is for the ingest command, a watch and a server, not for a question.
func (w *Workspace) Reembed(ctx context.Context, progress func(done, total int)) error {
	return w.library.Reembed(ctx, progress)
}

// settle does what is left after the documents are in the index: the names that reference tables relate, and the vectors.
func (w *Workspace) settle(ctx context.Context) error {
	return errors.Join(w.link(ctx), w.reembedStatic(ctx))
}

// reembedStatic is Reembed where the vectors come from the table in the program.
func (w *Workspace) reembedStatic(ctx context.Context) error {
	if _, cheap := w.embedder.(*embed.Static); !cheap {
		return nil
	}
	return w.Reembed(ctx, nil)
}

// A VectorHealth is what a probe of the workspace's vectors found.
type VectorHealth struct {
	Space       string // "" where embeddings are off
	Dim         int    // numbers of a vector
	Done, Total int    // passages that have a vector, of those that everyone in the workspace's tenant may read
	Err         error
}

// ProbeVectors makes the vector of one short text, and counts the passages that have one.
func (w *Workspace) ProbeVectors(ctx context.Context) VectorHealth {
	if w.embedder == nil {
		return VectorHealth{}
	}
	h := VectorHealth{Space: w.embedder.Space()}
	vs, err := w.embedder.Embed(ctx, []string{"一 one"})
	if err == nil && len(vs) == 1 {
		h.Dim = len(vs[0])
	}
	who, scopeErr := casefile.NewScope(casefile.Identity{Tenant: w.file.Tenant, User: "doctor"}, casefile.DateOf(w.Now()))
	if h.Err = errors.Join(err, scopeErr); h.Err == nil {
		h.Done, h.Total, h.Err = w.library.Embedded(ctx, who)
	}
	return h
}

// ProbeReranker scores one short text. named is false where `rerank:` names no model.
func (w *Workspace) ProbeReranker(ctx context.Context) (named bool, err error) {
	if w.reranker == nil {
		return false, nil
	}
	scores, err := w.reranker.Rerank(ctx, "one", []string{"one"})
	if err == nil && (len(scores) != 1 || scores[0] < 0 || scores[0] > 1) {
		err = fmt.Errorf("rerank: %v for one text: want one score of 0 to 1", scores)
	}
	return true, err
}
