package casefile_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// languageLists are word lists of a language, and the folders of such: what a language counts, which words must not
// be cut, what a common word is called in the other language and what its contrary is, which verbs ask
// for something to be done, is not a scene.
var languageLists = []string{"quantity/data/", "text/keep_zh.txt", "verify/words/", "wording/", "plan/orders.txt", "embed/asset/"}

// languageList reports whether a file is a list of a language. Go code never is.
func languageList(path string) bool {
	return !strings.HasSuffix(path, ".go") && slices.ContainsFunc(languageLists, func(l string) bool { return strings.HasPrefix(filepath.ToSlash(path), l) })
}

// TestNoSceneWords keeps the engine free of what it is used for: a scene's words belong
// to its workspace. It reads everything that is built into the program, embedded files included.
func TestNoSceneWords(t *testing.T) {
	words := sceneWords(t)
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			switch d.Name() {
			case "examples", "testdata", "docs", "casefiletest", "bench", "distill": // programs beside the engine
				return filepath.SkipDir
			}
			if strings.HasPrefix(d.Name(), ".") && path != "." {
				return filepath.SkipDir
			}
			return nil
		}
		switch {
		case strings.HasSuffix(path, "_test.go"), !strings.Contains(path, string(filepath.Separator)) && !strings.HasSuffix(path, ".go"):
			return nil // tests, and the pages at the root
		case languageList(path):
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		n := 0
		for line := range strings.Lines(string(b)) {
			n++
			low := strings.ToLower(line)
			for _, w := range words {
				if strings.Contains(low, w) {
					t.Errorf("%s:%d: the scene word %q: it belongs in a workspace, not in the engine", path, n, w)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 5 {
		t.Fatalf("only %d files were read", files)
	}
}

func sceneWords(t *testing.T) []string {
	t.Helper()
	b, err := os.ReadFile("testdata/scenewords.txt")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for line := range strings.Lines(string(b)) {
		w := strings.ToLower(strings.TrimSpace(line))
		if w != "" && !strings.HasPrefix(w, "#") {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		t.Fatal("testdata/scenewords.txt names no word")
	}
	return words
}
