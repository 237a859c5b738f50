package format

import (
	"context"
	"encoding/xml"
	"errors"
	"path"
	"strconv"
	"strings"
)

// docx reads one Word document.
type docx struct {
	b        *builder
	a        *archive
	u        *unpacker
	rels     []rel
	styles   map[string]*docStyle
	defaults docStyle
	nums     *numbering
	notes    map[string]*node // "footnote 2" → its element
	comments map[string]*node
	said     []string // ids of comments, in order
	fields   []bool   // open fields: in the result?
	found    Count
	title    string
	headed   bool  // a heading was read
	titled   bool  // the first of them is the title
	margins  []rel // headers and footers that a section shows
	images   int   // as large as content
}

// parseDOCX reads a Word document.
func parseDOCX(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	a, err := u.open(ctx, data)
	if err != nil {
		return errorFile(err)
	}
	d := &docx{b: newBuilder(ctx, lim), a: a, u: u, notes: map[string]*node{}, comments: map[string]*node{}}
	main, err := a.main("document.xml", "word/document.xml")
	if err != nil {
		return errorFile(err)
	}
	body, err := a.part(main)
	if err != nil {
		return errorFile(err)
	}
	if body == nil {
		return failed("it has no document in it; save it again with its program")
	}
	if err := d.load(main); err != nil {
		return errorFile(err)
	}
	source, found, err := docxCount(ctx, body, lim)
	if err != nil {
		return errorFile(err)
	}
	d.found = found
	if err := d.document(body, lim); err != nil {
		return errorFile(err)
	}
	for _, part := range d.tail() {
		n, c, err := docxCount(ctx, part, lim)
		if err != nil {
			return errorFile(err)
		}
		source.merge(n)
		d.found.Cells += c.Cells
	}
	f := d.b.file(d.found, source)
	d.about(&f)
	return f
}

// main finds the main part of an office file.
func (a *archive) main(base, usual string) (string, error) {
	rels, err := a.rels("")
	if err != nil {
		return "", err
	}
	for _, r := range rels {
		if r.kind == "officeDocument" {
			return r.target, nil
		}
	}
	if a.byKey[usual] != nil {
		return usual, nil
	}
	for _, f := range a.files {
		if path.Base(partName(f.Name)) == base {
			return f.Name, nil
		}
	}
	return "", errDamaged
}

// load reads the parts that the document refers to.
func (d *docx) load(main string) error {
	var err error
	if d.rels, err = d.a.rels(main); err != nil {
		return err
	}
	one := func(kind string) (*node, error) {
		for _, p := range ofKind(d.rels, kind) {
			return d.a.xmlPart(p)
		}
		return nil, nil
	}
	styles, err := one("styles")
	if err != nil {
		return err
	}
	d.readStyles(styles)
	numbers, err := one("numbering")
	if err != nil {
		return err
	}
	d.nums = readNumbering(numbers)
	for _, kind := range []string{"footnote", "endnote", "comment"} {
		n, err := one(kind + "s")
		if err != nil {
			return err
		}
		n.each(kind, func(k *node) {
			if kind == "comment" {
				d.comments[k.attr("id")] = k
			} else if t := k.attr("type"); t == "" || t == "normal" {
				d.notes[kind+" "+k.attr("id")] = k
			}
		})
	}
	return nil
}

// document reads the body one element at a time.
func (d *docx) document(data []byte, lim Limits) error {
	r := newXML(d.a.ctx, data, lim)
	inBody := false
	for {
		t, err := r.next()
		if err != nil {
			return err
		}
		start, ok := t.(xml.StartElement)
		switch {
		case t == nil:
			if !inBody {
				return errDamaged
			}
			return nil
		case !ok:
		case !inBody && start.Name.Local == "document":
		case !inBody && start.Name.Local == "body":
			inBody = true
		default:
			n, err := r.tree(start)
			if err != nil {
				return err
			}
			if inBody {
				d.flow(n, docPlace{})
			}
			if d.b.err != nil {
				return d.b.err
			}
		}
	}
}

// docPlace is where a paragraph stands, for what can be seen there.
type docPlace struct {
	shaded bool // on a coloured ground: white text can be read
	kind   BlockKind
}

// flow reads block content into the text.
func (d *docx) flow(n *node, at docPlace) {
	switch n.name {
	case "p":
		d.paragraph(n, at)
	case "tbl":
		d.table(n, at)
	case "sdt":
		for _, k := range n.kid("sdtContent").children() {
			d.flow(k, at)
		}
	case "sectPr":
		d.section(n)
	case "del", "moveFrom":
		d.b.drop("deleted text", 1, "a tracked deletion, no longer part of the text")
	case "altChunk":
		d.chunk(n)
	case "AlternateContent":
		for _, k := range chosen(n) {
			d.flow(k, at)
		}
	default: // ins, moveTo, customXml, txbxContent, body
		for _, k := range n.kids {
			d.flow(k, at)
		}
	}
}

func (n *node) children() []*node {
	if n == nil {
		return nil
	}
	return n.kids
}

