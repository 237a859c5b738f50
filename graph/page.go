package graph

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
	"unicode"
)

//go:embed page.html
var pageFile string

//go:embed page.js
var script string

//go:embed page.css
var style string

var page = template.Must(template.New("page").Parse(pageFile))

// Sizes of the drawing, in its own units.
const (
	boxWidth  = 230
	boxHeight = 54
	gapX      = 120
	gapY      = 18
	margin    = 40 // of the page around the drawing, both sides together
)

// A box is a node with its place in the drawing.
type box struct {
	Node
	X, Y   int
	Lines  []string
	Colour string
}

// An arrow is an edge with its path.
type arrow struct {
	Edge
	Path string
	X, Y int
}

// html lays the nodes out in columns by their kind and draws them as one page that loads nothing. Only the page's own script may
// run in it: it is named by its hash, and everything that comes from a case is text.
func (g Graph) html() ([]byte, error) {
	column := map[Kind]int{Question: 0, Need: 1, Record: 2, Passage: 2, Decision: 3, Claim: 4}
	height := map[int]int{}
	at := map[string]box{}
	var boxes []box
	for _, n := range g.Nodes {
		c := column[n.Kind]
		b := box{Node: n, X: c * (boxWidth + gapX), Y: height[c], Lines: wrap(n.ID+" "+n.Label, 30, 2), Colour: colours[n.Kind]}
		height[c] += boxHeight + gapY
		boxes = append(boxes, b)
		at[n.ID] = b
	}
	var arrows []arrow
	for _, e := range g.Edges {
		from, to := at[e.From], at[e.To]
		x1, x2 := from.X+boxWidth, to.X
		switch {
		case from.X > to.X:
			x1, x2 = from.X, to.X+boxWidth
		case from.X == to.X:
			x2 = to.X + boxWidth
		}
		y1, y2 := from.Y+boxHeight/2, to.Y+boxHeight/2
		mid := (x1 + x2) / 2
		if from.X == to.X {
			mid = x1 + gapX/2
		}
		arrows = append(arrows, arrow{Edge: e, Path: fmt.Sprintf("M%d %d C%d %d %d %d %d %d", x1, y1, mid, y1, mid, y2, x2, y2), X: mid, Y: (y1 + y2) / 2})
	}
	most := 0
	for _, h := range height {
		most = max(most, h)
	}
	sum := sha256.Sum256([]byte(script))
	var out bytes.Buffer
	err := page.Execute(&out, struct {
		Graph
		Boxes         []box
		Arrows        []arrow
		Width, Height int
		Script        template.JS
		Style         template.CSS
		Hash          string
	}{g, boxes, arrows, 5*boxWidth + 4*gapX + margin, most + margin, template.JS(script), template.CSS(style), base64.StdEncoding.EncodeToString(sum[:])}) //nolint:gosec // the page's own files
	if err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	return bytes.Map(shown, out.Bytes()), nil
}

// shown returns a mark for characters that a reader does not see and that change what is seen.
func shown(r rune) rune {
	switch {
	case r == '\n' || r == '\t' || r == '\r':
		return r
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
		return unicode.ReplacementChar
	}
	return r
}

// wrap breaks a label into lines of a width, a Han character being two wide.
func wrap(s string, width, lines int) []string {
	var out []string
	var line strings.Builder
	w := 0
	for _, r := range s {
		n := 1
		if unicode.Is(unicode.Han, r) || r > 0xff00 && r < 0xff60 {
			n = 2
		}
		if w+n > width {
			if len(out) == lines-1 {
				return append(out, line.String()+"…")
			}
			out = append(out, line.String())
			line.Reset()
			w = 0
		}
		line.WriteRune(r)
		w += n
	}
	return append(out, line.String())
}
