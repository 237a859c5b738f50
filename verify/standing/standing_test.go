package standing

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// The verdicts are what a reader of the passages says; none of these cases was learned from.
func TestOf(t *testing.T) {
	for _, tc := range []struct {
		name, question string
		passages       []string
		want           Verdict
	}{
		{"another subject", "What is the warranty of the Aero 5 kettle?", []string{
			"The river dolphins of the upper basin were counted again in spring. Divers noted 41 animals along the northern bank.",
			"Sandstone forms when grains of quartz are pressed together over a long time."}, Abstain},
		{"no passage", "What is the warranty?", nil, Abstain},
		{"passages of nothing", "What is the warranty?", []string{"", " … "}, Abstain},
		{"two studies", "Is the new bus lane reducing travel times?", []string{
			"A study by the transit agency found that travel times on the corridor fell by 18% after the bus lane opened, and ridership increased.",
			"A report by the chamber of commerce found that travel times on the corridor rose by 11% after the bus lane opened, and argued that the bus lane failed."}, Disputed},
		{"plain fact", "How does a pressure cooker work?", []string{
			"A pressure cooker works by sealing in steam. As the steam builds, pressure rises to about 15 psi and the boiling point of water climbs to 121 °C, which cooks food in a third of the time. A valve releases excess steam so that the pressure stays constant.",
			"Modern pressure cookers have a locking lid that cannot be opened until the pressure has dropped."}, Trustworthy},
		{"另一件事", "甲仓的验收流程是什么？", []string{"昨天的音乐会在湖边举行，乐团演奏了三首曲子。", "秋季的候鸟数量创下新高。"}, Abstain},
	} {
		if got := Of(tc.question, tc.passages); got.Verdict != tc.want {
			t.Errorf("%s: %s, want %s (%+v)", tc.name, got.Verdict, tc.want, got)
		}
	}
}

// A verdict says what it rests on, its scores add up to one, and it does not change.
func TestStanding(t *testing.T) {
	q, ps := "Did sales grow in 2023?", []string{"Sales grew by 12% in 2023, the report found.", "Sales fell by 3% in 2023, another report found."}
	a := Of(q, ps)
	if sum := a.Scores[0] + a.Scores[1] + a.Scores[2]; math.Abs(sum-1) > 1e-9 {
		t.Errorf("scores add up to %v", sum)
	}
	if len(a.Reasons) == 0 {
		t.Error("no reasons")
	}
	for range 20 {
		if b := Of(q, ps); !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v, then %+v", a, b)
		}
	}
}

func feature(fs []Feature, name string) float64 {
	for _, f := range fs {
		if f.Name == name {
			return f.Value
		}
	}
	return 0
}

func TestFeatures(t *testing.T) {
	two := []string{"Output of the plant rose by 12% in 2021.", "Output of the plant fell by 30% in 2021."}
	for _, tc := range []struct {
		name, question string
		passages       []string
		feature        string
		least, most    float64
	}{
		{"all terms", "Did output of the plant rise in 2021?", two, "cover-all", .7, 1},
		{"no terms", "Who painted the ceiling?", two, "cover-all", 0, 0},
		{"year there", "What happened in 2021?", two, "year-missing", 0, 0},
		{"year not there", "What happened in 2024?", two, "year-missing", 1, 1},
		{"older than asked", "What happened in 2024?", two, "years-before-asked", 1, 1},
		{"values apart", "How much did output of the plant change?", two, "values-far", .01, 9},
		{"values alike", "How much did output of the plant change?", []string{two[0], two[0]}, "values-far", 0, 0},
		{"up and down", "Did output of the plant change?", two, "best-opposed", 1, 1},
		{"up and up", "Did output of the plant change?", []string{two[0], two[0]}, "best-opposed", 0, 0},
		{"上升与下降", "甲厂的产量变化如何？", []string{"甲厂的产量上升12%。", "甲厂的产量下降30%。"}, "best-opposed", 1, 1},
		{"a code that is not there", "What does valve KX-90 weigh?", two, "code-missing", 1, 1},
		{"asks for a number", "How many plants are there?", two, "asks-number", 1, 1},
		{"问多少", "退货了多少件？", two, "asks-number", 1, 1},
		{"hedges", "Did output rise?", []string{"Output may have risen; the data are preliminary."}, "hedge-density", .1, 9},
		{"尚不明确", "产量上升了吗？", []string{"产量可能上升，数据尚不明确。"}, "hedge-density", .1, 9},
	} {
		if got := feature(Features(tc.question, tc.passages), tc.feature); got < tc.least || got > tc.most {
			t.Errorf("%s: %s = %v, want %v to %v", tc.name, tc.feature, got, tc.least, tc.most)
		}
	}
}

func TestReadModel(t *testing.T) {
	m, err := ReadModel("# remark\nstart 1 0 -1\n2 cover-all<0.5 -1 years-none<0.5 2 3\n")
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReadModel(m.String())
	if err != nil || !reflect.DeepEqual(m, again) {
		t.Errorf("%v: %v, want %v", err, again, m)
	}
	for _, bad := range []string{"3 1\n", "0\n", "0 x<1 2\n", "0 1 2\n", "0 <1 2 3\n", "0 x<NaN 1 2\n", "start 1 2 x\n", "start 1 2\n", "0 " + strings.Repeat("x<1 ", 40) + strings.Repeat("1 ", 41) + "\n"} {
		if _, err := ReadModel(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func FuzzReadModel(f *testing.F) {
	f.Add("start 1 0 -1\n2 cover-all<0.5 -1 years-none<0.5 2 3\n")
	f.Add("0 x<1 2")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := ReadModel(s)
		if err != nil {
			return
		}
		st := m.Of("Did sales grow?", []string{"Sales grew."})
		if sum := st.Scores[0] + st.Scores[1] + st.Scores[2]; !(math.Abs(sum-1) < 1e-6) {
			t.Errorf("%q: scores add up to %v", s, sum)
		}
	})
}

func FuzzOf(f *testing.F) {
	f.Add("Did sales grow?", "Sales grew by 3%.", "销售下降 3%。")
	f.Add("\xff", "\x00", "a:")
	f.Fuzz(func(t *testing.T, q, a, b string) {
		st := Of(q, []string{a, b})
		if sum := st.Scores[0] + st.Scores[1] + st.Scores[2]; !(math.Abs(sum-1) < 1e-6) {
			t.Errorf("scores add up to %v", sum)
		}
	})
}
