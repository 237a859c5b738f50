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
