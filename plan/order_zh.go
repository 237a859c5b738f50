package plan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// orderedZH reports whether a Chinese sentence of a text orders a change.
func orderedZH(s, whole string) bool {
	if !strings.ContainsFunc(s, func(r rune) bool { return r > 0x2E80 && r != object }) {
		return false
	}
	asks := holds(whole, "zh asks") || holds(whole, "zh may")
	for _, clause := range hanClause.Split(s, -1) {
		if holds(clause, "zh asks") {
			continue
		}
		c := zhClause{whole: whole, asks: asks}
		c.read(clause)
		if c.text != "" && c.orders() {
			return true
		}
	}
	return false
}

// zhClause is a clause without the words that open and close an order.
type zhClause struct {
	text    string
	whole   string
	asks    bool // something is asked anywhere
	request bool // somebody is asked to do it
	polite  bool // it opens with 请 or a like word
	wish    bool
	apply   bool // it says that one applies for it
	tail    bool // it closes as an order does
}

func (c *zhClause) read(clause string) {
	rest := strings.TrimSpace(clause)
	for {
		before := rest
		for _, w := range orderLists()["zh polite tail"] {
			if cut, ok := strings.CutSuffix(rest, w); ok {
				rest, c.tail = cut, true
			}
		}
		if rest == before {
			break
		}
	}
	rest, met := cutLead(rest, "zh lead", "zh wish", "zh apply")
	c.text, c.request, c.polite, c.wish, c.apply = rest, met["zh request"], met["zh polite"], met["zh wish"] || met["zh apply"], met["zh apply"]
}

func (c *zhClause) orders() bool {
	for _, end := range []string{"后", "时", "前", "的话"} {
		if strings.HasSuffix(c.text, end) {
			return false // when it is done, or if
		}
	}
	may := holds(c.text, "zh may")
	if heads(c.text, "zh looking") != "" || holds(c.text, "zh report") && !c.request {
		return false
	}
	if rest, ok := c.disposed(); ok {
		list, ok := verbIn(rest, "zh strong", "zh into", "zh verb")
		return ok && (!may || c.request || list != "zh verb") && (list != "zh verb" || !looksUp(rest))
	}
	if may && !c.request {
		return false
	}
	if c.wish && !c.request && c.asks {
		return false // what one wants, with a question about it
	}
	switch {
	case c.headed(), c.topic(), c.request && endsIn(c.text, "zh last"), c.request && c.apply && !c.rules(), c.into():
		return true
	case c.wish && c.named():
		_, ok := verbIn(wishedFor.Replace(c.text), "zh strong", "zh verb")
		return ok && !c.rules()
	}
	return false
}

// wishedFor drops what stands before the verb of a wish and would else tell what was done, or may be.
var wishedFor = strings.NewReplacer("被", "", "能", "", "可以", "")

