package generate

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
)

// streaming is a model whose replies come in pieces of a size, the last one with an error where err is one.
func streaming(size int, err error, replies ...string) casefile.Model {
	n := 0
	return casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		if n == len(replies) {
			return casefile.ModelResponse{}, casefile.ErrNoReply
		}
		reply := replies[n]
		n++
		for s := reply; s != "" && r.Tell != nil; s = s[min(size, len(s)):] {
			r.Tell(s[:min(size, len(s))])
		}
		if n == len(replies) && err != nil {
			return casefile.ModelResponse{}, err
		}
		return casefile.ModelResponse{Text: reply, Finish: "stop"}, nil
	})
}

// telling is a case that takes every claim but those with a word, and keeps what it took.
func telling(c *casefile.Case, but string) *[]casefile.Claim {
	told := new([]casefile.Claim)
	c.Tell = func(cl casefile.Claim) bool {
		if strings.Contains(cl.Text, but) {
			return false
		}
		*told = append(*told, cl)
		return true
	}
	return told
}

func TestWhatWasToldIsInTheDraft(t *testing.T) {
	lent, not, bad := []string{"图书可以借 30 天。", "E2", "图书外借期限为 30 天。"}, []string{"期刊不可以外借。", "E2", "期刊不外借。"}, []string{"图书可以借 90 天。", "E2", "图书外借期限为 30 天。"}
	whole := claims(lent, bad, not)
	for name, tc := range map[string]struct {
		model casefile.Model
		told  []string
		first []string // the first claims of the draft
		note  string
	}{
		"in the places of the reply": {streaming(3, nil, claims(bad, lent, not)), []string{lent[0], not[0]}, []string{bad[0], lent[0], not[0]}, ""},
		"the reply fails":            {streaming(3, errors.Join(casefile.ErrNoReply, errors.New("cut off")), whole), []string{lent[0], not[0]}, []string{lent[0], not[0]}, "中断"},
		"it fails before a claim":    {streaming(3, casefile.ErrNoReply, whole[:20]), nil, nil, "没有给出"},
		"it ends before its end":     {streaming(3, nil, whole[:len(whole)-40]), []string{lent[0]}, []string{lent[0]}, "中断"},
		"another reply is taken":     {streaming(1, nil, strings.Replace(whole, `"part"`, `"x":0,"part"`, 2), claims(not)), []string{not[0], not[0]}[:1], []string{not[0]}, ""},
		"the list comes twice":       {streaming(9, nil, strings.TrimSuffix(claims(lent), "}")+`,"claims":`+strings.TrimPrefix(claims(not), `{"claims":`)), []string{lent[0], not[0]}, []string{lent[0], not[0]}, ""},
		"a claim comes twice":        {streaming(9, nil, claims(lent, lent)), []string{lent[0]}, []string{lent[0]}, ""},
		"it does not stream":         {streaming(0, nil, whole), nil, []string{lent[0], bad[0], not[0]}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := asked("图书和期刊外借吗？")
			m, err := NewModel(writer(t), ModelRules{})
			if err != nil {
				t.Fatal(err)
			}
			c.Model = tc.model
			told := telling(&c, "90")
			if name == "it does not stream" {
				c.Tell = nil
			}
			a := write(t, m, c)
			if got := said(*told); !slices.Equal(got, tc.told) {
				t.Errorf("told %q, want %q", got, tc.told)
			}
			if got := said(a.Claims); len(got) < len(tc.first) || !slices.Equal(got[:len(tc.first)], tc.first) {
				t.Errorf("draft\n%s\nwant first %q", texts(a), tc.first)
			}
			if notes := strings.Join(a.Notes, "\n"); !strings.Contains(notes, tc.note) {
				t.Errorf("notes %q, want %q", notes, tc.note)
			}
		})
	}
}

func said(all []casefile.Claim) []string {
	var out []string
	for _, cl := range all {
		out = append(out, cl.Text)
	}
	return out
}

// A claim of the model stays, word for word, when only claims of rules are at fault, also where one of them quotes what it rests on.
func TestWhatTheModelWroteStaysWhenRulesAreMended(t *testing.T) {
	c := asked("图书外借多少天？")
	m, _ := byModel(t, &c, ModelRules{})
	cite := []casefile.Citation{{Evidence: "E2", Quote: "图书外借期限为 30 天。", Start: 0, End: len("图书外借期限为 30 天。")}}
	c.Draft = casefile.Answer{Lang: c.Lang, Claims: []casefile.Claim{
		{Text: "可以借 30 天。", By: ByModel, Part: casefile.Conclusion, Cites: cite},
		{Text: "图书外借期限为 30 天。", Part: casefile.Basis, Cites: cite},
		{Text: "期刊可以外借。", Part: casefile.Basis, Cites: []casefile.Citation{{Evidence: "E2"}}},
	}}
	c.Mends, c.Findings = 1, []casefile.Finding{{Claim: 2, Rule: "polarity", Why: "no", Mark: casefile.Contradicted}}
	a := write(t, m, c)
	if !slices.ContainsFunc(a.Claims, func(cl casefile.Claim) bool { return reflect.DeepEqual(cl, c.Draft.Claims[0]) }) || strings.Contains(texts(a), "期刊") {
		t.Errorf("after the mend\n%s\nwant the claim of the model, and not what is wrong", texts(a))
	}
}

// FuzzTold holds the claims of a reply to what was told of it, whatever the model sends and however it is cut.
func FuzzTold(f *testing.F) {
	good := claims([]string{"图书可以借 30 天。", "E2", "图书外借期限为 30 天。"}, []string{"期刊不可以外借。", "E2", "期刊不外借。"})
	for _, s := range []string{good, good[:90], `{"claims":[` + good + `]}`, strings.ReplaceAll(good, "claims", `claims":[],"claims`), "<think>" + good + good, strings.ReplaceAll(good, "借", `\u501f`)} {
		f.Add(s, uint8(3), true)
	}
	m, err := NewModel(writer(f), ModelRules{})
	if err != nil {
		f.Fatal(err)
	}
	c := asked("图书和期刊外借吗？")
	b := m.show(c, draft0(f, c), nil)
	f.Fuzz(func(t *testing.T, reply string, size uint8, fails bool) {
		c := c
		var end error
		if fails {
			end = casefile.ErrNoReply
		}
		c.Model = streaming(1+int(size), end, reply)
		told := telling(&c, "期")
		got, err := m.ask(t.Context(), c, b, "write")
		if fatal(err) {
			t.Fatal(err)
		}
		all := claimsOf(got)
		for _, cl := range *told {
			if n := len(slices.DeleteFunc(slices.Clone(all), func(o casefile.Claim) bool { return !reflect.DeepEqual(o, cl) })); n != 1 {
				t.Errorf("%q: %q was told, and stands %d times among\n%q", reply, cl.Text, n, said(all))
			}
		}
	})
}
