package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
)

// had is what the store holds of a file.
type had struct {
	ns       casefile.Namespace
	doc      casefile.Document
	changing bool // it is read again in this run
}

func (h had) status() Status {
	switch {
	case h.doc.Chunks == 0:
		return Empty
	case h.doc.Degraded != "":
		return Degraded
	}
	return OK
}

// run is a run in progress.
type run struct {
	opt     Options
	total   int
	report  Report
	had     map[string]had
	holders map[claim]string // which file holds a version in the store
	claimed map[claim]string // which file holds it from now on
	batches map[casefile.Namespace]*casefile.Change
	written map[casefile.Namespace]int // passages

	accounts *accounts
	waiting  []waiting // files whose identity depends on others
	hints    []hinted  // of all files
	texts    map[string]bool
	held     int // bytes of waiting files
	chunks   int
	files    int
}

func (r *run) load(ctx context.Context) error {
	namespaces, err := r.opt.Store.Namespaces(ctx)
	if err != nil {
		return err
	}
	r.holders = map[claim]string{}
	for _, ns := range namespaces {
		docs, err := r.opt.Store.Files(ctx, ns)
		if err != nil {
			return err
		}
		for _, d := range docs {
			if old, ok := r.had[d.Path]; ok { // left in two namespaces by a run that was cut short
				r.batch(old.ns).Remove = append(r.batch(old.ns).Remove, d.Path)
				d.Stamp = ""
			}
			r.had[d.Path] = had{ns: ns, doc: d}
			r.holders[claim{ns, d.ID, d.Version}] = d.Path
		}
	}
	return nil
}

func (r *run) changing(path string) {
	if h, ok := r.had[path]; ok {
		h.changing = true
		r.had[path] = h
	}
}

// removeGone takes out what has no file any more, before anything comes: a file may have moved.
func (r *run) removeGone(ctx context.Context, paths map[string]bool) error {
	for path, h := range r.had {
		if !paths[path] {
			b := r.batch(h.ns)
			b.Remove = append(b.Remove, path)
			r.report.Removed = append(r.report.Removed, path)
			delete(r.had, path)
			if err := r.accounts.keepText(path, ""); err != nil {
				return err
			}
		}
	}
	for _, b := range r.batches {
		slices.Sort(b.Remove)
	}
	return r.flush(ctx)
}

func (r *run) batch(ns casefile.Namespace) *casefile.Change {
	if r.batches[ns] == nil {
		r.batches[ns] = &casefile.Change{Stamp: map[string]string{}}
	}
	return r.batches[ns]
}

func (r *run) told(f File) {
	if f.Dropped == nil {
		f.Dropped = []format.Drop{}
	}
	r.report.Files = append(r.report.Files, f)
	if r.opt.Progress != nil {
		r.opt.Progress(len(r.report.Files), r.total, f.Path)
	}
}

// keep accounts for a file that did not change.
func (r *run) keep(ctx context.Context, k read) error {
	r.accounts.put(k)
	if k.doc.ID == "" {
		r.told(k.file)
		return nil
	}
	if first, ok := r.claimed[k.claim()]; ok {
		return r.refuse(ctx, k, first)
	}
	r.claimed[k.claim()] = k.file.Path
	r.told(k.file)
	return nil
}

// refuse leaves out a file whose version another file holds.
func (r *run) refuse(ctx context.Context, k read, first string) error {
	p := twice(k, first)
	r.report.Problems = append(r.report.Problems, p)
	k.file = File{Path: k.file.Path, Status: Failed, Reason: p.String()}
	return r.drop(ctx, k)
}

// drop takes what the store holds of a file out, and accounts for the file.
func (r *run) drop(ctx context.Context, k read) error {
	if h, ok := r.had[k.file.Path]; ok {
		b := r.batch(h.ns)
		b.Remove = append(b.Remove, k.file.Path)
		k.file.Changed = true
		delete(r.had, k.file.Path)
		if err := r.accounts.keepText(k.file.Path, ""); err != nil {
			return err
		}
	}
	r.told(k.file)
	return r.flushFull(ctx)
}

// take writes a file that was read.
func (r *run) take(ctx context.Context, rd read) error {
	r.report.Problems = append(r.report.Problems, rd.problems...)
	if rd.doc.ID == "" {
		if rd.settled {
			r.accounts.put(rd)
		}
		return r.drop(ctx, rd)
	}
	c := rd.claim()
	if first, ok := r.claimed[c]; ok {
		return r.refuse(ctx, rd, first)
	}
	r.claimed[c] = rd.file.Path
	r.accounts.put(rd)
	if rd.text != "" {
		if err := r.accounts.keepText(rd.file.Path, rd.text); err != nil {
			return err
		}
	}
	h, known := r.had[rd.file.Path]
	b := r.batch(rd.ns)
	if known && h.ns == rd.ns && h.doc.Hash == rd.doc.Hash {
		b.Stamp[rd.file.Path] = rd.doc.Stamp
		r.told(rd.file)
		r.files++
		return r.flushFull(ctx)
	}
	if known && h.ns != rd.ns { // out of the one namespace before it is in the other: never readable in both
		old := r.batch(h.ns)
		old.Remove = append(old.Remove, rd.file.Path)
		if err := r.flushOne(ctx, h.ns); err != nil {
			return err
		}
	}
	if other, ok := r.holders[c]; ok && other != rd.file.Path { // its file comes later in this run
		b.Remove = append(b.Remove, other)
		if o := r.had[other]; !o.changing {
			delete(r.had, other)
		}
	}
	b.Put = append(b.Put, rd.doc)
	rd.file.Changed = true
	r.told(rd.file)
	r.files++
	r.chunks += rd.file.Chunks
	return r.flushFull(ctx)
}

func (r *run) flushFull(ctx context.Context) error {
	if r.chunks < batchChunks && r.files < batchFiles {
		return nil
	}
	return r.flush(ctx)
}

func (r *run) flush(ctx context.Context) error {
	r.chunks, r.files = 0, 0
	namespaces := make([]casefile.Namespace, 0, len(r.batches))
	for ns := range r.batches {
		namespaces = append(namespaces, ns)
	}
	slices.SortFunc(namespaces, func(a, b casefile.Namespace) int {
		if a.Name+a.Tenant < b.Name+b.Tenant {
			return -1
		}
		return 1
	})
	for _, ns := range namespaces {
		if err := r.flushOne(ctx, ns); err != nil {
			return err
		}
	}
	return r.accounts.save()
}

func (r *run) flushOne(ctx context.Context, ns casefile.Namespace) error {
	b := r.batches[ns]
	if b == nil || len(b.Remove)+len(b.Put)+len(b.Stamp) == 0 {
		return nil
	}
	delete(r.batches, ns)
	for _, d := range b.Put {
		for _, sec := range d.Sections {
			r.written[ns] += len(sec.Chunks)
		}
	}
	if err := r.opt.Store.Write(ctx, ns, *b); err != nil {
		return fmt.Errorf("ingest: %w", err)
	}
	return nil
}

// tidy has the store join what was written to namespaces that got much.
func (r *run) tidy(ctx context.Context) error {
	for ns, n := range r.written {
		if n < muchChunks {
			continue
		}
		if err := r.opt.Store.Tidy(ctx, ns); err != nil {
			return fmt.Errorf("ingest: %w", err)
		}
	}
	return nil
}
