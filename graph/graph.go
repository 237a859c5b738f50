// Package graph draws what the answer of a case rests on: the question and its parts, every record, the claims, what was left unused, and what was
// decided where records disagree. A Graph is made from an outcome, as answering or replaying a case gives it, and written as JSON, Mermaid, DOT or
// one page of HTML. The same outcome gives the same bytes.
package graph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

// A Kind says what a node stands for.
type Kind string

// The kinds, in the order they are drawn from left to right.
const (
	Question Kind = "question"
	Need     Kind = "need" // a part of the question
	Record   Kind = "record"
	Passage  Kind = "passage"
	Decision Kind = "decision" // what was done where two records disagree
	Claim    Kind = "claim"
)

// A Relation says what an edge stands for.
type Relation string

// The relations: From … To.
const (
	Supports    Relation = "supports"     // a record bears out a claim; a decision adopts a record
	Supplements Relation = "supplements"  // a further record of a claim
	Refutes     Relation = "refutes"      // a record says otherwise than a claim; a decision sets a record aside
	DerivedFrom Relation = "derived-from" // a need of the question, a record of a need, a calculation of its inputs, a decision of its two sides
	Supersedes  Relation = "supersedes"   // a later version of a document
)

// A Node is one thing of a case.
type Node struct {
	ID     string `json:"id"`
	Kind   Kind   `json:"kind"`
	Label  string `json:"label"`           // short, of one line
	Text   string `json:"text,omitempty"`  // whole: a passage, rows, a claim, why something was decided
	Place  string `json:"place,omitempty"` // where a passage stands: its address in the workspace
	Status string `json:"status,omitempty"`
	Unused bool   `json:"unused,omitempty"` // a record that no claim rests on, or a claim that did not leave
}

// An Edge joins two nodes.
type Edge struct {
	From     string   `json:"from"`
	To       string   `json:"to"`
	Relation Relation `json:"relation"`
	Why      string   `json:"why,omitempty"`
}

// A Graph is the nodes in order, and the edges.
type Graph struct {
	Case  string `json:"case"`
	Nodes []Node `json:"nodes"`
	Edges []Edge `json:"edges"`
}

// Options says what is shown.
type Options struct {
	Shared bool // as a shared trace: no rows, passages, arguments or claims, and of the question its first 80 characters
}

// build is a graph in the making.
type build struct {
	Graph
	o      casefile.Outcome
	shared bool
	used   map[string]bool
}

// Of makes the graph of an outcome. Of a case that ended forbidden it shows the question alone.
func Of(o casefile.Outcome, opt Options) Graph {
	b := &build{Graph: Graph{Case: o.Case.ID, Nodes: []Node{}, Edges: []Edge{}}, o: o, shared: opt.Shared, used: map[string]bool{}}
	q := o.Case.Question
	if b.shared {
		q = cut(q, 80)
	}
	b.node(Node{ID: "Q", Kind: Question, Label: cut(q, 60), Text: q, Status: string(o.Answer.Status)})
	if o.Answer.Status == casefile.ForbiddenCase {
		return b.Graph
	}
	for i, n := range o.Case.Plan.Needs {
		id := fmt.Sprintf("N%d", i+1)
		text := n.Text
		if b.shared {
			text = cut(text, 80)
		}
		b.node(Node{ID: id, Kind: Need, Label: cut(text, 60), Text: text, Status: string(n.Kind)})
		b.edge(id, "Q", DerivedFrom, n.Why)
	}
	for _, c := range o.Answer.Claims {
		for _, t := range c.Cites {
			b.use(t.Evidence)
		}
	}
	for _, e := range o.Case.Evidence {
		b.record(e)
	}
	b.versions()
	b.decisions()
	b.claims()
	return b.Graph
}

// use marks a record as used, with what it was computed from.
func (b *build) use(id string) {
	if b.used[id] {
		return
	}
	b.used[id] = true
	if e, ok := b.o.Case.Find(id); ok && e.Calc != nil {
		for _, in := range e.Calc.Inputs {
			b.use(in.Evidence)
		}
	}
}

func (b *build) node(n Node) { b.Nodes = append(b.Nodes, n) }

func (b *build) edge(from, to string, r Relation, why string) {
	if b.shared {
		why = ""
	}
	e := Edge{from, to, r, why}
	if !slices.Contains(b.Edges, e) {
		b.Edges = append(b.Edges, e)
	}
}

func (b *build) has(id string) bool {
	return slices.ContainsFunc(b.Nodes, func(n Node) bool { return n.ID == id })
}

