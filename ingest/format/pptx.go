package format

import (
	"context"
	"fmt"
	"strings"
)

// slides reads one presentation.
type slides struct {
	b      *builder
	a      *archive
	found  Count
	source *numberBag
	large  int // images
}

// parsePPTX reads a presentation: slides in order, with tables, charts and notes.
func parsePPTX(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	a, err := u.open(ctx, data)
	if err != nil {
		return errorFile(err)
	}
	s := &slides{b: newBuilder(ctx, lim), a: a, source: newNumberBag()}
	if err := s.all(lim); err != nil {
		return errorFile(err)
	}
	f := s.b.file(s.found, s.source)
	if f.Status == Failed {
		return f
	}
	a.properties(&f)
	if f.Title == "" || strings.HasPrefix(f.Title, "PowerPoint ") {
		f.Title = ""
		if len(f.Blocks) > 0 && f.Blocks[0].Kind == Heading {
			f.Title = f.Text[f.Blocks[0].Start:f.Blocks[0].End]
		}
	}
	if s.large > 0 {
		f.degrade(fmt.Sprintf("%d images have no text layer", s.large))
	}
	f.Parts = append(f.Parts, a.embedded("ppt/embeddings/")...)
	if len(f.Parts) > 0 {
		f.addParts("presentation")
	}
	return f
}

func (s *slides) all(lim Limits) error {
	main, err := s.a.main("presentation.xml", "ppt/presentation.xml")
	if err != nil {
		return err
	}
	show, err := s.a.xmlPart(main)
	if err != nil {
		return err
	}
	if show == nil {
		return errDamaged
	}
	rels, err := s.a.rels(main)
	if err != nil {
		return err
	}
	n := 0
	var failure error
	show.kid("sldIdLst").each("sldId", func(k *node) {
		if failure != nil {
			return
		}
		if n++; n > lim.Pages {
			failure = errLimit(fmt.Sprintf("it has more than %d slides; split it", lim.Pages))
			return
		}
		failure = s.slide(target(rels, k.relID("id")), n)
	})
	if failure == nil {
		failure = s.b.err
	}
	return failure
}

func (s *slides) slide(part string, n int) error {
	s.found.Pages++
	data, err := s.a.part(part)
	if err != nil {
		return err
	}
	if data == nil {
		s.b.drop("slide", 1, "it is not in the file")
		return nil
	}
	root, err := parseXML(s.a.ctx, data, s.a.u.lim)
	if err != nil {
		return err
	}
	if err := s.count(data); err != nil {
		return err
	}
	rels, err := s.a.rels(part)
	if err != nil {
		return err
	}
	if v := root.attr("show"); v == "0" || v == "false" {
		var all []string
		root.each("p", func(p *node) { all = append(all, slideText(p)) })
		s.b.hide(strings.Join(all, "\n"))
		s.b.drop("hidden slide", 1, "it is not shown; its text is kept apart")
		return nil
	}
	s.b.here = Mark{Page: n, At: fmt.Sprintf("slide %d", n)}
	tree := root.at("cSld", "spTree")
	for _, title := range []bool{true, false} { // the title first, wherever it stands in the file
		s.shapes(tree, rels, title)
	}
	s.b.count.Pages++
	for _, p := range ofKind(rels, "notesSlide") {
		if err := s.notes(p, n); err != nil {
			return err
		}
	}
	for _, kind := range []string{"comments", "modernComment"} {
		for _, p := range ofKind(rels, kind) {
			c, err := s.a.xmlPart(p)
			if err != nil {
				return err
			}
			c.each("cm", func(k *node) { s.b.block(Comment, 0, k.kid("text").content()+slideTexts(k)) })
		}
	}
	s.b.here = Mark{}
	return s.b.err
}

func (s *slides) count(data []byte) error {
	nums, c, err := docxCount(s.a.ctx, data, s.a.u.lim)
	if err != nil {
		return err
	}
	s.source.merge(nums)
	s.found.Cells += c.Cells
	s.found.Paragraphs += c.Paragraphs
	return nil
}

func (s *slides) notes(part string, n int) error {
	data, err := s.a.part(part)
	if err != nil || data == nil {
		return err
	}
	root, err := parseXML(s.a.ctx, data, s.a.u.lim)
	if err != nil {
		return err
	}
	s.b.here = Mark{Page: n, At: fmt.Sprintf("slide %d notes", n)}
	root.each("sp", func(sp *node) {
		if sp.at("nvSpPr", "nvPr", "ph").attr("type") != "body" {
			return
		}
		sp.each("p", func(p *node) { s.b.block(Paragraph, 0, slideText(p)) })
	})
	return nil
}

