package format

import (
	"context"
	"fmt"
	"strings"
)

// xlsx reads one workbook.
type xlsx struct {
	b        *builder
	a        *archive
	u        *unpacker
	strings  []string
	formats  []numFormat // by cell style
	from1904 bool
	cells    int
	found    Count
	nums     *numberBag // of the cells as they were read, before they are laid out
	unknown  int        // formulas without a value
	apart    int        // values in hidden rows, columns and sheets
}

// xsheet is what a sheet holds, with rows and columns from 1.
type xsheet struct {
	name   string
	rows   []xrow
	merges []xrange
	hidden map[int]bool // columns
	margin []string
	rels   []rel
}

type xrow struct {
	n      int
	hidden bool
	cells  []xcell
}

// An xcell has a value; across and down mark values that merged cells took over.
type xcell struct {
	col    int
	text   string
	across bool
	down   bool
}

type xrange struct{ top, left, bottom, right int }

// parseXLSX reads a workbook.
func parseXLSX(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	a, err := u.open(ctx, data)
	if err != nil {
		return errorFile(err)
	}
	x := &xlsx{b: newBuilder(ctx, lim), a: a, u: u, nums: newNumberBag()}
	if err := x.workbook(); err != nil {
		return errorFile(err)
	}
	f := x.b.file(x.found, x.nums)
	if f.Status == Failed {
		return f
	}
	a.properties(&f)
	if x.unknown > 0 {
		f.degrade(fmt.Sprintf("%d formulas have no stored value; open the workbook, let it calculate and save it", x.unknown))
	}
	if x.apart > 0 {
		f.degrade(fmt.Sprintf("%d values in hidden rows, columns or sheets are kept apart", x.apart))
	}
	if lost := x.found.Cells - x.b.count.Cells - x.apart - x.unknown; lost > 0 {
		f.Account.Dropped = append(f.Account.Dropped, Drop{"cell", lost, "it has a value that is not in the text"})
		f.degrade(fmt.Sprintf("%d cells are not in the text", lost))
	}
	f.Parts = append(f.Parts, a.embedded("xl/embeddings/")...)
	if len(f.Parts) > 0 {
		f.addParts("workbook")
	}
	return f
}

func (x *xlsx) workbook() error {
	main, err := x.a.main("workbook.xml", "xl/workbook.xml")
	if err != nil {
		return err
	}
	book, err := x.a.xmlPart(main)
	if err != nil {
		return err
	}
	if book == nil {
		return errDamaged
	}
	rels, err := x.a.rels(main)
	if err != nil {
		return err
	}
	v := book.kid("workbookPr").attr("date1904")
	x.from1904 = v == "1" || v == "true"
	for _, p := range ofKind(rels, "styles") {
		n, err := x.a.xmlPart(p)
		if err != nil {
			return err
		}
		x.readFormats(n)
	}
	for _, p := range ofKind(rels, "sharedStrings") {
		if err := x.readStrings(p); err != nil {
			return err
		}
	}
	var failed error
	n := 0
	book.kid("sheets").each("sheet", func(s *node) {
		part := target(rels, s.relID("id"))
		if failed != nil || part == "" || !strings.Contains(part, "worksheets/") && x.a.byKey[partName(part)] == nil {
			return
		}
		n++
		x.found.Pages++
		failed = x.sheet(part, s.attr("name"), s.attr("state"))
	})
	if failed == nil && n == 0 {
		failed = errDamaged
	}
	if failed == nil {
		failed = x.b.err
	}
	return failed
}

