package ingest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
)

// Totals sum a report up.
type Totals struct {
	Files   int            `json:"files"`
	Status  map[Status]int `json:"status"`
	Pages   int            `json:"pages"`
	Chunks  int            `json:"chunks"`
	Found   format.Count   `json:"found"`
	Indexed format.Count   `json:"indexed"`
	Dropped int            `json:"dropped"`
}

// Totals sums the accounts of all files.
func (r Report) Totals() Totals {
	t := Totals{Files: len(r.Files), Status: map[Status]int{}}
	for _, f := range r.Files {
		t.Status[f.Status]++
		t.Pages += f.Pages
		t.Chunks += f.Chunks
		t.Found.Add(f.Found)
		t.Indexed.Add(f.Indexed)
		for _, d := range f.Dropped {
			t.Dropped += d.Count
		}
	}
	return t
}

// MarshalJSON writes the report with its totals.
func (r Report) MarshalJSON() ([]byte, error) {
	type plain Report
	if r.Files == nil {
		r.Files = []File{}
	}
	return json.Marshal(struct {
		plain
		Totals Totals `json:"totals"`
	}{plain(r), r.Totals()})
}

// accounts are the accounts of files as they were read last, by path, in a file beside the index: an unchanged
// file is not read again to tell what it lacks, and one that cannot be read is not tried again.
// Lines are added as the work goes on, so that a run that was killed leaves them; the last line of a path counts.
type accounts struct {
	dir     string // "" keeps nothing
	last    map[string]account
	now     map[string]account
	lines   int // in the file
	pending bytes.Buffer
}

type account struct {
	Stamp string `json:"stamp"`
	File  File   `json:"file"`
	Hint  hint   `json:"hint,omitzero"`
}

const accountsFile = "accounts.jsonl"

func loadAccounts(dir string) *accounts {
	a := &accounts{dir: dir, last: map[string]account{}, now: map[string]account{}}
	if dir == "" {
		return a
	}
	b, err := os.ReadFile(filepath.Join(dir, accountsFile))
	if err != nil { // it can be made again
		return a
	}
	for line := range bytes.Lines(b) {
		var k account
		if json.Unmarshal(line, &k) == nil && k.File.Path != "" { // a killed run may leave half a line
			a.last[k.File.Path] = k
		}
		a.lines++
	}
	return a
}

// of returns the account of a file that has not changed.
func (a *accounts) of(path, stamp string) (File, hint, bool) {
	k, ok := a.last[path]
	if !ok || k.Stamp != stamp {
		return File{}, hint{}, false
	}
	k.File.Changed = false
	return k.File, k.Hint, true
}

func (a *accounts) put(r read) {
	f := r.file
	f.Changed = false
	k := account{r.stamp, f, r.hint}
	a.now[f.Path] = k
	if old, ok := a.last[f.Path]; a.dir == "" || ok && old.Stamp == r.stamp && old.File.Status == f.Status && old.File.Reason == f.Reason && old.File.Derived == f.Derived {
		return
	}
	if b, err := json.Marshal(k); err == nil {
		a.pending.Write(append(b, '\n'))
		a.lines++
	}
}

// save adds what is new to the file.
func (a *accounts) save() error {
	if a.pending.Len() == 0 {
		return nil
	}
	if err := os.MkdirAll(a.dir, 0o700); err != nil {
		return fmt.Errorf("write the accounts: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(a.dir, accountsFile), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("write the accounts: %w", err)
	}
	_, err = file.Write(a.pending.Bytes())
	a.pending.Reset()
	if err = errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("write the accounts: %w", err)
	}
	return nil
}

// finish adds what is new, and drops the lines that no longer count when they are many.
func (a *accounts) finish() error {
	if err := a.save(); err != nil || a.dir == "" || a.lines <= len(a.now)+len(a.now)/2+10 {
		return err
	}
	var b bytes.Buffer
	for _, path := range slices.Sorted(maps.Keys(a.now)) {
		line, err := json.Marshal(a.now[path])
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	return writeWhole(a.dir, accountsFile, b.Bytes())
}

// writeWhole writes a file under another name first.
func writeWhole(dir, name string, data []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write the accounts: %w", err)
	}
	tmp, err := os.CreateTemp(dir, "."+name+"-*")
	if err != nil {
		return fmt.Errorf("write the accounts: %w", err)
	}
	_, err = tmp.Write(data)
	err = errors.Join(err, tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(dir, name))
	}
	if err != nil {
		os.Remove(tmp.Name())
		return fmt.Errorf("write the accounts: %w", err)
	}
	return nil
}

// TextFile returns the path, under a workspace's state folder, of the text that was made of a file which is none
// itself. The offsets of its passages count in that text.
func TextFile(path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join("text", hex.EncodeToString(sum[:12])+".md")
}

// keepText writes the text that was made of a file, or takes it away.
func (a *accounts) keepText(path, text string) error {
	if a.dir == "" {
		return nil
	}
	name := filepath.Join(a.dir, TextFile(path))
	if text == "" {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("take away the text of a file: %w", err)
		}
		return nil
	}
	return writeWhole(filepath.Dir(name), filepath.Base(name), []byte(text))
}

// settle makes a file's account: what was found in it, and what of that the passages of its document hold.
func (f *File) settle(file format.File, text string, d casefile.Document) {
	f.Pages = file.Account.Found.Pages
	f.Found, f.Indexed, f.Dropped = file.Account.Found, file.Account.Indexed, file.Account.Dropped
	kept := []string{d.Title}
	for _, sec := range d.Sections {
		kept = append(kept, sec.Heading, sec.ID)
		for _, c := range sec.Chunks {
			kept = append(kept, c.Text)
		}
	}
	if lost := format.Missing(text, kept...); len(lost) > 0 {
		f.Indexed.Numbers = max(0, f.Indexed.Numbers-len(lost))
		f.Dropped = append(f.Dropped, format.Drop{What: "number", Count: len(lost), Why: "it stands in the text and in no passage"})
	}
	if f.Dropped == nil {
		f.Dropped = []format.Drop{}
	}
}
