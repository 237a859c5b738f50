package generate

import (
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// ties names the rows of a ranking that share a place: those with one value in the first column of figures.
func (d *draft) ties(n casefile.Need, e casefile.Evidence, rows []int) {
	key := keyColumn(e.Table)
	by := slices.IndexFunc(e.Table.Columns, func(c casefile.Column) bool {
		return c.Name != "rank" && (c.Type == "integer" || c.Type == "decimal" || c.Type == "ratio")
	})
	if key < 0 || by < 0 {
		return
	}
	for at := 0; at < len(rows); {
		to := at + 1
		for to < len(rows) && e.Table.Rows[rows[to]][by] == e.Table.Rows[rows[at]][by] {
			to++
		}
		if to-at > 1 && to-at <= maxTied && e.Table.Rows[rows[at]][by].Type != casefile.Null {
			d.tie(n, e, rows[at:to], [2]int{key, by})
		}
		at = to
	}
}

// maxTied is the most rows that are named as tied: of more, the figures beside them say enough.
const maxTied = 8

func (d *draft) tie(n casefile.Need, e casefile.Evidence, rows []int, cols [2]int) {
	var names []string
	for _, r := range rows {
		names = append(names, e.Table.Rows[r][cols[0]].Text)
	}
	w, err := d.env.In(playbook.RowRef{Evidence: e, Row: rows[0]}).Write("{"+e.Table.Columns[cols[1]].Name+"}", d.lang)
	if err != nil {
		return
	}
	d.claim(casefile.Claim{Part: casefile.Basis, About: subject(n),
		Text:  phrase(d.lang, "tie", "names", strings.Join(d.named(names), comma(d.lang)), "title", title(e.Table.Columns[cols[1]], d.lang), "value", w.Text),
		Cites: []casefile.Citation{{Evidence: e.ID, Rows: slices.Clone(rows), Columns: []string{e.Table.Columns[cols[0]].Name, e.Table.Columns[cols[1]].Name}}}})
}

// severalPeriods reports whether a step was called for more than one period: then each row says which it is of.
func (d *draft) severalPeriods(s casefile.Step) bool {
	var first casefile.Period
	for _, e := range d.c.Of(s.ID) {
		switch {
		case e.Table == nil || e.Period.IsZero():
		case first.IsZero():
			first = e.Period
		case first != e.Period:
			return true
		}
	}
	return false
}

func colon(lang casefile.Lang) string {
	if lang == casefile.English {
		return ": "
	}
	return "："
}

// list tells many rows by their names alone.
func (d *draft) list(n casefile.Need, e casefile.Evidence, rows []int) {
	k := keyColumn(e.Table)
	if k < 0 {
		for _, r := range rows[:maxRows] {
			d.claim(d.row(n, e, r))
		}
		d.lack("rows "+e.ID, phrase(d.lang, "partial", "about", subject(n)))
		return
	}
	var names []string
	var of []int
	for _, r := range rows {
		if v := e.Table.Rows[r][k].Text; v != "" && !slices.Contains(names, v) {
			names = append(names, v)
			of = append(of, r)
		}
	}
	for at := 0; at < len(names); at += maxNames {
		to := min(at+maxNames, len(names))
		end := "。"
		if d.lang == casefile.English {
			end = "."
		}
		text := strings.Join(names[at:to], comma(d.lang)) + end
		if at == 0 && len(names) <= maxNames && len(names) == len(rows) {
			text = phrase(d.lang, "rows", "n", strconv.Itoa(len(names)), "names", strings.Join(names, comma(d.lang))) + end
		}
		d.claim(casefile.Claim{Text: text, Part: casefile.Conclusion, About: subject(n),
			Cites: []casefile.Citation{{Evidence: e.ID, Rows: of[at:to], Columns: []string{e.Table.Columns[k].Name}}}})
	}
}

func title(c casefile.Column, lang casefile.Lang) string {
	switch {
	case lang == casefile.English && c.TitleEN != "":
		return c.TitleEN
	case c.Title != "":
		return c.Title
	}
	return c.Name
}

// keyOf is the value that names a row: its first identifier, or else its first text.
func (d *draft) keyOf(t *casefile.Table, r int) string {
	if i := keyColumn(t); i >= 0 {
		return t.Rows[r][i].Text
	}
	return ""
}

func keyColumn(t *casefile.Table) int {
	for _, want := range []string{"identifier", "text"} {
		for i, c := range t.Columns {
			if c.Type == want {
				return i
			}
		}
	}
	return -1
}
