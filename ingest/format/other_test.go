package format

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

func TestSniff(t *testing.T) {
	doc := word(t, p("x"))
	for _, c := range []struct {
		name string
		data string
		want Kind
	}{
		{"a.docx", string(doc), DOCX}, {"a.zip", string(doc), DOCX}, {"a.pdf", string(doc), DOCX},
		{"a.docx", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 99), OldDoc}, {"a.docx", "%PDF-1.7\n", PDF}, {"a.docx", "{\\rtf1 x}", RTF},
		{"a.txt", "\x89PNG\r\n\x1a\n", Image}, {"a.pdf", "MZ\x90\x00\x03", Binary}, {"a.md", "\x7fELF", Binary}, {"a.txt", "GIF89a", Image},
		{"a.md", "# T", Markdown}, {"a.txt", "# T", Text}, {"a", "words", Text}, {"a.csv", "a,b", CSV}, {"a.docx", "words only", Text},
		{"a.txt", "<!DOCTYPE html><p>x", HTML}, {"a.html", "<p>x</p>", HTML}, {"a.md", "<html>", Markdown}, {"a.html", "words", Text},
		{"a.eml", "Subject: x\n\ny", EML}, {"a.txt", "From: a\nTo: b\nSubject: c\n\nx", EML}, {"a.txt", "Name: a\nAge: 5\n", Text},
		{"a.zip", string(zipOf(t, entry{"a.txt", "x"})), ZIP}, {"a.epub", string(zipOf(t, entry{"mimetype", "application/epub+zip"})), EPUB},
		{"a.txt", "", Text}, {"a.bin", "\x00\x01\x02\x03\xff\xfe\x00\x80", Unknown}, {"a.txt", "\xff\xfea\x00b\x00", Text},
	} {
		if got := Sniff(c.name, []byte(c.data)); got != c.want {
			t.Errorf("%s %.12q: %q, want %q", c.name, c.data, got, c.want)
		}
	}
}

func TestText(t *testing.T) {
	md := "---\nx: 1\n---\n# T\n\none\ntwo\n\n- a\n- b\n\n| h | k |\n|---|---|\n| 1 | |\n\n```\n# no\n```\n"
	f := parse(t, "a.md", []byte(md))
	wantLines(t, f, "---\nx: 1\n---", "#1 # T", "one\ntwo", "item - a", "item - b", "row1* | h | k |", "row1 | 1 | |", "code ```\n# no\n```")
	if f.Text != md || f.Title != "T" {
		t.Errorf("%q %q", f.Title, f.Text)
	}
	for _, empty := range []string{"", " \n\t", "\ufeff"} {
		if f := parse(t, "a.txt", []byte(empty)); f.Status != Empty || f.Text != "" {
			t.Errorf("%q: %s", empty, f.Status)
		}
	}
	if f := parse(t, "a.txt", []byte("退货期限为15天，共计三十件，都有发票。\xff退货")); f.Status != Degraded || f.Account.NoCode != 1 {
		t.Errorf("a broken byte: %s %q %+v", f.Status, f.Text, f.Account)
	}
}

