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
	"github.com/casefile/casefile/entity"
)

// Bounds on the work of one search of the graph of a namespace.
const (
	maxCandidates = 800 // runs of the question that are looked up as names
	maxMentions   = 200 // passages of one entity
	maxAround     = 40  // passages of the question's entities whose neighbours are looked at
	maxNeighbours = 40
	common        = 100 // an entity with more passages joins nothing: it is everywhere
)

// Linked returns the passages that hang together with what q.Text names, closest first, ties by place: those that
// define, head, list or name it, those that name what a reference table, a table row or a passage joins with it, and
// the sections that its passages refer to. All that is read on the way lies in scope too.
func (s *Store) Linked(ctx context.Context, who casefile.Scope, q casefile.Entities) ([]casefile.Match, error) {
	w := want(who, q.Kinds, q.Tags, q.NotDocs)
	names := s.names(q.Text)
	return s.best(who, q.Limit, "search the entity graph", func(n *space, _ int) ([]casefile.Match, error) { return n.linked(ctx, w, names) })
}

// names are what a question may name, by id: the dictionary's names and identifiers under their own name, and every
// run of words that a document may have made a name.
func (s *Store) names(question string) map[int64]string {
	out := map[int64]string{}
	for _, key := range entity.Candidates(question, maxCandidates) {
		out[entityID(key)] = key
	}
	for _, n := range s.entities.Find(question) {
		out[entityID(entity.Key(n.Text))] = entity.Key(n.Text)
	}
	return out
}

// A mention is where an entity stands.
type mention struct {
	chunk      int64
	link, line int
}

// walk is one search of the graph of a namespace.
type walk struct {
	ctx   context.Context
	n     *space
	tx    *sql.Tx
	w     wanted
	named map[int64]string     // of all entities met
	seen  map[int64][]mention  // of an entity, in scope
	found map[int64]*linkScore // by passage
}

// linkScore is what a passage gains from each entity of the question: the strongest way from each.
type linkScore struct {
	by   map[int64]float64
	best float64
	path []casefile.Link
}

func (n *space) linked(ctx context.Context, w wanted, names map[int64]string) ([]casefile.Match, error) {
	tx, done, err := n.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	k := &walk{ctx: ctx, n: n, tx: tx, w: w, named: map[int64]string{}, seen: map[int64][]mention{}, found: map[int64]*linkScore{}}
	asked, err := k.asked(names)
	if err != nil {
		return nil, err
	}
	for _, e := range asked {
		if err := k.from(e); err != nil {
			return nil, err
		}
	}
	return k.matches()
}

