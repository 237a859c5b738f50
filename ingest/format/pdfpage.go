package format

import (
	"math"
	"strings"
	"unicode"

	"github.com/tetratelabs/wazero/api"
	"golang.org/x/text/unicode/norm"
)

// pdfBox is a box in points from the page's top left, as a reader sees the page.
type pdfBox struct{ x0, y0, x1, y1 float64 }

func (b pdfBox) w() float64 { return b.x1 - b.x0 }
func (b pdfBox) h() float64 { return b.y1 - b.y0 }

func (b pdfBox) has(x, y float64) bool { return x >= b.x0 && x <= b.x1 && y >= b.y0 && y <= b.y1 }

func (b pdfBox) join(c pdfBox) pdfBox {
	if b == (pdfBox{}) {
		return c
	}
	return pdfBox{min(b.x0, c.x0), min(b.y0, c.y0), max(b.x1, c.x1), max(b.y1, c.y1)}
}

// pdfChar is a visible sign of a page.
type pdfChar struct {
	r     rune
	style int32
	space bool // white space stands before it
	box   pdfBox
	// In the frame of its direction: along the line, and down.
	u0, u1, v float64
}

// pdfStyle is what the characters of one text object share.
type pdfStyle struct {
	obj    uint64
	size   float64 // as seen, in points
	wide   float64 // the same along the line: the signs may be drawn out
	bold   bool
	font   uint64
	lent   bool    // the font is not in the file: its glyphs are stand-ins, its widths are declared
	dx, dy float64 // the direction of writing as seen, y down
	mode   int
	fill   [3]int
	clear  bool // drawn with no opacity
	filled bool // fill is known
	z      int
}

// pdfPage is what was read of a page.
type pdfPage struct {
	n        int // from 1
	box      pdfBox
	styles   []pdfStyle
	chars    []pdfChar
	rules    []pdfRule
	fills    []pdfFill
	images   int
	imageBox []pdfFill
	crowded  bool            // more areas than are kept
	raw      strings.Builder // the text as PDFium has it, for the count of numbers
	hidden   string
	noCode   int
	unread   int // objects that were not looked at, where text without glyphs may be among them
	total    int // signs, hidden ones too
	scanned  bool
	comments []string
	values   []string // of form fields
	links    []string
	bad      bool // it could not be loaded
}

// pdfReader reads the pages of a document.
type pdfReader struct {
	*pdfDoc
	unicode, charBox, origin, textObj, mapError api.Function

	page, text uint64
	l, b, r, t float64 // the page's box in user space
	rot        int
	fontBold   map[uint64]bool
	fontLent   map[uint64]bool
	widths     map[pdfGlyph]float64
	z          map[uint64]int
	bare       []bare
	budget     int // objects still to look at
}

func newPDFReader(d *pdfDoc) *pdfReader {
	return &pdfReader{
		pdfDoc: d, fontBold: map[uint64]bool{}, fontLent: map[uint64]bool{}, widths: map[pdfGlyph]float64{},
		unicode: d.fn("FPDFText_GetUnicode"), charBox: d.fn("FPDFText_GetCharBox"), origin: d.fn("FPDFText_GetCharOrigin"),
		textObj: d.fn("FPDFText_GetTextObject"), mapError: d.fn("FPDFText_HasUnicodeMapError"),
	}
}

// read reads page n, from 1.
func (d *pdfReader) read(n int) *pdfPage {
	p := &pdfPage{n: n}
	d.page = d.call("FPDF_LoadPage", d.handle, uint64(n-1))
	if d.page == 0 {
		p.bad = true
		return p
	}
	defer func() {
		if !d.broken {
			d.call("FPDF_ClosePage", d.page)
		}
	}()
	if d.annotations(p) && d.int("FPDFPage_Flatten", d.page, 0) == 1 {
		d.call("FPDF_ClosePage", d.page)
		if d.page = d.call("FPDF_LoadPage", d.handle, uint64(n-1)); d.page == 0 {
			p.bad = true
			return p
		}
	}
	d.call("FPDF_GetPageBoundingBox", d.page, d.scratch)
	d.l, d.t, d.r, d.b = d.float(0), d.float(1), d.float(2), d.float(3)
	d.rot = d.int("FPDFPage_GetRotation", d.page) & 3
	p.box = d.see(pdfBox{d.l, d.b, d.r, d.t})
	d.objects(p)
	d.text = d.call("FPDFText_LoadPage", d.page)
	d.narrow()
	if d.text == 0 {
		p.bad = true
		return p
	}
	defer func() {
		if !d.broken {
			d.call("FPDFText_ClosePage", d.text)
		}
	}()
	d.characters(p)
	return p
}

