package embed

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A WordPiece cuts texts into the tokens of a BERT model. Safe for concurrent use.
type WordPiece struct {
	vocabulary map[string]int64
	lower      bool
	accents    bool // kept
	prefix     string
	most       int // characters of the longest word that is cut
	cls, sep   int64
	unknown    int64
}

// Tokens are what a BERT model reads: the tokens' numbers, and which of two texts each is of.
type Tokens struct{ IDs, Types []int64 }

// ReadWordPiece reads a tokenizer.json whose model is WordPiece. The error says what is not as in BERT.
func ReadWordPiece(file []byte) (*WordPiece, error) {
	var f struct {
		Normalizer struct {
			Type    string `json:"type"`
			Lower   bool   `json:"lowercase"`
			Accents *bool  `json:"strip_accents"`
		} `json:"normalizer"`
		Pre struct {
			Type string `json:"type"`
		} `json:"pre_tokenizer"`
		Model struct {
			Type       string           `json:"type"`
			Vocabulary map[string]int64 `json:"vocab"`
			Unknown    string           `json:"unk_token"`
			Prefix     string           `json:"continuing_subword_prefix"`
			Most       int              `json:"max_input_chars_per_word"`
		} `json:"model"`
	}
	if err := json.Unmarshal(file, &f); err != nil {
		return nil, fmt.Errorf("tokenizer.json: %w", err)
	}
	if f.Model.Prefix == "" || f.Normalizer.Type != "BertNormalizer" || f.Pre.Type != "BertPreTokenizer" {
		return nil, errors.New("tokenizer.json: only WordPiece with BERT's normalizer and pre-tokenizer is read")
	}
	w := &WordPiece{vocabulary: f.Model.Vocabulary, lower: f.Normalizer.Lower, prefix: f.Model.Prefix, most: f.Model.Most}
	w.accents = !f.Normalizer.Lower
	if f.Normalizer.Accents != nil {
		w.accents = !*f.Normalizer.Accents
	}
	if w.most <= 0 {
		w.most = 100
	}
	for name, id := range map[string]*int64{"[CLS]": &w.cls, "[SEP]": &w.sep, f.Model.Unknown: &w.unknown} {
		n, ok := f.Model.Vocabulary[name]
		if !ok {
			return nil, fmt.Errorf("tokenizer.json: its vocabulary has no %s", name)
		}
		*id = n
	}
	return w, nil
}

// Single returns the tokens of one text between [CLS] and [SEP], at most so many.
func (w *WordPiece) Single(text string, most int) Tokens {
	ids := append([]int64{w.cls}, w.cut(text, most-2)...)
	ids = append(ids, w.sep)
	return Tokens{ids, make([]int64, len(ids))}
}

// Pair returns the tokens of two texts. Where they are too many, the longer text is cut first.
func (w *WordPiece) Pair(a, b string, most int) Tokens {
	x, y := w.cut(a, most), w.cut(b, most)
	room := max(0, most-3)
	if over := len(x) + len(y) - room; over > 0 {
		half := room / 2
		switch {
		case len(x) <= half:
			y = y[:room-len(x)]
		case len(y) <= room-half:
			x = x[:room-len(y)]
		default:
			x, y = x[:half], y[:room-half]
		}
	}
	return w.join(x, y)
}

// join returns the tokens of two texts that are cut.
func (w *WordPiece) join(x, y []int64) (t Tokens) {
	t.add(0, w.cls)
	t.add(0, x...)
	t.add(0, w.sep)
	t.add(1, y...)
	t.add(1, w.sep)
	return t
}

func (t *Tokens) add(kind int64, ids ...int64) {
	t.IDs = append(t.IDs, ids...)
	for range ids {
		t.Types = append(t.Types, kind)
	}
}

// cut returns the first tokens of a text, at most so many.
func (w *WordPiece) cut(text string, most int) []int64 {
	if most <= 0 {
		return nil
	}
	// a token has at least one character, and what is dropped in between is bounded too
	if limit := 64 * most; len(text) > limit {
		for limit > 0 && !utf8.RuneStart(text[limit]) {
			limit--
		}
		text = text[:limit]
	}
	var ids []int64
	word := make([]rune, 0, 32)
	flush := func() {
		if len(word) > 0 {
			ids = w.pieces(ids, word)
			word = word[:0]
		}
	}
	for _, r := range w.normal(text) {
		switch {
		case unicode.IsSpace(r):
			flush()
		case isIdeograph(r) || isPunctuation(r):
			flush()
			ids = w.pieces(ids, []rune{r})
		default:
			word = append(word, r)
		}
		if len(ids) >= most {
			break
		}
	}
	flush()
	return ids[:min(len(ids), most)]
}

// normal drops control characters, and accents and capitals where the model does.
func (w *WordPiece) normal(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == utf8.RuneError || unicode.Is(unicode.C, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, text)
	if !w.accents {
		clean = strings.Map(func(r rune) rune {
			if unicode.Is(unicode.Mn, r) {
				return -1
			}
			return r
		}, norm.NFD.String(clean))
	}
	if w.lower {
		clean = strings.ToLower(clean)
	}
	return clean
}

// pieces appends the fewest longest pieces of a word from the left, or the unknown token.
func (w *WordPiece) pieces(ids []int64, word []rune) []int64 {
	if len(word) > w.most {
		return append(ids, w.unknown)
	}
	start := len(ids)
	for i := 0; i < len(word); {
		prefix := ""
		if i > 0 {
			prefix = w.prefix
		}
		end := len(word)
		for ; end > i; end-- {
			if id, ok := w.vocabulary[prefix+string(word[i:end])]; ok {
				ids = append(ids, id)
				break
			}
		}
		if end == i {
			return append(ids[:start], w.unknown)
		}
		i = end
	}
	return ids
}

func isPunctuation(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && r < 0x7F && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}
	return unicode.IsPunct(r)
}

// isIdeograph reports what BERT takes for a Chinese character, which is a word by itself.
func isIdeograph(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x20000 && r <= 0x2A6DF || r >= 0x2A700 && r <= 0x2CEAF || r >= 0x2F800 && r <= 0x2FA1F
}
