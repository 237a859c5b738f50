package format

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readStrings reads the strings that cells share.
func (x *xlsx) readStrings(part string) error {
	data, err := x.a.part(part)
	if err != nil || data == nil {
		return err
	}
	r := newXML(x.a.ctx, data, x.u.lim)
	var s strings.Builder
	size, skip, inText := 0, 0, false
	for {
		t, err := r.next()
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case nil:
			return nil
		case xml.StartElement:
			switch {
			case skip > 0 || t.Name.Local == "rPh":
				skip++
			case t.Name.Local == "si":
				s.Reset()
			case t.Name.Local == "t":
				inText = true
			}
		case xml.EndElement:
			switch {
			case skip > 0:
				skip--
			case t.Name.Local == "si":
				if size += s.Len() + 16; size > x.u.lim.Chars {
					return errLimit("its texts are too long; split the file")
				}
				x.strings = append(x.strings, excelEscapes(s.String()))
			case t.Name.Local == "t":
				inText = false
			}
		case xml.CharData:
			if inText && skip == 0 {
				s.Write(t)
			}
		}
	}
}

var excelEscape = regexp.MustCompile(`_x([0-9A-Fa-f]{4})_`)

// excelEscapes undoes _x000D_ and its like.
func excelEscapes(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return excelEscape.ReplaceAllStringFunc(s, func(m string) string {
		v, err := strconv.ParseUint(m[2:6], 16, 16)
		if err != nil || v >= 0xD800 && v < 0xE000 {
			return m
		}
		return string(rune(v))
	})
}

// read reads a sheet's cells in one pass; nil where the file lacks the sheet.
func (x *xlsx) read(part, name string) (*xsheet, error) {
	data, err := x.a.part(part)
	if err != nil || data == nil {
		return nil, err
	}
	s := &xsheet{name: name, hidden: map[int]bool{}}
	if s.rels, err = x.a.rels(part); err != nil {
		return nil, err
	}
	r := newXML(x.a.ctx, data, x.u.lim)
	c := rawCell{}
	rowN, colN := 0, 0
	var value strings.Builder
	into := ""
	skip := 0
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case nil:
			slices.SortStableFunc(s.rows, func(a, b xrow) int { return a.n - b.n })
			s.join()
			return s, nil
		case xml.StartElement:
			if skip > 0 {
				skip++
				continue
			}
			switch t.Name.Local {
			case "rPh", "extLst":
				skip = 1
			case "col":
				s.hide(t.Attr)
			case "row":
				rowN, colN = rowN+1, 0
				row := xrow{}
				for _, a := range t.Attr {
					switch a.Name.Local {
					case "r":
						if n := number(a.Value); n > 0 && n <= 1<<21 {
							rowN = n
						}
					case "hidden":
						row.hidden = a.Value == "1" || a.Value == "true"
					}
				}
				row.n = rowN
				s.rows = append(s.rows, row)
			case "c":
				colN++
				c = rawCell{}
				for _, a := range t.Attr {
					switch a.Name.Local {
					case "r":
						if col, _ := cellRef(a.Value); col > 0 {
							colN = col
						}
					case "s":
						c.style = number(a.Value)
					case "t":
						c.kind = a.Value
					}
				}
			case "f":
				c.formula, into = true, ""
			case "v", "t", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
				into = t.Name.Local
				value.Reset()
			case "mergeCell":
				for _, a := range t.Attr {
					if a.Name.Local == "ref" && len(s.merges) < 100_000 {
						if m, ok := cellRange(a.Value); ok {
							s.merges = append(s.merges, m)
						}
					}
				}
			}
		case xml.EndElement:
			if skip > 0 {
				skip--
				continue
			}
			switch t.Name.Local {
			case "v":
				c.value, into = value.String(), ""
			case "t":
				c.value, into = c.value+value.String(), ""
			case "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter":
				into = ""
				if m := marginText(value.String()); m != "" && !slices.Contains(s.margin, m) {
					s.margin = append(s.margin, m)
				}
			case "c":
				if err := x.keep(s, colN, c); err != nil {
					return nil, err
				}
			}
		case xml.CharData:
			if into != "" && skip == 0 {
				value.Write(t)
			}
		}
	}
}

// rawCell is a cell as the file has it.
type rawCell struct {
	kind    string
	style   int
	value   string
	formula bool
}

// keep adds a cell to the last row of a sheet.
func (x *xlsx) keep(s *xsheet, col int, c rawCell) error {
	if len(s.rows) == 0 || col < 1 || col > 1<<15 {
		return nil
	}
	if c.value == "" {
		if c.formula && c.kind != "str" {
			x.unknown++
			x.found.Cells++
			x.b.drop("formula without value", 1, "the workbook was saved without calculating; open it and save it again")
		}
		return nil
	}
	text := x.text(c)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if x.cells++; x.cells > x.u.lim.Cells {
		return errCells(x.u.lim.Cells)
	}
	if c.kind == "e" {
		x.b.drop("error value", 1, "the workbook itself has an error in that cell; it stands in the text as it is")
	}
	x.found.Cells++
	x.nums.add(oneLine(text))
	row := &s.rows[len(s.rows)-1]
	row.cells = append(row.cells, xcell{col: col, text: text})
	return nil
}

