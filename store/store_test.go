package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

func date(t testing.TB, s string) casefile.Date {
	t.Helper()
	var d casefile.Date
	if err := d.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return d
}

func scope(t testing.TB, tenant, user, day string, roles ...string) casefile.Scope {
	t.Helper()
	who, err := casefile.NewScope(casefile.Identity{Tenant: tenant, User: user, Roles: roles}, date(t, day))
	if err != nil {
		t.Fatal(err)
	}
	return who
}

// doc makes a document of one section per text.
func doc(t testing.TB, id, version, from, to string, texts ...string) casefile.Document {
	t.Helper()
	d := casefile.Document{ID: id, Version: version, Title: id, Path: "docs/" + id + "-" + version + ".md", Hash: id + version + strings.Join(texts, "|"),
		Access: []string{"public"}, EffectiveFrom: date(t, from), EffectiveTo: date(t, to)}
	at := 0
	for i, s := range texts {
		sec := casefile.Section{ID: "s" + string(rune('1'+i)), Heading: "Part " + string(rune('1'+i)), Level: 1, Start: at, End: at + len(s)}
		sec.Chunks = []casefile.Chunk{{Start: at, End: at + len(s), Text: s}}
		at += len(s) + 1
		d.Sections = append(d.Sections, sec)
	}
	return d
}

func tenant(name string) casefile.Namespace {
	return casefile.Namespace{Name: casefile.TenantNamespace, Tenant: name}
}

var shared = casefile.Namespace{Name: casefile.SharedNamespace}

func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "index"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func write(t testing.TB, s *Store, ns casefile.Namespace, c casefile.Change) {
	t.Helper()
	if err := s.Write(context.Background(), ns, c); err != nil {
		t.Fatal(err)
	}
}

func keywords(q string) casefile.Keywords {
	var k casefile.Keywords
	for _, term := range text.Terms(q) {
		k.Terms = append(k.Terms, casefile.Term{Text: term, Prefix: len([]rune(term)) == 1 && term > "\u2E80"})
	}
	return k
}

// find returns the places found for a query, best first.
func find(t testing.TB, s *Store, who casefile.Scope, q string) []string {
	t.Helper()
	ms, err := s.Match(context.Background(), who, keywords(q))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Hit.Source.Place())
	}
	return out
}

func TestMatchFindsWordsAndCodes(t *testing.T) {
	s := open(t)
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{
		doc(t, "a", "1", "", "", "签收后 7 天内且未拆封的，可以申请无理由退货。", "The part PPR-9087 is covered."),
		doc(t, "b", "1", "", "", "报销流程：先提交申请。", "口令每 90 天更换一次。", "食盐"),
	}})
	who := scope(t, "shop", "u1", "2026-09-20")
	for q, want := range map[string]string{
		"退货":          "a@1#s1",
		"退貨":          "a@1#s1",
		"公司的报销流程是什么":  "b@1#s1",
		"口令":          "b@1#s2",
		"PPR-9087":    "a@1#s2",
		"ppr9087":     "a@1#s2",
		"PPR 9087":    "a@1#s2",
		"ＰＰＲ－９０８７":    "a@1#s2",
		"9087":        "a@1#s2",
		"parts cover": "a@1#s2",
		"盐":           "b@1#s3",
	} {
		if got := find(t, s, who, q); len(got) == 0 || got[0] != want {
			t.Errorf("%s: got %v, want %s first", q, got, want)
		}
	}
	if got := find(t, s, who, "PPR-9078"); slices.Contains(got, "a@1#s2") && len(got) > 0 {
		ms, _ := s.Match(context.Background(), who, keywords("PPR-9078"))
		if ms[0].Score > 0.5 {
			t.Errorf("another code scores %.2f", ms[0].Score)
		}
	}
	if got := find(t, s, who, "不存在的词语"); len(got) > 0 {
		t.Errorf("found %v for words that are nowhere", got)
	}
}

func TestDifferentQueriesFindDifferentPassages(t *testing.T) {
	s := open(t)
	topics := []string{"报销流程", "休假制度", "差旅标准", "采购审批", "合同归档", "信息安全", "门禁管理", "培训计划", "绩效考核", "离职交接"}
	var puts []casefile.Document
	for _, topic := range topics {
		puts = append(puts, doc(t, topic, "1", "", "", "公司的"+topic+"适用于全体员工，由人力资源部负责解释。"))
	}
	write(t, s, tenant("co"), casefile.Change{Put: puts})
	for _, topic := range topics {
		if got := find(t, s, scope(t, "co", "u", "2026-01-01"), "公司的"+topic+"是什么"); got[0] != topic+"@1#s1" {
			t.Errorf("%s: got %v", topic, got)
		}
	}
}

