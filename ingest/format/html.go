package format

import (
	"bytes"
	"context"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

var (
	metaCharset = regexp.MustCompile(`(?i)<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-z0-9_:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([a-z0-9_:-]+)`)
)

// inlineTags are the elements that do not break a line.
var inlineTags = words("a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rb rp rt ruby s samp small span strike strong sub time tt u var wbr")

// silentTags hold no text of the page.
var silentTags = words("script style template head title iframe noembed noframes object embed applet canvas audio video map input datalist")

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// parseHTML reads a web page. Everything a reader sees is kept; navigation without figures is kept apart.
func parseHTML(ctx context.Context, _ string, data []byte, lim Limits) File {
	declared := ""
	if m := metaCharset.FindSubmatch(data[:min(len(data), 8<<10)]); m != nil {
		declared = string(m[1]) + string(m[2])
	}
	d, err := Decode(data, declared)
	if err != nil {
		return failed(err.Error())
	}
	b := newBuilder(ctx, lim)
	source := newNumberBag()
	found, err := htmlCount(ctx, d.Text, source)
	if err != nil {
		return stopped(err)
	}
	w, err := readHTML(b, d.Text)
	if err != nil {
		return errorFile(err)
	}
	found.Images = w.images
	f := b.file(found, nil)
	if f.Status == Failed {
		return f
	}
	f.Aside = w.aside
	f.reconcile(source)
	f.Title, f.Author, f.Date = w.title, w.author, w.date
	if f.Title == "" {
		f.Title = w.heading
	}
	f.Encoding, f.Certain = d.Encoding, d.Certain
	if bad := strings.Count(d.Text, "\ufffd"); bad > 0 && !bytes.Contains(data, []byte("\ufffd")) {
		f.Account.NoCode = bad
		f.degrade("some characters are broken; save the page again as UTF-8")
	}
	return f
}

// page is a page on its way into the text.
type page struct {
	b       *builder
	css     map[string]bool // selectors of rules that hide
	line    strings.Builder // the open paragraph
	kind    BlockKind       // of it
	mark    string          // of the open list item, until its first words
	aside   []string
	images  int
	title   string
	heading string
	author  string
	date    string
	nodes   int
	base    int // heading levels above the page, in a book
}

// readHTML reads a page into b.
func readHTML(b *builder, s string) (*page, error) {
	root, err := html.ParseWithOptions(strings.NewReader(s), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, errXML
	}
	w := &page{b: b, css: map[string]bool{}, kind: Paragraph}
	w.head(root, 0)
	w.walk(root, look{})
	w.flush()
	if w.b.err == nil {
		w.b.err = b.ctx.Err()
	}
	return w, w.b.err
}

// look is how an element is shown.
type look struct {
	shaded bool // on a coloured ground
	pre    bool
	depth  int
}

const deepest = 600 // elements in elements that are read; deeper ones are read as plain text

func attrOf(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	for _, a := range n.Attr {
		if a.Key == name {
			return true
		}
	}
	return false
}

// head reads metadata and the rules that hide.
func (w *page) head(n *html.Node, depth int) {
	if depth > deepest {
		return
	}
	if n.Type == html.ElementNode {
		switch n.Data {
		case "title":
			if w.title == "" && (n.Parent == nil || n.Parent.Data != "svg") {
				w.title = oneLine(rawText(n))
			}
		case "meta":
			w.meta(n)
		case "style":
			for _, m := range cssRule.FindAllStringSubmatch(rawText(n), 20_000) {
				if !hiddenCSS.MatchString(m[2]) {
					continue
				}
				for sel := range strings.SplitSeq(m[1], ",") {
					if s := simpleSel.FindStringSubmatch(strings.TrimSpace(sel)); s != nil {
						w.css[s[1]] = true
					}
				}
			}
		}
	}
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		w.head(k, depth+1)
	}
}

func (w *page) meta(n *html.Node) {
	name := strings.ToLower(attrOf(n, "name") + attrOf(n, "property") + attrOf(n, "itemprop"))
	value := oneLine(attrOf(n, "content"))
	switch name {
	case "author", "dc.creator", "article:author":
		if w.author == "" {
			w.author = value
		}
	case "date", "dc.date", "article:published_time", "article:modified_time", "datepublished", "pubdate", "publishdate", "last-modified":
		if len(value) >= 10 && w.date == "" {
			w.date = isoDay(strings.ReplaceAll(value[:10], "/", "-"))
		}
	}
}

func rawText(n *html.Node) string {
	var b strings.Builder
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		if k.Type == html.TextNode {
			b.WriteString(k.Data)
		}
	}
	return b.String()
}

