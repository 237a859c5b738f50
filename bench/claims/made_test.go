package main

import (
	"slices"
	"testing"
)

func TestMake(t *testing.T) {
	var list []cloze
	for _, q := range []struct {
		question string
		answers  []string
	}{
		{"这座桥是由谁设计的？", []string{"工程师林远", "林远"}},
		{"桥的施工由谁负责？", []string{"周岚"}},
		{"桥在哪一年通车？", []string{"1987年"}},
		{"桥为什么要重建？", []string{"洪水"}},
		{"桥在什么时候重建？", []string{"雨季"}}, // no day
	} {
		if a, ok := readCloze(q.question, q.answers); ok {
			list = append(list, a)
		}
	}
	var got []string
	make1(list, func(text, label, kind string) { got = append(got, label+" "+kind+" "+text) })
	want := []string{
		"right who 这座桥是由林远设计的。", "wrong another who 这座桥是由周岚设计的。",
		"right who 桥的施工由周岚负责。", "wrong another who 桥的施工由林远负责。",
		"right when 桥在1987年通车。",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
