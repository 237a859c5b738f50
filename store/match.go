package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// BM25's constants, and how much a term counts that stands above a passage, in occurrences.
const (
	saturation = 1.2
	lengthPart = 0.5
	aboveCount = 1.0
)

// Bounds on the work of one search of one namespace.
const (
	rowBudget  = 2500 // rows of the keyword index read for rare terms
	commonRows = 200  // rows read of each look-up of common terms
	firstCut   = 40   // passages that are scored by their text
	fewTerms   = 4
)

// Match returns the passages that hold the terms, best first, ties by place. Rare terms
// decide which passages are looked at; all terms decide the score.
func (s *Store) Match(ctx context.Context, who casefile.Scope, q casefile.Keywords) ([]casefile.Match, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return nil, err
	}
	if len(q.Terms) == 0 {
		return nil, nil
	}
	limit := q.Limit
	if limit <= 0 {
		limit = 50
	}
	m := matcher{q: q, who: who, index: map[string]int{}, found: make([]float64, len(q.Terms)), cut: max(firstCut, limit)}
	m.where, m.args = m.filter()
	for i, t := range q.Terms {
		if _, ok := m.index[t.Text]; !ok {
			m.index[t.Text] = i
		}
		if t.Prefix {
			m.prefixes = append(m.prefixes, i)
		}
	}
	for _, n := range spaces {
		if err := m.open(ctx, n); err != nil {
			m.close()
			return nil, s.explain("search the index", err)
		}
	}
	out, err := m.run(ctx)
	m.close()
	if err != nil {
		return nil, s.explain("search the index", err)
	}
	return out[:min(len(out), limit)], nil
}

// matcher is one search over all namespaces of a scope.
type matcher struct {
	q              casefile.Keywords
	who            casefile.Scope
	parts          []*part
	cut            int
	chunks, length float64
	where          string
	args           []any
	index          map[string]int
	prefixes       []int
	found          []float64 // passages that hold each term
	rarity         []float64 // of each term, weighted
	total          float64   // of the terms that are missed when absent
}

// part is the search in one namespace, inside one read transaction.
type part struct {
	n     *space
	tx    *sql.Tx
	df    []int
	cands map[int64]*candidate
}

type candidate struct {
	part  *part
	id    int64
	score float64
}

func (m *matcher) open(ctx context.Context, n *space) error {
	tx, err := n.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	p := &part{n: n, tx: tx, cands: map[int64]*candidate{}}
	m.parts = append(m.parts, p)
	chunks, length, df, err := n.statistics(ctx, tx, m.q.Terms)
	if err != nil {
		return err
	}
	p.df = df
	m.chunks += float64(chunks)
	m.length += float64(length)
	for i, d := range df {
		m.found[i] += float64(d)
	}
	return nil
}

func (m *matcher) close() {
	for _, p := range m.parts {
		p.tx.Commit() // nothing was written
	}
}

// filter returns the condition on versions: the scope first, then what the query asks for.
func (m *matcher) filter() (string, []any) {
	where, args := inScope, scoped(m.who)
	if len(m.q.Kinds) > 0 {
		kinds, _ := json.Marshal(m.q.Kinds)
		where += "AND v.kind IN (SELECT value FROM json_each(:kinds)) "
		args = append(args, sql.Named("kinds", string(kinds)))
	}
	if len(m.q.Tags) > 0 {
		tags, _ := json.Marshal(m.q.Tags)
		where += "AND EXISTS (SELECT 1 FROM json_each(v.tags) WHERE value IN (SELECT value FROM json_each(:tags))) "
		args = append(args, sql.Named("tags", string(tags)))
	}
	return where, args
}

func (m *matcher) run(ctx context.Context) ([]casefile.Match, error) {
	m.weigh()
	var all []*candidate
	for _, p := range m.parts {
		if err := m.gather(ctx, p); err != nil {
			return nil, err
		}
		for _, c := range p.cands {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(b.part.n.name, a.part.n.name), cmp.Compare(a.id, b.id))
	})
	all = all[:min(len(all), m.cut)]
	var out []casefile.Match
	for _, p := range m.parts {
		var ids []int64
		for _, c := range all {
			if c.part == p {
				ids = append(ids, c.id)
			}
		}
		matches, err := m.score(ctx, p, ids)
		if err != nil {
			return nil, err
		}
		out = append(out, matches...)
	}
	slices.SortStableFunc(out, func(a, b casefile.Match) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(len(b.Matched), len(a.Matched)))
	})
	return out, nil
}