// sheet reads one sheet into the text.
func (x *xlsx) sheet(part, name, state string) error {
	s, err := x.read(part, name)
	if err != nil {
		return err
	}
	if s == nil {
		x.b.drop("sheet", 1, "it is not in the file")
		return nil
	}
	if state == "hidden" || state == "veryHidden" {
		for i := range s.rows {
			s.rows[i].hidden = true
		}
	}
	x.keepApart(s)
	if len(s.rows) == 0 && len(s.rels) == 0 && len(s.margin) == 0 {
		return nil // a sheet with nothing on it has no heading
	}
	x.b.here = Mark{Sheet: name}
	x.b.block(Heading, 1, name)
	x.b.count.Pages++
	if err := s.spread(x.u.lim.Cells); err != nil {
		return err
	}
	l := layout{b: x.b, sheet: name, columns: true, most: x.u.lim.Cells}
	if err := l.rows(s.rows); err != nil {
		return err
	}
	x.found.Tables += l.tables
	if err := x.beside(s); err != nil {
		return err
	}
	x.b.here = Mark{}
	return x.b.err
}

// keepApart takes hidden rows and columns out.
func (x *xlsx) keepApart(s *xsheet) {
	rows := s.rows[:0]
	for _, r := range s.rows {
		var show, hide []xcell
		for _, c := range r.cells {
			if r.hidden || s.hidden[c.col] {
				hide = append(hide, c)
			} else {
				show = append(show, c)
			}
		}
		if len(hide) > 0 {
			texts := make([]string, len(hide))
			for i, c := range hide {
				texts[i] = oneLine(c.text)
			}
			x.apart += len(hide)
			x.b.hide(strings.Join(texts, " | "))
		}
		if len(show) > 0 {
			rows = append(rows, xrow{n: r.n, cells: show})
		}
	}
	s.rows = rows
}

// beside reads what hangs on a sheet: comments, text boxes, headers and footers.
func (x *xlsx) beside(s *xsheet) error {
	x.b.here = Mark{Sheet: s.name}
	for _, r := range s.rels {
		switch r.kind {
		case "drawing":
			if err := x.drawing(r.target); err != nil {
				return err
			}
		case "comments", "threadedComment":
			n, err := x.a.xmlPart(r.target)
			if err != nil {
				return err
			}
			do := func(c *node) {
				x.b.here = Mark{Sheet: s.name, Cells: c.attr("ref")}
				text := richText(c)
				if !strings.HasPrefix(text, "[Threaded comment]") {
					x.b.block(Comment, 0, text)
				}
			}
			n.each("comment", do)
			n.each("threadedComment", do)
		}
	}
	x.b.here = Mark{Sheet: s.name}
	for _, m := range s.margin {
		x.b.block(Margin, 0, m)
	}
	return nil
}

// drawing reads text boxes and charts, and counts images.
func (x *xlsx) drawing(part string) error {
	n, err := x.a.xmlPart(part)
	if err != nil || n == nil {
		return err
	}
	rels, err := x.a.rels(part)
	if err != nil {
		return err
	}
	pics := 0
	n.each("pic", func(*node) { pics++ })
	x.found.Images += pics
	x.b.drop("image", pics, "an image has no text layer; it was not read")
	n.each("txBody", func(t *node) {
		t.each("p", func(p *node) { x.b.block(Paragraph, 0, slideText(p)) })
	})
	var failed error
	n.each("chart", func(c *node) {
		t, err := x.a.xmlPart(target(rels, c.relID("id")))
		if err != nil {
			failed = err
			return
		}
		if title := chartTitle(t); title != "" { // its values are the sheet's
			x.b.block(Paragraph, 0, title)
		}
	})
	return failed
}

// richText returns the text of a string or comment without its phonetic runs.
func richText(n *node) string {
	var b strings.Builder
	var walk func(*node)
	walk = func(n *node) {
		for _, k := range n.kids {
			switch k.name {
			case "rPh", "phoneticPr", "rPr":
			case "t", "text":
				if k.name == "text" && k.kid("r") != nil || k.kid("t") != nil {
					walk(k)
				} else {
					b.WriteString(k.content())
				}
			default:
				walk(k)
			}
		}
	}
	walk(orEmpty(n))
	return excelEscapes(b.String())
}

// errCells is the limit on cells.
func errCells(most int) error {
	return errLimit(fmt.Sprintf("it has more than %d cells; split the file", most))
}
