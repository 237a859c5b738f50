package casefile

import (
	"context"
	"errors"
)

// The namespaces of a library. Each tenant has its own; the shared one is read in every tenant.
const (
	TenantNamespace = "tenant"
	SharedNamespace = "shared"
)

// ErrNotThere is returned by reads of one passage or section that is not there, or not
// there for this caller: the two are the same.
var ErrNotThere = errors.New("not there, or not for this caller")

// A Namespace names one of the two, and whose it is. Tenant is left empty for the shared one.
type Namespace struct{ Name, Tenant string }

// A Change is what one transaction does to a namespace. Removals go first.
type Change struct {
	Remove []string          // paths of files whose documents go
	Put    []Document        // each takes the place of what its path held
	Stamp  map[string]string // path → stamp, for files that are as they were
}

// A Document is one version of a document, as one file holds it.
type Document struct {
	ID            string
	Version       string
	Title         string
	Namespace     string // TenantNamespace or SharedNamespace
	Path          string // of the file, relative to the workspace, with slashes
	Kind          string
	Authority     string
	Freshness     string
	Author        string
	Supersedes    string
	Published     Date
	EffectiveFrom Date // inclusive; zero is open
	EffectiveTo   Date // inclusive; zero is open. Read back, it is also set where the next version ends this one.
	Period        Period
	Access        []string // terms as Scope.Terms gives them: public, tenant:NAME, user:TENANT/NAME, role:NAME
	Tags          []string
	Grade         float64 // computed quality of the text, 0 to 1
	Hash          string  // of the file and all its metadata
	Stamp         string  // changes whenever the file may have changed; cheaper to compare than Hash
	Chunks        int     // number of chunks; set when read back
	Degraded      string  // what the text lacks of the file, for a reader; empty when nothing
	Orders        string  // OrdersAreContent, or "": sentences that give orders to a program are blanked
	Sections      []Section
}

// A Section is the text under one heading, without that of the headings below it.
type Section struct {
	ID      string
	Heading string // heading path, " / " between
	Level   int    // 1 for the top
	Start   int    // byte offsets in the file, heading line included
	End     int
	Chunks  []Chunk
}

// OrdersAreContent says of a document that sentences which give orders to a program are what it is about, and are read.
const OrdersAreContent = "content"

// A Chunk is a passage: Text stands in the file at [Start:End], byte for byte, but for what is blanked.
type Chunk struct {
	Start     int
	End       int
	Text      string
	Gap       string // the space between this chunk and the next of its section, where there is only space
	Page      int    // from 1; 0 where the format has none
	Locator   string // where it stands in a format without pages, as a fragment: Sheet1!A3:F3, slide=4
	Head      string // the head row of the table that the chunk continues
	Untrusted bool   // it stood beside hidden text, or holds invisible characters
	Blanked   []Blank
}

// A Blank is a stretch of a passage that no stage reads, since it speaks to a program: in the passage's text each of its bytes but
// those of line ends is a space, so that places in the text are those of the file.
type Blank struct {
	Start int    `json:"start"` // byte offset in the passage's text
	Text  string `json:"text"`  // as the file has it
}

// Original returns a passage's text as the file has it. Stretches that do not lie in it are left out.
func Original(text string, blanked []Blank) string {
	if len(blanked) == 0 {
		return text
	}
	b := []byte(text)
	for _, x := range blanked {
		if x.Start >= 0 && x.Start+len(x.Text) <= len(b) {
			copy(b[x.Start:], x.Text)
		}
	}
	return string(b)
}

// Keywords asks a store for the passages that hold certain terms.
type Keywords struct {
	Terms []Term
	Kinds []string // document kinds; empty: all
	Tags  []string // a document has one of these; empty: all
	Limit int      // 0 means 50

	NotDocs []string // ids of documents that are left out
}

// A Term is one term of the analyser, with what it counts.
type Term struct {
	Text   string
	Weight float64 // 0 means 1
	Extra  bool    // a synonym: it adds to a passage's score and is not missed where it is absent
	Prefix bool    // stands for every term that begins with it: one Han character
}

// A Match is a passage found by its terms, its vector or its entities.
type Match struct {
	Hit     Hit     // Source.Score is Score
	Score   float64 // by terms: how much of their weighted rarity it holds, 0 to 1; by vector: the cosine, -1 to 1; by entities: how closely it hangs together with them, 0 to 1
	Matched []int   // which terms of the query it holds, as indexes
	Path    []Link  // by entities: the way from what the query names to the passage
}

// Vectors asks a store for the passages whose vectors are nearest to one.
type Vectors struct {
	Space  string    // of the embedder that made Vector; passages without a vector of it are not found
	Vector []float32 // of length 1
	Kinds  []string  // document kinds; empty: all
	Tags   []string  // a document has one of these; empty: all
	Limit  int       // 0 means 50

	NotDocs []string // ids of documents that are left out
}

// A Library is what can be read of the documents. Every read is held to who: the tenant's
// namespace and the shared one, the access list, and the versions in force on its day.
// The zero Scope gives ErrNoScope.
type Library interface {
	// Match returns the passages that hold the terms, best first, ties by place.
	Match(ctx context.Context, who Scope, q Keywords) ([]Match, error)
	// Chunk returns the passage with an id, or ErrNotThere.
	Chunk(ctx context.Context, who Scope, id string) (Hit, error)
	// Section returns the text of a section and of those below it, one hit for each run of text that is
	// unbroken in the file, or ErrNotThere. An empty section means the whole document.
	Section(ctx context.Context, who Scope, doc, section string) ([]Hit, error)
	// Documents returns the documents in force, without their sections, by id.
	Documents(ctx context.Context, who Scope) ([]Document, error)
	// State returns a text that changes whenever a read could give something else; caches key by it and by Scope.Key.
	State(ctx context.Context, who Scope) (string, error)
}
