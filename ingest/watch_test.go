package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestWatch(t *testing.T) {
	broken := errors.New("the disk is full")
	type step struct {
		files string // what the look at this tick sees
		gone  bool   // the folder cannot be read
	}
	for _, tt := range []struct {
		name  string
		first string
		steps []step
		fails []int // runs, from 0, that fail
		want  []string
	}{
		{"nothing changes", "a", []step{{files: "a"}, {files: "a"}}, nil, []string{"run"}},
		{"a change is read when it holds", "a", []step{{files: "b"}, {files: "b"}, {files: "b"}}, nil, []string{"run", "run"}},
		{"a file that grows is waited for", "a", []step{{files: "b"}, {files: "c"}, {files: "d"}, {files: "d"}}, nil, []string{"run", "run"}},
		{"there and back again", "a", []step{{files: "b"}, {files: "a"}, {files: "a"}}, nil, []string{"run"}},
		{"a failed run is tried again and told once", "a", []step{{files: "a"}, {files: "a"}, {files: "a"}}, []int{0, 1}, []string{"the disk is full", "run"}},
		{"a folder that goes and comes back", "a", []step{{gone: true}, {gone: true}, {files: "a"}, {files: "b"}, {files: "b"}}, nil, []string{"run", "gone", "run"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			ticks := make(chan time.Time)
			looks, runs := 0, 0
			var got []string
			w := watcher{
				ticks: ticks,
				look: func() (string, error) {
					looks++
					if looks == 1 {
						return tt.first, nil
					}
					s := tt.steps[looks-2]
					if s.gone {
						return "", errors.New("gone")
					}
					return s.files, nil
				},
				run: func(context.Context) (Report, error) {
					runs++
					if slices.Contains(tt.fails, runs-1) {
						return Report{}, broken
					}
					return Report{}, nil
				},
				each: func(_ Report, err error) {
					if err != nil {
						got = append(got, err.Error())
						return
					}
					got = append(got, "run")
				},
			}
			done := make(chan error)
			go func() { done <- w.watch(ctx) }()
			for range tt.steps {
				ticks <- time.Time{}
			}
			cancel()
			if err := <-done; err != nil {
				t.Errorf("the end of the watch: %v", err)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWatchOfNothing(t *testing.T) {
	if err := Watch(t.Context(), Options{Root: filepath.Join(t.TempDir(), "none")}, func(Report, error) {}); err == nil {
		t.Error("a folder that is not there is watched")
	}
}

func TestGlance(t *testing.T) {
	root := t.TempDir()
	opt := Options{Root: root}
	look := func() string {
		t.Helper()
		s, err := glance(opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	write := func(name, content string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(root, "docs", name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	seen := []string{look()} // the folder is missing
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(){
		func() {},
		func() { write("a.md", "one") },
		func() { write("a.md", "longer") },
		func() { write("a.md.yaml", "id: a\n") },
		func() { write("b.md", "two") },
	} {
		change()
		now := look()
		if slices.Contains(seen, now) {
			t.Errorf("change %d is not seen", len(seen))
		}
		if now != look() {
			t.Errorf("change %d is seen twice", len(seen))
		}
		seen = append(seen, now)
	}
	if err := os.Remove(filepath.Join(root, "docs", "b.md")); err != nil {
		t.Fatal(err)
	}
	if look() != seen[len(seen)-2] {
		t.Error("without the last file the folder is not what it was before")
	}
}
