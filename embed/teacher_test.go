package embed

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"sort"
	"testing"
)

// Floors of the share of a teacher's ten nearest neighbours that the table's ten hold. Those of a word come from the
// teacher's own vectors, so they are nearly kept; a sentence's mean of words is what a static table loses by.
var floors = map[string]float64{"zh words": .79, "zh sentences": .43, "en words": .71, "en sentences": .46}

// TestNeighboursAreTheTeachers holds the table against the models it was made from.
func TestNeighboursAreTheTeachers(t *testing.T) {
	b, err := os.ReadFile("testdata/teacher.json")
	if err != nil {
		t.Fatal(err)
	}
	var samples map[string]map[string]struct {
		Texts []string
		Near  [][]int
	}
	if err := json.Unmarshal(b, &samples); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for lang, kinds := range samples {
		for kind, sample := range kinds {
			name := lang + " " + kind
			vs, err := NewStatic().Embed(context.Background(), sample.Texts)
			if err != nil {
				t.Fatal(err)
			}
			shared, all := 0, 0
			for i, want := range sample.Near {
				for _, j := range nearest(vs, i, len(want)) {
					if slices.Contains(want, j) {
						shared++
					}
				}
				all += len(want)
			}
			share := float64(shared) / float64(all)
			t.Logf("%s: %.3f of %d neighbours", name, share, all)
			if floor, ok := floors[name]; !ok || share < floor {
				t.Errorf("%s: %.3f of the teacher's neighbours, want %.2f", name, share, floor)
			}
			seen++
		}
	}
	if seen != len(floors) {
		t.Errorf("%d samples, want %d", seen, len(floors))
	}
}

// nearest returns the n texts whose vectors are nearest to that of text i.
func nearest(vs [][]float32, i, n int) []int {
	scores := make([]float64, len(vs))
	order := make([]int, 0, len(vs))
	for j := range vs {
		for k := range vs[j] {
			scores[j] += float64(vs[i][k]) * float64(vs[j][k])
		}
		if j != i {
			order = append(order, j)
		}
	}
	sort.SliceStable(order, func(a, b int) bool { return scores[order[a]] > scores[order[b]] })
	return order[:n]
}
