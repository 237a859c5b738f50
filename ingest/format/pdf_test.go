package format

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// pdfPageSource is a page for makePDF.
type pdfPageSource struct {
	content string
	rotate  int
	extra   string // entries of the page's dictionary
}

// makePDF writes a PDF of Letter pages with Helvetica as F1, Helvetica-Bold as F2 and further objects from number 100.
func makePDF(pages []pdfPageSource, more map[int]string) []byte {
	objects := map[int]string{
		1: "<</Type/Catalog/Pages 2 0 R>>",
		3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
		4: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
	}
	kids := ""
	for i, p := range pages {
		n := 10 + 2*i
		kids += fmt.Sprintf("%d 0 R ", n)
		objects[n] = fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Rotate %d/Contents %d 0 R/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</Im 5 0 R>>>>%s>>", p.rotate, n+1, p.extra)
		objects[n+1] = fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(p.content), p.content)
	}
	objects[2] = fmt.Sprintf("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(pages))
	objects[5] = "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\n\x7f\nendstream"
	for n, o := range more {
		objects[n] = o
	}
	return writePDF(objects)
}

func writePDF(objects map[int]string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	at := map[int]int{}
	numbers := []int{}
	for n := range objects {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		at[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, objects[n])
	}
	size := numbers[len(numbers)-1] + 1
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", size)
	for n := 1; n < size; n++ {
		if o, ok := at[n]; ok {
			fmt.Fprintf(&b, "%010d 00000 n \n", o)
		} else {
			b.WriteString("0000000000 65535 f \n")
		}
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", size, xref)
	return b.Bytes()
}

// say is text at a place, from the page's bottom left.
func say(x, y, size int, s string) string {
	return fmt.Sprintf("BT /F1 %d Tf %d %d Td (%s) Tj ET\n", size, x, y, s)
}

func onePage(content string) []byte { return makePDF([]pdfPageSource{{content: content}}, nil) }

func readPDF(t *testing.T, data []byte) File {
	t.Helper()
	f := parsePDF(context.Background(), "x.pdf", data, Limits{})
	checkSpans(t, f)
	return f
}

// checkSpans holds for every file: blocks and marks lie within the text, in order.
func checkSpans(t *testing.T, f File) {
	t.Helper()
	last := 0
	for _, b := range f.Blocks {
		if b.Start < last || b.End < b.Start || b.End > len(f.Text) {
			t.Fatalf("block %+v of %d bytes, after %d", b, len(f.Text), last)
		}
		last = b.End
	}
	last = 0
	for _, m := range f.Marks {
		if m.Start < last || m.End < m.Start || m.End > len(f.Text) || m.Page < 1 {
			t.Fatalf("mark %+v of %d bytes, after %d", m, len(f.Text), last)
		}
		last = m.End
	}
}

func blocksOf(f File) string {
	var b strings.Builder
	for _, k := range f.Blocks {
		fmt.Fprintf(&b, "%s", k.Kind)
		if k.Kind == Heading {
			fmt.Fprintf(&b, "%d", k.Level)
		}
		if k.Head {
			b.WriteString(" head")
		}
		fmt.Fprintf(&b, ": %s\n", f.Text[k.Start:k.End])
	}
	return b.String()
}

func ruled(x, y, w, h int, cols, rows int) string {
	s := ""
	for c := 0; c <= cols; c++ {
		s += fmt.Sprintf("%d %d m %d %d l S\n", x+c*w, y, x+c*w, y-rows*h)
	}
	for r := 0; r <= rows; r++ {
		s += fmt.Sprintf("%d %d m %d %d l S\n", x, y-r*h, x+cols*w, y-r*h)
	}
	return s
}

func TestPDFText(t *testing.T) {
	left := "These lines fill the left column of"
	right := "And these fill the other column of"
	columns := ""
	for i := range 6 {
		columns += say(72, 700-14*i, 10, left) + say(320, 700-14*i, 10, right)
	}
	body := say(72, 600, 10, "A paragraph of running text that is long enough to be the body here.")
	table := ruled(72, 700, 100, 20, 3, 3)
	for r, row := range [][]string{{"Name", "2023", "2024"}, {"Revenue", "1,200", "1,450"}, {"Cost", "800", "(910)"}} {
		for c, v := range row {
			table += say(76+100*c, 686-20*r, 10, v)
		}
	}
	open := ""
	for r, row := range [][]string{{"Item", "Price", "Stock"}, {"Bolt", "0.25", "140"}, {"Nut", "0.10", "95"}, {"Washer", "0.05", "1,000"}} {
		for c, v := range row {
			open += say(76+120*c, 686-16*r, 10, v)
		}
	}
	for _, c := range []struct{ name, content, want string }{
		{"heading and lines of a paragraph", say(72, 720, 20, "Terms of sale") +
			say(72, 690, 10, "The seller delivers within thirty days after the contract was signed and paid by the buy-") +
			say(72, 676, 10, "er. Later delivery costs 2.5 percent of the price for each week of the whole delay there.") + say(72, 640, 10, "A second paragraph."),
			"heading1: Terms of sale\nparagraph: The seller delivers within thirty days after the contract was signed and paid by the buyer. Later delivery costs 2.5 percent of the price for each week of the whole delay there.\nparagraph: A second paragraph.\n"},
		{"columns", say(72, 740, 18, "A title over both") + columns,
			"heading1: A title over both\nparagraph: " + strings.TrimSpace(strings.Repeat(left+" ", 6)+strings.Repeat(right+" ", 6)) + "\n"},
		{"ruled table", table + body,
			"row head: Name | 2023 | 2024\nrow: Revenue | 1,200 | 1,450\nrow: Cost | 800 | (910)\nparagraph: A paragraph of running text that is long enough to be the body here.\n"},
		{"table without lines", open + body,
			"row head: Item | Price | Stock\nrow: Bolt | 0.25 | 140\nrow: Nut | 0.10 | 95\nrow: Washer | 0.05 | 1,000\nparagraph: A paragraph of running text that is long enough to be the body here.\n"},
		{"order on the page, not in the file", say(72, 600, 10, "Second.") + say(72, 700, 10, "First."),
			"paragraph: First.\nparagraph: Second.\n"},
		{"bold made by printing twice", say(72, 700, 10, "Total 42") + "BT /F1 10 Tf 72.3 700 Td (Total 42) Tj ET",
			"paragraph: Total 42\n"},
		{"list", say(72, 700, 10, "We need") + say(80, 686, 10, "\\225 a hammer") + say(80, 672, 10, "\\225 4 nails"),
			"paragraph: We need\nitem: • a hammer\nitem: • 4 nails\n"},
		{"lines that stand", "BT /F1 10 Tf 0 1 -1 0 300 200 Tm (Upwards 7) Tj ET " + body,
			"paragraph: A paragraph of running text that is long enough to be the body here.\nparagraph: Upwards 7\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readPDF(t, onePage(c.content))
			if got := blocksOf(f); got != c.want || f.Status == Failed || f.Status == Degraded {
				t.Errorf("%s %s\n got %s\nwant %s", f.Status, f.Reason, got, c.want)
			}
			if a := f.Account; a.Found.Numbers != a.Indexed.Numbers || a.Found.Pages != 1 {
				t.Errorf("account %+v", a)
			}
		})
	}
}

