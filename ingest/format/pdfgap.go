package format

import (
	"math"

	"github.com/tetratelabs/wazero/api"
)

const (
	pdfModeStroke = 1
	pdfModeUnseen = 3
	pdfStroke     = 1 // points of line
)

// pdfGlyph is a sign of a font.
type pdfGlyph struct {
	font uint64
	r    rune
}

// bare is a text object whose box has no width: its font has no glyphs for it, or it is white space. PDFium
// leaves such an object out of the page's text.
type bare struct {
	obj  uint64
	mode int
}

// widen gives the text objects without a box one, by drawing them with a line for as long as the page's text
// is being gathered: PDFium adds the width of the line to the box. A font in the file that has no glyph for a
// sign says that there is nothing to see, unless it is the font of what was recognised in a scan.
func (d *pdfReader) widen(obj uint64) {
	const epsilon = .01 // of PDFium's own check
	b, ok := d.bounds(obj)
	if !ok || b.w() >= epsilon {
		return
	}
	mode := d.int("FPDFTextObj_GetTextRenderMode", obj)
	if mode < 0 || mode > 7 || mode != pdfModeUnseen && !d.lent(d.call("FPDFTextObj_GetFont", obj)) {
		return
	}
	d.bare = append(d.bare, bare{obj, mode})
	one, none := api.EncodeF64(1), api.EncodeF64(0)
	d.call("FPDFPageObj_SetStrokeWidth", obj, api.EncodeF32(pdfStroke))
	d.call("FPDFTextObj_SetTextRenderMode", obj, pdfModeStroke)
	d.call("FPDFPageObj_Transform", obj, one, none, none, one, none, none) // changes nothing, but measures anew
}

// narrow gives the objects that were widened their own way of drawing back.
func (d *pdfReader) narrow() {
	for _, o := range d.bare {
		d.call("FPDFTextObj_SetTextRenderMode", o.obj, uint64(o.mode))
	}
}

// lent reports whether a font is not in the file.
func (d *pdfReader) lent(font uint64) bool {
	lent, ok := d.fontLent[font]
	if !ok {
		lent = font != 0 && d.int("FPDFFont_GetIsEmbedded", font) == 0
		d.fontLent[font] = lent
	}
	return lent
}

// advance sets the reach of a sign along its line by the width that the file declares for it: the box of a
// stand-in glyph says nothing about the gap to the next sign. x, y is its origin.
func (d *pdfReader) advance(c *pdfChar, s *pdfStyle, x, y float64) {
	if math.Abs(s.dx) < .99 && math.Abs(s.dy) < .99 || rightToLeft(c.r) {
		return
	}
	if c.box.w() < .05 || c.box.h() < .05 { // no glyph at all
		up, down := .8*s.size, .2*s.size
		b := pdfBox{x + min(s.dy*up, -s.dy*down), y - max(s.dx*up, -s.dx*down), x + max(s.dy*up, -s.dy*down), y - min(s.dx*up, -s.dx*down)}
		c.box = pdfBox{min(b.x0, c.box.x0), min(b.y0, c.box.y0), max(b.x1, c.box.x1), max(b.y1, c.box.y1)}
	}
	if w := d.declared(s.font, c.r) * s.wide; w > 0 {
		c.u0 = x*s.dx + y*s.dy
		c.u1 = c.u0 + w
	}
}

// declared is the width of a sign in its font, as a part of the font's size.
func (d *pdfReader) declared(font uint64, r rune) float64 {
	key := pdfGlyph{font, r}
	w, ok := d.widths[key]
	if !ok {
		if d.int("FPDFFont_GetGlyphWidth", font, uint64(r), api.EncodeF32(1), d.scratch) != 0 {
			w = d.float(0)
		}
		if !(w > 0 && w < 4) { // not known, or none that a sign has
			w = 0
		}
		d.widths[key] = w
	}
	return w
}
