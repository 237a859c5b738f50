package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/plan"
)

func TestLabelledQuestionsAreRead(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		want  []plan.Labelled
		wrong string // part of the problem
		line  int
	}{
		"two, and an empty line": {text: `{"question": "a?", "tools": ["x"]}` + "\n\n" + `{"question": "b?", "tools": []}` + "\n",
			want: []plan.Labelled{{Question: "a?", Tools: []string{"x"}}, {Question: "b?", Tools: []string{}}}},
		"none":              {text: ""},
		"another key":       {text: "\n" + `{"question": "a?", "tool": "x"}`, wrong: "no labelled question", line: 2},
		"no question":       {text: `{"tools": ["x"]}`, wrong: "empty", line: 1},
		"two on one line":   {text: `{"question": "a?"} {"question": "b?"}`, wrong: "more than one", line: 1},
		"no JSON":           {text: "question: a", wrong: "no labelled question", line: 1},
		"a list of strings": {text: `["a"]`, wrong: "no labelled question", line: 1},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, routingFile), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, ps := readExamples(dir)
		switch {
		case c.wrong == "" && len(ps) > 0, c.wrong != "" && (len(ps) != 1 || !strings.Contains(ps[0].Msg, c.wrong) || ps[0].Line != c.line):
			t.Errorf("%s: problems %v", name, ps)
		case c.wrong == "":
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
	}
	if got, ps := readExamples(t.TempDir()); got != nil || ps != nil {
		t.Errorf("a workspace without the file: %v, %v", got, ps)
	}
}

func TestALabelledQuestionNamesAToolThatThereIs(t *testing.T) {
	ps := exampleProblems([]plan.Labelled{{Question: "a?", Tools: []string{"get_order", "get_ordr"}}}, []casefile.ToolSpec{{Name: "get_order"}})
	if len(ps) != 1 || !strings.Contains(ps[0].Msg, "get_ordr") || !strings.Contains(ps[0].Hint, "get_order") {
		t.Errorf("%v", ps)
	}
}
