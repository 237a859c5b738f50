package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Loaded is a case file as it was found: the case, or why it cannot be run.
type Loaded struct {
	Case Case
	Err  error
}

// ErrNone says that there was no case to run. It is never a pass.
var ErrNone = errors.New("no case")

// maxCaseFile bounds one case file: a document laid over may be large, a mistake larger.
const maxCaseFile = 64 << 20

// Load reads the cases of the file at path, or of every *.txtar and *.jsonl below the folder at path, sorted by name.
// What cannot be read as a case is in the list with its error. No case at all gives ErrNone.
func Load(path string) ([]Loaded, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("cases: %w; give a .txtar or .jsonl file, or a folder of them", err)
	}
	files := []string{path}
	if info.IsDir() {
		if files, err = below(path); err != nil {
			return nil, fmt.Errorf("cases: %w", err)
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%w: there is no .txtar or .jsonl file in %s, so nothing was tested; docs/evaluation.md tells how to write one", ErrNone, path)
		}
	}
	out := make([]Loaded, 0, len(files))
	first := map[string]string{}
	for _, f := range files {
		for _, l := range read(f) {
			if other, twice := first[l.Case.Name]; twice {
				l.Err = errors.Join(l.Err, fmt.Errorf("the name %q is taken by %s; names are unique", l.Case.Name, other))
			} else {
				first[l.Case.Name] = f
			}
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%w: %s holds none, so nothing was tested", ErrNone, path)
	}
	return out, nil
}

func below(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (strings.HasSuffix(p, ".txtar") || strings.HasSuffix(p, ".jsonl")) {
			files = append(files, p)
		}
		return err
	})
	slices.Sort(files)
	return files, err
}

func read(file string) []Loaded {
	l := Loaded{Case: Case{File: file, Name: strings.TrimSuffix(filepath.Base(file), ".txtar")}}
	info, err := os.Stat(file)
	if err == nil && info.Size() > maxCaseFile {
		err = fmt.Errorf("it has %d bytes, at most %d are read", info.Size(), maxCaseFile)
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(file)
	}
	switch {
	case err != nil:
		l.Err = err
	case strings.HasSuffix(file, ".jsonl"):
		return ParseTable(file, data)
	default:
		l.Case, l.Err = Parse(file, data)
	}
	return []Loaded{l}
}

// Plain reads the cases of a folder that lay no document over their workspace, inject no fault and set no clock: n of them, spread
// evenly, or all where n is 0. Files that cannot be read are left out.
func Plain(dir string, n int) ([]Case, error) {
	loaded, err := Load(dir)
	if err != nil {
		return nil, err
	}
	var out []Case
	for _, l := range loaded {
		if l.Err == nil && len(l.Case.Docs) == 0 && len(l.Case.Faults) == 0 && l.Case.Clock.IsZero() && l.Case.Question != "" {
			out = append(out, l.Case)
		}
	}
	if n <= 0 || n >= len(out) {
		return out, nil
	}
	some := make([]Case, n)
	for i := range some {
		some[i] = out[i*len(out)/n]
	}
	return some, nil
}
