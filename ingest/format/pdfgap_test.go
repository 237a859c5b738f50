package format

import (
	"fmt"
	"strings"
	"testing"
)

// lentHan is a page whose F1 is a Chinese font that is not in the file; widths is its /W, may be empty.
func lentHan(widths, content string) []byte {
	return makePDF([]pdfPageSource{{content: content}}, map[int]string{
		3:   "<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts[100 0 R]>>",
		100: "<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)/Supplement 4>>/DW 1000" + widths + "/FontDescriptor 101 0 R>>",
		101: "<</Type/FontDescriptor/FontName/STSong-Light/Flags 6/FontBBox[-25 -254 1000 880]/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 93>>",
	})
}

// sayHan is text at a place in UCS-2.
func sayHan(x, y, size int, s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, "%04X", r)
	}
	return fmt.Sprintf("BT /F1 %d Tf %d %d Td <%s> Tj ET\n", size, x, y, b.String())
}

func TestPDFFontNotInTheFile(t *testing.T) {
	const half = "/W[1 95 500]"
	// Widths of STSong: the space has 207, a figure 462, the point 238.
	const narrow = "/W[1[207] 15[238] 17[462 462 462 462 462 462 462 462 462 462]]"
	table := ruled(72, 700, 150, 20, 2, 3)
	for r, row := range [][]string{{"项目", "限量"}, {"铅", "0.5"}, {"镉", "0.25"}} {
		for c, v := range row {
			table += sayHan(76+150*c, 686-20*r, 11, v)
		}
	}
	signs := ""
	for i, r := range []rune("本标准适用于玻璃器皿") {
		signs += sayHan(72+11*i, 700, 11, string(r))
	}
	for _, c := range []struct{ name, widths, content, want string }{
		{"a cell of one sign", half, table, "项目 | 限量\n铅 | 0.5\n镉 | 0.25\n"},
		{"sign by sign", half, signs, "本标准适用于玻璃器皿\n"},
		{"a sign printed twice", half, sayHan(72, 700, 11, "铅") + sayHan(72, 700, 11, "铅") + sayHan(72, 600, 11, "镉镉"), "铅\n镉镉\n"},
		{"white space of its own", half, sayHan(72, 700, 11, "限量") + sayHan(94, 700, 11, " ") + sayHan(200, 600, 11, " "), "限量\n"},
		{"turned", half, "BT /F1 11 Tf 0 1 -1 0 300 200 Tm <94C5> Tj ET", "铅\n"},
		{"clause number", half, sayHan(72, 700, 13, "4.1 包装方式"), "4.1 包装方式\n"},
		{"narrow space", narrow, sayHan(72, 700, 15, "2 迁移量"), "2 迁移量\n"},
		{"narrow clause number", narrow, sayHan(72, 700, 15, "4.1 包装"), "4.1 包装\n"},
		{"no widths", "", sayHan(72, 700, 15, "限量 0.5 毫克"), "限量 0.5 毫克\n"},
		{"drawn out", half, "BT /F1 10 Tf 150 Tz 72 700 Td <0034002E00310020530588C5> Tj ET", "4.1 包装\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := readPDF(t, lentHan(c.widths, c.content))
			if f.Text != c.want || f.Status != "" || len(f.Hidden) > 0 {
				t.Errorf("%q %s: %q, want %q; hidden %q", f.Status, f.Reason, f.Text, c.want, f.Hidden)
			}
			for _, m := range f.Marks {
				if m.Box[2]-m.Box[0] < 5 || m.Box[3]-m.Box[1] < 5 {
					t.Errorf("box %v of %q", m.Box, f.Text[m.Start:m.End])
				}
			}
		})
	}
	hidden := readPDF(t, lentHan(half, sayHan(72, 700, 11, "限量")+"3 Tr "+sayHan(72, 600, 11, "铅")))
	if got := strings.Join(hidden.Hidden, "\n"); got != "铅" || hidden.Text != "限量\n" {
		t.Errorf("a sign that is drawn in no mode: text %q, hidden %q", hidden.Text, got)
	}
}

func TestPDFTooManyObjects(t *testing.T) {
	const more = 7
	content := sayHan(72, 700, 11, "铅") + strings.Repeat("72 60 m 90 60 l S\n", pdfMaxObjects-1+more)
	f := readPDF(t, lentHan("", content))
	if f.Status != Degraded || !strings.HasPrefix(f.Reason, fmt.Sprint(more, " objects")) || f.Text != "铅\n" {
		t.Errorf("%q %q: %q", f.Status, f.Reason, f.Text)
	}
}