// record adds a record and what it was brought for.
func (b *build) record(e casefile.Evidence) {
	n := Node{ID: e.ID, Kind: Record, Status: string(e.Status), Unused: !b.used[e.ID]}
	switch {
	case e.Source != nil:
		s := e.Source
		n.Kind, n.Place, n.Text = Passage, s.URI, casefile.Original(e.Text, e.Blanked)
		n.Label = strings.TrimSpace(cmp.Or(s.Title, s.DocID) + " " + s.Version)
		if s.Section != "" {
			n.Label += " §" + s.Section
		}
		if b.shared {
			n.Label = s.Place()
		}
	case e.Table != nil:
		n.Label, n.Text = fmt.Sprintf("%s: %d", e.Tool, len(e.Table.Rows)), rows(e)
	case e.Calc != nil:
		n.Label, n.Text = cmp.Or(e.Tool, "calculate"), strings.TrimSpace(e.Calc.Formula+" = "+e.Calc.Value+" "+e.Calc.Unit)
	case e.Said:
		n.Label, n.Text = "question", e.Text
	default:
		n.Label, n.Text = e.Tool+": "+string(e.Status), e.Note
	}
	if b.shared {
		n.Text = ""
	}
	n.Label = cut(n.Label, 60)
	b.node(n)
	if e.Calc != nil {
		for _, in := range e.Calc.Inputs {
			if _, ok := b.o.Case.Find(in.Evidence); ok {
				b.edge(e.ID, in.Evidence, DerivedFrom, in.Name)
			}
		}
	}
	for _, id := range e.Steps {
		if s, ok := b.o.Case.Plan.Step(id); ok && s.Need < len(b.o.Case.Plan.Needs) {
			b.edge(e.ID, fmt.Sprintf("N%d", s.Need+1), DerivedFrom, "")
		} else if e.Said {
			b.edge(e.ID, "Q", DerivedFrom, "")
		}
	}
}

// maxRows is how many rows of a table are shown.
const maxRows = 50

// rows writes a table as lines of cells with bars between.
func rows(e casefile.Evidence) string {
	var s strings.Builder
	for i, c := range e.Table.Columns {
		if i > 0 {
			s.WriteString(" | ")
		}
		s.WriteString(c.Name)
	}
	for _, r := range e.Table.Rows[:min(len(e.Table.Rows), maxRows)] {
		s.WriteByte('\n')
		for i, c := range r {
			if i > 0 {
				s.WriteString(" | ")
			}
			s.WriteString(c.Text)
		}
	}
	if len(e.Table.Rows) > maxRows {
		fmt.Fprintf(&s, "\n… %d", len(e.Table.Rows))
	}
	return s.String()
}

// versions joins passages of two versions of one document.
func (b *build) versions() {
	for _, x := range b.o.Case.Evidence {
		for _, y := range b.o.Case.Evidence {
			if x.Source != nil && y.Source != nil && x.Source.DocID == y.Source.DocID && x.Source.Version != y.Source.Version && x.Source.Section == y.Source.Section &&
				x.Source.EffectiveFrom.Compare(y.Source.EffectiveFrom) > 0 {
				b.edge(x.ID, y.ID, Supersedes, x.Source.EffectiveFrom.String())
			}
		}
	}
}

// decisions adds what was done where two records disagree, one node for each two.
func (b *build) decisions() {
	seen := map[string]bool{}
	for _, k := range b.o.Answer.Conflicts {
		x, y := k.Sides[0], k.Sides[1]
		pair := k.Kind + min(x.Evidence, y.Evidence) + " " + max(x.Evidence, y.Evidence)
		if seen[pair] {
			continue
		}
		seen[pair] = true
		id := fmt.Sprintf("D%d", len(seen))
		n := Node{ID: id, Kind: Decision, Label: string(k.Decision), Status: k.Kind}
		if !b.shared {
			n.Text = k.Why
			for _, s := range k.Sides {
				n.Text += fmt.Sprintf("\n%s %.3f: authority %.2f, timeliness %.2f, track %.2f, quality %.2f\n%s", s.Evidence, s.Score, s.Authority, s.Timeliness, s.Track, s.Quality, s.Quote)
			}
		}
		if k.Adopted != "" {
			n.Label += " " + k.Adopted
		}
		b.node(n)
		for _, s := range k.Sides {
			switch k.Adopted {
			case "":
				b.edge(id, s.Evidence, DerivedFrom, k.Why)
			case s.Evidence:
				b.edge(id, s.Evidence, Supports, k.Why)
			default:
				b.edge(id, s.Evidence, Refutes, k.Why)
			}
		}
	}
}

// claims adds the claims of the answer, and those of the last draft that did not leave.
func (b *build) claims() {
	n := 0
	add := func(c casefile.Claim, left bool) string {
		n++
		id := fmt.Sprintf("C%d", n)
		node := Node{ID: id, Kind: Claim, Label: cut(c.Text, 60), Text: c.Text, Status: string(c.Support), Unused: !left}
		if !left {
			node.Status = "dropped"
		}
		if b.shared {
			node.Label, node.Text = fmt.Sprintf("claim %d", n), ""
		}
		b.node(node)
		for i, t := range c.Cites {
			r := Supports
			if i > 0 {
				r = Supplements
			}
			if b.has(t.Evidence) {
				b.edge(t.Evidence, id, r, t.Quote)
			}
		}
		return id
	}
	ids := make([]string, 0, len(b.o.Answer.Claims))
	for _, c := range b.o.Answer.Claims {
		ids = append(ids, add(c, true))
	}
	for _, k := range b.o.Answer.Conflicts {
		if k.Claim < len(ids) && b.has(k.Sides[1].Evidence) {
			b.edge(k.Sides[1].Evidence, ids[k.Claim], Refutes, k.Sides[1].Quote)
		}
	}
	for _, c := range b.o.Case.Draft.Claims {
		if !slices.ContainsFunc(b.o.Answer.Claims, func(a casefile.Claim) bool { return a.Text == c.Text }) {
			add(c, false)
		}
	}
}

// cut shortens a text to n characters of one line.
func cut(s string, n int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "�")), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}
