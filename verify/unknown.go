package verify

import (
	"slices"
	"strings"

	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify/words"
)

// unknown returns what a clause on rows names that no cited record and no list knows: a run of Han characters in the place of a
// name, 凯途 in 来自凯途的客户有1人. A claim that rests on passages names nothing unknown: those have words of their own.
func (t *trial) unknown(c int) []string {
	if len(t.of(passageRecord)) > 0 || len(t.tables()) == 0 || t.r.lang != "zh" {
		return nil
	}
	var out []string
	from, to := -1, -1
	flush := func() {
		if from >= 0 && t.nominal(c, from, to) {
			out = append(out, t.r.src[from:to])
		}
		from, to = -1, -1
	}
	for _, tok := range t.r.toks(c) {
		known := tok.kind != hanToken || words.Light(tok.key) || t.glued(tok) || t.holder(tok.key) >= 0 || t.inRecords(t.r.src[tok.start:tok.end]) || t.inPlaceName(c, tok)
		if known || to >= 0 && tok.start > to {
			flush()
		}
		if !known {
			if from < 0 {
				from = tok.start
			}
			to = tok.end
		}
	}
	flush()
	return out
}

// inPlaceName reports whether a token stands in the name of a row.
func (t *trial) inPlaceName(c int, tok token) bool {
	return slices.ContainsFunc(t.tables(), func(rec int) bool { return t.inName(t.telling(c, rec), tok) })
}

// inRecords reports whether some cited record has a stretch of text in a cell or a head.
func (t *trial) inRecords(s string) bool {
	s = text.Fold(s)
	for _, rec := range t.tables() {
		tb := t.ix.recs[rec].table
		for cell := range tb.cells {
			if strings.Contains(cell, s) {
				return true
			}
		}
		for _, col := range tb.cols {
			if strings.Contains(text.Fold(col.Name+" "+col.Title), s) {
				return true
			}
		}
	}
	return false
}

// nominal reports whether a run of unknown text stands where a name does: two characters or more, before 的, a comma or another
// word that a subject goes before, or after one that a name goes after.
func (t *trial) nominal(c, from, to int) bool {
	if to-from < 2*len("的") || quantity.Find(t.r.src[from:to]) != nil {
		return false
	}
	cl := t.r.clauses[c]
	before, after := t.r.src[cl.start:from], t.r.src[to:cl.end]
	for _, w := range words.BeforeNames() {
		if strings.HasSuffix(before, w) {
			return true
		}
	}
	if strings.TrimSpace(before) != "" && !strings.HasSuffix(before, "、") {
		return false
	}
	ends := func(s string) bool {
		return slices.ContainsFunc(words.AfterNames(), func(w string) bool { return strings.HasPrefix(s, w) })
	}
	if ends(after) {
		return true
	}
	for _, tok := range t.r.toks(c) { // 云岫商行: the second half of a name may be a word
		if tok.start <= to && tok.end > to && tok.kind == conceptToken {
			return ends(t.r.src[tok.end:cl.end])
		}
	}
	return false
}
