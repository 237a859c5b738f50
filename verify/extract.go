package verify

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// extractive reports whether the claim is one or more whole sentences of a passage it cites, perhaps after the passage's title and place.
func (t *trial) extractive() bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if r.kind != passageRecord {
			continue
		}
		for _, s := range append(strip(t.claim.Text), t.afterPlace(r)...) {
			if n := utf8.RuneCountInString(s); n >= 4 && sentences(r.ev.Text, s) {
				return true
			}
		}
	}
	return false
}

// afterPlace returns what follows a colon when what stands before it only names the passage.
func (t *trial) afterPlace(r *record) []string {
	s := r.ev.Source
	if s == nil {
		return nil
	}
	for _, mark := range []string{"：", ": "} {
		i := strings.Index(t.claim.Text, mark)
		if i < 0 {
			continue
		}
		before := t.claim.Text[:i]
		for _, part := range append(strings.Split(s.Heading, " / "), s.Title, s.Version, s.Section) {
			if part != "" {
				before = strings.Replace(before, part, "", 1)
			}
		}
		if len(strings.Trim(before, " 《》§第条款章节,，.()（）[]")) == 0 {
			return []string{squeeze(t.claim.Text[i+len(mark):])}
		}
	}
	return nil
}

// strip returns the text, and the text without what introduces a quotation.
func strip(s string) []string {
	out := []string{squeeze(s)}
	for _, mark := range []string{"：", ": ", "》", "”"} {
		if i := strings.Index(s, mark); i >= 0 && introduces(s[:i+len(mark)]) {
			out = append(out, squeeze(s[i+len(mark):]))
			if rest := s[i+len(mark):]; mark == "》" {
				if k := strings.IndexAny(rest, "：:"); k >= 0 && k < 60 {
					_, size := utf8.DecodeRuneInString(rest[k:])
					out = append(out, squeeze(rest[k+size:]))
				}
			}
		}
	}
	return out
}

// introduces reports whether a text only names a document and a place in it.
func introduces(s string) bool {
	return strings.Contains(s, "《") && strings.Contains(s, "》") || strings.Contains(s, "§")
}

// squeeze drops blanks, quotation marks and the mark at the end, which a quotation may change.
func squeeze(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '\u00a0', '“', '”', '"', '「', '」', '*', '`':
			return -1
		}
		return r
	}, s)
	return strings.TrimRight(strings.TrimLeft(s, "-•#>"), "。.；;！!：:")
}

func sentences(passage, s string) bool {
	whole := squeeze(passage)
	i := strings.Index(whole, s)
	if i < 0 {
		return false
	}
	before, after := strings.TrimRight(whole[:i], "-•#>0123456789、) "), whole[i+len(s):]
	first := before == "" || endsSentence(before)
	last := after == "" || strings.ContainsAny(after[:1], ".!?;") && !strings.ContainsAny(after[:min(2, len(after))][1:], "0123456789") ||
		slices.ContainsFunc([]string{"。", "！", "？", "；", "#", "-", "•"}, func(m string) bool { return strings.HasPrefix(after, m) })
	if first && last {
		return true
	}
	// squeezed text has lost its line breaks: look again with them
	for _, line := range strings.Split(passage, "\n") {
		if squeeze(line) == s {
			return true
		}
	}
	return false
}

func endsSentence(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("。！？；.!?;:：", r)
}
