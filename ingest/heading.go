package ingest

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

const hanNumber = `[一二三四五六七八九十百千零〇两\d]+`

var (
	explicitID = regexp.MustCompile(`\s*\{#([^\s{}#@:]+)\}\s*$`)
	// What a heading's own number looks like, at its start.
	clauseNumber = regexp.MustCompile(`^(?:(第` + hanNumber + `[编章节条款](?:之` + hanNumber + `)?)|((?i:Article|Section|Clause|Chapter|Annex|Appendix)\s+(?:\d+(?:\.\d+)*|[A-Z]|[IVXLC]+))\b|` +
		`(\d+(?:\.\d+)*)(?:[.、．)）]|\s|$)|([A-Za-z]{1,6}\d*(?:[-.]\d+)+)(?:\s|$|[.、:：]))`)
	// Lines of text that begin a clause, heading or not.
	hanClause = regexp.MustCompile(`^(第` + hanNumber + `(编|章|节|条)(?:之` + hanNumber + `)?)(?:[\s　:：]|$)`)
	dotClause = regexp.MustCompile(`^(\d{1,3}(?:\.\d{1,3}){1,4})[.、．]?[\s　]+(\S)`)
	enClause  = regexp.MustCompile(`^((?:Article|Section|Clause|Chapter|ARTICLE|SECTION|CLAUSE|CHAPTER)\s+\d+(?:\.\d+)*)(?:\s*$|[.:—–]\s|\s+[-—–]\s)`)
	emphasis  = regexp.MustCompile("[*_`~]+")
	mdLink    = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// headingText returns a heading without its marks, and the id it carries.
func headingText(s string) (title, id string) {
	s = strings.TrimSpace(s)
	if m := explicitID.FindStringSubmatchIndex(s); m != nil {
		id = s[m[2]:m[3]]
		s = s[:m[0]]
	}
	s = mdLink.ReplaceAllString(s, "$1")
	return strings.Join(strings.Fields(emphasis.ReplaceAllString(s, "")), " "), id
}

// idOf returns the number a heading begins with, or else its slug.
func idOf(title string) string {
	if m := clauseNumber.FindStringSubmatch(title); m != nil {
		for _, g := range m[1:] {
			if g != "" {
				return strings.Join(strings.Fields(g), "-")
			}
		}
	}
	return slug(title)
}

// slug returns a heading as a fragment, the way GitHub writes it.
func slug(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_', unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte('-')
		}
	}
	return b.String()
}

// ids gives each section of a document an id of its own. It holds how often each was asked for.
type ids map[string]int

func (u ids) unique(id string) string {
	if id == "" {
		id = "section"
	}
	out := id
	for u[strings.ToLower(out)] > 0 {
		out = id + "-" + strconv.Itoa(u[strings.ToLower(id)])
		u[strings.ToLower(id)]++
	}
	u[strings.ToLower(out)]++
	return out
}

// clause is a line of text that begins a clause.
type clause struct {
	id    string
	level int
	title bool // the line is only a heading
}

// Levels of clauses below those of Markdown headings.
const (
	levelPart = iota + 10
	levelChapter
	levelDivision
	levelArticle
	levelDotted
)

// clauseAt reads the number at the start of a line. last is the dotted number before it.
func clauseAt(line, last string) (clause, bool) {
	line = strings.TrimLeft(line, " \t　")
	line = strings.TrimLeft(line, "*_") // **第一条** …
	line = strings.Replace(line, "**", " ", 1)
	if m := hanClause.FindStringSubmatch(line); m != nil {
		level := map[string]int{"编": levelPart, "章": levelChapter, "节": levelDivision, "条": levelArticle}[m[2]]
		return clause{m[1], level, level < levelArticle}, true
	}
	if m := enClause.FindStringSubmatch(line); m != nil {
		return clause{strings.Join(strings.Fields(m[1]), "-"), levelArticle, false}, true
	}
	if m := dotClause.FindStringSubmatch(line); m != nil && follows(m[1], last) {
		first := []rune(m[2])[0]
		if !unicode.IsLower(first) && !strings.ContainsRune("%％‰~～-–—+×*/=<>≤≥,，.、万亿千百", first) {
			return clause{m[1], levelDotted + strings.Count(m[1], "."), false}, true
		}
	}
	return clause{}, false
}

// follows reports whether a dotted number can come after last: a first one (x.1), or the next
// at some depth. "2.5 million" amid other text is not a clause.
func follows(number, last string) bool {
	n := strings.Split(number, ".")
	if n[len(n)-1] == "1" {
		return true
	}
	l := strings.Split(last, ".")
	if last == "" || len(l) < len(n) {
		return false
	}
	for i := range len(n) - 1 {
		if n[i] != l[i] {
			return false
		}
	}
	a, _ := strconv.Atoi(n[len(n)-1])
	b, _ := strconv.Atoi(l[len(n)-1])
	return a > b && a <= b+3
}
