package search

import (
	"math"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

func TestWeightsAreWhole(t *testing.T) {
	w := DefaultWeights()
	if w.Origin == "" || len(w.Vector[casefile.Chinese]) == 0 || len(w.Vector[casefile.English]) == 0 {
		t.Errorf("%+v", w)
	}
	again, err := ReadWeights(weightsFile)
	if err != nil || again.Origin != w.Origin {
		t.Errorf("%v", err)
	}
	part, err := ReadWeights([]byte(`{"topic": 0.5}`))
	if err != nil || part.Topic != 0.5 || part.Phrase != w.Phrase {
		t.Errorf("what is left out keeps its value: %+v, %v", part, err)
	}
	for in, want := range map[string]string{
		`{"keyword": []}`: "keyword has no point",
		`{"graph": [{"score": 0.5, "confidence": 0.2}, {"score": 0.4, "confidence": 0.3}]}`:          "point 2",
		`{"vector": {"en": [{"score": 0.5, "confidence": 0.2}, {"score": 0.6, "confidence": 0.1}]}}`: "vector.en",
		`{"topic": "x"}`: "search weights",
	} {
		if _, err := ReadWeights([]byte(in)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

func TestConfidence(t *testing.T) {
	curve := []Point{{0.2, 0.1}, {0.6, 0.5}, {0.8, 0.9}}
	for score, want := range map[float64]float64{0: 0.1, 0.2: 0.1, 0.4: 0.3, 0.6: 0.5, 0.7: 0.7, 0.8: 0.9, 1: 0.9} {
		if got := confidence(curve, score); math.Abs(got-want) > 1e-9 {
			t.Errorf("%v: %v, want %v", score, got, want)
		}
	}
}

func TestHanNumeral(t *testing.T) {
	for n, want := range map[int]string{1: "一", 10: "十", 15: "十五", 20: "二十", 105: "一百零五", 110: "一百一十", 360: "三百六十", 1001: "一千零一", 2026: "二千零二十六"} {
		if got := hanNumeral(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

func TestEveryPhraseIsThereInBothLanguages(t *testing.T) {
	for name, p := range phrases() {
		if p[0] == "" || p[1] == "" || strings.Count(p[0], "{") != strings.Count(p[1], "{") {
			t.Errorf("%s: %q", name, p)
		}
	}
	for _, name := range []string{string(Excluded), string(SaysTheSame), string(TooWeak), string(OnlyAlike), string(OtherPeriod), string(PastLimit),
		"state ran", "state off", "state unready", "state idle", "state down", "state left_out", "feature codes", "feature quotes", "feature articles", "feature vague", "feature relations"} {
		if _, ok := phrases()[name]; !ok {
			t.Errorf("no words for %s", name)
		}
	}
}

func TestMeets(t *testing.T) {
	p := func(s string) casefile.Period {
		v, err := casefile.ParsePeriod(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"2022-01-01..2022-12-31", "2022-01-01..2022-12-31", 1},
		{"2022-01-01..2022-12-31", "2023-01-01..2023-12-31", 0},
		{"2022-01-01..2022-01-10", "2022-01-06..2022-01-15", 5.0 / 15},
		{"2022-01-01..2022-01-10", "2022-01-03..2022-01-04", 0.2},
		{"2022-01-01..", "2023-01-01..2023-12-31", 0.5},
		{"..2022-01-01", "2023-01-01..2023-12-31", 0},
	} {
		if got := meets(p(tt.a), p(tt.b)); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s and %s: %v, want %v", tt.a, tt.b, got, tt.want)
		}
		if got := meets(p(tt.b), p(tt.a)); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s and %s: %v, want %v", tt.b, tt.a, got, tt.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"第5条", "“引文", "三个月内 3 months", "2022年和2023年", "？？；，以及", "《》", "\xff“", "a and b, and c"} {
		f.Add(s)
	}
	s := New(nil, Options{Synonyms: [][]string{{"退货", "return"}}})
	f.Fuzz(func(t *testing.T, q string) {
		r := s.read(casefile.Query{Text: q}, s.now(casefile.Scope{}))
		if len(r.terms) > maxTerms || len(r.Parts) > maxParts || len(r.Parts) != len(r.parts) {
			t.Fatalf("%q: %+v", q, r)
		}
		for _, term := range r.terms {
			if term.Text == "" {
				t.Fatalf("%q: an empty term", q)
			}
		}
		if a, b := content(q), content(q); strings.Join(a, " ") != strings.Join(b, " ") {
			t.Fatalf("%q: %v, %v", q, a, b)
		}
	})
}
