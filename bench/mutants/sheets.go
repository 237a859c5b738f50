package main

import (
	"database/sql"
	"fmt"
	"os"
	"strconv"
	"strings"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify/mutate"
)

// A declared sheet is a query with the words for its columns, as testdata/mutants/README.md describes.
type declared struct {
	name     string
	sheet    mutate.Sheet
	columns  []casefile.Column // names with types, units and titles that are declared
	measures map[string]mutate.Measure
	labels   map[string]mutate.Label
	order    []string // declared columns, in their order
	ranked   bool
	cut      bool
	each     string
	limit    int
	query    string
}

// readSheets reads a file of declarations.
func readSheets(file string) ([]declared, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var out []declared
	n := 0
	for line := range strings.Lines(string(b)) {
		n++
		line = strings.TrimRight(line, "\r\n")
		key, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		rest = strings.TrimSpace(rest)
		if key == "" || key[0] == '#' {
			continue
		}
		if key == "=" {
			f := fields(rest)
			if len(f) < 4 {
				return nil, fmt.Errorf("%s:%d: want = name | language | noun | nouns", file, n)
			}
			d := declared{name: f[0], measures: map[string]mutate.Measure{}, labels: map[string]mutate.Label{}, limit: 1}
			d.sheet.Lang, d.sheet.Noun, d.sheet.Nouns = casefile.Lang(f[1]), f[2], f[3]
			for _, flag := range f[4:] {
				switch flag {
				case "ranked":
					d.ranked = true
				case "series":
					d.sheet.Series = true
				case "cut":
					d.cut = true
				}
			}
			out = append(out, d)
			continue
		}
		if len(out) == 0 {
			return nil, fmt.Errorf("%s:%d: a sheet begins with =", file, n)
		}
		if err := out[len(out)-1].line(key, rest); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
	}
	return out, nil
}

func (d *declared) line(key, rest string) error {
	f := fields(rest)
	switch key {
	case "column": // name | type | unit | title
		f = append(f, "", "", "")
		d.columns = append(d.columns, casefile.Column{Name: f[0], Type: f[1], Unit: f[2], Title: f[3]})
	case "measure": // name | what it is called | unit | flags | own wordings
		f = append(f, "", "", "", "")
		m := mutate.Measure{Names: list(f[1]), Adds: strings.Contains(f[3], "adds"), Says: list(f[4])}
		if m.Unit = f[2]; strings.HasPrefix(m.Unit, "before ") {
			m.Before, m.Unit = strings.TrimPrefix(m.Unit, "before "), ""
		}
		if m.Unit != "" && m.Unit[0] < 0x80 && m.Unit != "%" {
			m.Unit = " " + m.Unit
		}
		d.measures[f[0]] = m
		d.order = append(d.order, f[0])
	case "label", "day": // name | what it is called | own wordings
		f = append(f, "", "")
		d.labels[f[0]] = mutate.Label{Names: list(f[1]), Says: list(f[2]), Day: key == "day"}
		d.order = append(d.order, f[0])
	case "period": // from | to | words | words of others
		if len(f) < 4 {
			return fmt.Errorf("want from | to | words | others")
		}
		from, err := casefile.ParseDate(f[0])
		if err != nil {
			return err
		}
		to, err := casefile.ParseDate(f[1])
		if err != nil {
			return err
		}
		d.sheet.Evidence.Period = casefile.Period{From: from, To: to}
		d.sheet.Period, d.sheet.Others = f[2], list(f[3])
	case "each": // how many | a query for :x
		f = strings.SplitN(rest, " | ", 2)
		n, err := strconv.Atoi(f[0])
		if err != nil || len(f) < 2 {
			return fmt.Errorf("want how many | query")
		}
		d.limit, d.each = n, f[1]
	default:
		d.query += key + " " + rest + "\n"
	}
	return nil
}

func fields(s string) []string {
	out := strings.Split(s, "|")
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

func list(s string) []string {
	var out []string
	for f := range strings.SplitSeq(s, ";") {
		if f = strings.TrimSpace(f); f != "" {
			out = append(out, f)
		}
	}
	return out
}

// claims runs the query of a sheet and writes the claims of what it gives.
func (d *declared) claims(db *sql.DB, source string, seed uint64) ([]mutate.Item, error) {
	args := []string{""}
	if d.each != "" {
		args = nil
		rows, err := db.Query(d.each)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		for rows.Next() && len(args) < d.limit {
			var x string
			if err := rows.Scan(&x); err != nil {
				return nil, err
			}
			args = append(args, x)
		}
		if err := rows.Close(); err != nil {
			return nil, err
		}
	}
	var out []mutate.Item
	for i, x := range args {
		s := d.sheet
		t, err := d.table(db, x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		if len(t.Rows) == 0 {
			continue
		}
		s.ID, s.Source = fmt.Sprintf("%s/%s", source, d.name), source
		if len(args) > 1 {
			s.ID = fmt.Sprintf("%s-%d", s.ID, i+1)
		}
		s.Evidence.Status, s.Evidence.Table, s.Evidence.Tool = casefile.OK, t, d.name
		for _, name := range d.order {
			for k, c := range t.Columns {
				if c.Name != name {
					continue
				}
				if m, ok := d.measures[name]; ok {
					m.Column = k
					s.Measures = append(s.Measures, m)
				}
				if l, ok := d.labels[name]; ok {
					l.Column = k
					s.Labels = append(s.Labels, l)
				}
			}
		}
		out = append(out, mutate.Write(&s, seed+uint64(i))...)
	}
	return out, nil
}

// table runs the query with :x.
func (d *declared) table(db *sql.DB, x string) (*casefile.Table, error) {
	rows, err := db.Query(d.query, sql.Named("x", x))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	t := &casefile.Table{Complete: !d.ranked && !d.cut, Ranked: d.ranked}
	for _, n := range names {
		c := casefile.Column{Name: n}
		for _, decl := range d.columns {
			if decl.Name == n {
				c = decl
			}
		}
		t.Columns = append(t.Columns, c)
	}
	for rows.Next() {
		cells := make([]any, len(names))
		into := make([]any, len(names))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		row := make(casefile.Row, len(cells))
		for i, c := range cells {
			row[i] = cellOf(c)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Total = len(t.Rows)
	for i := range t.Columns {
		if t.Columns[i].Type == "" {
			t.Columns[i].Type = typeOf(t, i)
		}
	}
	return t, rows.Err()
}

func cellOf(v any) casefile.Cell {
	switch v := v.(type) {
	case nil:
		return casefile.Cell{Type: casefile.Null}
	case int64:
		return casefile.Cell{Text: strconv.FormatInt(v, 10), Type: casefile.Number}
	case float64:
		return casefile.Cell{Text: strconv.FormatFloat(v, 'f', -1, 64), Type: casefile.Number}
	case []byte:
		return casefile.Cell{Text: string(v), Type: casefile.Text}
	default:
		return casefile.Cell{Text: fmt.Sprint(v), Type: casefile.Text}
	}
}

func typeOf(t *casefile.Table, col int) string {
	for _, row := range t.Rows {
		switch row[col].Type {
		case casefile.Number:
			return "decimal"
		case casefile.Text:
			return "text"
		}
	}
	return "text"
}
