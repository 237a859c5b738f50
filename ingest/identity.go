package ingest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/text"
)

// How much two texts must have in common to be versions of one document, by what else says so; and to be nearly the
// same. A reformed text may keep a fifth of its predecessor.
const (
	likeStrong  = 0.1  // both say that they were amended or from when they are in force, or are numbered
	likeWeak    = 0.8  // they only bear a day
	likeRenamed = 0.85 // the words of their titles stand in another order
	likeNear    = 0.9
)

// shortText is too little text for a copy to do harm.
const shortText = 200

// How versions are told, of a rule.
const (
	VersionsText     = "text"     // from metadata, and where it is silent from text and file name; the default
	VersionsMetadata = "metadata" // from metadata only
)

// hint is what is kept of a file to tell copies and versions.
type hint struct {
	ID     string `json:"id"`
	Free   bool   `json:"free,omitempty"` // it gives itself no id, version or day, and its rule lets the text say them
	Told   told   `json:"told,omitzero"`
	Shelf  string `json:"shelf,omitempty"` // what versions of a document have in common: rule, namespace, readers, kind
	Text   string `json:"text,omitempty"`  // of its visible text and shelf; "" where it is short
	Rank   int    `json:"rank,omitempty"`  // of its authority
	Sketch sketch `json:"sketch,omitempty"`
}

// derived is an identity that was made of texts, for a file without one.
type derived struct {
	id, version, supersedes string
	from                    casefile.Date
	why                     string
}

// hinted is a file with its hint.
type hinted struct {
	path string
	hint
}

// hintOf makes the hint of a document that was read.
func hintOf(f found, d casefile.Document, given bool) hint {
	s := visibleOf(d)
	shelf, err := json.Marshal([]any{f.rule.Path, f.rule.Tenant, d.Namespace, d.Access, d.Kind, d.Tags, d.Freshness})
	if err != nil {
		return hint{ID: d.ID}
	}
	h := hint{ID: d.ID, Shelf: sum(string(shelf)), Free: !given && f.rule.Versions != VersionsMetadata, Rank: len(authorities)}
	if i := slices.Index(authorities, d.Authority); i >= 0 {
		h.Rank = i
	}
	if len(s) >= shortText {
		h.Text = sum(h.Shelf + "\n" + strings.Join(strings.Fields(s), " "))
	}
	h.Sketch = sketchOf(s)
	if h.Free {
		h.Told = tell(d.Title, fileTitle(f.path), s)
	}
	return h
}

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:12])
}

// visibleOf is the text of a document that a reader sees, with a mark before headings.
func visibleOf(d casefile.Document) string {
	var b strings.Builder
	for _, sec := range d.Sections {
		name := sec.Heading[strings.LastIndex(sec.Heading, " / ")+1:]
		if len(sec.Chunks) == 0 || !strings.HasPrefix(sec.Chunks[0].Text, strings.TrimLeft(name, "/ ")) {
			b.WriteString("# " + strings.TrimLeft(name, "/ ") + "\n")
		}
		for _, c := range sec.Chunks {
			if !c.Untrusted {
				b.WriteString(c.Text + "\n")
			}
		}
	}
	return b.String()
}

// copiesOf returns which files hold the same text as another one, which is kept instead: of the higher authority, with
// an identity of its own, or first by path. Two files with identities of their own are no copies of each other.
func copiesOf(hs []hinted) map[string]string {
	best := map[string]hinted{}
	goesFirst := func(a, b hinted) int {
		free := func(h hinted) int {
			if h.Free {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(free(a), free(b)), cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.path, b.path))
	}
	for _, h := range hs {
		if b, ok := best[h.Text]; h.Text != "" && (!ok || goesFirst(h, b) < 0) {
			best[h.Text] = h
		}
	}
	out := map[string]string{}
	for _, h := range hs {
		if b := best[h.Text]; h.Text != "" && h.Free && b.path != h.path {
			out[h.path] = b.path
		}
	}
	return out
}

// strong reports whether a text says of itself that it is one version of several.
func (t told) strong() bool { return t.Label != "" || !t.Force.IsZero() || t.Upon || t.Changes > 1 }

// identities decides which of the files without an identity are versions of one document, by path.
func identities(hs []hinted) (map[string]derived, []strictyaml.Problem) {
	taken := map[string]int{} // ids that files have without this, and bare names that several would get
	groups := map[string][]hinted{}
	var order []string
	for _, h := range hs {
		taken[h.ID]++
		if !h.Free || !h.Told.evidence() && h.Told.Named.IsZero() {
			continue
		}
		key := h.Shelf + "\n" + titleKey(h.Told.Base)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], h)
	}
	out := map[string]derived{}
	var ps []strictyaml.Problem
	for _, key := range order {
		for _, chain := range chains(groups[key]) {
			if len(chain) == 1 && !chain[0].Told.evidence() {
				continue // a day in the name of a text that has no other version: no more than a name
			}
			chain, problems := inOrder(chain)
			ps = append(ps, problems...)
			if len(chain) == 0 {
				continue
			}
			id := chainID(chain, taken)
			for i, h := range chain {
				from, why := h.Told.from()
				d := derived{id: id, version: oneWord(h.Told.version()), from: from, why: why}
				if why == "" {
					d.why = "the version in its name"
				}
				if i > 0 {
					d.supersedes = out[chain[i-1].path].version
				}
				out[h.path] = d
			}
		}
	}
	return out, ps
}

