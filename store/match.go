package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/casefile/casefile"
)

// BM25's constants, and how much a term counts that stands above a passage, in occurrences.
const (
	saturation = 1.5
	lengthPart = 0.6
	aboveCount = 1.0
)

// Match returns the passages that hold the terms, best first, ties by place. All passages that hold one are
// scored; rarity is that among the passages of the scope, and nothing outside it moves a score.
func (s *Store) Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return nil, err
	}
	if len(q.Terms) == 0 {
		return nil, nil
	}
	m := &matcher{terms: q.Terms, limit: q.Limit, scope: want(who, nil, nil, nil), want: want(who, q.Kinds, q.Tags, q.NotDocs)}
	if m.limit <= 0 {
		m.limit = 50
	}
	defer m.close()
	for _, n := range spaces {
		if err := m.open(ctx, n); err != nil {
			return nil, s.explain("search the index", err)
		}
	}
	out, err := m.run(ctx)
	return out, s.explain("search the index", err)
}

// matcher is one search over all namespaces of a scope.
type matcher struct {
	terms          []casefile.Term
	limit          int
	scope, want    wanted
	parts          []*part
	chunks, length float64   // of the scope
	found          []float64 // passages of the scope that hold each term
	rarity         []float64 // of each term, weighted
	total          float64   // of the terms that are missed when absent
}

// again reports whether a term stood before: it counts once.
func (m *matcher) again(term int) bool {
	return slices.ContainsFunc(m.terms[:term], func(t casefile.Term) bool { return t.Text == m.terms[term].Text })
}

// part is the search in one namespace, inside one read transaction.
type part struct {
	n      *space
	tx     *sql.Tx
	done   func()
	pieces []*piecePart
}

// piecePart is the search in one piece of the keyword index.
type piecePart struct {
	*piece
	scope, want *mask
	lists       []list // of each term; those of no posting are not there
}

// scored is a passage with its score.
type scored struct {
	part    *part
	id      int64
	score   float64
	matched []int
}

func (m *matcher) open(ctx context.Context, n *space) error {
	tx, done, err := n.begin(ctx)
	if err != nil {
		return err
	}
	p := &part{n: n, tx: tx, done: done}
	m.parts = append(m.parts, p)
	state, generation, err := n.meta(ctx, tx)
	if err != nil {
		return err
	}
	scope, err := n.admit(ctx, tx, state, m.scope)
	if err != nil {
		return err
	}
	admitted := scope
	if m.want.key != m.scope.key {
		if admitted, err = n.admit(ctx, tx, state, m.want); err != nil {
			return err
		}
	}
	pieces, err := n.index(ctx, tx, generation)
	if err != nil {
		return err
	}
	for _, x := range pieces {
		pp := &piecePart{piece: x, scope: scope.mask(x), want: admitted.mask(x), lists: make([]list, len(m.terms))}
		if pp.scope.any() { // the rest is not there for this caller
			p.pieces = append(p.pieces, pp)
		}
	}
	if err := m.read(ctx, p); err != nil {
		return err
	}
	m.chunks += float64(scope.chunks)
	m.length += float64(scope.length)
	if m.found == nil {
		m.found = make([]float64, len(m.terms))
	}
	for i, t := range m.terms {
		if m.again(i) {
			continue
		}
		df, err := scope.count(t, func() (int, error) { return p.count(i) })
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		m.found[i] += float64(df)
	}
	return nil
}

func (m *matcher) close() {
	for _, p := range m.parts {
		p.done()
	}
}

// read fetches the posting lists of all terms in one statement.
func (m *matcher) read(ctx context.Context, p *part) error {
	var ids []int64
	for _, x := range p.pieces {
		for _, t := range m.terms {
			from, to := x.rows(t.Text, t.Prefix)
			for row := from; row < to; row++ {
				ids = append(ids, x.id<<blockBits|int64(row))
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	blocks, err := p.n.blocks(ctx, p.tx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for i, t := range m.terms {
		if m.again(i) {
			continue
		}
		for _, x := range p.pieces {
			from, to := x.rows(t.Text, t.Prefix)
			var found []list
			for row := from; row < to; row++ {
				err := eachList(blocks[x.id<<blockBits|int64(row)], x.n, func(term []byte, l list) bool {
					if string(term) == t.Text || t.Prefix && strings.HasPrefix(string(term), t.Text) {
						found = append(found, l)
					}
					return string(term) < t.Text || t.Prefix
				})
				if err != nil {
					return fmt.Errorf("%w: %w", ErrDamaged, err)
				}
			}
			if x.lists[i], err = union(found, x.n); err != nil {
				return fmt.Errorf("%w: %w", ErrDamaged, err)
			}
		}
	}
	return nil
}

// count returns how many passages of the scope hold a term.
func (p *part) count(term int) (int, error) {
	sum := 0
	for _, x := range p.pieces {
		n, err := x.lists[term].count(x.scope)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

func (m *matcher) run(ctx context.Context) ([]casefile.Match, error) {
	m.weigh()
	var best []scored
	for _, p := range m.parts {
		found, err := m.best(p)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		best = append(best, found...)
	}
	slices.SortStableFunc(best, func(a, b scored) int { // the tenant's first
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(b.matched), len(a.matched)))
	})
	best = best[:min(len(best), m.limit)]
	rows := map[*part]map[int64]row{}
	for _, p := range m.parts {
		var ids []int64
		for _, b := range best {
			if b.part == p {
				ids = append(ids, b.id)
			}
		}
		var err error
		if rows[p], err = p.n.passages(ctx, p.tx, m.want, ids); err != nil {
			return nil, err
		}
	}
	var out []casefile.Match
	for _, b := range best {
		r, ok := rows[b.part][b.id]
		if !ok {
			continue
		}
		r.hit.Source.Score = b.score
		out = append(out, casefile.Match{Hit: r.hit, Score: b.score, Matched: b.matched})
	}
	return out, nil
}

// weigh gives each term its rarity over all namespaces of the scope.
func (m *matcher) weigh() {
	m.rarity = make([]float64, len(m.terms))
	for i, t := range m.terms {
		w := t.Weight
		if w == 0 {
			w = 1
		}
		if i < len(m.found) && !m.again(i) {
			m.rarity[i] = w * math.Log(1+(m.chunks-m.found[i]+0.5)/(m.found[i]+0.5))
		}
		if !t.Extra {
			m.total += m.rarity[i]
		}
	}
	if m.total == 0 { // only synonyms were asked for
		for _, r := range m.rarity {
			m.total = max(m.total, r)
		}
	}
}
