package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
type accounts struct {
	dir     string // "" keeps nothing
	last    map[string]account
	now     map[string]account
	changed bool
}

type account struct {
	Stamp string `json:"stamp"`
	File  File   `json:"file"`
}

const accountsFile = "accounts.json"

func loadAccounts(dir string) *accounts {
	a := &accounts{dir: dir, last: map[string]account{}, now: map[string]account{}}
	if dir == "" {
		return a
	}
	b, err := os.ReadFile(filepath.Join(dir, accountsFile))
	if err != nil || json.Unmarshal(b, &a.last) != nil { // it can be made again
		a.last = map[string]account{}
	}
	return a
}

// of returns the account of a file that has not changed.
func (a *accounts) of(path, stamp string) (File, bool) {
	k, ok := a.last[path]
	if !ok || k.Stamp != stamp {
		return File{}, false
	}
	k.File.Changed = false
	return k.File, true
}

func (a *accounts) put(stamp string, f File) {
	f.Changed = false
	old, ok := a.last[f.Path]
	a.changed = a.changed || !ok || old.Stamp != stamp
	a.now[f.Path] = account{stamp, f}
}

// save writes the accounts, whole or not at all.
func (a *accounts) save() error {
	if a.dir == "" || !a.changed && len(a.now) == len(a.last) {
		return nil
	}
	b, err := json.Marshal(a.now)
	if err != nil {
		return err
	}
	return writeWhole(a.dir, accountsFile, b)
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
