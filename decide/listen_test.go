package decide_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

const wantList = `{"type":"object","properties":{"claims":{"type":"array","items":{"type":"object","properties":{"text":{"type":"string"},"n":{"type":"array","items":{"type":"object"}}},"required":["text"],"additionalProperties":false}},"why":{"type":"string"}},"required":["claims"],"additionalProperties":false}`

// heard are the texts of the items of a reply that comes in pieces of a size.
func heard(reply string, size int) []string {
	var out []string
	r := decide.Listening(casefile.ModelRequest{Schema: json.RawMessage(wantList)}, "claims", func(item json.RawMessage) {
		var v struct{ Text string }
		if err := json.Unmarshal(item, &v); err != nil {
			v.Text = err.Error()
		}
		out = append(out, v.Text)
	})
	for s := reply; s != ""; s = s[min(size, len(s)):] {
		r.Tell(s[:min(size, len(s))])
	}
	return out
}

func TestListening(t *testing.T) {
	for name, tc := range map[string]struct {
		reply string
		want  []string
	}{
		"whole":                       {`{"claims":[{"text":"a"},{"text":"b"}]}`, []string{"a", "b"}},
		"another key first":           {"{\"why\": \"claims: [\", \"claims\" : \n[ {\"n\":[{\"x\":{}}],\"text\":\"a\"} ] }", []string{"a"}},
		"another key last":            {`{"claims":[{"text":"a"}],"why":"{\"text\":\"b\"}"}`, []string{"a"}},
		"escapes":                     {`{"claims":[{"text":"a \" } ] \\"},{"text":"退\u8d27\n"}]}`, []string{`a " } ] \`, "退货\n"}},
		"prose and a fence before it": {"It's \"so\": the claims are\n```json\n{\"claims\":[{\"text\":\"a\"}]}\n```", []string{"a"}},
		"arguments of a call":         {`<tool_call>{"name":"reply","arguments":{"claims":[{"text":"a"}]}}</tool_call>`, []string{"a"}},
		"arguments as a string":       {`{"arguments":"{\"claims\":[{\"text\":\"a\"}]}"}`, nil},
		"cut in an item":              {`{"claims":[{"text":"a"},{"text":"b","n":[{"x":1}`, []string{"a"}},
		"cut in an escape":            {`{"claims":[{"text":"a"},{"text":"b\`, []string{"a"}},
		"an item that does not fit":   {`{"claims":[{"text":1},{"why":"x"},{"text":"a","more":1},{"text":"b"}]}`, []string{"b"}},
		"an item that is none":        {`{"claims":[{"text":"a"},"b",{"text":"c"}]}`, []string{"a"}},
		"brackets that do not match":  {`{"claims":[{"text":"a"],{"text":"b"}]}`, []string{"b"}},
		"a line break in a string":    {"{\"claims\":[{\"text\":\"a\nb\"},{\"text\":\"c\"}]}", []string{"c"}},
		"the list twice":              {`{"claims":[{"text":"a"}],"claims":[{"text":"b"}]}`, []string{"a", "b"}},
		"a key of an item twice":      {`{"claims":[{"text":"a","text":"b"}]}`, []string{"b"}},
		"no list":                     {`{"claims":{"text":"a"},"why":["claims",{"text":"b"}]}`, nil},
		"half a name":                 {`{""claims":"claims":[{"text":"a"}]}`, []string{"a"}},
		"too long":                    {`{"claims":[{"text":"` + strings.Repeat("x", 1<<20) + `"},{"text":"b"}]}`, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []int{1, 2, 7, len(tc.reply)} {
				if got := heard(tc.reply, size); !slices.Equal(got, tc.want) {
					t.Errorf("in pieces of %d: %q, want %q", size, got, tc.want)
				}
			}
		})
	}
}

func TestListeningBeginsAnewWithEachTry(t *testing.T) {
	var got []string
	asked := 0
	r := decide.Listening(casefile.ModelRequest{Schema: json.RawMessage(wantList), Again: func(casefile.ModelRequest) error { asked++; return nil }}, "claims", func(item json.RawMessage) {
		got = append(got, string(item))
	})
	r.Tell(`{"claims":[{"text":"a"},{"text":"b`)
	if err := r.Again(r); err != nil || asked != 1 {
		t.Fatalf("asked %d times, error %v", asked, err)
	}
	r.Tell(`{"claims":[{"text":"c"}]}`)
	if want := []string{`{"text":"a"}`, `{"text":"c"}`}; !slices.Equal(got, want) {
		t.Errorf("heard %q, want %q", got, want)
	}
}

// FuzzListening holds what is heard of a reply to the reply that was whole, and to itself however the pieces are cut.
func FuzzListening(f *testing.F) {
	for _, s := range []string{`{"claims":[{"text":"a \\\" "},{"text":"\u8d27"}],"claims":[]}`, `"claims" : [ {"text":"x","text":"y"}`, `{"claims":[{"text":"}]"}`, "\x00{\"claims\":[{]}", `"claims":[{"text":"a"}"claims":[{"text":"b"}`} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, size int) {
		at := heard(s, max(len(s), 1))
		if got := heard(s, 1+(size&0xff)); !slices.Equal(got, at) {
			t.Errorf("%q in pieces: %q, at once: %q", s, got, at)
		}
		var whole struct {
			Claims []struct {
				Text string
			} `json:"claims"`
		}
		if strings.Count(s, "claims") != 1 || strings.Contains(s, `\`) || decide.Parse(s, json.RawMessage(wantList), &whole) != nil || !json.Valid([]byte(s)) {
			return
		}
		var want []string
		for _, c := range whole.Claims {
			want = append(want, c.Text)
		}
		if !slices.Equal(at, want) {
			t.Errorf("%q: heard %q, and it is %q", s, at, want)
		}
	})
}
