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
	may  map[string]*allowed
}

// allowed is what a model may be shown of a record, and may cite: what the rules hold to be about the question.
type allowed struct {
	spans []text.Span // of a passage
	rows  []int       // of a table
}

func (a *allowed) span(s text.Span) bool {
	return slices.ContainsFunc(a.spans, func(o text.Span) bool { return o.Start < s.End && s.Start < o.End })
}

// within returns the parts of a span that stand in sentences which may be cited, those that follow each other as one.
func (a *allowed) within(s string, sp text.Span) []text.Span {
	var out []text.Span
	joins := false
	for _, sentence := range text.Sentences(s) {
		in := text.Span{Start: max(sentence.Start, sp.Start), End: min(sentence.End, sp.End)}
		switch {
		case in.Start >= in.End:
		case !a.span(sentence):
			joins = false
		case joins:
			out[len(out)-1].End = in.End
		default:
			out, joins = append(out, in), true
		}
	}
	return out
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

// allowed returns what of each record is about the question: what the draft by rules rests on, and the sentences that it chose from.
func (m *ModelWriter) allowed(c casefile.Case, drafted casefile.Answer) map[string]*allowed {
	may := map[string]*allowed{}
	of := func(id string) *allowed {
		if may[id] == nil {
			may[id] = &allowed{}
		}
		return may[id]
	}
	for _, cl := range drafted.Claims {
		for _, t := range cl.Cites {
			e, ok := c.Find(t.Evidence)
			if !ok || !citable(e) || e.Source != nil && outside(e) {
				continue // only quoted with who says it, which is the rules' to do
			}
			a := of(e.ID)
			for _, r := range t.Rows {
				if !slices.Contains(a.rows, r) {
					a.rows = append(a.rows, r)
				}
			}
			if e.Source != nil && t.End > t.Start {
				a.spans = append(a.spans, text.Span{Start: t.Start - e.Source.Start, End: t.End - e.Source.Start})
			}
		}
	}
	d := &draft{w: m.rules, c: c, lang: c.Lang, env: playbook.NewEnv(c).With(m.rules.lexicon).ForReaders(), stated: map[string]bool{}}
	book, _ := m.rules.book(c.Plan.Playbook)
	for i, n := range c.Plan.Needs {
		for _, s := range d.stepsOf(i, book) {
			if forced(s) || !m.rules.tools[s.Tool].Search {
				continue
			}
			for _, asks := range soughtBy(n, s) {
				all, _ := d.candidates(asks, s, relevant)
				top := map[int]float64{}
				for _, t := range all {
					top[t.topic] = max(top[t.topic], t.score)
				}
				for _, t := range all {
					if !outside(t.e) && t.score >= shownNear*top[t.topic] {
						of(t.e.ID).spans = append(of(t.e.ID).spans, t.span)
					}
				}
			}
		}
	}
	return may
}

// shownNear is the share of the best sentence's relevance that another needs, to be shown beside it: the records that were found last, which change
// with whatever else the library holds, bring the rest.
const shownNear = 0.5

// soughtBy is what a search is about: what the question asks, and where a model planned the search also what it looked for.
func soughtBy(n casefile.Need, s casefile.Step) []casefile.Need {
	var args struct {
		Query string `json:"query"`
	}
	if s.By != casefile.ByModel || json.Unmarshal(s.Args, &args) != nil || args.Query == "" {
		return []casefile.Need{n}
	}
	looked := n
	looked.Text = args.Query
	return []casefile.Need{n, looked}
}

// faults are claims that were found at fault, with what was found.
func faults(c casefile.Case, claims []int) []shownFault {
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
	return out
}

// show shows what of the records of a case is about the question, cut by relevance to what a request may hold.
func (m *ModelWriter) show(c casefile.Case, draft casefile.Answer, faults []shownFault) brief {
	data := briefed{Question: c.Question, Today: c.Today().String(), AsOf: c.Scope.AsOf().String(), Faults: faults}
	for _, n := range c.Plan.Needs {
		for _, not := range n.Not {
			data.Left = append(data.Left, not.Values...)
		}
	}
	b := brief{may: m.allowed(c, draft)}
	pieces := m.pieces(c, b.may)
	room := m.opt.Input - casefile.CountTokens(asJSON(data))
	keep, cut := choose(pieces, room)
	for i, e := range c.Evidence {
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

// pieces cuts records into pieces and weighs how far each is about the question.
func (m *ModelWriter) pieces(c casefile.Case, may map[string]*allowed) []piece {
	topic := text.NewTopic(plain(c.Question), m.rules.synonyms, nil)
	var out []piece
	for i, e := range c.Evidence {
		a := may[e.ID]
		switch {
		case a == nil:
		case e.Source != nil:
			heading := e.Source.Title + " " + e.Source.Heading
			for _, sp := range text.Sentences(e.Text) {
				body := sp.Of(e.Text)
				if !a.span(sp) || strings.TrimSpace(body) == "" {
					continue
				}
				out = append(out, piece{record: i, span: sp, score: topic.Relevance(body, heading), tokens: casefile.CountTokens(body)})
			}
		case e.Table != nil:
			for _, r := range a.rows {
				row := asJSON(shownRow{r, e.Table.Columns, e.Table.Rows[r]})
				// what was asked of a function is about the question; what is told of it first more than the rest
				out = append(out, piece{record: i, n: r, score: 1 / (1 + float64(len(out))/20), tokens: casefile.CountTokens(row)})
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
	missing, end := 0, 0
	for i, p := range pieces {
		if p.record != at {
			continue
		}
		if !keep[i] {
			missing++
			continue
		}
		ok = true
		switch {
		case e.Source != nil:
			switch {
			case body.Len() == 0:
			case strings.TrimSpace(e.Text[end:p.span.Start]) != "":
				body.WriteString(gap)
			default:
				body.WriteByte('\n')
			}
			body.WriteString(strings.TrimSpace(p.span.Of(e.Text)))
			end = p.span.End
		case e.Table != nil:
			s.Rows = append(s.Rows, shownRow{p.n, e.Table.Columns, e.Table.Rows[p.n]})
		}
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
