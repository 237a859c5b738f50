package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

// words are made-up words whose frequencies fall as in real text.
type words struct {
	list []string
	rng  *rand.Rand
	zipf *rand.Zipf
}

func newWords() *words {
	rng := rand.New(rand.NewPCG(7, 11))
	w := &words{rng: rng}
	for range 4000 {
		var b strings.Builder
		for range 2 + rng.IntN(2) {
			b.WriteRune(rune(0x4E00 + rng.IntN(600)))
		}
		w.list = append(w.list, b.String())
	}
	w.zipf = rand.NewZipf(rng, 1.1, 3, uint64(len(w.list)-1))
	return w
}

// passage returns about 300 characters.
func (w *words) passage() string {
	var b strings.Builder
	for n := 0; n < 300; {
		for range 6 + w.rng.IntN(8) {
			word := w.list[w.zipf.Uint64()]
			b.WriteString(word)
			n += len(word) / 3
		}
		if w.rng.IntN(8) == 0 {
			fmt.Fprintf(&b, " KX-%d ", w.rng.IntN(5000))
		}
		b.WriteString("。")
	}
	return b.String()
}

func (w *words) document(n int) casefile.Document {
	d := casefile.Document{ID: fmt.Sprintf("d%06d", n), Version: "V1", Title: w.list[w.rng.IntN(len(w.list))], Path: fmt.Sprintf("docs/d%06d.md", n), Hash: strconv.Itoa(n),
		Kind: []string{"policy", "note"}[w.rng.IntN(2)], Access: []string{[]string{"public", "role:agent", "role:manager"}[w.rng.IntN(3)]},
		EffectiveFrom: casefile.Date{Year: 2026, Month: 1, Day: 1 + w.rng.IntN(28)}}
	for i := range 20 {
		d.Sections = append(d.Sections, casefile.Section{ID: fmt.Sprint("s", i), Heading: w.list[w.rng.IntN(len(w.list))], Level: 1, Chunks: []casefile.Chunk{{Text: w.passage()}}})
	}
	return d
}

// cheap is an embedder that costs next to nothing: a vector of random parts, the same for the same text.
type cheap struct{ dim int }

func (c cheap) Space() string { return "cheap" }

func (c cheap) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, s := range texts {
		seed := uint64(len(s))
		for k := 0; k < len(s); k += 7 {
			seed = seed*31 + uint64(s[k])
		}
		v := make([]float32, c.dim)
		for j := range v {
			seed += 0x9E3779B97F4A7C15
			z := (seed ^ seed>>30) * 0xBF58476D1CE4E5B9
			v[j] = float32(int32(z>>32)) / (1 << 31)
		}
		out[i] = unit(v)
	}
	return out, nil
}

func usage(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// resident returns what the process holds in memory, in MB; 0 where that cannot be told.
func resident() float64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, _ := strconv.Atoi(strings.Fields(string(b))[1])
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// library writes chunks of ready text with vectors. STORE_BENCH names a folder in which it is kept for the next time.
func library(b *testing.B, chunks int, e casefile.Embedder) (*Store, *words) {
	b.Helper()
	name := fmt.Sprint(e.Space(), "-", chunks)
	dir := filepath.Join(b.TempDir(), "index")
	if kept := os.Getenv("STORE_BENCH"); kept != "" {
		dir = filepath.Join(kept, name)
	}
	w := newWords()
	_, err := os.Stat(dir)
	s := reopen(b, dir, e)
	if err == nil {
		return s, w
	}
	var docs []casefile.Document
	start, before := time.Now(), usage(b)
	var writing time.Duration
	for n := range chunks / 20 {
		docs = append(docs, w.document(n))
		if len(docs) == 200 || n == chunks/20-1 {
			at := time.Now()
			write(b, s, tenant("shop"), casefile.Change{Put: docs})
			writing += time.Since(at)
			docs = nil
		}
	}
	at := time.Now()
	if err := s.Tidy(context.Background(), tenant("shop")); err != nil {
		b.Fatal(err)
	}
	writing += time.Since(at)
	info, err := os.Stat(s.file(casefile.TenantNamespace, "shop"))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%d chunks in %s: %.0f chunks/s while writing (%s of it tidying), %s of CPU with making the text, %d MB", chunks, time.Since(start).Round(time.Millisecond),
		float64(chunks)/writing.Seconds(), time.Since(at).Round(time.Millisecond), (usage(b) - before).Round(time.Millisecond), info.Size()>>20)
	return s, w
}

// BenchmarkMatch and BenchmarkNear report p50 and p95 of a caller who may read a third of the passages and asks for half of these.
func BenchmarkMatch(b *testing.B) {
	for _, chunks := range []int{5_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(chunks), func(b *testing.B) {
			s, w := library(b, chunks, cheap{dim: 256})
			ask(b, func(who casefile.Scope) error {
				pick := func(n int) string { return w.list[w.rng.IntN(n)] }
				q := keywords(pick(40) + "的" + pick(400) + "和" + pick(len(w.list)) + "是什么" + pick(len(w.list)))
				q.Kinds, q.Limit = []string{"policy"}, 40
				_, err := s.Match(context.Background(), who, q)
				return err
			})
		})
	}
}

// BenchmarkMatchCommon asks for common words only.
func BenchmarkMatchCommon(b *testing.B) {
	for _, chunks := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(chunks), func(b *testing.B) {
			s, w := library(b, chunks, cheap{dim: 256})
			ask(b, func(who casefile.Scope) error {
				pick := func() string { return w.list[w.rng.IntN(40)] }
				q := keywords(pick() + "的" + pick() + "和" + pick() + "是什么" + pick())
				q.Kinds, q.Limit = []string{"policy"}, 40
				_, err := s.Match(context.Background(), who, q)
				return err
			})
		})
	}
}

func BenchmarkNear(b *testing.B) {
	for _, chunks := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(chunks), func(b *testing.B) {
			e := cheap{dim: 256}
			s, w := library(b, chunks, e)
			ask(b, func(who casefile.Scope) error {
				q := vector(b, e, w.passage())
				q.Kinds, q.Limit = []string{"policy"}, 40
				_, err := s.Near(context.Background(), who, q)
				return err
			})
		})
	}
}

func ask(b *testing.B, do func(casefile.Scope) error) {
	who := scope(b, "shop", "u", "2026-06-01")
	var took []time.Duration
	start := time.Now()
	if err := do(who); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/1000, "first-ms")
	before := usage(b)
	b.ResetTimer()
	for range b.N {
		start := time.Now()
		if err := do(who); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(float64((usage(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	runtime.GC()
	b.ReportMetric(resident(), "MB-resident")
}