// weigh gives each term its rarity over all namespaces of the scope.
func (m *matcher) weigh() {
	m.rarity = make([]float64, len(m.q.Terms))
	for i, t := range m.q.Terms {
		w := t.Weight
		if w == 0 {
			w = 1
		}
		m.rarity[i] = w * math.Log(1+(m.chunks-m.found[i]+0.5)/(m.found[i]+0.5))
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

// gather collects candidates, rarest terms first, until the budget of rows is spent. Terms
// too common for it are looked up where they stand above, twice, or side by side.
func (m *matcher) gather(ctx context.Context, p *part) error {
	order := make([]int, 0, len(m.q.Terms))
	var single []lookup // one-character words, which are looked up only when nothing else is found
	for i, d := range p.df {
		switch {
		case m.q.Terms[i].Prefix:
			single = append(single, lookup{m.phrase(i, ""), m.rarity[i]})
		case d > 0:
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.df[a], p.df[b]) })
	left := rowBudget
	var first, marks []lookup
	var common []int
	for _, i := range order {
		if p.df[i] > left {
			common = append(common, i)
			continue
		}
		left -= p.df[i]
		first = append(first, lookup{m.phrase(i, ""), m.rarity[i]})
		marks = append(marks, lookup{m.phrase(i, markAbove), 0.4 * m.rarity[i]})
		if len(order) <= fewTerms { // with more, the terms themselves part the passages
			marks = append(marks, lookup{m.phrase(i, markTwice), 0.4 * m.rarity[i]})
		}
	}
	slices.Sort(common)
	if err := m.look(ctx, p, first, rowBudget); err != nil {
		return err
	}
	var second []lookup
	for k, i := range common {
		second = append(second, lookup{m.phrase(i, markAbove), 1.4 * m.rarity[i]}, lookup{m.phrase(i, markTwice), 1.4 * m.rarity[i]})
		if k > 0 {
			j := common[k-1]
			second = append(second, lookup{m.phrase(j, "") + " AND " + m.phrase(i, ""), m.rarity[i] + m.rarity[j]})
		}
	}
	if err := m.look(ctx, p, second, commonRows); err != nil {
		return err
	}
	if len(p.cands) > m.cut {
		return m.look(ctx, p, marks, rowBudget) // too many to read: let the marks part them
	}
	var rest []lookup
	for _, i := range common {
		rest = append(rest, lookup{m.phrase(i, ""), m.rarity[i]})
	}
	if err := m.look(ctx, p, rest, commonRows); err != nil || len(p.cands) > 0 {
		return err
	}
	return m.look(ctx, p, single, rowBudget)
}

func (m *matcher) phrase(i int, mark string) string {
	return phrase(m.q.Terms[i].Text, mark, m.q.Terms[i].Prefix)
}

// lookup is one expression of the keyword index, and what a passage that it finds gains.
type lookup struct {
	match string
	score float64
}

// look adds the score of each lookup to the passages in scope that it finds, at most limit of them.
func (m *matcher) look(ctx context.Context, p *part, ls []lookup, limit int) error {
	if len(ls) == 0 {
		return nil
	}
	list := make([]string, len(ls))
	for i, l := range ls {
		list[i] = l.match
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	// One statement for all lookups; the scope holds in each. The limit is written out: as a
	// parameter it would make SQLite prepare the statement twice.
	st, err := p.n.prepared(ctx, p.tx, `SELECT j.key, (SELECT group_concat(id, ' ') FROM (
		SELECT w.rowid AS id FROM word w CROSS JOIN version v ON v.id = w.rowid >> 20
		WHERE w.word MATCH j.value AND`+m.where+`LIMIT `+strconv.Itoa(limit)+`)) FROM json_each(:lookups) j`)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(ctx, append(slices.Clone(m.args), sql.Named("lookups", string(text)))...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var i int
		var ids sql.NullString
		if err := rows.Scan(&i, &ids); err != nil {
			return err
		}
		if err := p.gain(ids.String, ls[i].score); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (p *part) gain(ids string, score float64) error {
	for word := range strings.FieldsSeq(ids) {
		id, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return err
		}
		c := p.cands[id]
		if c == nil {
			c = &candidate{part: p, id: id}
			p.cands[id] = c
		}
		c.score += score
	}
	return nil
}

// score reads passages and scores them by BM25 over their own text and what stands above it.
func (m *matcher) score(ctx context.Context, p *part, ids []int64) ([]casefile.Match, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, _ := json.Marshal(ids)
	rows, err := p.n.hits(ctx, p.tx, "c.id IN (SELECT value FROM json_each(:ids)) AND"+m.where+"ORDER BY c.id", append(slices.Clone(m.args), sql.Named("ids", string(list)))...)
	if err != nil {
		return nil, err
	}
	average := m.length / max(m.chunks, 1)
	var out []casefile.Match
	seen := map[string][]int{} // titles and headings repeat
	for _, r := range rows {
		match := casefile.Match{Hit: r.hit}
		in, size := m.count(r.hit.Head + "\n" + r.hit.Text)
		names := above(r.hit.Source.Title, r.hit.Source.Heading, r.hit.Source.Section, r.hit.Source.DocID)
		over := seen[names]
		if over == nil {
			over, _ = m.count(names)
			seen[names] = over
		}
		norm := saturation * (1 - lengthPart + lengthPart*float64(size)/max(average, 1))
		for i := range m.q.Terms {
			tf := float64(in[i])
			if over[i] > 0 {
				tf += aboveCount
			}
			if tf > 0 {
				match.Score += m.rarity[i] * min(1, (1+saturation)*tf/(tf+norm)/1.5)
				match.Matched = append(match.Matched, i)
			}
		}
		if len(match.Matched) == 0 {
			continue
		}
		match.Score = min(1, match.Score/m.total)
		match.Hit.Source.Score = match.Score
		out = append(out, match)
	}
	return out, nil
}

// count returns how often each term of the query stands in s, and how many terms s has.
func (m *matcher) count(s string) (counts []int, size int) {
	counts = make([]int, len(m.q.Terms))
	size = text.Visit(s, func(term string) {
		if i, ok := m.index[term]; ok {
			counts[i]++
		}
		for _, i := range m.prefixes {
			if strings.HasPrefix(term, m.q.Terms[i].Text) && term != m.q.Terms[i].Text {
				counts[i]++
			}
		}
	})
	return counts, size
}
