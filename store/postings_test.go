package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

func TestListsComeBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 7, 8, 63, 64, 65, 1000, 70_000} {
		for _, share := range []float64{0.001, 0.05, 0.124, 0.126, 0.5, 1} {
			var ps []posting
			k := &mask{n: n, bits: make([]uint64, (n+63)/64)}
			admitted := 0
			for at := range n {
				in := rng.IntN(3) == 0
				if in {
					k.bits[at>>6] |= 1 << (at & 63)
					k.count++
				}
				if rng.Float64() < share || at == n-1 {
					ps = append(ps, posting{uint32(at), uint8(1 + rng.IntN(15))})
					if in {
						admitted++
					}
				}
			}
			l := list{len(ps), n, appendList(nil, ps, n)}
			at, hows, err := l.passages(nil)
			if err != nil || len(at) != len(ps) {
				t.Fatalf("%d at %.3f: %d of %d, %v", n, share, len(at), len(ps), err)
			}
			var some []uint32
			want := map[int]uint8{}
			for i, p := range ps {
				if at[i] != p.at || how(hows, i) != p.how {
					t.Fatalf("%d at %.3f: posting %d is %d/%d, not %d/%d", n, share, i, at[i], how(hows, i), p.at, p.how)
				}
			}
			for x, i := 0, 0; x < n; x += 1 + rng.IntN(5) {
				for i < len(ps) && int(ps[i].at) < x {
					i++
				}
				if i < len(ps) && int(ps[i].at) == x {
					want[len(some)] = ps[i].how
				}
				some = append(some, uint32(x))
			}
			got := map[int]uint8{}
			if err := l.walk(some, func(i int, how uint8) { got[i] = how }); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%d at %.3f: walked %d, want %d, %v", n, share, len(got), len(want), err)
			}
			if c, err := l.count(k); err != nil || c != admitted {
				t.Errorf("%d at %.3f: counted %d of %d, %v", n, share, c, admitted, err)
			}
		}
	}
}

func FuzzBlocks(f *testing.F) {
	w := blockWriter{n: 100, flush: func(b []byte) error { f.Add(b, 100); return nil }}
	for i, term := range []string{"a", "ab", "abc", "退货", "退货期"} {
		if err := w.add(term, []posting{{uint32(i), 1}, {uint32(i + 50), 9}}); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.end(); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, b []byte, n int) {
		if n < 0 || n > 1<<16 {
			return
		}
		err := eachList(b, n, func(_ []byte, l list) bool {
			at, hows, err := l.passages(nil)
			if err != nil {
				return true
			}
			for i, x := range at {
				if int(x) >= n || i > 0 && at[i-1] >= x {
					t.Fatalf("passage %d after %v, of %d", x, at[:i], n)
				}
				how(hows, i)
			}
			if err := l.walk(at, func(int, uint8) {}); err != nil {
				t.Fatal(err)
			}
			return true
		})
		if err != nil && !errors.Is(err, errList) {
			t.Fatal(err)
		}
		if runs, sum, err := parseRuns(b); err == nil && len(appendRuns(nil, runs)) > 0 && sum < 0 {
			t.Fatal("a negative number of passages")
		}
		if texts, err := parseTexts(b); err == nil {
			if again, err := parseTexts(appendTexts(nil, texts)); err != nil || !slices.Equal(again, texts) {
				t.Fatalf("%q became %q, %v", texts, again, err)
			}
		}
	})
}

