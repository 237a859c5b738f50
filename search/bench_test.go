package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
)

// corpus writes files of 20 passages of about 300 characters each, with words whose
// frequencies fall as in real text, and returns the words.
func corpus(tb testing.TB, dir string, chunks int) []string {
	tb.Helper()
	rng := rand.New(rand.NewPCG(7, 11))
	chars := []rune("的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严")
	words := make([]string, 4000)
	for i := range words {
		n := 2 + rng.IntN(2)
		var b strings.Builder
		for range n {
			b.WriteRune(chars[rng.IntN(len(chars))])
		}
		words[i] = b.String()
	}
	zipf := rand.NewZipf(rng, 1.1, 3, uint64(len(words)-1))
	passage := func(b *strings.Builder) {
		for n := 0; n < 300; {
			for range 6 + rng.IntN(8) {
				w := words[zipf.Uint64()]
				b.WriteString(w)
				n += len(w) / 3
			}
			if rng.IntN(8) == 0 {
				fmt.Fprintf(b, " KX-%d ", rng.IntN(5000))
			}
			b.WriteString("。")
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "docs"), 0o755); err != nil {
		tb.Fatal(err)
	}
	for f := range (chunks + 19) / 20 {
		var b strings.Builder
		access := []string{"public", "role:agent", "role:manager"}[rng.IntN(3)]
		fmt.Fprintf(&b, "---\nid: d%05d\nversion: V1\neffective_from: 2026-01-%02d\nkind: %s\naccess: [%s]\n---\n# %s\n", f, 1+rng.IntN(28), []string{"policy", "note"}[rng.IntN(2)], access, words[rng.IntN(len(words))])
		for i := range 20 {
			fmt.Fprintf(&b, "\n## %d %s\n\n", i+1, words[rng.IntN(len(words))])
			passage(&b)
			b.WriteByte('\n')
		}
		if err := os.WriteFile(filepath.Join(dir, "docs", fmt.Sprintf("d%05d.md", f)), []byte(b.String()), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return words
}

func library(b *testing.B, chunks int, e casefile.Embedder) (*store.Store, []string) {
	b.Helper()
	dir := b.TempDir()
	words := corpus(b, dir, chunks)
	s, err := store.OpenWith(filepath.Join(dir, "index"), store.Options{Embedder: e})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { s.Close() })
	start, before := time.Now(), cpu(b)
	r, err := ingest.Run(context.Background(), ingest.Options{Root: dir, Store: s, Tenant: "shop"})
	if err != nil {
		b.Fatal(err)
	}
	n := 0
	for _, f := range r.Files {
		n += f.Chunks
	}
	b.Logf("%d chunks in %s: %.0f chunks/s, %s of CPU", n, time.Since(start).Round(time.Millisecond), float64(n)/time.Since(start).Seconds(), (cpu(b) - before).Round(time.Millisecond))
	return s, words
}

// cpu returns the processor time spent so far: it says more than the clock on a busy machine.
func cpu(tb testing.TB) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkRetrieve reports p50 and p95 of questions of four words each, half of them common,
// asked by a caller who may read a third of the passages, by their words alone.
func BenchmarkRetrieve(b *testing.B) {
	for _, chunks := range []int{5_000, 100_000} {
		b.Run(fmt.Sprint(chunks), func(b *testing.B) {
			s, words := library(b, chunks, nil)
			retrieve(b, search.New(s, search.Options{NoCache: true}), words)
		})
	}
}

// BenchmarkHybrid asks the same by words and by the static vectors.
func BenchmarkHybrid(b *testing.B) {
	for _, chunks := range []int{100_000} {
		b.Run(fmt.Sprint(chunks), func(b *testing.B) {
			e := embed.NewStatic()
			s, words := library(b, chunks, e)
			retrieve(b, search.New(s, search.Options{Embedder: e, NoCache: true}), words)
		})
	}
}

func retrieve(b *testing.B, r *search.Search, words []string) {
	who, err := casefile.NewScope(casefile.Identity{Tenant: "shop", User: "u"}, casefile.Date{Year: 2026, Month: 6, Day: 1})
	if err != nil {
		b.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var took []time.Duration
	runtime.GC() // what ingestion left is no part of it
	before := cpu(b)
	b.ResetTimer()
	for range b.N {
		q := words[rng.IntN(40)] + "的" + words[rng.IntN(400)] + "和" + words[rng.IntN(len(words))] + "是什么" + words[rng.IntN(len(words))]
		start := time.Now()
		if _, err := r.Retrieve(context.Background(), who, casefile.Query{Text: q, Kinds: []string{"policy"}}); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	b.ReportMetric(float64((cpu(b)-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
	debug.FreeOSMemory()
	b.ReportMetric(resident(), "MB-resident")
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