func TestPDFHidden(t *testing.T) {
	seen := say(72, 700, 10, "Seen 1.")
	for _, c := range []struct{ name, content, hidden string }{
		{"white", "1 g " + say(72, 600, 10, "White 2"), "White 2"},
		{"invisible mode", "BT 3 Tr /F1 10 Tf 72 600 Td (Mode 3) Tj ET", "Mode 3"},
		{"tiny", "BT /F1 0.5 Tf 72 600 Td (Tiny 4) Tj ET", "Tiny 4"},
		{"off the page", say(72, 900, 10, "Off 5"), "Off 5"},
		{"painted over", say(72, 600, 10, "Redacted 6") + "0 g 60 590 200 30 re f", "Redacted 6"},
		{"black on black", "0 g 60 590 200 30 re f " + say(72, 600, 10, "Dark 7"), "Dark 7"},
		{"white on black is seen", "0 g 60 590 200 30 re f 1 g " + say(72, 600, 10, "Bright 8"), ""},
		{"painted elsewhere", say(72, 600, 10, "Here 9") + "q 300 300 10 10 re W n 0 g 60 590 300 30 re f Q", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readPDF(t, onePage(seen+c.content))
			if got := strings.Join(f.Hidden, "\n"); got != c.hidden {
				t.Errorf("hidden %q, want %q", got, c.hidden)
			}
			if !strings.HasPrefix(f.Text, "Seen 1.") || c.hidden != "" && strings.Contains(f.Text, c.hidden) || f.Status != "" {
				t.Errorf("%s %s: %q", f.Status, f.Reason, f.Text)
			}
		})
	}
}

