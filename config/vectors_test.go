package config_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/casefile/casefile/config"
)

func TestEmbeddingsProblems(t *testing.T) {
	for _, tt := range []struct{ yaml, says string }{
		{"embeddings: static", ""},
		{"embeddings: off\nrerank: off", ""},
		{"embeddings: {url: 'http://127.0.0.1:1/v1', model: m, dimensions: 8, batch: 2, timeout: 5s}", ""},
		{"embeddings: word2vec", `"word2vec" is not known`},
		{"rerank: static", `"static" is not known`},
		{"embeddings: {model: m}", "neither a url nor an onnx folder"},
		{"embeddings: {url: 'http://127.0.0.1:1', onnx: m}", "both a server and a model folder"},
		{"embeddings: {url: 127.0.0.1}", "want http:// or https://"},
		{"embeddings: {url: 'http://127.0.0.1:1', timeout: soon}", `"soon" is not a length of time`},
		{"embeddings: {url: 'http://127.0.0.1:1', batch: -1}", "it is negative"},
		{"embeddings: {url: 'http://127.0.0.1:1', key_env: A, key_file: b}", "keep one of key_env and key_file"},
		{"embeddings: {url: 'http://127.0.0.1:1', modle: m}", "model"},
		{"embeddings: {onnx: models/none}", "-tags ort"},
	} {
		secondLine(t, tt.yaml, tt.says)
	}
}

func TestKeyOfAServer(t *testing.T) {
	const name = "CASEFILE_TEST_EMBED_KEY"
	dir := lay(t, map[string]string{
		"casefile.yaml": "name: x\nembeddings: {url: 'http://127.0.0.1:1', key_env: " + name + "}\nrerank: {url: 'http://127.0.0.1:1', key_file: key.txt}\n",
		"docs/a.md":     "# A\n\none\n",
	})
	all, err := config.CheckAll(t.Context(), dir, nil)
	if err != nil || len(all.Problems) > 0 {
		t.Fatal(all.Problems, err)
	}
	if hints := fmt.Sprint(all.Hints); !strings.Contains(hints, name) || !strings.Contains(hints, "key.txt") {
		t.Errorf("check says nothing of the keys: %s", hints)
	}
	if _, err := config.Open(t.Context(), dir, config.Options{}); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("opened without its key: %v", err)
	}
}

// TestAnotherModelIsUsedAfterItsVectorsAreMade follows a workspace from the table in the program to a server and back.
func TestAnotherModelIsUsedAfterItsVectorsAreMade(t *testing.T) {
	asked := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Input []string }
		json.NewDecoder(r.Body).Decode(&body)
		asked += len(body.Input)
		var out []string
		for i := range body.Input {
			out = append(out, fmt.Sprintf(`{"index":%d,"embedding":[1,2,2]}`, i))
		}
		fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(out, ","))
	}))
	defer s.Close()
	files := map[string]string{"docs/a.md": "# A\n\none\n\n## B\n\ntwo\n"}
	files["casefile.yaml"] = "name: x\n"
	dir := lay(t, files)
	state := t.TempDir()
	probe := func(yaml string, reembed bool) config.VectorHealth {
		t.Helper()
		layIn(t, dir, map[string]string{"casefile.yaml": "name: x\n" + yaml})
		w, err := config.Open(t.Context(), dir, config.Options{State: state})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		if _, err := w.Ingest(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if reembed {
			if err := w.Reembed(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		return w.ProbeVectors(t.Context())
	}
	first := probe("", false)
	if first.Err != nil || !strings.HasPrefix(first.Space, "static/") || first.Done == 0 || first.Done != first.Total {
		t.Fatalf("%+v", first)
	}
	server := "embeddings: {url: '" + s.URL + "', model: m}\n"
	if h := probe(server, false); h.Err != nil || h.Dim != 3 || h.Done != 0 || h.Total != first.Total {
		t.Errorf("a question makes no vectors with a server: %+v", h)
	}
	if h := probe(server, true); h.Err != nil || h.Done != first.Total || asked < first.Total {
		t.Errorf("%+v after %d texts", h, asked)
	}
	if h := probe("embeddings: off\n", false); h != (config.VectorHealth{}) {
		t.Errorf("%+v", h)
	}
	if h := probe("", false); h.Err != nil || h.Done != first.Total {
		t.Errorf("the table makes its vectors again by itself: %+v", h)
	}
}

// secondLine checks a workspace whose second line is yaml: the problem of that line says says, or there is none.
func secondLine(t *testing.T, yaml, says string) {
	t.Helper()
	dir := lay(t, map[string]string{"casefile.yaml": "name: x\n" + yaml + "\n", "docs/a.md": "# A\n\none\n"})
	ps, err := config.Check(t.Context(), dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(ps)
	if says == "" && len(ps) > 0 || !strings.Contains(text, says) {
		t.Errorf("%s: %s, want %q", yaml, text, says)
	}
	if says != "" && len(ps) > 0 && ps[0].Line != 2 {
		t.Errorf("%s: line %d", yaml, ps[0].Line)
	}
}
