package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// declarations is where the sheets, the scripts and the claims are.
const declarations = "testdata/mutants"

// databases opens the databases of the items: those of the example workspaces, and those of the data folder where one is given.
func databases(data string) (map[string]*sql.DB, error) {
	out := map[string]*sql.DB{}
	files, err := filepath.Glob("examples/*/data/*.db")
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no examples/*/data/*.db: run this at the root of the module (%v)", err)
	}
	for _, f := range files {
		if err := open(out, filepath.Base(filepath.Dir(filepath.Dir(f))), "file:"+f+"?mode=ro"); err != nil {
			return nil, err
		}
	}
	if data == "" {
		return out, nil
	}
	sets := []string{"chinook", "northwind", "tau-bench-retail"}
	for _, dir := range sets {
		if _, err := os.Stat(filepath.Join(data, dir)); err != nil {
			return nil, fmt.Errorf("DATA=%s is not the folder of data sets: it has no folder %s; it must hold %s", data, dir, strings.Join(sets, ", "))
		}
	}
	for _, dir := range sets {
		if err := load(out, dir, filepath.Join(data, dir)); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	return out, nil
}

func open(to map[string]*sql.DB, name, dsn string) error {
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	db.SetMaxOpenConns(1) // a database in memory lives in its connection
	to[name] = db
	return nil
}

// load opens a data set: a database file as it is, else in memory what its script makes, else what ours
// makes of its JSON files, each of which is a parameter with the file's name.
func load(to map[string]*sql.DB, name, dir string) error {
	if found, err := filepath.Glob(filepath.Join(dir, "*.sqlite")); err == nil && len(found) > 0 {
		return open(to, name, "file:"+found[0]+"?mode=ro&immutable=1")
	}
	if err := open(to, name, ":memory:"); err != nil {
		return err
	}
	if found, err := filepath.Glob(filepath.Join(dir, "*.sql")); err == nil && len(found) > 0 {
		script, err := os.ReadFile(found[0])
		if err == nil {
			_, err = to[name].Exec(string(script))
		}
		return err
	}
	script, err := os.ReadFile(filepath.Join(declarations, name+".sql"))
	if err != nil {
		return err
	}
	for statement := range strings.SplitSeq(string(script), ";\n") {
		file, rest, ok := strings.Cut(strings.TrimSpace(statement), "\n")
		if !ok {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, strings.TrimSpace(strings.TrimPrefix(file, "-- "))))
		if err != nil {
			return err
		}
		if _, err := to[name].Exec(rest, sql.Named("file", string(text))); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func sorted[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