// chosen returns the content of one of the alternatives: the first that has text, or else the last.
func chosen(n *node) []*node {
	var last *node
	for _, k := range n.kids {
		if k.name == "Choice" || k.name == "Fallback" {
			if last == nil || strings.TrimSpace(last.content()) == "" && strings.TrimSpace(k.content()) != "" {
				last = k
			}
		}
	}
	return last.children()
}

// section notes the headers and footers that a section shows.
func (d *docx) section(n *node) {
	for _, k := range n.kids {
		if k.name != "headerReference" && k.name != "footerReference" {
			continue
		}
		id := k.relID("id")
		if t := target(d.rels, id); t != "" {
			d.margins = append(d.margins, rel{id, k.name, t})
		}
	}
}

// tail reads what stands outside the body: headers and footers once, comments. It returns the parts it read.
func (d *docx) tail() [][]byte {
	var parts [][]byte
	seen := map[string]bool{}
	said := map[string]bool{}
	for _, m := range d.margins {
		if seen[m.target] {
			continue
		}
		seen[m.target] = true
		data, err := d.a.part(m.target)
		if err != nil || data == nil {
			d.lose("page header or footer", err)
			continue
		}
		n, err := parseXML(d.a.ctx, data, d.a.u.lim)
		if err != nil {
			d.lose("page header or footer", err)
			continue
		}
		if text := n.content(); said[text] {
			continue
		} else {
			said[text] = true
		}
		parts = append(parts, data)
		rels := d.rels
		d.rels, _ = d.a.rels(m.target)
		d.flow(n, docPlace{kind: Margin})
		d.rels = rels
	}
	for _, id := range d.said {
		c := d.comments[id]
		delete(d.comments, id)
		d.comment(c)
	}
	return parts
}

func (d *docx) comment(c *node) {
	if c == nil {
		return
	}
	text := d.plain(c)
	if who := c.attr("author"); who != "" && text != "" {
		text = who + ": " + text
	}
	d.b.block(Comment, 0, text)
}

// plain returns the text of a note or a comment on its own.
func (d *docx) plain(n *node) string {
	var paras []string
	n.each("p", func(p *node) {
		in := d.inline(p, docPlace{})
		if s := strings.TrimSpace(in.text.String()); s != "" {
			paras = append(paras, s)
		}
		d.hidden(in)
	})
	return strings.Join(paras, "\n")
}

func (d *docx) lose(what string, err error) {
	var lim errLimit
	if errors.As(err, &lim) || d.a.ctx.Err() != nil {
		if d.b.err == nil {
			d.b.err = err
		}
		return
	}
	why := "it is not in the file"
	if err != nil {
		why = err.Error()
	}
	d.b.drop(what, 1, why)
}

// chunk reads a document that is inserted as a whole.
func (d *docx) chunk(n *node) {
	name := target(d.rels, n.relID("id"))
	data, err := d.a.part(name)
	if err != nil || data == nil {
		d.lose("inserted document", err)
		return
	}
	f := Whole(d.u.nested(d.a.ctx, name, data))
	if f.Status != OK && f.Status != Degraded {
		d.b.drop("inserted document", 1, f.Reason)
		return
	}
	for para := range strings.SplitSeq(f.Text, "\n") {
		d.b.block(Paragraph, 0, para)
	}
}

// about fills in what the file says of itself and what it could not show.
func (d *docx) about(f *File) {
	if f.Status == Failed {
		return
	}
	d.a.properties(f)
	if d.title != "" {
		f.Title = d.title
	}
	d.embedded(f, "word/embeddings/")
	if d.images > 0 {
		f.degrade(strconv.Itoa(d.images) + " images have no text layer")
	}
}

// embedded reads files inside an office file as parts.
func (d *docx) embedded(f *File, dir string) {
	f.Parts = append(f.Parts, d.a.embedded(dir)...)
	if len(f.Parts) > 0 {
		f.addParts("document")
	}
}

func (a *archive) embedded(dir string) []Part {
	var out []Part
	for _, e := range a.files {
		if !strings.HasPrefix(partName(e.Name), dir) || strings.HasSuffix(e.Name, "/") {
			continue
		}
		p := Part{Name: path.Base(e.Name)}
		if data, err := a.read(e); err != nil {
			p.File = errorFile(err)
		} else {
			p.File = a.u.nested(a.ctx, p.Name, data)
		}
		out = append(out, p)
	}
	return out
}

// properties reads title, author and date of an office file.
func (a *archive) properties(f *File) {
	n, err := a.xmlPart("docProps/core.xml")
	if err != nil || n == nil {
		return
	}
	text := func(name string) string { return strings.TrimSpace(n.kid(name).content()) }
	f.Title, f.Author = oneLine(text("title")), oneLine(text("creator"))
	for _, name := range []string{"modified", "created"} {
		if s := text(name); len(s) >= 10 && f.Date == "" {
			f.Date = isoDay(s[:10])
		}
	}
	app, err := a.xmlPart("docProps/app.xml")
	if err == nil && app != nil && f.Account.Found.Pages == 0 {
		if pages, err := strconv.Atoi(strings.TrimSpace(app.kid("Pages").content())); err == nil && pages > 0 && pages < 1e6 {
			f.Account.Found.Pages, f.Account.Indexed.Pages = pages, pages
		}
	}
}