// text returns what a cell says.
func (x *xlsx) text(c rawCell) string {
	switch c.kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(c.value)); err == nil && i >= 0 && i < len(x.strings) {
			return x.strings[i]
		}
		x.b.drop("cell", 1, "it refers to a text that the workbook lacks")
		return ""
	case "str", "inlineStr":
		return excelEscapes(c.value)
	case "b":
		if c.value == "1" || c.value == "true" {
			return "TRUE"
		}
		return "FALSE"
	case "e":
		return c.value
	case "d":
		return strings.TrimSuffix(strings.Replace(c.value, "T", " ", 1), " 00:00:00")
	}
	f := numFormat{}
	if c.style >= 0 && c.style < len(x.formats) {
		f = x.formats[c.style]
	}
	return f.show(strings.TrimSpace(c.value), x.from1904)
}

// join puts rows with the same number together and their cells in order.
func (s *xsheet) join() {
	out := s.rows[:0]
	for _, r := range s.rows {
		if n := len(out); n > 0 && out[n-1].n == r.n {
			out[n-1].cells = append(out[n-1].cells, r.cells...)
			continue
		}
		out = append(out, r)
	}
	for i := range out {
		slices.SortStableFunc(out[i].cells, func(a, b xcell) int { return a.col - b.col })
	}
	s.rows = out
}

func (s *xsheet) hide(attrs []xml.Attr) {
	from, to, hidden := 0, 0, false
	for _, a := range attrs {
		switch a.Name.Local {
		case "min":
			from = number(a.Value)
		case "max":
			to = number(a.Value)
		case "hidden":
			hidden = a.Value == "1" || a.Value == "true"
		}
	}
	if hidden {
		for c := max(from, 1); c <= min(to, 1<<14); c++ {
			s.hidden[c] = true
		}
	}
}

// spread gives merged cells the value of their first, up to what the sheet uses.
func (s *xsheet) spread(most int) error {
	if len(s.merges) == 0 || len(s.rows) == 0 {
		return nil
	}
	index := map[int]int{}
	last, right := 0, 0
	for i, r := range s.rows {
		index[r.n] = i
		last = max(last, r.n)
		if n := len(r.cells); n > 0 {
			right = max(right, r.cells[n-1].col)
		}
	}
	for _, m := range s.merges { // a merge may reach beyond the last value
		last = max(last, min(m.bottom, m.top+200))
	}
	n := 0
	for _, m := range s.merges {
		i, ok := index[m.top]
		if !ok {
			continue
		}
		at, ok := slices.BinarySearchFunc(s.rows[i].cells, m.left, func(c xcell, col int) int { return c.col - col })
		if !ok {
			continue
		}
		text := s.rows[i].cells[at].text
		for y := m.top; y <= min(m.bottom, last); y++ {
			k, ok := index[y]
			if !ok {
				k = len(s.rows)
				index[y] = k
				s.rows = append(s.rows, xrow{n: y})
			}
			for c := m.left; c <= min(m.right, max(right, m.left+50)); c++ {
				if y == m.top && c == m.left || s.hidden[c] {
					continue
				}
				if n++; n > most {
					return errCells(most)
				}
				row := &s.rows[k]
				p, had := slices.BinarySearchFunc(row.cells, c, func(c xcell, col int) int { return c.col - col })
				if !had {
					row.cells = slices.Insert(row.cells, p, xcell{col: c, text: text, across: c > m.left, down: y > m.top})
				}
			}
		}
	}
	slices.SortStableFunc(s.rows, func(a, b xrow) int { return a.n - b.n })
	return nil
}

// cellRef reads a reference such as BC12.
func cellRef(s string) (col, row int) {
	i := 0
	for i < len(s) && (s[i] >= 'A' && s[i] <= 'Z' || s[i] >= 'a' && s[i] <= 'z' || s[i] == '$') {
		if s[i] != '$' {
			col = col*26 + int(s[i]&^0x20-'A') + 1
		}
		if i++; i > 4 {
			return 0, 0
		}
	}
	return col, number(strings.TrimPrefix(s[i:], "$"))
}

func cellRange(s string) (xrange, bool) {
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		b = a
	}
	var m xrange
	m.left, m.top = cellRef(a)
	m.right, m.bottom = cellRef(b)
	return m, m.left > 0 && m.top > 0 && m.right >= m.left && m.bottom >= m.top
}

// cellName writes a reference.
func cellName(col, row int) string {
	var b []byte
	for ; col > 0; col = (col - 1) / 26 {
		b = append(b, byte('A'+(col-1)%26))
	}
	slices.Reverse(b)
	return string(b) + strconv.Itoa(row)
}

var marginCode = regexp.MustCompile(`&"[^"]*"|&\d+|&K[0-9A-Fa-f]{6}|&K\d\d[+-]\d{3}|&[A-Za-z]`)

// marginText takes the codes out of a sheet's header or footer.
func marginText(s string) string {
	parts := strings.Fields(marginCode.ReplaceAllString(strings.ReplaceAll(s, "&&", "\x00"), " "))
	return strings.ReplaceAll(strings.Join(parts, " "), "\x00", "&")
}