// titleKey is the same for titles with the same words.
func titleKey(title string) string {
	terms := strings.Fields(text.Index(title))
	if len(terms) == 0 {
		return text.Fold(title)
	}
	slices.Sort(terms)
	return strings.Join(slices.Compact(terms), " ")
}

// chains splits files with one title into those whose texts are alike: each is like one of its chain.
func chains(hs []hinted) [][]hinted {
	var out [][]hinted
	for _, h := range hs {
		var joined []hinted
		rest := out[:0]
		for _, chain := range out {
			if slices.ContainsFunc(chain, h.versionOf) {
				joined = append(joined, chain...)
			} else {
				rest = append(rest, chain)
			}
		}
		out = append(rest, append(joined, h))
	}
	return out
}

func (h hinted) versionOf(o hinted) bool {
	need := likeStrong
	switch {
	case !h.Told.strong() || !o.Told.strong():
		need = likeWeak
	case text.Fold(h.Told.Base) != text.Fold(o.Told.Base):
		need = likeRenamed
	}
	return h.Sketch.likeness(o.Sketch) >= need
}

// inOrder sorts a chain, or says why it has no order.
func inOrder(chain []hinted) ([]hinted, []strictyaml.Problem) {
	dated, numbered := true, true
	for _, h := range chain {
		from, _ := h.Told.from()
		dated = dated && !from.IsZero()
		numbered = numbered && h.Told.Label != ""
	}
	byDay := func(a, b hinted) int {
		x, _ := a.Told.from()
		y, _ := b.Told.from()
		return x.Compare(y)
	}
	by := func(a, b hinted) int { return compareLabels(a.Told.Label, b.Told.Label) }
	switch {
	case dated:
		by = byDay
	case numbered:
	case len(chain) == 1:
		return chain, nil
	default:
		return nil, noOrder(chain[0], chain[1], "one of them tells neither a day nor a version")
	}
	chain = slices.Clone(chain)
	slices.SortStableFunc(chain, by)
	for i := 1; i < len(chain); i++ {
		if by(chain[i-1], chain[i]) == 0 || chain[i-1].Told.version() == chain[i].Told.version() {
			return nil, noOrder(chain[i-1], chain[i], "both tell the same day or version")
		}
	}
	return chain, nil
}

func noOrder(a, b hinted, why string) []strictyaml.Problem {
	return []strictyaml.Problem{{
		File: b.path, Line: 1, Msg: fmt.Sprintf("it and %s look like versions of one document, and which goes before is not told: %s", a.path, why),
		Hint: "write id, version and effective_from into both; until then both are in force",
	}}
}

// compareLabels orders 2 before 10 and 2.1 before 2.10.
func compareLabels(a, b string) int {
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		m, errM := strconv.Atoi(x[i])
		n, errN := strconv.Atoi(y[i])
		if errM != nil || errN != nil {
			return cmp.Compare(a, b)
		}
		if c := cmp.Compare(m, n); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// chainID names a chain after its first file, without what tells the version, unless another document has that name.
func chainID(chain []hinted, taken map[string]int) string {
	first := slices.MinFunc(chain, func(a, b hinted) int { return cmp.Compare(a.path, b.path) })
	base, _, _ := bareName(fileTitle(first.path))
	id := oneWord(path.Join(path.Dir(first.path), base))
	own := 0
	for _, h := range chain {
		if h.ID == id {
			own++
		}
	}
	if taken[id] > own {
		return first.ID
	}
	taken[id]++ // another chain does not get it
	return id
}

// apply gives a document that was read the identity that was made for it.
func (r *read) apply(d derived, ok bool) {
	if !ok {
		return
	}
	r.doc.ID, r.doc.Version, r.doc.EffectiveFrom, r.doc.Supersedes = d.id, d.version, d.from, d.supersedes
	if r.doc.Published.IsZero() {
		r.doc.Published = r.hint.Told.published()
	}
	r.doc.Hash = sum(r.doc.Hash + "\n" + strings.Join([]string{d.id, d.version, d.from.String(), d.supersedes}, "\n"))
	r.file.Doc, r.file.Version, r.file.Derived = d.id, d.version, d.String()
}

// String says what was derived and why.
func (d derived) String() string {
	s := fmt.Sprintf("id %s, version %s", d.id, d.version)
	if !d.from.IsZero() {
		s += ", effective_from " + d.from.String()
	}
	if d.supersedes != "" {
		s += ", supersedes " + d.supersedes
	}
	return s + ": " + d.why
}

// is reports whether a stored document has the identity.
func (d derived) is(doc casefile.Document) bool {
	return doc.ID == d.id && doc.Version == d.version && doc.EffectiveFrom == d.from && doc.Supersedes == d.supersedes
}

// twin makes the account of a file whose text another one holds.
func (r read) twin(winner string) read {
	r.file.Status, r.file.Reason = Duplicate, sameText(winner)
	if n := r.file.Chunks; n > 0 {
		r.file.Dropped = append(slices.Clone(r.file.Dropped), dropOf("passage", n, sameText(winner)))
	}
	r.file.Chunks, r.file.Doc, r.file.Version, r.file.Derived = 0, "", "", ""
	r.doc = casefile.Document{}
	return r
}
