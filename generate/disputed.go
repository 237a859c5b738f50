package generate

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// dispute writes a claim again that another record contradicts: the adopted record takes its place, or, where none was adopted, both are
// told, to be confirmed. It reports false where a side cannot be told.
func (d *draft) dispute(i int, cl casefile.Claim, out *casefile.Answer) bool {
	told := false
	for _, k := range d.c.Conflicts {
		if k.Claim != i || k.Adopted == k.Sides[0].Evidence {
			continue
		}
		other, ok := d.side(k.Sides[1], cl)
		if !ok {
			return false
		}
		if k.Adopted != "" {
			other.Part = cl.Part
			addOnce(out, other)
			return true
		}
		other.Part, cl.Part = casefile.Pending, casefile.Pending
		if !told {
			addOnce(out, cl)
		}
		told = true
		addOnce(out, other)
	}
	return told
}

// addOnce adds a claim, unless a claim that cites the same record for the same words is there.
func addOnce(out *casefile.Answer, cl casefile.Claim) {
	if !slices.ContainsFunc(out.Claims, func(o casefile.Claim) bool {
		return o.Text == cl.Text || len(o.Cites) == 1 && len(cl.Cites) == 1 && o.Cites[0].Evidence == cl.Cites[0].Evidence && o.Cites[0].Quote != "" && strings.Contains(o.Text, cl.Cites[0].Quote)
	}) {
		out.Claims = append(out.Claims, cl)
	}
}

// distinct leaves out claims that say again what one before them says.
func distinct(claims []casefile.Claim) []casefile.Claim {
	var out []casefile.Claim
	for _, cl := range claims {
		again := func(o casefile.Claim) bool { return o.Text == cl.Text }
		quoted := func(o casefile.Claim) bool { // the same sentence of the same record stands among the claims without a lead
			return len(cl.Cites) == 1 && len(o.Cites) == 1 && o.Cites[0].Evidence == cl.Cites[0].Evidence && o.Text == cl.Cites[0].Quote && o.Text != cl.Text
		}
		if !slices.ContainsFunc(out, again) && !slices.ContainsFunc(claims, quoted) {
			out = append(out, cl)
		}
	}
	return out
}

// side tells what one record of two that disagree says, in its own words.
func (d *draft) side(s casefile.Side, about casefile.Claim) (casefile.Claim, bool) {
	e, ok := d.c.Find(s.Evidence)
	switch {
	case !ok:
		return casefile.Claim{}, false
	case e.Table != nil && len(s.Rows) == 1 && s.Rows[0] < len(e.Table.Rows):
		cl := d.listed(e, s.Rows[0])
		cl.About = about.About
		return cl, cl.Text != ""
	case e.Source == nil || s.Quote == "":
		return casefile.Claim{}, false
	}
	at := strings.Index(e.Text, s.Quote)
	if at < 0 {
		return casefile.Claim{}, false
	}
	text := phrase(d.lang, "says", "title", cmp.Or(e.Source.Title, e.Source.DocID), "text", s.Quote)
	return casefile.Claim{Text: text, About: about.About, Cites: []casefile.Citation{{
		Evidence: e.ID, Quote: s.Quote, Start: e.Source.Start + at, End: e.Source.Start + at + len(s.Quote),
	}}}, true
}

// conflicts tells which records disagree and what was decided, a line for each two.
func (p *printer) conflicts() {
	var told []string
	for _, k := range p.a.Conflicts {
		a, b, name := k.Sides[0], k.Sides[1], "conflict "+k.By
		if k.Adopted == "" {
			name = "conflict open"
		} else if k.Adopted == b.Evidence {
			a, b = b, a
		}
		if pair := min(a.Evidence, b.Evidence) + " " + max(a.Evidence, b.Evidence); !slices.Contains(told, pair) {
			told = append(told, pair)
			p.line(phrase(p.a.Lang, name, "a", p.named(a.Evidence), "b", p.named(b.Evidence), "x", score(a.Score), "y", score(b.Score)))
		}
	}
}

func score(f float64) string { return strconv.FormatFloat(f, 'f', 2, 64) }

// named is what a record is called to a reader.
func (p *printer) named(id string) string {
	for _, e := range p.evidence {
		if e.ID == id && e.Source != nil {
			s := e.Source
			name := strings.TrimSpace(cmp.Or(s.Title, s.DocID) + " " + s.Version)
			if s.Section != "" {
				name += " §" + s.Section
			}
			name = text.Unlinked(name)
			if p.a.Lang == casefile.Chinese {
				return "《" + name + "》"
			}
			return name
		}
		if e.ID == id && e.Tool != "" {
			return text.Unlinked(call(e))
		}
	}
	return id
}
