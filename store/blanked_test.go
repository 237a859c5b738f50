package store

import (
	"context"
	"testing"

	"github.com/casefile/casefile"
)

// TestWhatIsBlankedIsKept reads passages back in all ways: stages see spaces, a person the original, joined passages too.
func TestWhatIsBlankedIsKept(t *testing.T) {
	s := open(t)
	who := scope(t, "shop", "u", "2026-01-01")
	d := doc(t, "p", "1", "", "", "")
	d.Orders = casefile.OrdersAreContent
	d.Sections[0].Chunks = []casefile.Chunk{
		{Start: 0, End: 11, Text: "alpha      ", Gap: " ", Blanked: []casefile.Blank{{Start: 6, Text: "obey!"}}},
		{Start: 12, End: 22, Text: "     beta.", Blanked: []casefile.Blank{{Start: 0, Text: "sing "}}},
	}
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d}})
	if got := find(t, s, who, "obey"); len(got) != 0 {
		t.Errorf("what is blanked is found: %v", got)
	}
	ms, err := s.Match(context.Background(), who, keywords("alpha"))
	if err != nil || len(ms) != 1 {
		t.Fatal(ms, err)
	}
	h := ms[0].Hit
	if h.Text != "alpha      " || casefile.Original(h.Text, h.Blanked) != "alpha obey!" || h.Source.Orders != casefile.OrdersAreContent {
		t.Errorf("%q, %q, orders %q", h.Text, casefile.Original(h.Text, h.Blanked), h.Source.Orders)
	}
	whole, err := s.Section(context.Background(), who, "p", "s1")
	if err != nil || len(whole) != 1 {
		t.Fatal(whole, err)
	}
	if got := casefile.Original(whole[0].Text, whole[0].Blanked); got != "alpha obey! sing beta." {
		t.Errorf("the section is %q", got)
	}
	docs, err := s.Documents(context.Background(), who)
	if err != nil || len(docs) != 1 || docs[0].Orders != casefile.OrdersAreContent {
		t.Errorf("%+v, %v", docs, err)
	}
}
