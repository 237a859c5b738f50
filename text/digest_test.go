package text

import (
	"maps"
	"testing"
)

// TestSetOf holds that a text whose digest is at hand gives what the text gives.
func TestSetOf(t *testing.T) {
	for _, q := range []string{"退货运费由谁承担", "Who pays the return postage of PPR-9087?", "第五条 3.2.1 的逾期费"} {
		topic := NewTopic(q, nil, nil)
		for _, s := range []string{"", "退货的运费由买家承担。", "The buyer pays postage for returns; PPR 9087 is exempt.", "第 5 条：逾期费见 3.2.1。", "无关。"} {
			got, ok := topic.SetOf(DigestOf(s))
			if want := topic.Set(s); !ok || !maps.Equal(got, want) && len(got)+len(want) > 0 {
				t.Errorf("%q in %q: %v, %v, want %v", q, s, got, ok, want)
			}
		}
	}
	if _, ok := NewTopic("盐", nil, nil).SetOf(DigestOf("食盐")); ok {
		t.Error("a word of one character may be part of any other: a digest does not tell")
	}
}
