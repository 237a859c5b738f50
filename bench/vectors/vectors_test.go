package vectors

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counting embeds a text as its length, and counts.
type counting struct{ texts int }

func (*counting) Space() string { return "a/b" }

func (c *counting) Embed(_ context.Context, texts []string) (out [][]float32, err error) {
	c.texts += len(texts)
	for _, t := range texts {
		out = append(out, []float32{float32(len(t)), 0.5})
	}
	return out, nil
}

func TestVectorsAreMadeOnce(t *testing.T) {
	dir := t.TempDir()
	of := func(texts ...string) ([][]float32, int) {
		t.Helper()
		c := &counting{}
		k, err := Keep(c, dir)
		if err != nil {
			t.Fatal(err)
		}
		defer k.Close()
		got, err := k.Embed(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		return got, c.texts
	}
	want := [][]float32{{1, .5}, {3, .5}, {1, .5}}
	if got, n := of("a", "三", "a"); !cmp.Equal(got, want) || n != 2 {
		t.Errorf("%v after %d texts, want %v after 2", got, n, want)
	}
	if got, n := of("三", "bb"); !cmp.Equal(got, [][]float32{{3, .5}, {2, .5}}) || n != 1 {
		t.Errorf("%v after %d texts, want one that is new", got, n)
	}
	file := filepath.Join(dir, "a_b")
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b[:len(b)-1], 0o600); err != nil { // the run was ended while it wrote bb
		t.Fatal(err)
	}
	if got, n := of("a", "三", "bb"); !cmp.Equal(got, [][]float32{{1, .5}, {3, .5}, {2, .5}}) || n != 1 {
		t.Errorf("%v after %d texts: what was cut off is made again, the rest is kept", got, n)
	}
	if _, n := of("bb"); n != 0 {
		t.Error("what was written over a record that was cut off is lost")
	}
}
