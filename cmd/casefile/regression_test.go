package main

import (
	"path/filepath"
	"slices"
	"testing"
	"unicode"

	"github.com/casefile/casefile/eval"
)

// TestRegressionSetIsBalanced holds the cases of the two scenes with figures to their size: how many questions of each kind
// and of each language, and every way of asking that is easily got wrong. Cases still open are read too, so that they can be run.
func TestRegressionSetIsBalanced(t *testing.T) {
	t.Parallel()
	const least, leastOfKind, leastOfAbout = 240, 55, 3
	kinds, abouts := map[eval.Kind]int{}, map[string]int{}
	all, chinese := 0, 0
	for _, scene := range []string{"returns-desk", "supply-chain", "long-research"} {
		for _, folder := range []string{"cases", "cases-open"} {
			cases, err := eval.Load(filepath.Join("../../examples", scene, folder))
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range cases {
				if l.Err != nil || l.Case.Kind == eval.Unsorted {
					t.Errorf("%s: kind %q, %v", l.Case.File, l.Case.Kind, l.Err)
				}
				if scene == "long-research" {
					continue
				}
				for _, a := range l.Case.About {
					abouts[a]++
				}
				if folder != "cases" {
					continue
				}
				all++
				kinds[l.Case.Kind]++
				if containsHan(l.Case.Question) {
					chinese++
				}
			}
		}
	}
	if all < least || chinese*10 < all*4 || chinese*10 > all*6 {
		t.Errorf("%d questions, %d of them Chinese; want at least %d, of each language two in five", all, chinese, least)
	}
	for _, k := range []eval.Kind{eval.Document, eval.Data, eval.Combined, eval.Boundary} {
		if kinds[k] < leastOfKind {
			t.Errorf("%d of kind %s, want at least %d", kinds[k], k, leastOfKind)
		}
	}
	for _, a := range []string{"paraphrase", "negation", "vague-time", "missing-data", "mixed-language", "full-width", "traditional",
		"two-questions", "wrong-premise", "conflict", "version", "other-users-data", "injected", "write-request", "fault",
		"typos", "follow-up", "tool-limit"} {
		if abouts[a] < leastOfAbout {
			t.Errorf("%d about %s, want at least %d", abouts[a], a, leastOfAbout)
		}
	}
}

func containsHan(s string) bool {
	return slices.ContainsFunc([]rune(s), func(r rune) bool { return unicode.Is(unicode.Han, r) })
}
