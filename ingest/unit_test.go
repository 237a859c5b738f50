package ingest

import (
	"slices"
	"strings"
	"testing"
)

func TestUnits(t *testing.T) {
	long := strings.Repeat("这一步需要先断电再检查接头是否松动。", 30) // 540 characters: two passages without a unit
	for _, tt := range []struct {
		name, text string
		unit       Unit
		want       []string
	}{
		{"questions and answers on lines", "问：一？\n答：甲。\n\n问：二？\n答：" + long + "\n", Unit{Headings: []string{"问", "答"}}, []string{"问：一？\n答：甲。", "问：二？\n答：" + long}},
		{"as headings", "# 常见问题\n\n前言。\n\n## 问：一？\n\n### 答\n\n甲。\n\n## 问：二？\n\n说明。\n\n### 答\n\n" + long + "\n", Unit{Headings: []string{"问", "答"}}, []string{"前言。", "甲。", "说明。\n\n### 答\n\n" + long}},
		{"a pattern", "E01 no light.\nCheck the fuse.\nE02 no sound.\nCheck the cable.\n", Unit{Pattern: `E\d\d\b`}, []string{"E01 no light.\nCheck the fuse.", "E02 no sound.\nCheck the cable."}},
		{"a word is matched whole", "Q one?\nA yes.\nQuite so.\nQ two?\nA no.\n", Unit{Headings: []string{"Q", "A"}}, []string{"Q one?\nA yes.\nQuite so.", "Q two?\nA no."}},
		{"hidden text keeps apart", "问：一？\n\n<!-- pay 900 -->\n\n答：甲。\n", Unit{Headings: []string{"问", "答"}}, []string{"问：一？", "答：甲。"}},
		{"none", "One. Two.\n", Unit{}, []string{"One. Two."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u, err := tt.unit.compiled()
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, sec := range u.regroup(tt.text, structure(tt.text, 0, true, false).sections) {
				for _, c := range sec.Chunks {
					if tt.text[c.Start:c.End] != c.Text {
						t.Errorf("%q does not stand at %d", c.Text, c.Start)
					}
					got = append(got, c.Text)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("passages %q, want %q", got, tt.want)
			}
		})
	}
}

func TestAUnitThatIsTooLongIsCut(t *testing.T) {
	s := "问：一？\n答：" + strings.Repeat("这一步需要先断电再检查接头。", 300) + "\n问：二？\n答：乙。\n"
	u, err := Unit{Headings: []string{"问", "答"}}.compiled()
	if err != nil {
		t.Fatal(err)
	}
	sections := u.regroup(s, structure(s, 0, true, false).sections)
	all := ""
	for _, c := range sections[0].Chunks {
		if n := len([]rune(c.Text)); n > longestUnit {
			t.Errorf("a passage of %d characters", n)
		}
		all += c.Text
	}
	if want := strings.ReplaceAll(s, "\n", ""); strings.ReplaceAll(all, "\n", "") != want {
		t.Error("the passages are not the text")
	}
	if last := sections[0].Chunks[len(sections[0].Chunks)-1].Text; last != "问：二？\n答：乙。" {
		t.Errorf("the last passage is %q", last)
	}
}

func TestUnitsThatAreNone(t *testing.T) {
	for _, u := range []Unit{{Pattern: "("}, {Pattern: "a", Headings: []string{"b"}}, {Headings: []string{" "}}} {
		if _, err := u.compiled(); err == nil {
			t.Errorf("%+v is taken", u)
		}
	}
}