// TestMatchScoresEveryPassage compares with BM25 worked out here, passage by passage, over questions of rare and of
// common words, for a caller who reads a part; pieces are many, joined, and one.
func TestMatchScoresEveryPassage(t *testing.T) {
	s := open(t)
	w := newWords()
	type passage struct {
		place   string
		count   map[string]int
		above   map[string]bool
		size    int
		visible bool
	}
	var all []passage
	for n := range 250 {
		d := w.document(n)
		for i := range d.Sections {
			c := &d.Sections[i].Chunks[0]
			c.Text = string([]rune(c.Text)[:60])
			p := passage{place: d.ID + "@V1#" + d.Sections[i].ID, count: map[string]int{}, above: map[string]bool{}, visible: d.Access[0] == "public"}
			for term := range strings.FieldsSeq(text.Index(c.Text)) {
				p.count[term]++
			}
			p.size = text.Visit(c.Text, func(string) {})
			for term := range strings.FieldsSeq(text.Index(strings.Join([]string{d.Title, d.Sections[i].Heading, d.Sections[i].ID, d.ID}, "\n"))) {
				p.above[term] = true
			}
			all = append(all, p)
		}
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d}})
	}
	who := scope(t, "shop", "u", "2026-06-01")
	check := func(q casefile.Keywords) {
		t.Helper()
		var chunks, length float64
		df := map[string]float64{}
		for _, p := range all {
			if !p.visible {
				continue
			}
			chunks++
			length += float64(p.size)
			for _, term := range q.Terms {
				if p.count[term.Text] > 0 || p.above[term.Text] {
					df[term.Text]++
				}
			}
		}
		type score struct {
			place string
			score float64
		}
		var want []score
		for _, p := range all {
			sum, most := 0.0, 0.0
			for _, term := range q.Terms {
				rarity := math.Log(1 + (chunks-df[term.Text]+0.5)/(df[term.Text]+0.5))
				most += rarity
				tf := float64(min(p.count[term.Text], 7))
				if p.above[term.Text] {
					tf++
				}
				if tf > 0 {
					sum += rarity * min(1, 2.5*tf/(tf+1.5*(0.4+0.6*float64(p.size)/(length/chunks)))/1.5)
				}
			}
			if p.visible && sum > 0 {
				want = append(want, score{p.place, min(1, sum/most)})
			}
		}
		slices.SortStableFunc(want, func(a, b score) int { return cmp.Compare(b.score, a.score) })
		got, err := s.Match(context.Background(), who, q)
		if err != nil || len(got) != min(q.Limit, len(want)) {
			t.Fatalf("%d found, want %d, %v", len(got), min(q.Limit, len(want)), err)
		}
		at := map[string]float64{}
		for _, x := range want {
			at[x.place] = x.score
		}
		for i, m := range got {
			if math.Abs(m.Score-want[i].score) > 1e-9 || math.Abs(m.Score-at[m.Hit.Source.Place()]) > 1e-9 {
				t.Fatalf("%d: %s scores %.9f, is %.9f; the place is for %s with %.9f", i, m.Hit.Source.Place(), m.Score, at[m.Hit.Source.Place()], want[i].place, want[i].score)
			}
		}
	}
	for _, tidy := range []bool{false, true} {
		if tidy {
			if err := s.Tidy(context.Background(), tenant("shop")); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 60 {
			span := []int{10, 40, 400, 4000}[i%4]
			var q string
			for range 1 + i%5 {
				q += w.list[w.rng.IntN(span)] + "的"
			}
			k := keywords(q)
			k.Limit = 1 + i%30
			check(k)
		}
	}
}

func TestADamagedKeywordIndexSaysSo(t *testing.T) {
	for _, c := range []struct{ name, damage string }{
		{"a row cut off", "UPDATE postings SET block = substr(block, 1, 20)"},
		{"a row of other bytes", "UPDATE postings SET block = X'FFFFFFFFFFFFFFFFFFFF'"},
		{"a row gone", "DELETE FROM postings"},
		{"lengths cut off", "UPDATE piece SET lengths = X'01'"},
		{"runs cut off", "UPDATE piece SET runs = X'FF'"},
		{"terms cut off", "UPDATE piece SET firsts = X'7F01'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "some text", "more text")}})
			w, err := s.writer(tenant("shop"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.db.Exec(c.damage); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Match(context.Background(), scope(t, "shop", "u", "2026-01-01"), keywords("some text")); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "casefile ingest") {
				t.Errorf("search: %v", err)
			}
			if err := s.Tidy(context.Background(), tenant("shop")); !errors.Is(err, ErrDamaged) {
				t.Errorf("tidy: %v", err)
			}
		})
	}
}
