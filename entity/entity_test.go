package entity_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

func recognizer(t testing.TB) *entity.Recognizer {
	t.Helper()
	r, err := entity.New(entity.Rules{
		Identifiers: map[string]string{"part": `[A-Z]{3}-\d{4}`},
		Dictionary:  map[string]map[string][]string{"plant": {"东山工厂": {"东山厂", "Eastern Hill plant", "Hill plant"}, "南山工厂": nil}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFind(t *testing.T) {
	r := recognizer(t)
	for _, tt := range []struct {
		s    string
		want []string
	}{
		{"东山厂的ABC-1234有几批", []string{"东山工厂@东山厂", "ABC-1234@ABC-1234"}},
		{"ａｂｃ－１２３４", []string{"ABC-1234@ａｂｃ－１２３４"}},
		{"the EASTERN  hill Plant", []string{"东山工厂@EASTERN  hill Plant"}},
		{"Hill plants", nil},
		{"東山工廠", []string{"东山工厂@東山工廠"}},
		{"XABC-1234 and ABC-12345", nil},
		{"", nil},
	} {
		var got []string
		for _, n := range r.Find(tt.s) {
			got = append(got, n.Text+"@"+tt.s[n.Start:n.End])
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.s, got, tt.want)
		}
	}
	var none *entity.Recognizer
	if got := none.Find("东山厂"); got != nil {
		t.Errorf("no rules: %v", got)
	}
}

func TestAPatternThatDoesNotCompile(t *testing.T) {
	if _, err := entity.New(entity.Rules{Identifiers: map[string]string{"x": "("}}); err == nil || !strings.Contains(err.Error(), "identifiers.x") {
		t.Errorf("got %v", err)
	}
}

func TestKey(t *testing.T) {
	for _, same := range [][]string{{"破损 率", "破损率", "破損率"}, {"Damage  Rate", "damage rate"}, {"ＡＢ-12", "ab-12"}} {
		for _, s := range same {
			if got, want := entity.Key(s), entity.Key(same[0]); got != want {
				t.Errorf("%q: %q, want %q", s, got, want)
			}
		}
	}
}

func TestCandidates(t *testing.T) {
	got := entity.Candidates("样本量, of Class A的规则", 100)
	for _, want := range []string{"样本量", "样本", "class a", "规则"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is not among %q", want, got)
		}
	}
	for _, not := range []string{"of", "量", "样本量of"} {
		if slices.Contains(got, not) {
			t.Errorf("%q is among %q", not, got)
		}
	}
	if got := entity.Candidates(strings.Repeat("甲乙丙丁", 500), 300); len(got) > 300 {
		t.Errorf("%d candidates", len(got))
	}
}

func TestNumber(t *testing.T) {
	for _, tt := range []struct{ s, want string }{
		{"第五条", "第5条"}, {"第 5 条 范围", "第5条"}, {"Article 5 Scope", "第5条"}, {"5.2 Limits", "5.2"}, {"Section 5.2", "5.2"},
		{"第3节", "3"}, {"3. 抽样", "3"}, {"2024年报告", ""}, {"Scope", ""}, {"", ""},
	} {
		if got := entity.Number(tt.s); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.s, got, tt.want)
		}
	}
}

func TestDocument(t *testing.T) {
	d := &casefile.Document{ID: "d", Title: "总则", Sections: []casefile.Section{
		{ID: "scope", Heading: "总则 / 第一条 适用范围", Chunks: []casefile.Chunk{{Text: "本办法所称关键件，是指影响安全的零件，依照第三条抽样。"}, {Text: "东山厂另见《抽样细则》第十二条。"}}},
		{ID: "t", Heading: "总则 / 第二条 清单", Chunks: []casefile.Chunk{{Text: "| 零件 | 工厂 |\n| --- | --- |\n| ABC-1234 | 南山工厂 |\n| 密封圈 | 东山厂 |\n"}}},
		{ID: "s", Heading: "总则 / 第三条 抽样", Chunks: []casefile.Chunk{{Text: "\"Lot\" means all parts of one shift. See Article 2 for the list."}}},
	}}
	var got []string
	g := recognizer(t).Document(d)
	for _, m := range g.Mentions {
		got = append(got, fmt.Sprintf("%d.%d %s %s", m.Chunk, m.Row, m.As, m.Name))
	}
	want := []string{
		"0.0 heading 适用范围", "0.1 defines 关键件", "1.0 mentions 东山工厂",
		"2.0 heading 清单", "2.1 key 零件", "2.3 key ABC-1234", "2.3 mentions 南山工厂", "2.4 key 密封圈", "2.4 mentions 东山工厂",
		"3.0 heading 抽样", "3.1 defines Lot",
	}
	if !slices.Equal(got, want) {
		t.Errorf("mentions:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var refs []string
	for _, r := range g.References {
		refs = append(refs, fmt.Sprintf("%d %s %s %d", r.Chunk, r.Title, r.Number, r.Section))
	}
	if want := []string{"0  第3条 2", "1 抽样细则 第12条 -1", "3  第2条 1"}; !slices.Equal(refs, want) {
		t.Errorf("references: %q, want %q", refs, want)
	}
}

func FuzzDocument(f *testing.F) {
	f.Add("| a | b |\n本法所称甲，是指乙。见第五条", "第一条 范围")
	f.Add("“X” means y. see Section 1.1", "1.1 X / 2")
	f.Add("\xff|\n||\n|||", " / ")
	r, err := entity.New(entity.Rules{Identifiers: map[string]string{"n": `\d+`}, Dictionary: map[string]map[string][]string{"k": {"甲": {"a"}}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, s, heading string) {
		d := &casefile.Document{Title: heading, Sections: []casefile.Section{{ID: heading, Heading: heading, Chunks: []casefile.Chunk{{Text: s}}}, {ID: "x", Heading: s}}}
		g := r.Document(d)
		for _, m := range g.Mentions {
			if m.Chunk != 0 || m.Name == "" || m.Row < 0 {
				t.Errorf("%+v", m)
			}
		}
		for _, ref := range g.References {
			if ref.Chunk != 0 || ref.Section >= len(d.Sections) || ref.Title == "" && ref.Section < 0 {
				t.Errorf("%+v", ref)
			}
		}
		for _, n := range r.Find(s) {
			if n.Start < 0 || n.End > len(s) || n.Start >= n.End {
				t.Errorf("%+v of %d bytes", n, len(s))
			}
		}
		for _, k := range entity.Candidates(s, 50) {
			if entity.Key(k) != k {
				t.Errorf("%q is no key: %q", k, entity.Key(k))
			}
		}
	})
}
