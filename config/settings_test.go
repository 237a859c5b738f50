package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCopyWith(t *testing.T) {
	from := t.TempDir()
	for name, text := range map[string]string{
		"casefile.yaml": "name: a # said\nbudgets: {searches: 3}\ndocuments: [{path: docs}]\n", "docs/a.md": "# A\n", ".casefile/x": "state", "p.md": "Write short.\n",
		"weights.json": `{"keyword":[{"score":0,"confidence":0},{"score":9,"confidence":1}]}`,
	} {
		p := filepath.Join(from, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(t.TempDir(), "copy")
	set := []Setting{{"budgets.searches", "2"}, {"budgets.time", "5s"}, {"thresholds.significant", "0.1"}, {"documents.0.kind", "policy"}, {"weights", "weights.json"}, {"prompts/write.en.md", filepath.Join(from, "p.md")}}
	if err := CopyWith(from, to, set); err != nil {
		t.Fatal(err)
	}
	f, ps := Load(to)
	if len(ps) > 0 || f.Name != "a" || f.Budgets.Searches != 2 || f.Budgets.Time != "5s" || f.Thresholds["significant"] != 0.1 || f.Documents[0].Kind != "policy" || f.Documents[0].Path != "docs" {
		t.Errorf("%+v, %v", f, ps)
	}
	if _, err := os.Stat(filepath.Join(to, ".casefile")); err == nil {
		t.Error("the state is copied")
	}
	if b, err := os.ReadFile(filepath.Join(to, "prompts", "write.en.md")); err != nil || string(b) != "Write short.\n" {
		t.Errorf("%q, %v", b, err)
	}
	w, err := Open(t.Context(), to, Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	for key, value := range map[string]string{"name.x": "1", "budgets..x": "1", "documents.7.kind": "x", "budgets.searches": "{", "budgets.serches": "2", "weights": "none.json", "prompts/write.en.md": "/none"} {
		to := filepath.Join(t.TempDir(), "copy")
		err := CopyWith(from, to, []Setting{{key, value}})
		if err == nil {
			var w *Workspace
			if w, err = Open(t.Context(), to, Options{}); err == nil {
				w.Close()
			}
		}
		if err == nil || !strings.Contains(err.Error(), strings.Split(key, ".")[0][:4]) {
			t.Errorf("%s=%s: %v", key, value, err)
		}
	}
}

func TestReadJudge(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	put("casefile.yaml", "name: a\nmodels:\n  default: {url: http://127.0.0.1:1/v1, model: writer}\n")
	if _, name, err := ReadJudge(dir, put("other.yaml", "url: http://127.0.0.1:1/v1\nmodel: other\n")); err != nil || name != "other" {
		t.Errorf("%q, %v", name, err)
	}
	for text, says := range map[string]string{
		"url: http://127.0.0.1:1/v1\nmodel: writer\n": "which writes the answers",
		"url: http://127.0.0.1:1/v1\nmodle: x\n":      "modle",
		"model: x\n":                                  "judge",
		"":                                            "judge",
	} {
		if _, _, err := ReadJudge(dir, put("judge.yaml", text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}

// A workspace that says nothing of its documents has them in docs/, and settings of them can be tried.
func TestSettingsOfTheDefaultDocuments(t *testing.T) {
	got, err := Setting{"documents.0.unit.headings", "2"}.in([]byte("name: a\n"))
	if want := "name: a\ndocuments:\n    - path: docs\n      unit:\n        headings: 2\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}
