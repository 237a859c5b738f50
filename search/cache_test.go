package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
)

// desk is a folder of documents with a search over it that keeps what it found.
type desk struct {
	t      *testing.T
	root   string
	store  *store.Store
	search *search.Search
}

func newDesk(t *testing.T, opt search.Options) *desk {
	t.Helper()
	root := t.TempDir()
	s, err := store.OpenWith(filepath.Join(root, "index"), store.Options{Embedder: opt.Embedder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return &desk{t, root, s, search.New(s, opt)}
}

func (d *desk) put(name, content string) {
	d.t.Helper()
	p := filepath.Join(d.root, "docs", name)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		d.t.Fatal(err)
	}
	d.read()
}

func (d *desk) remove(name string) {
	d.t.Helper()
	if err := os.Remove(filepath.Join(d.root, "docs", name)); err != nil {
		d.t.Fatal(err)
	}
	d.read()
}

func (d *desk) read() {
	d.t.Helper()
	if _, err := ingest.Run(context.Background(), ingest.Options{Root: d.root, Store: d.store, Tenant: "shop", Rules: []ingest.Rule{{Path: "docs", Kind: "policy"}}}); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) find(who casefile.Scope, q casefile.Query) (places []string, texts string, cached bool) {
	d.t.Helper()
	f, err := d.search.Find(context.Background(), who, q)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, h := range f.Hits {
		places = append(places, h.Source.Place())
		texts += h.Text + "\n"
	}
	return places, texts, f.Cached
}

// Each line of the traps "Versions and stale data", with the cache on: every question is asked before and after.
func TestWhatChangedIsNotServedFromTheCache(t *testing.T) {
	d := newDesk(t, search.Options{})
	q := casefile.Query{Text: "保密期限是几天"}
	now := shop(t)
	d.put("nda.md", "---\nid: nda\nversion: V1\neffective_from: 2026-01-01\n---\n## 保密 {#c}\n保密期限为 180 天。\n")
	d.put("old.md", "---\nid: old\nversion: V1\n---\n## 说明 {#c}\n旧的保密期限说明：以合同为准。\n")
	ask := func(want, not string, wantCached bool) {
		t.Helper()
		_, texts, cached := d.find(now, q)
		if !strings.Contains(texts, want) || not != "" && strings.Contains(texts, not) || cached != wantCached {
			t.Errorf("cached %v, want %v; %q, want %s and not %s", cached, wantCached, texts, want, not)
		}
	}
	ask("180 天", "", false)
	ask("180 天", "", true)
	d.put("nda.md", "---\nid: nda\nversion: V1\neffective_from: 2026-01-01\n---\n## 保密 {#c}\n保密期限为 200 天。\n")
	ask("200 天", "180 天", false) // uploaded again: the old content is gone
	d.put("nda2.md", "---\nid: nda\nversion: V2\nsupersedes: V1\neffective_from: 2026-06-01\n---\n## 保密 {#c}\n保密期限为 270 天。\n")
	ask("270 天", "200 天", false) // amended
	ask("270 天", "200 天", true)
	if _, texts, cached := d.find(now.On(casefile.Date{Year: 2026, Month: 3, Day: 1}), q); cached || !strings.Contains(texts, "200 天") {
		t.Errorf("as of March: cached %v, %q", cached, texts)
	}
	d.remove("old.md")
	ask("270 天", "旧的", false) // deleted
	d.put("nda2.md", "---\nid: nda\nversion: V2\nsupersedes: V1\neffective_from: 2026-06-01\naccess: [role:legal]\n---\n## 保密 {#c}\n保密期限为 270 天。\n")
	if places, _, cached := d.find(now, q); cached || slices.Contains(places, "nda@V2#c") {
		t.Errorf("access was withdrawn: cached %v, %v", cached, places)
	}
	legal := shop(t, "legal")
	if places, _, cached := d.find(legal, q); cached || !slices.Contains(places, "nda@V2#c") {
		t.Errorf("the role that may read: cached %v, %v", cached, places)
	}
	if places, _, _ := d.find(now, q); slices.Contains(places, "nda@V2#c") {
		t.Errorf("what another one found is served: %v", places)
	}
}

func TestWhatTheCacheTakesForTheSameQuestion(t *testing.T) {
	d := newDesk(t, search.Options{Embedder: letters{}, Synonyms: [][]string{{"甲仓", "一号仓"}, {"乙仓", "二号仓"}}})
	d.put("a.md", doc("a", "", "## 入库 {#a}\n甲仓和乙仓的货物入库前应当登记，2026 年起 7 天内入库，PPR-9087 除外。"))
	who := shop(t)
	d.find(who, casefile.Query{Text: "甲仓的货物入库前要登记吗"})
	for _, tt := range []struct {
		name, q string
		want    bool
	}{
		{"the same words", "甲仓的货物入库前要登记吗", true},
		{"in another width and script", "甲倉的貨物入庫前要登記嗎", true},
		{"other words that say nothing", "甲仓货物的入库前要登记吗", true},
		{"another name", "乙仓的货物入库前要登记吗", false},
		{"denied", "甲仓的货物入库前不要登记吗", false},
		{"a number more", "甲仓的7件货物入库前要登记吗", false},
		{"a code more", "甲仓的PPR-9087货物入库前要登记吗", false},
		{"a period more", "2026年甲仓的货物入库前要登记吗", false},
	} {
		if _, _, cached := d.find(who, casefile.Query{Text: tt.q}); cached != tt.want {
			t.Errorf("%s: %s: cached %v", tt.name, tt.q, cached)
		}
	}
	for name, q := range map[string]casefile.Query{
		"another limit": {Text: "甲仓的货物入库前要登记吗", Limit: 3}, "kinds": {Text: "甲仓的货物入库前要登记吗", Kinds: []string{"policy"}},
		"names left out": {Text: "甲仓的货物入库前要登记吗", Not: []string{"乙仓"}}, "tags": {Text: "甲仓的货物入库前要登记吗", Tags: []string{"x"}},
	} {
		if _, _, cached := d.find(who, q); cached {
			t.Errorf("%s: cached", name)
		}
	}
	other, err := casefile.NewScope(casefile.Identity{Tenant: "shop", User: "v"}, day)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, cached := d.find(other, casefile.Query{Text: "甲仓的货物入库前要登记吗"}); cached {
		t.Error("another user's search is served")
	}
}

func TestFreshnessInTheCache(t *testing.T) {
	now := time.Date(2026, 9, 20, 23, 0, 0, 0, time.UTC)
	d := newDesk(t, search.Options{Now: func() time.Time { return now }})
	d.put("daily.md", doc("daily", "freshness: daily\n", "## 库存 {#s}\n今日库存盘点为 12 箱。"))
	d.put("live.md", doc("live", "freshness: live\n", "## 排队 {#s}\n窗口排队人数为 3 人。"))
	who := shop(t)
	cached := func(q string) bool {
		_, _, c := d.find(who, casefile.Query{Text: q})
		return c
	}
	if cached("库存盘点") || !cached("库存盘点") {
		t.Error("a daily document is kept while the day lasts")
	}
	now = now.Add(2 * time.Hour)
	if cached("库存盘点") {
		t.Error("a daily document outlived its day")
	}
	for range 2 {
		if cached("排队人数") {
			t.Error("a live document was kept")
		}
	}
	d.search = search.New(d.store, search.Options{NoCache: true})
	for range 2 {
		if cached("库存盘点") {
			t.Error("the cache is off and was used")
		}
	}
}

func TestWhatIsServedCanBeChangedByItsCaller(t *testing.T) {
	d := newDesk(t, search.Options{})
	d.put("a.md", doc("a", "", "## 甲 {#a}\n签收后 7 天内可以退货。\n## 乙 {#b}\n退货运费由买家承担。"))
	q := casefile.Query{Text: "退货"}
	for range 2 {
		f, err := d.search.Find(context.Background(), shop(t), q)
		if err != nil || len(f.Hits) != 2 || f.Hits[0].Text == "changed" {
			t.Fatalf("%+v, %v", f, err)
		}
		f.Hits[0].Text = "changed"
	}
}

func TestManySearchesAtOnceDoNotWaitForEachOther(t *testing.T) {
	d := newDesk(t, search.Options{Embedder: letters{}, NoCache: true})
	for i := range 12 {
		d.put(fmt.Sprintf("d%d.md", i), doc(fmt.Sprintf("d%d", i), "", fmt.Sprintf("## 退货 {#r}\n第 %d 类商品签收后 %d 天内可以退货，运费由买家承担。", i, i+7)))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	errs := make(chan error)
	const n = 40
	for i := range n {
		go func() {
			_, err := d.search.Retrieve(ctx, shop(t), casefile.Query{Text: fmt.Sprintf("第 %d 类商品几天内可以退货？运费由谁承担？", i%12)})
			errs <- err
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
}

// One search with its cache serves many askers: each gets what a search without a cache gives, nothing else.
func TestTheCacheNeverCrossesAScope(t *testing.T) {
	d := newDesk(t, search.Options{Embedder: letters{}})
	rng := rand.New(rand.NewPCG(3, 5))
	access := []string{"public", "role:a", "role:b", "user:u1", "user:u2"}
	for i := range 30 {
		d.put(fmt.Sprintf("d%02d.md", i), fmt.Sprintf("---\nid: d%02d\nversion: V1\neffective_from: 2026-0%d-01\naccess: [%s]\n---\n## 退货 {#r}\n第 %d 类商品签收后 %d 天内可以退货。\n",
			i, 1+rng.IntN(9), access[rng.IntN(len(access))], i%5, i+7))
	}
	fresh := search.New(d.store, search.Options{Embedder: letters{}, NoCache: true})
	questions := []string{"商品几天内可以退货", "商品的退货是几天内", "第 3 类商品退货", "第 4 类商品退货", "退货"}
	served := 0
	for range 1500 {
		id := casefile.Identity{Tenant: "shop", User: fmt.Sprintf("u%d", 1+rng.IntN(3))}
		for _, r := range []string{"a", "b"} {
			if rng.IntN(2) == 0 {
				id.Roles = append(id.Roles, r)
			}
		}
		who, err := casefile.NewScope(id, casefile.Date{Year: 2026, Month: time.Month(2 + 5*rng.IntN(2)), Day: 15})
		if err != nil {
			t.Fatal(err)
		}
		q := casefile.Query{Text: questions[rng.IntN(len(questions))], Limit: 3 + 7*rng.IntN(2)}
		got, _, cached := d.find(who, q)
		if !cached {
			continue
		}
		served++
		if served%20 > 0 && served > 200 { // most of what follows was compared before
			continue
		}
		hits, err := fresh.Retrieve(context.Background(), who, q)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, h := range hits {
			want = append(want, h.Source.Place())
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("%v on %s asks %q: the cache gives %v, the library %v", id, who.AsOf(), q.Text, got, want)
		}
	}
	if served < 500 {
		t.Errorf("only %d searches were served from the cache", served)
	}
}
