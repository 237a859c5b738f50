package verify

import (
	"regexp"
	"strings"

	"github.com/casefile/casefile/text"
)

// A segment is one claim of an answer that is prose.
type segment1 struct {
	text   string   // as the answer has it
	judged string   // with the heads of its column, for a row of a table
	cites  []string // records named in brackets
}

var (
	bracket = regexp.MustCompile(`[\[【]\^?\s*([A-Za-z0-9_.\-]+(?:\s*[,，]\s*[A-Za-z0-9_.\-]+)*)\s*[\]】]`)
	rule3   = regexp.MustCompile(`^\s*\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)*\|?\s*$`)
)

// segment cuts an answer into claims: sentences, list items and rows of tables. Headings and
// lines that say nothing are left out.
func segment(answer string) []segment1 {
	var out []segment1
	var prose strings.Builder
	flush := func() {
		for _, s := range text.Sentences(prose.String()) {
			out = appendClaim(out, s.Of(prose.String()), "")
		}
		prose.Reset()
	}
	lines := strings.Split(answer, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if strings.HasPrefix(line, "|") && i+1 < len(lines) && rule3.MatchString(lines[i+1]) {
			flush()
			heads := cellsOf(line)
			for i += 2; i < len(lines) && strings.HasPrefix(strings.TrimSpace(lines[i]), "|"); i++ {
				out = appendClaim(out, strings.TrimSpace(lines[i]), rowText(heads, cellsOf(lines[i])))
			}
			i--
			continue
		}
		if strings.HasPrefix(line, "#") {
			flush()
			continue
		}
		prose.WriteString(lines[i])
		prose.WriteByte('\n')
	}
	flush()
	return out
}

func appendClaim(out []segment1, s, judged string) []segment1 {
	if judged == "" {
		judged = s
	}
	var cites []string
	for _, m := range bracket.FindAllStringSubmatch(judged, -1) {
		cites = append(cites, strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == '，' || r == ' ' })...)
	}
	judged = strings.TrimSpace(bracket.ReplaceAllString(judged, ""))
	if !strings.ContainsFunc(judged, func(r rune) bool { return letterOrDigit(r) || han(r) }) {
		if n := len(out); n > 0 && len(cites) > 0 {
			out[n-1].cites = append(out[n-1].cites, cites...) // "….[1]" whose mark stands after the stop
		}
		return out
	}
	return append(out, segment1{s, judged, cites})
}

func cellsOf(line string) []string {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	return cells
}

// rowText says a row as a sentence: its first cell, then each head with its cell.
func rowText(heads, cells []string) string {
	var b strings.Builder
	for i, c := range cells {
		switch {
		case c == "":
		case i == 0:
			b.WriteString(c)
		case i < len(heads):
			b.WriteString("; " + heads[i] + " " + c)
		default:
			b.WriteString("; " + c)
		}
	}
	return b.String()
}
