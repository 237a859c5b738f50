package format

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// workbook makes a workbook with another program's code, so that reader and writer cannot share a mistake.
func workbook(t testing.TB, fill func(x *excelize.File)) []byte {
	t.Helper()
	x := excelize.NewFile()
	defer x.Close()
	fill(x)
	var b bytes.Buffer
	if err := x.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// put writes rows from a cell on; nil leaves a cell empty.
func put(t testing.TB, x *excelize.File, sheet, at string, rows ...[]any) {
	t.Helper()
	col, row, err := excelize.CellNameToCoordinates(at)
	if err != nil {
		t.Fatal(err)
	}
	for y, r := range rows {
		for i, v := range r {
			if v == nil {
				continue
			}
			name, _ := excelize.CoordinatesToCellName(col+i, row+y)
			if err := x.SetCellValue(sheet, name, v); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestXLSXTables(t *testing.T) {
	for name, c := range map[string]struct {
		fill func(x *excelize.File)
		want []string
	}{
		"empty cells keep their place": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"order", "qty", "note", "price"}, []any{"A1", nil, nil, 9.5}, []any{nil, 3, nil, 8})
			},
			[]string{"#1 Sheet1", "row1* order | qty | note | price", "row1 A1 |  |  | 9.5", "row1  | 3 |  | 8"},
		},
		"merged heads are spread": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"地区", "2025", nil}, []any{nil, "销量", "退货"}, []any{"华东", 1200, 57}, []any{nil, 900, 31})
				_ = x.MergeCell("Sheet1", "B1", "C1")
				_ = x.MergeCell("Sheet1", "A1", "A2")
				_ = x.MergeCell("Sheet1", "A3", "A4")
			},
			[]string{"#1 Sheet1", "row1* 地区 | 2025 | 2025", "row1* 地区 | 销量 | 退货", "row1 华东 | 1200 | 57", "row1 华东 | 900 | 31"},
		},
		"several tables on a sheet, with their titles": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"Returns of May"}, []any{"sku", "n"}, []any{"P1", 3}, nil, []any{"Stock"}, []any{"sku", "left"}, []any{"P2", 4})
				put(t, x, "Sheet1", "E2", []any{"region", "share"}, []any{"East", 7})
			},
			[]string{"#1 Sheet1", "#2 Returns of May", "row1* sku | n", "row1 P1 | 3", "row2* region | share", "row2 East | 7", "#2 Stock", "row3* sku | left", "row3 P2 | 4"},
		},
		"an empty row within a table": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"name", "n"}, nil, []any{"a", 1}, nil, []any{"Total", 1})
			},
			[]string{"#1 Sheet1", "row1* name | n", "row1 a | 1", "row1 Total | 1"},
		},
		"an empty column within a table": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{nil, "2024", nil, "2023"}, []any{"Revenue", 10, nil, 9}, []any{"Costs", 4, nil, 5})
			},
			[]string{"#1 Sheet1", "row1*  | 2024 | 2023", "row1 Revenue | 10 | 9", "row1 Costs | 4 | 5"},
		},
		"the unit above a table is of its head": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"单位：万元"}, []any{"项目", "金额"}, []any{"收入", 1200})
			},
			[]string{"#1 Sheet1", "row1* 单位：万元 | ", "row1* 项目 | 金额", "row1 收入 | 1200"},
		},
		"years as heads, years as values": {
			func(x *excelize.File) {
				put(t, x, "Sheet1", "A1", []any{"x", 2023, 2024}, []any{"a", 1, 2})
				_, _ = x.NewSheet("S2")
				put(t, x, "S2", "A1", []any{"who", "born"}, []any{"Li", 1990}, []any{"Wang", 1991})
			},
			[]string{"#1 Sheet1", "row1* x | 2023 | 2024", "row1 a | 1 | 2", "#1 S2", "row2* who | born", "row2 Li | 1990", "row2 Wang | 1991"},
		},
		"line feeds in a cell": {
			func(x *excelize.File) { put(t, x, "Sheet1", "A1", []any{"a", "b"}, []any{"one\ntwo", 1}) },
			[]string{"#1 Sheet1", "row1* a | b", "row1 one two | 1"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "a.xlsx", workbook(t, c.fill))
			wantLines(t, f, c.want...)
			if f.Status != OK || f.Account.Found.Cells != f.Account.Indexed.Cells {
				t.Errorf("%s %q %+v", f.Status, f.Reason, f.Account)
			}
		})
	}
}

