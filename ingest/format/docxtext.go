package format

import (
	"strconv"
	"strings"
)

// inlineText is what a paragraph's runs say.
type inlineText struct {
	text   strings.Builder
	hidden strings.Builder
	notes  []string // keys of footnotes and endnotes, in order
	boxes  []*node  // text boxes
}

// paragraph reads one paragraph into the text.
func (d *docx) paragraph(p *node, at docPlace) {
	pPr := p.kid("pPr")
	if s := pPr.kid("sectPr"); s != nil {
		d.section(s)
	}
	style := d.style(pPr.kid("pStyle").attr("val"))
	in := d.inline(p, at)
	text := strings.TrimSpace(in.text.String())
	label, bullet := d.label(pPr, style)
	kind, level := at.kind, style.outline
	if v, err := strconv.Atoi(pPr.kid("outlineLvl").attr("val")); err == nil && v >= 0 && v <= 9 {
		level = (v + 1) % 10
	}
	if kind == "" {
		kind = Paragraph
		if label != "" {
			kind = ListItem
		}
		if level > 0 && !bullet && !strings.Contains(text, "\n") && len(text) < 600 {
			kind = Heading
		}
	}
	if text != "" {
		if bullet {
			label += " "
		}
		if d.title == "" && kind == Heading && (style.name == "title" || level == 1) {
			d.title = oneLine(text)
		}
		if kind == Heading {
			level = d.below(level, style.name == "title")
		}
		d.b.block(kind, level, label+text)
	}
	d.hidden(in)
	d.after(in, at)
}

// below is the level of a heading. Where a title opens the document it is the top, and what Word numbers from 1
// stands below it.
func (d *docx) below(level int, title bool) int {
	if title && !d.headed {
		d.titled = true
	}
	d.headed = true
	if d.titled && !title {
		return level + 1
	}
	return level
}

// after reads what hangs on a paragraph: text boxes and notes.
func (d *docx) after(in *inlineText, at docPlace) {
	for _, box := range in.boxes {
		for _, k := range box.kids {
			d.flow(k, at)
		}
	}
	for _, key := range in.notes {
		n := d.notes[key]
		if n == nil {
			continue
		}
		delete(d.notes, key) // a note that is referred to twice stands once
		if s := d.plain(n); s != "" {
			d.b.block(Footnote, 0, "[^"+noteNumber(key)+"] "+s)
		}
	}
}

func (d *docx) hidden(in *inlineText) { d.b.hide(in.hidden.String()) }

func noteNumber(key string) string {
	kind, id, _ := strings.Cut(key, " ")
	if kind == "endnote" {
		return "e" + id
	}
	return id
}

// label counts a numbered paragraph and returns its number.
func (d *docx) label(pPr *node, style docStyle) (string, bool) {
	num, level := style.num, style.level
	if np := pPr.kid("numPr"); np != nil {
		if v := np.kid("numId"); v != nil {
			num = v.attr("val")
		}
		if v, err := strconv.Atoi(np.kid("ilvl").attr("val")); err == nil {
			level = v
		} else if level < 0 {
			level = 0
		}
	}
	if num == "" || num == "0" {
		return "", false
	}
	return d.nums.next(num, level, pPr.kid("pStyle").attr("val"))
}

// inline reads the runs of a paragraph.
func (d *docx) inline(p *node, at docPlace) *inlineText {
	in := &inlineText{}
	style := d.style(p.at("pPr", "pStyle").attr("val"))
	base := style.run.over(d.defaults.run)
	if at.shaded || shaded(p.at("pPr", "shd")) {
		base.shaded = "1"
	}
	for _, k := range p.kids {
		d.runs(in, k, base)
	}
	return in
}

// runs reads one child of a paragraph.
func (d *docx) runs(in *inlineText, n *node, base runLook) {
	switch n.name {
	case "pPr", "rPr", "sdtPr", "sdtEndPr", "proofErr", "bookmarkStart", "bookmarkEnd":
	case "r":
		d.run(in, n, base)
	case "del", "moveFrom":
		d.b.drop("deleted text", 1, "a tracked deletion, no longer part of the text")
	case "AlternateContent":
		for _, k := range chosen(n) {
			d.runs(in, k, base)
		}
	case "ruby":
		for _, k := range n.kid("rubyBase").children() {
			d.runs(in, k, base)
		}
	case "oMath", "oMathPara":
		in.text.WriteString(mathText(n))
	default: // ins, moveTo, hyperlink, smartTag, sdt, fldSimple, …
		for _, k := range n.kids {
			d.runs(in, k, base)
		}
	}
}

// run reads one run.
func (d *docx) run(in *inlineText, n *node, base runLook) {
	rPr := n.kid("rPr")
	look := lookOf(rPr).over(d.style(rPr.kid("rStyle").attr("val")).run).over(base)
	out := &in.text
	if look.vanish == "1" || look.tiny == "1" || look.white == "1" && look.shaded != "1" {
		out = &in.hidden
	}
	for _, k := range n.kids {
		d.runPart(in, out, k, base)
	}
}

