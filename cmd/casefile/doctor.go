package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"runtime"
	"strings"

	_ "modernc.org/sqlite" // the driver the store and the declared functions use

	"github.com/casefile/casefile/config"
)

func doctorFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	fs.BoolVar(&o.json, "json", false, "")
}

// A finding is one thing doctor looked at.
type finding struct {
	What string `json:"what"`
	OK   bool   `json:"ok"`
	Is   string `json:"is"`
	Mend string `json:"mend,omitempty"`
}

// lowDisk is the free space below which the index and the case logs are at risk.
const lowDisk = 200 << 20

// doctor looks at the program, the workspace and the machine, and goes on after what is not in order.
func doctor(ctx context.Context, inv *invocation) (int, error) {
	if err := inv.noArguments(); err != nil {
		return 0, err
	}
	b := thisBuild()
	found := []finding{
		{What: "casefile", OK: true, Is: b.Version},
		{What: "go", OK: true, Is: fmt.Sprintf("%s, %s, %d CPUs", b.Go, b.Platform, runtime.NumCPU())},
		sqliteHealth(ctx),
		{What: "language", OK: true, Is: string(inv.lang)},
	}
	dir, err := config.Find(inv.dir)
	if err != nil {
		found = append(found, inv.noModel(), finding{What: "workspace", Is: inv.text(err)})
	} else {
		found = append(found, inv.workspaceHealth(ctx, dir)...)
	}
	bad := 0
	for _, f := range found {
		if !f.OK {
			bad++
		}
	}
	code := exitOK
	if bad > 0 {
		code = exitFindings
	}
	if inv.json {
		return code, inv.printJSON(struct {
			OK     bool      `json:"ok"`
			Checks []finding `json:"checks"`
		}{bad == 0, found})
	}
	for _, f := range found {
		mark := "ok  "
		if !f.OK {
			mark = "BAD "
		}
		fmt.Fprintf(inv.out, "%s %-10s %s\n", mark, f.What, f.Is)
		if f.Mend != "" {
			fmt.Fprintln(inv.out, say(inv.lang, "hint", f.Mend))
		}
	}
	fmt.Fprintln(inv.out, say(inv.lang, "doctor-end", len(found), bad))
	return code, nil
}

// sqliteHealth makes a keyword index in memory and asks it.
func sqliteHealth(ctx context.Context) finding {
	f := finding{What: "sqlite"}
	db, err := sql.Open("sqlite", ":memory:")
	if err == nil {
		defer db.Close()
		db.SetMaxOpenConns(1)
		err = db.QueryRowContext(ctx, "SELECT sqlite_version()").Scan(&f.Is)
	}
	if err == nil {
		_, err = db.ExecContext(ctx, "CREATE VIRTUAL TABLE t USING fts5(x); INSERT INTO t VALUES ('one two')")
	}
	n := 0
	if err == nil {
		err = db.QueryRowContext(ctx, "SELECT count(*) FROM t WHERE t MATCH 'two'").Scan(&n)
	}
	if err != nil || n != 1 {
		f.Is = fmt.Sprintf("%s, FTS5: %v", f.Is, err)
		return f
	}
	f.OK, f.Is = true, f.Is+", FTS5"
	return f
}

func (inv *invocation) workspaceHealth(ctx context.Context, dir string) []finding {
	found := []finding{diskHealth(dir)}
	w, err := config.Open(ctx, dir, config.Options{})
	if err != nil {
		return append(found, inv.noModel(), finding{What: "workspace", Is: inv.text(err), Mend: "casefile check -w " + dir})
	}
	defer w.Close()
	found = append(found, inv.modelHealth(ctx, w)...)
	found = append(found, finding{What: "workspace", OK: true, Is: fmt.Sprintf("%s, %s", w.Name, w.Root)})
	store := finding{What: "store", OK: true}
	if rep, err := w.Ingest(ctx, nil); err != nil {
		store = finding{What: "store", Is: err.Error(), Mend: "casefile ingest -w " + dir}
	} else {
		store.Is = inv.ingestLine(rep)
	}
	return append(append(found, store), inv.vectorHealth(ctx, w)...)
}

