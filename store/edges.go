package store

import (
	"context"
	"database/sql"

	"github.com/casefile/casefile"
)

// An Edge is how many edges of the entity graph are of a kind.
type Edge struct {
	By    casefile.LinkKind
	Count int
}

// Edges counts the edges of the entity graph in scope, by kind: from entities to passages, between entities of one
// line and of one passage, from passages to what they refer to, and of reference tables.
func (s *Store) Edges(ctx context.Context, who casefile.Scope) ([]Edge, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return nil, err
	}
	w := want(who, nil, nil, nil)
	kinds := append(append([]casefile.LinkKind{}, links[:linkTitle]...), casefile.LinkRow, casefile.LinkBeside, casefile.LinkRefers, casefile.LinkReference)
	counts := map[casefile.LinkKind]int{}
	for _, n := range spaces {
		if err := n.edges(ctx, w, counts); err != nil {
			return nil, s.explain("count the entity graph", err)
		}
	}
	var out []Edge
	for _, k := range kinds {
		out = append(out, Edge{k, counts[k]})
	}
	return out, nil
}

func (n *space) edges(ctx context.Context, w wanted, counts map[casefile.LinkKind]int) error {
	rows, err := n.read.QueryContext(ctx, "SELECT m.link, count(*) FROM mention m JOIN version v ON v.id = m.chunk >> 20 WHERE m.link < 4 AND"+w.where+"GROUP BY m.link", w.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var link, count int
		if err := rows.Scan(&link, &count); err != nil {
			return err
		}
		counts[links[link]] += count
	}
	if err := rows.Err(); err != nil {
		return err
	}
	found := map[casefile.LinkKind]int{}
	const pairs = "SELECT coalesce(sum(n * (n - 1) / 2), 0) FROM (SELECT count(DISTINCT m.entity) AS n FROM mention m JOIN version v ON v.id = m.chunk >> 20 WHERE m.link < 4 AND"
	for _, q := range []struct {
		by    casefile.LinkKind
		query string
		args  []any
	}{
		{casefile.LinkRow, pairs + w.where + "AND m.line > 0 GROUP BY m.chunk, m.line)", w.args},
		{casefile.LinkBeside, pairs + w.where + "GROUP BY m.chunk)", w.args},
		{casefile.LinkRefers, "SELECT count(*) FROM refer r JOIN version v ON v.id = r.chunk >> 20 WHERE" + w.where, w.args},
		{casefile.LinkReference, "SELECT count(*) / 2 FROM relation r WHERE r.acl IN (SELECT t.acl FROM json_each(:terms) j CROSS JOIN acl_term t WHERE t.term = j.value)", w.args[:1]},
	} {
		var count sql.NullInt64
		if err := n.read.QueryRowContext(ctx, q.query, q.args...).Scan(&count); err != nil {
			return err
		}
		found[q.by] = int(count.Int64)
	}
	found[casefile.LinkBeside] -= found[casefile.LinkRow] // of one passage and not of one line
	for by, count := range found {
		counts[by] += count
	}
	return nil
}
