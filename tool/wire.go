package tool

import (
	"bytes"
	"encoding/json"
	"fmt"

	casefile "github.com/casefile/casefile"
)

// JSON writes a result as a model or a client sees it.
//
//	passages         {"status", "hits": [{"chunk_id", "doc_id", "section", "text", "source_uri", "version"}]}
//	a single row     {"status", COLUMN: value, …, "columns"}; a column called like one of these keys stands as row_NAME
//	rows             {"status", "rows": [{COLUMN: value, …}], "total", "period", "columns"}
//	a calculation    {"status", "value", "unit", "formula", "inputs", "exact"}
//
// "note" says why, where there is something to say. Columns keep their order and numbers their digits.
func JSON(spec casefile.ToolSpec, r casefile.Result) ([]byte, error) {
	if !r.Status.Valid() {
		return nil, fmt.Errorf("%s: the status %q is none of the six", spec.Name, r.Status)
	}
	w := &writer{}
	w.open()
	w.field("status", r.Status)
	if r.Note != "" {
		w.field("note", r.Note)
	}
	var table *casefile.Table
	var period casefile.Period
	for _, e := range r.Evidence {
		if e.Table != nil {
			table = e.Table
		}
		if !e.Period.IsZero() {
			period = e.Period
		}
	}
	switch {
	case spec.Search || hasSource(r):
		w.hits(r.Evidence)
	case table == nil && len(spec.Gives) > 0 && !spec.Single && (r.Status == casefile.NoHit):
		w.field("rows", []casefile.Row{})
		w.field("total", 0)
		w.period(period)
	case table == nil:
		for _, e := range r.Evidence {
			if e.Calc != nil {
				w.calc(e.Calc)
				break
			}
		}
	case spec.Single && len(table.Rows) == 1:
		w.row(table)
	default:
		w.rows(table)
		w.period(period)
	}
	w.close()
	return w.b.Bytes(), w.err
}

func hasSource(r casefile.Result) bool {
	for _, e := range r.Evidence {
		if e.Source != nil {
			return true
		}
	}
	return false
}

// A writer writes JSON objects whose keys keep their order. It keeps the first error.
type writer struct {
	b     bytes.Buffer
	comma bool
	err   error
}

func (w *writer) open()  { w.b.WriteByte('{'); w.comma = false }
func (w *writer) close() { w.b.WriteByte('}'); w.comma = true }

func (w *writer) key(name string) {
	if w.comma {
		w.b.WriteByte(',')
	}
	w.comma = true
	w.b.WriteString(quoteJSON(name))
	w.b.WriteByte(':')
}

func (w *writer) field(name string, v any) {
	w.key(name)
	w.value(v)
}

func (w *writer) value(v any) {
	enc := json.NewEncoder(&w.b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && w.err == nil {
		w.err = err
	}
	w.b.Truncate(len(bytes.TrimRight(w.b.Bytes(), "\n")))
}

func (w *writer) cell(name string, c casefile.Cell) {
	w.key(name)
	switch c.Type {
	case casefile.Null:
		w.b.WriteString("null")
	case casefile.Text:
		w.b.WriteString(quoteJSON(c.Text))
	default:
		w.b.WriteString(c.Text)
	}
}

func (w *writer) period(p casefile.Period) {
	if !p.IsZero() {
		w.field("period", p)
	}
}

func (w *writer) hits(ev []casefile.Evidence) {
	type hit struct {
		Chunk   string `json:"chunk_id"`
		Doc     string `json:"doc_id"`
		Section string `json:"section"`
		Text    string `json:"text"`
		URI     string `json:"source_uri"`
		Version string `json:"version"`
		Note    string `json:"note,omitempty"`
	}
	hits := []hit{}
	for _, e := range ev {
		if s := e.Source; s != nil {
			hits = append(hits, hit{s.Chunk, s.DocID, s.Section, e.Text, s.URI, s.Version, e.Note})
		}
	}
	w.field("hits", hits)
}

func (w *writer) calc(c *casefile.Calc) {
	w.field("value", c.Value)
	if c.Unit != "" {
		w.field("unit", c.Unit)
	}
	w.field("formula", c.Formula)
	w.field("inputs", c.Inputs)
	w.field("exact", c.Exact)
}

// columns writes what the columns are.
func (w *writer) columns(t *casefile.Table) {
	type col struct {
		Name       string `json:"name"`
		Type       string `json:"type"`
		Unit       string `json:"unit,omitempty"`
		Meaning    string `json:"meaning,omitempty"`
		Definition string `json:"definition,omitempty"`
	}
	cols := make([]col, len(t.Columns))
	for i, c := range t.Columns {
		cols[i] = col{c.Name, c.Type, c.Unit, or(c.Meaning, both(map[casefile.Lang]string{casefile.Chinese: c.Title, casefile.English: c.TitleEN})), c.Definition}
	}
	w.field("columns", cols)
}

// fixed are the keys beside which the columns of a single row stand.
var fixed = map[string]bool{"status": true, "note": true, "columns": true}

func (w *writer) row(t *casefile.Table) {
	for i, c := range t.Columns {
		name := c.Name
		if fixed[name] {
			name = "row_" + name
		}
		w.cell(name, t.Rows[0][i])
	}
	w.columns(t)
}

func (w *writer) rows(t *casefile.Table) {
	w.key("rows")
	w.b.WriteByte('[')
	for n, r := range t.Rows {
		if n > 0 {
			w.b.WriteByte(',')
		}
		w.open()
		for i, c := range t.Columns {
			w.cell(c.Name, r[i])
		}
		w.close()
	}
	w.b.WriteByte(']')
	w.field("total", t.Total)
	if t.Ranked {
		w.field("ranked", true)
	}
	w.columns(t)
}
