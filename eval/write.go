package eval

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Formats are the forms a report is written in.
var Formats = []string{"text", "json", "markdown", "junit", "html"}

// Write writes the page in one of Formats.
func (p Page) Write(w io.Writer, format string) error {
	switch format {
	case "text":
		return p.text(w)
	case "json":
		return p.Report.WriteJSON(w)
	case "markdown":
		return p.markdown(w)
	case "junit":
		return p.junit(w)
	case "html":
		return p.html(w)
	}
	return fmt.Errorf("no report has the form %q; want one of %s", format, strings.Join(Formats, ", "))
}

func (p Page) text(w io.Writer) error {
	var b strings.Builder
	for _, t := range p.tables() {
		b.WriteString("\n" + p.plainTable(t))
	}
	if g := p.gate(); g != "" {
		fmt.Fprintf(&b, "\n%s\n", plain(g))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Outcome writes the two tables that do not depend on the machine or on how the answers came about: by kind, and the results.
func (p Page) Outcome(w io.Writer) error {
	_, err := io.WriteString(w, p.plainTable(p.kinds())+"\n"+p.plainTable(p.result()))
	return err
}

// plainTable lays a table out in columns.
func (p Page) plainTable(t table) string {
	var b strings.Builder
	b.WriteString(plain(t.title) + "\n")
	widths := t.columns()
	for _, row := range append([][]string{t.head}, t.rows...) {
		line := " "
		for i, cell := range row {
			line += " " + plain(cell)
			if i < len(row)-1 {
				line += strings.Repeat(" ", max(widths[i]-width(cell), 0)+1)
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// plain shows control characters as spaces, so that a text cannot move the cursor of a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return ' '
		}
		return r
	}, s)
}

func (p Page) markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", markdownText(strings.TrimSpace(p.say("title")+" "+p.Report.Name)))
	for _, t := range p.tables() {
		fmt.Fprintf(&b, "\n## %s\n\n", markdownText(t.title))
		row := func(cells []string) {
			b.WriteString("|")
			for _, c := range cells {
				b.WriteString(" " + markdownText(strings.TrimSpace(c)) + " |")
			}
			b.WriteString("\n")
		}
		row(t.head)
		b.WriteString("|" + strings.Repeat("---|", len(t.head)) + "\n")
		for _, r := range t.rows {
			row(r)
		}
	}
	if g := p.gate(); g != "" {
		fmt.Fprintf(&b, "\n**%s**\n", markdownText(g))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownText keeps a text from being read as marks or tags, and in one line.
func markdownText(s string) string {
	var b strings.Builder
	for _, r := range plain(s) {
		if strings.ContainsRune("\\`*_|<>[]#&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure"`
	Error   *junitFailure `xml:"error"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junit writes the cases as a CI shows tests. A case that could not be run is an error, any other that failed a failure.
func (p Page) junit(w io.Writer) error {
	r := p.Report
	s := junitSuite{Name: strings.TrimSpace("casefile eval " + r.Name), Tests: r.Total}
	for _, c := range r.Cases {
		j := junitCase{Name: xmlText(c.Name), Class: "eval." + c.Kind.String()}
		if !c.Pass {
			f := &junitFailure{Message: xmlText(short(c.Why, 400)), Text: xmlText(c.Why)}
			if d := c.Diagnosis; d != nil {
				f.Type = string(d.Cause)
				f.Text += fmt.Sprintf("\nline %d of the case log: %s", d.Line, xmlText(d.Says))
			}
			if c.Diagnosis != nil && c.Diagnosis.Cause == NotRun {
				s.Errors++
				j.Error = f
			} else {
				s.Failures++
				j.Failure = f
			}
		}
		s.Cases = append(s.Cases, j)
	}
	if p.Comparison != nil && !p.Comparison.OK() {
		s.Tests++
		s.Failures++
		s.Cases = append(s.Cases, junitCase{Name: "baseline", Class: "eval.gate", Failure: &junitFailure{Type: "gate", Message: xmlText(p.gate())}})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// xmlText leaves out what XML cannot hold.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r >= 0x20 && r != utf8.RuneError && r != 0xfffe && r != 0xffff {
			return r
		}
		return -1
	}, s)
}