func TestXLSXPlaces(t *testing.T) {
	f := parse(t, "a.xlsx", workbook(t, func(x *excelize.File) { put(t, x, "Sheet1", "B3", []any{"a", "b"}, []any{1, 2}) }))
	want := Mark{Sheet: "Sheet1", Cells: "B4:C4"}
	last := f.Marks[len(f.Marks)-1]
	if f.Text[last.Start:last.End] != "1 | 2" {
		t.Errorf("%+v is %q", last, f.Text[last.Start:last.End])
	}
	if last.Start, last.End = 0, 0; last != want {
		t.Errorf("%+v, want %+v", last, want)
	}
}

func TestXLSXHidden(t *testing.T) {
	f := parse(t, "a.xlsx", workbook(t, func(x *excelize.File) {
		put(t, x, "Sheet1", "A1", []any{"a", "b", "c"}, []any{1, 77, 3}, []any{4, 5, 6})
		_ = x.SetRowVisible("Sheet1", 3, false)
		_ = x.SetColVisible("Sheet1", "B", false)
		_, _ = x.NewSheet("Secret")
		put(t, x, "Secret", "A1", []any{"approve 900"})
		_ = x.SetSheetVisible("Secret", false)
	}))
	wantLines(t, f, "#1 Sheet1", "row1* a | c", "row1 1 | 3")
	if all := strings.Join(f.Hidden, "/"); f.Status != Degraded || !strings.Contains(all, "77") || !strings.Contains(all, "4 | 5 | 6") || !strings.Contains(all, "approve 900") {
		t.Errorf("%s %q", f.Status, f.Hidden)
	}
	if f.Account.Found.Cells != 10 || f.Account.Indexed.Cells != 4 {
		t.Errorf("%+v", f.Account)
	}
}

