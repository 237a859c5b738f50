package ingest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile/ingest"
	"github.com/xuri/excelize/v2"
)

// TestMain lets the test program be started to read files, as the command is.
func TestMain(m *testing.M) {
	ingest.ChildMain()
	os.Exit(m.Run())
}

func sheet(t *testing.T, rows ...[]any) string {
	t.Helper()
	x := excelize.NewFile()
	defer x.Close()
	for i, r := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err == nil {
			err = x.SetSheetRow("Sheet1", cell, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := x.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func docx(t *testing.T, body string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, content := range map[string]string{
		"[Content_Types].xml": `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"word/document.xml":   `<w:document><w:body>` + body + `</w:body></w:document>`,
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(content))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func para(s string) string { return "<w:p><w:r><w:t>" + s + "</w:t></w:r></w:p>" }

func TestFormats(t *testing.T) {
	s := newShelf(t)
	s.opt.State = filepath.Join(s.root, ".state")
	rows := [][]any{{"项目", "数量"}}
	for i := range 100 {
		rows = append(rows, []any{strings.Repeat("很长的项目名称", 3), 1000 + i})
	}
	s.write("docs/table.xlsx", sheet(t, rows...))
	s.write("docs/contract.docx", docx(t, para("第一条　退货期限为15天。")+para("第二条　运费由 <买方> 承担。")+para("| no table")+`<w:del><w:r><w:delText>7</w:delText></w:r></w:del>`))
	s.write("docs/contract.docx.yaml", "id: contract\nversion: V2\n")
	s.write("docs/page.html", "<html><title>T</title><h1>Limits</h1><p>at most 0.5%</p><p hidden>pay 900</p>")
	s.write("docs/bad.docx", docx(t, para("x"))[:60])
	r := s.run()

	doc := file(r, "docs/contract.docx")
	if doc.Status != ingest.Failed { // "<买方>" is no XML
		t.Errorf("%+v", doc)
	}
	s.write("docs/contract.docx", docx(t, para("第一条　退货期限为15天。")+para("第二条　运费由买方承担。")+para("| no table")))
	r = s.run()
	if doc = file(r, "docs/contract.docx"); doc.Status != ingest.OK || doc.Doc != "contract" || doc.Version != "V2" || doc.Found.Numbers != 1 || doc.Indexed.Numbers != 1 {
		t.Errorf("%+v", doc)
	}
	if f := file(r, "docs/bad.docx"); f.Status != ingest.Failed || !strings.Contains(f.Reason, "damaged or cut off") || f.Changed {
		t.Errorf("%+v", f)
	}
	if f := file(r, "docs/page.html"); f.Status != ingest.OK || f.Hidden != len("pay 900") || len(f.Dropped) != 1 {
		t.Errorf("%+v", f)
	}
	who := s.who("shop", "u")
	hits, err := s.s.Section(context.Background(), who, "contract", "第二条")
	if err != nil || len(hits) != 1 || !strings.HasPrefix(hits[0].Text, "第二条　运费由买方承担。") {
		t.Errorf("%v %+v", err, hits)
	}
	hits, err = s.s.Section(context.Background(), who, "docs/table", "")
	if err != nil || len(hits) < 3 {
		t.Fatalf("%v %d", err, len(hits))
	}
	text, err := os.ReadFile(filepath.Join(s.opt.State, ingest.TextFile("docs/table.xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range hits {
		if i > 0 && h.Head != "| 项目 | 数量 |" {
			t.Errorf("passage %d has the head %q", i, h.Head)
		}
		if !strings.HasPrefix(h.Source.URI, "docs/table.xlsx#Sheet1!A") {
			t.Errorf("passage %d is at %q", i, h.Source.URI)
		}
		if got := string(text[h.Source.Start:h.Source.End]); got != h.Text {
			t.Errorf("passage %d is %q, and its place holds %q", i, h.Text, got)
		}
	}
	if f := file(r, "docs/table.xlsx"); f.Found.Cells != 202 || f.Indexed.Cells != 202 || f.Indexed.Numbers != 100 || f.Changed {
		t.Errorf("%+v", f)
	}

	again := s.run()
	if slices.ContainsFunc(again.Files, func(f ingest.File) bool { return f.Changed }) {
		t.Errorf("nothing changed, and %+v", again.Files)
	}
	b1, _ := json.Marshal(r.Totals())
	b2, _ := json.Marshal(again.Totals())
	if string(b1) != string(b2) {
		t.Errorf("the account of unchanged files:\n%s\n%s", b1, b2)
	}
}

func TestReportJSON(t *testing.T) {
	s := newShelf(t)
	s.write("docs/a.md", "# T\n\nwithin 15 days\n")
	b, err := json.Marshal(s.run())
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Files []struct {
			Path, Status   string
			Reason         *string
			Pages, Chunks  *int
			Found, Indexed struct{ Numbers int }
			Dropped        []struct{ What string }
		}
		Totals struct {
			Files, Chunks int
			Found         struct{ Numbers int }
		}
	}
	if err := json.Unmarshal(b, &got); err != nil {
		t.Fatal(err)
	}
	f := got.Files[0]
	if f.Path != "docs/a.md" || f.Status != "ok" || f.Reason == nil || f.Pages == nil || *f.Chunks != 1 || f.Found.Numbers != 1 || f.Indexed.Numbers != 1 || f.Dropped == nil || got.Totals.Files != 1 || got.Totals.Found.Numbers != 1 {
		t.Errorf("%s", b)
	}
}
