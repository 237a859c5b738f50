package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/plan"
	"github.com/casefile/casefile/strictyaml"
)

// routingFile holds a workspace's labelled questions, one JSON object a line.
const routingFile = "routing.jsonl"

// maxExamples is how many are read: they stand in every case log, and each is a hundredth of a second of learning at most.
const maxExamples = 1000

// readExamples reads the labelled questions of a workspace that has any.
func readExamples(root string) (out []plan.Labelled, ps []strictyaml.Problem) {
	data, err := os.ReadFile(filepath.Join(root, routingFile))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			ps = append(ps, strictyaml.Problem{File: routingFile, Line: 1, Msg: "it cannot be read: " + err.Error()})
		}
		return nil, ps
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		bad := func(msg, hint string) {
			ps = append(ps, strictyaml.Problem{File: routingFile, Line: n, Msg: msg, Hint: hint})
		}
		var x plan.Labelled
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		switch err := dec.Decode(&x); {
		case err != nil:
			bad("it is no labelled question: "+err.Error(), `write {"question": "…", "tools": ["…"]}`)
		case dec.More():
			bad("there is more than one object on the line", "one question a line")
		case strings.TrimSpace(x.Question) == "":
			bad("the question is empty", "")
		case len(out) == maxExamples:
			bad(fmt.Sprintf("there are more than %d questions", maxExamples), "keep those that the rules get wrong")
			return out, ps
		default:
			out = append(out, x)
		}
	}
	return out, ps
}

// exampleProblems are the labelled questions that name a tool which there is not.
func exampleProblems(examples []plan.Labelled, tools []casefile.ToolSpec) (ps []strictyaml.Problem) {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	for _, x := range examples {
		for _, t := range x.Tools {
			if !slices.Contains(names, t) {
				ps = append(ps, strictyaml.Problem{File: routingFile, Line: 1, Msg: fmt.Sprintf("%q names the tool %s, which there is not", x.Question, t), Hint: strictyaml.DidYouMean(t, names)})
			}
		}
	}
	return ps
}