func TestPPTX(t *testing.T) {
	ap := func(s string) string { return `<a:p><a:r><a:t>` + s + `</a:t></a:r></a:p>` }
	sp := func(ph, s string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + ph + `"/></p:nvPr></p:nvSpPr><p:txBody>` + s + `</p:txBody></p:sp>`
	}
	slide := func(attr, s string) string {
		return `<p:sld` + attr + `><p:cSld><p:spTree>` + s + `</p:spTree></p:cSld></p:sld>`
	}
	table := `<p:graphicFrame><a:tbl><a:tr><a:tc gridSpan="2"><a:txBody>` + ap("both") + `</a:txBody></a:tc><a:tc hMerge="1"/></a:tr><a:tr><a:tc><a:txBody>` + ap("1") + `</a:txBody></a:tc><a:tc><a:txBody>` + ap("2") + `</a:txBody></a:tc></a:tr></a:tbl></p:graphicFrame>`
	f := parse(t, "a.pptx", zipOf(t,
		entry{"[Content_Types].xml", `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`},
		entry{"ppt/presentation.xml", `<p:presentation xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/><p:sldId id="3" r:id="r3"/></p:sldIdLst></p:presentation>`},
		entry{"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="r2" Type="x/slide" Target="slides/slide2.xml"/><Relationship Id="r3" Type="x/slide" Target="slides/slide3.xml"/></Relationships>`},
		entry{"ppt/slides/slide1.xml", slide("", table)},
		entry{"ppt/slides/slide2.xml", slide("", sp("body", ap("point 3"))+sp("title", ap("Title")))},
		entry{"ppt/slides/slide3.xml", slide(` show="0"`, sp("body", ap("hidden 9")))},
		entry{"ppt/slides/_rels/slide2.xml.rels", `<Relationships><Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/n.xml"/></Relationships>`},
		entry{"ppt/notesSlides/n.xml", `<p:notes><p:cSld><p:spTree>` + sp("body", ap("say 5")) + `</p:spTree></p:cSld></p:notes>`}))
	wantLines(t, f, "#1 Title", "point 3", "say 5", "row1* both | both", "row1 1 | 2")
	if f.Marks[0].Page != 1 || f.Marks[len(f.Marks)-1].Page != 2 || strings.Join(f.Hidden, "") != "hidden 9" || f.Title != "Title" {
		t.Errorf("%+v %q %q", f.Marks, f.Hidden, f.Title)
	}
}

func TestEPUB(t *testing.T) {
	f := parse(t, "a.epub", zipOf(t, entry{"mimetype", "application/epub+zip"},
		entry{"META-INF/container.xml", `<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>`},
		entry{"O/c.opf", `<package><metadata><dc:title>Book</dc:title><dc:creator>Li</dc:creator><dc:date>2024-03-05</dc:date></metadata><manifest><item id="a" href="one%20.xhtml" media-type="application/xhtml+xml"/><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/><item id="c" href="gone.xhtml"/></manifest><spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>`},
		entry{"O/one .xhtml", `<html><body><p>second 2</p></body></html>`}, entry{"O/two.xhtml", `<html><body><h1>First</h1><p>first 1</p></body></html>`}))
	wantLines(t, f, "#1 First", "first 1", "second 2")
	if f.Status != Degraded || f.Title != "Book" || f.Author != "Li" || f.Date != "2024-03-05" || f.Marks[1].Page != 2 {
		t.Errorf("%s %q %+v", f.Status, f.Reason, f)
	}
}

func TestEML(t *testing.T) {
	gb, _ := simplifiedchinese.GBK.NewEncoder().String("退货期限为15天")
	body := base64.StdEncoding.EncodeToString([]byte(gb))
	att := base64.StdEncoding.EncodeToString(workbookCSV)
	f := parse(t, "a.eml", []byte("From: =?utf-8?B?"+base64.StdEncoding.EncodeToString([]byte("李"))+"?= <l@example.com>\r\nSubject: =?gb2312?B?"+base64.StdEncoding.EncodeToString([]byte(gb))+"?=\r\nDate: Tue, 05 Mar 2024 10:00:00 +0800\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=gb2312\r\nContent-Transfer-Encoding: base64\r\n\r\n"+body+"\r\n--b\r\nContent-Type: application/octet-stream; name=t.csv\r\nContent-Disposition: attachment; filename=t.csv\r\nContent-Transfer-Encoding: base64\r\n\r\n"+att+"\r\n--b--\r\n"))
	wantLines(t, f, "#1 退货期限为15天", "From: 李 <l@example.com>", "Date: Tue, 05 Mar 2024 10:00:00 +0800", "退货期限为15天")
	if f.Date != "2024-03-05" || len(f.Parts) != 1 || f.Parts[0].Name != "t.csv" || f.Parts[0].File.Kind != CSV {
		t.Errorf("%+v", f)
	}
	wantLines(t, Whole(f), "#1 退货期限为15天", "From: 李 <l@example.com>", "Date: Tue, 05 Mar 2024 10:00:00 +0800", "退货期限为15天", "#1 t.csv", "row1* a | b", "row1 1 | 2")
	f = parse(t, "a.eml", []byte("Subject: x\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nPay 900 to them.\n--b\nContent-Type: text/html\n\n<p>Pay 100 to us.\n--b--\n"))
	wantLines(t, f, "#1 x", "Pay 100 to us.")
	if strings.Join(f.Hidden, "") != "Pay 900 to them." {
		t.Errorf("hidden %q", f.Hidden)
	}
}

var workbookCSV = []byte("a,b\n1,2\n")

func TestZIP(t *testing.T) {
	inner := zipOf(t, entry{"deep.txt", "deep 5"})
	f := parse(t, "a.zip", zipOf(t, entry{"a.txt", "one 1"}, entry{"dir/b.csv", "a,b\n1,2"}, entry{"c.zip", string(inner)}, entry{"d.png", "\x89PNG\r\n\x1a\n"}, entry{"__MACOSX/x", "y"}))
	w := Whole(f)
	wantLines(t, w, "#1 a.txt", "one 1", "#1 dir/b.csv", "row1* a | b", "row1 1 | 2", "#1 c.zip", "#2 deep.txt", "deep 5")
	if f.Status != Degraded || len(f.Parts) != 4 {
		t.Errorf("%s %q %d", f.Status, f.Reason, len(f.Parts))
	}
	if w.Marks[len(w.Marks)-1].At != "c.zip deep.txt" {
		t.Errorf("%+v", w.Marks)
	}
}

func TestZIPNames(t *testing.T) {
	name, _ := simplifiedchinese.GBK.NewEncoder().String("退货政策/说明文件.txt")
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	e, err := z.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
	if err != nil {
		t.Fatal(err)
	}
	_, _ = e.Write([]byte("x 1"))
	_ = z.Close()
	if f := parse(t, "a.zip", b.Bytes()); len(f.Parts) != 1 || f.Parts[0].Name != "退货政策/说明文件.txt" {
		t.Errorf("%+v", f.Parts)
	}
}

func TestArchiveLimits(t *testing.T) {
	nested := []byte("x 1")
	for i := range 6 {
		nested = zipOf(t, entry{fmt.Sprintf("%d.zip", i), string(nested)})
	}
	f := Whole(parse(t, "a.zip", nested))
	if f.Status != Empty && f.Status != Degraded || !strings.Contains(fmt.Sprint(f.Account.Dropped), "deep in others") {
		t.Errorf("archives in archives: %s %+v", f.Status, f.Account.Dropped)
	}
	var many []entry
	for i := range 50 {
		many = append(many, entry{fmt.Sprint(i, ".txt"), "x"})
	}
	for name, c := range map[string]struct {
		data []byte
		lim  Limits
		hint string
	}{
		"entries": {zipOf(t, many...), Limits{Entries: 49}, "49 entries"},
		"ratio":   {zipOf(t, entry{"a.txt", strings.Repeat("0", 4<<20)}), Limits{Ratio: 20}, "zip bomb"},
		"total":   {zipOf(t, many...), Limits{Unpacked: 30}, "zip bomb"},
		"size":    {zipOf(t, many...), Limits{Bytes: 100}, "split it"},
		"chars":   {[]byte(strings.Repeat("x", 200)), Limits{Chars: 100}, "split"},
	} {
		if f := Parse(context.Background(), "a.zip", c.data, c.lim); f.Status != Failed || !strings.Contains(f.Reason, c.hint) {
			t.Errorf("%s: %s %q", name, f.Status, f.Reason)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("a.docx", word(f, p("x")+tbl(tc("1")+tc("2"))))
	f.Add("a.xlsx", sheetXML(f, `<row r="1"><c r="A1"><v>1</v></c></row>`, ""))
	f.Add("a.eml", []byte("Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--"))
	f.Add("a.zip", zipOf(f, entry{"a.txt", "x"}))
	f.Add("a.msg", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1_\x00_\x00p\x00r\x00o\x00p\x00e\x00r\x00t\x00i\x00e\x00s\x00"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if Sniff(name, data) == PDF {
			return // a PDF has fuzz tests of its own
		}
		sound(t, Whole(Parse(t.Context(), name, data, Limits{Cells: 50_000, Chars: 1 << 20})))
	})
}

func FuzzEML(f *testing.F) {
	f.Add([]byte("From: a\nSubject: =?gb2312?B?zcu79Q==?=\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>1\n--b--"))
	f.Fuzz(func(t *testing.T, data []byte) {
		sound(t, Whole(Parse(t.Context(), "a.eml", append([]byte("Subject: x\n"), data...), Limits{})))
	})
}

func FuzzText(f *testing.F) {
	f.Add("# a\n\n| a | b |\n|--|--|\n| 1 \\| 2 | 3\n```\nx")
	f.Fuzz(func(t *testing.T, s string) { sound(t, Parse(t.Context(), "a.md", []byte(s), Limits{})) })
}
