package store

import (
	"context"
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

// The entity graph of a namespace: what passages name, and where they refer to. An entity's id is made of its name,
// so that a question finds it without a search. Edges between entities are not kept: two names of one passage, or of
// one line of it, are joined when a question asks, and only over passages in its scope. A reference table's rows
// carry the access list that it was declared with.
const graphSchema = `
CREATE TABLE entity (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE mention (
	entity INTEGER NOT NULL,
	chunk INTEGER NOT NULL,
	link INTEGER NOT NULL,
	line INTEGER NOT NULL,
	PRIMARY KEY (entity, chunk, link, line)
) WITHOUT ROWID;
CREATE INDEX mention_chunk ON mention (chunk, line);
CREATE TABLE refer (
	chunk INTEGER NOT NULL,
	title INTEGER NOT NULL,
	number TEXT NOT NULL,
	target INTEGER NOT NULL,
	PRIMARY KEY (chunk, title, number)
) WITHOUT ROWID;
CREATE TABLE relation (
	a INTEGER NOT NULL,
	b INTEGER NOT NULL,
	source TEXT NOT NULL,
	acl INTEGER NOT NULL REFERENCES acl(id),
	PRIMARY KEY (a, b, source)
) WITHOUT ROWID;
CREATE INDEX relation_source ON relation (source);
`

// links are the kinds of mention by their number in the index. The last is a document's title, which references lead to.
var links = []casefile.LinkKind{casefile.LinkDefines, casefile.LinkHeading, casefile.LinkKey, casefile.LinkMentions, "title"}

var linkNumber = func() map[casefile.LinkKind]int {
	out := map[casefile.LinkKind]int{}
	for i, l := range links {
		out[l] = i
	}
	return out
}()

const linkTitle = 4

//go:embed graph.txt
var graphFile string

// carry is how far each kind of link carries.
var carry = func() map[casefile.LinkKind]float64 {
	out := map[casefile.LinkKind]float64{}
	for line := range strings.Lines(graphFile) {
		if f := strings.Fields(line); len(f) == 2 && f[0] != "#" {
			v, err := strconv.ParseFloat(f[1], 64)
			if err != nil {
				panic("graph.txt: " + err.Error())
			}
			out[casefile.LinkKind(f[0])] = v
		}
	}
	return out
}()

// entityID is the id of a name.
func entityID(key string) int64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return int64(h.Sum64() >> 1)
}

// linker writes what documents add to the graph.
type linker struct {
	ctx                    context.Context
	entity, mention, refer *sql.Stmt
}

func newLinker(ctx context.Context, tx *sql.Tx) (*linker, error) {
	l := &linker{ctx: ctx}
	for _, s := range []struct {
		to    **sql.Stmt
		query string
	}{
		{&l.entity, "INSERT OR IGNORE INTO entity (id, name) VALUES (?, ?)"},
		{&l.mention, "INSERT OR IGNORE INTO mention (entity, chunk, link, line) VALUES (?, ?, ?, ?)"},
		{&l.refer, "INSERT OR IGNORE INTO refer (chunk, title, number, target) VALUES (?, ?, ?, ?)"},
	} {
		st, err := tx.PrepareContext(ctx, s.query)
		if err != nil {
			return nil, err
		}
		*s.to = st
	}
	return l, nil
}

// put writes the graph of a document, whose passages are numbered from version << 20.
func (l *linker) put(version int64, d *casefile.Document, g entity.Graph) error {
	first := make([]int, len(d.Sections)) // the first passage of each section
	n := 0
	for i, s := range d.Sections {
		first[i] = n
		n += len(s.Chunks)
	}
	if n == 0 {
		return nil
	}
	if d.Title != "" {
		if err := l.name(d.Title, version<<20, linkTitle, 0); err != nil {
			return err
		}
	}
	for _, m := range g.Mentions {
		if err := l.name(m.Name, version<<20|int64(m.Chunk), linkNumber[m.As], m.Row); err != nil {
			return err
		}
	}
	for _, r := range g.References {
		var title, target int64
		if r.Title != "" {
			title = entityID(entity.Key(r.Title))
		} else {
			target = version<<20 | int64(min(first[r.Section], n-1))
		}
		if _, err := l.refer.ExecContext(l.ctx, version<<20|int64(r.Chunk), title, r.Number, target); err != nil {
			return err
		}
	}
	return nil
}

