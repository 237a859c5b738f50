package verify

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestFree judges right and wrong claims, mostly minimal pairs over one passage, that cite nothing:
// the clause that each is about has to be found. Both error rates are held.
func TestFree(t *testing.T) {
	files, err := filepath.Glob("testdata/free*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no free set: %v", err)
	}
	right, refused, wrong, passed := 0, 0, 0, 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var d struct {
				Name     string          `json:"name"`
				AsOf     string          `json:"as_of,omitempty"`
				Evidence json.RawMessage `json:"evidence"`
				Right    []string        `json:"right"`
				Wrong    [][2]string     `json:"wrong"` // claim, kind
			}
			if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
				t.Fatal(err)
			}
			supported := func(claim string) bool {
				in, err := json.Marshal(map[string]any{"id": d.Name, "as_of": d.AsOf, "evidence": d.Evidence,
					"answer": map[string]any{"claims": []map[string]string{{"text": claim}}}})
				if err != nil {
					t.Fatal(err)
				}
				return judgeLine(t, string(in)).Claims[0].Verdict == "supported"
			}
			for _, c := range d.Right {
				right++
				if !supported(c) {
					refused++
					t.Logf("refused: %s: %s", d.Name, c)
				}
			}
			for _, c := range d.Wrong {
				wrong++
				if supported(c[0]) {
					passed++
					t.Logf("let through: %s: %s (%s)", d.Name, c[0], c[1])
				}
			}
		}
	}
	if right < 150 || wrong < 150 {
		t.Fatalf("%d right and %d wrong claims", right, wrong)
	}
	if float64(refused) > .08*float64(right) {
		t.Errorf("%d of %d right claims were refused", refused, right)
	}
	if float64(passed) > .07*float64(wrong) {
		t.Errorf("%d of %d wrong claims were let through", passed, wrong)
	}
}
