package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/search"
)

// shelf is a library that gives fixed matches, and counts what it is asked.
type shelf struct {
	mu     sync.Mutex
	words  map[string]float64 // by passage: the score of the keyword recall
	like   map[string]float64
	linked map[string]float64
	texts  map[string]string
	source func(id string, s *casefile.Source)
	state  string
	fault  error
	asked  []string
}

func (s *shelf) matches(of map[string]float64, not []string) []casefile.Match {
	var out []casefile.Match
	for id, score := range of {
		doc, _, _ := strings.Cut(id, "#")
		if slices.Contains(not, doc) {
			continue
		}
		h := casefile.Hit{Text: s.texts[id], Source: casefile.Source{DocID: doc, Chunk: id, Section: id}}
		if h.Text == "" {
			h.Text = "text of " + id
		}
		if s.source != nil {
			s.source(id, &h.Source)
		}
		out = append(out, casefile.Match{Hit: h, Score: score, Matched: []int{0}})
	}
	slices.SortFunc(out, func(a, b casefile.Match) int {
		if a.Score != b.Score {
			return int(1000 * (b.Score - a.Score))
		}
		return strings.Compare(a.Hit.Source.Chunk, b.Hit.Source.Chunk)
	})
	return out
}

func (s *shelf) ask(what string, of map[string]float64, not []string) ([]casefile.Match, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, what)
	return s.matches(of, not), s.fault
}

func (s *shelf) Match(_ context.Context, _ casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	return s.ask("match", s.words, q.NotDocs)
}

func (s *shelf) Near(_ context.Context, _ casefile.Scope, q casefile.Vectors) ([]casefile.Match, error) {
	return s.ask("near", s.like, q.NotDocs)
}

func (s *shelf) Linked(_ context.Context, _ casefile.Scope, q casefile.Entities) ([]casefile.Match, error) {
	ms, err := s.ask("linked", s.linked, q.NotDocs)
	for i := range ms {
		ms[i].Path = []casefile.Link{{From: "X", By: casefile.LinkMentions}}
	}
	return ms, err
}

func (s *shelf) State(context.Context, casefile.Scope) (string, error) { return s.state, nil }

func (s *shelf) count(what string) int {
	n := 0
	for _, a := range s.asked {
		if a == what {
			n++
		}
	}
	return n
}

// letters embeds a text by how often each letter stands in it.
type letters struct{ fault error }

func (letters) Space() string { return "letters" }

func (l letters) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var out [][]float32
	for _, t := range texts {
		v := make([]float32, 64)
		sum := float32(0)
		for _, r := range t {
			v[r%64]++
		}
		for _, x := range v {
			sum += x * x
		}
		for i := range v {
			v[i] /= max(1, sqrt(sum))
		}
		out = append(out, v)
	}
	return out, l.fault
}

func sqrt(x float32) float32 {
	r := x
	for range 30 {
		r = (r + x/max(r, 1e-6)) / 2
	}
	return r
}

func ids(c []search.Candidate) []string {
	var out []string
	for _, x := range c {
		if x.Rank > 0 {
			out = append(out, x.Source.Chunk)
		}
	}
	return out
}

