package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile/verify/standing"
)

// cases writes n cases of each class, as fitz-gov has them.
func cases(t *testing.T, n int) string {
	dir := t.TempDir()
	var out struct {
		Cases []sample `json:"cases"`
	}
	for i := range n {
		out.Cases = append(out.Cases,
			sample{fmt.Sprint("a", i), fmt.Sprintf("What does pump %d weigh?", i), []string{"The choir sang in the old hall."}, "abstain", "abstention"},
			sample{fmt.Sprint("d", i), fmt.Sprintf("Did output of plant %d rise?", i), []string{fmt.Sprintf("Output of plant %d rose by 12%%.", i), fmt.Sprintf("Output of plant %d fell by 30%%.", i)}, "disputed", "dispute"},
			sample{fmt.Sprint("t", i), fmt.Sprintf("How long is bridge %d?", i), []string{fmt.Sprintf("Bridge %d is 310 metres long.", i)}, "trustworthy", "trustworthy_direct"})
	}
	b, err := json.Marshal(out)
	if err == nil {
		err = os.MkdirAll(filepath.Join(dir, "fitz-gov", "tier0"), 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "fitz-gov", "tier0", "x.json"), b, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRun(t *testing.T) {
	dir := cases(t, 90)
	var a, b bytes.Buffer
	trees := filepath.Join(t.TempDir(), "trees.txt")
	if err := run(&a, dir, trees, 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(a.String(), "test part: ") || strings.Count(a.String(), "right 100.0 %") != 2 {
		t.Errorf("classes that a child tells apart are not learned:\n%s", a.String())
	}
	first, err := os.ReadFile(trees)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := standing.ReadModel(string(first)); err != nil {
		t.Error(err)
	}
	if err := run(&b, dir, trees, 0); err != nil || a.String() != b.String() {
		t.Errorf("the same cases give other figures: %v\n%s\n%s", err, a.String(), b.String())
	}
	second, _ := os.ReadFile(trees)
	if !bytes.Equal(first, second) {
		t.Error("the same cases give other trees")
	}
	for _, bad := range []string{"", t.TempDir()} {
		if err := run(&a, bad, "", 0); err == nil {
			t.Errorf("%q is taken for the folder of fitz-gov", bad)
		}
	}
}

func TestHeld(t *testing.T) {
	held := 0
	for i := range 3000 {
		if (sample{Query: fmt.Sprint("question ", i)}).held() {
			held++
		}
	}
	if held < 800 || held > 1200 {
		t.Errorf("%d of 3000 are held, want a third", held)
	}
	if (sample{Query: "Who?"}).held() != (sample{Query: " who? "}).held() {
		t.Error("one question is on both sides")
	}
}
