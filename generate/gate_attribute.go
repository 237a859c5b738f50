package generate

import (
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/text"
)

// What is asked of a thing: "what is the address of …", "…的地址是什么".
var (
	attributeEN = regexp.MustCompile(`\b(?:what|which)(?:'s| is| was| are| were) (?:the|my|its|his|her|their) ([a-z][a-z -]{2,40}?) (?:of|for|on|in|with)\b`)
	attributeZH = regexp.MustCompile(`的(\p{Han}{2,6}?)(?:是(?:什么|多少|哪|谁|几)|有多少|呢|[?？]|$)`)
)

// attributes checks that what is asked of a thing is something that the functions told give: rows about the thing say
// nothing of its other sides.
func (g *gate) attributes() {
	if len(g.tools) == 0 {
		return
	}
	for _, re := range []*regexp.Regexp{attributeEN, attributeZH} {
		for _, m := range re.FindAllStringSubmatchIndex(g.r.Folded, -1) {
			s := playbook.Span{From: m[2], To: m[3]}
			if !g.isCut(s) && !g.tellsOf(g.r.Folded[s.From:s.To]) {
				g.lacks(s)
				g.sides = append(g.sides, s)
			}
		}
	}
}

// tellsOf reports whether the functions told, or what was told of the things named, speak of any content word of what is asked.
func (g *gate) tellsOf(asked string) bool {
	said := g.ofNamed()
	known := func(w string) bool { return g.speaks(g.own, w) || g.speaks(said, w) }
	var strong []string
	for _, t := range text.Analyze(asked) {
		if !t.Weak {
			strong = append(strong, t.Term)
		}
	}
	return len(strong) == 0 || slices.ContainsFunc(strong, known) || known(strings.TrimSpace(asked))
}

// ofNamed is what was told of the things that the need names: rows, and sentences that name them. Where it names none, it
// is all that was told.
func (g *gate) ofNamed() *playbook.Reader {
	if len(g.n.Entities) == 0 {
		return g.said
	}
	var b strings.Builder
	for _, c := range g.d.out.Claims {
		rows := slices.ContainsFunc(c.Cites, func(ct casefile.Citation) bool {
			e, ok := g.d.c.Find(ct.Evidence)
			return ok && e.Table != nil
		})
		if rows || slices.ContainsFunc(g.n.Entities, func(s casefile.Slot) bool {
			return slices.ContainsFunc(s.Values, func(v string) bool { return strings.Contains(c.Text, v) })
		}) {
			b.WriteString(c.Text + "\n")
		}
	}
	return playbook.Read(b.String())
}
