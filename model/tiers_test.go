package model

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// named is a model that says its name, or fails.
type named string

func (n named) Generate(context.Context, casefile.ModelRequest) (casefile.ModelResponse, error) {
	if strings.HasPrefix(string(n), "no ") {
		return casefile.ModelResponse{}, errors.New(string(n))
	}
	return casefile.ModelResponse{Text: string(n)}, nil
}

func TestTiers(t *testing.T) {
	write := map[casefile.Stage]casefile.Model{casefile.StageGenerate: named("writer")}
	for name, tc := range map[string]struct {
		t     Tiers
		stage casefile.Stage
		hard  bool
		want  string // "" wants an error
	}{
		"its own":                         {Tiers{Default: named("default"), Of: write}, casefile.StageGenerate, false, "writer"},
		"none of its own":                 {Tiers{Default: named("default"), Of: write}, casefile.StagePlan, false, "default"},
		"none at all":                     {Tiers{Of: write}, casefile.StagePlan, false, ""},
		"hard":                            {Tiers{Default: named("default"), Large: named("large"), Of: write}, casefile.StageGenerate, true, "large"},
		"hard without a large one":        {Tiers{Default: named("default"), Of: write}, casefile.StageGenerate, true, "writer"},
		"hard, and the large one is down": {Tiers{Default: named("default"), Large: named("no large"), Of: write}, casefile.StageGenerate, true, "writer"},
		"the only one is down":            {Tiers{Default: named("no default")}, casefile.StagePlan, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := tc.t.Generate(t.Context(), casefile.ModelRequest{For: tc.stage, Hard: tc.hard})
			if res.Text != tc.want || (err == nil) != (tc.want != "") {
				t.Errorf("%q, error %v; want %q", res.Text, err, tc.want)
			}
		})
	}
	err := second((&Unusable{errors.New("no key")}).Generate(t.Context(), casefile.ModelRequest{}))
	if !errors.Is(err, casefile.ErrNoReply) || !strings.Contains(err.Error(), "no key") {
		t.Errorf("error %v", err)
	}
}

func TestProbe(t *testing.T) {
	const list = `{"object":"list","data":[{"id":"/models/m.gguf","aliases":["m"],"object":"model","owned_by":"llamacpp"}]}`
	reply := func(text, usage string) string {
		return fmt.Sprintf(`{"choices":[{"message":{"content":%q},"finish_reason":"stop"}]%s}`, text, usage)
	}
	const usage = `,"usage":{"prompt_tokens":5,"completion_tokens":7}`
	for name, tc := range map[string]struct {
		list, reply string
		status      int
		want        Probed
		fails       bool
	}{
		"holds the schema": {list, reply(`{"greeting":"Hi"}`, usage), 200, Probed{Like: "llama.cpp", Models: []string{"/models/m.gguf", "m"}, Listed: true, Schema: "json_schema", Held: true, Told: true}, false},
		"ignores it":       {list, reply("Hello there!", ""), 200, Probed{Like: "llama.cpp", Models: []string{"/models/m.gguf", "m"}, Listed: true, Schema: "json_schema"}, false},
		"keeps no list":    {"<html>", reply("Hello there!", usage), 200, Probed{Schema: "json_schema", Told: true}, false},
		"is down":          {list, `{"error":"no"}`, 500, Probed{Like: "llama.cpp", Models: []string{"/models/m.gguf", "m"}, Listed: true, Schema: "json_schema"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					io.WriteString(w, tc.list)
					return
				}
				w.WriteHeader(tc.status)
				io.WriteString(w, tc.reply)
			}))
			defer s.Close()
			got, err := client(t, Config{URL: s.URL + "/v1", Tries: 1}).Probe(t.Context())
			tc.want.Profile, got.Took = "openai-compatible", 0
			have, _ := json.Marshal(got)
			want, _ := json.Marshal(tc.want)
			if string(have) != string(want) || (err != nil) != tc.fails {
				t.Errorf("%s, error %v; want %s", have, err, want)
			}
		})
	}
}

func TestTheSmallerModelIsReservedOnItsOwn(t *testing.T) {
	full := errors.New("nothing is left")
	for name, refuse := range map[string]error{"there is room": nil, "there is none": full} {
		var asked []bool
		r := casefile.ModelRequest{For: casefile.StagePlan, Hard: true, Again: func(next casefile.ModelRequest) error {
			asked = append(asked, next.Hard)
			return refuse
		}}
		res, err := Tiers{Default: named("default"), Large: named("no large")}.Generate(t.Context(), r)
		if len(asked) != 1 || asked[0] || (res.Text == "default") != (refuse == nil) || !errors.Is(err, refuse) {
			t.Errorf("%s: asked for %v, %q, %v", name, asked, res.Text, err)
		}
	}
}

func TestATryIsMadeAgainOnlyWithLeave(t *testing.T) {
	requests := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		requests++
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer s.Close()
	leave := 1
	c := client(t, Config{URL: s.URL + "/v1", Tries: 5})
	_, err := c.Generate(t.Context(), casefile.ModelRequest{MaxTokens: 10, Again: func(casefile.ModelRequest) error {
		if leave--; leave < 0 {
			return casefile.ErrTokens
		}
		return nil
	}})
	if requests != 2 || err == nil || !strings.Contains(err.Error(), "not tried again") {
		t.Errorf("%d requests, %v: want the first and the one that was allowed", requests, err)
	}
}

func TestTokensThatAServerKept(t *testing.T) {
	for told, want := range map[string][2]int{
		`{"prompt_tokens":100,"completion_tokens":5,"prompt_tokens_details":{"cached_tokens":60}}`:               {100, 60}, // OpenAI, Qwen, vLLM
		`{"prompt_tokens":100,"completion_tokens":5,"prompt_cache_hit_tokens":64,"prompt_cache_miss_tokens":36}`: {100, 64}, // DeepSeek
		`{"input_tokens":30,"output_tokens":5,"cache_read_input_tokens":60,"cache_creation_input_tokens":10}`:    {100, 60}, // Anthropic
		`{"prompt_tokens":100,"completion_tokens":5,"prompt_tokens_details":null}`:                               {100, 0},
	} {
		var u usage
		if err := json.Unmarshal([]byte(told), &u); err != nil {
			t.Fatal(err)
		}
		if in, kept := u.input(); in != want[0] || kept != want[1] {
			t.Errorf("%s: %d tokens, %d kept; want %v", told, in, kept, want)
		}
	}
}