// asked returns the entities in scope that the question names: none that lies inside the name of another.
func (k *walk) asked(names map[int64]string) ([]int64, error) {
	ids := make([]int64, 0, len(names))
	for id := range names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	rows, err := k.query("SELECT id, name FROM entity WHERE id IN (SELECT value FROM json_each(:ids))", sql.Named("ids", idList(ids)))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var known []int64
	for rows.Next() {
		var id int64
		var name string
		if err := rows.Scan(&id, &name); err != nil {
			return nil, err
		}
		k.named[id] = name
		known = append(known, id)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	var out []int64
	for _, id := range known {
		there, err := k.reaches(id)
		if err != nil {
			return nil, err
		}
		if there {
			out = append(out, id)
		}
	}
	return slices.DeleteFunc(out, func(id int64) bool {
		return slices.ContainsFunc(out, func(other int64) bool { return other != id && within(names[id], names[other]) })
	}), nil
}

// within reports whether a name lies inside a longer one.
func within(a, b string) bool { return len(a) < len(b) && strings.Contains(b, a) }

func (k *walk) query(q string, args ...any) (*sql.Rows, error) {
	st, err := k.n.prepared(k.ctx, k.tx, q)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(k.ctx, args...)
}

func idList(ids []int64) string {
	b, _ := json.Marshal(ids) // numbers cannot fail
	return string(b)
}

// reaches reports whether anything in scope leads on from an entity.
func (k *walk) reaches(id int64) (bool, error) {
	ms, err := k.mentions(id)
	if err != nil || len(ms) > 0 {
		return len(ms) > 0, err
	}
	to, err := k.related(id)
	return len(to) > 0, err
}

// mentions returns where an entity stands, in scope, titles left out.
func (k *walk) mentions(id int64) ([]mention, error) {
	if ms, ok := k.seen[id]; ok {
		return ms, nil
	}
	rows, err := k.query("SELECT m.chunk, m.link, m.line FROM mention m JOIN version v ON v.id = m.chunk >> 20 WHERE m.entity = :entity AND m.link < 4 AND"+k.w.where+"LIMIT "+strconv.Itoa(maxMentions),
		k.w.with(sql.Named("entity", id))...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []mention
	for rows.Next() {
		var m mention
		if err := rows.Scan(&m.chunk, &m.link, &m.line); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	k.seen[id] = out
	return out, rows.Err()
}

// relative is an entity that a reference table joins with another.
type relative struct {
	id           int64
	name, source string
}

// related returns what reference tables of the scope join with an entity.
func (k *walk) related(id int64) ([]relative, error) {
	rows, err := k.query(`SELECT DISTINCT r.b, e.name, r.source FROM relation r JOIN entity e ON e.id = r.b
		WHERE r.a = :entity AND r.acl IN (SELECT t.acl FROM json_each(:terms) j CROSS JOIN acl_term t WHERE t.term = j.value) ORDER BY r.b, r.source LIMIT 40`,
		append([]any{sql.Named("entity", id)}, k.w.args[0])...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []relative
	for rows.Next() {
		var r relative
		if err := rows.Scan(&r.id, &r.name, &r.source); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// specific is how much an entity tells: less the more passages have it.
func specific(n int) float64 { return 1 / (1 + math.Log2(float64(max(n, 1)))/4) }

// gain gives a passage what a way from an entity of the question is worth.
func (k *walk) gain(chunk, from int64, strength float64, path []casefile.Link) {
	f := k.found[chunk]
	if f == nil {
		f = &linkScore{by: map[int64]float64{}}
		k.found[chunk] = f
	}
	f.by[from] = max(f.by[from], strength)
	if strength > f.best {
		f.best, f.path = strength, path
	}
}

// from walks from one entity of the question: to its passages, and one step beyond.
func (k *walk) from(e int64) error {
	ms, err := k.mentions(e)
	if err != nil {
		return err
	}
	name := k.named[e]
	weight := specific(len(ms))
	for _, m := range ms {
		by := links[m.link]
		k.gain(m.chunk, e, weight*carry[by], []casefile.Link{{From: name, By: by}})
	}
	tables, err := k.related(e)
	if err != nil {
		return err
	}
	for _, r := range tables {
		k.named[r.id] = r.name
		if err := k.step(e, r.id, carry[casefile.LinkReference], casefile.Link{From: name, By: casefile.LinkReference, To: r.name, Of: r.source}); err != nil {
			return err
		}
	}
	if len(ms) > common {
		return nil
	}
	if err := k.neighbours(e, ms); err != nil {
		return err
	}
	return k.refers(e, weight, ms)
}

// step goes from an entity of the question over a link to another's passages.
func (k *walk) step(from, to int64, strength float64, link casefile.Link) error {
	ms, err := k.mentions(to)
	if err != nil {
		return err
	}
	strength *= specific(len(ms))
	for _, m := range ms {
		by := links[m.link]
		k.gain(m.chunk, from, strength*carry[by], []casefile.Link{link, {From: link.To, By: by}})
	}
	return nil
}

// matches returns the passages found. Ways from several entities of the question add up, none beyond 1.
func (k *walk) matches() ([]casefile.Match, error) {
	type scored struct {
		id    int64
		score float64
	}
	var all []scored
	for id, f := range k.found {
		rest := 1.0
		for _, from := range sortedKeys(f.by) {
			rest *= 1 - f.by[from]
		}
		all = append(all, scored{id, 1 - rest})
	}
	slices.SortFunc(all, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id)) })
	all = all[:min(len(all), maxMentions)]
	ids := make([]int64, len(all))
	for i, s := range all {
		ids[i] = s.id
	}
	rows, err := k.n.passages(k.ctx, k.tx, k.w, ids)
	if err != nil {
		return nil, err
	}
	var out []casefile.Match
	for _, s := range all {
		r, ok := rows[s.id]
		if !ok {
			continue
		}
		r.hit.Source.Score = s.score
		out = append(out, casefile.Match{Hit: r.hit, Score: s.score, Path: k.found[s.id].path})
	}
	return out, nil
}

func sortedKeys(m map[int64]float64) []int64 {
	out := make([]int64, 0, len(m))
	for id := range m {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}
