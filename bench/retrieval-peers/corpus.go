package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/text"
)

// A corpus is passages, their analysed terms and vectors, and questions with the passage each was taken from.
type corpus struct {
	passages, terms []string
	vectors         [][]float32
	questions       []query
}

type query struct {
	Text   string    `json:"text"`
	Terms  string    `json:"terms"`
	Vector []float32 `json:"vector"`
	Own    int       `json:"own"`
}

// line is a passage as it is written.
type line struct {
	Text  string `json:"text"`
	Terms string `json:"terms"`
}

// sentences returns those of the public texts in data.
func sentences(data string) ([]string, error) {
	var out []string
	add := func(s string) {
		for _, sp := range text.Sentences(s) {
			if t := strings.TrimSpace(sp.Of(s)); len(t) > 20 {
				out = append(out, t)
			}
		}
	}
	var zh struct {
		Data []struct{ Paragraphs []struct{ Context string } }
	}
	var en []struct{ Paragraphs []struct{ Text string } }
	for path, v := range map[string]any{"cmrc2018/cmrc2018_dev.json": &zh, "tatqa/tatqa_dataset_test_gold.json": &en} {
		b, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(path)))
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(b, v); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, d := range zh.Data {
		for _, p := range d.Paragraphs {
			add(p.Context)
		}
	}
	for _, d := range en {
		for _, p := range d.Paragraphs {
			add(p.Text)
		}
	}
	return out, nil
}

// makeCorpus writes n passages of three sentences each, drawn with a fixed seed, and questions: parts of a passage's
// sentences in another order. Every engine gets the same vectors and the same analysed terms.
func makeCorpus(data, dir string, n, questions int) error {
	pool, err := sentences(data)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(11, 13))
	lines, err := os.Create(filepath.Join(dir, "passages.jsonl"))
	if err != nil {
		return err
	}
	defer lines.Close()
	vectors, err := os.Create(filepath.Join(dir, "vectors.f32"))
	if err != nil {
		return err
	}
	defer vectors.Close()
	lw, vw := bufio.NewWriterSize(lines, 1<<20), bufio.NewWriterSize(vectors, 1<<20)
	enc := json.NewEncoder(lw)
	model := embed.NewStatic()
	every := max(1, n/questions)
	var qs []query
	for i := range n {
		var parts []string
		for range 3 {
			parts = append(parts, pool[rng.IntN(len(pool))])
		}
		passage := fmt.Sprintf("%s (R%07d)", strings.Join(parts, "\n"), i)
		if err := enc.Encode(line{passage, text.Index(passage)}); err != nil {
			return err
		}
		vs, err := model.Embed(context.Background(), []string{passage})
		if err != nil {
			return err
		}
		if err := binary.Write(vw, binary.LittleEndian, vs[0]); err != nil {
			return err
		}
		if i%every == every/2 {
			q := half(parts[2]) + " " + half(parts[0])
			vs, err := model.Embed(context.Background(), []string{q})
			if err != nil {
				return err
			}
			qs = append(qs, query{q, strings.Join(text.Terms(q), " "), vs[0], i})
		}
	}
	if err := lw.Flush(); err != nil {
		return err
	}
	if err := vw.Flush(); err != nil {
		return err
	}
	b, err := json.Marshal(qs)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "questions.json"), b, 0o644)
}

// half is the first half of a sentence, forty characters at most.
func half(s string) string {
	r := []rune(s)
	return string(r[:min(40, (len(r)+1)/2)])
}

func readCorpus(dir string) (corpus, error) {
	var c corpus
	f, err := os.Open(filepath.Join(dir, "passages.jsonl"))
	if err != nil {
		return c, err
	}
	defer f.Close()
	for dec := json.NewDecoder(bufio.NewReaderSize(f, 1<<20)); dec.More(); {
		var l line
		if err := dec.Decode(&l); err != nil {
			return c, err
		}
		c.passages, c.terms = append(c.passages, l.Text), append(c.terms, l.Terms)
	}
	b, err := os.ReadFile(filepath.Join(dir, "questions.json"))
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(b, &c.questions); err != nil {
		return c, err
	}
	v, err := os.Open(filepath.Join(dir, "vectors.f32"))
	if err != nil {
		return c, err
	}
	defer v.Close()
	dim := len(c.questions[0].Vector)
	r := bufio.NewReaderSize(v, 1<<20)
	for range c.passages {
		x := make([]float32, dim)
		if err := binary.Read(r, binary.LittleEndian, x); err != nil {
			return c, err
		}
		c.vectors = append(c.vectors, x)
	}
	return c, nil
}
