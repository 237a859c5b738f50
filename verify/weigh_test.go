package verify

import (
	"math"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

func TestScale(t *testing.T) {
	// two signals; logits 0 + 1·a − 2·b; one tree: a ≤ .5 is a leaf of 20 %, else 80 %
	s, err := ReadScale("a,b\n0 1 -2\n0 0.5 =20 =80\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ a, b, want float64 }{
		{0, 0, (.2 + .5) / 2},
		{1, 0, (.8 + 1/(1+math.Exp(-1))) / 2},
		{1, 1, (.8 + 1/(1+math.Exp(1))) / 2},
	} {
		if got := s.Of(map[string]float64{"a": c.a, "b": c.b}); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("a %v, b %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if again, err := ReadScale(s.String()); err != nil || again.String() != s.String() {
		t.Errorf("a scale is not read as it is written: %v", err)
	}
	for bad, says := range map[string]string{
		"a":                    "names and weights",
		"a\n0":                 "0 weights for 1",
		"a\n0 x":               "no number",
		"a\n0 1\n1 .5 =1 =2":   "names no signal",
		"a\n0 1\n0 .5 =1":      "ends too early",
		"a\n0 1\n=101":         "no share",
		"a\n0 1\n0 .5 =1 =2 3": "left over",
	} {
		if _, err := ReadScale(bad); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", bad, err, says)
		}
	}
	if len(scaleOfProse().Trees) < 10 {
		t.Error("the scale in the program has no trees")
	}
}

func FuzzReadScale(f *testing.F) {
	f.Add("a,b\n0 1 -2\n0 0.5 =20 =80\n")
	f.Add("a\n0 1\n=1\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadScale(text)
		if err != nil {
			return
		}
		if again, err := ReadScale(s.String()); err != nil || again.String() != s.String() {
			t.Fatalf("%q is not read as it is written: %v", s.String(), err)
		}
	})
}

// measured are the signals of a claim on one passage.
func measured(t *testing.T, claim, passage string) map[string]float64 {
	t.Helper()
	v, err := New(Rules{Conditions: true})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := v.Measure(caseOn(claim, passage), 0)
	if s == nil {
		t.Fatalf("%q is not measured", claim)
	}
	return s
}

// TestSignals says of pairs that differ in one thing which signal is higher for the right one.
func TestSignals(t *testing.T) {
	for _, c := range []struct{ name, signal, passage, right, wrong string }{
		{"a plan en", "agree soft", "The museum intends to buy the mill. The garden is open.", "The museum plans to buy the mill.", "The museum has already bought the mill."},
		{"a plan zh", "agree soft", "仓库拟引进分拣机。门口有车位。", "仓库计划引进分拣机。", "仓库已经引进分拣机。"},
		{"direction en", "net soft", "The price of bread rose in May.", "Bread became dearer in price in May.", "Bread became cheaper in price in May."},
		{"direction zh", "net soft", "5月面包价格上涨。", "5月面包价格提高。", "5月面包价格下降。"},
		{"a person en", "rival gap", "Lena Roth operated on the patient, and weeks later, when the file had been closed, Amara Osei wrote the report.", "The patient was operated on by Lena Roth.", "The patient was operated on by Amara Osei."},
		{"across languages", "net soft", "禁止在园区内放飞无人机。", "Flying in the park is prohibited.", "Flying in the park is allowed."},
	} {
		if r, w := measured(t, c.right, c.passage)[c.signal], measured(t, c.wrong, c.passage)[c.signal]; r <= w {
			t.Errorf("%s: %s is %.2f for %q and %.2f for %q", c.name, c.signal, r, c.right, w, c.wrong)
		}
	}
}

// TestRoles says who acts on whom, by order, small words and verbs.
func TestRoles(t *testing.T) {
	v, err := New(Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, a, b string
		acts       bool
	}{
		{"Today Lund beat Odense", "Lund", "Odense", true},
		{"Today Odense was beaten by Lund", "Lund", "Odense", true},
		{"Today Odense lost to Lund", "Lund", "Odense", true},
		{"Today Odense received a bill from Lund", "Lund", "Odense", true},
		{"Today Odense beat Lund", "Lund", "Odense", false},
		{"王敏说服了李强", "王敏", "李强", true},
		{"李强被王敏说服", "王敏", "李强", true},
		{"李强说服了王敏", "王敏", "李强", false},
	} {
		r := v.reader.read(c.text)
		find := func(w string) token {
			for _, k := range r.tokens {
				if strings.HasPrefix(r.src[k.start:], w) {
					return k
				}
			}
			t.Fatalf("%q has no token %q", c.text, w)
			return token{}
		}
		if got := r.acts(find(c.a), find(c.b)); got != c.acts {
			t.Errorf("%q: %s acts on %s: %v", c.text, c.a, c.b, got)
		}
	}
}

func TestPeople(t *testing.T) {
	v, err := New(Rules{})
	if err != nil {
		t.Fatal(err)
	}
	r := v.reader.read("方案由科长陆晓燕提出，段长马骏批准了。后勤归主任韩梅负责。")
	var got []string
	for _, p := range r.people() {
		got = append(got, r.src[p[0]:p[1]])
	}
	if s := strings.Join(got, " "); s != "陆晓燕 马骏 韩梅" {
		t.Errorf("people: %s", s)
	}
}

// caseOn is a claim that cites one passage.
func caseOn(claim, passage string) casefile.Case {
	return casefile.Case{
		Evidence: []casefile.Evidence{{ID: "E1", Text: passage, Source: &casefile.Source{DocID: "d"}}},
		Draft:    casefile.Answer{Claims: []casefile.Claim{{Text: claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}},
	}
}

// BenchmarkWeigh is the cost of measuring and weighing one claim over a passage of twelve sentences, its reading apart.
func BenchmarkWeigh(b *testing.B) {
	v, err := New(Rules{Conditions: true})
	if err != nil {
		b.Fatal(err)
	}
	passage := strings.Repeat("The library lent fewer books in March, and Ines Pereira set up a story hour. Tom Adeyemi runs it now; volunteers may shelve books but must not see personal data. ", 6)
	c := caseOn("The story hour was set up by Ines Pereira, and volunteers may not see personal data.", passage)
	ix := v.index(c)
	t := v.try(ix, 0, &ix.c.Draft.Claims[0])
	for b.Loop() {
		scaleOfProse().Stands(t.signals(), true)
	}
}
