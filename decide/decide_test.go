package decide_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/decide"
)

const wantA = `{"type":"object","properties":{"a":{"type":"integer","minimum":0},"s":{"type":"string"}},"required":["a"],"additionalProperties":false}`

type reply struct {
	A int    `json:"a"`
	S string `json:"s"`
}

func TestParse(t *testing.T) {
	for name, tc := range map[string]struct {
		in   string
		want reply
		err  string // stands in the error; "" wants none
	}{
		"bare":                      {`{"a":1}`, reply{A: 1}, ""},
		"code fence":                {"```json\n{\"a\": 1}\n```", reply{A: 1}, ""},
		"prose around":              {"Here you are: {\"a\": 2}. Anything else?", reply{A: 2}, ""},
		"braces in the prose":       {"The set {x, y} gives {\"a\": 3}", reply{A: 3}, ""},
		"braces in a string":        {`{"a":1,"s":"} {\"a\":9}"}`, reply{1, `} {"a":9}`}, ""},
		"tags of a call":            {"<tool_call>\n{\"name\": \"f\", \"arguments\": {\"a\": 4}}\n</tool_call>", reply{A: 4}, ""},
		"arguments as a string":     {`{"name":"f","arguments":"{\"a\":5}"}`, reply{A: 5}, ""},
		"a call in a call":          {`{"type":"function","function":{"name":"f","parameters":{"a":6}}}`, reply{A: 6}, ""},
		"a list of one call":        {`[{"name":"f","arguments":{"a":7}}]`, reply{A: 7}, ""},
		"last brace missing":        {`{"function": {"arguments": {"a": 8}}`, reply{A: 8}, ""},
		"comma too many":            {`{"a": 9,}`, reply{A: 9}, ""},
		"line break in a string":    {"{\"a\": 1, \"s\": \"two\nlines\"}", reply{1, "two\nlines"}, ""},
		"the one that fits":         {`{"b":1} or rather {"a":2}`, reply{A: 2}, ""},
		"han around":                {"结果如下：{\"a\": 1, \"s\": \"退货\"}。", reply{1, "退货"}, ""},
		"a string that never ends":  {`{"a": 1, "s": "from hermes_tools impor`, reply{}, "no JSON object"},
		"none":                      {"I cannot do that.", reply{}, "no JSON object"},
		"does not fit":              {`{"a":"one"}`, reply{}, "/a: got string, want integer"},
		"a field too many":          {`{"a":1,"tool":"rm"}`, reply{}, "additional properties 'tool' not allowed"},
		"below the least":           {`{"a":-1}`, reply{}, "/a: minimum"},
		"field missing":             {`{}`, reply{}, "missing property 'a'"},
		"fraction that Go refuses":  {`{"a":1.5}`, reply{}, "/a"},
		"wrapped deeper than looks": {strings.Repeat(`{"input":`, 6) + `{"a":1}` + strings.Repeat("}", 6), reply{}, "missing property 'a'"},
	} {
		t.Run(name, func(t *testing.T) {
			var got reply
			err := decide.Parse(tc.in, json.RawMessage(wantA), &got)
			if tc.err == "" {
				if err != nil || got != tc.want {
					t.Errorf("got %+v, error %v; want %+v", got, err, tc.want)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("got %+v, error %v; want an error with %q", got, err, tc.err)
			}
		})
	}
}

func TestFaultsAreToldInOneOrder(t *testing.T) {
	const reply = `{"z":1,"y":2,"x":3,"w":4,"v":5,"a":"one","s":6}`
	want := "/: additional properties 'v', 'w', 'x', 'y', 'z' not allowed\n/a: got string, want integer\n/s: got number, want string"
	for range 50 { // the validator goes through maps
		if err := decide.Parse(reply, json.RawMessage(wantA), new(struct{ A int })); err == nil || err.Error() != want {
			t.Fatalf("error %v, want %s", err, want)
		}
	}
}

func TestSchemasFromElsewhereAreNotLoaded(t *testing.T) {
	err := decide.Parse(`{"a":1}`, json.RawMessage(`{"$ref":"http://203.0.113.7/schema.json"}`), new(reply))
	if err == nil || !strings.Contains(err.Error(), "no schema is loaded from elsewhere") {
		t.Errorf("error %v", err)
	}
}

// saying answers with one reply after another, and keeps the requests.
func saying(requests *[]casefile.ModelRequest, replies ...casefile.ModelResponse) casefile.Model {
	return casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		*requests = append(*requests, r)
		return replies[len(*requests)-1], nil
	})
}

func request() casefile.ModelRequest {
	return casefile.ModelRequest{For: casefile.StagePlan, Name: "reply", Schema: json.RawMessage(wantA), MaxTokens: 50, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "how many?"}}}
}

