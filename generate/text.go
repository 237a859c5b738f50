package generate

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// Text prints an answer: what is concluded, what it rests on, what is open, what to do next, what
// could not be proved, and a numbered list of the records. One record has one number.
func Text(a casefile.Answer, evidence []casefile.Evidence) string {
	p := &printer{a: a, evidence: evidence}
	switch a.Status {
	case casefile.ForbiddenCase:
		return phrase(a.Lang, "forbidden")
	case casefile.Failed:
		return phrase(a.Lang, "failed")
	}
	if a.Reply != "" {
		p.line(a.Reply)
	}
	for _, part := range []casefile.Part{casefile.Conclusion, casefile.Basis, casefile.Pending, casefile.Next} {
		p.part(part)
	}
	if a.Status == casefile.Refused && len(a.Claims) == 0 && a.Reply == "" {
		p.line(phrase(a.Lang, "refused"))
	}
	for _, n := range a.Notes {
		p.line(n)
	}
	p.conflicts()
	for _, m := range a.Missing {
		p.line(phrase(a.Lang, "missing") + m)
	}
	if len(a.Missing) > 0 && len(a.Claims) > 0 {
		p.line(phrase(a.Lang, "handover"))
	}
	p.line(phrase(a.Lang, "stop "+string(a.Stop)))
	p.footnotes()
	return strings.TrimRight(p.b.String(), "\n")
}

type printer struct {
	a        casefile.Answer
	evidence []casefile.Evidence
	b        strings.Builder
	numbers  []string // evidence ids, in the order of their numbers
}

func (p *printer) line(s string) {
	if s != "" {
		p.b.WriteString(s + "\n")
	}
}

func (p *printer) part(part casefile.Part) {
	for _, c := range p.a.Claims {
		if c.Part != part && !(part == casefile.Conclusion && c.Part == "") {
			continue
		}
		lead := ""
		switch part {
		case casefile.Pending:
			lead = phrase(p.a.Lang, "pending")
		case casefile.Next:
			lead = phrase(p.a.Lang, "next")
		}
		p.line(lead + c.Text + p.marks(c))
	}
}

// marks are the numbers of a claim's records.
func (p *printer) marks(c casefile.Claim) string {
	var out []string
	for _, cite := range c.Cites {
		if m := fmt.Sprintf("[%d]", p.number(cite.Evidence)); !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	if len(out) > 0 && p.a.Lang == casefile.English {
		return " " + strings.Join(out, "")
	}
	return strings.Join(out, "")
}

func (p *printer) number(id string) int {
	if i := slices.Index(p.numbers, id); i >= 0 {
		return i + 1
	}
	p.numbers = append(p.numbers, id)
	return len(p.numbers)
}

func (p *printer) footnotes() {
	for i, id := range p.numbers {
		for _, e := range p.evidence {
			if e.ID == id {
				p.line(fmt.Sprintf("  [%d] %s", i+1, p.footnote(e)))
			}
		}
	}
}

// footnote describes a record and what of it is cited.
func (p *printer) footnote(e casefile.Evidence) string {
	switch {
	case e.Source != nil:
		return p.passage(e)
	case e.Table != nil:
		return text.Unlinked(call(e)+p.rows(e)) + p.stop()
	case e.Calc != nil:
		return e.Calc.Formula + " = " + strings.TrimSpace(e.Calc.Value+" "+playbook.UnitIn(e.Calc.Unit, p.a.Lang)) + p.stop()
	case e.Said:
		return phrase(p.a.Lang, "question") + p.quotes(e.ID) + p.stop()
	}
	return call(e) + " " + string(e.Status) + p.stop()
}

func (p *printer) stop() string {
	if p.a.Lang == casefile.English {
		return "."
	}
	return "。"
}

func (p *printer) passage(e casefile.Evidence) string {
	s := e.Source
	name := s.Title
	if name == "" {
		name = s.DocID
	}
	if s.Version != "" {
		name += " " + s.Version
	}
	if s.Section != "" {
		name += " §" + s.Section
	}
	return text.Unlinked(name) + p.quotes(e.ID) + "   " + s.URI
}

// quotes are the words cited of a record, cut to a readable length.
func (p *printer) quotes(id string) string {
	var out []string
	for _, c := range p.a.Claims {
		for _, cite := range c.Cites {
			if q := clip(text.Unlinked(cite.Quote), 60); cite.Evidence == id && q != "" && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	if len(out) == 0 {
		return ""
	}
	return " “" + strings.Join(out, "” “") + "”"
}

func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// call is a tool with the values of its arguments.
func call(e casefile.Evidence) string {
	var args map[string]any
	dec := json.NewDecoder(strings.NewReader(string(e.Args)))
	dec.UseNumber()
	_ = dec.Decode(&args) // arguments that are no object are left out
	var out []string
	for _, k := range sorted(args) {
		switch v := args[k].(type) {
		case nil:
		case []any:
			items := make([]string, 0, len(v))
			for _, item := range v {
				items = append(items, fmt.Sprint(item))
			}
			out = append(out, clip(strings.Join(items, "/"), 60))
		case map[string]any:
		default:
			out = append(out, clip(fmt.Sprint(v), 60))
		}
	}
	return e.Tool + "(" + strings.Join(out, ", ") + ")"
}

// rows are the cells that are cited of a table.
func (p *printer) rows(e casefile.Evidence) string {
	var rows []int
	var cols []string
	for _, c := range p.a.Claims {
		for _, cite := range c.Cites {
			if cite.Evidence != e.ID {
				continue
			}
			for _, r := range cite.Rows {
				if !slices.Contains(rows, r) && r < len(e.Table.Rows) {
					rows = append(rows, r)
				}
			}
			for _, col := range cite.Columns {
				if !slices.Contains(cols, col) && e.Table.Col(col) >= 0 {
					cols = append(cols, col)
				}
			}
		}
	}
	slices.Sort(rows)
	if len(rows) > 3 || len(rows) == 0 {
		return " " + phrase(p.a.Lang, "rows of", "n", fmt.Sprint(len(e.Table.Rows)))
	}
	var out []string
	for _, r := range rows {
		var cells []string
		for _, col := range cols {
			if v := e.Table.Rows[r][e.Table.Col(col)]; v.Type != casefile.Null {
				cells = append(cells, col+" = "+v.Text)
			}
		}
		out = append(out, strings.Join(cells, ", "))
	}
	return " " + strings.Join(out, "; ")
}
