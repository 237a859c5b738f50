package playbook

import (
	"testing"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
)

func TestFindsWords(t *testing.T) {
	for _, x := range []struct {
		text, word, want string // the words as written; "" when not found
	}{
		{"请问Ｌ７７能 归 还吗", "归还", "归 还"},
		{"ＧＩＶＥ　ＢＡＣＫ", "give back", "ＧＩＶＥ　ＢＡＣＫ"},
		{"giving-back the book", "give back", "giving-back"},
		{"gave it back", "give back", ""}, // an irregular form is not an ending
		{"returning books", "return book", "returning books"},
		{"the bookkeeper", "book", ""},
		{"no-fee loans", "no fee", "no-fee"},
		{"Ａ 馆", "A馆", "Ａ 馆"},
		{"BA馆", "A馆", ""},
		{"甲馆的漫画", "漫画", "漫画"},
		{"歸還", "归还", "歸還"}, // traditional characters
		{"TOP3", "top", "TOP"},
		{"code AB12", "ab", ""}, // the beginning of a code
		{"L77", "l77", "L77"},
	} {
		r := Read(x.text)
		got := ""
		if at := r.Find(Prepare(x.word)); len(at) > 0 {
			got = r.Source(at[0])
		}
		if got != x.want {
			t.Errorf("%q in %q: %q, want %q", x.word, x.text, got, x.want)
		}
	}
}

func TestLexicon(t *testing.T) {
	tools := []casefile.ToolSpec{{Name: "f", Gives: []casefile.Column{{Name: "x"}}, Params: []casefile.Param{
		{Name: "branch", Type: "enum", Entity: "branch", Values: []string{"东馆", "分馆A", "东馆儿童部"}, Aliases: map[string]string{"East Branch": "东馆"}},
		{Name: "size", Type: "enum", Values: []string{"S", "XL"}},
	}}, {Name: "engine", Params: []casefile.Param{{Name: "function", Type: "enum", Values: []string{"loan"}}}}}
	l := NewLexicon(tools, map[string]map[string][]string{"branch": {"东馆": {"东区馆"}}, "author": {"老舍": {"Lao She"}}})
	for text, want := range map[string]string{
		"东馆和A分馆":                   "branch 东馆; branch 分馆A",
		"东馆儿童部":                    "branch 东馆儿童部", // the longest
		"loans at the east branch": "branch 东馆",
		"东区馆的 Lao She":             "branch 东馆; author 老舍",
		"size XL, not S":           "size XL", // a letter alone is no name
		"loan":                     "",        // what the engine itself takes is no thing
	} {
		got := ""
		for _, m := range l.Find(Read(text)) {
			if got != "" {
				got += "; "
			}
			got += m.Kind + " " + m.Value
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{"请问 Ａ１２３ 能退吗？", "a  b\u200bc", "é\u0301ﬁ㎏", "漢 字 x", ""} {
		f.Add(s, "a")
	}
	f.Fuzz(func(t *testing.T, s, word string) {
		if !utf8.ValidString(s) {
			return
		}
		r := Read(s)
		if len(r.at) != len(r.Folded)+1 {
			t.Fatalf("%d places for %d bytes", len(r.at), len(r.Folded))
		}
		for _, sp := range r.Find(Prepare(word)) {
			from, to := r.SourceSpan(sp)
			if from < 0 || to > len(s) || from > to || !utf8.ValidString(s[from:to]) {
				t.Fatalf("%q in %q at %d to %d", word, s, from, to)
			}
		}
	})
}
