package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// bag is an embedder for tests: each term of a text is a fixed random direction.
type bag struct {
	name string
	dim  int
	fail error
}

func (b bag) Space() string { return b.name }

func (b bag) Embed(_ context.Context, texts []string) ([][]float32, error) {
	if b.fail != nil {
		return nil, b.fail
	}
	out := make([][]float32, len(texts))
	for i, s := range texts {
		v := make([]float32, b.dim)
		text.Visit(s, func(term string) {
			h := fnv.New64a()
			h.Write([]byte(b.name + term))
			rng := rand.New(rand.NewPCG(h.Sum64(), 1))
			for j := range v {
				v[j] += float32(rng.NormFloat64())
			}
		})
		out[i] = unit(v)
	}
	return out, nil
}

func unit(v []float32) []float32 {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum > 0 {
		for i := range v {
			v[i] /= float32(math.Sqrt(sum))
		}
	}
	return v
}

func openWith(t testing.TB, e casefile.Embedder) *Store {
	t.Helper()
	s, err := OpenWith(filepath.Join(t.TempDir(), "index"), Options{Embedder: e})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func vector(t testing.TB, e casefile.Embedder, q string) casefile.Vectors {
	t.Helper()
	vs, err := e.Embed(context.Background(), []string{q})
	if err != nil {
		t.Fatal(err)
	}
	return casefile.Vectors{Space: e.Space(), Vector: vs[0]}
}

// near returns the places found for a text, nearest first.
func near(t testing.TB, s *Store, who casefile.Scope, q casefile.Vectors) []string {
	t.Helper()
	ms, err := s.Near(context.Background(), who, q)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, m := range ms {
		out = append(out, m.Hit.Source.Place())
	}
	return out
}

func TestNearFindsLikeTextsInScope(t *testing.T) {
	e := bag{name: "bag", dim: 100} // not a power of two
	s := openWith(t, e)
	who := scope(t, "shop", "u", "2026-05-01")
	secret := doc(t, "secret", "1", "", "", "签收后七天内可以退货")
	secret.Access = []string{"role:manager"}
	old := doc(t, "p", "V1", "2026-01-01", "", "签收后十五天内可以退货")
	next := doc(t, "p", "V2", "2026-06-01", "", "签收后七天内可以退货")
	note := doc(t, "n", "1", "", "", "签收以后退货的说明")
	note.Kind, note.Tags = "note", []string{"returns"}
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{secret, old, next, note, doc(t, "x", "1", "", "", "报销流程", "——")}})
	write(t, s, tenant("rival"), casefile.Change{Put: []casefile.Document{doc(t, "r", "1", "", "", "签收后七天内可以退货")}})
	write(t, s, shared, casefile.Change{Put: []casefile.Document{doc(t, "all", "1", "", "", "退货的一般规定")}})
	q := vector(t, e, "签收后七天内可以退货")
	if got := near(t, s, who, q); got[0] != "p@V1#s1" || slices.Contains(got, "p@V2#s1") || slices.Contains(got, "secret@1#s1") ||
		slices.Contains(got, "r@1#s1") || !slices.Contains(got, "all@1#s1") {
		t.Errorf("got %v", got)
	}
	if got := near(t, s, scope(t, "shop", "u", "2026-07-01", "manager"), q); !slices.Contains(got, "p@V2#s1") || !slices.Contains(got, "secret@1#s1") || slices.Contains(got, "p@V1#s1") {
		t.Errorf("got %v", got)
	}
	q.Kinds = []string{"note"}
	if got := near(t, s, who, q); !slices.Equal(got, []string{"n@1#s1"}) {
		t.Errorf("by kind: %v", got)
	}
	q.Kinds, q.Tags = nil, []string{"returns"}
	if got := near(t, s, who, q); !slices.Equal(got, []string{"n@1#s1"}) {
		t.Errorf("by tag: %v", got)
	}
	if _, err := s.Near(context.Background(), casefile.Scope{}, q); !errors.Is(err, casefile.ErrNoScope) {
		t.Errorf("the zero scope: %v", err)
	}
	q.Space = "another"
	if got := near(t, s, who, q); len(got) != 0 {
		t.Errorf("a space that is not there: %v", got)
	}
}

func TestNearKnowsWhatWasRemoved(t *testing.T) {
	e := bag{name: "bag", dim: 64}
	s := openWith(t, e)
	other, err := OpenWith(s.dir, Options{Embedder: e})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	who := scope(t, "shop", "u", "2026-01-01")
	q := vector(t, e, "first text")
	for i := range 4 {
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, fmt.Sprint(i), "1", "", "", "first text", "other words")}})
		if got := near(t, other, who, q); len(got) != 2*(i+1) {
			t.Errorf("after %d writes: %v", i+1, got)
		}
	}
	write(t, other, tenant("shop"), casefile.Change{Remove: []string{"docs/1-1.md"}})
	if got := near(t, s, who, q); len(got) != 6 || slices.Contains(got, "1@1#s1") {
		t.Errorf("after a removal: %v", got)
	}
	write(t, other, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "2", "1", "", "", "replaced")}})
	if got := near(t, s, who, q); len(got) != 5 {
		t.Errorf("after a replacement: %v", got)
	}
}

