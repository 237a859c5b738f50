package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/laws/statutes"
	"github.com/casefile/casefile/ingest"
)

// builders are the sets, in the order of the table.
var builders = []struct {
	name  string
	lang  casefile.Lang // of most of its passages
	build func(context.Context, rig, string) (*set, error)
}{
	{"cmrc2018", casefile.Chinese, cmrc},
	{"kag-netoperator", casefile.Chinese, kag},
	{"laws-zh-sample", casefile.Chinese, laws},
	{"tatqa", casefile.English, tatqa},
	{"traps", casefile.Chinese, traps},
}

// apart is for sets whose files are documents of their own, however alike.
var apart = ingest.Rule{Versions: ingest.VersionsMetadata}

func readJSON(path string, v any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, v); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// encyclopedia is the form of cmrc2018.
type encyclopedia struct {
	Data []struct {
		Title      string
		Paragraphs []struct {
			ID, Context string
			Qas         []struct{ Question string }
		}
	}
}

func (e encyclopedia) files() map[string]string {
	out := map[string]string{}
	for _, d := range e.Data {
		for _, p := range d.Paragraphs {
			out[p.ID+".txt"] = p.Context
		}
	}
	return out
}

func cmrc(ctx context.Context, r rig, data string) (*set, error) {
	var e encyclopedia
	if err := readJSON(filepath.Join(data, "cmrc2018", "cmrc2018_dev.json"), &e); err != nil {
		return nil, err
	}
	lib, err := newLibrary(ctx, r, apart, e.files())
	if err != nil {
		return nil, err
	}
	s := &set{name: "cmrc2018", lib: lib, units: lib.documents(), metrics: []metric{
		{name: "passage R@1", floor: .958, fused: true, judge: rightDocument(1)},
		{name: "passage R@5", floor: .994, judge: rightDocument(5)},
	}}
	for _, d := range e.Data {
		for _, p := range d.Paragraphs {
			for _, q := range p.Qas {
				s.questions = append(s.questions, question{group: p.ID, text: q.Question, day: today, files: []string{"docs/" + p.ID + ".txt"}})
			}
		}
	}
	return s, nil
}

func kag(ctx context.Context, r rig, data string) (*set, error) {
	var qas []struct {
		ID       string
		Question string
		Facts    [][]string `json:"supporting_facts"`
	}
	dir := filepath.Join(data, "kag-netoperator")
	if err := readJSON(filepath.Join(dir, "qa.json"), &qas); err != nil {
		return nil, err
	}
	files := map[string]string{}
	entries, err := os.ReadDir(filepath.Join(dir, "docs"))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, "docs", e.Name()))
		if err != nil {
			return nil, err
		}
		files[e.Name()] = string(b)
	}
	lib, err := newLibrary(ctx, r, apart, files)
	if err != nil {
		return nil, err
	}
	s := &set{name: "kag-netoperator", lib: lib, units: lib.passages(), metrics: []metric{
		{name: "document R@1", floor: .70, fused: true, judge: rightDocument(1)},
		{name: "document R@5", floor: .92, judge: rightDocument(5)},
		{name: "document R@10", floor: .96, judge: rightDocument(10)},
		{name: "supporting fact hit@5", floor: .84, judge: rightFact(5)},
		{name: "supporting fact hit@10", floor: .92, judge: rightFact(10)},
	}}
	for _, qa := range qas {
		q := question{group: qa.ID, text: qa.Question, day: today}
		for _, fact := range qa.Facts {
			q.files = append(q.files, "docs/"+fact[0])
			for _, words := range fact[1:] {
				if from, to, ok := locate(files[fact[0]], words); ok {
					q.spans = append(q.spans, span{"docs/" + fact[0], from, to})
				}
			}
		}
		if len(q.spans) == 0 {
			return nil, fmt.Errorf("question %s: its fact stands in no document", qa.ID)
		}
		s.questions = append(s.questions, q)
	}
	return s, nil
}

// locate finds words in a text, whatever the space between their characters. Where the end differs, the first half is enough.
func locate(s, words string) (from, to int, ok bool) {
	var plain strings.Builder
	var at []int
	for i, r := range s {
		if !unicode.IsSpace(r) {
			plain.WriteRune(r)
			for range utf8.RuneLen(r) {
				at = append(at, i)
			}
		}
	}
	at = append(at, len(s))
	want := strings.Join(strings.Fields(words), "")
	for _, part := range []string{want, string([]rune(want)[:utf8.RuneCountInString(want)/2])} {
		if i := strings.Index(plain.String(), part); i >= 0 && part != "" {
			return at[i], at[i+len(part)], true
		}
	}
	return 0, 0, false
}

