package main

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
)

var reportTemplate = template.Must(template.ParseFS(helpFiles, "help/report.html"))

// reportText prints what was found in each file, what of it is in the index, and what is not and why.
func (inv *invocation) reportText(r ingest.Report) {
	for _, f := range r.Files {
		fmt.Fprintln(inv.out, say(inv.lang, "report-file", f.Path, f.Status, f.Pages, f.Chunks))
		if f.Reason != "" {
			fmt.Fprintln(inv.out, "  "+f.Reason)
		}
		if f.Found.Paragraphs+f.Found.Tables > 0 {
			fmt.Fprintln(inv.out, "  "+say(inv.lang, "report-counts", f.Found.Paragraphs, f.Found.Tables, f.Indexed.Cells, f.Found.Cells, f.Indexed.Numbers, f.Found.Numbers, f.Found.Images))
		}
		if f.Derived != "" {
			fmt.Fprintln(inv.out, "  "+say(inv.lang, "report-derived", f.Derived))
		}
		if len(f.Silent) > 0 {
			fmt.Fprintln(inv.out, "  "+say(inv.lang, "report-silent", strings.Join(f.Silent, ", ")))
		}
		for _, o := range f.Orders {
			fmt.Fprintln(inv.out, "  "+say(inv.lang, "report-orders", o.Line, o.Words))
		}
		for _, d := range f.Dropped {
			fmt.Fprintln(inv.out, "  "+say(inv.lang, "report-dropped", d.Count, d.What, d.Why))
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintln(inv.out, p)
	}
	t := r.Totals()
	fmt.Fprintln(inv.out, say(inv.lang, "report-totals", t.Files, t.Status[ingest.OK], t.Status[ingest.Degraded], t.Status[ingest.Empty], t.Status[ingest.Unsupported], t.Status[ingest.Failed], t.Chunks, t.Indexed.Numbers, t.Found.Numbers))
	fmt.Fprintln(inv.out, inv.ingestLine(r))
}

// reportPage prints the same as a page that stands alone.
func (inv *invocation) reportPage(r ingest.Report) error {
	return reportTemplate.Execute(inv.out, struct {
		Lang   casefile.Lang
		ZH     bool
		Report ingest.Report
		Totals ingest.Totals
	}{inv.lang, inv.lang == casefile.Chinese, r, r.Totals()})
}
