package main

import "testing"

func TestTally(t *testing.T) {
	mk := func(id, label, verdict string) judged {
		return judged{item: item{ID: id, Label: label}, verdict: verdict}
	}
	got := tallyOf([]judged{
		mk("p1a", right, "supported"), mk("p1b", wrong, "refused"), // told apart
		mk("p2a", wrong, "supported"), mk("p2b", right, "supported"), // one let through
		mk("p3a", right, "unconfirmed"), mk("p3b", wrong, "unconfirmed"), // one right refused
		mk("p4a", right, "refused"), mk("p4b", wrong, "disputed"), // one right refused
	})
	want := tally{rights: 4, accepted: 2, wrongs: 4, through: 1, unconfirmed: 2, unconfirmedOfRights: 1, pairs: 4, pairsToldApart: 1}
	if got != want {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	if b := got.balanced(); b != 62.5 {
		t.Errorf("balanced accuracy %v, want 62.5 (half of the right accepted, three quarters of the wrong refused)", b)
	}
}

// The set keeps what its README promises: pairs of one right and one wrong claim, at least 150 of each, three ways of
// language, half of it over long passages.
func TestSet(t *testing.T) {
	items, err := readSet("../../testdata/claims/free.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	labels, langs, pairs := map[string]int{}, map[string]int{}, map[string]string{}
	long := 0
	for _, it := range items {
		labels[it.Label]++
		langs[it.Lang]++
		if it.Long {
			long++
		}
		pairs[it.ID[:len(it.ID)-1]] += it.Label
	}
	if labels[right] < 150 || labels[wrong] < 150 {
		t.Errorf("labels %v, want at least 150 of each", labels)
	}
	for _, lang := range []string{"zh", "en", "en-over-zh"} {
		if langs[lang] < len(items)*3/10 {
			t.Errorf("%d claims in %s, want about a third of %d", langs[lang], lang, len(items))
		}
	}
	if long*100 < len(items)*45 {
		t.Errorf("%d claims over long passages, want about half of %d", long, len(items))
	}
	for id, both := range pairs {
		if both != right+wrong && both != wrong+right {
			t.Errorf("pair %s has labels %q", id, both)
		}
	}
}

func TestLineHidesTheLabel(t *testing.T) {
	it := item{ID: "p1a", Label: right, Kind: "value", Lang: "en", Long: true, Evidence: []byte(`[]`),
		Answer: answer{Claims: []claim{{Text: "x", Cites: []string{"E1"}}}}}
	for _, c := range []struct {
		cites bool
		want  string
	}{
		{true, `{"id":"p1a","answer":{"claims":[{"text":"x","cites":["E1"]}]},"evidence":[]}`},
		{false, `{"id":"p1a","answer":{"claims":[{"text":"x"}]},"evidence":[]}`},
	} {
		got, err := it.line(c.cites)
		if err != nil || string(got) != c.want {
			t.Errorf("cites %v: got %s %v, want %s", c.cites, got, err, c.want)
		}
	}
	if it.Answer.Claims[0].Cites == nil {
		t.Error("line took the citations from the item itself")
	}
}
