package generate

import (
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// mend keeps the claims of the last draft that nothing was found against. One whose values were not
// proved is written again in the plainest form its record has; what is unconfirmed is said to be so; the rest is dropped and named.
func (w *Writer) mend(c casefile.Case) casefile.Answer {
	d := &draft{w: w, c: c, lang: c.Lang, env: playbook.NewEnv(c).With(w.lexicon).ForReaders(), stated: map[string]bool{}}
	out := c.Draft
	out.Claims, out.Missing = nil, slices.Clone(c.Draft.Missing)
	var dropped []casefile.Claim
	marks := map[int]casefile.Support{}
	for _, f := range c.Findings {
		marks[f.Claim] = graver(marks[f.Claim], f.Mark)
	}
	for i, cl := range c.Draft.Claims {
		switch marks[i] {
		case "":
			out.Claims = append(out.Claims, cl)
		case casefile.Unconfirmed:
			if cl.Part == casefile.Pending {
				out.Claims = append(out.Claims, cl)
				continue
			}
			cl.Part = casefile.Pending
			out.Claims = append(out.Claims, cl)
		case casefile.Disputed:
			if d.dispute(i, cl, &out) {
				continue
			}
			dropped = append(dropped, cl)
			marks[-len(dropped)] = marks[i]
		default:
			if again, ok := d.plain(cl); ok {
				out.Claims = append(out.Claims, again)
				continue
			}
			dropped = append(dropped, cl)
			marks[-len(dropped)] = marks[i]
		}
	}
	out.Claims = distinct(out.Claims)
	d.drop(&out, dropped, marks)
	d.besides(&out)
	return out
}

// besides names the functions whose rows stand unconfirmed beside confirmed rows of another: they do not tell what is asked.
func (d *draft) besides(out *casefile.Answer) {
	tool := func(cl casefile.Claim) string {
		if cl.Row == nil || len(cl.Cites) == 0 {
			return ""
		}
		e, _ := d.c.Find(cl.Cites[0].Evidence)
		return e.Tool
	}
	sure := map[string]bool{}
	for _, cl := range out.Claims {
		if t := tool(cl); t != "" && cl.Part != casefile.Pending {
			sure[t] = true
		}
	}
	for _, cl := range out.Claims {
		t := tool(cl)
		if t == "" || cl.Part != casefile.Pending || len(sure) == 0 || sure[t] {
			continue
		}
		if s := phrase(d.lang, "unsupported", "about", cl.About); !slices.Contains(out.Missing, s) {
			out.Missing = append(out.Missing, s)
		}
	}
}

// drop names the claims that are left out, those of one kind in one line.
func (d *draft) drop(out *casefile.Answer, dropped []casefile.Claim, marks map[int]casefile.Support) {
	abouts := map[string][]string{}
	for i, cl := range dropped {
		name := "unsupported"
		if marks[-i-1] == casefile.Disputed {
			name = "disputed"
		}
		if cl.About == "" || slices.Contains(abouts[name], cl.About) || slices.ContainsFunc(out.Claims, func(o casefile.Claim) bool { return o.About == cl.About }) {
			continue
		}
		abouts[name] = append(abouts[name], cl.About)
	}
	for _, name := range sorted(abouts) {
		if s := phrase(d.lang, name, "about", strings.Join(abouts[name], comma(d.lang))); !slices.Contains(out.Missing, s) {
			out.Missing = append(out.Missing, s)
		}
	}
}

func graver(a, b casefile.Support) casefile.Support {
	order := []casefile.Support{"", casefile.Supported, casefile.Unconfirmed, casefile.Disputed, casefile.Contradicted}
	if slices.Index(order, b) > slices.Index(order, a) {
		return b
	}
	return a
}

// plain writes a claim about one row again as its titles and values, unless it was written so already.
func (d *draft) plain(cl casefile.Claim) (casefile.Claim, bool) {
	if cl.Row == nil || len(cl.Cites) != 1 {
		return cl, false
	}
	e, ok := d.c.Find(cl.Cites[0].Evidence)
	if !ok || e.Table == nil || *cl.Row >= len(e.Table.Rows) {
		return cl, false
	}
	again := d.listed(e, *cl.Row)
	again.About, again.Part = cl.About, cl.Part
	return again, again.Text != cl.Text && again.Text != ""
}