func explain(t *testing.T, s *search.Search, q casefile.Query) search.Explanation {
	t.Helper()
	x, err := s.Explain(context.Background(), shop(t), q)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestARecallThatKnowsLittleHardlyCounts(t *testing.T) {
	words := map[string]float64{"a#1": 0.9, "b#1": 0.8, "c#1": 0.3}
	like := map[string]float64{"c#1": 0.85, "b#1": 0.6, "d#1": 0.5}
	for _, tt := range []struct {
		name        string
		words, like map[string]float64
		first       string
		share       [2]float64 // of the keyword recall: least, most
	}{
		{"both are sure", words, like, "a#1", [2]float64{0.6, 0.95}},
		{"the words say nothing", map[string]float64{"a#1": 0.08, "b#1": 0.07}, like, "c#1", [2]float64{0, 0.2}},
		{"nothing is alike", words, map[string]float64{"c#1": 0.25, "d#1": 0.2}, "a#1", [2]float64{0.95, 1}},
	} {
		s := search.New(&shelf{words: tt.words, like: tt.like}, search.Options{Embedder: letters{}, NoRerank: true})
		x := explain(t, s, casefile.Query{Text: "退货 条件"})
		if got := ids(x.Candidates); len(got) == 0 || got[0] != tt.first {
			t.Errorf("%s: got %v, want %s first", tt.name, got, tt.first)
		}
		if k := x.Legs[0].Share; k < tt.share[0] || k > tt.share[1] {
			t.Errorf("%s: the keyword recall counts %.2f, want %v", tt.name, k, tt.share)
		}
	}
}

func TestFeaturesMoveTheShares(t *testing.T) {
	s := search.New(&shelf{words: map[string]float64{"a#1": 0.8}, like: map[string]float64{"b#1": 0.8}, linked: map[string]float64{"c#1": 0.8}}, search.Options{Embedder: letters{}})
	plain := explain(t, s, casefile.Query{Text: "这个部件保修多久"}).Legs
	for _, tt := range []struct {
		q, feature string
		leg        int
		up         bool
	}{
		{"PPR-9087 保修多久", "codes", 1, false},
		{"“保修期限”是什么意义", "quotes", 1, false},
		{"第五条保修多久", "articles", 1, false},
		{"类似的部件保修多久", "vague", 1, true},
		{"部件和保修之间的关系", "relations", 2, true},
	} {
		x := explain(t, s, casefile.Query{Text: tt.q})
		if !slices.Contains(x.Features, tt.feature) {
			t.Errorf("%s: features %v lack %s", tt.q, x.Features, tt.feature)
		}
		if up := x.Legs[tt.leg].Share > plain[tt.leg].Share; up != tt.up {
			t.Errorf("%s: %s counts %.3f, without the feature %.3f", tt.q, x.Legs[tt.leg].Recall, x.Legs[tt.leg].Share, plain[tt.leg].Share)
		}
	}
}

func TestAMissingRecallIsSaid(t *testing.T) {
	full := &shelf{words: map[string]float64{"a#1": 0.8}, like: map[string]float64{"b#1": 0.8}}
	for _, tt := range []struct {
		name  string
		store search.Store
		opt   search.Options
		want  search.State
		note  bool
	}{
		{"no embedder", full, search.Options{}, search.Off, false},
		{"ran", full, search.Options{Embedder: letters{}}, search.Ran, false},
		{"the model does not answer", full, search.Options{Embedder: letters{errors.New("no route")}}, search.Down, true},
		{"not embedded yet", &shelf{words: full.words}, search.Options{Embedder: letters{}}, search.Unready, true},
		{"keyword alone", full, search.Options{Embedder: letters{}, Fusion: "keyword"}, search.LeftOut, false},
	} {
		x := explain(t, search.New(tt.store, tt.opt), casefile.Query{Text: "退货 条件"})
		if got := x.Legs[1].State; got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
		if got := x.Note[casefile.Chinese] != "" && x.Note[casefile.English] != ""; got != tt.note {
			t.Errorf("%s: note %q", tt.name, x.Note)
		}
		if got := ids(x.Candidates); !slices.Contains(got, "a#1") {
			t.Errorf("%s: the other recall's passage is gone: %v", tt.name, got)
		}
	}
	fault := errors.New("the disk is gone")
	if _, err := search.New(&shelf{fault: fault}, search.Options{}).Retrieve(context.Background(), shop(t), casefile.Query{Text: "退货"}); !errors.Is(err, fault) {
		t.Errorf("a fault of the library: %v", err)
	}
}

func TestLikenessAloneNeedsConfidence(t *testing.T) {
	s := search.New(&shelf{like: map[string]float64{"a#1": 0.9, "b#1": 0.3}}, search.Options{Embedder: letters{}})
	x := explain(t, s, casefile.Query{Text: "退货 条件"})
	if got := ids(x.Candidates); !slices.Equal(got, []string{"a#1"}) {
		t.Errorf("got %v", got)
	}
	if c := x.Candidates[len(x.Candidates)-1]; c.Out != search.OnlyAlike {
		t.Errorf("%s is out by %q", c.Source.Chunk, c.Out)
	}
}

func TestFusionsByName(t *testing.T) {
	st := &shelf{words: map[string]float64{"a#1": 0.9, "b#1": 0.2}, like: map[string]float64{"b#1": 0.85, "c#1": 0.8}, linked: map[string]float64{"d#1": 0.9}}
	for fusion, want := range map[search.Fusion][]string{
		"keyword": {"a#1", "b#1"}, "vector": {"b#1", "c#1"}, "graph": {"d#1"}, search.RRF: {"b#1", "a#1", "d#1", "c#1"},
	} {
		w := search.DefaultWeights()
		w.Floor = 0.001
		s := search.New(st, search.Options{Embedder: letters{}, Fusion: fusion, NoRerank: true, Weights: &w})
		got := ids(explain(t, s, casefile.Query{Text: "退货 条件"}).Candidates)
		if fusion == search.RRF {
			slices.Sort(got)
			slices.Sort(want)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", fusion, got, want)
		}
	}
}

func TestOneSourceThatCrowdsTheTop(t *testing.T) {
	st := &shelf{words: map[string]float64{}, texts: map[string]string{}}
	for i := range 8 {
		id := fmt.Sprintf("big#%d", i)
		st.words[id], st.texts[id] = 0.8, fmt.Sprintf("退货条件的第 %d 点说明", i)
	}
	x := explain(t, search.New(st, search.Options{}), casefile.Query{Text: "退货 条件"})
	if x.Crowd != "big" || !x.Elsewhere || x.Gained != 0 || st.count("match") != 2 {
		t.Errorf("alone in the library: %+v, asked %v", x.Crowd, st.asked)
	}
	st.asked = nil
	st.words["other#1"], st.texts["other#1"] = 0.75, "退货条件另有规定"
	narrow := search.New(capped{st, 6}, search.Options{})
	x = explain(t, narrow, casefile.Query{Text: "退货 条件"})
	got := ids(x.Candidates)
	if !x.Elsewhere || x.Gained != 1 || len(got) != 5 || got[4] != "other#1" || !strings.Contains(x.Note[casefile.English], "big") {
		t.Errorf("got %v, gained %d, note %q", got, x.Gained, x.Note)
	}
	if n := st.count("match"); n != 2 {
		t.Errorf("%d searches, want two", n)
	}
}

// capped gives at most n matches.
type capped struct {
	*shelf
	n int
}

func (c capped) Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	ms, err := c.shelf.Match(ctx, who, q)
	return ms[:min(len(ms), c.n)], err
}