// disposed returns what follows 把 or 将 or, at the head alone, 给, 为, 对 and 让 with a thing.
func (c *zhClause) disposed() (string, bool) {
	for _, w := range []string{"把", "将"} {
		before, rest, ok := strings.Cut(c.text, w)
		if !ok || utf8.RuneCountInString(before) > 8 {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("于在要会来近", next) {
			continue
		}
		return rest, true
	}
	for _, w := range []string{"给", "为", "对", "让", "叫", "使", "令"} {
		if rest, ok := strings.CutPrefix(c.text, w); ok && (strings.HasPrefix(rest, string(object)) || heads(rest, "zh thing") != "") {
			return rest, true
		}
	}
	return "", false
}

// headed reports whether a clause opens with what is to be done.
func (c *zhClause) headed() bool {
	if w := heads(c.text, "zh strong"); w != "" {
		return !attributive(c.text[len(w):]) && !c.rules()
	}
	w := heads(c.text, "zh into")
	if v := heads(c.text, "zh verb"); len(v) > len(w) {
		w = v
	}
	if w == "" || attributive(c.text[len(w):]) || c.rules() {
		return false
	}
	rest := c.text[len(w):]
	for _, p := range []string{"一下", "掉", "了"} {
		rest = strings.TrimPrefix(rest, p)
	}
	switch {
	case c.wish && !c.request && strings.HasPrefix(w, "退"):
		return false // what a customer opens with: it is judged, not ordered
	case c.request || c.wish || c.polite:
		return true
	case rest == "":
		return strings.ContainsRune(c.whole, object)
	}
	if strings.HasPrefix(rest, string(object)) || strings.HasPrefix(rest, string(when)) && !c.asks && w != "通过" || heads(rest, "zh thing") != "" {
		return true
	}
	what, after, ok := strings.Cut(rest, string(object)) // a word for the kind of thing goes before its number
	return ok && after == "" && !c.asks && utf8.RuneCountInString(what) <= 4 && !tellsOf(what)
}

// topic reports whether a clause names a thing first and then what is to be done to it.
func (c *zhClause) topic() bool {
	if !c.named() || c.rules() {
		return false
	}
	for _, list := range []string{"zh into", "zh strong", "zh verb"} {
		at, n := find(c.text, list)
		if at < 0 || tellsOf(c.text[:at]) || strings.Contains(c.text[at+n:], "的") {
			continue
		}
		rest := strings.TrimSpace(c.text[at+n:])
		if list == "zh into" && rest != "" || rest == "" && bareZH(c.text[:at], c.text[at:at+n]) || c.tail || c.request || rest == "掉" || rest == "一下" || rest == "" && urged(c.text[:at]) {
			return true
		}
	}
	return false
}

// bareZH reports whether nothing but a thing, or a word for its kind, stands before what is to be done to it.
func bareZH(before, verb string) bool {
	kind, after, ok := strings.Cut(strings.TrimSpace(before), string(object))
	return ok && strings.TrimSpace(after) == "" && utf8.RuneCountInString(kind) <= 3 && slices.Contains(orderLists()["zh bare"], verb)
}

// into reports whether a clause says what a figure is to be made, where nothing is asked and nobody is quoted: 比率改为1%.
func (c *zhClause) into() bool {
	at, n := find(c.text, "zh into")
	if at <= 0 || c.asks || c.rules() || slices.Contains(orderLists()["zh moved"], c.text[at:at+n]) || tellsOf(c.text[:at]) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(c.text[at+n:]))
	return unicode.IsDigit(r) || strings.ContainsRune("零一二三四五六七八九十两", r)
}

// urged reports whether words end as an order does before its verb.
func urged(s string) bool {
	for _, w := range orderLists()["zh lead"] {
		if utf8.RuneCountInString(w) > 1 && strings.HasSuffix(s, w) {
			return true
		}
	}
	return false
}

// named reports whether a clause opens with a certain thing.
func (c *zhClause) named() bool {
	if heads(c.text, "zh thing") != "" {
		return true
	}
	before, _, ok := strings.Cut(c.text, string(object))
	return ok && utf8.RuneCountInString(before) <= 4 && !holds(before, "zh report")
}

// rules reports whether a clause is a name for a rule: 修改密码的流程.
func (c *zhClause) rules() bool {
	for _, w := range orderLists()["zh rules"] {
		if strings.HasSuffix(c.text, w) && (strings.HasSuffix(strings.TrimSuffix(c.text, w), "的") || !c.polite && !c.request) {
			return true
		}
	}
	return false
}

// looksUp reports whether words end in looking something up: 把 … 合并统计.
func looksUp(s string) bool {
	return slices.ContainsFunc(orderLists()["zh looking"], func(w string) bool { return utf8.RuneCountInString(w) > 1 && strings.HasSuffix(s, w) })
}

func endsIn(s, list string) bool {
	return slices.ContainsFunc(orderLists()[list], func(w string) bool { return strings.HasSuffix(s, w) })
}

// verbIn returns the list of the first verb of lists that stands in words as something to be done, not as something that was.
func verbIn(s string, lists ...string) (list string, ok bool) {
	for _, l := range lists {
		if at, n := find(s, l); at >= 0 && !tellsOf(s[:at]) && !attributive(s[at+n:]) {
			return l, true
		}
	}
	return "", false
}

// find returns the place of the first word of a list in words, and its length.
func find(s, list string) (at, n int) {
	for i := range s {
		for _, w := range orderLists()[list] {
			if n := matches(s[i:], w); n > 0 {
				return i, n
			}
		}
	}
	return -1, 0
}

// tellsOf reports whether words end with one after which a verb tells what was done, or what may be.
func tellsOf(s string) bool {
	return slices.ContainsFunc(orderLists()["zh told"], func(w string) bool { return strings.HasSuffix(s, w) })
}

func attributive(rest string) bool {
	return strings.HasPrefix(rest, "的") || strings.HasPrefix(rest, "了的") || strings.HasPrefix(rest, "过")
}

// holds reports whether a word of a list stands anywhere in a text.
func holds(s, list string) bool {
	return slices.ContainsFunc(orderLists()[list], func(w string) bool { return strings.Contains(s, w) })
}
