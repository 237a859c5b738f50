package format

import (
	"strconv"
	"strings"
	"time"
)

// docStyle is what matters of a style.
type docStyle struct {
	base    string
	name    string
	outline int // heading level from 1, 0 for body
	num     string
	level   int
	run     runLook
	table   bool // a table style that may colour its cells
}

// runLook is what of a run decides whether it can be seen: "" unknown, "1" yes, "0" no.
type runLook struct{ vanish, white, tiny, shaded string }

func (l runLook) over(base runLook) runLook {
	pick := func(a, b string) string {
		if a != "" {
			return a
		}
		return b
	}
	return runLook{pick(l.vanish, base.vanish), pick(l.white, base.white), pick(l.tiny, base.tiny), pick(l.shaded, base.shaded)}
}

// on reads a switch of Word: there is "on" unless it says otherwise.
func on(n *node) string {
	switch {
	case n == nil:
		return ""
	case n.attr("val") == "0" || n.attr("val") == "false" || n.attr("val") == "off":
		return "0"
	}
	return "1"
}

func lookOf(rPr *node) runLook {
	if rPr == nil {
		return runLook{}
	}
	l := runLook{vanish: on(rPr.kid("vanish"))}
	if c := rPr.kid("color"); c != nil {
		l.white = "0"
		if v := strings.ToUpper(c.attr("val")); v == "FFFFFF" || strings.HasPrefix(c.attr("themeColor"), "background1") && c.attr("themeShade") == "" {
			l.white = "1"
		}
	}
	if sz := rPr.kid("sz"); sz != nil {
		l.tiny = "0"
		if n, err := strconv.Atoi(sz.attr("val")); err == nil && n <= 3 {
			l.tiny = "1"
		}
	}
	if shaded(rPr.kid("shd")) || rPr.kid("highlight") != nil && rPr.kid("highlight").attr("val") != "none" && rPr.kid("highlight").attr("val") != "white" {
		l.shaded = "1"
	}
	return l
}

func shaded(shd *node) bool {
	if shd == nil {
		return false
	}
	fill := strings.ToUpper(shd.attr("fill"))
	return fill != "" && fill != "AUTO" && fill != "FFFFFF" || shd.attr("themeFill") != "" && !strings.HasPrefix(shd.attr("themeFill"), "background1") || shd.attr("val") == "solid"
}

func (d *docx) readStyles(n *node) {
	d.styles = map[string]*docStyle{}
	d.defaults.run = lookOf(n.at("docDefaults", "rPrDefault", "rPr"))
	n.each("style", func(k *node) {
		s := &docStyle{base: k.kid("basedOn").attr("val"), name: strings.ToLower(k.kid("name").attr("val")), run: lookOf(k.kid("rPr")), level: -1}
		pPr := k.kid("pPr")
		if lvl := pPr.kid("outlineLvl"); lvl != nil {
			if v, err := strconv.Atoi(lvl.attr("val")); err == nil && v >= 0 && v < 9 {
				s.outline = v + 1
			}
		}
		if rest, ok := strings.CutPrefix(s.name, "heading "); ok {
			if v, err := strconv.Atoi(rest); err == nil && v > 0 && v < 10 {
				s.outline = v
			}
		}
		if s.name == "title" {
			s.outline = 1
		}
		if shaded(pPr.kid("shd")) {
			s.run.shaded = "1"
		}
		if np := pPr.kid("numPr"); np != nil {
			s.num = np.kid("numId").attr("val")
			if v, err := strconv.Atoi(np.kid("ilvl").attr("val")); err == nil {
				s.level = v
			}
		}
		s.table = k.attr("type") == "table" && (k.kid("tblStylePr") != nil || shaded(k.at("tcPr", "shd")) || shaded(k.at("tblPr", "shd")))
		d.styles[k.attr("styleId")] = s
	})
}

// style returns a style with what it takes over from the styles it rests on.
func (d *docx) style(id string) docStyle {
	out := docStyle{level: -1}
	for range 20 { // styles may rest on each other in a circle
		s := d.styles[id]
		if s == nil {
			break
		}
		if out.name == "" {
			out.name = s.name
		}
		if out.outline == 0 {
			out.outline = s.outline
		}
		if out.num == "" {
			out.num = s.num
		}
		if out.level < 0 {
			out.level = s.level
		}
		out.run = out.run.over(s.run)
		out.table = out.table || s.table
		id = s.base
	}
	return out
}

// numbering counts the paragraphs of lists.
type numbering struct {
	abstract map[string]*numList
	nums     map[string]*numUse
	byStyle  map[string]string // numbering style → abstract id
}

type numList struct {
	link   string
	levels [9]numLevel
	at     [9]int
	seen   [9]bool
}

type numLevel struct {
	start   int
	format  string
	text    string
	suffix  string
	legal   bool
	restart int // -1 for always
	style   string
	set     bool
}