func TestPDFPlaces(t *testing.T) {
	// The base line is 100 points below the top and 72 from the left as the reader sees the page, whichever way it is turned.
	for rotate, content := range map[int]string{
		0:   say(72, 692, 10, "Here"),
		90:  "BT /F1 10 Tf 0 1 -1 0 100 72 Tm (Here) Tj ET",
		180: "BT /F1 10 Tf -1 0 0 -1 540 100 Tm (Here) Tj ET",
		270: "BT /F1 10 Tf 0 -1 1 0 512 720 Tm (Here) Tj ET",
	} {
		f := readPDF(t, makePDF([]pdfPageSource{{content: content, rotate: rotate}}, nil))
		if f.Text != "Here\n" || len(f.Marks) != 1 {
			t.Errorf("turned by %d: %q %v", rotate, f.Text, f.Marks)
			continue
		}
		b := f.Marks[0].Box
		if b[0] < 71 || b[0] > 75 || b[3] < 98 || b[3] > 101 || b[1] > 94 || b[1] < 88 || b[2] < 85 {
			t.Errorf("turned by %d: box %v", rotate, b)
		}
	}
}

func TestPDFMargins(t *testing.T) {
	var pages []pdfPageSource
	for i := range 5 {
		pages = append(pages, pdfPageSource{content: say(72, 770, 8, "House rules of 2024") + say(300, 30, 8, fmt.Sprint("Page ", i+1)) +
			say(72, 600, 10, fmt.Sprintf("Rule %d00 is kept by all.", i+1))})
	}
	f := readPDF(t, makePDF(pages, nil))
	want := "paragraph: Rule 100 is kept by all.\nparagraph: Rule 200 is kept by all.\nparagraph: Rule 300 is kept by all.\nparagraph: Rule 400 is kept by all.\nparagraph: Rule 500 is kept by all.\nmargin: House rules of 2024\n"
	if got := blocksOf(f); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if len(f.Account.Dropped) != 1 || f.Account.Dropped[0].Count != 9 || len(f.Account.Lost) > 0 {
		t.Errorf("account %+v", f.Account)
	}
	if m := f.Marks[2]; m.Page != 3 || f.Text[m.Start:m.End] != "Rule 300 is kept by all." {
		t.Errorf("mark %+v", m)
	}
}

func TestPDFTableOverPages(t *testing.T) {
	page := func(rows ...string) string {
		s := ruled(72, 700, 150, 20, 2, len(rows)+1) + say(76, 686, 10, "City") + say(226, 686, 10, "Share")
		for i, r := range rows {
			name, share, _ := strings.Cut(r, " ")
			s += say(76, 666-20*i, 10, name) + say(226, 666-20*i, 10, share)
		}
		return s
	}
	f := readPDF(t, makePDF([]pdfPageSource{{content: page("Oslo 12%", "Bern 9%")}, {content: page("Rome 31%")}}, nil))
	want := "row head: City | Share\nrow: Oslo | 12%\nrow: Bern | 9%\nrow: Rome | 31%\n"
	if got := blocksOf(f); got != want || f.Account.Indexed.Tables != 1 {
		t.Errorf("got %s\nwant %s; %+v", got, want, f.Account)
	}
}

