package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

func openGraph(t testing.TB) *Store {
	t.Helper()
	r, err := entity.New(entity.Rules{
		Identifiers: map[string]string{"part": `[A-Z]{2}-\d{2}`},
		Dictionary:  map[string]map[string][]string{"plant": {"东山工厂": {"东山厂", "Hill plant"}, "南山工厂": {"Lake plant"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := OpenWith(filepath.Join(t.TempDir(), "index"), Options{Entities: r})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// headed is doc with headings.
func headed(t testing.TB, id, title string, parts ...string) casefile.Document {
	t.Helper()
	d := doc(t, id, "1", "", "", parts...)
	d.Title = title
	for i, s := range parts {
		head, body, _ := strings.Cut(s, "\n")
		d.Sections[i].Heading = title + " / " + head
		d.Sections[i].Chunks[0].Text = body
	}
	return d
}

func linked(t testing.TB, s *Store, who casefile.Scope, question string) []string {
	t.Helper()
	ms, err := s.Linked(context.Background(), who, casefile.Entities{Text: question})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	last := 1.0
	for _, m := range ms {
		if m.Score <= 0 || m.Score > last || len(m.Path) == 0 || m.Hit.Source.Score != m.Score {
			t.Errorf("%s: score %v after %v by %v", m.Hit.Source.Place(), m.Score, last, m.Path)
		}
		last = m.Score
		out = append(out, fmt.Sprintf("%s#%s: %s", m.Hit.Source.DocID, m.Hit.Source.Section, way(m.Path)))
	}
	return out
}

func TestLinked(t *testing.T) {
	s := openGraph(t)
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{
		headed(t, "rules", "抽样细则", "第一条 范围\n本细则所称关键件，是指影响安全的零件。关键件依照第三条抽样。", "第二条 清单\n| AB-12 | 东山厂 |\n| AB-34 | 南山工厂 |", "第三条 数量\n每批五十件。"),
		headed(t, "hill", "工厂须知", "夜班\n东山工厂夜班停用。", "说明\n关键件见《抽样细则》第三条。"),
	}})
	if _, err := s.Relate(context.Background(), tenant("shop"), []Table{
		{Name: "makers", Access: []string{"public"}, Pairs: [][2]string{{"CD-56", "东山工厂"}}},
		{Name: "secret", Access: []string{"role:buyer"}, Pairs: [][2]string{{"CD-56", "南山工厂"}}},
	}); err != nil {
		t.Fatal(err)
	}
	who := scope(t, "shop", "u", "2026-01-01")
	for _, tt := range []struct {
		name, question string
		has, hasNot    []string
	}{
		{"a defined term leads to its definition and to what it refers to", "什么是关键件", []string{
			"rules#s1: 关键件 defines", "rules#s3: 关键件 mentions; 关键件 refers 抽样细则 / 第三条 数量"}, []string{"hill#s1"}},
		{"a row joins a code with a name, and the name leads on", "AB-12 的夜班", []string{"rules#s2: ab-12 key", "hill#s1: 夜班 heading"}, nil},
		{"over the row alone", "ab-12", []string{"hill#s1: ab-12 row 东山工厂; 东山工厂 mentions"}, nil},
		{"a reference table joins what no document joins", "CD-56", []string{"hill#s1: cd-56 reference 东山工厂 (makers); 东山工厂 mentions"}, nil},
		{"a reference table of another role is not read", "CD-56", nil, []string{"secret", "南山工厂"}},
		{"another form of a dictionary name", "the hill plant", []string{"hill#s1: 东山工厂 mentions"}, nil},
		{"nothing is named", "多少钱", nil, []string{"#"}},
		{"an empty question", "", nil, []string{"#"}},
	} {
		got := linked(t, s, who, tt.question)
		for _, w := range tt.has {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %q is not in\n%s", tt.name, w, strings.Join(got, "\n"))
			}
		}
		for _, w := range tt.hasNot {
			if strings.Contains(strings.Join(got, "\n"), w) {
				t.Errorf("%s: %q is in\n%s", tt.name, w, strings.Join(got, "\n"))
			}
		}
	}
	buyer := scope(t, "shop", "u", "2026-01-01", "buyer")
	if got := strings.Join(linked(t, s, buyer, "CD-56"), "\n"); !strings.Contains(got, "(secret)") {
		t.Errorf("the role's reference table is not read: %s", got)
	}
	edges, err := s.Edges(context.Background(), who)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[casefile.LinkKind]int{}
	for _, e := range edges {
		counts[e.By] = e.Count
	}
	want := map[casefile.LinkKind]int{ // counted by hand
		casefile.LinkDefines: 1, casefile.LinkHeading: 5, casefile.LinkKey: 2, casefile.LinkMentions: 3,
		casefile.LinkRow: 2, casefile.LinkBeside: 10, casefile.LinkRefers: 2, casefile.LinkReference: 1,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("edges: %s", diff)
	}
	if _, err := s.Linked(context.Background(), casefile.Scope{}, casefile.Entities{Text: "x"}); !errors.Is(err, casefile.ErrNoScope) {
		t.Errorf("no scope: %v", err)
	}
}

func TestNothingOfARemovedDocumentStaysInTheGraph(t *testing.T) {
	s := openGraph(t)
	ctx := context.Background()
	d := headed(t, "rules", "抽样细则", "第一条 范围\n本细则所称关键件，是指零件。见第二条。", "第二条 数量\nAB-12 五十件。")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d}})
	table := []Table{{Name: "t", Access: []string{"public"}, Pairs: [][2]string{{"AB-12", "Lake plant"}}}}
	for i, want := range []bool{true, false} {
		if changed, err := s.Relate(ctx, tenant("shop"), table); err != nil || changed != want {
			t.Errorf("time %d: changed %v, %v", i, changed, err)
		}
	}
	write(t, s, tenant("shop"), casefile.Change{Remove: []string{d.Path}})
	if _, err := s.Relate(ctx, tenant("shop"), nil); err != nil {
		t.Fatal(err)
	}
	w, err := s.writer(tenant("shop"))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"entity", "mention", "refer", "relation"} {
		var n int
		if err := w.db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s keeps %d rows, %v", table, n, err)
		}
	}
}

