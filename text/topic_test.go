package text

import (
	"slices"
	"testing"
)

var groups = [][]string{{"退货", "return goods", "send back"}, {"packaging", "包装"}, {"破损率", "damage rate"}, {}}

func TestExpand(t *testing.T) {
	syn := NewSynonyms(groups)
	for in, want := range map[string][]string{
		"怎么退货":                                 {"return goods", "send back"},
		"what is the damage rate of packaging": {"破损率", "包装"},
		"包装的破损率":                               {"packaging", "damage rate"},
		"破损":                                   nil,
	} {
		if got := syn.Expand(in); !slices.Equal(got, want) {
			t.Errorf("Expand(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestRelevance(t *testing.T) {
	syn := NewSynonyms(groups)
	const q = "供应商A的包装破损率上限是多少"
	best := Relevance(q, "供应商A：包装破损率上限为 0.5%。", "", syn)
	for name, s := range map[string]string{
		"another clause":         "供应商A应当在 30 天内付款。",
		"nothing in common":      "The weather is fine.",
		"only a part of it":      "包装应当完好。",
		"the subject is lacking": "包装破损率上限见附件。",
	} {
		if r := Relevance(q, s, "", syn); r >= best {
			t.Errorf("%s: %.2f, not below %.2f", name, r, best)
		}
	}
	if best < 0.8 || best > 1 {
		t.Errorf("the clause itself: %.2f", best)
	}
	if r := Relevance(q, "上限为 0.5%。", "供应商A / 包装破损率", syn); r < 0.6 {
		t.Errorf("heading carries the subject: %.2f", r)
	}
	if r := Relevance("packaging damage rate", "包装破损率不得超过 0.5%", "", syn); r != 1 {
		t.Errorf("across languages: %.2f", r)
	}
	if r := Relevance("PPR-9087", "型号PPR9087适用", "", nil); r != 1 {
		t.Errorf("code without its hyphen: %.2f", r)
	}
	if r := Relevance("PPR-9087", "型号PPR-9078适用", "", nil); r != 0 {
		t.Errorf("another code: %.2f", r)
	}
	if r := Relevance("盐", "食盐水", "", nil); r != 1 {
		t.Errorf("one character: %.2f", r)
	}
	if r := Relevance("", "x", "", nil); r != 0 {
		t.Errorf("an empty question: %.2f", r)
	}
}

func TestRelevanceUsesWeights(t *testing.T) {
	rare := func(term string) float64 {
		if term == "破损" || term == "损率" {
			return 10
		}
		return 1
	}
	topic := NewTopic("产品破损率", nil, rare)
	if a, b := topic.Relevance("破损率", ""), topic.Relevance("产品", ""); a <= b {
		t.Errorf("rare %.2f, common %.2f", a, b)
	}
}
