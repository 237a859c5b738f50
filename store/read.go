package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
)

// inScope is the condition that every read of content carries: the access list shares a term
// with the caller's, and the version is in force on the caller's day. Its two parameters are scoped's.
const inScope = ` v.acl IN (SELECT t.acl FROM json_each(:terms) j CROSS JOIN acl_term t WHERE t.term = j.value) AND v.first_day <= :day AND v.last_day >= :day `

// scoped returns the parameters of inScope.
func scoped(who casefile.Scope) []any {
	terms, _ := json.Marshal(who.Terms()) // strings cannot fail
	return []any{sql.Named("terms", string(terms)), sql.Named("day", dayNumber(who.AsOf(), neverLast))}
}

const documentColumns = `v.doc, v.version, v.title, v.path, v.kind, v.authority, v.freshness, v.published, v.first_day, v.last_day, v.period, v.tags, a.terms, v.orders`

const hitColumns = `c.id, c.n, c.start, c.stop, c.page, c.locator, c.untrusted, c.text, c.blanked, c.head, c.gap, s.id, s.heading, v.degraded, ` + documentColumns

const hitTables = ` chunk c JOIN version v ON v.id = c.id >> 20 JOIN section s ON s.version = v.id AND s.n = c.section JOIN acl a ON a.id = v.acl `

// row is one chunk as it is read.
type row struct {
	id  int64
	n   int
	gap string
	hit casefile.Hit
}

func (n *space) scan(rows *sql.Rows) (row, error) {
	var r row
	var published, period, tags, access, blanked string
	var first, last int
	src := &r.hit.Source
	if err := rows.Scan(&r.id, &r.n, &src.Start, &src.End, &src.Page, &src.Locator, &r.hit.Untrusted, &r.hit.Text, &blanked, &r.hit.Head, &r.gap, &src.Section, &src.Heading, &src.Degraded,
		&src.DocID, &src.Version, &src.Title, &src.URI, &src.Kind, &src.Authority, &src.Freshness, &published, &first, &last, &period, &tags, &access, &src.Orders); err != nil {
		return r, err
	}
	src.Namespace = n.name
	src.EffectiveFrom, src.EffectiveTo = dayOf(first), dayOf(last)
	if err := src.Published.UnmarshalText([]byte(published)); err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(access), &src.Access); err != nil {
		return r, err
	}
	if blanked != "" {
		if err := json.Unmarshal([]byte(blanked), &r.hit.Blanked); err != nil {
			return r, err
		}
	}
	if tags != "[]" {
		if err := json.Unmarshal([]byte(tags), &src.Tags); err != nil {
			return r, err
		}
	}
	if period != "" {
		var err error
		if src.Period, err = casefile.ParsePeriod(period); err != nil {
			return r, err
		}
	}
	src.Chunk = n.chunkID(*src, r.n)
	switch { // a page or a place opens the original at the spot; a section does in a text
	case src.Locator != "":
		src.URI += "#" + src.Locator
	case src.Page > 0:
		src.URI += "#page=" + strconv.Itoa(src.Page)
	case src.Section != "":
		src.URI += "#" + src.Section
	}
	return r, nil
}

// chunkID returns the id of a passage: its place and its number in the section.
func (n *space) chunkID(src casefile.Source, k int) string {
	id := src.Place()
	if src.Section == "" {
		id += "#"
	}
	if n.name == casefile.SharedNamespace {
		id = casefile.SharedNamespace + ":" + id
	}
	return id + ":" + strconv.Itoa(k)
}

// parseChunkID takes chunkID apart. A namespace of "" is the tenant's.
func parseChunkID(id string) (namespace, doc, version, section string, k int, ok bool) {
	namespace = casefile.TenantNamespace
	if rest, found := strings.CutPrefix(id, casefile.SharedNamespace+":"); found {
		namespace, id = casefile.SharedNamespace, rest
	}
	place, section, ok := strings.Cut(id, "#")
	i := strings.LastIndexByte(section, ':')
	if !ok || i < 0 {
		return "", "", "", "", 0, false
	}
	k, err := strconv.Atoi(section[i+1:])
	if err != nil {
		return "", "", "", "", 0, false
	}
	doc, version, _ = strings.Cut(place, "@")
	return namespace, doc, version, section[:i], k, true
}

