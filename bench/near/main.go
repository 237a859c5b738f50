// Near measures how many of the nearest passages the store's vector search finds: signs first, then eight
// bits a dimension, against a scan of the vectors as the model made them. It cuts the text files of a folder
// into passages and asks the questions of cmrc2018.
//
//	go run ./bench/near [-passages N] [-questions N] [-only FOLDER] DATA
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/store"
)

const window = 120 // characters of a passage

func main() {
	log.SetFlags(0)
	passages := flag.Int("passages", 100_000, "at most so many `passages`")
	questions := flag.Int("questions", 500, "at most so many `questions`")
	only := flag.String("only", "", "take the passages of this `folder` of DATA alone")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: near [flags] DATA")
	}
	if err := run(flag.Arg(0), *only, *passages, *questions); err != nil {
		log.Fatal(err)
	}
}

func run(data, only string, most, ask int) error {
	texts, err := cut(filepath.Join(data, only), most)
	if err != nil {
		return err
	}
	asked, err := ofCMRC(filepath.Join(data, "cmrc2018", "cmrc2018_dev.json"))
	if err != nil {
		return err
	}
	step := max(1, len(asked)/ask)
	ctx := context.Background()
	model := embed.NewStatic()
	exact, err := model.Embed(ctx, texts)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "near")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s, err := store.OpenWith(dir, store.Options{Embedder: model})
	if err != nil {
		return err
	}
	defer s.Close()
	if err := fill(ctx, s, texts); err != nil {
		return err
	}
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, casefile.Date{Year: 2026, Month: 1, Day: 1})
	if err != nil {
		return err
	}
	var took []time.Duration
	found := map[int]int{1: 0, 10: 0, 50: 0}
	wanted := map[int]int{}
	for i := 0; i < len(asked); i += step {
		v, err := model.Embed(ctx, asked[i:i+1])
		if err != nil {
			return err
		}
		start := time.Now()
		ms, err := s.Near(ctx, who, casefile.Vectors{Space: model.Space(), Vector: v[0], Limit: 50})
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
		best := make([]float64, len(texts))
		for k, e := range exact {
			for d, x := range e {
				best[k] += float64(x) * float64(v[0][d])
			}
		}
		score := map[string]float64{}
		for k, t := range texts {
			score[t] = best[k]
		}
		slices.SortFunc(best, func(a, b float64) int {
			if a > b {
				return -1
			}
			return 1
		})
		for k := range found {
			wanted[k] += k
			for _, m := range ms[:min(k, len(ms))] {
				if score[m.Hit.Text] >= best[k-1]-1e-6 { // of equal ones any will do
					found[k]++
				}
			}
		}
	}
	slices.Sort(took)
	fmt.Printf("%d passages, %d questions, %s: p50 %s, p95 %s\n", len(texts), len(took), model.Space(), took[len(took)/2].Round(10*time.Microsecond), took[len(took)*95/100].Round(10*time.Microsecond))
	for _, k := range []int{1, 10, 50} {
		fmt.Printf("| recall of the %d nearest | %.4f |\n", k, float64(found[k])/float64(wanted[k]))
	}
	return nil
}

func fill(ctx context.Context, s *store.Store, texts []string) error {
	const per = 200
	for at := 0; at < len(texts); at += 20 * per {
		var c casefile.Change
		for from := at; from < min(at+20*per, len(texts)); from += per {
			d := casefile.Document{ID: fmt.Sprint("d", from), Version: "1", Path: fmt.Sprint("docs/", from), Access: []string{"public"}}
			sec := casefile.Section{}
			for _, t := range texts[from:min(from+per, len(texts))] {
				sec.Chunks = append(sec.Chunks, casefile.Chunk{Text: t})
			}
			d.Sections = []casefile.Section{sec}
			c.Put = append(c.Put, d)
		}
		if err := s.Write(ctx, casefile.Namespace{Name: casefile.TenantNamespace, Tenant: "t"}, c); err != nil {
			return err
		}
	}
	return s.Tidy(ctx, casefile.Namespace{Name: casefile.TenantNamespace, Tenant: "t"})
}

// cut returns distinct passages of the text files of a folder.
func cut(dir string, most int) ([]string, error) {
	seen := map[string]bool{}
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || len(out) >= most {
			return err
		}
		switch filepath.Ext(path) {
		case ".json", ".jsonl", ".md", ".txt", ".csv":
		default:
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for line := range strings.FieldsFuncSeq(string(b), func(r rune) bool { return strings.ContainsRune("\n\"{}[]\\", r) }) {
			rs := []rune(strings.TrimSpace(line))
			for len(rs) >= 20 && len(out) < most {
				part := rs[:min(window, len(rs))]
				rs = rs[len(part):]
				if t := string(part); letters(part) && !seen[t] {
					seen[t] = true
					out = append(out, t)
				}
			}
		}
		return nil
	})
	return out, err
}

// letters reports whether a passage is text rather than figures.
func letters(rs []rune) bool {
	n := 0
	for _, r := range rs {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return 2*n > len(rs)
}

func ofCMRC(path string) ([]string, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var f struct {
		Data []struct {
			Paragraphs []struct {
				QAs []struct{ Question string }
			}
		}
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var out []string
	for _, d := range f.Data {
		for _, p := range d.Paragraphs {
			for _, q := range p.QAs {
				out = append(out, q.Question)
			}
		}
	}
	return out, nil
}
