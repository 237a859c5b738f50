package ingest_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/store"
)

// shelf is a workspace with its index.
type shelf struct {
	t    *testing.T
	root string
	s    *store.Store
	opt  ingest.Options
}

func newShelf(t *testing.T, rules ...ingest.Rule) *shelf {
	t.Helper()
	root := t.TempDir()
	s, err := store.Open(filepath.Join(root, ".casefile", "index"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &shelf{t, root, s, ingest.Options{Root: root, Rules: rules, Store: s, Tenant: "shop", Today: casefile.Date{Year: 2026, Month: 9, Day: 20}}}
}

func (s *shelf) write(name, content string) {
	s.t.Helper()
	p := filepath.Join(s.root, name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shelf) remove(name string) {
	s.t.Helper()
	if err := os.Remove(filepath.Join(s.root, name)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shelf) run() ingest.Report {
	s.t.Helper()
	r, err := ingest.Run(context.Background(), s.opt)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *shelf) scan() ingest.Scanned {
	s.t.Helper()
	r, err := ingest.Scan(context.Background(), s.opt)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func (s *shelf) who(tenant, user string, roles ...string) casefile.Scope {
	s.t.Helper()
	who, err := casefile.NewScope(casefile.Identity{Tenant: tenant, User: user, Roles: roles}, s.opt.Today)
	if err != nil {
		s.t.Fatal(err)
	}
	return who
}

// texts returns all a caller can read, as "doc: text".
func (s *shelf) texts(who casefile.Scope) []string {
	s.t.Helper()
	docs, err := s.s.Documents(context.Background(), who)
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, d := range docs {
		hits, err := s.s.Section(context.Background(), who, d.ID, "")
		if err != nil && d.Chunks > 0 {
			s.t.Fatal(err)
		}
		for _, h := range hits {
			out = append(out, d.ID+": "+h.Text)
		}
	}
	return out
}

func file(r ingest.Report, path string) ingest.File {
	for _, f := range r.Files {
		if f.Path == path {
			return f
		}
	}
	return ingest.File{}
}

func TestMetadataPrecedence(t *testing.T) {
	s := newShelf(t, ingest.Rule{Path: "docs", Kind: "policy", Authority: "official", Access: []string{"public"}, Tags: []string{"all"}},
		ingest.Rule{Path: "docs/internal", Kind: "note", Access: []string{"role:agent"}})
	s.write("docs/a.md", "---\nid: alpha\ntitle: From front\nversion: 2.10\n---\n# Heading\n\ntext")
	s.write("docs/a.md.yaml", "title: From sidecar\nkind: guide\nauthority: partner\n")
	s.write("docs/internal/b.txt", "plain text")
	s.write("docs/internal/b.yaml", "access: [user:u1]\n")
	s.write("docs/c.md", "# The only heading\n\ntext")
	s.write("docs/d.md", "text")
	byID := map[string]casefile.Document{}
	sc := s.scan()
	for _, d := range sc.Documents {
		byID[d.ID] = d
	}
	if len(sc.Problems) > 0 {
		t.Errorf("problems: %v", sc.Problems)
	}
	a := byID["alpha"]
	if a.Title != "From front" || a.Version != "2.10" || a.Kind != "guide" || a.Authority != "partner" || !slices.Equal(a.Tags, []string{"all"}) {
		t.Errorf("alpha: %+v", a)
	}
	b := byID["docs/internal/b"]
	if b.Kind != "note" || b.Authority != "official" || !slices.Equal(b.Access, []string{"user:shop/u1"}) || b.Title != "b" {
		t.Errorf("b: %+v", b)
	}
	if byID["docs/c"].Title != "The only heading" || byID["docs/d"].Title != "d" || !slices.Equal(byID["docs/d"].Access, []string{"public"}) {
		t.Errorf("titles: %+v", byID)
	}
}

func TestProblemsOfMetadata(t *testing.T) {
	for _, tt := range []struct{ name, front, want string }{
		{"unknown key", "verson: 1", `docs/a.md:2: unknown key "verson"; did you mean "version"?`},
		{"a mistyped access list makes nothing public", "id: x\nacess: [role:agent]", `docs/a.md:3: unknown key "acess"; did you mean "access"?`},
		{"an empty access list", "access: []", `docs/a.md:2: access: names nobody; write [public] or name a role, or leave the key out`},
		{"an access list of nothing", "access:", `docs/a.md:2: access: names nobody; write [public] or name a role, or leave the key out`},
		{"a bare role", "access: [agent]", `docs/a.md:2: access: "agent" does not say what it is: public, role:NAME, user:ID or tenant:NAME; did you mean "role:agent"?`},
		{"an unknown kind of term", "access: [rol:agent]", `docs/a.md:2: access: "rol:agent": unknown kind "rol"; did you mean "role"?`},
		{"a user of another tenant", "access: [user:other/u1]", `docs/a.md:2: access: "user:other/u1" is a user of another tenant, who never reads a document of shop; write user:u1, or put the document into the shared namespace`},
		{"a user of no tenant in the shared namespace", "namespace: shared\naccess: [user:u1]", `docs/a.md:3: access: "user:u1" in the shared namespace does not say whose user it is; write user:TENANT/u1`},
		{"authority", "authority: offical", `docs/a.md:2: authority: "offical" is none of official, internal, partner, user; did you mean "official"?`},
		{"dates the wrong way round", "effective_from: 2026-02-01\neffective_to: 2026-01-01", `docs/a.md:3: effective_to 2026-01-01 is before effective_from 2026-02-01; both are inclusive days`},
		{"not a day", "effective_from: 2026-13-01", `docs/a.md:2: effective_from: date "2026-13-01": want YYYY-MM-DD, for example 2026-09-10`},
		{"an id that breaks citations", "id: a#b", `docs/a.md:2: id: "a#b" holds a space or one of @ # :; an id is one word, for example a-b`},
		{"broken YAML", "title: a: b", `docs/a.md:2: not valid YAML`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t)
			s.write("docs/a.md", "---\n"+tt.front+"\n---\nsecret text")
			sc := s.scan()
			if len(sc.Problems) != 1 || !strings.HasPrefix(sc.Problems[0].String(), tt.want) {
				t.Errorf("\n got %v\nwant %s", sc.Problems, tt.want)
			}
			r := s.run()
			if f := file(r, "docs/a.md"); f.Status != ingest.Failed || f.Reason == "" {
				t.Errorf("got %+v", f)
			}
			if got := s.texts(s.who("shop", "u1", "agent")); len(got) > 0 {
				t.Errorf("readable all the same: %q", got)
			}
		})
	}
}

func TestAFileThatIsNoLongerInOrderGoes(t *testing.T) {
	s := newShelf(t)
	s.write("docs/a.md", "old text")
	s.run()
	s.write("docs/a.md", "---\nacess: [role:agent]\n---\nnew secret")
	if r := s.run(); file(r, "docs/a.md").Status != ingest.Failed || len(r.Problems) != 1 {
		t.Errorf("got %+v", r)
	}
	if got := s.texts(s.who("shop", "u")); len(got) != 0 {
		t.Errorf("got %q", got)
	}
}

func TestVersionProblems(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"one after the other", map[string]string{"v1.md": "version: V1\neffective_from: 2026-01-01", "v2.md": "version: V2\neffective_from: 2026-09-01\nsupersedes: V1", "v3.md": "version: V3\neffective_from: 2027-01-01"}, nil},
		{"an end that lies in the next version", map[string]string{"v1.md": "version: V1\neffective_from: 2026-01-01\neffective_to: 2026-09-30", "v2.md": "version: V2\neffective_from: 2026-09-01"},
			[]string{`docs/v1.md:5: versions "V1" and "V2" of "p" (docs/v2.md) are in force on the same day; let the first end with 2026-08-31, or leave effective_to out`}},
		{"the same first day", map[string]string{"v1.md": "version: V1\neffective_from: 2026-01-01", "v2.md": "version: V2\neffective_from: 2026-01-01"},
			[]string{`docs/v1.md:4: versions "V1" and "V2" of "p" (docs/v2.md) are in force on the same day; give them different days in effective_from`}},
		{"no days at all", map[string]string{"v1.md": "version: V1", "v2.md": "version: V2"},
			[]string{`docs/v1.md:3: versions "V1" and "V2" of "p" (docs/v2.md) are in force on the same day; give each version an effective_from`}},
		{"superseded without days", map[string]string{"v1.md": "version: V1", "v2.md": "version: V2\nsupersedes: V1"}, nil},
		{"all over", map[string]string{"v1.md": "version: V1\neffective_to: 2026-09-19"},
			[]string{`docs/v1.md:4: no version of "p" is in force today (2026-09-20); questions of today will not find it: check effective_from and effective_to of its versions, or write retired: true in the last one`}},
		{"all over, on purpose", map[string]string{"v1.md": "version: V1\neffective_to: 2026-09-19\nretired: true"}, nil},
		{"last day is today", map[string]string{"v1.md": "version: V1\neffective_to: 2026-09-20"}, nil},
		{"not yet", map[string]string{"v1.md": "version: V1\neffective_from: 2026-09-21"},
			[]string{`docs/v1.md:4: no version of "p" is in force today (2026-09-20); questions of today will not find it: check effective_from and effective_to of its versions, or write retired: true in the last one`}},
		{"the same version twice", map[string]string{"a.md": "version: V1", "b.md": "version: V1"},
			[]string{`docs/b.md:3: version "V1" of "p" stands in docs/a.md already; give one of the two another id or version`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t)
			for name, front := range tt.files {
				s.write("docs/"+name, "---\nid: p\n"+front+"\n---\ntext")
			}
			var got []string
			for _, p := range s.scan().Problems {
				got = append(got, p.String())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestTheSameIDInTwoNamespacesIsFine(t *testing.T) {
	s := newShelf(t, ingest.Rule{Path: "docs"}, ingest.Rule{Path: "docs/shared", Namespace: "shared"}, ingest.Rule{Path: "docs/other", Tenant: "other"})
	for _, dir := range []string{"docs", "docs/shared", "docs/other"} {
		s.write(dir+"/p.md", "---\nid: p\nversion: V1\n---\ntext of "+dir)
	}
	if r := s.run(); len(r.Problems) > 0 {
		t.Errorf("problems: %v", r.Problems)
	}
	if got := s.texts(s.who("shop", "u")); !slices.Contains(got, "p: text of docs") || slices.Contains(got, "p: text of docs/other") {
		t.Errorf("shop reads %q", got)
	}
	if got := s.texts(s.who("other", "u")); !slices.Contains(got, "p: text of docs/other") || slices.Contains(got, "p: text of docs") {
		t.Errorf("other reads %q", got)
	}
	if got := s.texts(s.who("third", "u")); !slices.Equal(got, []string{"p: text of docs/shared"}) {
		t.Errorf("third reads %q", got)
	}
}

func TestOnlyWhatChangedIsWritten(t *testing.T) {
	s := newShelf(t)
	s.write("docs/a.md", "text a")
	s.write("docs/b.md", "text b")
	s.write("docs/c.md", "text c")
	first := s.run()
	if !file(first, "docs/a.md").Changed || len(first.Files) != 3 {
		t.Fatalf("first run: %+v", first)
	}
	who := s.who("shop", "u")
	state, err := s.s.State(context.Background(), who)
	if err != nil {
		t.Fatal(err)
	}
	again := s.run()
	for _, f := range again.Files {
		if f.Changed || f.Status != ingest.OK || f.Chunks != 1 {
			t.Errorf("second run: %+v", f)
		}
	}
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(s.root, "docs/a.md"), now, now); err != nil {
		t.Fatal(err)
	}
	if f := file(s.run(), "docs/a.md"); f.Changed {
		t.Errorf("touched only: %+v", f)
	}
	if same, _ := s.s.State(context.Background(), who); same != state {
		t.Error("the state changed though no document did")
	}
	s.write("docs/b.md", "other text b, longer")
	s.remove("docs/c.md")
	s.write("docs/d.md", "text d")
	r := s.run()
	if file(r, "docs/a.md").Changed || !file(r, "docs/b.md").Changed || !file(r, "docs/d.md").Changed || !slices.Equal(r.Removed, []string{"docs/c.md"}) {
		t.Errorf("third run: %+v", r)
	}
	if got, want := s.texts(who), []string{"docs/a: text a", "docs/b: other text b, longer", "docs/d: text d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAChangedRuleIsFollowed(t *testing.T) {
	s := newShelf(t, ingest.Rule{Path: "docs"})
	s.write("docs/a.md", "text a")
	s.run()
	s.opt.Rules = []ingest.Rule{{Path: "docs", Access: []string{"role:agent"}}}
	s.run()
	if got := s.texts(s.who("shop", "u")); len(got) != 0 {
		t.Errorf("still public: %q", got)
	}
	s.opt.Rules = []ingest.Rule{{Path: "docs", Namespace: "shared"}}
	s.run()
	if got := s.texts(s.who("else", "u")); !slices.Equal(got, []string{"docs/a: text a"}) {
		t.Errorf("not shared: %q", got)
	}
	s.opt.Rules = []ingest.Rule{{Path: "other"}}
	if r := s.run(); len(r.Problems) != 1 || !strings.Contains(r.Problems[0].Msg, "no such folder") {
		t.Errorf("got %+v", r)
	}
	if got := s.texts(s.who("else", "u")); len(got) != 0 {
		t.Errorf("no rule covers it any more: %q", got)
	}
}

func TestFilesThatChangePlaces(t *testing.T) {
	s := newShelf(t)
	s.write("docs/a.md", "---\nid: p\nversion: V1\neffective_to: 2025-12-31\n---\nfirst")
	s.write("docs/b.md", "---\nid: p\nversion: V2\neffective_from: 2026-01-01\n---\nsecond")
	s.run()
	s.write("docs/a.md", "---\nid: p\nversion: V2\neffective_from: 2026-01-01\n---\nsecond one")
	s.write("docs/b.md", "---\nid: p\nversion: V1\neffective_to: 2025-12-31\n---\nfirst one")
	if r := s.run(); len(r.Problems) != 0 || r.Count(ingest.OK) != 2 {
		t.Errorf("got %+v", r)
	}
	if got := s.texts(s.who("shop", "u")); !slices.Equal(got, []string{"p: second one"}) {
		t.Errorf("got %q", got)
	}
	// the one file takes the other's version, which did not change: the first by name holds it, as from scratch
	s.write("docs/a.md", "---\nid: p\nversion: V1\n---\nthird")
	r := s.run()
	if file(r, "docs/a.md").Status != ingest.OK || file(r, "docs/b.md").Status != ingest.Failed {
		t.Errorf("got %+v", r.Files)
	}
	if got := s.texts(s.who("shop", "u")); !slices.Equal(got, []string{"p: third"}) {
		t.Errorf("got %q", got)
	}
}
