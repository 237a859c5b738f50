package generate

import (
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

func TestRowsAreSaidByTheirHead(t *testing.T) {
	const table = "Intro.\n\n| 会员 | 运费 | 上限（元） |\n| --- | :-: | --- |\n| 普通 | 顾客承担 | 12 |\n| 金卡 | | a\\|b |\n\nEnd.\n"
	tests := []struct {
		name, text, head, line string
		place                  tablePlace
		want                   string
	}{
		{"before the table", table, "", "Intro.", noRow, ""},
		{"the head", table, "", "| 会员 |", headRow, ""},
		{"the rule", table, "", "| --- |", headRow, ""},
		{"a row", table, "", "| 普通 |", dataRow, "会员：普通；运费：顾客承担；上限（元）：12。"},
		{"an empty cell and an escaped bar", table, "", "| 金卡 |", dataRow, "会员：金卡；上限（元）：a|b。"},
		{"after the table", table, "", "End.", noRow, ""},
		{"a passage that goes on with a table", "| 银卡 | 顾客承担 | 9 |\n| 铜卡 | 顾客承担 | 8 |\n", "| 会员 | 运费 | 上限（元） |", "| 铜卡 |", dataRow, "会员：铜卡；运费：顾客承担；上限（元）：8。"},
		{"more cells than names", "| a |\n|---|\n| 1 | 2 |\n", "", "| 1 |", dataRow, "a：1；2。"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := strings.Index(tt.text, tt.line)
			place, head, cells := rowAt(casefile.Evidence{Text: tt.text, Head: tt.head}, text.Span{Start: at, End: at + len(tt.line)})
			got := ""
			if place == dataRow {
				got = rowText(casefile.Chinese, head, cells)
			}
			if place != tt.place || got != tt.want {
				t.Errorf("place %d, %q; want %d, %q", place, got, tt.place, tt.want)
			}
		})
	}
}
