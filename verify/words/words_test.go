package words

import (
	"slices"
	"testing"
)

func TestFindLongest(t *testing.T) {
	for _, c := range []struct {
		in, word string
		class    Class
	}{
		{"不得超过三天", "不得超过", AtMost},
		{"不适用于本条", "不", NotClausal},
		{"不锈钢制品", "不锈钢", NotNever},
		{"must not exceed 5", "must not exceed", NotNever},
		{"it cannot be done", "cannot", NotClausal | MustNot},
		{"可以申请", "可以", Permission},
		{"a number of cases", "a number of", Many},
		{"更多功能", "功能", NotNever},
	} {
		found := false
		for _, m := range Find(c.in) {
			if c.in[m.Start:m.End] == c.word && m.Class&c.class != 0 {
				found = true
			}
		}
		if !found {
			t.Errorf("Find(%q) does not give %q: %v", c.in, c.word, Find(c.in))
		}
	}
}

func TestFindWholeEnglishWords(t *testing.T) {
	for _, in := range []string{"maybe", "canopy", "notable", "alloy", "mustard", "ifs", "onlyx"} {
		if got := Find(in); len(got) != 0 {
			t.Errorf("Find(%q) = %v, want none", in, got)
		}
	}
}

func TestContrary(t *testing.T) {
	for in, want := range map[string]string{"unopened": "opened", "invalid": "valid", "under": "", "unit": "", "until": "", "union": ""} {
		if got, _ := Contrary(in); got != want {
			t.Errorf("Contrary(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestConcepts(t *testing.T) {
	if len(Concepts()) < 100 {
		t.Fatalf("%d concepts", len(Concepts()))
	}
	for _, c := range Concepts() {
		if len(c.Han) == 0 || len(c.Eng) == 0 {
			t.Errorf("concept %s lacks a language", c.Name)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("不得超过 must not exceed")
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, m := range Find(s) {
			if m.Start < last || m.End <= m.Start || m.End > len(s) {
				t.Fatalf("mark %v of %q", m, s)
			}
			last = m.End
		}
	})
}

func TestGlossaryTranslatesManyToMany(t *testing.T) {
	g := Glossary()
	if len(g) < 2500 {
		t.Errorf("%d words", len(g))
	}
	for han, phrases := range map[string][]string{
		"退还": {"give back", "hand back"},      // of glossary.txt
		"退货": {"return", "send back"},         // of concepts.txt
		"检查": {"inspect", "check", "examine"}, // of both
	} {
		for _, p := range phrases {
			if !slices.Contains(g[han], p) {
				t.Errorf("%s: %q lacks %q", han, g[han], p)
			}
		}
	}
	for han, phrases := range g {
		for _, p := range phrases {
			if p == "" || han == "" {
				t.Errorf("%q: %q", han, phrases)
			}
		}
	}
}
