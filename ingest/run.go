package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
	"github.com/casefile/casefile/strictyaml"
)

// Sizes of the work: readers at once, and what one transaction takes at most.
const (
	readers     = 2
	batchChunks = 4000
	batchFiles  = 200
	muchChunks  = 2 * batchChunks // written in one run: worth tidying the index
)

// Scan reads the library without writing, for a check: every document with its sections,
// and everything that is wrong with metadata and versions.
func Scan(ctx context.Context, opt Options) (Scanned, error) {
	l, files, problems, err := survey(opt)
	if err != nil {
		return Scanned{}, err
	}
	defer l.close()
	out := Scanned{Problems: problems}
	var reads []read
	err = eachRead(ctx, l, files, func(i int, r read) error {
		if opt.Progress != nil {
			opt.Progress(i+1, len(files), r.file.Path)
		}
		out.Problems = append(out.Problems, r.problems...)
		if r.file.Status == Failed && len(r.problems) == 0 {
			out.Problems = append(out.Problems, strictyaml.Problem{File: r.file.Path, Line: 1, Msg: r.file.Reason})
		}
		if r.doc.ID != "" {
			reads = append(reads, r)
		}
		out.Files = append(out.Files, r.file)
		return nil
	})
	if err != nil {
		return Scanned{}, err
	}
	out.identify(reads, opt.Today)
	return out, nil
}

// claim is what only one file may hold.
type claim struct {
	ns          casefile.Namespace
	id, version string
}

func (r read) claim() claim { return claim{r.ns, r.doc.ID, r.doc.Version} }

// survey lists the files, and names the rules that lead nowhere.
func survey(opt Options) (*library, []found, []strictyaml.Problem, error) {
	l, err := openLibrary(opt)
	if err != nil {
		return nil, nil, nil, err
	}
	files, missing, err := l.walk()
	if err != nil {
		return nil, nil, nil, errors.Join(err, l.close())
	}
	var ps []strictyaml.Problem
	for _, p := range missing {
		ps = append(ps, strictyaml.Problem{File: p, Msg: "documents: there is no such folder or file", Hint: "make it, or correct the path in casefile.yaml"})
	}
	return l, files, ps, nil
}

// eachRead reads files side by side and hands them on in order.
func eachRead(ctx context.Context, l *library, files []found, do func(i int, r read) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make([]chan read, len(files))
	for i := range done {
		done[i] = make(chan read, 1)
	}
	ahead := make(chan struct{}, 4*readers) // files read but not yet handed on
	next := make(chan int)
	var wg sync.WaitGroup
	for range readers {
		wg.Go(func() {
			for i := range next {
				done[i] <- l.read(ctx, files[i])
			}
		})
	}
	wg.Go(func() {
		defer close(next)
		for i := range files {
			select {
			case ahead <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	})
	defer wg.Wait()
	defer cancel()
	for i := range files {
		select {
		case r := <-done[i]:
			<-ahead
			if err := do(i, r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Run brings the store up to the files: changed ones are read and replaced, each document as a whole,
// and documents whose file is gone, or is no longer in order, go. A second run without changes writes nothing.
// When it stops early, what was written is whole, and the next run does the rest.
func Run(ctx context.Context, opt Options) (Report, error) {
	l, files, problems, err := survey(opt)
	if err != nil {
		return Report{}, err
	}
	defer l.close()
	r := run{opt: opt, total: len(files), report: Report{Problems: problems}, had: map[string]had{}, claimed: map[claim]string{}, batches: map[casefile.Namespace]*casefile.Change{}, written: map[casefile.Namespace]int{}, texts: map[string]bool{}, accounts: loadAccounts(opt.State)}
	if err := r.load(ctx); err != nil {
		return Report{}, err
	}
	rules := ruleStamp(l.rules)
	paths := map[string]bool{}
	var todo []found
	for i := range files {
		files[i].stamp += "/" + rules
		paths[files[i].path] = true
	}
	if err := r.removeGone(ctx, paths); err != nil {
		return r.report, err
	}
	kept := map[string]read{}
	for _, f := range files {
		h, stored := r.had[f.path]
		known, hint, told := r.accounts.of(f.path, f.stamp)
		switch {
		case f.status != "":
		case stored && h.doc.Stamp == f.stamp && (told || opt.State == ""):
			if !told {
				known = File{Path: f.path, Status: h.status(), Reason: h.doc.Degraded, Doc: h.doc.ID, Version: h.doc.Version, Chunks: h.doc.Chunks, Dropped: []format.Drop{}}
			}
			k := read{stamp: f.stamp, file: known, ns: h.ns, doc: h.doc, hint: hint}
			if r.waits(f, k, true) {
				continue
			}
			kept[f.path] = k
			continue
		case !stored && told && known.Doc == "": // it could not be read, and it is the same file
			k := read{stamp: f.stamp, file: known, hint: hint}
			if r.waits(f, k, true) {
				continue
			}
			kept[f.path] = k
			continue
		}
		todo = append(todo, f)
		r.changing(f.path)
	}
	next := 0
	keepUntil := func(path string) error { // files that did not change take their place in the order
		for ; next < len(files) && (path == "" || files[next].path < path); next++ {
			if k, ok := kept[files[next].path]; ok {
				if err := r.keep(ctx, k); err != nil {
					return err
				}
			}
		}
		return nil
	}
	err = eachRead(ctx, l, todo, func(i int, rd read) error {
		if err := keepUntil(rd.file.Path); err != nil {
			return err
		}
		if r.waits(todo[i], rd, false) {
			return nil
		}
		return r.take(ctx, rd)
	})
	if err == nil {
		err = keepUntil("")
	}
	if err == nil {
		err = r.settle(ctx, l)
	}
	if err == nil {
		err = r.flush(ctx)
	}
	if err == nil {
		err = r.tidy(ctx)
	}
	if err == nil {
		err = r.accounts.finish()
	}
	slices.Sort(r.report.Removed)
	return r.report, err
}

// ruleStamp changes when the rules do: then every file is looked at again.
func ruleStamp(rules []Rule) string {
	b, err := json.Marshal(rules)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(append([]byte(reader()+"\n"), b...))
	return hex.EncodeToString(sum[:6])
}