func laws(ctx context.Context, r rig, data string) (*set, error) {
	dir := filepath.Join(data, "laws-zh-sample")
	index, err := statutes.ReadIndex(filepath.Join(dir, "index.csv"))
	if err != nil {
		return nil, err
	}
	pairs, err := statutes.ReadPairs(filepath.Join(dir, "version_diff.jsonl"))
	if err != nil {
		return nil, err
	}
	root, err := os.MkdirTemp("", "retrieval-")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(filepath.Join(root, "docs"), os.DirFS(filepath.Join(dir, "files"))); err != nil {
		return nil, err
	}
	lib, err := ingested(ctx, r, ingest.Rule{}, root)
	if err != nil {
		return nil, err
	}
	is := func(kinds ...statutes.Kind) func(question) bool {
		return func(q question) bool {
			for _, k := range kinds {
				if q.kind == string(k) {
					return true
				}
			}
			return false
		}
	}
	s := &set{name: "laws-zh-sample", lib: lib, units: lib.articles(), metrics: []metric{
		{name: "another version in the top 5, day given", floor: 0, most: true, judge: staleAmong(5), of: is(statutes.OwnOld, statutes.OwnNew, statutes.NeutralOld, statutes.NeutralNew)},
		{name: "article R@1, older version's day", floor: .96, judge: rightPassage(1), of: is(statutes.OwnOld)},
		{name: "article R@1, words of both versions", floor: .90, fused: true, judge: rightPassage(1), of: is(statutes.NeutralOld, statutes.NeutralNew)},
		{name: "superseded version at top 1, no date", floor: .02, most: true, judge: staleAmong(1), of: is(statutes.Undated)},
	}}
	questions, _ := statutes.Questions(pairs, lib.docs)
	for _, q := range questions {
		s.questions = append(s.questions, question{
			group: q.Law, text: q.Text, day: q.Day, kind: string(q.Kind),
			want: func(src casefile.Source) bool {
				return src.DocID == q.DocID && src.Section == q.Article && (q.Version == "" || src.Version == q.Version)
			},
			stale: func(src casefile.Source) bool {
				return statutes.InForce(src.DocID, q.Day, index, lib.docs) != src.Version
			},
		})
	}
	return s, nil
}

func tatqa(ctx context.Context, r rig, data string) (*set, error) {
	var contexts []struct {
		Table      struct{ Table [][]string }
		Paragraphs []struct{ Text string }
		Questions  []struct{ Question string }
	}
	if err := readJSON(filepath.Join(data, "tatqa", "tatqa_dataset_test_gold.json"), &contexts); err != nil {
		return nil, err
	}
	files := map[string]string{}
	s := &set{name: "tatqa"}
	for i, c := range contexts {
		name := fmt.Sprintf("c%03d.md", i)
		var b strings.Builder
		for _, p := range c.Paragraphs {
			b.WriteString(strings.TrimSpace(p.Text) + "\n\n")
		}
		for n, row := range c.Table.Table {
			for _, cell := range row {
				b.WriteString("| " + strings.NewReplacer("|", "/", "\n", " ").Replace(cell) + " ")
			}
			b.WriteString("|\n")
			if n == 0 {
				b.WriteString(strings.Repeat("| --- ", len(row)) + "|\n")
			}
		}
		files[name] = b.String()
		for _, q := range c.Questions {
			s.questions = append(s.questions, question{group: name, text: q.Question, day: today, files: []string{"docs/" + name}})
		}
	}
	lib, err := newLibrary(ctx, r, apart, files)
	if err != nil {
		return nil, err
	}
	s.lib, s.units = lib, lib.documents()
	s.metrics = []metric{
		{name: "context R@1", fused: true, judge: rightDocument(1)},
		{name: "context R@5", floor: above, judge: rightDocument(5)},
	}
	return s, nil
}

//go:embed traps.json
var trapsJSON []byte

// traps are the words that other engines do not find, among the passages of cmrc2018.
func traps(ctx context.Context, r rig, data string) (*set, error) {
	var t struct {
		Documents map[string]string
		Questions []struct{ Text, File, Trap string }
	}
	if err := json.Unmarshal(trapsJSON, &t); err != nil {
		return nil, fmt.Errorf("traps.json: %w", err)
	}
	var e encyclopedia
	if err := readJSON(filepath.Join(data, "cmrc2018", "cmrc2018_dev.json"), &e); err != nil {
		return nil, err
	}
	files := e.files()
	for name, content := range t.Documents {
		files[name] = content
	}
	lib, err := newLibrary(ctx, r, apart, files)
	if err != nil {
		return nil, err
	}
	s := &set{name: "traps", lib: lib, units: lib.documents(), metrics: []metric{{name: "found in the top 3", floor: 1, fused: true, judge: rightDocument(3)}}}
	for _, q := range t.Questions {
		s.questions = append(s.questions, question{text: q.Text, kind: q.Trap, day: today, files: []string{"docs/" + q.File}})
	}
	return s, nil
}