// TestTheGraphTellsNothingOfWhatIsOutOfScope compares a library with one that holds only what a caller may read: the
// passages, their scores and the ways to them must be the same.
func TestTheGraphTellsNothingOfWhatIsOutOfScope(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	pick := func(from ...string) string { return from[rng.IntN(len(from))] }
	names := []string{"东山厂", "南山工厂", "AB-12", "ab-12", "AB-34", "关键件", "抽样", "Lot", "LOT"}
	texts := []func() string{
		func() string { return "本细则所称" + pick(names...) + "，是指" + pick(names...) + "。" },
		func() string { return "| " + pick(names...) + " | " + pick(names...) + " |" },
		func() string {
			return pick(names...) + "依照第二条，另见《细则" + pick("1", "2") + "》第一条。"
		},
		func() string { return "\"" + pick(names...) + "\" means " + pick(names...) + ". See Section 2." },
	}
	roles := []string{"a", "b"}
	for round := range 10 {
		all, part := openGraph(t), openGraph(t)
		who := scope(t, "shop", "u", "2026-01-01", pick(roles...))
		var tables, mine []Table
		for i := range 3 {
			table := Table{Name: fmt.Sprint("t", i), Access: []string{"role:" + pick(roles...)}, Pairs: [][2]string{{pick(names...), pick(names...)}, {pick(names...), pick(names...)}}}
			tables = append(tables, table)
			if slices.Contains(who.Terms(), table.Access[0]) {
				mine = append(mine, table)
			}
		}
		for i := range 8 {
			var parts []string
			for k := range 3 {
				parts = append(parts, fmt.Sprintf("第%s条 %s\n%s", []string{"一", "二", "三"}[k], pick(names...), texts[rng.IntN(len(texts))]()))
			}
			d := headed(t, fmt.Sprint("d", i), "细则"+pick("1", "2", "3"), parts...)
			d.Access = []string{pick("public", "role:a", "role:b", "user:shop/u", "user:shop/other")}
			if rng.IntN(3) == 0 {
				d.EffectiveFrom = date(t, pick("2025-01-01", "2026-06-01"))
			}
			ns := tenant("shop")
			if rng.IntN(4) == 0 {
				ns = shared
			}
			write(t, all, ns, casefile.Change{Put: []casefile.Document{d}})
			if sharesTerm(d.Access, who.Identity()) && (d.EffectiveFrom.IsZero() || d.EffectiveFrom.Compare(who.AsOf()) <= 0) {
				write(t, part, ns, casefile.Change{Put: []casefile.Document{d}})
			}
		}
		for s, ts := range map[*Store][]Table{all: tables, part: mine} {
			if _, err := s.Relate(context.Background(), tenant("shop"), ts); err != nil {
				t.Fatal(err)
			}
		}
		for range 20 {
			q := pick(names...) + pick("的", " and ", "") + pick(names...)
			if got, want := linked(t, all, who, q), linked(t, part, who, q); !slices.Equal(got, want) {
				t.Fatalf("round %d, %q:\n%s\nwithout the rest:\n%s", round, q, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

func TestNamesAreReadAgainByOtherRules(t *testing.T) {
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "index")
	who := scope(t, "shop", "u", "2026-01-01")
	with := func(rules *entity.Rules) *Store {
		var opt Options
		if rules != nil {
			r, err := entity.New(*rules)
			if err != nil {
				t.Fatal(err)
			}
			opt.Entities = r
		}
		s, err := OpenWith(dir, opt)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}
	relink := func(s *Store, want int) {
		t.Helper()
		if n, err := s.Relink(ctx, tenant("shop")); err != nil || n != want {
			t.Errorf("%d documents were read again, want %d, %v", n, want, err)
		}
	}
	s := with(nil)
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "AB-12 见 CD-34。")}})
	relink(s, 0)
	s = with(&entity.Rules{Identifiers: map[string]string{"part": `AB-\d+`}})
	relink(s, 1)
	relink(s, 0)
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "q", "1", "", "", "AB-12 again")}})
	relink(s, 0)
	if got := linked(t, s, who, "AB-12"); len(got) != 2 {
		t.Errorf("by the first rules: %v", got)
	}
	before, err := s.State(ctx, who)
	if err != nil {
		t.Fatal(err)
	}
	s = with(&entity.Rules{Identifiers: map[string]string{"part": `CD-\d+`}})
	relink(s, 2)
	if got := linked(t, s, who, "AB-12"); len(got) != 0 {
		t.Errorf("what the first rules found is still there: %v", got)
	}
	if got := linked(t, s, who, "CD-34"); len(got) == 0 || got[0] != "p#s1: cd-34 mentions" {
		t.Errorf("by the second rules: %v", got)
	}
	if after, err := s.State(ctx, who); err != nil || after == before {
		t.Errorf("caches are not told, %v", err)
	}
}

// way writes a path for comparing: from, the kind of link, to.
func way(path []casefile.Link) string {
	var parts []string
	for _, l := range path {
		p := l.From + " " + string(l.By)
		if l.To != "" {
			p += " " + l.To
		}
		if l.Of != "" {
			p += " (" + l.Of + ")"
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, "; ")
}
