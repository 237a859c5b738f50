package search

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
)

// Bounds of the caches.
const (
	keptSearches = 256
	keptAlike    = 32   // searches of one guard that a question is compared with
	keptPassages = 8000 // some 4 kB each
	keptCrossed  = 8000
)

// live is the freshness of documents whose passages are never kept.
const live = "live"

// cache keeps what searches found. A search is found again only under the same guard: the same scope, state of the
// library, day, filters, period, names and numbers. Whatever changes what a read could give changes the guard.
type cache struct {
	exact *recent[*kept] // by guard and question
	mu    sync.Mutex
	alike *recent[[]*kept] // by guard
}

type kept struct {
	vector []float32
	found  casefile.Found
}

func newCache() *cache {
	return &cache{exact: newRecent[*kept](keptSearches), alike: newRecent[[]*kept](keptSearches)}
}

// guard returns what must be equal for two searches to find the same; "" where nothing may be kept.
func (s *Search) guard(ctx context.Context, req *request) (string, error) {
	st, ok := s.store.(Stater)
	if !ok || s.opt.NoCache {
		return "", nil
	}
	state, err := st.State(ctx, req.who)
	if err != nil {
		return "", err
	}
	q, r := req.q, req.r
	parts := []string{
		req.who.Key(), state, s.now(req.who).Format("2006-01-02"), strconv.Itoa(q.Limit), r.Period.String(), string(r.lang),
		strings.Join(q.Kinds, "\x01"), strings.Join(q.Tags, "\x01"), strings.Join(q.Not, "\x01"),
		strings.Join(content(r.text), "\x01"), strings.Join(r.Codes, "\x01"), strings.Join(r.Articles, "\x01"), strings.Join(r.Quotes, "\x01"),
	}
	for _, m := range quantity.Find(r.text) {
		parts = append(parts, m.Text)
	}
	return strings.Join(append(parts, turns(text.Fold(r.text))), "\x00"), nil
}

// content returns the words of a question that say what it is about, sorted, each once: Han text by characters, so
// that stop words between them do not matter. Two questions with one content differ in their order and wording only.
func content(question string) []string {
	var out []string
	for _, weak := range []bool{false, true} {
		for _, t := range text.Analyze(question) {
			switch {
			case t.Weak && !weak:
			case t.Kind == text.Han || t.Kind == text.Char:
				for _, r := range t.Term {
					out = append(out, string(r))
				}
			default:
				out = append(out, t.Term)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// same returns what an earlier search for the same words found, if it still holds.
func (c *cache) same(guard string, req *request) (casefile.Found, bool) {
	if guard == "" {
		return casefile.Found{}, false
	}
	k, ok := c.exact.get(guard + "\x00" + text.Fold(req.r.text))
	return k.again(ok)
}

// similar returns what the search for the most similar question found, if it is at least so similar.
func (c *cache) similar(guard string, req *request, least float64) (casefile.Found, bool) {
	if guard == "" || req.vector == nil {
		return casefile.Found{}, false
	}
	list, _ := c.alike.get(guard)
	var best *kept
	for _, k := range list {
		if cos := dot(k.vector, req.vector); cos >= least {
			best, least = k, cos
		}
	}
	return best.again(best != nil)
}

func (k *kept) again(ok bool) (casefile.Found, bool) {
	if !ok {
		return casefile.Found{}, false
	}
	f := k.found
	f.Hits, f.Cached = slices.Clone(f.Hits), true
	return f, true
}

// keep stores what a search found, unless a live document is among it.
func (c *cache) keep(guard string, req *request, f casefile.Found) {
	if guard == "" || slices.ContainsFunc(f.Hits, func(h casefile.Hit) bool { return h.Source.Freshness == live }) {
		return
	}
	f.Hits = slices.Clone(f.Hits)
	k := &kept{req.vector, f}
	c.exact.put(guard+"\x00"+text.Fold(req.r.text), k)
	if req.vector == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	list, _ := c.alike.get(guard)
	list = append(slices.Clone(list), k)
	c.alike.put(guard, list[max(0, len(list)-keptAlike):])
}

func dot(a, b []float32) float64 {
	if len(a) != len(b) {
		return 0
	}
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// distinct returns the terms of a text, sorted, each once.
func distinct(s string) []string {
	var out []string
	text.Visit(s, func(term string) { out = append(out, term) })
	slices.Sort(out)
	return slices.Compact(out)
}