func TestPDFStatus(t *testing.T) {
	scan := "q 612 0 0 792 0 0 cm /Im Do Q"
	text := say(72, 700, 10, "Some text of 3 words.")
	cycle := writePDF(map[int]string{1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>"})
	many := writePDF(map[int]string{1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[10 0 R]/Count 1000000>>", 10: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>"})
	locked := makePDF([]pdfPageSource{{content: text}}, nil)
	locked = bytes.Replace(locked, []byte("/Root 1 0 R>>"), []byte("/Root 1 0 R/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/Length 40/P -4/O<"+strings.Repeat("41", 32)+">/U<"+strings.Repeat("42", 32)+">>>>>"), 1)
	good := onePage(text)
	for _, c := range []struct {
		name   string
		data   []byte
		status Status
		reason string
	}{
		{"scan", onePage(scan), Empty, "a scan: no text layer; run OCR first"},
		{"scan between text", makePDF([]pdfPageSource{{content: text}, {content: scan}}, nil), Degraded, "page 2 without a text layer"},
		{"recognised", onePage(scan + " 3 Tr " + text), Degraded, "page 1 was recognised from a scan"},
		{"no page", makePDF(nil, nil), Failed, "no pages"},
		{"cross references that lie", bytes.Replace(good, []byte("startxref\n"), []byte("startxref\n9"), 1), "", ""},
		{"cut", good[:200], Failed, "damaged"},
		{"noise", append([]byte("%PDF-1.4\n"), bytes.Repeat([]byte{7, 200, 13}, 300)...), Failed, "damaged"},
		{"pages in a circle", cycle, Failed, "damaged"},
		{"a million pages claimed", many, Failed, "page"},
		{"password", locked, Failed, "password"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readPDF(t, c.data)
			if f.Status != c.status || !strings.Contains(f.Reason, c.reason) {
				t.Errorf("%q %q, want %q %q; %q", f.Status, f.Reason, c.status, c.reason, f.Text)
			}
		})
	}
	if f := parsePDF(context.Background(), "", makePDF([]pdfPageSource{{content: text}, {content: text}, {content: text}}, nil), Limits{Pages: 2}); f.Status != Failed || !strings.Contains(f.Reason, "3 pages, more than 2") {
		t.Errorf("%q %q", f.Status, f.Reason)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if f := parsePDF(ctx, "", good, Limits{}); f.Status != Failed {
		t.Errorf("a stopped file is %q", f.Status)
	}
}

func TestPDFExtras(t *testing.T) {
	data := makePDF([]pdfPageSource{{content: say(72, 700, 10, "Read the note."), extra: "/Annots[100 0 R 101 0 R 102 0 R]"}}, map[int]string{
		100: "<</Type/Annot/Subtype/Link/Rect[72 690 150 712]/A<</S/URI/URI(https://example.org/7)>>>>",
		101: "<</Type/Annot/Subtype/Text/Rect[10 10 20 20]/Contents(Is 60 days right?)>>",
		102: "<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/V(1,250 EUR)/Rect[72 600 200 620]>>",
	})
	f := readPDF(t, data)
	want := "paragraph: Read the note.\nparagraph: 1,250 EUR\ncomment: Is 60 days right?\n"
	if got := blocksOf(f); got != want || !slices.Contains(f.Aside, "https://example.org/7") {
		t.Errorf("got %s\nwant %s; aside %q", got, want, f.Aside)
	}
}

func FuzzPDF(f *testing.F) {
	f.Add(onePage(say(72, 700, 10, "One 1") + ruled(72, 600, 50, 20, 2, 2)))
	f.Add(makePDF([]pdfPageSource{{content: "q 612 0 0 792 0 0 cm /Im Do Q"}, {content: say(1, 1, 1, "x"), rotate: 90}}, nil))
	f.Add(lentHan("/W[1 95 500]", sayHan(72, 700, 11, "铅")+sayHan(72, 600, 11, "4.1 包装")))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<16 {
			return
		}
		checkSpans(t, parsePDF(context.Background(), "", data, Limits{Pages: 50, Chars: 1 << 20}))
	})
}

// BenchmarkPDF reads text of 1,800 signs a page, on all cores.
func BenchmarkPDF(b *testing.B) {
	const pages = 100
	var src []pdfPageSource
	for i := range pages {
		s := say(72, 740, 16, fmt.Sprint("Chapter ", i))
		for l := range 30 {
			s += say(72, 700-20*l, 10, fmt.Sprintf("Line %d of page %d says what the line above has said too.", l, i))
		}
		src = append(src, pdfPageSource{content: s})
	}
	data := makePDF(src, nil)
	if f := parsePDF(context.Background(), "", data, Limits{}); f.Account.Indexed.Pages != pages {
		b.Fatal(f.Status, f.Reason)
	}
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			parsePDF(context.Background(), "", data, Limits{})
		}
	})
	b.ReportMetric(pages*float64(b.N)/b.Elapsed().Seconds(), "pages/s")
}
