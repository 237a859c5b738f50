package generate

import (
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// need answers one need by the rows and sentences that its steps brought; those of steps that the workspace
// forces are told only where nothing else answers it.
func (d *draft) need(n casefile.Need, steps []casefile.Step) {
	for _, s := range n.Constraints {
		if what, ok := strings.CutPrefix(s, playbook.NotGiven); ok {
			d.notGiven(n, what)
		}
	}
	for _, s := range steps {
		if s.Tool == summarise && d.summary(n, s) > 0 {
			return
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(steps), forced)
	from := len(d.out.Claims)
	if d.tell(n, chosen) > 0 {
		d.incomplete(n, chosen)
		d.without(chosen)
		d.restrict(n, chosen, d.compare(n, steps, chosen), from)
		d.narrowed(n, from)
		return
	}
	if rest := slices.DeleteFunc(slices.Clone(steps), func(s casefile.Step) bool { return !forced(s) }); len(rest) > 0 && d.tell(n, rest) > 0 {
		d.restrict(n, rest, d.compare(n, rest, rest), from)
		return
	}
	d.nothing(n, steps)
}

// declined says that an order to change something is not carried out, and what the documents say of it.
func (d *draft) declined(n casefile.Need, steps []casefile.Step) {
	d.out.Reply, d.out.Status = phrase(d.lang, "read only"), casefile.Refused
	for _, s := range steps {
		if d.w.tools[s.Tool].Search {
			d.passages(n, s, true)
		}
	}
}

// compare names what a need asks and was not told. Where a step that the workspace forces gives it, that is told.
func (d *draft) compare(n casefile.Need, steps, told []casefile.Step) *gate {
	g := d.covers(n, told)
	for _, s := range steps {
		t := d.w.tools[s.Tool]
		if forced(s) && !t.Search && slices.ContainsFunc(g.out, func(w string) bool { return playbook.Read(describes(t)).Has(playbook.Prepare(w)) }) && d.rows(n, s) > 0 {
			told = append(slices.Clone(told), s)
			g = d.covers(n, told)
		}
	}
	for _, what := range g.out {
		d.notGiven(n, what)
	}
	d.tooMany(n, told)
	return g
}

// restrict takes back the figures of a need that are of more than it asks for, and names what restricts it, where no document says
// it; and it names the parts of the need of which nothing was told.
func (d *draft) restrict(n casefile.Need, steps []casefile.Step, g *gate, from int) {
	restricts, apart := g.rest(!slices.ContainsFunc(d.out.Claims[from:], func(c casefile.Claim) bool { return !d.figures(c) }))
	for _, s := range apart {
		d.notGiven(n, strings.TrimSpace(g.r.Source(s)))
	}
	if len(g.contrary) > 0 || len(restricts) > 0 && !g.ofOne() {
		kept := slices.DeleteFunc(slices.Clone(d.out.Claims[from:]), d.figures)
		d.out.Claims = append(d.out.Claims[:from:from], kept...)
		if len(kept) == 0 && d.leads(n, steps) > 0 && !g.wantsFigures() {
			return
		}
	}
	for _, s := range append(g.contrary, restricts...) {
		what := g.r.Source(s)
		switch {
		case g.ofOne() && !slices.Contains(g.contrary, s):
			d.notGiven(n, what)
		case !slices.Contains(g.out, what):
			d.lack(playbook.NotGiven+subject(n)+" "+what, phrase(d.lang, "not restricted", "about", subject(n), "what", what))
		}
	}
}

// figures reports whether a claim rests on rows.
func (d *draft) figures(c casefile.Claim) bool {
	return slices.ContainsFunc(c.Cites, func(t casefile.Citation) bool {
		e, ok := d.c.Find(t.Evidence)
		return ok && (e.Table != nil || e.Calc != nil)
	})
}

// notGiven names a part of what a need asks that no function gives, or none that was asked.
func (d *draft) notGiven(n casefile.Need, what string) {
	if slices.ContainsFunc(d.lacks, func(l lack) bool {
		return strings.HasPrefix(l.about, playbook.NotGiven+subject(n)) && strings.Contains(l.about, what)
	}) {
		return
	}
	name, w := "not given", playbook.Prepare(what)
	if slices.ContainsFunc(d.w.rules.Tools, func(t casefile.ToolSpec) bool { return !t.Search && playbook.Read(describes(t)).Has(w) }) {
		name = "not told" // some function does, and its rows were not asked for or not brought
	}
	d.lack(playbook.NotGiven+subject(n)+" "+what, phrase(d.lang, name, "about", subject(n), "what", what))
}

// tooMany says that fewer things are given than the question asks for, since a function gives no more.
func (d *draft) tooMany(n casefile.Need, steps []casefile.Step) {
	for _, s := range steps {
		want := d.wanted(s)
		for _, p := range d.w.tools[s.Tool].Params {
			if d.w.takesCount(d.w.tools[s.Tool], p) && int64(want) > *p.Max {
				d.lack(playbook.NotGiven+subject(n)+" "+p.Name, phrase(d.lang, "too many", "about", subject(n), "max", strconv.FormatInt(*p.Max, 10), "n", strconv.Itoa(want)))
			}
		}
	}
}

// tell tells what steps brought, and returns how many rows and sentences that was.
func (d *draft) tell(n casefile.Need, steps []casefile.Step) int {
	if n.Lead == casefile.DocumentKind {
		if told := d.leads(n, steps); told > 0 {
			return told
		}
	}
	rows, told := 0, 0
	for _, s := range steps {
		rows += d.total(n, s)
	}
	for _, s := range steps {
		if t := d.w.tools[s.Tool]; !t.Search {
			rows += d.rows(n, s)
		}
	}
	for _, s := range steps {
		if t := d.w.tools[s.Tool]; t.Search {
			told += d.passages(n, s, rows > 0 && n.Lead != casefile.CombinedKind && !namesFrom(steps, s.ID))
		}
	}
	return rows + told
}

// leads tells what the documents say of a need that they answer before the data do.
func (d *draft) leads(n casefile.Need, steps []casefile.Step) int {
	told := 0
	for _, s := range steps {
		if d.w.tools[s.Tool].Search {
			told += d.passages(n, s, false)
		}
	}
	return told
}

// namesFrom reports whether a step was asked about the names that another step's passages hold: then these passages are part of the answer.
func namesFrom(steps []casefile.Step, id string) bool {
	return slices.ContainsFunc(steps, func(s casefile.Step) bool { return strings.Contains(string(s.Args), "{"+id+".entity:") })
}

// incomplete names the steps of an answered need that could not be made: what they would have added is not known.
func (d *draft) incomplete(n casefile.Need, steps []casefile.Step) {
	for _, s := range steps {
		switch st := d.env.StatusOf(s.ID); st {
		case casefile.Timeout, casefile.Invalid:
			d.lack(s.Tool+" "+n.Text, d.ended(subject(n), s.Tool, s.ID, st))
		case casefile.NoHit:
			// the documents, or the data, have nothing: what was found elsewhere answers the need
			if n.Kind == casefile.CombinedKind && !d.w.tools[s.Tool].Search && len(steps) > 1 && namedIn(n) {
				d.lack(s.Tool+" "+n.Text, d.ended(subject(n), s.Tool, s.ID, st))
			}
		}
	}
}

// namedIn reports whether a need names a thing: then rows about it are expected.
func namedIn(n casefile.Need) bool { return len(n.Entities) > 0 }

// nothing says that a need has no answer, by how its steps ended, and where it was looked for.
func (d *draft) nothing(n casefile.Need, steps []casefile.Step) {
	about := subject(n)
	worst := steps[0]
	for _, s := range steps {
		if gravity(d.env.StatusOf(s.ID)) > gravity(d.env.StatusOf(worst.ID)) {
			worst = s
		}
	}
	root, status := d.env.Cause(worst.ID)
	step, _ := d.c.Plan.Step(root)
	d.lack(about, d.ended(about, step.Tool, root, status))
	var tools []string
	for _, s := range steps {
		if !slices.Contains(tools, s.Tool) && d.env.StatusOf(s.ID) != "" {
			tools = append(tools, s.Tool)
		}
	}
	if len(tools) > 0 {
		d.note(phrase(d.lang, "searched", "what", strings.Join(tools, comma(d.lang))))
	}
}

func gravity(s casefile.Status) int {
	return slices.Index([]casefile.Status{"", casefile.OK, casefile.Partial, casefile.NoHit, casefile.Timeout, casefile.Invalid}, s)
}

// subject is a need in a few words.
func subject(n casefile.Need) string {
	return clip(strings.TrimRight(strings.TrimSpace(n.Text), "?？。.!！;；,，"), 60)
}

const (
	maxRows  = 30 // rows told one by one
	maxCut   = 10 // rows told of a result that was cut off
	maxNames = 80 // names told in one list
)

// rows tells the rows a step brought. It returns how many there are.
func (d *draft) rows(n casefile.Need, s casefile.Step) int {
	told := 0
	several := d.severalPeriods(s)
	for _, e := range d.c.Of(s.ID) {
		if e.Table == nil || len(e.Table.Rows) == 0 {
			continue
		}
		keep := d.kept(n, e.Table)
		told += len(keep)
		if want := d.wanted(s); want > 0 && !e.Table.Ranked && want < len(keep) {
			if d.w.ranks(s.Tool) {
				keep = keep[:want]
			} else if e.Table.Complete {
				keep = d.first(n, e, keep, want)
			}
		}
		cut := e.Status == casefile.Partial || !e.Table.Complete && e.Table.Total > len(e.Table.Rows)
		if cut {
			keep = keep[:min(len(keep), maxCut)]
		}
		if len(keep) > maxRows || len(keep) > 1 && e.Table.Complete && !cut && d.countsRows(n, d.w.tools[s.Tool]) {
			d.list(n, e, keep)
		} else {
			for _, r := range keep {
				c := d.row(n, e, r)
				switch {
				case several:
					c.Text = playbook.Days(e.Period.String(), d.lang) + colon(d.lang) + c.Text
				case e.Key != "" && !strings.Contains(c.Text, e.Key) && !strings.Contains(c.Text, d.named([]string{e.Key})[0]):
					c.Text = d.named([]string{e.Key})[0] + colon(d.lang) + c.Text // the row itself does not say whose it is
				}
				d.claim(c)
			}
		}
		if e.Table.Ranked && !cut {
			d.ties(n, e, keep)
		}
		if cut {
			d.note(phrase(d.lang, "cut", "total", strconv.Itoa(e.Table.Total), "n", strconv.Itoa(len(e.Table.Rows)), "told", strconv.Itoa(len(keep))))
			d.lack("rows "+s.ID, phrase(d.lang, "partial", "about", subject(n)))
		}
	}
	return told
}

// wanted is how many things the question asks for, 0 when it does not say or the call was told.
func (d *draft) wanted(s casefile.Step) int {
	for _, slot := range d.c.Plan.Slots {
		if slot.Name == "n" && len(slot.Values) > 0 {
			n, _ := strconv.Atoi(slot.Values[0])
			return n
		}
	}
	return 0
}

// ranks reports whether a function's rows carry a rank: only then are the first ones the top.
func (w *Writer) ranks(tool string) bool {
	for _, c := range w.tools[tool].Gives {
		if c.Name == "rank" {
			return true
		}
	}
	return false
}

// kept returns the rows that name nothing the question excludes, and of those that hold a value it names only these.
func (d *draft) kept(n casefile.Need, t *casefile.Table) []int {
	values := d.valued(n, t)
	var out []int
	for i, row := range t.Rows {
		cut := values != nil && !values(row)
		for _, not := range n.Not {
			for c, col := range t.Columns {
				cut = cut || (col.Entity == not.Name || col.Entity == "") && slices.Contains(not.Values, row[c].Text)
			}
		}
		if !cut {
			out = append(out, i)
		}
	}
	return out
}

// row tells one row: by the function's own sentence, or by its titles and values.
func (d *draft) row(n casefile.Need, e casefile.Evidence, r int) casefile.Claim {
	c := d.said(e, r)
	if c.Text == "" {
		c = d.listed(e, r)
		d.blanks(e, r)
	}
	c.Part, c.About = casefile.Conclusion, subject(n)
	if key := d.keyOf(e.Table, r); key != "" && len(e.Table.Rows) > 1 {
		c.About = key
	}
	return c
}

// said is a row by its function's sentence, empty when a value of it is missing.
func (d *draft) said(e casefile.Evidence, r int) casefile.Claim {
	say := d.w.tools[e.Tool].Say[d.lang]
	if say == "" {
		return casefile.Claim{}
	}
	w, err := d.env.In(playbook.RowRef{Evidence: e, Row: r}).Write(say, d.lang)
	if err != nil {
		return casefile.Claim{}
	}
	row := r
	return casefile.Claim{Text: strings.TrimSpace(w.Text), Cites: w.Cites, Row: &row}
}

// listed is a row by the titles and values of its columns.
func (d *draft) listed(e casefile.Evidence, r int) casefile.Claim {
	env := d.env.In(playbook.RowRef{Evidence: e, Row: r})
	var parts, cols []string
	for i, col := range e.Table.Columns {
		if e.Table.Rows[r][i].Type == casefile.Null {
			continue
		}
		w, err := env.Write("{"+col.Name+"}", d.lang)
		if err != nil {
			continue
		}
		parts = append(parts, title(col, d.lang)+" "+w.Text)
		cols = append(cols, col.Name)
	}
	if len(parts) == 0 {
		return casefile.Claim{}
	}
	sep, end := "，", "。"
	if d.lang == casefile.English {
		sep, end = ", ", "."
	}
	row := r
	return casefile.Claim{Text: strings.Join(parts, sep) + end, Row: &row,
		Cites: []casefile.Citation{{Evidence: e.ID, Rows: []int{r}, Columns: cols}}}
}

// blanks names what a function's sentence would tell of the one row there is, and the row does not hold. A figure that is
// not there, such as a rate of nothing, is no gap in the record.
func (d *draft) blanks(e casefile.Evidence, r int) {
	if len(e.Table.Rows) != 1 {
		return
	}
	say := d.w.tools[e.Tool].Say[d.lang]
	for i, col := range e.Table.Columns {
		if e.Table.Rows[r][i].Type != casefile.Null || col.Type == "integer" || col.Type == "decimal" || col.Type == "ratio" || !strings.Contains(say, "{"+col.Name+"}") && !strings.Contains(say, "{"+col.Name+"|") {
			continue
		}
		key := d.keyOf(e.Table, r)
		d.note(phrase(d.lang, "blank", "about", key, "what", title(col, d.lang)))
	}
}
