package generate

import (
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

func TestWhyACallEndedIsInTheLanguageOfTheAnswer(t *testing.T) {
	w, err := New(Rules{Tools: []casefile.ToolSpec{{Name: "get_rooms"}}})
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[casefile.Lang]string{casefile.Chinese: "不在允许的值之内", casefile.English: "not one of the values"} {
		a, err := w.Generate(t.Context(), casefile.Case{
			Question: "西楼有几间？", Lang: lang,
			Plan: casefile.Plan{
				Needs: []casefile.Need{{Text: "西楼有几间？", Kind: casefile.DataKind}},
				Steps: []casefile.Step{{ID: "rooms", Tool: "get_rooms"}},
			},
			Calls: []casefile.Done{{Call: casefile.Call{Step: "rooms", Tool: "get_rooms"}, Status: casefile.Invalid,
				Note: "not one of the values", NoteZH: "不在允许的值之内"}},
		})
		if err != nil || len(a.Missing) != 1 || !strings.Contains(a.Missing[0], want) {
			t.Errorf("%s: missing %q, %v", lang, a.Missing, err)
		}
	}
}