// judge is a cross-encoder that prefers one text.
type judge struct {
	likes string
	fault error
	read  *[]string
}

func (j judge) Rerank(_ context.Context, _ string, texts []string) ([]float64, error) {
	var out []float64
	for _, t := range texts {
		*j.read = append(*j.read, t)
		v := 0.1
		if strings.Contains(t, j.likes) {
			v = 0.99
		}
		out = append(out, v)
	}
	return out, j.fault
}

func TestCrossEncoder(t *testing.T) {
	st := &shelf{words: map[string]float64{"a#1": 0.9, "b#1": 0.7, "c#1": 0.6}, texts: map[string]string{"c#1": "the likely one"}}
	var read []string
	s := search.New(st, search.Options{Reranker: judge{likes: "likely", read: &read}})
	if got := ids(explain(t, s, casefile.Query{Text: "退货 条件"}).Candidates); got[0] != "c#1" {
		t.Errorf("got %v", got)
	}
	n := len(read)
	explain(t, s, casefile.Query{Text: "退货 条件"})
	if len(read) != n {
		t.Errorf("%d pairs were read again", len(read)-n)
	}
	long := strings.Repeat("退货条件很长", 20)
	if got := ids(explain(t, s, casefile.Query{Text: long}).Candidates); got[0] != "a#1" || len(read) != n {
		t.Errorf("a long question was put to it: %v", got)
	}
	s = search.New(st, search.Options{Reranker: judge{fault: errors.New("no route"), read: &read}})
	x := explain(t, s, casefile.Query{Text: "退货 条件"})
	if got := ids(x.Candidates); got[0] != "a#1" || x.Reranker == "" || x.Note[casefile.English] == "" {
		t.Errorf("one that fails: %v, %q", got, x.Reranker)
	}
}
