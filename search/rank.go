package search

import (
	"context"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

const (
	synonymWeight = 0.6 // a synonym's terms against the question's own
	shortQuestion = 80  // characters: longer questions are not put to a cross-encoder
	crossText     = 600 // characters of a passage that it reads
)

// An Effect is one thing that moved a candidate: how much of it there is, and what the score was multiplied with.
type Effect struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	By    float64 `json:"by"`
}

// ranking is what comparing many passages with one question needs.
type ranking struct {
	s     *Search
	req   *request
	topic *text.Topic
	words string            // the question folded
	names map[string]naming // titles and headings repeat
}

func (s *Search) newRanking(req *request) *ranking {
	return &ranking{s: s, req: req, topic: text.NewTopic(req.r.text, s.synonyms, nil), words: text.Fold(req.r.text), names: map[string]naming{}}
}

// rerank looks closer at the best candidates: the first top of them are put in the order of their features, or of a
// cross-encoder; the rest keep theirs.
func (k *ranking) rerank(ctx context.Context, cs []*candidate, top int) string {
	top = min(top, len(cs))
	for i, c := range cs {
		k.score(c, i < top)
	}
	byScore(cs)
	if k.s.opt.NoRerank {
		return ""
	}
	return k.cross(ctx, cs[:top])
}

// score joins what the recalls give with how much of the question is covered as a whole, and where it comes from.
func (k *ranking) score(c *candidate, close bool) {
	w, src := k.s.weights, c.hit.Source
	c.effects = c.effects[:0]
	c.score = c.fused
	by := func(name string, value, factor float64) {
		if factor != 1 {
			c.effects = append(c.effects, Effect{name, value, factor})
			c.score *= factor
		}
	}
	if !k.s.opt.NoRerank {
		in := text.Set(c.matched)
		if len(in) == 0 {
			in = k.set(c.hit.Text, k.s.passage(c.hit.Text).terms())
		}
		covered := k.topic.Covered(in, nil)
		n := k.naming(src)
		before := c.score
		c.score = (1-w.Topic)*c.score + w.Topic*covered
		if before > 0 {
			c.effects = append(c.effects, Effect{"topic", covered, c.score / before})
		}
		if w.Sentence > 0 && close {
			c.sentence = k.best(c.hit)
			before = c.score
			c.score = (1-w.Sentence)*c.score + w.Sentence*c.sentence
			c.effects = append(c.effects, Effect{"sentence", c.sentence, c.score / max(before, 1e-9)})
		}
		by("heading", (n.covered+n.exact)/2, 1+w.Heading*(n.covered+n.exact)/2)
		if close {
			run := sharedRun(k.words, k.s.passage(c.hit.Text).plain(), k.req.r.lang)
			by("phrase", run, 1+w.Phrase*run)
		}
	}
	by("authority", w.Authority[src.Authority], 1+w.Authority[src.Authority])
	if src.Namespace == casefile.TenantNamespace {
		by("own", 1, 1+w.OwnTenant)
	}
	if c.hit.Untrusted {
		by("untrusted", 1, w.Untrusted)
	}
	if name, f := k.s.period(k.req.r, src); f != 1 {
		by(name, 1, f)
	}
}

// cross puts short questions to the cross-encoder. It returns why it did not answer, if so.
func (k *ranking) cross(ctx context.Context, cs []*candidate) string {
	if k.s.opt.Reranker == nil || len(cs) < 2 || len([]rune(k.words)) > shortQuestion {
		return ""
	}
	scores, err := k.crossed(ctx, cs)
	if err != nil {
		return err.Error()
	}
	top := cs[0].score
	for i, c := range cs {
		before := c.score
		c.score = (1-k.s.weights.Cross)*c.score + k.s.weights.Cross*top*scores[i]
		c.effects = append(c.effects, Effect{"cross", scores[i], c.score / max(before, 1e-9)})
	}
	byScore(cs)
	return ""
}

// crossed returns what the cross-encoder says of each candidate. A pair that it has read is not read again.
func (k *ranking) crossed(ctx context.Context, cs []*candidate) ([]float64, error) {
	scores := make([]float64, len(cs))
	var open []int
	var texts []string
	key := func(t string) string { return k.req.r.text + "\x00" + t }
	for i, c := range cs {
		rs := []rune(strings.TrimSpace(c.hit.Source.Heading + "\n" + c.hit.Text))
		t := string(rs[:min(len(rs), crossText)])
		if v, ok := k.s.pairs.get(key(t)); ok {
			scores[i] = v
			continue
		}
		open, texts = append(open, i), append(texts, t)
	}
	if len(open) == 0 {
		return scores, nil
	}
	got, err := k.s.opt.Reranker.Rerank(ctx, k.req.r.text, texts)
	if err != nil {
		return nil, err
	}
	if len(got) != len(texts) {
		return nil, fmt.Errorf("it gave %d scores for %d texts", len(got), len(texts))
	}
	for n, i := range open {
		scores[i] = got[n]
		k.s.pairs.put(key(texts[n]), got[n])
	}
	return scores, nil
}

// most is the product of all factors that raise a score: what a score is divided by to stay within 1.
func (w *Weights) most() float64 {
	authority := 0.0
	for _, v := range w.Authority {
		authority = max(authority, v)
	}
	return (1 + w.Phrase) * (1 + w.Heading) * (1 + authority) * (1 + w.OwnTenant)
}

// naming is what the title and headings over a passage have in common with a question.
type naming struct {
	covered float64 // how much of the question they name
	exact   float64 // how much of the heading next to the passage the question names
}

func (k *ranking) naming(src casefile.Source) naming {
	key := src.Title + "\n" + src.Heading
	if n, ok := k.names[key]; ok {
		return n
	}
	above := k.topic.Set(key)
	n := naming{covered: k.topic.Covered(above, nil)}
	leaf := src.Heading[strings.LastIndex(src.Heading, " / ")+1:]
	terms := text.Terms(strings.TrimLeft(leaf, "/ 0123456789."))
	for _, t := range terms {
		if above[t] {
			n.exact += 1 / float64(len(terms))
		}
	}
	k.names[key] = n
	return n
}

// The runs that count, in characters: shorter ones stand in any text, longer ones say no more. An English character
// says less than a Chinese one.
var runs = map[casefile.Lang][2]int{casefile.Chinese: {3, 10}, casefile.English: {10, 32}}

// sharedRun returns how long the longest run of the question is that stands in a passage, 0 to 1.
func sharedRun(question, passage string, lang casefile.Lang) float64 {
	rs := []rune(question)
	least, most := runs[lang][0], runs[lang][1]
	best := least
	for i := 0; i+best < len(rs) && best < most; i++ {
		if lang == casefile.English && i > 0 && rs[i-1] != ' ' {
			continue
		}
		for n := best + 1; i+n <= len(rs) && n <= most; n++ {
			if !strings.Contains(passage, string(rs[i:i+n])) {
				break
			}
			best = n
		}
	}
	return float64(best-least) / float64(most-least)
}
