package format

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parsePDF reads a PDF: text in the order of reading, tables, headings, the places of all of it, and what a
// reader of the pages does not see apart from it.
func parsePDF(ctx context.Context, _ string, data []byte, lim Limits) (f File) {
	lim = lim.full()
	e, err := pdfEngines.take(ctx)
	if err != nil {
		return errorFile(err)
	}
	defer func() {
		if p := recover(); p != nil {
			e.broken = true
			f = failed("the file is damaged: its pages can't be read; save or print it as PDF again")
			if t, ok := p.(pdfTrap); ok && strings.Contains(t.err.Error(), "no memory") {
				f = failed(fmt.Sprintf("reading it takes more than %d MB of memory; split the file", pdfMemoryPages>>4))
			}
		}
		pdfEngines.give(e)
		f.Kind = PDF
	}()
	d, err := e.openDoc(data)
	if err != nil {
		return failed(err.Error())
	}
	defer d.close()
	if d.pages > lim.Pages {
		return failed(fmt.Sprintf("the file has %d pages, more than %d; split it", d.pages, lim.Pages))
	}
	if d.pages < 1 {
		return failed("the file is damaged: it has no pages; save or print it as PDF again")
	}
	w := &pdfWork{b: newBuilder(ctx, lim), source: newNumberBag(), links: map[string]bool{}}
	if err := w.read(ctx, newPDFReader(d)); err != nil {
		return errorFile(err)
	}
	f = w.write(d)
	if f.Status == Failed {
		return f
	}
	f.Title, f.Author, f.Date = d.meta("Title"), d.meta("Author"), d.date()
	if w.attached = d.int("FPDFDoc_GetAttachmentCount", d.handle); w.attached > 0 {
		f.Account.Dropped = append(f.Account.Dropped, Drop{"attached file", w.attached, "files inside a PDF are not read; save them beside it"})
	}
	return f
}

// pdfWork gathers what the pages of a file give.
type pdfWork struct {
	b        *builder
	source   *numberBag
	pages    []*pdfLayout
	extras   []pdfExtra
	links    map[string]bool
	found    Count
	noText   []int
	noCode   int
	unread   int // objects not looked at
	garbage  []int
	bad      []int
	scans    []int // pages whose text is that of a recognition
	attached int
	margins  int // header and footer lines that stand in the text, once
}

// pdfExtra is what a page has beside its text.
type pdfExtra struct {
	page     int
	comments []string
	values   []string
}

// read reads all pages. A page that can't be read is noted; many in a row end the file.
func (w *pdfWork) read(ctx context.Context, r *pdfReader) error {
	const badInARow = 50
	row := 0
	for n := 1; n <= r.pages; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := r.read(n)
		w.found.Pages++
		if p.bad {
			w.bad = append(w.bad, n)
			if row++; row >= badInARow || row == r.pages {
				return errors.New("the file is damaged: its pages are missing; save or print it as PDF again")
			}
			continue
		}
		row = 0
		w.page(p)
	}
	return nil
}

func (w *pdfWork) page(p *pdfPage) {
	w.found.Images += p.images
	w.source.add(p.raw.String())
	if p.hidden != "" {
		w.b.hide(p.hidden)
	}
	w.noCode += p.noCode
	w.unread += p.unread
	if p.noCode*10 > p.total*3 && p.total > 0 {
		w.garbage = append(w.garbage, p.n)
	}
	if len(p.chars) == 0 {
		w.noText = append(w.noText, p.n)
	} else if p.scanned && p.recognised() {
		w.scans = append(w.scans, p.n)
	}
	for _, uri := range p.links {
		w.links[uri] = true
	}
	l := p.layout()
	if x := (pdfExtra{page: p.n, comments: p.comments}); len(p.comments)+len(p.values) > 0 {
		text := squeezed(p.raw.String())
		for _, v := range p.values { // what the flattened page does not show
			if v != "" && !strings.Contains(text, squeezed(v)) {
				x.values = append(x.values, v)
			}
		}
		w.extras = append(w.extras, x)
	}
	w.pages = append(w.pages, l)
}

// recognised reports whether the text of a page is an invisible layer.
func (p *pdfPage) recognised() bool {
	n := 0
	for _, c := range p.chars {
		if s := &p.styles[c.style]; s.mode == 3 || s.clear {
			n++
		}
	}
	return n*2 > len(p.chars)
}