// point turns user space into the page as seen.
func (d *pdfReader) point(x, y float64) (float64, float64) {
	switch d.rot {
	case 1:
		return y - d.b, x - d.l
	case 2:
		return d.r - x, y - d.b
	case 3:
		return d.t - y, d.r - x
	}
	return x - d.l, d.t - y
}

func (d *pdfReader) see(b pdfBox) pdfBox {
	x0, y0 := d.point(b.x0, b.y0)
	x1, y1 := d.point(b.x1, b.y1)
	return pdfBox{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
}

// characters reads the text of the page, sign by sign in PDFium's order.
func (d *pdfReader) characters(p *pdfPage) {
	n := int(int32(d.call("FPDFText_CountChars", d.text)))
	if n <= 0 {
		return
	}
	known := map[uint64]int32{}
	twice := newPDFTwice()
	var hidden strings.Builder
	var lastObj uint64
	var style int32
	space, lead, wasUnseen := false, rune(0), false
	p.chars = make([]pdfChar, 0, n)
	for i := range uint64(n) {
		r := rune(uint32(d.run(d.unicode, d.text, i)))
		if lead != 0 { // the second half of a pair
			r, lead = (lead-0xD800)<<10|(r-0xDC00)+0x10000, 0
		} else if r >= 0xD800 && r < 0xDC00 {
			lead = r
			continue
		}
		if r == 2 {
			r = '-' // PDFium's sign for a hyphen at the end of a line
		}
		if unicode.IsSpace(r) {
			space = true
			p.raw.WriteByte(' ')
			continue
		}
		obj := d.run(d.textObj, d.text, i)
		if obj == 0 {
			continue
		}
		if obj != lastObj {
			var ok bool
			if style, ok = known[obj]; !ok {
				style = int32(len(p.styles))
				p.styles = append(p.styles, d.style(obj, i))
				known[obj] = style
			}
			lastObj = obj
		}
		d.run(d.charBox, d.text, i, d.at(0, 8), d.at(1, 8), d.at(2, 8), d.at(3, 8))
		c := pdfChar{r: r, style: style, space: space, box: d.see(pdfBox{d.double(0), d.double(2), d.double(1), d.double(3)})}
		s := &p.styles[style]
		if !sane(c.box) {
			continue
		}
		d.run(d.origin, d.text, i, d.at(0, 8), d.at(1, 8))
		x, y := d.point(d.double(0), d.double(1))
		if twice.seen(c, s, x, y) {
			continue // bold made by printing twice
		}
		space = false
		p.total++
		if b, ok := symbolMarks[r]; ok {
			c.r = b
		} else if uncoded(r) || uint32(d.run(d.mapError, d.text, i)) == 1 {
			p.noCode++
			c.r = unicode.ReplacementChar
		}
		c.place(s, x, y)
		if s.lent {
			d.advance(&c, s, x, y)
		}
		unseen := d.unseen(p, s, c.box)
		if unseen != wasUnseen {
			p.raw.WriteByte(' ') // a word cut by the page's edge
			wasUnseen = unseen
		}
		p.raw.WriteRune(c.r)
		if unseen {
			if c.space && hidden.Len() > 0 {
				hidden.WriteByte(' ')
			}
			hidden.WriteRune(c.r)
			continue
		}
		p.add(c)
	}
	p.hidden = hidden.String()
}

// add adds a sign; ligatures and signs for print become letters.
func (p *pdfPage) add(c pdfChar) {
	switch {
	case c.r >= 0xFB00 && c.r <= 0xFB06, c.r >= 0x2E80 && c.r <= 0x2FDF, c.r >= 0xF900 && c.r <= 0xFAFF, c.r >= 0xFB50 && c.r <= 0xFDFF, c.r >= 0xFE70 && c.r <= 0xFEFE:
		for i, r := range []rune(norm.NFKC.String(string(c.r))) {
			l := c
			l.r, l.space = r, c.space && i == 0
			p.chars = append(p.chars, l)
		}
	case c.r == 0xAD:
		c.r = '-'
		p.chars = append(p.chars, c)
	case unicode.Is(unicode.Cf, c.r) && c.r != 0x200D, unicode.IsControl(c.r):
	default:
		p.chars = append(p.chars, c)
	}
}

// place sets where the sign stands along its line and down the lines. x, y is its origin.
func (c *pdfChar) place(s *pdfStyle, x, y float64) {
	c.v = y*s.dx - x*s.dy
	if math.Abs(s.dx) > .99 || math.Abs(s.dy) > .99 {
		a, b := c.box.x0*s.dx+c.box.y0*s.dy, c.box.x1*s.dx+c.box.y1*s.dy
		c.u0, c.u1 = min(a, b), max(a, b)
		return
	}
	c.u0 = x*s.dx + y*s.dy
	c.u1 = c.u0 + s.size/2
}

func sane(b pdfBox) bool {
	s := b.x0 + b.y0 + b.x1 + b.y1
	return !math.IsNaN(s) && !math.IsInf(s, 0)
}

// symbolMarks are the marks of lists that symbol fonts keep at private places.
var symbolMarks = map[rune]rune{
	0xF02D: '-', 0xF06C: '●', 0xF06E: '■', 0xF06F: '□', 0xF071: '□', 0xF072: '□', 0xF075: '◆', 0xF076: '❖', 0xF09F: '•', 0xF0A7: '▪', 0xF0A8: '□',
	0xF0B7: '•', 0xF0D8: '➢', 0xF0E0: '→', 0xF0E8: '➔', 0xF0FC: '✓', 0xF0FE: '☒', 0xF052: '☑', 0xF020: ' ',
}

// uncoded reports signs that no text has: no Unicode, private use, control.
func uncoded(r rune) bool {
	return r == 0 || r == unicode.ReplacementChar || r >= 0xE000 && r <= 0xF8FF || r >= 0xF0000 || r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0xFFFE || r == 0xFFFF
}

// style reads what the signs of a text object share; i is one of them.
func (d *pdfReader) style(obj, i uint64) pdfStyle {
	s := pdfStyle{obj: obj, dx: 1, z: d.z[obj], mode: d.int("FPDFTextObj_GetTextRenderMode", obj)}
	d.call("FPDFTextObj_GetFontSize", obj, d.scratch)
	s.size = math.Abs(d.float(0))
	s.wide = s.size
	if d.int("FPDFText_GetMatrix", d.text, i, d.scratch) != 0 {
		a, b, cc, dd := d.float(0), d.float(1), d.float(2), d.float(3)
		s.size *= math.Hypot(cc, dd)
		s.wide *= math.Hypot(a, b)
		x0, y0 := d.point(0, 0)
		x1, y1 := d.point(a, b)
		if l := math.Hypot(x1-x0, y1-y0); l > 1e-6 {
			s.dx, s.dy = snapDirection((x1-x0)/l, (y1-y0)/l)
		}
	}
	if d.int("FPDFPageObj_GetFillColor", obj, d.at(0, 4), d.at(1, 4), d.at(2, 4), d.at(3, 4)) != 0 {
		s.filled = true
		s.fill = [3]int{int(d.uint(0)), int(d.uint(1)), int(d.uint(2))}
		s.clear = d.uint(3) == 0
	}
	s.font = d.call("FPDFTextObj_GetFont", obj)
	s.bold = d.bold(s.font, i)
	s.lent = d.lent(s.font)
	return s
}

// snapDirection makes nearly straight directions straight.
func snapDirection(dx, dy float64) (float64, float64) {
	const near = .03
	switch {
	case math.Abs(dy) < near:
		return math.Copysign(1, dx), 0
	case math.Abs(dx) < near:
		return 0, math.Copysign(1, dy)
	}
	// Whole degrees, so that the lines of one slanted text fall together.
	a := math.Round(math.Atan2(dy, dx)*180/math.Pi) * math.Pi / 180
	return math.Cos(a), math.Sin(a)
}

func (d *pdfReader) bold(font, i uint64) bool {
	if b, ok := d.fontBold[font]; ok {
		return b
	}
	b := d.int("FPDFText_GetFontWeight", d.text, i) >= 600
	if font != 0 && !b {
		n := min(d.int("FPDFFont_GetBaseFontName", font, d.scratch, 256), 256)
		name := strings.ToLower(string(d.bytes(d.scratch, max(n, 0))))
		b = strings.Contains(name, "bold") || strings.Contains(name, "heavy") || strings.Contains(name, "black") || strings.Contains(name, "simhei")
	}
	d.fontBold[font] = b
	return b
}

// pdfTwice finds signs that are printed twice at one place.
type pdfTwice struct{ at map[[3]int32]struct{} }

func newPDFTwice() pdfTwice { return pdfTwice{map[[3]int32]struct{}{}} }

func (t pdfTwice) seen(c pdfChar, s *pdfStyle, x, y float64) bool {
	// Two signs side by side are never this near: a tenth of their size.
	step := max(s.size, 2) / 10
	i, j := int32(math.Floor(x/step)), int32(math.Floor(y/step))
	for di := int32(-1); di <= 1; di++ {
		for dj := int32(-1); dj <= 1; dj++ {
			if _, ok := t.at[[3]int32{int32(c.r), i + di, j + dj}]; ok && c.box.w() > step {
				return true
			}
		}
	}
	t.at[[3]int32{int32(c.r), i, j}] = struct{}{}
	return false
}
