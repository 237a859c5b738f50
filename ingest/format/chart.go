package format

import (
	"cmp"
	"slices"
	"strings"
)

func chartTitle(n *node) string {
	title := n.at("chart", "title")
	if title == nil {
		return ""
	}
	return oneLine(slideTexts(title))
}

// chart writes a chart's values as a table: the file keeps them beside the picture.
func chart(b *builder, n *node) {
	if title := chartTitle(n); title != "" {
		b.block(Paragraph, 0, title)
	}
	var names []string
	values := map[string][]string{} // by category
	var order []string
	n.each("ser", func(s *node) {
		i := len(names)
		names = append(names, oneLine(points(s.kid("tx"))[0]))
		cats := points(cmp.Or(s.kid("cat"), s.kid("xVal")))
		for j, v := range points(cmp.Or(s.kid("val"), s.kid("yVal"))) {
			cat := ""
			if j < len(cats) {
				cat = cats[j]
			}
			if !slices.Contains(order, cat) && len(order) < 10_000 {
				order = append(order, cat)
			}
			row := values[cat]
			for len(row) <= i {
				row = append(row, "")
			}
			row[i] = v
			values[cat] = row
		}
	})
	if len(order) == 0 {
		b.drop("chart", 1, "its values are not in the file")
		return
	}
	b.table()
	b.row(0, true, append([]string{""}, names...))
	for i, cat := range order {
		row := append([]string{cat}, values[cat]...)
		for len(row) <= len(names) {
			row = append(row, "")
		}
		b.row(i+1, false, row)
		b.count.Cells += len(row)
	}
}

// points returns the cached values of a chart's series, one at least.
func points(n *node) []string {
	var out []string
	n.each("pt", func(p *node) {
		i := number(p.attr("idx"))
		if i < 0 || i > 100_000 {
			return
		}
		for len(out) <= i {
			out = append(out, "")
		}
		v := strings.TrimSpace(p.kid("v").content())
		if digits := strings.Trim(v, "0123456789.eE+-"); digits == "" && v != "" {
			v = exact(v)
		}
		out[i] = v
	})
	if len(out) == 0 && n.kid("v") != nil {
		out = append(out, n.kid("v").content())
	}
	if len(out) == 0 {
		return []string{""}
	}
	return out
}
