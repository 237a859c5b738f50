package eval

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"strings"

	casefile "github.com/casefile/casefile"
)

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

type htmlTable struct {
	Title string
	Head  []string
	Rows  [][]string
}

type trendLine struct {
	Name, Colour   string
	Points         string
	Dots           []trendDot
	LabelX, LabelY int
}

type trendDot struct {
	X, Y   int
	Colour string
	Says   string
}

// html writes the page as one file that loads nothing.
func (p Page) html(w io.Writer) error {
	data := struct {
		Lang                 casefile.Lang
		Title, Gate, Trends  string
		Red                  bool
		Tables               []htmlTable
		Lines                []trendLine
		Width, Height, Right int
		TrendHead            []string
		TrendRows            [][]string
	}{
		Lang: p.Lang, Title: plain(strings.TrimSpace(p.say("title") + " " + p.Report.Name)), Gate: plain(p.gate()), Trends: p.say("trends"),
		Red: p.Comparison != nil && !p.Comparison.OK(), Width: 900, Height: 210, Right: 780,
	}
	for _, t := range p.tables() {
		h := htmlTable{Title: plain(t.title)}
		h.Head = plainAll(t.head)
		for _, r := range t.rows {
			h.Rows = append(h.Rows, plainAll(r))
		}
		data.Tables = append(data.Tables, h)
	}
	if len(p.Trend) > 0 {
		runs := append(append([]Report(nil), p.Trend...), p.Report)
		data.Lines = p.lines(runs)
		data.TrendHead = []string{p.say("run"), p.say("cases"), p.say("passed"), p.say("rate"), p.say("wrong_numbers"), p.say("leaks"), p.say("stale_versions"), p.say("latency") + " p50 / p95"}
		for i, r := range runs {
			m := r.Measures
			data.TrendRows = append(data.TrendRows, []string{
				fmt.Sprintf("%d %s", i+1, plain(r.Name)), fmt.Sprint(r.Total), fmt.Sprint(r.Passed), rate(Share{r.Passed, r.Total}),
				of(m.Result.WrongNumbers), of(m.Result.Leaks), of(m.Result.StaleVersions),
				fmt.Sprintf("%.1f / %.1f", percentile(m.Efficiency.Wall, 50), percentile(m.Efficiency.Wall, 95)),
			})
		}
	}
	return pageTemplate.Execute(w, data)
}

func plainAll(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = plain(c)
	}
	return out
}

var trendColours = []string{"#0b62d6", "#1a7f37", "#a15c00", "#8250df", "#57606a", "#b3261e"}

// lines draws the pass rate of all cases and of each kind over the runs.
func (p Page) lines(runs []Report) []trendLine {
	all := func(r Report) Share { return Share{r.Passed, r.Total} }
	series := []struct {
		name string
		of   func(Report) Share
	}{{p.say("all"), all}}
	for _, k := range Kinds {
		series = append(series, struct {
			name string
			of   func(Report) Share
		}{p.say(k.String()), func(r Report) Share {
			for _, t := range r.Kinds {
				if t.Kind == k {
					return Share{t.Passed, t.Total}
				}
			}
			return Share{}
		}})
	}
	var out []trendLine
	for i, s := range series {
		l := trendLine{Name: s.name, Colour: trendColours[i%len(trendColours)], LabelX: 790}
		var points []string
		for n, r := range runs {
			v, ok := s.of(r).Rate()
			if !ok {
				continue
			}
			x, y := 40+740*n/max(len(runs)-1, 1), 190-int(180*v)
			points = append(points, fmt.Sprintf("%d,%d", x, y))
			l.Dots = append(l.Dots, trendDot{x, y, l.Colour, fmt.Sprintf("%s %s %s", s.name, rate(s.of(r)), of(s.of(r)))})
		}
		if len(points) == 0 {
			continue
		}
		l.Points, l.LabelY = strings.Join(points, " "), 20+16*len(out)
		out = append(out, l)
	}
	return out
}
