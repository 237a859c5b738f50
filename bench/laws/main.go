// Command laws reads statutes in several versions, as they are, and prints whether the versions stand in the right
// order with the right first days, whether a search as of a day ever returns another version, and whether renumbered
// articles keep their own identity. It exits with 1 below the bars.
//
//	go run ./bench/laws DATA/laws-zh-sample
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/laws/statutes"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: laws FOLDER, which holds index.csv, version_diff.jsonl and files")
		os.Exit(2)
	}
	good, err := measure(context.Background(), os.Args[1], os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "laws:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func measure(ctx context.Context, data string, out io.Writer) (good bool, err error) {
	laws, err := statutes.ReadIndex(filepath.Join(data, "index.csv"))
	if err != nil {
		return false, err
	}
	pairs, err := statutes.ReadPairs(filepath.Join(data, "version_diff.jsonl"))
	if err != nil {
		return false, err
	}
	root, err := os.MkdirTemp("", "laws-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(root)
	if err := os.CopyFS(filepath.Join(root, "docs"), os.DirFS(filepath.Join(data, "files"))); err != nil {
		return false, err
	}
	s, err := store.Open(filepath.Join(root, ".casefile", "index"))
	if err != nil {
		return false, err
	}
	defer s.Close()
	opt := ingest.Options{Root: root, Store: s, Tenant: "t", Today: statutes.Today, State: filepath.Join(root, ".casefile")}
	report, err := ingest.Run(ctx, opt)
	if err != nil {
		return false, err
	}
	scan, err := ingest.Scan(ctx, opt)
	if err != nil {
		return false, err
	}
	fmt.Fprintf(out, "%d files, %d problems, %d texts of other laws nearly the same\n", len(report.Files), len(scan.Problems), len(scan.Hints))
	docs := map[string]casefile.Document{}
	for _, d := range scan.Documents {
		docs[d.Path] = d
	}
	b := bench{out: out, laws: laws, docs: docs, retriever: search.New(s, search.Options{})}
	chains := b.chains()
	kept := b.articles(pairs)
	wrong, err := b.searches(ctx, pairs)
	return chains && kept && wrong == 0 && len(scan.Problems) == 0, err
}

type bench struct {
	out       io.Writer
	laws      []statutes.Law
	docs      map[string]casefile.Document
	retriever casefile.Retriever
}
