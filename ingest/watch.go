package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"
)

// pollEvery is how often a watch looks at the files. A change is read when it has held for one look more, so that a
// file that is still being written is not read by halves.
const pollEvery = 2 * time.Second

// Watch does a Run, and another one after every change of the files, until ctx ends; then it returns nil. each gets
// what came of every run, the first one included; a run that failed is tried again, and told again only when it fails
// in another way. Files are looked at by size and time, every two seconds.
func Watch(ctx context.Context, opt Options, each func(Report, error)) error {
	ticker := time.NewTicker(pollEvery)
	defer ticker.Stop()
	w := watcher{
		ticks: ticker.C,
		look:  func() (string, error) { return glance(opt) },
		run:   func(ctx context.Context) (Report, error) { return Run(ctx, opt) },
		each:  each,
	}
	return w.watch(ctx)
}

// watcher is a watch with its clock and its hands apart, for tests.
type watcher struct {
	ticks <-chan time.Time
	look  func() (string, error)
	run   func(context.Context) (Report, error)
	each  func(Report, error)
	told  string // the last error
}

func (w *watcher) watch(ctx context.Context) error {
	if ctx.Err() != nil {
		return nil
	}
	seen, err := w.look()
	if err != nil { // there is nothing to watch
		return err
	}
	done := ""
	if w.once(ctx) {
		done = seen
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.ticks:
		}
		now, err := w.look()
		if err != nil { // it may come back
			w.tell(Report{}, err)
			continue
		}
		steady := now == seen
		seen = now
		if steady && now != done && w.once(ctx) {
			done = now
		}
	}
}

// once runs and tells, and reports whether it went well.
func (w *watcher) once(ctx context.Context) bool {
	report, err := w.run(ctx)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return false // it was told to end
	}
	w.tell(report, err)
	return err == nil
}

func (w *watcher) tell(r Report, err error) {
	if err == nil {
		w.told = ""
		w.each(r, nil)
		return
	}
	if err.Error() != w.told {
		w.told = err.Error()
		w.each(r, err)
	}
}

// glance is a fingerprint of the files of a library from the outside.
func glance(opt Options) (string, error) {
	l, err := openLibrary(opt)
	if err != nil {
		return "", err
	}
	files, missing, err := l.walk()
	if err = errors.Join(err, l.close()); err != nil {
		return "", err
	}
	h := sha256.New()
	for _, f := range files {
		fmt.Fprintf(h, "%q %s %s %s\n", f.path, f.stamp, f.status, f.sidecar)
	}
	for _, p := range missing {
		io.WriteString(h, "missing "+p+"\n")
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