func (d *docx) runPart(in *inlineText, out *strings.Builder, k *node, base runLook) {
	switch k.name {
	case "fldChar":
		switch k.attr("fldCharType") {
		case "begin":
			d.fields = append(d.fields, false)
		case "separate":
			if len(d.fields) > 0 {
				d.fields[len(d.fields)-1] = true
			}
		case "end":
			if len(d.fields) > 0 {
				d.fields = d.fields[:len(d.fields)-1]
			}
		}
		return
	}
	for _, result := range d.fields {
		if !result {
			return // a field's instructions
		}
	}
	switch k.name {
	case "t":
		out.WriteString(k.content())
	case "tab", "ptab":
		out.WriteByte('\t')
	case "br", "cr":
		out.WriteByte('\n')
	case "noBreakHyphen":
		out.WriteByte('-')
	case "sym":
		out.WriteString(d.symbol(k))
	case "footnoteReference", "endnoteReference":
		key := strings.TrimSuffix(k.name, "Reference") + " " + k.attr("id")
		if d.notes[key] != nil {
			in.notes = append(in.notes, key)
			in.text.WriteString("[^" + noteNumber(key) + "]")
		}
	case "commentReference":
		d.said = append(d.said, k.attr("id"))
	case "drawing", "pict", "object":
		d.drawing(in, k)
	case "AlternateContent":
		for _, c := range chosen(k) {
			d.runPart(in, out, c, base)
		}
	case "ruby":
		for _, c := range k.kid("rubyBase").children() {
			d.runs(in, c, base)
		}
	}
}

// drawing reads the text of a drawing, and counts its pictures.
func (d *docx) drawing(in *inlineText, n *node) {
	n.each("txbxContent", func(box *node) { in.boxes = append(in.boxes, box) })
	pics := 0
	n.each("pic", func(*node) { pics++ })
	n.each("imagedata", func(*node) { pics++ })
	if pics > 0 {
		d.found.Images += pics
		d.b.drop("image", pics, "an image has no text layer; it was not read")
		if large(n) {
			d.images += pics
		}
	}
	n.each("chart", func(c *node) { d.diagram(c.relID("id"), "chart") })
	n.each("relIds", func(c *node) { d.diagram(c.relID("dm"), "diagram") })
}

// large reports whether a drawing is of a size that shows content and not a sign: 5 cm by 2.5 cm and more.
func large(n *node) bool {
	ok := false
	n.each("extent", func(e *node) {
		w, _ := strconv.Atoi(e.attr("cx"))
		h, _ := strconv.Atoi(e.attr("cy"))
		ok = ok || w >= 1_800_000 && h >= 900_000 // in 360,000 to a centimetre
	})
	return ok
}

// diagram reads the words of a drawn diagram or chart.
func (d *docx) diagram(id, what string) {
	n, err := d.a.xmlPart(target(d.rels, id))
	if err != nil || n == nil {
		d.lose(what, err)
		return
	}
	if what == "chart" {
		chart(d.b, n)
		return
	}
	n.each("p", func(p *node) { d.b.block(Paragraph, 0, slideText(p)) })
}

// symbol returns the character of a symbol font.
func (d *docx) symbol(k *node) string {
	code, err := strconv.ParseUint(k.attr("char"), 16, 32)
	if err != nil {
		return ""
	}
	r := rune(code)
	if s := symbolOf(k.attr("font"), r); s != "" {
		return s
	}
	if r < 0xE000 || r > 0xF8FF {
		return string(r)
	}
	d.b.drop("symbol", 1, "a character of a symbol font without Unicode")
	return ""
}

// symbolOf maps what office files use of Wingdings and Symbol.
func symbolOf(font string, r rune) string {
	low := r & 0xFF
	switch strings.ToLower(font) {
	case "wingdings":
		return map[rune]string{0xFE: "☑", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0x71: "☐", 0x72: "☐", 0xFC: "✓", 0xFB: "✗", 0xD8: "➢", 0xA7: "▪", 0x6C: "●", 0x6E: "■", 0x75: "◆", 0xE0: "→", 0xDF: "←", 0xE1: "↑", 0xE2: "↓", 0x4A: "☺"}[low]
	case "wingdings 2":
		return map[rune]string{0x50: "✓", 0x4F: "✗", 0x52: "☑", 0x53: "☒", 0xA3: "☐", 0x2A: "☐"}[low]
	case "symbol":
		if s := map[rune]string{0xB7: "•", 0xA3: "≤", 0xB3: "≥", 0xB1: "±", 0xB4: "×", 0xB8: "÷", 0xB9: "≠", 0xBB: "≈", 0xB0: "°", 0xA5: "∞", 0xAE: "→", 0xAC: "←", 0xA2: "′", 0xB2: "″", 0xD6: "√", 0xE5: "∑", 0xF2: "∫", 0x6D: "μ", 0x57: "Ω", 0x44: "Δ", 0x61: "α", 0x62: "β", 0x67: "γ", 0x64: "δ", 0x65: "ε", 0x71: "θ", 0x6C: "λ", 0x70: "π", 0x73: "σ", 0x66: "φ", 0x77: "ω"}[low]; s != "" {
			return s
		}
		if low >= 0x20 && low < 0x40 {
			return string(low)
		}
	}
	return ""
}

// mathText writes a formula in one line.
func mathText(n *node) string {
	sub := func(name string) string { return mathText(orEmpty(n.kid(name))) }
	switch n.name {
	case "t":
		return n.content()
	case "rPr", "fPr", "ctrlPr", "sSupPr", "sSubPr", "radPr", "dPr", "naryPr", "mPr":
		return ""
	case "f":
		return "(" + sub("num") + ")/(" + sub("den") + ")"
	case "sSup":
		return sub("e") + "^" + sub("sup")
	case "sSub":
		return sub("e") + "_" + sub("sub")
	case "sSubSup":
		return sub("e") + "_" + sub("sub") + "^" + sub("sup")
	case "rad":
		return "√(" + sub("deg") + " " + sub("e") + ")"
	case "d":
		return "(" + mathKids(n, " ") + ")"
	}
	return mathKids(n, "")
}

func mathKids(n *node, between string) string {
	var parts []string
	for _, k := range n.kids {
		if s := mathText(k); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, between)
}

func orEmpty(n *node) *node {
	if n == nil {
		return &node{}
	}
	return n
}