func TestJSON(t *testing.T) {
	good, bad := casefile.ModelResponse{Text: `{"a":1}`}, casefile.ModelResponse{Text: `{"a":"one"}`}
	cutOff := casefile.ModelResponse{Text: `{"a":1`, Finish: "length"}
	for name, tc := range map[string]struct {
		replies []casefile.ModelResponse
		asked   int
		err     bool
	}{
		"at once":                        {[]casefile.ModelResponse{good}, 1, false},
		"corrected":                      {[]casefile.ModelResponse{bad, good}, 2, false},
		"never":                          {[]casefile.ModelResponse{bad, bad, good}, 2, true},
		"what the limit cut is no whole": {[]casefile.ModelResponse{cutOff, good}, 2, false},
	} {
		t.Run(name, func(t *testing.T) {
			var asked []casefile.ModelRequest
			var got reply
			err := decide.JSON(t.Context(), saying(&asked, tc.replies...), request(), &got)
			if len(asked) != tc.asked || (err != nil) != tc.err {
				t.Fatalf("asked %d times, error %v", len(asked), err)
			}
			if tc.err && (!errors.Is(err, casefile.ErrNoReply) || !strings.Contains(err.Error(), "want integer")) {
				t.Errorf("error %v: want one that wraps ErrNoReply and says what was wrong", err)
			}
			if !tc.err && got.A != 1 {
				t.Errorf("got %+v", got)
			}
			if tc.asked == 2 {
				m := asked[1].Messages
				if len(m) != 3 || m[1].Role != casefile.RoleAssistant || m[1].Text != tc.replies[0].Text || m[2].Role != casefile.RoleUser {
					t.Errorf("the second request has the messages %+v", m)
				}
				if tc.replies[0] == bad && !strings.Contains(m[2].Text, "got string, want integer") {
					t.Errorf("the correction does not show the error: %q", m[2].Text)
				}
			}
		})
	}
}

func TestItems(t *testing.T) {
	const list = `{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"cites":{"type":"array","items":{"type":"object"}}},"required":["text"]}}},"required":["claims"]}`
	for name, tc := range map[string]struct {
		reply casefile.ModelResponse
		want  []string // the texts; nil wants a second request
	}{
		"whole":                  {casefile.ModelResponse{Text: `{"claims":[{"text":"a"},{"text":"b"}]}`, Finish: "stop"}, []string{"a", "b"}},
		"cut in an item":         {casefile.ModelResponse{Text: `{"claims":[{"text":"a","cites":[{"row":1}]},{"text":"b","cites":[{"row":`, Finish: "length"}, []string{"a"}},
		"cut in a string":        {casefile.ModelResponse{Text: "{\n \"claims\": [ {\"text\":\"a } ]\"}, {\"text\":\"b", Finish: "length"}, []string{"a } ]"}},
		"cut in the first":       {casefile.ModelResponse{Text: `{"claims":[{"text":"a`, Finish: "max_tokens"}, nil},
		"not cut, and not ended": {casefile.ModelResponse{Text: `{"claims":[{"text":"a"},{"text":"b`, Finish: "stop"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := request()
			r.Schema = json.RawMessage(list)
			var asked []casefile.ModelRequest
			var got struct {
				Claims []struct{ Text string }
			}
			err := decide.Items(t.Context(), saying(&asked, tc.reply, casefile.ModelResponse{Text: `{"claims":[]}`}), r, &got)
			if err != nil || len(got.Claims) != len(tc.want) || (len(asked) == 1) != (tc.want != nil) {
				t.Fatalf("got %+v after %d requests, error %v; want %q", got, len(asked), err, tc.want)
			}
			for i, c := range got.Claims {
				if c.Text != tc.want[i] {
					t.Errorf("item %d is %q, want %q", i, c.Text, tc.want[i])
				}
			}
		})
	}
}

func TestJSONPassesErrorsOn(t *testing.T) {
	for _, want := range []error{casefile.ErrTokens, casefile.ErrNoReply} {
		m := casefiletest.Model(func(casefile.ModelRequest) (casefile.ModelResponse, error) { return casefile.ModelResponse{}, want })
		if err := decide.JSON(t.Context(), m, request(), new(reply)); !errors.Is(err, want) {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":1}`, "```json\n{\"a\":1,}\n```", `<tool_call>{"name":"f","arguments":"{\"a\":1}"}</tool_call>`, `{"a":[1,{"b":`, "{\"s\":\"\n\\", strings.Repeat("{", 300), `{]`, `}{"a":1`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got reply
		if err := decide.Parse(s, json.RawMessage(wantA), &got); err == nil && got.A < 0 {
			t.Errorf("%q gave %+v, which the schema does not allow", s, got)
		}
	})
}

func TestAnObjectThatACheckRefusesIsAskedForAgain(t *testing.T) {
	var got struct {
		N    int    `json:"n"`
		Note string `json:"note"`
	}
	var shown string
	n := 0
	m := casefiletest.Model(func(r casefile.ModelRequest) (casefile.ModelResponse, error) {
		n++
		shown = r.Messages[len(r.Messages)-1].Text
		return casefile.ModelResponse{Text: []string{`{"n":9,"note":"first"}`, `{"n":2}`}[n-1]}, nil
	})
	check := func() error {
		if got.N > 5 {
			return errors.New("n is more than is left")
		}
		return nil
	}
	r := casefile.ModelRequest{Name: "n", MaxTokens: 9, Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "how many?"}}, Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"},"note":{"type":"string"}},"required":["n"]}`)}
	if err := decide.Checked(t.Context(), m, r, &got, check); err != nil || got.N != 2 || got.Note != "" || n != 2 {
		t.Errorf("got %+v after %d replies, error %v", got, n, err)
	}
	if !strings.Contains(shown, "n is more than is left") {
		t.Errorf("the model was shown %q", shown)
	}
	n = 0
	err := decide.Checked(t.Context(), m, r, &got, func() error { return errors.New("never") })
	if !errors.Is(err, casefile.ErrNoReply) || n != 2 {
		t.Errorf("error %v after %d replies", err, n)
	}
}