// sheetXML makes a workbook of one sheet's raw cells, as no writer would.
func sheetXML(t testing.TB, rows, styles string) []byte {
	t.Helper()
	return zipOf(t,
		entry{"[Content_Types].xml", `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`},
		entry{"xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`},
		entry{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="x/styles" Target="styles.xml"/></Relationships>`},
		entry{"xl/styles.xml", `<styleSheet><numFmts>` + styles + `</numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>`},
		entry{"xl/worksheets/sheet1.xml", `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`})
}

func TestXLSXValues(t *testing.T) {
	for _, c := range []struct{ raw, code, want string }{
		{"123456789012345678", "General", "123456789012345678"}, // an order's number keeps its 18 digits
		{"1.23456789012345E+17", "General", "123456789012345000"},
		{"1.2E3", "General", "1200"},
		{"0.30000000000000004", "General", "0.3"},
		{"1E-7", "General", "0.0000001"},
		{"-0.5", "0", "-0.5"}, // what is shown is rounded, what is meant is not
		{"1234567.891", "#,##0", "1234567.891"},
		{"0.125", "0%", "12.5%"},
		{"0.29", "0.00%", "29.00%"},
		{"0.05", "0.0%", "5.0%"},
		{"-0.05", "0.0%;[Red]-0.0%", "-5.0%"},
		{"0.05", "0.0#%", "5.0%"},
		{"0.05", "0.##%", "5%"},
		{"0.01256", "0.0%", "1.256%"},
		{"0", "0.0%", "0.0%"},
		{"1.05", "0%", "105%"},
		{"1200", "¥#,##0.00", "¥1200"},
		{"1200", `[$€-407] #,##0`, "€1200"},
		{"-1200", `"$"#,##0;[Red]-"$"#,##0`, "-$1200"},
		{"15", `0"天"`, "15天"},
		{"3.5", `0.0" kg"`, "3.5kg"},
		{"44260", "yyyy-mm-dd", "2021-03-05"},
		{"44260", `yyyy"年"m"月"d"日"`, "2021-03-05"},
		{"44260", "[$-409]d-mmm-yy;@", "2021-03-05"},
		{"44260", "m月d日", "2021-03-05"},
		{"44260.5", "m/d/yy h:mm", "2021-03-05 12:00:00"},
		{"0.5", "h:mm", "12:00:00"},
		{"1.25", "[h]:mm:ss", "30:00:00"},
		{"59", "yyyy-mm-dd", "1900-02-28"},
		{"61", "yyyy-mm-dd", "1900-03-01"},
		{"-5", "yyyy-mm-dd", "-5"},
		{"42", `_(* #,##0_);_(* \(#,##0\)`, "42"},
		{"5", "0.00E+00", "5"},
		{"7", `"Monday" 0`, "Monday7"},
		{"abc", "0", "abc"},
	} {
		rows := fmt.Sprintf(`<row r="1"><c r="A1" s="1"><v>%s</v></c></row>`, c.raw)
		style := `<numFmt numFmtId="200" formatCode="` + strings.NewReplacer(`"`, "&quot;", "&", "&amp;").Replace(c.code) + `"/>`
		f := parse(t, "a.xlsx", sheetXML(t, rows, style))
		if want := "S\n" + c.want + "\n"; f.Text != want {
			t.Errorf("%s as %s: %q, want %q (%s %s)", c.raw, c.code, f.Text, want, f.Status, f.Reason)
		}
	}
}

func TestXLSXCells(t *testing.T) {
	rows := `<row r="1"><c r="A1" t="inlineStr"><is><r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="1"><t>トウキョウ</t></rPh></is></c><c r="B1" t="str"><f>X</f><v>n</v></c><c r="C1" t="inlineStr"><is><t>e</t></is></c><c t="inlineStr"><is><t>t</t></is></c></row>` +
		`<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2"><f>SUM(A1:A2)</f></c><c r="C2" t="e"><v>#DIV/0!</v></c><c r="D2" t="d"><v>2024-03-05T00:00:00</v></c></row>`
	f := parse(t, "a.xlsx", sheetXML(t, rows, ""))
	wantLines(t, f, "#1 S", "row1* 東京 | n | e | t", "row1 TRUE |  | #DIV/0! | 2024-03-05")
	if f.Status != Degraded || !strings.Contains(f.Reason, "1 formulas have no stored value") {
		t.Errorf("%s %q", f.Status, f.Reason)
	}
	var what []string
	for _, d := range f.Account.Dropped {
		what = append(what, fmt.Sprint(d.What, d.Count))
	}
	if got := strings.Join(what, " "); got != "formula without value1 error value1" {
		t.Errorf("dropped %s", got)
	}
}

func TestXLSXLimits(t *testing.T) {
	huge := `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>`
	if f := parse(t, "a.xlsx", sheetXML(t, huge, "")); f.Status != OK || f.Account.Indexed.Cells != 2 {
		t.Errorf("far apart: %s %q %+v", f.Status, f.Reason, f.Account)
	}
	var rows strings.Builder
	for i := 1; i <= 3000; i++ {
		fmt.Fprintf(&rows, `<row r="%d"><c r="%s"><v>1</v></c></row>`, i, cellName(i, i))
	}
	lim := Limits{Cells: 100_000}
	if f := Parse(t.Context(), "a.xlsx", sheetXML(t, rows.String(), ""), lim); f.Status != Failed || !strings.Contains(f.Reason, "cells") {
		t.Errorf("a diagonal: %s %q", f.Status, f.Reason)
	}
	merged := `<row r="1"><c r="A1"><v>1</v></c></row>`
	data := sheetXML(t, merged+`</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells><sheetData>`, "")
	if f := Parse(t.Context(), "a.xlsx", data, lim); f.Status != OK || f.Account.Indexed.Cells != 1 {
		t.Errorf("a merge of everything: %s %q %+v", f.Status, f.Reason, f.Account)
	}
}

func FuzzXLSX(f *testing.F) {
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c><c r="ZZ9" s="1"><v>1E308</v></c></row>`, `<numFmt numFmtId="200" formatCode="[$¥-804]0.0;&quot;"/>`)
	f.Add(`<row hidden="1"><c><f/></c></row></sheetData><mergeCell ref="A1:B2"/><cols><col min="1" max="99999999" hidden="1"/></cols><sheetData>`, "")
	f.Fuzz(func(t *testing.T, rows, styles string) {
		sound(t, Parse(t.Context(), "a.xlsx", sheetXML(t, rows, styles), Limits{Cells: 100_000}))
	})
}
