package generate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// A brief is what a model is shown of a case: one JSON object, so that nothing in a record can end it or stand beside an instruction.
type brief struct {
	text string
	ids  []string // of the records in it
	cut  bool     // something of a record was left out
}

type briefed struct {
	Question string       `json:"question"`
	Today    string       `json:"today"`
	AsOf     string       `json:"versions_as_of"`
	Left     []string     `json:"leave_out,omitempty"` // what the question excludes
	Records  []shown      `json:"records"`
	Faults   []shownFault `json:"refused_claims,omitempty"`
}

// shown is a record. Exactly one of its forms is filled in.
type shown struct {
	ID      string           `json:"id"`
	Kind    string           `json:"kind"` // passage, table, calculation
	Title   string           `json:"title,omitempty"`
	Heading string           `json:"heading,omitempty"`
	Version string           `json:"version,omitempty"`
	From    string           `json:"in_force_from,omitempty"`
	To      string           `json:"in_force_to,omitempty"`
	Text    string           `json:"text,omitempty"`
	Does    string           `json:"holds,omitempty"`
	Period  string           `json:"period,omitempty"`
	Fields  []shownField     `json:"fields,omitempty"`
	Rows    []shownRow       `json:"rows,omitempty"`
	Total   int              `json:"rows_in_all,omitempty"`
	Formula string           `json:"formula,omitempty"`
	Inputs  []casefile.Input `json:"inputs,omitempty"`
	Value   string           `json:"value,omitempty"`
	Unit    string           `json:"unit,omitempty"`
	Left    string           `json:"left_out,omitempty"`
}

type shownField struct {
	Name    string `json:"name"`
	Title   string `json:"title,omitempty"`
	Unit    string `json:"unit,omitempty"`
	Meaning string `json:"meaning,omitempty"`
}

// shownRow is a row with its number; its values stand under the names of their columns, in the table's order.
type shownRow struct {
	n     int
	cols  []casefile.Column
	cells casefile.Row
}

func (r shownRow) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	n, _ := json.Marshal(r.n)
	b.WriteString(`{"row":`)
	b.Write(n)
	for i, c := range r.cols {
		name, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		cell, err := json.Marshal(r.cells[i])
		if err != nil {
			return nil, err
		}
		b.WriteByte(',')
		b.Write(name)
		b.WriteByte(':')
		b.Write(cell)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type shownFault struct {
	Number int      `json:"number"`
	Text   string   `json:"text"`
	Why    []string `json:"why"`
}

// brief shows the records of a case, cut by relevance to what a request may hold.
func (m *ModelWriter) brief(c casefile.Case) brief { return m.show(c, c.Evidence, nil) }

// faults shows the claims at fault with what was found, and the records of the case.
func (m *ModelWriter) faults(c casefile.Case, claims []int) brief {
	var out []shownFault
	for _, i := range claims {
		f := shownFault{Number: i, Text: c.Draft.Claims[i].Text}
		for _, why := range c.Findings {
			if why.Claim == i && !slices.Contains(f.Why, why.Why) {
				f.Why = append(f.Why, why.Why)
			}
		}
		out = append(out, f)
	}
	return m.show(c, c.Evidence, out)
}

func (m *ModelWriter) show(c casefile.Case, evidence []casefile.Evidence, faults []shownFault) brief {
	data := briefed{Question: c.Question, Today: c.Today().String(), AsOf: c.Scope.AsOf().String(), Faults: faults}
	for _, n := range c.Plan.Needs {
		for _, not := range n.Not {
			data.Left = append(data.Left, not.Values...)
		}
	}
	pieces := m.pieces(c, evidence)
	room := m.opt.Input - casefile.CountTokens(asJSON(data))
	keep, cut := choose(pieces, room)
	var b brief
	for i, e := range evidence {
		s, left, ok := m.record(c, e, i, pieces, keep)
		if !ok {
			continue
		}
		if cut && left != "" {
			s.Left, b.cut = left, true
		}
		data.Records, b.ids = append(data.Records, s), append(b.ids, e.ID)
	}
	b.text = asJSON(data)
	return b
}

func asJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "" // of plain data: it does not happen, and a model that is shown nothing writes nothing
	}
	return strings.TrimSpace(b.String())
}

// A piece is a sentence of a passage, a row of a table, or a calculation: what is shown or left out at once.
type piece struct {
	record int // index of the evidence
	n      int // row
	span   text.Span
	score  float64
	tokens int
}