func (l *linker) name(name string, chunk int64, link, line int) error {
	key := entity.Key(name) // not as it is spelled here: the spelling would tell of this document to who may not read it
	id := entityID(key)
	if _, err := l.entity.ExecContext(l.ctx, id, key); err != nil {
		return err
	}
	_, err := l.mention.ExecContext(l.ctx, id, chunk, link, line)
	return err
}

// unlink removes what a version added to the graph, and the names that nothing has any more.
func unlink(ctx context.Context, tx *sql.Tx, version int64) error {
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT entity FROM mention WHERE chunk >= ?1 << 20 AND chunk < (?1 + 1) << 20", version)
	if err != nil {
		return err
	}
	ids, err := int64s(rows)
	if err != nil {
		return err
	}
	for _, q := range []string{
		"DELETE FROM mention WHERE chunk >= ?1 << 20 AND chunk < (?1 + 1) << 20",
		"DELETE FROM refer WHERE chunk >= ?1 << 20 AND chunk < (?1 + 1) << 20",
	} {
		if _, err := tx.ExecContext(ctx, q, version); err != nil {
			return err
		}
	}
	return forget(ctx, tx, ids)
}

// forget drops names that no passage and no reference table has.
func forget(ctx context.Context, tx *sql.Tx, ids []int64) error {
	list, _ := json.Marshal(ids) // numbers cannot fail
	_, err := tx.ExecContext(ctx, `DELETE FROM entity WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM mention m WHERE m.entity = entity.id)
		AND NOT EXISTS (SELECT 1 FROM relation r WHERE r.a = entity.id)`, string(list))
	return err
}

func int64s(rows *sql.Rows) ([]int64, error) {
	defer rows.Close()
	var out []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		out = append(out, id)
	}
	return out, rows.Err()
}

// A Table is a declared reference table: pairs of names that belong together, such as a code and what it stands for.
type Table struct {
	Name   string
	Access []string // terms as Scope.Terms gives them
	Pairs  [][2]string
}

// Relate sets the reference tables of a namespace in one transaction: those that are not among tables go. It reports
// whether anything changed.
func (s *Store) Relate(ctx context.Context, ns casefile.Namespace, tables []Table) (changed bool, err error) {
	w, err := s.writer(ns)
	if err != nil {
		return false, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return false, s.explain("write the reference tables", err)
	}
	defer tx.Rollback()
	if changed, err = relate(ctx, tx, tables); err != nil || !changed {
		return false, s.explain("write the reference tables", err)
	}
	return true, s.explain("write the reference tables", tx.Commit())
}

func relate(ctx context.Context, tx *sql.Tx, tables []Table) (changed bool, err error) {
	raw, err := json.Marshal(tables)
	if err != nil {
		return false, err
	}
	mark := fmt.Sprintf("%x", entityID(string(raw)))
	var old string
	if err := tx.QueryRowContext(ctx, "SELECT coalesce((SELECT value FROM meta WHERE key = 'relations'), '')").Scan(&old); err != nil {
		return false, err
	}
	if old == mark || old == "" && len(tables) == 0 {
		return false, nil
	}
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT a FROM relation")
	if err != nil {
		return false, err
	}
	gone, err := int64s(rows)
	if err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM relation"); err != nil {
		return false, err
	}
	t := &change{ctx: ctx, tx: tx}
	for _, table := range tables {
		acl, err := t.acl(table.Access)
		if err != nil {
			return false, err
		}
		for _, p := range table.Pairs {
			from, to := entity.Key(p[0]), entity.Key(p[1])
			a, b := entityID(from), entityID(to)
			for _, side := range []struct {
				from, to int64
				name     string
			}{{a, b, from}, {b, a, to}} {
				if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO entity (id, name) VALUES (?, ?)", side.from, side.name); err != nil {
					return false, err
				}
				if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO relation (a, b, source, acl) VALUES (?, ?, ?, ?)", side.from, side.to, table.Name, acl); err != nil {
					return false, err
				}
			}
		}
	}
	if err := forget(ctx, tx, gone); err != nil {
		return false, err
	}
	if _, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO meta VALUES ('relations', ?)", mark); err != nil {
		return false, err
	}
	return true, moveOn(ctx, tx, "relations", mark)
}