// shapes reads the titles of a slide, or everything else.
func (s *slides) shapes(n *node, rels []rel, titles bool) {
	for _, k := range n.children() {
		switch k.name {
		case "sp":
			ph := k.at("nvSpPr", "nvPr", "ph")
			kind := ph.attr("type")
			if isTitle := kind == "title" || kind == "ctrTitle"; isTitle != titles || kind == "sldNum" {
				continue
			}
			s.body(k.kid("txBody"), titles)
		case "grpSp":
			s.shapes(k, rels, titles)
		case "AlternateContent":
			s.shapes(&node{kids: chosen(k)}, rels, titles)
		case "graphicFrame":
			if !titles {
				s.frame(k, rels)
			}
		case "pic":
			if !titles {
				s.found.Images++
				s.b.drop("image", 1, "an image has no text layer; it was not read")
				ext := k.at("spPr", "xfrm", "ext")
				if number(ext.attr("cx")) >= 1_800_000 && number(ext.attr("cy")) >= 900_000 {
					s.large++
				}
			}
		case "cxnSp":
			if !titles {
				s.body(k.kid("txBody"), false)
			}
		}
	}
}

func (s *slides) body(n *node, title bool) {
	if n == nil {
		return
	}
	if title {
		s.b.block(Heading, 1, oneLine(slideTexts(n)))
		return
	}
	at := map[int]int{}
	n.each("p", func(p *node) {
		text := slideText(p)
		pPr := p.kid("pPr")
		lvl := number(pPr.attr("lvl"))
		if auto := pPr.kid("buAutoNum"); auto != nil && strings.TrimSpace(text) != "" {
			if at[lvl] == 0 {
				at[lvl] = max(number(auto.attr("startAt")), 1) - 1
			}
			at[lvl]++
			s.b.block(ListItem, 0, autoNumber(at[lvl], auto.attr("type"))+" "+text)
			return
		}
		delete(at, lvl)
		kind := Paragraph
		if lvl > 0 || pPr.kid("buChar") != nil {
			kind = ListItem
		}
		s.b.block(kind, 0, text)
	})
}

func autoNumber(n int, kind string) string {
	format := "decimal"
	for prefix, f := range map[string]string{"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman", "ea1Chs": "chineseCounting", "ea1Cht": "chineseCounting", "circleNum": "decimalEnclosedCircle"} {
		if strings.HasPrefix(kind, prefix) {
			format = f
		}
	}
	s := formatNumber(n, format)
	switch {
	case strings.HasSuffix(kind, "ParenBoth"):
		return "(" + s + ")"
	case strings.HasSuffix(kind, "ParenR"):
		return s + ")"
	case strings.HasSuffix(kind, "Period"):
		return s + "."
	}
	return s
}

// frame reads a table, a chart or a diagram.
func (s *slides) frame(n *node, rels []rel) {
	n.each("tbl", s.table)
	n.each("chart", func(c *node) {
		if t, err := s.a.xmlPart(target(rels, c.relID("id"))); err == nil && t != nil {
			chart(s.b, t)
		} else {
			s.b.drop("chart", 1, "it is not in the file")
		}
	})
	n.each("relIds", func(c *node) {
		t, err := s.a.xmlPart(target(rels, c.relID("dm")))
		if err != nil || t == nil {
			s.b.drop("diagram", 1, "it is not in the file")
			return
		}
		t.each("t", func(t *node) {
			t.each("p", func(p *node) { s.b.block(Paragraph, 0, slideText(p)) })
		})
	})
}

func (s *slides) table(t *node) {
	g := &grid{}
	cells := 0
	t.each("tr", func(tr *node) {
		var row []string
		var across, down []bool
		y := len(g.rows)
		tr.each("tc", func(tc *node) {
			if cells++; cells > s.a.u.lim.Cells {
				s.b.err = errCells(s.a.u.lim.Cells)
				return
			}
			text := oneLine(slideTexts(tc))
			if text != "" {
				s.b.count.Cells++
			}
			a, d := tc.attr("hMerge") == "1" || tc.attr("hMerge") == "true", tc.attr("vMerge") == "1" || tc.attr("vMerge") == "true"
			switch {
			case a && len(row) > 0:
				text = row[len(row)-1]
			case d && y > 0 && len(row) < len(g.rows[y-1]):
				text = g.rows[y-1][len(row)]
			}
			row, across, down = append(row, text), append(across, a), append(down, d)
		})
		g.rows, g.across, g.down = append(g.rows, row), append(g.across, across), append(g.down, down)
	})
	if len(g.rows) == 0 {
		return
	}
	s.found.Tables++
	head := headRows(g)
	if v := t.kid("tblPr").attr("firstRow"); head == 0 && (v == "1" || v == "true") && len(g.rows) > 1 {
		head = 1
	}
	g.emit(s.b, head, nil)
}

// slideText returns the text of a paragraph of a drawing.
func slideText(p *node) string {
	var b strings.Builder
	var walk func(*node)
	walk = func(n *node) {
		for _, k := range n.kids {
			switch k.name {
			case "t":
				b.WriteString(k.content())
			case "br":
				b.WriteByte('\n')
			case "pPr", "rPr", "endParaRPr":
			case "fld":
				if k.attr("type") != "slidenum" {
					walk(k)
				}
			case "AlternateContent":
				walk(&node{kids: chosen(k)})
			default:
				walk(k)
			}
		}
	}
	walk(p)
	return b.String()
}

// slideTexts returns the text of all paragraphs below n.
func slideTexts(n *node) string {
	var out []string
	n.each("p", func(p *node) {
		if s := strings.TrimSpace(slideText(p)); s != "" {
			out = append(out, s)
		}
	})
	return strings.Join(out, "\n")
}
