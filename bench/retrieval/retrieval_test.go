package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/entity"
	"github.com/casefile/casefile/search"
)

func hit(file string, from, to int) casefile.Hit {
	return casefile.Hit{Source: casefile.Source{URI: file + "#s", Start: from, End: to}}
}

func TestRightDocument(t *testing.T) {
	found := []casefile.Hit{hit("a", 0, 1), hit("a", 1, 2), hit("b", 0, 1)}
	for _, tt := range []struct {
		k    int
		file string
		want float64
	}{{1, "a", 1}, {1, "b", 0}, {2, "b", 1}, {2, "c", 0}} {
		if got := rightDocument(tt.k)(question{files: []string{tt.file}}, found); got != tt.want {
			t.Errorf("%s in the first %d: %v", tt.file, tt.k, got)
		}
	}
}

func TestRightFact(t *testing.T) {
	q := question{spans: []span{{"a", 100, 200}}}
	for _, tt := range []struct {
		name string
		h    casefile.Hit
		want float64
	}{
		{"inside", hit("a", 120, 140), 1}, {"around", hit("a", 0, 400), 1}, {"half of it", hit("a", 150, 250), 1},
		{"less than half", hit("a", 160, 260), 0}, {"beside", hit("a", 200, 300), 0}, {"another file", hit("b", 120, 140), 0},
	} {
		if got := rightFact(1)(q, []casefile.Hit{tt.h}); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

func TestLocate(t *testing.T) {
	s := "前言\n收入 为\n 3 亿元。后记"
	from, to, ok := locate(s, "收入为3 亿元。")
	if !ok || s[from:to] != "收入 为\n 3 亿元。" {
		t.Errorf("%q, %v", s[from:to], ok)
	}
	if _, _, ok := locate(s, "支出"); ok {
		t.Error("found what is not there")
	}
}

func TestGrams(t *testing.T) {
	if got, want := grams("退货 PPR-9087，七天内"), []string{"退货", "ppr", "9087", "七天", "天内"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBM25(t *testing.T) {
	b := newBM25([]casefile.Hit{{Text: "apple pear"}, {Text: "apple apple plum"}, {Text: "fig"}})
	var got []string
	for _, h := range b.rank("apple plum", 5) {
		got = append(got, h.Text)
	}
	if want := []string{"apple apple plum", "apple pear"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHalvesAreHalvesAndDoNotMove(t *testing.T) {
	n := 0
	for i := range 1000 {
		if (question{group: fmt.Sprint("DEV_", i)}).development() {
			n++
		}
	}
	if n < 430 || n > 570 {
		t.Errorf("%d of 1000 are of the development half", n)
	}
	if (question{}).development() {
		t.Error("a set without halves has a development half")
	}
}

func TestTurned(t *testing.T) {
	w, err := turned(search.DefaultWeights(), "legs.graph", 0.77)
	if err != nil || w.Legs.Graph != 0.77 || w.Legs.Keyword != search.DefaultWeights().Legs.Keyword {
		t.Errorf("%+v, %v", w.Legs, err)
	}
	for _, k := range knobs {
		before, err := turned(search.DefaultWeights(), k.path, 0.123)
		if err != nil {
			t.Fatal(err)
		}
		after, err := turned(search.DefaultWeights(), k.path, 0.456)
		if err != nil || fmt.Sprint(before) == fmt.Sprint(after) {
			t.Errorf("%s turns nothing, %v", k.path, err)
		}
	}
}

func TestReplace(t *testing.T) {
	p := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(p, []byte("a\n<!-- table -->\nold\n<!-- end -->\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(p, "new\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(p); err != nil || string(got) != "a\n<!-- table -->\nnew\n<!-- end -->\nb\n" {
		t.Errorf("%q, %v", got, err)
	}
	if err := os.WriteFile(p, []byte("no marks"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := replace(p, "new\n"); err == nil {
		t.Error("a page without marks is no fault")
	}
}

// TestMethodsRun has every method find a passage in a library of three files.
func TestMethodsRun(t *testing.T) {
	names, err := entity.New(entity.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	r := rig{embedder: embed.NewStatic(), entities: names}
	ctx := context.Background()
	lib, err := newLibrary(ctx, r, apart, map[string]string{
		"a.md": "# 抽样\n\n“批量”是指一次交货的件数。批量不足五十件的全部检验。\n", "b.md": "# 运费\n\n满九十九元免运费。\n", "c.md": "# 保修\n\n保修期为两年。\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	defer lib.close()
	q := question{text: "批量不足五十件怎么检验", day: today, files: []string{"docs/a.md"}}
	for _, m := range r.methods(&set{lib: lib, units: lib.documents()}) {
		found, err := m.find(ctx, q)
		if err != nil || rightDocument(1)(q, found) != 1 {
			t.Errorf("%s: %v, %v", m.name, places(found), err)
		}
	}
}

// By hand: 1 of 4, 3 of 4 and 1 of 4 rise to 1 of 4 and 4 of 8; a range without passages takes the share before it.
func TestRise(t *testing.T) {
	got := rise([]bin{{given: 4, right: 1}, {given: 4, right: 3}, {given: 4, right: 1}, {}, {given: 2, right: 2}}, func(b bin) (float64, float64) { return b.given, b.right })
	if want := []float64{.25, .5, .5, .5, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
