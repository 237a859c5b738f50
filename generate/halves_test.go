package generate

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
)

// Of several questions in one, those that nothing told speaks of are named. Two things that are asked about as one are one question.
func TestTheOtherHalf(t *testing.T) {
	for q, missing := range map[string]string{
		"图书外借多少天？":                                                 "",
		"图书和期刊外借吗？":                                                "",
		"图书外借多少天，期刊外借吗？":                                           "",
		"图书外借多少天，馆长是谁？":                                            "馆长是谁",
		"图书外借期限是多久以及咖啡厅在哪里？":                                       "咖啡厅在哪里",
		"请问图书外借多少天？谢谢！":                                            "",
		"图书外借几天，停车怎么收费，能带狗吗？":                                      "停车怎么收费|能带狗吗",
		"How long may books be borrowed?":                          "",
		"How long may books be borrowed and who runs the canteen?": "who runs the canteen",
		"How long may books and magazines be borrowed?":            "",
	} {
		c := opened(q)
		c.Lang = casefile.LangOf(q)
		add(&c, casefile.Step{ID: "rule", Tool: "search_rules"}, casefile.OK, hit("借阅办法", "图书外借期限为 30 天。Books may be borrowed for 30 days."))
		n := casefile.Need{Text: q, Kind: casefile.DocumentKind}
		c.Plan.Needs = []casefile.Need{n}
		d := &draft{w: writer(t), c: c, lang: c.Lang, stated: map[string]bool{}}
		d.out.Claims = []casefile.Claim{{Text: c.Evidence[len(c.Evidence)-1].Text, Cites: []casefile.Citation{{Evidence: c.Evidence[len(c.Evidence)-1].ID}}}}
		d.halves(n, playbook.Playbook{})
		var got []string
		for _, l := range d.lacks {
			got = append(got, strings.TrimPrefix(l.about, playbook.NotGiven))
		}
		if s := strings.Join(got, "|"); s != missing {
			t.Errorf("%q: missing %q, want %q", q, s, missing)
		}
	}
}
