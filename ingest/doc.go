// Package ingest turns the files of a workspace into documents, sections and passages with
// exact offsets, and brings an index up to them: only files that changed are read, each
// document is replaced as a whole, and what is no longer there goes.
package ingest

import (
	"context"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
	"github.com/casefile/casefile/strictyaml"
)

// Options say what the library is.
type Options struct {
	Root     string        // the workspace
	Rules    []Rule        // folders and files with their metadata; none means {Path: "docs"}
	Store    Store         // where Run writes; Scan needs none
	Tenant   string        // whose documents they are where no rule says otherwise
	Today    casefile.Date // the day for which Scan wants a version in force
	Progress func(done, total int, path string)
	State    string // folder for what is kept beside the index: accounts and texts of files; "" keeps neither, and Run tells no copies and no versions from texts
}

// A Rule gives the files under a path metadata that they do not give themselves. Of several
// rules for a file the one with the longest path goes first, key by key.
type Rule struct {
	Path      string // relative to the workspace, with slashes
	Kind      string
	Authority string
	Freshness string
	Namespace string
	Tenant    string
	Access    []string
	Tags      []string
	Author    string
	Versions  string // VersionsText, which is the default, or VersionsMetadata
	Orders    string // casefile.OrdersAreContent, OrdersByDocument, or "": sentences that give orders to a program are blanked
	Unit      Unit   // what its documents are made of; the zero one leaves it to sentences and paragraphs
}

// OrdersByDocument lets each document say for itself that its orders are content. It is for folders whose writers are trusted: whoever
// can put a file there can have what he writes shown to a model as it is.
const OrdersByDocument = "document"

// A Store is what Run writes to.
type Store interface {
	Namespaces(ctx context.Context) ([]casefile.Namespace, error)
	Files(ctx context.Context, ns casefile.Namespace) ([]casefile.Document, error)
	Write(ctx context.Context, ns casefile.Namespace, c casefile.Change) error
	Tidy(ctx context.Context, ns casefile.Namespace) error
}

// A Status says what became of a file.
type Status string

// The statuses of a file.
const (
	OK          Status = "ok"
	Degraded    Status = "degraded"    // in the index, but not all of it; Reason says what is missing
	Empty       Status = "empty"       // nothing to read in it
	Unsupported Status = "unsupported" // of a kind that is not read
	Failed      Status = "failed"      // not in the index; Reason says why
	Duplicate   Status = "duplicate"   // another file holds the same text and is in the index; Reason names it
)

// A File is the account of one file.
type File struct {
	Path    string `json:"path"`
	Status  Status `json:"status"`
	Reason  string `json:"reason"`
	Doc     string `json:"doc_id,omitempty"`
	Version string `json:"version,omitempty"`
	Derived string `json:"derived,omitempty"` // what of its identity was told from its text or name, and why
	Pages   int    `json:"pages"`
	Chunks  int    `json:"chunks"`
	Changed bool   `json:"changed,omitempty"` // it was written in this run
	Hidden  int    `json:"hidden,omitempty"`  // bytes of hidden text that were left out

	Orders []Unread `json:"orders,omitempty"` // sentences that give orders to a program

	Grade  float64  `json:"grade"`                      // quality of the text and of what was kept of it, 0 to 1
	Silent []string `json:"metadata_missing,omitempty"` // keys of metadata that neither the file, a sidecar nor a rule gives

	Found   format.Count  `json:"found"`   // in the file
	Indexed format.Count  `json:"indexed"` // of that, in the index
	Dropped []format.Drop `json:"dropped"` // what of it is not in the index, and why
}

// A Report is the account of a run: every file that was found, by path.
type Report struct {
	Files    []File               `json:"files"`
	Removed  []string             `json:"removed,omitempty"` // files that are gone, and their documents with them
	Problems []strictyaml.Problem `json:"problems,omitempty"`
}

// Count returns how many files have a status.
func (r Report) Count(s Status) int {
	n := 0
	for _, f := range r.Files {
		if f.Status == s {
			n++
		}
	}
	return n
}

// A Scanned is what a library holds, as Scan reads it.
type Scanned struct {
	Documents []casefile.Document // by path; passages included
	Files     []File
	Problems  []strictyaml.Problem
	Hints     []strictyaml.Problem // worth a look, and nothing wrong: texts that are nearly the same, sentences that no stage reads
}