// vectorHealth makes one vector, counts the passages that have one, and asks the reranker and the model for entailment for one score each.
func (inv *invocation) vectorHealth(ctx context.Context, w *config.Workspace) []finding {
	f := finding{What: "vectors"}
	switch h := w.ProbeVectors(ctx); {
	case h.Space == "":
		f.OK, f.Is = true, say(inv.lang, "doctor-no-vectors")
	case h.Err != nil:
		f.Is, f.Mend = h.Space+": "+h.Err.Error(), say(inv.lang, "doctor-vectors-down")
	default:
		f.OK, f.Is = true, say(inv.lang, "doctor-vectors", h.Space, h.Dim, h.Done, h.Total)
		if h.Done < h.Total {
			f.Mend = say(inv.lang, "doctor-vectors-missing")
		}
	}
	found := []finding{inv.entailmentHealth(ctx, w), f}
	if named, err := w.ProbeReranker(ctx); err != nil {
		found = append(found, finding{What: "rerank", Is: err.Error(), Mend: say(inv.lang, "doctor-vectors-down")})
	} else if named {
		found = append(found, finding{What: "rerank", OK: true, Is: say(inv.lang, "doctor-rerank")})
	}
	return found
}

// entailmentHealth says what may confirm a claim that the lexical rule leaves open, and asks for one score.
func (inv *invocation) entailmentHealth(ctx context.Context, w *config.Workspace) finding {
	f := finding{What: "entailment"}
	switch h := w.ProbeEntailment(ctx); {
	case h.Err != nil:
		f.Is, f.Mend = h.Err.Error(), say(inv.lang, "doctor-entailment-down")
	case h.Named:
		f.OK, f.Is = true, say(inv.lang, "doctor-entailment", h.Name, h.Threshold)
		if h.Contradiction > 0 {
			f.Is += say(inv.lang, "doctor-contradiction", h.Contradiction)
		}
		if h.ByModel {
			f.Is += say(inv.lang, "doctor-entailment-both")
		}
	case h.ByModel:
		f.OK, f.Is = true, say(inv.lang, "doctor-entailment-model")
	default:
		f.OK, f.Is = true, say(inv.lang, "doctor-no-entailment")
	}
	return f
}

func (inv *invocation) noModel() finding {
	return finding{What: "model", OK: true, Is: say(inv.lang, "doctor-no-model")}
}

// modelHealth asks each model that the workspace names for a short reply.
func (inv *invocation) modelHealth(ctx context.Context, w *config.Workspace) []finding {
	var out []finding
	for _, h := range w.ProbeModels(ctx) {
		f := finding{What: "model", Is: h.Tier + ": " + h.Place}
		if h.Err != nil {
			f.Is += ": " + h.Err.Error()
			f.Mend = say(inv.lang, "doctor-model-down")
			out = append(out, f)
			continue
		}
		p := h.Probed
		schema, usage := "doctor-schema-ignored", "doctor-usage-untold"
		if p.Held {
			schema = "doctor-schema-held"
		}
		if p.Told {
			usage = "doctor-usage-told"
		}
		f.OK = true
		f.Is += say(inv.lang, "doctor-model", p.Profile, p.Schema, say(inv.lang, schema), say(inv.lang, usage), p.Took.Seconds())
		switch {
		case p.Like != "" && p.Like != p.Profile:
			f.Mend = say(inv.lang, "doctor-model-like", p.Like)
		case len(p.Models) > 0 && !p.Listed:
			f.Mend = say(inv.lang, "doctor-model-unlisted", strings.Join(p.Models[:min(len(p.Models), 5)], ", "))
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		out = append(out, inv.noModel())
	}
	return out
}

func diskHealth(dir string) finding {
	f := finding{What: "disk"}
	free, err := freeBytes(dir)
	switch {
	case err != nil:
		f.OK, f.Is = true, "unknown: "+err.Error()
	case free < lowDisk:
		f.Is = fmt.Sprintf("%d MB free at %s", free>>20, dir)
	default:
		f.OK, f.Is = true, fmt.Sprintf("%d MB free", free>>20)
	}
	return f
}