// pieces cuts records into pieces and weighs how far each is about the question. A sentence that gives orders to the program is none.
func (m *ModelWriter) pieces(c casefile.Case, evidence []casefile.Evidence) []piece {
	topic := text.NewTopic(plain(c.Question), m.rules.synonyms, nil)
	var out []piece
	for i, e := range evidence {
		switch {
		case !citable(e):
		case e.Source != nil:
			heading := e.Source.Title + " " + e.Source.Heading
			for _, sp := range text.Sentences(e.Text) {
				body := sp.Of(e.Text)
				if addressed(body) || strings.TrimSpace(body) == "" {
					continue
				}
				out = append(out, piece{record: i, span: sp, score: topic.Relevance(body, heading), tokens: casefile.CountTokens(body)})
			}
		case e.Table != nil:
			for r := range e.Table.Rows {
				row := asJSON(shownRow{r, e.Table.Columns, e.Table.Rows[r]})
				// what was asked of a function is about the question; its first rows more than its last
				out = append(out, piece{record: i, n: r, score: 1 / (1 + float64(r)/20), tokens: casefile.CountTokens(row)})
			}
		default:
			out = append(out, piece{record: i, score: 1, tokens: casefile.CountTokens(asJSON(e.Calc))})
		}
	}
	return out
}

const perRecord = 60 // tokens of what stands around a record's text

// choose returns which pieces are shown, the best first, and whether any is left out.
func choose(pieces []piece, room int) (keep map[int]bool, cut bool) {
	order := make([]int, len(pieces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int { return cmp.Compare(pieces[y].score, pieces[x].score) })
	keep = map[int]bool{}
	seen := map[int]bool{}
	for _, i := range order {
		need := pieces[i].tokens
		if !seen[pieces[i].record] {
			need += perRecord
		}
		if need > room {
			cut = true
			continue
		}
		room -= need
		keep[i], seen[pieces[i].record] = true, true
	}
	return keep, cut
}

const gap = " […] "

// record shows what is kept of a record, and says what is left out of it. Nothing is shown of a record of which nothing is kept.
func (m *ModelWriter) record(c casefile.Case, e casefile.Evidence, at int, pieces []piece, keep map[int]bool) (s shown, left string, ok bool) {
	s.ID = e.ID
	var body strings.Builder
	missing, open := 0, false
	for i, p := range pieces {
		if p.record != at {
			continue
		}
		if !keep[i] {
			missing, open = missing+1, true
			continue
		}
		ok = true
		switch {
		case e.Source != nil:
			if open && body.Len() > 0 {
				body.WriteString(gap)
			} else if body.Len() > 0 {
				body.WriteByte('\n')
			}
			body.WriteString(strings.TrimSpace(p.span.Of(e.Text)))
		case e.Table != nil:
			s.Rows = append(s.Rows, shownRow{p.n, e.Table.Columns, e.Table.Rows[p.n]})
		}
		open = false
	}
	if missing > 0 {
		left = phrase(c.Lang, "left", "n", strconv.Itoa(missing))
	}
	switch {
	case e.Source != nil:
		s.Kind, s.Title, s.Heading, s.Version, s.Text = "passage", e.Source.Title, e.Source.Heading, e.Source.Version, body.String()
		if !e.Source.EffectiveFrom.IsZero() {
			s.From = e.Source.EffectiveFrom.String()
		}
		if !e.Source.EffectiveTo.IsZero() {
			s.To = e.Source.EffectiveTo.String()
		}
		if e.Head != "" {
			s.Text = e.Head + "\n" + s.Text
		}
	case e.Table != nil:
		s.Kind, s.Does, s.Total = "table", m.rules.tools[e.Tool].Does, e.Table.Total
		if !e.Period.IsZero() {
			s.Period = playbook.Days(e.Period.String(), c.Lang)
		}
		for _, col := range e.Table.Columns {
			f := shownField{Name: col.Name, Title: title(col, c.Lang), Unit: col.Unit, Meaning: cmp.Or(col.Meaning, col.Definition)}
			if c.Lang == casefile.English {
				f.Unit = cmp.Or(col.UnitEN, col.Unit)
			}
			s.Fields = append(s.Fields, f)
		}
	case e.Calc != nil:
		s.Kind, s.Formula, s.Inputs, s.Value, s.Unit = "calculation", e.Calc.Formula, e.Calc.Inputs, e.Calc.Value, e.Calc.Unit
	}
	return s, left, ok
}
