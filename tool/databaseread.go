package tool

import (
	"context"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// describe returns the columns of a SELECT, in order. A statement that the authorizer
// refuses gives a *refusedError.
func (d *Database) describe(ctx context.Context, query string) ([]sqlite.ColumnInfo, error) {
	tokens := scan(query)
	if n := len(statements(tokens)); n != 1 {
		return nil, &refusedError{fmt.Sprintf("it has %d statements", n)}
	}
	if !tokens[0].is("SELECT", "WITH", "VALUES") {
		return nil, &refusedError{"it is not a SELECT"} // VACUUM passes the authorizer until it runs
	}
	if why := d.joinsPrivate(tokens); why != "" {
		return nil, &refusedError{why}
	}
	c, err := d.conn(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	var cols []sqlite.ColumnInfo
	err = c.Raw(func(dc any) error {
		gc, ok := dc.(*guardedConn)
		if !ok {
			return fmt.Errorf("the connection is a %T", dc)
		}
		gc.guard.denied = ""
		// a statement of its own, because the context also bounds the wait for a lock
		s, err := gc.PrepareContext(ctx, query)
		if err == nil {
			defer s.Close()
			cols, err = gc.ColumnInfo(query)
		}
		if err != nil && gc.guard.denied != "" {
			return &refusedError{gc.guard.denied}
		}
		return err
	})
	return cols, err
}

// joinsPrivate finds the comparisons of private columns that the authorizer is not told of:
// those of NATURAL JOIN and of USING.
func (d *Database) joinsPrivate(tokens []token) string {
	if len(d.private) == 0 {
		return ""
	}
	using := -1 // the depth of the USING that is open
	for _, t := range tokens {
		switch {
		case t.is("NATURAL"):
			return "it uses NATURAL JOIN, which could compare a private column"
		case t.is("USING"):
			using = t.depth
		case using >= 0 && t.depth <= using && t.text != "(":
			using = -1
		}
		if using < 0 || t.name() == "" {
			continue
		}
		for p := range d.private {
			if _, col, _ := strings.Cut(p, "."); strings.EqualFold(t.name(), col) {
				return "it joins by the private column " + p
			}
		}
	}
	return ""
}

// A refusedError is a statement that the authorizer did not let pass.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }

// query runs a SELECT and gives its first max rows and the true number of rows. All of the
// work is done before the first row comes back, where the context can stop it.
func (d *Database) query(ctx context.Context, columns []string, query string, max int, args []any) (rows [][]any, total int, err error) {
	c, err := d.conn(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer c.Close()
	rs, err := c.QueryContext(ctx, wrapped(columns, query, max), args...)
	if err != nil {
		return nil, 0, err
	}
	defer rs.Close()
	for rs.Next() {
		row := make([]any, len(columns))
		into := make([]any, len(columns)+1)
		into[0] = &total
		for i := range row {
			into[i+1] = &row[i]
		}
		if err := rs.Scan(into...); err != nil {
			return nil, 0, err
		}
		rows = append(rows, row)
	}
	return rows, total, rs.Err()
}

// wrapped puts a SELECT into one that counts and cuts it. The inner one is materialised, so
// it runs once and keeps its order; the plus keeps the driver from reading a column that is
// declared as a date into a time, which would lose whether it had a zone.
func wrapped(columns []string, query string, max int) string {
	var b strings.Builder
	b.WriteString(`WITH "casefile rows" (`)
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoteName(c))
	}
	b.WriteString(") AS MATERIALIZED (\n" + query + "\n) SELECT (SELECT count(*) FROM \"casefile rows\")")
	for _, c := range columns {
		b.WriteString(", +" + quoteName(c))
	}
	fmt.Fprintf(&b, ` FROM "casefile rows" LIMIT %d`, max)
	return b.String()
}

func quoteName(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// tables returns the tables and views with their columns.
func (d *Database) tables(ctx context.Context) (map[string][]string, error) {
	header, err := d.heading()
	if err != nil {
		return nil, err
	}
	pool, err := d.dial(header, true)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	rs, err := pool.QueryContext(ctx, `SELECT s.name, c.name FROM sqlite_schema s, pragma_table_xinfo(s.name) c
		WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite%' ORDER BY s.name, c.cid`)
	if err != nil {
		return nil, err
	}
	defer rs.Close()
	out := map[string][]string{}
	for rs.Next() {
		var t, c string
		if err := rs.Scan(&t, &c); err != nil {
			return nil, err
		}
		out[t] = append(out[t], c)
	}
	return out, rs.Err()
}

// bounded returns a context that ends with the call's time.
func (d *Database) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, d.timeout)
}
