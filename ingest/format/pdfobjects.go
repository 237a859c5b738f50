package format

import (
	"math"
	"slices"
	"strings"
)

// pdfRule is a straight line of ink: pos is its x when it stands, else its y; it runs from a to b.
type pdfRule struct {
	stands    bool
	pos, a, b float64
}

// pdfFill is an area of one colour, or an image, in the order of painting.
type pdfFill struct {
	box   pdfBox
	color [3]int
	z     int
}

type pdfMatrix struct{ a, b, c, d, e, f float64 }

var pdfIdentity = pdfMatrix{a: 1, d: 1}

func (m pdfMatrix) at(x, y float64) (float64, float64) {
	return m.a*x + m.c*y + m.e, m.b*x + m.d*y + m.f
}

// then is m first, n after it.
func (m pdfMatrix) then(n pdfMatrix) pdfMatrix {
	return pdfMatrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d, m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func (m pdfMatrix) box(b pdfBox) pdfBox {
	x0, y0 := m.at(b.x0, b.y0)
	x1, y1 := m.at(b.x1, b.y1)
	x2, y2 := m.at(b.x0, b.y1)
	x3, y3 := m.at(b.x1, b.y0)
	return pdfBox{min(x0, x1, x2, x3), min(y0, y1, y2, y3), max(x0, x1, x2, x3), max(y0, y1, y2, y3)}
}

const (
	pdfObjText  = 1
	pdfObjPath  = 2
	pdfObjImage = 3
	pdfObjForm  = 5

	pdfMaxObjects  = 50_000 // of a page; a drawing with more has no table that matters
	pdfMaxSegments = 400    // of a path, likewise
	pdfMaxRules    = 5_000
	pdfMaxFills    = 3_000
)

// objects walks over what is painted: lines, areas, images, and the order of texts among them.
func (d *pdfReader) objects(p *pdfPage) {
	d.z, d.bare, d.budget = map[uint64]int{}, nil, pdfMaxObjects
	n := d.int("FPDFPage_CountObjects", d.page)
	i := 0
	for ; i < n && d.budget > 0; i++ {
		if obj := d.call("FPDFPage_GetObject", d.page, uint64(i)); obj != 0 {
			d.object(p, obj, pdfIdentity, 0)
		}
	}
	if len(d.bare) > 0 && i < n {
		p.unread = n - i
	}
	covered := 0.0
	for _, im := range p.imageBox {
		covered += max(0, min(im.box.x1, p.box.x1)-max(im.box.x0, 0)) * max(0, min(im.box.y1, p.box.y1)-max(im.box.y0, 0))
	}
	p.scanned = covered >= .5*p.box.w()*p.box.h() && covered > 0
}

func (d *pdfReader) object(p *pdfPage, obj uint64, m pdfMatrix, depth int) {
	d.budget--
	z := pdfMaxObjects - d.budget
	switch d.int("FPDFPageObj_GetType", obj) {
	case pdfObjText:
		d.z[obj] = z
		d.widen(obj)
	case pdfObjPath:
		d.path(p, obj, m, z)
	case pdfObjImage:
		p.images++
		if b, ok := d.bounds(obj); ok && len(p.imageBox) < pdfMaxFills {
			p.imageBox = append(p.imageBox, pdfFill{box: d.see(m.box(b)), z: z})
		}
	case pdfObjForm:
		if depth > 6 {
			return
		}
		inner := d.matrix(obj).then(m)
		n := d.int("FPDFFormObj_CountObjects", obj)
		for i := 0; i < n && d.budget > 0; i++ {
			if o := d.call("FPDFFormObj_GetObject", obj, uint64(i)); o != 0 {
				d.object(p, o, inner, depth+1)
			}
		}
	}
}

func (d *pdfReader) bounds(obj uint64) (pdfBox, bool) {
	if d.int("FPDFPageObj_GetBounds", obj, d.at(0, 4), d.at(1, 4), d.at(2, 4), d.at(3, 4)) == 0 {
		return pdfBox{}, false
	}
	b := pdfBox{d.float(0), d.float(1), d.float(2), d.float(3)}
	return b, sane(b)
}

func (d *pdfReader) matrix(obj uint64) pdfMatrix {
	if d.int("FPDFPageObj_GetMatrix", obj, d.scratch) == 0 {
		return pdfIdentity
	}
	return pdfMatrix{d.float(0), d.float(1), d.float(2), d.float(3), d.float(4), d.float(5)}
}

// path takes the lines and areas of a path.
func (d *pdfReader) path(p *pdfPage, obj uint64, m pdfMatrix, z int) {
	b, ok := d.bounds(obj)
	if !ok || len(p.rules) > pdfMaxRules {
		return
	}
	box := d.see(m.box(b))
	if box.x1 < -5 || box.y1 < -5 || box.x0 > p.box.x1+5 || box.y0 > p.box.y1+5 || box.w() < 2 && box.h() < 2 {
		return
	}
	if d.int("FPDFPath_GetDrawMode", obj, d.at(0, 4), d.at(1, 4)) == 0 {
		return
	}
	fill, stroke := d.uint(0) != 0, d.uint(1) != 0
	if !fill && !stroke {
		return
	}
	const thin = 3.5
	if box.w() < thin || box.h() < thin {
		if stroke || d.inked(obj) {
			p.rule(box)
		}
		return
	}
	n := d.int("FPDFPath_CountSegments", obj)
	if n < 2 || n > pdfMaxSegments {
		return
	}
	if fill {
		d.area(p, obj, m, pdfFill{box: box, z: z})
	}
	if stroke {
		d.strokes(p, obj, m, n)
	}
}

// inked reports whether a fill is neither white nor clear.
func (d *pdfReader) inked(obj uint64) bool {
	c, alpha, ok := d.fillColor(obj)
	return !ok || alpha > 20 && (c[0] < 250 || c[1] < 250 || c[2] < 250)
}

func (d *pdfReader) fillColor(obj uint64) ([3]int, int, bool) {
	if d.int("FPDFPageObj_GetFillColor", obj, d.at(0, 4), d.at(1, 4), d.at(2, 4), d.at(3, 4)) == 0 {
		return [3]int{}, 0, false
	}
	return [3]int{int(d.uint(0)), int(d.uint(1)), int(d.uint(2))}, int(d.uint(3)), true
}

// area takes a filled path: rectangles hide what is below them, and their sides rule tables.
func (d *pdfReader) area(p *pdfPage, obj uint64, m pdfMatrix, f pdfFill) {
	color, alpha, ok := d.fillColor(obj)
	if !ok || alpha < 250 || d.int("FPDFPageObj_HasTransparency", obj) != 0 {
		return
	}
	if !d.upright(obj, m, f.box) {
		return
	}
	f.color = color
	f.box = d.clipped(obj, f.box, m)
	if f.box.w() <= 0 || f.box.h() <= 0 {
		return
	}
	if len(p.fills) >= pdfMaxFills {
		p.crowded = true // too many to ask for each sign what it stands on
		return
	}
	p.fills = append(p.fills, f)
	box := f.box
	white := color[0] >= 250 && color[1] >= 250 && color[2] >= 250
	if white || box.w() > .95*p.box.w() && box.h() > .5*p.box.h() || box.h() < 6 || box.w() < 6 {
		return
	}
	p.rule(pdfBox{box.x0, box.y0, box.x1, box.y0})
	p.rule(pdfBox{box.x0, box.y1, box.x1, box.y1})
	p.rule(pdfBox{box.x0, box.y0, box.x0, box.y1})
	p.rule(pdfBox{box.x1, box.y0, box.x1, box.y1})
}

// clipped is the part of a box that the object's clip path leaves.
func (d *pdfReader) clipped(obj uint64, box pdfBox, m pdfMatrix) pdfBox {
	clip := d.call("FPDFPageObj_GetClipPath", obj)
	if clip == 0 {
		return box
	}
	paths := min(d.int("FPDFClipPath_CountPaths", clip), 50)
	for i := range paths {
		n := d.int("FPDFClipPath_CountPathSegments", clip, uint64(i))
		if n < 2 || n > pdfMaxSegments {
			continue
		}
		c := pdfBox{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
		for j := range n {
			seg := d.call("FPDFClipPath_GetPathSegment", clip, uint64(i), uint64(j))
			if seg == 0 || d.int("FPDFPathSegment_GetPoint", seg, d.at(0, 4), d.at(1, 4)) == 0 {
				continue
			}
			x, y := d.point(m.at(d.float(0), d.float(1)))
			c = pdfBox{min(c.x0, x), min(c.y0, y), max(c.x1, x), max(c.y1, y)}
		}
		box = pdfBox{max(box.x0, c.x0), max(box.y0, c.y0), min(box.x1, c.x1), min(box.y1, c.y1)}
	}
	return box
}

// upright reports whether a path is a rectangle with lying and standing sides.
func (d *pdfReader) upright(obj uint64, m pdfMatrix, box pdfBox) bool {
	n := d.int("FPDFPath_CountSegments", obj)
	if n < 4 || n > 6 {
		return false
	}
	m = d.matrix(obj).then(m)
	for i := range n {
		seg := d.call("FPDFPath_GetPathSegment", obj, uint64(i))
		if seg == 0 || d.int("FPDFPathSegment_GetType", seg) == 1 || d.int("FPDFPathSegment_GetPoint", seg, d.at(0, 4), d.at(1, 4)) == 0 {
			return false
		}
		x, y := d.point(m.at(d.float(0), d.float(1)))
		if min(math.Abs(x-box.x0), math.Abs(x-box.x1)) > 1.5 || min(math.Abs(y-box.y0), math.Abs(y-box.y1)) > 1.5 {
			return false
		}
	}
	return true
}

// strokes takes the straight pieces of a drawn path.
func (d *pdfReader) strokes(p *pdfPage, obj uint64, m pdfMatrix, n int) {
	m = d.matrix(obj).then(m)
	var x, y, startX, startY float64
	piece := func(x1, y1 float64) {
		if math.Abs(x-x1) < 1 || math.Abs(y-y1) < 1 {
			p.rule(pdfBox{min(x, x1), min(y, y1), max(x, x1), max(y, y1)})
		}
	}
	for i := range n {
		seg := d.call("FPDFPath_GetPathSegment", obj, uint64(i))
		if seg == 0 || d.int("FPDFPathSegment_GetPoint", seg, d.at(0, 4), d.at(1, 4)) == 0 {
			continue
		}
		x1, y1 := d.point(m.at(d.float(0), d.float(1)))
		switch d.int("FPDFPathSegment_GetType", seg) {
		case 2:
			startX, startY = x1, y1
		case 0:
			piece(x1, y1)
		}
		x, y = x1, y1
		if d.int("FPDFPathSegment_GetClose", seg) != 0 {
			piece(startX, startY)
			x, y = startX, startY
		}
	}
}

// rule adds a thin box as a line, where it is long enough for a table.
func (p *pdfPage) rule(b pdfBox) {
	switch {
	case b.w() >= b.h() && b.w() >= 2:
		p.rules = append(p.rules, pdfRule{pos: (b.y0 + b.y1) / 2, a: b.x0, b: b.x1})
	case b.h() >= 2:
		p.rules = append(p.rules, pdfRule{stands: true, pos: (b.x0 + b.x1) / 2, a: b.y0, b: b.y1})
	}
}

// unseen reports whether a reader of the page does not see a sign: drawn in no mode, tiny, outside of the
// page, in the colour of its ground, or under something painted later. The invisible text over a scan is
// what was recognised in it, so it counts as seen.
func (d *pdfReader) unseen(p *pdfPage, s *pdfStyle, b pdfBox) bool {
	x, y := (b.x0+b.x1)/2, (b.y0+b.y1)/2
	if x < -1 || y < -1 || x > p.box.x1+1 || y > p.box.y1+1 {
		return true
	}
	if s.size < 1.5 && b.h() < 1.5 {
		return true
	}
	if s.mode == 3 || s.mode == 7 || s.clear && s.mode != 1 {
		return !p.scanned
	}
	if s.mode == 1 || s.mode == 5 || !s.filled || p.crowded {
		return false
	}
	ground := [3]int{255, 255, 255}
	for i := len(p.fills) - 1; i >= 0; i-- {
		f := &p.fills[i]
		if !f.box.has(x, y) {
			continue
		}
		if f.z > s.z && s.z > 0 {
			if f.box.x0 <= b.x0+1 && f.box.x1 >= b.x1-1 && f.box.y0 <= b.y0+1 && f.box.y1 >= b.y1-1 {
				return true
			}
			continue
		}
		ground = f.color
		break
	}
	for i := range 3 {
		if diff := ground[i] - s.fill[i]; diff > 12 || diff < -12 {
			return false
		}
	}
	// An image below may have any colour.
	return !slices.ContainsFunc(p.imageBox, func(im pdfFill) bool { return im.box.has(x, y) })
}

// annotations takes comments, links and form values, and reports whether something is drawn that is no
// content of the page yet.
func (d *pdfReader) annotations(p *pdfPage) bool {
	n := min(d.int("FPDFPage_GetAnnotCount", d.page), 5000)
	drawn := false
	for i := range n {
		a := d.call("FPDFPage_GetAnnot", d.page, uint64(i))
		if a == 0 {
			continue
		}
		hidden := d.int("FPDFAnnot_GetFlags", a)&2 != 0
		switch d.int("FPDFAnnot_GetSubtype", a) {
		case 2:
			if uri := d.uri(a); uri != "" {
				p.links = append(p.links, uri)
			}
		case 3, 13:
			drawn = drawn || !hidden
		case 20:
			if !hidden {
				drawn = true
				p.values = append(p.values, d.entry(a, "V"))
			}
		case 1, 8, 9, 10, 11, 14:
			if s := d.entry(a, "Contents"); s != "" && !hidden {
				p.comments = append(p.comments, s)
			}
		}
		d.call("FPDFPage_CloseAnnot", a)
	}
	return drawn
}

func (d *pdfReader) entry(annot uint64, key string) string {
	at := d.alloc(len(key) + 1)
	defer d.free(at)
	d.mod.Memory().Write(uint32(at), append([]byte(key), 0))
	return strings.TrimSpace(clean(d.wide("FPDFAnnot_GetStringValue", annot, at)))
}

func (d *pdfReader) uri(annot uint64) string {
	link := d.call("FPDFAnnot_GetLink", annot)
	if link == 0 {
		return ""
	}
	action := d.call("FPDFLink_GetAction", link)
	if action == 0 {
		return ""
	}
	n := d.int("FPDFAction_GetURIPath", d.handle, action, d.scratch, pdfScratch)
	if n <= 1 || n > pdfScratch {
		return ""
	}
	return strings.ToValidUTF8(string(d.bytes(d.scratch, n-1)), "\uFFFD")
}
