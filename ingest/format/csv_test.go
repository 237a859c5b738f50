package format

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

func TestCSV(t *testing.T) {
	gb, _ := simplifiedchinese.GB18030.NewEncoder().String("编号,名称,数量\r\n1,无线耳机,30\r\n")
	wide, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("a\tb\n1\t2\n")
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"plain":                            {"a,b\n1,2\n", []string{"row1* a | b", "row1 1 | 2"}},
		"semicolons and decimal commas":    {"a;b\n1,5;2,5\n", []string{"row1* a | b", "row1 1,5 | 2,5"}},
		"tabs":                             {"a\tb\n1\t2\n", []string{"row1* a | b", "row1 1 | 2"}},
		"sep line":                         {"sep=|\na|b\n1|2\n", []string{"row1* a | b", "row1 1 | 2"}},
		"quotes, separators, line feeds":   {"a,b\n\"x, \"\"y\"\"\nz\",2\n", []string{"row1* a | b", "row1 x, \"y\" z | 2"}},
		"a quote that is no quote":         {"a,b\n12\" tube,2\n\"5\" tube,3\n", []string{"row1* a | b", "row1 12\" tube | 2", "row1 \"5\" tube | 3"}},
		"a quote that never ends":          {"a,b\n\"x,2\ny,3\n", []string{"row1* a | b", "row1 \"x | 2", "row1 y | 3"}},
		"ragged rows keep their columns":   {"a,b,c\n1,2\n1,2,3,4\n", []string{"row1* a | b | c | ", "row1 1 | 2 |  | ", "row1 1 | 2 | 3 | 4"}},
		"empty values keep their place":    {"a,b,c\n,,3\n1,,\n", []string{"row1* a | b | c", "row1  |  | 3", "row1 1 |  | "}},
		"no head":                          {"0,Li,5\n1,Wang,6\n", []string{"row1 0 | Li | 5", "row1 1 | Wang | 6"}},
		"a mark before the head":           {"\ufeffa,b\n1,2\n", []string{"row1* a | b", "row1 1 | 2"}},
		"GB 18030 as spreadsheets save it": {gb, []string{"row1* 编号 | 名称 | 数量", "row1 1 | 无线耳机 | 30"}},
		"UTF-16":                           {wide, []string{"row1* a | b", "row1 1 | 2"}},
		"long numbers and leading zeros":   {"order,zip\n123456789012345678,00501\n", []string{"row1* order | zip", "row1 123456789012345678 | 00501"}},
		"a title":                          {"Cups,,\nteam,city,n\nBlues,STL,1\n", []string{"#2 Cups", "row1* team | city | n", "row1 Blues | STL | 1"}},
		"a last line without end":          {"a,b\r1,2", []string{"row1* a | b", "row1 1 | 2"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "a.csv", []byte(c.data))
			wantLines(t, f, c.want...)
			if f.Account.Found.Cells != f.Account.Indexed.Cells || f.Status != OK {
				t.Errorf("%s %q %+v", f.Status, f.Reason, f.Account)
			}
		})
	}
	if f := parse(t, "a.csv", []byte(strings.Repeat(",", 20_000))); f.Status != Failed {
		t.Errorf("20,000 columns: %s", f.Status)
	}
}

func FuzzCSV(f *testing.F) {
	f.Add([]byte("a,b\n\"1\n2\",\"\n"))
	f.Add([]byte("a;b\r\r\n;;\t|"))
	f.Fuzz(func(t *testing.T, data []byte) { sound(t, Parse(t.Context(), "a.csv", data, Limits{Cells: 50_000})) })
}
