package casefile

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Result is what a tool gives back. An outcome that a planner can act on is a Status; a fault of ours is an error.
type Result struct {
	Status   Status     `json:"status"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Note     string     `json:"note,omitempty"`    // why, for the planner and the trace; never private values
	NoteZH   string     `json:"note_zh,omitempty"` // the same in Chinese, for a reader; empty where it is as Note
	Total    int        `json:"total,omitempty"`   // the true count, with Partial
	Cached   bool       `json:"cached,omitempty"`
}

// Evidence is one record of a case: a passage, a table, a calculation, the question's own words, or the outcome of a call that brought nothing.
// Exactly one of Source, Table, Calc and Said is set for a call that brought something.
type Evidence struct {
	ID      string          `json:"id"`              // given by the engine, in plan order: E1, E2, …
	Steps   []string        `json:"steps,omitempty"` // the steps that brought it
	Tool    string          `json:"tool,omitempty"`
	Args    json.RawMessage `json:"args,omitempty"`
	Key     string          `json:"key,omitempty"` // Call.Key
	Status  Status          `json:"status"`
	Note    string          `json:"note,omitempty"`
	Text    string          `json:"text,omitempty"`    // a passage's text, as it stands in the source but for what is blanked
	Blanked []Blank         `json:"blanked,omitempty"` // of a passage: what of Text no stage reads; Original has it for a reader
	Source  *Source         `json:"source,omitempty"`  // of a passage
	Head    string          `json:"head,omitempty"`    // of a passage that goes on with a table: the head row, which is not part of Text
	Table   *Table          `json:"table,omitempty"`
	Calc    *Calc           `json:"calc,omitempty"`
	Said    bool            `json:"said,omitempty"`  // the asker's words: proves only that they were said
	Period  Period          `json:"period,omitzero"` // what was asked of the tool
	AsOf    Date            `json:"as_of,omitzero"`  // the day whose versions were read
}

// A Source says where a passage stands.
type Source struct {
	DocID         string   `json:"doc_id"`
	Version       string   `json:"version,omitempty"`
	Section       string   `json:"section,omitempty"` // the section's own id, for example V2-1, or its heading's slug
	Heading       string   `json:"heading,omitempty"` // heading path, " / " between
	Title         string   `json:"title,omitempty"`
	Chunk         string   `json:"chunk_id"`
	Start         int      `json:"start"` // byte offsets of the passage in the file's text
	End           int      `json:"end"`
	Page          int      `json:"page,omitempty"`      // from 1; 0 where the format has none
	Locator       string   `json:"locator,omitempty"`   // the place in a format without pages: Sheet1!A3:F3, slide=4
	Degraded      string   `json:"degraded,omitempty"`  // what the index lacks of the document, for a reader
	URI           string   `json:"uri"`                 // relative to the workspace, with the page, the place or the section as fragment
	Namespace     string   `json:"namespace,omitempty"` // tenant or shared
	Kind          string   `json:"kind,omitempty"`
	Tags          []string `json:"tags,omitempty"`
	Authority     string   `json:"authority,omitempty"`
	Freshness     string   `json:"freshness,omitempty"`
	EffectiveFrom Date     `json:"effective_from,omitzero"`
	EffectiveTo   Date     `json:"effective_to,omitzero"`
	Published     Date     `json:"published,omitzero"`
	Period        Period   `json:"period,omitzero"` // what the document is about, as days
	Access        []string `json:"access,omitempty"`
	Orders        string   `json:"orders,omitempty"` // OrdersAreContent, or ""
	Score         float64  `json:"score,omitempty"`  // 0 to 1
}

// Place returns "doc@version#section".
func (s Source) Place() string {
	p := s.DocID
	if s.Version != "" {
		p += "@" + s.Version
	}
	if s.Section != "" {
		p += "#" + s.Section
	}
	return p
}

// A Column describes one column of a table.
type Column struct {
	Name       string `json:"name"`
	Title      string `json:"title,omitempty"`      // what to call it to a reader; by language below
	TitleEN    string `json:"title_en,omitempty"`   //
	Type       string `json:"type"`                 // text, integer, decimal, ratio, date, datetime, boolean, identifier
	Unit       string `json:"unit,omitempty"`       // 件, days, CNY …
	UnitEN     string `json:"unit_en,omitempty"`    // the unit to an English reader
	Meaning    string `json:"meaning,omitempty"`    // one sentence
	Definition string `json:"definition,omitempty"` // how a metric is computed
	Metric     string `json:"metric,omitempty"`     // the metric's name, where the column holds one
	Entity     string `json:"entity,omitempty"`     // what kind of thing its values name
	Sums       bool   `json:"sums,omitempty"`       // its values add up over the rows, as counts and amounts do and rates do not
}

// A Table is rows from a declared function. Rows are shorter than Total only where the function cut them.
type Table struct {
	Columns  []Column `json:"columns"`
	Rows     []Row    `json:"rows"`
	Complete bool     `json:"complete"`         // all rows are here, so an extreme can be proved
	Total    int      `json:"total"`            // the true number of rows
	Ranked   bool     `json:"ranked,omitempty"` // the rows are the whole top of a ranking whose order is the table's
}

// A Row has one cell a column.
type Row []Cell

// Col returns the index of the column called name, -1 when there is none.
func (t *Table) Col(name string) int {
	for i, c := range t.Columns {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// A Cell is one value, exact: numbers keep their digits. In JSON it is null, true, false, a number or a string.
type Cell struct {
	Text string // canonical text; numbers as JSON writes them
	Type CellType
}

// A CellType tells a cell's JSON form apart.
type CellType uint8

// The forms of a cell. The zero Cell is null.
const (
	Null CellType = iota
	Text
	Number
	Bool
)

// MarshalJSON writes the value as JSON has it.
func (c Cell) MarshalJSON() ([]byte, error) {
	switch c.Type {
	case Null:
		return []byte("null"), nil
	case Text:
		return json.Marshal(c.Text)
	}
	return []byte(c.Text), nil
}

// UnmarshalJSON reads what MarshalJSON writes; numbers keep their digits.
func (c *Cell) UnmarshalJSON(b []byte) error {
	b = bytes.TrimSpace(b)
	if len(b) == 0 {
		return fmt.Errorf("cell: empty")
	}
	switch b[0] {
	case 'n':
		*c = Cell{}
	case 't', 'f':
		*c = Cell{string(b), Bool}
	case '"':
		c.Type = Text
		return json.Unmarshal(b, &c.Text)
	case '[', '{':
		return fmt.Errorf("cell: want null, a boolean, a number or a string, got %s", b[:1])
	default:
		*c = Cell{string(b), Number}
	}
	return nil
}

// A Calc is a calculation that was done: the formula can be run again on its inputs.
type Calc struct {
	Formula string  `json:"formula"`
	Inputs  []Input `json:"inputs"`
	Value   string  `json:"value"` // exact decimal, "true" or "false", a day; a fraction with no finite decimal is given to 12 significant digits
	Unit    string  `json:"unit,omitempty"`
	Exact   bool    `json:"exact"`
}

// An Input is one value a calculation or a claim rests on, with the record it stands in.
type Input struct {
	Name     string `json:"name"`
	Value    string `json:"value"`
	Unit     string `json:"unit,omitempty"`
	Evidence string `json:"evidence,omitempty"` // the record; "" is a literal of the workspace, "now" the clock
	Row      int    `json:"row"`                // index of the row, in a table
	Column   string `json:"column,omitempty"`   // in a table
	Quote    string `json:"quote,omitempty"`    // the words, in a passage
}
