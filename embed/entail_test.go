package embed

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLabelsAreReadAndNeverAssumed(t *testing.T) {
	for name, tt := range map[string]struct {
		config string
		want   *Labels
		says   string
	}{
		"first":             {`{"id2label": {"0": "entailment", "1": "neutral", "2": "contradiction"}}`, &Labels{3, 0, 2}, ""},
		"last":              {`{"id2label": {"0": "CONTRADICTION", "1": "NEUTRAL", "2": "ENTAILMENT"}}`, &Labels{3, 2, 0}, ""},
		"two":               {`{"id2label": {"0": "entailment", "1": "not_entailment"}}`, &Labels{2, 0, -1}, ""},
		"one":               {`{"id2label": {"0": "LABEL_0"}}`, nil, ""},
		"none":              {`{"hidden_size": 384}`, nil, ""},
		"without names":     {`{"id2label": {"0": "LABEL_0", "1": "LABEL_1", "2": "LABEL_2"}}`, nil, "exactly one label entailment"},
		"twice":             {`{"id2label": {"0": "entailment", "1": "Entailment", "2": "neutral"}}`, nil, "exactly one label entailment"},
		"a hole":            {`{"id2label": {"0": "entailment", "2": "neutral"}}`, nil, `the id "2"`},
		"no number":         {`{"id2label": {"a": "entailment", "1": "neutral"}}`, nil, `the id "a"`},
		"twice the same id": {`{"id2label": {"0": "entailment", "00": "neutral"}}`, nil, "the id"},
		"no JSON":           {`{"id2label": `, nil, "config.json"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "config.json"), []byte(tt.config), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadLabels(dir)
		switch {
		case tt.says != "":
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s: %v, %v, want %q", name, got, err, tt.says)
			}
		case err != nil || (got == nil) != (tt.want == nil) || got != nil && *got != *tt.want:
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, tt.want)
		}
	}
	if got, err := ReadLabels(t.TempDir()); got != nil || err != nil {
		t.Errorf("without config.json: %v, %v", got, err)
	}
}

func TestHTTPEntails(t *testing.T) {
	for name, tt := range map[string]struct {
		premise string
		scores  []float64 // of what stands for no claim, the whole, and each passage
		want    float64
	}{
		"one passage":                   {"a", []float64{.01, .7}, .7},
		"the best passage":              {"a\n\nb", []float64{.01, .3, .2, .9}, .9},
		"a logit that looks like a sum": {"a", []float64{-8, .9}, .7109495},
		"nothing fits":                  {"a", []float64{.4, .2}, .2}, // not what stands for no claim
	} {
		s := serve(t, func(_ int, w http.ResponseWriter, body map[string]json.RawMessage) {
			var texts []string
			if err := json.Unmarshal(body["documents"], &texts); err != nil || len(texts) != len(tt.scores) {
				t.Errorf("%s: %d texts, want %d (%v)", name, len(texts), len(tt.scores), err)
			}
			if got := string(body["query"]); got != `"claim"` {
				t.Errorf("%s: the query is %s", name, got)
			}
			var out []string
			for i, x := range tt.scores {
				out = append(out, fmt.Sprintf(`{"index":%d,"relevance_score":%v}`, i, x))
			}
			fmt.Fprintf(w, `{"results":[%s]}`, strings.Join(out, ","))
		})
		e, err := NewHTTPEntailer(Server{URL: s.URL, Model: "m", Key: secret})
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Entails(t.Context(), tt.premise, "claim")
		if err != nil || math.Abs(got.Entails-tt.want) > 1e-6 || got.Contradicts != nil {
			t.Errorf("%s: %+v, %v, want %v", name, got, err, tt.want)
		}
		if e.Name() != "rerank/m" {
			t.Error(e.Name())
		}
	}
}
