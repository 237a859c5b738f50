package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/casefile/casefile"
)

// counting is an embedder that counts its texts, and calls each before every call.
type counting struct {
	bag
	texts *atomic.Int64
	each  func() error
}

func (c counting) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if c.each != nil {
		if err := c.each(); err != nil {
			return nil, err
		}
	}
	c.texts.Add(int64(len(texts)))
	return c.bag.Embed(ctx, texts)
}

// fill writes documents of 30 passages each.
func fill(t testing.TB, s *Store, ns casefile.Namespace, docs int) {
	t.Helper()
	for i := range docs {
		var texts []string
		for k := range 30 {
			texts = append(texts, fmt.Sprintf("passage %d of document %d", k, i))
		}
		write(t, s, ns, casefile.Change{Put: []casefile.Document{doc(t, fmt.Sprint("d", i), "1", "", "", texts...)}})
	}
}

func reopen(t testing.TB, dir string, e casefile.Embedder) *Store {
	t.Helper()
	s, err := OpenWith(dir, Options{Embedder: e})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func checkEmbedded(t testing.TB, s *Store, who casefile.Scope, done, total int) {
	t.Helper()
	if d, n, err := s.Embedded(context.Background(), who); err != nil || d != done || n != total {
		t.Errorf("embedded %d of %d, %v; want %d of %d", d, n, err, done, total)
	}
}

func TestAnotherModelTakesOverWithoutAGap(t *testing.T) {
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	first := bag{name: "first", dim: 64}
	s := openWith(t, first)
	fill(t, s, tenant("shop"), 60)
	fill(t, s, shared, 2)
	checkEmbedded(t, s, who, 62*30, 62*30)

	var made atomic.Int64
	second := counting{bag: bag{name: "second", dim: 100}, texts: &made}
	var next *Store
	second.each = func() error { // while it works, both models find what they know, and the old one all of it
		old := near(t, s, who, vector(t, first, "d4\nPart 4\npassage 3 of document 4"))
		if len(old) == 0 || old[0] != "d4@1#s4" {
			t.Errorf("the old model finds %v", old)
		}
		done, _, err := next.Embedded(ctx, who)
		if err != nil {
			t.Error(err)
		}
		q := vector(t, second.bag, "d4\nPart 4\npassage 3 of document 4")
		q.Limit = 5000
		if got := near(t, next, who, q); len(got) != done {
			t.Errorf("the new model finds %d, of %d that have its vectors", len(got), done)
		}
		return nil
	}
	next = reopen(t, s.dir, second)
	checkEmbedded(t, next, who, 0, 62*30)
	if got := find(t, next, who, "document"); len(got) == 0 {
		t.Error("not found by words meanwhile")
	}
	last := -1
	err := next.Reembed(ctx, func(done, total int) {
		if done < last || total != 62*30 {
			t.Errorf("progress %d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil || last != 62*30 || made.Load() != 62*30 {
		t.Errorf("%v, progress %d, %d texts", err, last, made.Load())
	}
	checkEmbedded(t, next, who, 62*30, 62*30)
	if got := near(t, next, who, vector(t, second.bag, "d4\nPart 4\npassage 3 of document 4")); got[0] != "d4@1#s4" {
		t.Errorf("the new model finds %v", got)
	}
	if got := near(t, s, who, vector(t, first, "d4\nPart 4\npassage 3 of document 4")); len(got) != 0 {
		t.Errorf("the old model still finds %v", got)
	}
	w, err := next.writer(tenant("shop"))
	if err != nil {
		t.Fatal(err)
	}
	var spaces, rows, bytes int
	if err := w.db.QueryRow("SELECT (SELECT count(*) FROM space), (SELECT count(DISTINCT id >> 24) FROM vector) - (SELECT count(*) FROM bundle), (SELECT sum(length(block)) FROM vector)").Scan(&spaces, &rows, &bytes); err != nil {
		t.Fatal(err)
	}
	if spaces != 1 || rows != 0 || bytes != 60*30*104 {
		t.Errorf("%d spaces, %d bundles of vectors that are of none, %d bytes", spaces, rows, bytes)
	}
}

func TestReembeddingGoesOnWhereItWasStopped(t *testing.T) {
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	s := open(t)
	fill(t, s, tenant("shop"), 60)
	var made atomic.Int64
	calls := 0
	stop := errors.New("stopped")
	e := counting{bag{name: "bag", dim: 64}, &made, func() error {
		if calls++; calls == 5 {
			return stop
		}
		return nil
	}}
	next := reopen(t, s.dir, e)
	if err := next.Reembed(ctx, nil); !errors.Is(err, stop) {
		t.Fatalf("got %v", err)
	}
	done, _, err := next.Embedded(ctx, who)
	if err != nil || done == 0 || done == 1800 {
		t.Fatalf("%d done, %v", done, err)
	}
	made.Store(0)
	if err := next.Reembed(ctx, nil); err != nil || int(made.Load()) != 1800-done {
		t.Errorf("%v, %d texts for the %d that were left", err, made.Load(), 1800-done)
	}
	checkEmbedded(t, next, who, 1800, 1800)
	if err := next.Reembed(ctx, nil); err != nil || int(made.Load()) != 1800-done {
		t.Errorf("nothing was left to do: %v, %d texts", err, made.Load())
	}
}

// Documents come, change and go between the moment their text is read and the moment its vectors are written.
func TestReembeddingWhileOthersWrite(t *testing.T) {
	ctx := context.Background()
	who := scope(t, "shop", "u", "2026-01-01")
	s := open(t) // without an embedder
	fill(t, s, tenant("shop"), 40)
	var made atomic.Int64
	i := 0
	e := counting{bag{name: "bag", dim: 64}, &made, func() error {
		if i++; i < 4 {
			write(t, s, tenant("shop"), casefile.Change{Remove: []string{fmt.Sprintf("docs/d%d-1.md", i)}, Put: []casefile.Document{
				doc(t, fmt.Sprint("d", 20+i), "1", "", "", "changed"), doc(t, fmt.Sprint("new", i), "1", "", "", "came later")}})
		}
		return nil
	}}
	next := reopen(t, s.dir, e)
	if err := next.Reembed(ctx, nil); err != nil {
		t.Fatal(err)
	}
	checkEmbedded(t, next, who, (40-3-3)*30+3+3, (40-3-3)*30+3+3)
	q := vector(t, e.bag, "d21\nPart 1\nchanged")
	q.Limit = 5000
	ms, err := next.Near(ctx, who, q)
	if err != nil || len(ms) != (40-3-3)*30+6 || ms[0].Hit.Source.Place() != "d21@1#s1" || ms[0].Score < .99 {
		t.Errorf("%d found, %v", len(ms), err)
	}
}

func TestTwoReembedAtOnce(t *testing.T) {
	s := open(t)
	fill(t, s, tenant("shop"), 50)
	e := bag{name: "bag", dim: 64}
	var wg sync.WaitGroup
	for range 2 {
		other := reopen(t, s.dir, e)
		wg.Go(func() {
			if err := other.Reembed(context.Background(), nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	checkEmbedded(t, reopen(t, s.dir, e), scope(t, "shop", "u", "2026-01-01"), 1500, 1500)
}

func reembedSlowly(dir string) {
	e := counting{bag{name: "bag", dim: 64}, new(atomic.Int64), func() error { fmt.Println("call"); return nil }}
	s, err := OpenWith(dir, Options{Embedder: e})
	if err != nil {
		panic(err)
	}
	if err := s.Reembed(context.Background(), nil); err != nil {
		panic(err)
	}
	select {} // to be killed
}

func TestAKilledReembeddingLeavesWholeVectors(t *testing.T) {
	who := scope(t, "shop", "u", "2026-01-01")
	s := open(t)
	fill(t, s, tenant("shop"), 90)
	before := 0
	for round := range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STORE_REEMBED_FOREVER="+s.dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		in := bufio.NewReader(out)
		for range 3 {
			if _, err := in.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // it was killed
		e := bag{name: "bag", dim: 64}
		next := reopen(t, s.dir, e)
		done, total, err := next.Embedded(context.Background(), who)
		if err != nil || total != 2700 || done < before || round == 0 && done == total {
			t.Fatalf("round %d: %d of %d after %d, %v", round, done, total, before, err)
		}
		q := vector(t, e, "passage 3")
		q.Limit = 5000
		got := near(t, next, who, q)
		slices.Sort(got)
		if len(got) != done || len(slices.Compact(got)) != done {
			t.Errorf("round %d: %d found, of %d", round, len(got), done)
		}
		before = done
	}
}

func TestManySmallBundlesAreJoined(t *testing.T) {
	e := bag{name: "bag", dim: 64}
	s := openWith(t, e)
	who := scope(t, "shop", "u", "2026-01-01")
	const docs = 3*manyBundles + 5
	for i := range docs {
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, fmt.Sprint("d", i), "1", "", "", fmt.Sprint("number ", i), "part")}})
	}
	write(t, s, tenant("shop"), casefile.Change{Remove: []string{"docs/d3-1.md", "docs/d100-1.md"}})
	for _, tidy := range []bool{false, true} {
		if tidy {
			if err := s.Tidy(context.Background(), tenant("shop")); err != nil {
				t.Fatal(err)
			}
		}
		checkEmbedded(t, s, who, 2*(docs-2), 2*(docs-2))
		q := vector(t, e, "d70\nPart 1\nnumber 70")
		q.Limit = 5000
		got := near(t, s, who, q)
		if len(got) != 2*(docs-2) || got[0] != "d70@1#s1" || strings.Contains(strings.Join(got, " "), "d100@") {
			t.Errorf("tidy %v: %d found, first %v", tidy, len(got), got[0])
		}
		set := s.ns[s.file(casefile.TenantNamespace, "shop")].vec.sets["bag"]
		if n := len(set.bundles); n > manyBundles+1 || tidy && (n != 1 || set.bundles[0].n != 2*(docs-2)) {
			t.Errorf("tidy %v: %d bundles", tidy, n)
		}
	}
}
