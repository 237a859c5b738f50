package format

import (
	"context"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// docCell is a cell of a Word table.
type docCell struct {
	text  string
	span  int
	merge string // vertical: "", restart or continue
}

// table reads a table: merged values stand in each of their cells.
func (d *docx) table(t *node, at docPlace) {
	if cell := onlyCell(t); cell != nil { // a frame, not a table
		at.shaded = at.shaded || shaded(cell.at("tcPr", "shd"))
		for _, k := range cell.kids {
			if k.name != "tcPr" {
				d.flow(k, at)
			}
		}
		return
	}
	g, head, inner, notes := d.grid(t, at, 0)
	d.emit(g, head)
	for _, in := range notes {
		d.after(&inlineText{notes: in.notes}, at)
	}
	for _, n := range inner {
		g, head, _, notes := d.grid(n, at, 1)
		if len(g.rows) > 1 && len(g.rows[0]) > 1 {
			d.emit(g, head)
		}
		for _, in := range notes {
			d.after(&inlineText{notes: in.notes}, at)
		}
	}
}

func (d *docx) emit(g *grid, head int) {
	if len(g.rows) == 0 || d.b.err != nil {
		return
	}
	if head == 0 {
		head = headRows(g)
	}
	g.emit(d.b, head, nil)
	d.found.Tables++
}

func onlyCell(t *node) *node {
	var cell *node
	n := 0
	eachRow(t, func(tr *node) {
		eachCell(tr, func(tc *node) { cell = tc; n++ })
	})
	if n == 1 {
		return cell
	}
	return nil
}

// eachRow calls do for the rows of a table that are not deleted, through what may wrap them.
func eachRow(t *node, do func(*node)) {
	for _, k := range t.kids {
		switch k.name {
		case "tr":
			if k.at("trPr", "del") == nil {
				do(k)
			}
		case "sdt", "sdtContent", "ins", "customXml", "moveTo":
			eachRow(k, do)
		case "AlternateContent":
			eachRow(&node{kids: chosen(k)}, do)
		}
	}
}

func eachCell(tr *node, do func(*node)) {
	for _, k := range tr.kids {
		switch k.name {
		case "tc":
			do(k)
		case "sdt", "sdtContent", "ins", "customXml", "moveTo":
			eachCell(k, do)
		case "AlternateContent":
			eachCell(&node{kids: chosen(k)}, do)
		}
	}
}

// grid reads a table's cells. It returns how many rows are marked as its head, the tables in its cells and the notes on them.
func (d *docx) grid(t *node, at docPlace, depth int) (*grid, int, []*node, []*inlineText) {
	g := &grid{}
	var inner []*node
	var notes []*inlineText
	head, heads := 0, true
	coloured := d.style(t.at("tblPr", "tblStyle").attr("val")).table || shaded(t.at("tblPr", "shd"))
	cells := 0
	eachRow(t, func(tr *node) {
		var row []string
		var across, down []bool
		add := func(s string, merged, below bool) {
			if cells++; cells > d.a.u.lim.Cells && d.b.err == nil {
				d.b.err = errLimit(fmt.Sprintf("its tables have more than %d cells; split the file", d.a.u.lim.Cells))
			}
			row, across, down = append(row, s), append(across, merged), append(down, below)
		}
		for range gridSkip(tr, "gridBefore") {
			add("", false, false)
		}
		y := len(g.rows)
		eachCell(tr, func(tc *node) {
			pr := tc.kid("tcPr")
			if pr.kid("cellDel") != nil || d.b.err != nil {
				return
			}
			c := docCell{span: max(1, min(number(pr.kid("gridSpan").attr("val")), 1000))}
			place := at
			place.shaded = at.shaded || coloured || shaded(pr.kid("shd"))
			var in []*inlineText
			var tables []*node
			c.text, in, tables = d.cell(tc, place, 0)
			notes, inner = append(notes, in...), append(inner, tables...)
			if m := pr.kid("vMerge"); m != nil {
				if c.merge = m.attr("val"); c.merge == "" {
					c.merge = "continue"
				}
			}
			below := c.merge == "continue" && y > 0 && len(row) < len(g.rows[y-1])
			own := c.text
			if below {
				if above := g.rows[y-1][len(row)]; own == "" {
					c.text = above
				} else if above != "" && above != own {
					c.text = above + " " + own
				}
			}
			if own != "" && depth == 0 {
				d.b.count.Cells++
			}
			if pr.kid("hMerge") != nil && pr.kid("hMerge").attr("val") != "restart" && len(row) > 0 && c.text == "" {
				add(row[len(row)-1], true, below)
				return
			}
			for i := range c.span {
				add(c.text, i > 0, below)
			}
		})
		if heads = heads && tr.at("trPr", "tblHeader") != nil && on(tr.at("trPr", "tblHeader")) == "1"; heads {
			head++
		}
		g.rows, g.across, g.down = append(g.rows, row), append(g.across, across), append(g.down, down)
	})
	width := 0
	for _, r := range g.rows {
		width = max(width, len(r))
	}
	if width*len(g.rows) <= d.a.u.lim.Cells {
		for i := range g.rows {
			for len(g.rows[i]) < width {
				g.rows[i] = append(g.rows[i], "")
			}
		}
	}
	if head == len(g.rows) {
		head = 0
	}
	return g, head, inner, notes
}

func gridSkip(tr *node, name string) int {
	return max(0, min(number(tr.at("trPr", name).attr("val")), 1000))
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// cell returns a cell's text, in one line, with the text of tables in it.
func (d *docx) cell(tc *node, at docPlace, depth int) (string, []*inlineText, []*node) {
	var parts []string
	var notes []*inlineText
	var tables []*node
	var walk func(n *node)
	walk = func(n *node) {
		switch n.name {
		case "tcPr", "tblPr", "tblGrid", "trPr":
		case "p":
			in := d.inline(n, at)
			style := d.style(n.at("pPr", "pStyle").attr("val"))
			label, bullet := d.label(n.kid("pPr"), style)
			if bullet {
				label += " "
			}
			if s := strings.TrimSpace(in.text.String()); s != "" {
				parts = append(parts, label+s)
			}
			d.hidden(in)
			if len(in.notes) > 0 {
				notes = append(notes, in)
			}
			for _, box := range in.boxes {
				walk(box)
			}
		case "tbl":
			if depth == 0 {
				tables = append(tables, n)
			}
			eachRow(n, func(tr *node) {
				var cells []string
				eachCell(tr, func(tc *node) {
					s, in, inner := d.cell(tc, at, depth+1)
					notes = append(notes, in...)
					tables = append(tables, inner...)
					if s != "" {
						cells = append(cells, s)
						d.b.count.Cells++
					}
				})
				if len(cells) > 0 {
					parts = append(parts, strings.Join(cells, ", ")+";")
				}
			})
		case "del", "moveFrom":
		case "AlternateContent":
			for _, k := range chosen(n) {
				walk(k)
			}
		default:
			for _, k := range n.kids {
				walk(k)
			}
		}
	}
	for _, k := range tc.kids {
		walk(k)
	}
	return oneLine(strings.Join(parts, " ")), notes, tables
}

// docxCount counts what a part holds without knowing how it is read: the independent side of the account.
func docxCount(ctx context.Context, data []byte, lim Limits) (*numberBag, Count, error) {
	r := newXML(ctx, data, lim)
	nums := newNumberBag()
	var c Count
	var para strings.Builder
	var open []bool // of cells: has text
	skip, inText, said := 0, false, false
	flush := func() {
		nums.add(clean(para.String()))
		para.Reset()
	}
	for {
		t, err := r.next()
		if err != nil {
			return nil, c, err
		}
		switch t := t.(type) {
		case nil:
			flush()
			return nums, c, nil
		case xml.StartElement:
			if skip > 0 {
				skip++
				continue
			}
			if t.Name.Local == "fld" && slideNumber(t.Attr) {
				skip = 1
				continue
			}
			switch t.Name.Local {
			case "del", "moveFrom", "Fallback", "rt":
				if t.Name.Local != "del" || t.Name.Space == "w" {
					skip = 1
				}
			case "p":
				flush()
				said = false
			case "tc":
				open = append(open, false)
			case "t":
				inText = true
			case "tab", "br", "cr", "num", "den", "sub", "sup", "e", "footnoteReference", "endnoteReference":
				para.WriteByte(' ')
			case "noBreakHyphen":
				para.WriteByte('-')
			}
		case xml.EndElement:
			if skip > 0 {
				skip--
				continue
			}
			switch t.Name.Local {
			case "p":
				flush()
				if said {
					c.Paragraphs++
				}
			case "tc":
				if n := len(open); n > 0 {
					if open[n-1] {
						c.Cells++
					}
					open = open[:n-1]
				}
			case "t":
				inText = false
			}
		case xml.CharData:
			if skip == 0 && inText {
				para.Write(t)
				if strings.TrimSpace(string(t)) != "" {
					said = true
					if n := len(open); n > 0 {
						open[n-1] = true
					}
				}
			}
		}
	}
}

func slideNumber(attrs []xml.Attr) bool {
	for _, a := range attrs {
		if a.Name.Local == "type" && a.Value == "slidenum" {
			return true
		}
	}
	return false
}

// merge adds the numbers of o.
func (b *numberBag) merge(o *numberBag) {
	for _, num := range o.seen {
		if b.count[num] == 0 {
			b.seen = append(b.seen, num)
		}
		b.count[num] += o.count[num]
	}
	b.n += o.n
}
