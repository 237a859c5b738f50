// Package config wires a workspace: its files become an engine. It is the only package that sees every stage.
package config

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/tool"
)

// Options say how a workspace is opened. The zero value is how people use one.
type Options struct {
	Clock time.Time // zero: the workspace's clock, or the system's
	State string    // the folder of the index, caches and case logs; "" is .casefile in the workspace, or a folder of the user's cache where that cannot be written
	Docs  string    // the folder that the paths of documents are relative to; "" is the workspace

	// Intercept stands between the engine and its tools; case files inject faults with it.
	Intercept func(ctx context.Context, c casefile.Call, n int, call func(context.Context) (casefile.Result, error)) (casefile.Result, error)

	// Stages, when set, has the stages of workspaces that were opened before by the same rules.
	Stages *Stages

	// Model is asked by every stage that asks one, for entailment too, in place of those the workspace names; nil: those. Case files play recorded replies with it.
	Model casefile.Model
}

// A Workspace is an open workspace. It is safe for concurrent use.
type Workspace struct {
	Name string
	Root string

	file      File
	opt       Options
	state     string
	engine    *casefile.Engine
	library   *store.Store
	databases map[string]*tool.Database
	search    *search.Search
	embedder  casefile.Embedder // nil: nothing is found by its vector
	reranker  search.Reranker   // nil: no model scores passages
	scores    *scoring          // nil: no model scores claims
}

// ErrWorkspace says that a workspace cannot be used as it is. The error's text lists every problem.
var ErrWorkspace = errors.New("the workspace has errors")

