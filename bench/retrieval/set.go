package main

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/store"
)

// A question of a set, with what it should find.
type question struct {
	group string // what the halves are told by: questions on one passage stay together; "" leaves it out of the development half
	text  string
	day   casefile.Date
	kind  string   // a metric may hold for some kinds alone
	files []string // the right documents: any of them
	spans []span   // the supporting facts
	want  func(casefile.Source) bool
	stale func(casefile.Source) bool // a version that is not in force on the day
}

// span is a place in a file, in bytes.
type span struct {
	file     string
	from, to int
}

// A metric judges what was found for one question: 0 to 1.
type metric struct {
	name  string
	floor float64 // that the default must reach; 0: none is set
	most  bool    // the floor is a ceiling
	fused bool    // it is the one that the guards compare
	judge func(q question, found []casefile.Hit) float64
	of    func(q question) bool // which questions it is for; nil: all
}

// A set is a library with questions.
type set struct {
	name      string
	questions []question
	metrics   []metric
	units     []casefile.Hit // what the reference ranks: documents, or passages
	lib       *library
}

// development reports whether a question is of the half that weights may be chosen on.
func (q question) development() bool {
	if q.group == "" {
		return false
	}
	h := fnv.New32a()
	h.Write([]byte(q.group))
	return h.Sum32()>>7&1 == 0
}

// library is a workspace that was ingested as any other.
type library struct {
	root  string
	store *store.Store
	docs  map[string]casefile.Document // by path, as read
}

const tenant = "bench"

// today is fixed, so that a run next year gives the same.
var today = casefile.Date{Year: 2026, Month: 1, Day: 1}

// newLibrary makes a workspace of files, given by path below docs. The rule is as in its documents list.
func newLibrary(ctx context.Context, r rig, rule ingest.Rule, files map[string]string) (*library, error) {
	root, err := os.MkdirTemp("", "retrieval-")
	if err != nil {
		return nil, err
	}
	for name, content := range files {
		p := filepath.Join(root, "docs", filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
			return nil, err
		}
	}
	return ingested(ctx, r, rule, root)
}

// ingested reads the workspace in root.
func ingested(ctx context.Context, r rig, rule ingest.Rule, root string) (*library, error) {
	s, err := r.open(filepath.Join(root, ".casefile", "index"))
	if err != nil {
		return nil, err
	}
	l := &library{root: root, store: s, docs: map[string]casefile.Document{}}
	opt := r.ingest
	rule.Path = "docs"
	opt.Rules = []ingest.Rule{rule}
	opt.Root, opt.Store, opt.Tenant, opt.Today, opt.State = root, s, tenant, today, filepath.Join(root, ".casefile")
	if _, err := ingest.Run(ctx, opt); err != nil {
		return nil, err
	}
	scan, err := ingest.Scan(ctx, opt)
	if err != nil {
		return nil, err
	}
	if len(scan.Problems) > 0 {
		return nil, fmt.Errorf("%s: %s", scan.Problems[0].File, scan.Problems[0].Msg)
	}
	for _, d := range scan.Documents {
		l.docs[d.Path] = d
	}
	return l, nil
}

func (l *library) close() error {
	err := l.store.Close()
	return cmp.Or(err, os.RemoveAll(l.root))
}

// passages returns every passage of the library, whatever its version, by path and place.
func (l *library) passages() []casefile.Hit {
	var out []casefile.Hit
	for _, path := range sorted(l.docs) {
		d := l.docs[path]
		for _, s := range d.Sections {
			for _, c := range s.Chunks {
				out = append(out, casefile.Hit{Text: d.Title + "\n" + s.Heading + "\n" + c.Head + "\n" + c.Text, Source: casefile.Source{DocID: d.ID, Version: d.Version, Section: s.ID, URI: path, Start: c.Start, End: c.End}})
			}
		}
	}
	return out
}

// documents returns each document whole.
func (l *library) documents() []casefile.Hit {
	var out []casefile.Hit
	for _, path := range sorted(l.docs) {
		d := l.docs[path]
		var b strings.Builder
		b.WriteString(d.Title)
		for _, s := range d.Sections {
			for _, c := range s.Chunks {
				b.WriteString("\n" + c.Text)
			}
		}
		out = append(out, casefile.Hit{Text: b.String(), Source: casefile.Source{DocID: d.ID, Version: d.Version, URI: path}})
	}
	return out
}

// articles returns each section whole.
func (l *library) articles() []casefile.Hit {
	var out []casefile.Hit
	for _, h := range l.passages() {
		if n := len(out); n > 0 && out[n-1].Source.URI == h.Source.URI && out[n-1].Source.Section == h.Source.Section {
			out[n-1].Text += "\n" + h.Text
			continue
		}
		out = append(out, h)
	}
	return out
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// fileOf returns the path of a hit's document.
func fileOf(s casefile.Source) string {
	p, _, _ := strings.Cut(s.URI, "#")
	return p
}

// rightDocument is 1 when one of the first k different documents is right.
func rightDocument(k int) func(question, []casefile.Hit) float64 {
	return func(q question, found []casefile.Hit) float64 {
		seen := map[string]bool{}
		for _, h := range found {
			f := fileOf(h.Source)
			if slices.Contains(q.files, f) {
				return 1
			}
			if seen[f] = true; len(seen) == k {
				break
			}
		}
		return 0
	}
}

// rightPassage is 1 when one of the first k passages is what the question wants.
func rightPassage(k int) func(question, []casefile.Hit) float64 {
	return func(q question, found []casefile.Hit) float64 {
		for _, h := range found[:min(k, len(found))] {
			if q.want(h.Source) {
				return 1
			}
		}
		return 0
	}
}

// rightFact is 1 when one of the first k passages lies at least by half in a supporting fact, or covers half of one.
func rightFact(k int) func(question, []casefile.Hit) float64 {
	return func(q question, found []casefile.Hit) float64 {
		for _, h := range found[:min(k, len(found))] {
			for _, s := range q.spans {
				both := min(s.to, h.Source.End) - max(s.from, h.Source.Start)
				if s.file == fileOf(h.Source) && 2*both >= min(s.to-s.from, h.Source.End-h.Source.Start) {
					return 1
				}
			}
		}
		return 0
	}
}

// staleAmong is 1 when one of the first k passages is of a version that is not in force.
func staleAmong(k int) func(question, []casefile.Hit) float64 {
	return func(q question, found []casefile.Hit) float64 {
		for _, h := range found[:min(k, len(found))] {
			if q.stale(h.Source) {
				return 1
			}
		}
		return 0
	}
}