type numUse struct {
	abstract string
	start    map[int]int
	levels   map[int]numLevel
	used     bool
}

func readNumbering(n *node) *numbering {
	out := &numbering{abstract: map[string]*numList{}, nums: map[string]*numUse{}, byStyle: map[string]string{}}
	n.each("abstractNum", func(k *node) {
		l := &numList{link: k.kid("numStyleLink").attr("val")}
		k.each("lvl", func(v *node) {
			if i, err := strconv.Atoi(v.attr("ilvl")); err == nil && i >= 0 && i < 9 {
				l.levels[i] = readLevel(v)
			}
		})
		id := k.attr("abstractNumId")
		out.abstract[id] = l
		if s := k.kid("styleLink").attr("val"); s != "" {
			out.byStyle[s] = id
		}
	})
	n.each("num", func(k *node) {
		u := &numUse{abstract: k.kid("abstractNumId").attr("val"), start: map[int]int{}, levels: map[int]numLevel{}}
		k.each("lvlOverride", func(o *node) {
			i, err := strconv.Atoi(o.attr("ilvl"))
			if err != nil || i < 0 || i > 8 {
				return
			}
			if v := o.kid("lvl"); v != nil {
				u.levels[i] = readLevel(v)
			}
			if s := o.kid("startOverride"); s != nil {
				if v, err := strconv.Atoi(s.attr("val")); err == nil {
					u.start[i] = v
				}
			}
		})
		out.nums[k.attr("numId")] = u
	})
	return out
}

func readLevel(v *node) numLevel {
	l := numLevel{start: 0, format: v.kid("numFmt").attr("val"), text: v.kid("lvlText").attr("val"), suffix: v.kid("suff").attr("val"), legal: on(v.kid("isLgl")) == "1", restart: -1, style: v.kid("pStyle").attr("val"), set: true}
	if l.format == "" {
		if alt := v.kid("AlternateContent"); alt != nil {
			for _, k := range chosen(alt) {
				if k.name == "numFmt" {
					l.format = k.attr("val")
					if l.format == "custom" {
						l.format = k.attr("format")
					}
				}
			}
		}
	}
	if s, err := strconv.Atoi(v.kid("start").attr("val")); err == nil {
		l.start = s
	}
	if s, err := strconv.Atoi(v.kid("lvlRestart").attr("val")); err == nil {
		l.restart = s
	}
	return l
}

// list returns the list that a number of the document uses.
func (n *numbering) list(num string) (*numUse, *numList) {
	u := n.nums[num]
	if u == nil {
		return nil, nil
	}
	l := n.abstract[u.abstract]
	if l != nil && l.link != "" {
		if id, ok := n.byStyle[l.link]; ok {
			l = n.abstract[id]
		}
	}
	return u, l
}

// next counts a paragraph and returns what stands before its text, and whether that is a mere bullet.
func (n *numbering) next(num string, level int, style string) (label string, bullet bool) {
	u, l := n.list(num)
	if l == nil {
		return "", false
	}
	if level < 0 {
		level = 0
		for i, v := range l.levels {
			if v.style != "" && v.style == style {
				level = i
			}
		}
	}
	level = min(level, 8)
	of := func(i int) numLevel {
		if v, ok := u.levels[i]; ok && v.set {
			return v
		}
		return l.levels[i]
	}
	startOf := func(i int) int {
		if s, ok := u.start[i]; ok {
			return s
		}
		return of(i).start
	}
	if !u.used {
		u.used = true
		for i := range u.start {
			l.seen[i] = false
		}
	}
	if l.seen[level] {
		l.at[level]++
	} else {
		l.at[level], l.seen[level] = startOf(level), true
	}
	for i := level + 1; i < 9; i++ {
		if r := of(i).restart; r < 0 || r > level {
			l.seen[i] = false
		}
	}
	lv := of(level)
	if lv.format == "bullet" {
		return "•", true
	}
	if lv.format == "none" && !strings.Contains(lv.text, "%") {
		return lv.text + suffix(lv.suffix, lv.text), false
	}
	text := lv.text
	for i := 8; i >= 0; i-- {
		mark := "%" + strconv.Itoa(i+1)
		if !strings.Contains(text, mark) {
			continue
		}
		v, f := l.at[i], of(i).format
		if !l.seen[i] {
			v = startOf(i)
			if i < level {
				l.at[i], l.seen[i] = v, true
			}
		}
		if lv.legal && i < level {
			f = "decimal"
		}
		text = strings.ReplaceAll(text, mark, formatNumber(v, f))
	}
	return text + suffix(lv.suffix, text), false
}

func suffix(kind, text string) string {
	if kind == "nothing" || text == "" {
		return ""
	}
	return " "
}

func isoDay(s string) string {
	if t, err := time.Parse("2006-01-02", s); err == nil && t.Year() > 1900 {
		return s
	}
	return ""
}