func squeezed(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// write orders what was read and accounts for it.
func (w *pdfWork) write(d *pdfDoc) File {
	margins := takeMargins(w.pages)
	items := make([][]pdfItem, len(w.pages))
	for i, l := range w.pages {
		items[i] = l.items()
		l.segs, l.others = nil, nil
	}
	flow := newPDFFlow(w.b, items)
	for i := range items {
		for _, it := range items[i] {
			if it.table != nil {
				flow.tableItem(it.table)
			} else {
				flow.line(it.line)
			}
		}
		items[i] = nil
	}
	flow.flush()
	w.rest(flow, margins)

	w.found.Paragraphs, w.found.Tables, w.found.Cells = flow.found.Paragraphs, flow.found.Tables, flow.found.Cells
	w.b.count.Pages = w.found.Pages - len(w.noText) - len(w.bad)
	w.b.drop("image", w.found.Images, "what an image shows is not read; recognise its text first")
	w.b.drop("repeated header or footer line", margins.lines-w.margins, "it stands at the same place of many pages")
	w.b.drop("repeated table head", flow.repeat, "the table goes on from the page before; its head stands once")
	w.b.drop("link target", len(w.links), "the words of a link are text, its address is kept apart")
	w.b.drop("page", len(w.bad), "it can't be read")

	f := w.b.file(w.found, nil)
	if f.Status == Failed {
		return f
	}
	if len(margins.texts) > 0 {
		f.Aside = append(f.Aside, strings.Join(margins.texts, "\n"))
	}
	for uri := range w.links {
		f.Aside = append(f.Aside, uri)
	}
	f.reconcile(w.source)
	f.Account.NoText, f.Account.NoCode = w.noText, w.noCode
	w.status(&f, d)
	return f
}

var pageNumber = regexp.MustCompile(`^(?:[\s#\-–—/|·.,()（）]|第|页|頁|共|[Pp]age|PAGE|of|OF|[Pp]\.?|Seite|von)*$`)

// rest writes what stands beside the pages' text: comments, form values, and each header or footer once.
func (w *pdfWork) rest(flow *pdfFlow, margins *pdfMargins) {
	for _, x := range w.extras {
		w.b.here = Mark{Page: x.page}
		for _, v := range x.values {
			w.b.block(Paragraph, 0, v)
			flow.found.Paragraphs++
			w.source.add(v)
		}
		for _, c := range x.comments {
			w.b.block(Comment, 0, c)
			flow.found.Paragraphs++
			w.source.add(c)
		}
	}
	w.b.here = Mark{}
	for _, key := range margins.order {
		if !pageNumber.MatchString(key) {
			w.b.block(Margin, 0, margins.first[key])
			w.margins++
			flow.found.Paragraphs++
		}
	}
}

// status says what the file is fit for.
func (w *pdfWork) status(f *File, d *pdfDoc) {
	if len(w.noText) == d.pages-len(w.bad) {
		f.Status = Empty
		f.Reason = "no text layer in it; recognise its text first"
		if w.found.Images > 0 {
			f.Reason = "a scan: no text layer; run OCR first"
		}
		if len(f.Hidden) > 0 {
			f.Reason = "all of its text is hidden from a reader of the pages; check the file"
		}
		return
	}
	if !hasWords(f.Text) {
		f.Status, f.Reason = Empty, "no words in it"
		return
	}
	if len(w.bad) > 0 {
		f.degrade(fmt.Sprintf("%s can't be read", pageList(w.bad)))
	}
	if len(w.noText) > 0 && w.found.Images > 0 {
		f.degrade(fmt.Sprintf("%s without a text layer; run OCR first", pageList(w.noText)))
	}
	if len(w.garbage) > 0 {
		f.degrade(fmt.Sprintf("the letters of %s have no Unicode: its font says only how they look; run OCR first", pageList(w.garbage)))
	} else if w.noCode > 0 && w.noCode*50 > utf8.RuneCountInString(f.Text) {
		f.degrade(fmt.Sprintf("%d characters have no Unicode", w.noCode))
	}
	if w.unread > 0 {
		f.degrade(fmt.Sprintf("%d objects of pages with too many were not looked at, and text without its font may be among them; print the file as PDF again, with its fonts", w.unread))
	}
	if len(w.scans) > 0 {
		f.degrade(fmt.Sprintf("the text of %s was recognised from a scan and may hold errors", pageList(w.scans)))
	}
}

// pageList names pages: page 3, pages 1, 2, 5 and 14 more.
func pageList(pages []int) string {
	if len(pages) == 1 {
		return fmt.Sprintf("page %d", pages[0])
	}
	const most = 8
	parts := make([]string, 0, most)
	for _, p := range pages[:min(len(pages), most)] {
		parts = append(parts, fmt.Sprint(p))
	}
	s := "pages " + strings.Join(parts, ", ")
	if n := len(pages) - most; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}