func (w *page) walk(n *html.Node, at look) {
	if w.nodes++; w.nodes%1024 == 0 && w.b.ctx.Err() != nil {
		w.b.err = w.b.ctx.Err()
	}
	if w.b.err != nil {
		return
	}
	switch n.Type {
	case html.TextNode:
		w.write(n.Data, at.pre)
		return
	case html.DocumentNode:
		w.kids(n, at)
		return
	case html.ElementNode:
	default:
		return
	}
	if silentTags[n.Data] {
		return
	}
	if at.depth++; at.depth > deepest {
		w.write(allText(n), false)
		return
	}
	if w.unseen(n, at) {
		w.b.hide(allText(n))
		return
	}
	at.shaded = at.shaded || coloured(n)
	switch n.Data {
	case "br":
		w.line.WriteByte('\n')
	case "img", "image":
		w.image(n)
	case "sup":
		w.power(n)
		w.kids(n, at)
	case "rt", "rp":
	case "noscript":
		w.setAside(n)
	case "h1", "h2", "h3", "h4", "h5", "h6":
		w.flush()
		w.kids(n, at)
		s := strings.TrimSpace(w.line.String())
		w.line.Reset()
		w.b.block(Heading, int(n.Data[1]-'0')+w.base, oneLine(s))
		if w.heading == "" {
			w.heading = oneLine(s)
		}
	case "pre", "textarea", "xmp", "listing":
		w.flush()
		w.kind, at.pre = Code, true
		w.kids(n, at)
		w.flush()
	case "li":
		w.flush()
		w.kind, w.mark = ListItem, itemMark(n)
		w.kids(n, at)
		w.flush()
		w.mark = ""
	case "nav":
		w.flush()
		w.navigation(n, at)
	case "footer":
		w.flush()
		w.footer(n, at)
	case "table":
		w.flush()
		w.table(n, at)
	case "option":
		w.kids(n, at)
		w.line.WriteByte(' ')
	default:
		if r := attrOf(n, "role"); r == "navigation" || r == "menu" || r == "menubar" {
			w.flush()
			w.navigation(n, at)
			return
		}
		if inlineTags[n.Data] {
			w.kids(n, at)
			return
		}
		w.flush()
		w.kids(n, at)
		w.flush()
	}
}

func (w *page) kids(n *html.Node, at look) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		w.walk(k, at)
	}
}

// write adds text to the open paragraph; outside of preformatted text white space is one space.
func (w *page) write(s string, pre bool) {
	if pre {
		w.line.WriteString(s)
		return
	}
	s = strings.ReplaceAll(s, "\u00a0", " ")
	for i, f := range strings.Fields(s) {
		if i > 0 || startsBlank(s) {
			w.space()
		}
		w.line.WriteString(f)
	}
	if endsBlank(s) {
		w.space()
	}
}

func (w *page) space() {
	if s := w.line.String(); s != "" && !endsBlank(s) {
		w.line.WriteByte(' ')
	}
}

func startsBlank(s string) bool { return s != "" && strings.ContainsRune(" \t\r\n\f", rune(s[0])) }
func endsBlank(s string) bool   { return s != "" && strings.ContainsRune(" \t\r\n\f", rune(s[len(s)-1])) }

// flush ends the open paragraph.
func (w *page) flush() {
	s := w.line.String()
	w.line.Reset()
	if strings.TrimSpace(s) != "" {
		if w.mark != "" {
			s, w.kind, w.mark = w.mark+strings.TrimSpace(s), ListItem, ""
		}
		w.b.block(w.kind, 0, s)
	}
	w.kind = Paragraph
}

// power marks a raised figure, or else 10² would read 102.
func (w *page) power(n *html.Node) {
	s := w.line.String()
	if t := strings.TrimSpace(allText(n)); s != "" && digit(s[len(s)-1]) && t != "" && (digit(t[0]) || t[0] == '-') {
		w.line.WriteByte('^')
	}
}

func (w *page) image(n *html.Node) {
	w.images++
	alt := oneLine(attrOf(n, "alt"))
	if alt == "" {
		w.b.drop("image", 1, "an image has no text layer; it was not read")
		return
	}
	w.b.drop("image with a description", 1, "its description is in the text, the image was not read")
	w.space()
	w.line.WriteString(alt)
	w.line.WriteByte(' ')
}

func itemMark(n *html.Node) string {
	if n.Parent == nil || n.Parent.Data != "ol" {
		return "• "
	}
	at := 1
	if s := attrOf(n.Parent, "start"); s != "" {
		at = number(s)
	}
	for k := n.PrevSibling; k != nil; k = k.PrevSibling {
		if k.Type == html.ElementNode && k.Data == "li" {
			at++
		}
	}
	if v := attrOf(n, "value"); v != "" {
		at = number(v)
	}
	format := map[string]string{"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}[attrOf(n.Parent, "type")]
	return formatNumber(at, format) + ". "
}

// allText returns the text below an element, with breaks as spaces. It does not recurse: pages can be very deep.
func allText(n *html.Node) string {
	var b strings.Builder
	for k := range n.Descendants() {
		switch {
		case k.Type == html.TextNode && (k.Parent == nil || !silentTags[k.Parent.Data]):
			b.WriteString(k.Data)
		case k.Type == html.ElementNode && !inlineTags[k.Data]:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}
