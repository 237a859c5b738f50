package embed

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

type wordpieceReference map[string]struct {
	Tokenizer json.RawMessage
	Texts     []string
	IDs       [][]int64
	Pairs     [][2]string
	PairIDs   [][2][]int64 `json:"pair_ids"`
}

func reference(t testing.TB) wordpieceReference {
	t.Helper()
	b, err := os.ReadFile("testdata/wordpiece.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref wordpieceReference
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// TestWordPieceGivesTheReferenceNumbers holds the tokens against those of the library that the models were made with.
func TestWordPieceGivesTheReferenceNumbers(t *testing.T) {
	ref := reference(t)
	if len(ref) != 2 {
		t.Fatal("want a model that keeps case and one that does not")
	}
	for name, r := range ref {
		w, err := ReadWordPiece(r.Tokenizer)
		if err != nil {
			t.Fatal(err)
		}
		for i, text := range r.Texts {
			if got := w.Single(text, 512).IDs; !slices.Equal(got, r.IDs[i]) {
				t.Errorf("%s: %q: %v, want %v", name, text, got, r.IDs[i])
			}
		}
		for i, p := range r.Pairs {
			got := w.Pair(p[0], p[1], 512)
			if !slices.Equal(got.IDs, r.PairIDs[i][0]) || !slices.Equal(got.Types, r.PairIDs[i][1]) {
				t.Errorf("%s: %q: %v, want %v", name, p, got, r.PairIDs[i])
			}
		}
	}
}

func TestWordPieceIsBounded(t *testing.T) {
	w, err := ReadWordPiece(reference(t)["cased"].Tokenizer)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("长 ", 5000)
	if got := w.Single(long, 512); len(got.IDs) != 512 || got.IDs[0] != w.cls || got.IDs[511] != w.sep {
		t.Errorf("%d tokens", len(got.IDs))
	}
	for _, tt := range []struct{ a, b string }{{long, "短"}, {"短", long}, {long, long}} {
		got := w.Pair(tt.a, tt.b, 64)
		seps := 0
		for _, id := range got.IDs {
			if id == w.sep {
				seps++
			}
		}
		if len(got.IDs) != 64 || len(got.Types) != 64 || seps != 2 || got.IDs[63] != w.sep {
			t.Errorf("%d tokens, %d ends", len(got.IDs), seps)
		}
	}
}

func TestReadWordPieceRefuses(t *testing.T) {
	for name, file := range map[string]string{
		"no JSON":       "{",
		"another model": `{"model":{"type":"BPE","vocab":{}}}`,
		"no [CLS]":      `{"normalizer":{"type":"BertNormalizer"},"pre_tokenizer":{"type":"BertPreTokenizer"},"model":{"vocab":{"[SEP]":1,"[UNK]":2},"unk_token":"[UNK]","continuing_subword_prefix":"##"}}`,
	} {
		if _, err := ReadWordPiece([]byte(file)); err == nil || !strings.Contains(err.Error(), "tokenizer.json") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzWordPiece(f *testing.F) {
	w, err := ReadWordPiece(reference(f)["lower"].Tokenizer)
	if err != nil {
		f.Fatal(err)
	}
	f.Add("a b", "签收\xff")
	f.Fuzz(func(t *testing.T, a, b string) {
		if n := len(w.Single(a, 16).IDs); n < 2 || n > 16 {
			t.Errorf("%d tokens of %q", n, a)
		}
		p := w.Pair(a, b, 16)
		if n := len(p.IDs); n < 3 || n > 16 || n != len(p.Types) {
			t.Errorf("%d tokens of %q and %q", n, a, b)
		}
	})
}
