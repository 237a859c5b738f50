package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
)

// sourcesFile is where a workspace's state keeps how its sources fared: document id → {"right", "wrong"}.
const sourcesFile = "sources.json"

// sourcesLock lets the cases of one process count one after the other. Of two processes that count at the same moment one may be lost.
var sourcesLock sync.Mutex

// readSources reads how the sources fared. What it gives goes into the rules, and so into each case log: a replay needs no file.
func readSources(state string) (map[string]verify.Track, error) {
	b, err := os.ReadFile(filepath.Join(state, sourcesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the record of the sources: %w", err)
	}
	var out map[string]verify.Track
	if err := json.Unmarshal(b, &out); err != nil {
		return nil, fmt.Errorf("the record of the sources: %s: %w; delete the file to begin a new one", filepath.Join(state, sourcesFile), err)
	}
	return out, nil
}

// countSources adds what a case showed of its sources. Only a conflict that further sources settled counts: what was adopted for being
// reliable says nothing new of it.
func countSources(state string, o casefile.Outcome) error {
	type seen struct{ doc, place string }
	right := map[seen]bool{}
	for _, k := range o.Answer.Conflicts {
		if k.By != "sources" {
			continue
		}
		for _, s := range k.Sides {
			if e, ok := o.Case.Find(s.Evidence); ok && e.Source != nil {
				right[seen{e.Source.DocID, e.ID}] = s.Evidence == k.Adopted
			}
		}
	}
	if len(right) == 0 {
		return nil
	}
	sourcesLock.Lock()
	defer sourcesLock.Unlock()
	tracks, err := readSources(state)
	if err != nil {
		return err
	}
	if tracks == nil {
		tracks = map[string]verify.Track{}
	}
	for s, ok := range right {
		t := tracks[s.doc]
		if ok {
			t.Right++
		} else {
			t.Wrong++
		}
		tracks[s.doc] = t
	}
	b, err := json.MarshalIndent(tracks, "", "  ")
	if err != nil {
		return fmt.Errorf("the record of the sources: %w", err)
	}
	file := filepath.Join(state, sourcesFile)
	if err := os.WriteFile(file+".new", append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("the record of the sources: %w", err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		return fmt.Errorf("the record of the sources: %w", err)
	}
	return nil
}
