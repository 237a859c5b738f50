package eval

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// ReadRuns reads the reports that KeepRun kept in a folder, oldest first. A folder that is not there holds none.
func ReadRuns(dir string) ([]Report, error) {
	files, err := filepath.Glob(filepath.Join(dir, "run-*.json"))
	if err != nil {
		return nil, fmt.Errorf("stored runs: %w", err)
	}
	slices.Sort(files)
	var out []Report
	for _, f := range files {
		r, err := ReadReport(f)
		if err != nil {
			return nil, fmt.Errorf("stored runs: %w; or take the file away", err)
		}
		out = append(out, r)
	}
	return out, nil
}

// KeepRun keeps a report in a folder of runs under the next number.
func KeepRun(dir string, r Report) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("stored runs: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "run-*.json"))
	if err != nil {
		return fmt.Errorf("stored runs: %w", err)
	}
	n := 0
	for _, f := range files {
		var k int
		if _, err := fmt.Sscanf(filepath.Base(f), "run-%d.json", &k); err == nil {
			n = max(n, k)
		}
	}
	f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf("run-%06d.json", n+1)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("stored runs: %w", err)
	}
	defer f.Close()
	if err := r.WriteJSON(f); err != nil {
		return fmt.Errorf("stored runs: %w", err)
	}
	return f.Close()
}

// Join puts the results of several runs into one report.
func Join(name string, reports []Report) Report {
	out := Report{Format: reportFormat, Name: name, Cases: []Result{}}
	for _, r := range reports {
		out.Cases = append(out.Cases, r.Cases...)
	}
	out.tally()
	return out
}
