package text

import (
	"slices"
	"strings"
	"testing"
)

func wordSet(words string) func(string) bool {
	list := strings.Fields(words)
	return func(w string) bool { return slices.Contains(list, w) }
}

// As few words as there can be, then as few single characters; what no word holds stands alone.
func TestSegment(t *testing.T) {
	known := wordSet("图书 图书馆 馆长 会议 会议室 羽毛 羽毛球 羽毛球馆 一次 研究 研究生 生命 起源")
	for run, want := range map[string]string{
		"图书馆馆长":  "图书馆 馆长",
		"会议室":    "会议室",
		"羽毛球馆":   "羽毛球馆",
		"带狗进馆":   "带 狗 进 馆",
		"研究生命起源": "研究 生命 起源",
		"":       "",
	} {
		if got := strings.Join(Segment(run, known), " "); got != want {
			t.Errorf("%s: %q, want %q", run, got, want)
		}
	}
}

func FuzzSegment(f *testing.F) {
	f.Add("图书馆馆长")
	f.Add("研究生命\xff起源")
	known := wordSet("图书 图书馆 馆长 研究 研究生 生命 起源")
	f.Fuzz(func(t *testing.T, s string) {
		if got := strings.Join(Segment(s, known), ""); got != s {
			t.Errorf("%q was cut into %q", s, got)
		}
		NewTopicOfWords(s, known, nil, nil)
	})
}

// A pair of characters of two words is not missed, and a long word weighs as one.
func TestTopicOfWords(t *testing.T) {
	known := wordSet("太极 太极班 羽毛球馆 电话 看")
	for _, c := range []struct {
		q, body string
		want    float64
	}{
		{"太极班电话", "太极班在广场进行。", 0.5},
		{"羽毛球馆电话", "电话见门口。", 0.5},
		{"带狗", "狗不得入内。", 0},    // two characters that no word holds are looked for side by side
		{"看狗", "小狗不得入内。", 0.5}, // one that is a word of its own is not
		{"狗电话", "小狗不得入内。", 0.5},
	} {
		if got := NewTopicOfWords(c.q, known, nil, nil).Relevance(c.body, ""); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("%s / %s: %.2f, want %.2f", c.q, c.body, got, c.want)
		}
	}
}