func TestVersionsInForce(t *testing.T) {
	s := open(t)
	v1 := doc(t, "p", "V1", "2026-01-01", "", "15 天内退货")
	v2 := doc(t, "p", "V2", "2026-09-01", "", "7 天内退货")
	v2.Supersedes = "V1"
	v3 := doc(t, "p", "V3", "2027-01-01", "", "30 天内退货")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{v3, v1, v2}})
	for day, want := range map[string]string{"2025-12-31": "", "2026-01-01": "V1", "2026-08-31": "V1", "2026-09-01": "V2", "2026-12-31": "V2", "2027-01-01": "V3", "2099-01-01": "V3"} {
		who := scope(t, "shop", "u", day)
		got := strings.Join(find(t, s, who, "退货"), " ")
		if want != "" {
			want = "p@" + want + "#s1"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", day, got, want)
		}
	}
	docs, err := s.Documents(context.Background(), scope(t, "shop", "u", "2026-05-01"))
	if err != nil || len(docs) != 1 || docs[0].Version != "V1" || docs[0].EffectiveTo.String() != "2026-08-31" {
		t.Errorf("got %+v, %v", docs, err)
	}
	// the next version goes: the one before is open again
	write(t, s, tenant("shop"), casefile.Change{Remove: []string{v2.Path, v3.Path}})
	if got := find(t, s, scope(t, "shop", "u", "2099-01-01"), "退货"); !slices.Equal(got, []string{"p@V1#s1"}) {
		t.Errorf("after removal: %v", got)
	}
}

func TestSupersededWithoutADay(t *testing.T) {
	s := open(t)
	v2 := doc(t, "p", "2", "", "", "new text")
	v2.Supersedes = "1"
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "old text"), v2}})
	if got := find(t, s, scope(t, "shop", "u", "2026-01-01"), "text"); !slices.Equal(got, []string{"p@2#s1"}) {
		t.Errorf("got %v", got)
	}
}

func TestVersionNumbersAreNames(t *testing.T) {
	s := open(t)
	a, b := doc(t, "p", "2.1", "", "2026-01-31", "one text"), doc(t, "p", "2.10", "2026-02-01", "", "ten text")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{a, b}})
	if got := find(t, s, scope(t, "shop", "u", "2026-03-01"), "text"); !slices.Equal(got, []string{"p@2.10#s1"}) {
		t.Errorf("got %v", got)
	}
}

func TestRemovedAndReplacedIsGoneFromEveryPath(t *testing.T) {
	s := open(t)
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "期限 180 天"), doc(t, "q", "1", "", "", "另一份 180 天")}})
	before, err := s.State(ctx, who)
	if err != nil {
		t.Fatal(err)
	}
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "期限 270 天")}, Remove: []string{"docs/q-1.md"}})
	if got := find(t, s, who, "180"); len(got) != 0 {
		t.Errorf("old text found: %v", got)
	}
	if got := find(t, s, who, "270"); len(got) != 1 {
		t.Errorf("new text: %v", got)
	}
	if _, err := s.Chunk(ctx, who, "q@1#s1:0"); !errors.Is(err, casefile.ErrNotThere) {
		t.Errorf("chunk of a removed document: %v", err)
	}
	if _, err := s.Section(ctx, who, "q", "s1"); !errors.Is(err, casefile.ErrNotThere) {
		t.Errorf("section of a removed document: %v", err)
	}
	if docs, _ := s.Documents(ctx, who); len(docs) != 1 {
		t.Errorf("documents: %+v", docs)
	}
	if after, _ := s.State(ctx, who); after == before {
		t.Error("the state did not change")
	}
}

func TestChunkAndSection(t *testing.T) {
	s := open(t)
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	d := casefile.Document{ID: "m", Version: "1", Title: "手册", Path: "docs/m.md", Access: []string{"public"}, Sections: []casefile.Section{
		{ID: "top", Heading: "Top", Level: 1, Start: 0, End: 20, Chunks: []casefile.Chunk{{Start: 6, End: 10, Text: "aaaa", Gap: "\n\n"}, {Start: 12, End: 16, Text: "bbbb"}, {Start: 18, End: 20, Text: "cc", Untrusted: true}}},
		{ID: "sub", Heading: "Top / Sub", Level: 2, Start: 20, End: 40, Chunks: []casefile.Chunk{{Start: 30, End: 34, Text: "dddd"}}},
		{ID: "next", Heading: "Next", Level: 1, Start: 40, End: 60, Chunks: []casefile.Chunk{{Start: 50, End: 54, Text: "eeee"}}},
	}}
	write(t, s, shared, casefile.Change{Put: []casefile.Document{d}})
	hits, err := s.Section(ctx, who, "m", "TOP")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range hits {
		got = append(got, h.Source.Section+"="+h.Text)
		if h.Source.End-h.Source.Start != len(h.Text) {
			t.Errorf("offsets %d..%d for %q", h.Source.Start, h.Source.End, h.Text)
		}
	}
	if want := []string{"top=aaaa\n\nbbbb", "top=cc", "sub=dddd"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if hits, err := s.Section(ctx, who, "m", ""); err != nil || len(hits) != 4 {
		t.Errorf("whole document: %d hits, %v", len(hits), err)
	}
	h, err := s.Chunk(ctx, who, hits[0].Source.Chunk)
	if err != nil || h.Text != "aaaa" || h.Source.URI != "docs/m.md#top" || h.Source.Namespace != "shared" || h.Source.Title != "手册" {
		t.Errorf("got %+v, %v", h, err)
	}
	for _, id := range []string{"", "m", "m@1", "m@1#top", "m@1#top:x", "m@1#top:99", "shared:m@2#top:0", "m@1#top:0"} {
		if _, err := s.Chunk(ctx, who, id); !errors.Is(err, casefile.ErrNotThere) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestTheSameVersionInTwoFiles(t *testing.T) {
	s := open(t)
	a, b := doc(t, "p", "1", "", "", "first"), doc(t, "p", "1", "", "", "second")
	b.Path = "docs/other.md"
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{a}})
	err := s.Write(context.Background(), tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "q", "1", "", "", "third"), b}})
	if !errors.Is(err, ErrTwice) || !strings.Contains(err.Error(), a.Path) || !strings.Contains(err.Error(), b.Path) {
		t.Errorf("got %v", err)
	}
	if got := find(t, s, scope(t, "shop", "u", "2026-01-01"), "third"); len(got) != 0 {
		t.Errorf("half of a failed change was kept: %v", got)
	}
	// the file moved: the same change takes the old one away
	write(t, s, tenant("shop"), casefile.Change{Remove: []string{a.Path}, Put: []casefile.Document{b}})
}

