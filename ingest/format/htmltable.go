package format

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// table reads a table; one that only lays out the page is read as the page.
func (w *page) table(n *html.Node, at look) {
	if layoutTable(n) {
		w.flow(n, at)
		return
	}
	g, head, cells, caption := w.grid(n, at)
	if w.b.err != nil {
		return
	}
	w.b.block(Paragraph, 0, caption)
	if len(g.rows) == 0 {
		return
	}
	if head == 0 {
		head = headRows(g)
	}
	g.emit(w.b, head, nil)
	w.b.count.Cells += cells
}

// flow reads a table's cells as paragraphs.
func (w *page) flow(n *html.Node, at look) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		w.walk(k, at)
		switch k.Data {
		case "td", "th", "tr":
			w.flush()
		}
	}
}

// layoutTable reports whether a table holds parts of a page and no values: other tables, headings, or one cell.
func layoutTable(n *html.Node) bool {
	if r := attrOf(n, "role"); r == "presentation" || r == "none" {
		return true
	}
	cells, rows := 0, 0
	for k := range n.Descendants() {
		if k.Type != html.ElementNode {
			continue
		}
		switch k.Data {
		case "table":
			if trCount(k) > 1 && !inValueTable(k, n) {
				return true
			}
		case "th":
			cells += 2
		case "td":
			cells++
		case "tr":
			rows++
		case "h1", "h2", "form", "article", "main", "nav":
			return true
		}
	}
	return cells < 2
}

// inValueTable reports whether the table around k has a head of its own, so that k is a value in it.
func inValueTable(k, around *html.Node) bool {
	for d := range around.Descendants() {
		if d.Type == html.ElementNode && d.Data == "th" && tableOf(d) == around {
			return true
		}
	}
	return false
}

func tableOf(n *html.Node) *html.Node {
	for n = n.Parent; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && n.Data == "table" {
			return n
		}
	}
	return nil
}

func trCount(n *html.Node) int {
	rows := 0
	for k := range n.Descendants() {
		if k.Type == html.ElementNode && k.Data == "tr" {
			rows++
		}
	}
	return rows
}

type htmlRow struct {
	n    *html.Node
	head bool
	part *html.Node // its thead, tbody or tfoot
}

// grid reads a table's cells with what they span.
func (w *page) grid(t *html.Node, at look) (g *grid, head, cells int, caption string) {
	var rows []htmlRow
	for k := range t.Descendants() {
		if k.Type != html.ElementNode || tableOf(k) != t {
			continue
		}
		switch k.Data {
		case "caption":
			caption = oneLine(allText(k))
		case "tr":
			rows = append(rows, htmlRow{k, k.Parent.Data == "thead", k.Parent})
		}
	}
	g = &grid{rows: make([][]string, len(rows)), across: make([][]bool, len(rows)), down: make([][]bool, len(rows))}
	taken := make([]map[int]bool, len(rows))
	total := 0
	put := func(r, c int, s string, across, down bool) {
		for len(g.rows[r]) <= c {
			g.rows[r], g.across[r], g.down[r] = append(g.rows[r], ""), append(g.across[r], false), append(g.down[r], false)
		}
		g.rows[r][c], g.across[r][c], g.down[r][c] = s, across, down
		if taken[r] == nil {
			taken[r] = map[int]bool{}
		}
		taken[r][c] = true
		total++
	}
	heads := true
	for r, row := range rows {
		if w.unseen(row.n, at) {
			w.b.hide(allText(row.n))
			continue
		}
		c, ths, tds := 0, 0, 0
		for k := row.n.FirstChild; k != nil; k = k.NextSibling {
			if k.Type != html.ElementNode || k.Data != "td" && k.Data != "th" {
				continue
			}
			for taken[r][c] {
				c++
			}
			if w.unseen(k, look{shaded: true}) {
				w.b.hide(allText(k))
				continue
			}
			text := w.cell(k, at)
			if text != "" {
				cells++
			}
			if k.Data == "th" {
				ths++
			} else {
				tds++
			}
			across := max(1, min(number(attrOf(k, "colspan")), 1000))
			down := number(attrOf(k, "rowspan"))
			if down == 0 && hasAttr(k, "rowspan") || down > len(rows)-r {
				down = len(rows) - r
			}
			for y := r; y < r+max(down, 1); y++ {
				if rows[y].part != row.part && y > r {
					break
				}
				for x := c; x < c+across; x++ {
					if total > w.b.lim.Cells {
						w.b.err = errLimit(fmt.Sprintf("its tables have more than %d cells; split the file", w.b.lim.Cells))
						return
					}
					if !taken[y][x] {
						put(y, x, text, x > c, y > r)
					}
				}
			}
			c += across
		}
		if heads = heads && (row.head || ths > 0 && tds == 0); heads {
			head = r + 1
		}
	}
	if head == len(rows) && len(rows) > 0 {
		head = 0
	}
	width := 0
	for _, row := range g.rows {
		width = max(width, len(row))
	}
	if width*len(g.rows) <= w.b.lim.Cells {
		for i := range g.rows {
			for len(g.rows[i]) < width {
				g.rows[i] = append(g.rows[i], "")
			}
		}
	}
	return g, head, cells, caption
}

// cell returns a cell's text in one line.
func (w *page) cell(n *html.Node, at look) string {
	sub := &page{b: w.b, css: w.css, kind: Paragraph}
	sub.cellText(n, at)
	w.images += sub.images
	return oneLine(sub.line.String())
}

func (w *page) cellText(n *html.Node, at look) {
	for k := n.FirstChild; k != nil; k = k.NextSibling {
		switch {
		case k.Type == html.TextNode:
			w.write(k.Data, false)
		case k.Type != html.ElementNode || silentTags[k.Data]:
		case w.unseen(k, look{shaded: true}):
			w.b.hide(allText(k))
		case at.depth > deepest:
			w.write(allText(k), false)
		case k.Data == "img":
			w.image(k)
		case k.Data == "rt" || k.Data == "rp":
		default:
			at := at
			at.depth++
			switch {
			case k.Data == "sup":
				w.power(k)
			case k.Data == "li":
				w.space()
				w.line.WriteString(itemMark(k))
			case k.Data == "td" || k.Data == "th":
				if s := strings.TrimSpace(w.line.String()); k.PrevSibling != nil && s != "" && !strings.HasSuffix(s, ";") {
					w.line.WriteString(", ")
				}
			case !inlineTags[k.Data]:
				w.space()
			}
			w.cellText(k, at)
			if k.Data == "tr" {
				w.line.WriteString("; ")
			} else if !inlineTags[k.Data] {
				w.space()
			}
		}
	}
}
