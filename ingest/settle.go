package ingest

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
	"github.com/casefile/casefile/strictyaml"
)

// waiting is a file whose identity is decided when all files are known.
type waiting struct {
	found  found
	read   read
	stored bool // it did not change, and read holds no passages
}

// maxWaiting is how much text of waiting files is kept; what is more is read again when its turn comes.
const maxWaiting = 64 << 20

// waits notes a file's hint, and holds the file back when its identity depends on other files.
func (r *run) waits(f found, rd read, stored bool) bool {
	if r.opt.State == "" || rd.hint.ID == "" {
		return false
	}
	r.hints = append(r.hints, hinted{f.path, rd.hint})
	twin := r.texts[rd.hint.Text] && rd.hint.Text != ""
	r.texts[rd.hint.Text] = true
	if !rd.hint.Free || !twin && rd.file.Status != Duplicate && !rd.hint.Told.evidence() && rd.hint.Told.Named.IsZero() {
		return false
	}
	w := waiting{f, rd, stored}
	if r.held += int(f.size); r.held > maxWaiting && !stored {
		w.read.doc.Sections, w.read.text = nil, ""
	}
	r.waiting = append(r.waiting, w)
	return true
}

// settle decides which files are copies and which are versions of each other, and writes those that waited for it.
func (r *run) settle(ctx context.Context, l *library) error {
	if len(r.waiting) == 0 {
		return nil
	}
	slices.SortFunc(r.hints, func(a, b hinted) int { return strings.Compare(a.path, b.path) })
	slices.SortFunc(r.waiting, func(a, b waiting) int { return strings.Compare(a.found.path, b.found.path) })
	copies := copiesOf(r.hints)
	if err := r.withdraw(ctx, copies); err != nil {
		return err
	}
	ids, ps := identities(slices.DeleteFunc(r.hints, func(h hinted) bool { return copies[h.path] != "" }))
	r.report.Problems = append(r.report.Problems, ps...)
	for _, w := range r.waiting {
		if err := r.one(ctx, l, w, copies[w.found.path], ids); err != nil {
			return err
		}
	}
	slices.SortStableFunc(r.report.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return nil
}

// one writes, keeps or leaves out one file that waited.
func (r *run) one(ctx context.Context, l *library, w waiting, winner string, ids map[string]derived) error {
	d, isVersion := ids[w.found.path]
	switch {
	case winner != "":
		if w.stored && w.read.file.Status == Duplicate && w.read.file.Reason == sameText(winner) {
			r.accounts.put(w.read)
			r.told(w.read.file)
			return nil
		}
		twin := w.read.twin(winner)
		r.accounts.put(twin)
		return r.drop(ctx, twin)
	case w.stored && w.read.doc.ID != "" && (isVersion && d.is(w.read.doc) || !isVersion && w.read.file.Derived == ""):
		return r.keep(ctx, w.read)
	case w.stored || len(w.read.doc.Sections) == 0:
		r.changing(w.found.path)
		w.read = l.read(ctx, w.found)
	}
	if w.read.doc.ID != "" {
		w.read.apply(d, isVersion)
	}
	return r.take(ctx, w.read)
}

// withdraw takes out the files that were written or kept before the text was found to be that of another file.
func (r *run) withdraw(ctx context.Context, copies map[string]string) error {
	held := map[string]bool{}
	for _, w := range r.waiting {
		held[w.found.path] = true
	}
	at := map[string]int{}
	for i, f := range r.report.Files {
		at[f.Path] = i
	}
	for _, h := range r.hints {
		winner := copies[h.path]
		i, there := at[h.path]
		if winner == "" || held[h.path] || !there {
			continue
		}
		if err := r.flush(ctx); err != nil { // it may be among what is to be written
			return err
		}
		f := r.report.Files[i]
		k := r.accounts.now[h.path]
		for c, path := range r.claimed {
			if path == h.path {
				delete(r.claimed, c)
				b := r.batch(c.ns)
				b.Remove = append(b.Remove, path)
			}
		}
		delete(r.had, h.path)
		if err := r.accounts.keepText(h.path, ""); err != nil {
			return err
		}
		twin := read{file: f, stamp: k.Stamp, hint: h.hint}.twin(winner)
		twin.file.Changed = true
		r.accounts.put(twin)
		r.report.Files[i] = twin.file
	}
	return nil
}

func sameText(winner string) string { return "the same text as " + winner }

func dropOf(what string, n int, why string) format.Drop {
	return format.Drop{What: what, Count: n, Why: why}
}

// identify does for a scan what settle does for a run, and compares the versions.
func (out *Scanned) identify(reads []read, today casefile.Date) {
	var hs []hinted
	for _, r := range reads {
		hs = append(hs, hinted{r.file.Path, r.hint})
	}
	copies := copiesOf(hs)
	ids, ps := identities(slices.DeleteFunc(slices.Clone(hs), func(h hinted) bool { return copies[h.path] != "" }))
	out.Problems = append(out.Problems, ps...)
	at := map[string]int{}
	for i, f := range out.Files {
		at[f.Path] = i
	}
	claimed := map[claim]string{}
	var whole []read
	for _, r := range reads {
		path := r.file.Path
		if winner := copies[path]; winner != "" {
			out.Files[at[path]] = r.twin(winner).file
			continue
		}
		d, ok := ids[path]
		r.apply(d, ok)
		out.Files[at[path]] = r.file
		if first, ok := claimed[r.claim()]; ok {
			p := twice(r, first)
			out.Problems = append(out.Problems, p)
			out.Files[at[path]] = File{Path: path, Status: Failed, Reason: p.String(), Dropped: []format.Drop{}}
			continue
		}
		claimed[r.claim()] = path
		whole = append(whole, r)
		out.Documents = append(out.Documents, r.doc)
	}
	out.Problems = append(out.Problems, versionProblems(whole, today)...)
	out.Hints = append(nearCopies(whole), unread(whole)...)
}

// nearCopies names the documents whose texts are nearly the same, and that are no versions of each other.
func nearCopies(reads []read) []strictyaml.Problem {
	var ks []sketch
	for _, r := range reads {
		ks = append(ks, r.hint.Sketch)
	}
	var ps []strictyaml.Problem
	for _, pair := range likelyPairs(ks) {
		a, b := reads[pair[0]], reads[pair[1]]
		if a.ns != b.ns || a.doc.ID == b.doc.ID {
			continue
		}
		s, t := visibleOf(a.doc), visibleOf(b.doc)
		if len(s) < shortText || len(t) < shortText {
			continue
		}
		if share := shared(s, t); share >= likeNear {
			ps = append(ps, strictyaml.Problem{
				File: b.file.Path, Line: 1, Msg: fmt.Sprintf("its text has %d %% in common with that of %s", int(share*100), a.file.Path),
				Hint: "are they versions of one document? then give both the same id, and each a version and effective_from; else nothing is wrong",
			})
		}
	}
	slices.SortStableFunc(ps, func(a, b strictyaml.Problem) int { return strings.Compare(a.File, b.File) })
	return ps
}