// TestNearIsExact compares with a scan of all vectors as they were made, within a narrow scope too.
func TestNearIsExact(t *testing.T) {
	e := bag{name: "bag", dim: 128}
	s := openWith(t, e)
	rng := rand.New(rand.NewPCG(3, 4))
	word := func() string { return fmt.Sprintf("w%d", int(math.Abs(rng.NormFloat64())*40)) }
	type passage struct {
		place  string
		vector []float32
		narrow bool
	}
	var all []passage
	for i := range 60 {
		var texts []string
		for range 50 {
			var b strings.Builder
			for range 12 {
				b.WriteString(word() + " ")
			}
			texts = append(texts, b.String())
		}
		d := doc(t, fmt.Sprint("d", i), "1", "", "", texts...)
		if i == 7 {
			d.Kind = "rare"
		}
		var put []string
		for _, sec := range d.Sections {
			put = append(put, vectorText(d.Title, sec.Heading, sec.Chunks[0]))
		}
		vs, err := e.Embed(context.Background(), put)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range vs {
			all = append(all, passage{d.ID + "@1#" + d.Sections[k].ID, v, i == 7})
		}
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d}})
	}
	who := scope(t, "shop", "u", "2026-01-01")
	const k = 10
	for _, narrow := range []bool{false, true} {
		hit, asked := 0, 0
		for range 40 {
			q := vector(t, e, strings.Join([]string{word(), word(), word(), word()}, " "))
			q.Limit = k
			var want []passage
			for _, p := range all {
				if !narrow || p.narrow {
					want = append(want, p)
				}
			}
			dot := func(v []float32) (sum float64) {
				for i := range v {
					sum += float64(v[i] * q.Vector[i])
				}
				return sum
			}
			slices.SortFunc(want, func(a, b passage) int { return cmp.Compare(dot(b.vector), dot(a.vector)) })
			if narrow {
				q.Kinds = []string{"rare"}
			}
			ms, err := s.Near(context.Background(), who, q)
			if err != nil || len(ms) != k {
				t.Fatalf("%d of %d, %v", len(ms), k, err)
			}
			places := map[string]float64{}
			for _, m := range ms {
				places[m.Hit.Source.Place()] = m.Score
			}
			for _, p := range want[:k] {
				asked++
				if score, ok := places[p.place]; ok {
					hit++
					if math.Abs(score-dot(p.vector)) > 0.01 {
						t.Errorf("%s: cosine %.4f, not %.4f", p.place, score, dot(p.vector))
					}
				}
			}
		}
		if recall := float64(hit) / float64(asked); recall < 0.985 {
			t.Errorf("narrow %v: recall %.3f", narrow, recall)
		}
	}
}

func TestATurnKeepsLengthsAndCosines(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, dim := range []int{1, 2, 3, 64, 100, 256, 384, 512, 1000} {
		c := newCodec(dim)
		a, b := make([]float32, dim), make([]float32, dim)
		var before float64
		for i := range a {
			a[i], b[i] = float32(rng.NormFloat64()), float32(rng.NormFloat64())
			before += float64(a[i] * b[i])
		}
		c.turn(a)
		c.turn(b)
		var after float64
		for i := range a {
			after += float64(a[i] * b[i])
		}
		if math.Abs(before-after) > 1e-3*float64(dim) {
			t.Errorf("%d: %f became %f", dim, before, after)
		}
	}
}

func TestEmbeddersThatDoNotFit(t *testing.T) {
	who := scope(t, "shop", "u", "2026-01-01")
	ctx := context.Background()
	put := casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "some text")}}
	e := bag{name: "bag", dim: 64}
	s := openWith(t, e)
	write(t, s, tenant("shop"), put)
	wider := bag{name: "bag", dim: 128}
	other, err := OpenWith(s.dir, Options{Embedder: wider})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if err := other.Write(ctx, tenant("shop"), put); !errors.Is(err, ErrSpace) || !strings.Contains(err.Error(), "64") || !strings.Contains(err.Error(), "128") {
		t.Errorf("write: %v", err)
	}
	if _, err := other.Near(ctx, who, vector(t, wider, "text")); !errors.Is(err, ErrSpace) {
		t.Errorf("read: %v", err)
	}
	if got := near(t, s, who, vector(t, e, "text")); len(got) != 1 {
		t.Errorf("what was there: %v", got)
	}
	down := errors.New("the server is down")
	failing := openWith(t, bag{name: "bag", dim: 64, fail: down})
	if err := failing.Write(ctx, tenant("shop"), put); !errors.Is(err, down) {
		t.Errorf("write: %v", err)
	}
	if docs, err := failing.Documents(ctx, who); err != nil || len(docs) != 0 {
		t.Errorf("half written: %v, %v", docs, err)
	}
}

func TestDamagedVectors(t *testing.T) {
	for _, c := range []struct{ name, damage string }{
		{"signs cut off", "UPDATE bundle SET codes = substr(codes, 1, 5)"},
		{"runs cut off", "UPDATE bundle SET runs = X'FF'"},
		{"runs of another length", "UPDATE bundle SET runs = X'010009'"},
		{"a row cut off", "UPDATE vector SET block = substr(block, 1, 20)"},
		{"a row gone", "DELETE FROM vector"},
		{"no dimensions", "UPDATE space SET dim = 0"},
		{"dimensions below none", "UPDATE space SET dim = -1"},
		{"dimensions beyond all memory", "UPDATE space SET dim = 1 << 40"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := bag{name: "bag", dim: 64}
			s := openWith(t, e)
			write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "some text", "more")}})
			w, err := s.writer(tenant("shop"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.db.Exec(c.damage); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Near(context.Background(), scope(t, "shop", "u", "2026-01-01"), vector(t, e, "text")); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "casefile ingest") {
				t.Errorf("got %v", err)
			}
		})
	}
}