// hits runs a query over hitTables, in a transaction or, without one, by itself.
func (n *space) hits(ctx context.Context, tx *sql.Tx, where string, args ...any) ([]row, error) {
	query := "SELECT " + hitColumns + " FROM " + hitTables + " WHERE " + where
	var rows *sql.Rows
	var err error
	if tx == nil {
		rows, err = n.read.QueryContext(ctx, query, args...)
	} else {
		var st *sql.Stmt
		if st, err = n.prepared(ctx, tx, query); err == nil {
			rows, err = st.QueryContext(ctx, args...)
		}
	}
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []row
	for rows.Next() {
		r, err := n.scan(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}

// Chunk returns the passage with an id, or ErrNotThere.
func (s *Store) Chunk(ctx context.Context, who casefile.Scope, id string) (casefile.Hit, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return casefile.Hit{}, err
	}
	namespace, doc, version, section, k, ok := parseChunkID(id)
	if !ok {
		return casefile.Hit{}, casefile.ErrNotThere
	}
	for _, n := range spaces {
		if n.name != namespace {
			continue
		}
		rows, err := n.hits(ctx, nil, "v.doc = :doc AND v.version = :version AND s.id = :section AND c.n = :n AND"+inScope,
			append(scoped(who), sql.Named("doc", doc), sql.Named("version", version), sql.Named("section", section), sql.Named("n", k))...)
		if err != nil {
			return casefile.Hit{}, s.explain("open a passage", err)
		}
		if len(rows) > 0 {
			return rows[0].hit, nil
		}
	}
	return casefile.Hit{}, casefile.ErrNotThere
}

// Section returns the text of a section and of those below it, one hit for each run of text
// that is unbroken in the file; an empty section means the whole document. A tenant's own
// document hides a shared one with its id. What is not there gives ErrNotThere.
func (s *Store) Section(ctx context.Context, who casefile.Scope, doc, section string) ([]casefile.Hit, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return nil, err
	}
	for _, n := range spaces {
		rows, err := n.hits(ctx, nil, `v.doc = :doc AND`+inScope+`AND (:section = '' OR EXISTS (
			SELECT 1 FROM section t WHERE t.version = v.id AND t.id = :section COLLATE NOCASE AND s.n >= t.n AND s.n < coalesce(
				(SELECT min(u.n) FROM section u WHERE u.version = v.id AND u.n > t.n AND u.level <= t.level), 1 << 30))) ORDER BY c.id`,
			append(scoped(who), sql.Named("doc", doc), sql.Named("section", section))...)
		if err != nil {
			return nil, s.explain("open a section", err)
		}
		if len(rows) > 0 {
			return joinRuns(rows), nil
		}
	}
	return nil, casefile.ErrNotThere
}

// joinRuns joins the neighbours among rows that only space parts.
func joinRuns(rows []row) []casefile.Hit {
	var out []casefile.Hit
	for i, r := range rows {
		if i > 0 {
			prev, last := rows[i-1], &out[len(out)-1]
			if prev.id+1 == r.id && prev.hit.Source.Section == r.hit.Source.Section && prev.hit.Source.Heading == r.hit.Source.Heading &&
				prev.hit.Source.End+len(prev.gap) == r.hit.Source.Start && prev.hit.Source.Page == r.hit.Source.Page && prev.hit.Source.Locator == r.hit.Source.Locator {
				for _, x := range r.hit.Blanked {
					x.Start += len(last.Text) + len(prev.gap)
					last.Blanked = append(last.Blanked, x)
				}
				last.Text += prev.gap + r.hit.Text
				last.Source.End = r.hit.Source.End
				last.Untrusted = last.Untrusted || r.hit.Untrusted
				continue
			}
		}
		out = append(out, r.hit)
	}
	return out
}

// Documents returns the documents in force that who may read, by id, without their sections.
// A tenant's own comes before a shared one with its id.
func (s *Store) Documents(ctx context.Context, who casefile.Scope) ([]casefile.Document, error) {
	spaces, err := s.spaces(who)
	if err != nil {
		return nil, err
	}
	var out []casefile.Document
	for _, n := range spaces {
		docs, err := n.documents(ctx, who)
		if err != nil {
			return nil, s.explain("list the documents", err)
		}
		out = append(out, docs...)
	}
	slices.SortStableFunc(out, func(a, b casefile.Document) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

func (n *space) documents(ctx context.Context, who casefile.Scope) ([]casefile.Document, error) {
	rows, err := n.read.QueryContext(ctx, "SELECT "+documentColumns+`, v.author, v.supersedes, v.grade, v.hash, v.chunks
		FROM version v JOIN acl a ON a.id = v.acl WHERE`+inScope+"ORDER BY v.doc, v.first_day", scoped(who)...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []casefile.Document
	for rows.Next() {
		d := casefile.Document{Namespace: n.name}
		var published, access, tags, period string
		var first, last int
		if err := rows.Scan(&d.ID, &d.Version, &d.Title, &d.Path, &d.Kind, &d.Authority, &d.Freshness, &published, &first, &last, &period, &tags, &access, &d.Orders,
			&d.Author, &d.Supersedes, &d.Grade, &d.Hash, &d.Chunks); err != nil {
			return nil, err
		}
		d.EffectiveFrom, d.EffectiveTo = dayOf(first), dayOf(last)
		if err := d.Published.UnmarshalText([]byte(published)); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(access), &d.Access); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(tags), &d.Tags); err != nil {
			return nil, err
		}
		if period != "" {
			if d.Period, err = casefile.ParsePeriod(period); err != nil {
				return nil, err
			}
		}
		out = append(out, d)
	}
	return out, rows.Err()
}