// Open reads a workspace and builds its engine. Problems of its files come back all at once, in an error that wraps ErrWorkspace.
func Open(ctx context.Context, dir string, opt Options) (*Workspace, error) {
	root, err := Find(dir)
	if err != nil {
		return nil, err
	}
	p := read(root)
	if len(p.problems) > 0 {
		return nil, problemsError(root, causes(p.problems))
	}
	w := &Workspace{Name: p.file.Name, Root: root, file: p.file, opt: opt}
	if w.state, err = stateDir(root, opt.State); err != nil {
		return nil, err
	}
	if w.embedder, err = p.file.Embeddings.embedder(root); err != nil {
		return nil, err
	}
	if w.reranker, err = p.file.Rerank.reranker(root); err != nil {
		w.Close()
		return nil, err
	}
	w.scores = p.file.Entailment.scoring(root)
	names, err := p.file.recognizer()
	if err != nil {
		w.Close()
		return nil, err
	}
	if w.library, err = store.OpenWith(filepath.Join(w.state, "index"), store.Options{Embedder: w.embedder, Entities: names}); err != nil {
		w.Close()
		return nil, err
	}
	if err := w.wire(ctx, p); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// Close closes the files of the workspace. Nothing may be in flight.
func (w *Workspace) Close() error {
	var errs []error
	for _, d := range w.databases {
		errs = append(errs, d.Close())
	}
	if w.library != nil {
		errs = append(errs, w.library.Close())
	}
	errs = append(errs, closed(w.embedder), closed(w.reranker))
	if w.scores != nil {
		errs = append(errs, w.scores.Close())
	}
	return errors.Join(errs...)
}

// Engine returns the workspace's engine, for programs that embed Casefile.
func (w *Workspace) Engine() *casefile.Engine { return w.engine }

// Retriever returns the workspace's search over the whole library.
func (w *Workspace) Retriever() casefile.Retriever { return w.search }

// Search is Retriever that explains itself.
func (w *Workspace) Search() *search.Search { return w.search }

// State returns the folder of the index and the case logs.
func (w *Workspace) State() string { return w.state }

// Language returns the language of answers, "" for the question's.
func (w *Workspace) Language() casefile.Lang {
	if w.file.Language == "auto" {
		return ""
	}
	return casefile.Lang(w.file.Language)
}

// Now returns the workspace's clock in its zone.
func (w *Workspace) Now() time.Time { return w.engine.Clock().In(w.engine.Zone) }

// Asker reads who asks from --as, TENANT/USER or USER, and --role. Without roles a user of the workspace's own
// tenant has those of `users:`. It is for local use: a service takes the identity from its session.
func (w *Workspace) Asker(as string, roles []string) (casefile.Identity, error) {
	id := casefile.Identity{Tenant: w.file.Tenant, User: as, Roles: roles}
	if t, u, ok := strings.Cut(as, "/"); ok {
		id.Tenant, id.User = t, u
	}
	if len(roles) == 0 && id.Tenant == w.file.Tenant {
		id.Roles = w.file.Users[id.User].Roles
	}
	if _, err := casefile.NewScope(id, casefile.DateOf(w.Now())); err != nil {
		return id, fmt.Errorf("--as %q: %w", as, err)
	}
	return id, nil
}

// Ingest brings the index up to the documents of the workspace. Nothing is done for files that did not change.
func (w *Workspace) Ingest(ctx context.Context, progress func(done, total int, path string)) (ingest.Report, error) {
	opt := w.ingestOptions()
	opt.Progress = progress
	opt.State = w.state
	rep, err := ingest.Run(ctx, opt)
	if err == nil {
		return rep, w.settle(ctx)
	}
	if !errors.Is(err, store.ErrFormat) {
		return rep, err
	}
	// everything in the index stands in the documents: one of another release is made again, not mourned
	if err := os.RemoveAll(filepath.Join(w.state, "index")); err != nil {
		return rep, fmt.Errorf("the index of another release cannot be removed: %w", err)
	}
	if rep, err = ingest.Run(ctx, opt); err != nil {
		return rep, err
	}
	return rep, w.settle(ctx)
}

// Watch does what Ingest does, and again after every change of the documents, until ctx ends. each gets what came of
// every run. Changes of casefile.yaml are not taken up.
func (w *Workspace) Watch(ctx context.Context, each func(ingest.Report, error)) error {
	report, err := w.Ingest(ctx, nil)
	if err == nil {
		err = w.Reembed(ctx, nil)
	}
	if ctx.Err() != nil {
		return nil
	}
	each(report, err)
	opt := w.ingestOptions()
	opt.State = w.state
	told := err == nil // the first run of the watch finds what this one left
	return ingest.Watch(ctx, opt, func(r ingest.Report, err error) {
		if !told || err != nil {
			each(r, err)
		}
		told = false
	})
}

func (w *Workspace) ingestOptions() ingest.Options {
	root := w.opt.Docs
	if root == "" {
		root = w.Root
	}
	o := ingest.Options{Root: root, Store: w.library, Tenant: w.file.Tenant, Today: casefile.DateOf(w.inZone())}
	for _, d := range w.file.Documents {
		o.Rules = append(o.Rules, ingest.Rule{
			Path: d.Path, Kind: d.Kind, Authority: d.Authority, Freshness: d.Freshness, Namespace: d.Namespace,
			Tenant: d.Tenant, Access: d.Access, Tags: d.Tags, Author: d.Author, Versions: d.Versions, Orders: d.Orders,
			Unit: ingest.Unit{Pattern: d.Unit.Pattern, Headings: d.Unit.Headings},
		})
	}
	return o
}

func (w *Workspace) clock() func() time.Time {
	if !w.opt.Clock.IsZero() {
		return func() time.Time { return w.opt.Clock }
	}
	if c := w.file.clock(); c != nil {
		return c
	}
	return time.Now
}

// inZone is the workspace's clock in its zone; unlike Now it needs no engine.
func (w *Workspace) inZone() time.Time { return w.clock()().In(w.file.zone()) }

// stateDir makes and returns the folder of the index and the case logs.
func stateDir(root, given string) (string, error) {
	if given != "" {
		return given, makeState(given)
	}
	dir := filepath.Join(root, ".casefile")
	err := makeState(dir)
	if err == nil || !(errors.Is(err, fs.ErrPermission) || isReadOnly(err)) {
		return dir, err
	}
	cache, cerr := os.UserCacheDir()
	if cerr != nil {
		return "", noState(root, errors.Join(err, cerr))
	}
	dir = filepath.Join(cache, "casefile", cacheName(root))
	if err := makeState(dir); err != nil {
		return "", noState(root, err)
	}
	return dir, nil
}

// cacheName returns a name that no two roots share, and that a person knows again.
func cacheName(root string) string {
	sum := sha256.Sum256([]byte(root))
	return hex.EncodeToString(sum[:8]) + "-" + strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || c == '.' || c == '_' {
			return c
		}
		return '-'
	}, filepath.Base(root))
}

func noState(root string, err error) error {
	return fmt.Errorf("nowhere to keep the index and the case logs: let this user write in %s, or set XDG_CACHE_HOME to a folder that can be written: %w", root, err)
}

// makeState makes the folder and tries to write in it: a folder that is there may still not be ours to write.
func makeState(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the folder of the index cannot be made: %w", err)
	}
	f, err := os.CreateTemp(dir, ".try-*")
	if err != nil {
		return fmt.Errorf("the folder of the index cannot be written: %w", err)
	}
	f.Close()
	return os.Remove(f.Name())
}

func problemsError(root string, ps []strictyaml.Problem) error {
	var b strings.Builder
	for _, p := range ps {
		b.WriteString("\n  ")
		b.WriteString(p.String())
	}
	return fmt.Errorf("%w: %s (casefile check -w %s lists more):%s", ErrWorkspace, root, root, b.String())
}