func TestZeroScopeReadsNothing(t *testing.T) {
	s := open(t)
	ctx := context.Background()
	var none casefile.Scope
	_, e1 := s.Match(ctx, none, keywords("x"))
	_, e2 := s.Chunk(ctx, none, "a@1#s:0")
	_, e3 := s.Section(ctx, none, "a", "")
	_, e4 := s.Documents(ctx, none)
	_, e5 := s.State(ctx, none)
	for i, err := range []error{e1, e2, e3, e4, e5} {
		if !errors.Is(err, casefile.ErrNoScope) {
			t.Errorf("read %d: %v", i, err)
		}
	}
}

func TestFaultsSayHowToMendThem(t *testing.T) {
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	t.Run("not a database", func(t *testing.T) {
		s := open(t)
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "text")}})
		path := s.file(casefile.TenantNamespace, "shop")
		s.Close()
		if err := os.WriteFile(path, []byte(strings.Repeat("garbage ", 4096)), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := s.Match(ctx, who, keywords("text"))
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "remove "+s.dir) {
			t.Errorf("got %v", err)
		}
		if err := s.Write(ctx, tenant("shop"), casefile.Change{}); !errors.Is(err, ErrDamaged) {
			t.Errorf("write: %v", err)
		}
	})
	t.Run("cut off in the middle", func(t *testing.T) {
		s := open(t)
		var puts []casefile.Document
		for _, id := range []string{"a", "b", "c", "d"} {
			puts = append(puts, doc(t, id, "1", "", "", strings.Repeat("text ", 4000)))
		}
		write(t, s, tenant("shop"), casefile.Change{Put: puts})
		s.Close()
		path := s.file(casefile.TenantNamespace, "shop")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()/8192*4096); err != nil {
			t.Fatal(err)
		}
		_, errMatch := s.Match(ctx, who, keywords("text"))
		_, errAll := s.Section(ctx, who, "d", "")
		if !errors.Is(errors.Join(errMatch, errAll), ErrDamaged) {
			t.Errorf("got %v, %v", errMatch, errAll)
		}
	})
	t.Run("another format", func(t *testing.T) {
		s := open(t)
		write(t, s, tenant("shop"), casefile.Change{})
		w, err := s.writer(tenant("shop"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.db.Exec("PRAGMA user_version = 99"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Documents(ctx, who); !errors.Is(err, ErrFormat) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("the folder is a file", func(t *testing.T) {
		f := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(f, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(f); err == nil {
			t.Error("opened")
		}
	})
}

func TestAnIndexThatWasRemovedIsNotReadOn(t *testing.T) {
	s := open(t)
	who := scope(t, "shop", "u", "2026-01-01")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "text")}})
	if got := find(t, s, who, "text"); len(got) != 1 {
		t.Fatal(got)
	}
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	if got := find(t, s, who, "text"); len(got) != 0 {
		t.Errorf("got %v", got)
	}
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "q", "1", "", "", "text")}})
	if got := find(t, s, who, "text"); !slices.Equal(got, []string{"q@1#s1"}) {
		t.Errorf("got %v", got)
	}
}

func TestTenantNamesMakeDistinctFiles(t *testing.T) {
	s := open(t)
	seen := map[string]string{}
	for _, name := range []string{"a", "A", "a%41", "ä", "a b", "shared", "..x", "con", "店"} {
		f := strings.ToLower(s.file(casefile.TenantNamespace, name))
		if other, ok := seen[f]; ok {
			t.Errorf("%q and %q share %s", name, other, f)
		}
		seen[f] = name
		if filepath.Dir(f) != strings.ToLower(s.dir) {
			t.Errorf("%q leaves the folder: %s", name, f)
		}
	}
}
