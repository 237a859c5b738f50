package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify/words"
)

// rules are the rules on what a claim says, in the order their findings are reported.
var rules = []rule{
	{"identifier", (*trial).identifier},
	{"name", func(t *trial) { t.name(); t.replaced() }},
	{"number", func(t *trial) { t.values("number"); t.unread() }},
	{"unit", func(t *trial) { t.values("unit") }},
	{"date", func(t *trial) { t.values("date") }},
	{"period", func(t *trial) { t.values("period"); t.periods(); t.undated(); t.partOfPeriod() }},
	{"binding", func(t *trial) { t.values("binding"); t.bindings(); t.described(); t.stateMarked() }},
	{"column", func(t *trial) { t.values("column"); t.unspoken(); t.unsaid(); t.dayOfState(); t.underHead() }},
	{"rounding", func(t *trial) { t.values("rounding") }},
	{"said", func(t *trial) { t.values("said") }},
	{"comparison", func(t *trial) { t.values("comparison"); t.comparison(); t.related(); t.twice() }},
	{"direction", func(t *trial) { t.values("direction"); t.direction(); t.changed(); t.courses(); t.wentWay() }},
	{"extreme", (*trial).extreme},
	{"contrary", (*trial).contrary},
	{"role", func(t *trial) { t.role(); t.ties() }},
	{"negation", func(t *trial) { t.deniesDescribed(); t.negation(); t.verbatimTurned() }},
	{"modality", func(t *trial) { t.modality(); t.notYet(); t.notYetRow() }},
	{"quantifier", func(t *trial) { t.values("quantifier"); t.quantifier(); t.onlyOne(); t.wordedRows() }},
	{"condition", (*trial).condition},
	{"decisive", (*trial).dropped},
	{"cause", (*trial).cause},
	{"strong", (*trial).strong},
	{"scope", (*trial).scope},
	{"entailment", (*trial).entailment},
}

// values reports the values whose proof fails by a rule.
func (t *trial) values(name string) {
	for i, p := range t.proofs {
		if p.rule != name {
			continue
		}
		mark := p.mark
		if mark == "" {
			mark = casefile.Contradicted
		}
		if !t.asserts() && t.r.values[i].Value != nil && t.asked(i) {
			continue
		}
		t.find(name, mark, "%s", p.why)
	}
}

// asked reports whether a value of what is pending or proposed stands in the asker's own words.
func (t *trial) asked(i int) bool {
	for _, rec := range t.recs {
		if r := &t.ix.recs[rec]; r.kind == saidRecord && slices.ContainsFunc(r.text.values, func(e value) bool { return t.same(t.r.values[i], e.Mention) == equalTo }) {
			return true
		}
	}
	return false
}

// identifier: every identifier of the claim stands in a record it cites.
func (t *trial) identifier() {
	for _, tok := range t.r.tokens {
		if tok.kind != identToken || t.holder(tok.key) >= 0 || t.cites(tok.key[1:]) {
			continue
		}
		t.refuse("identifier", "%s stands in no record that is cited", t.r.src[tok.start:tok.end])
	}
}

// cites reports whether an identifier is the place of a cited passage: its section or its version.
func (t *trial) cites(id string) bool {
	for _, i := range t.recs {
		e := t.ix.recs[i].ev
		if strings.EqualFold(e.ID, id) {
			return true
		}
		if s := e.Source; s != nil && (strings.EqualFold(s.Section, id) || strings.EqualFold(s.Version, id) || strings.EqualFold(s.DocID, id)) {
			return true
		}
	}
	return false
}

// name: every name of the dictionary that the claim uses stands in a record it cites, under any of its forms,
// and so does every other name that English writes with a capital.
func (t *trial) name() {
	for _, tok := range t.r.tokens {
		word := t.r.src[tok.start:tok.end]
		switch {
		case tok.kind == nameToken:
			if t.holder(tok.key) < 0 {
				t.refuse("name", "%s stands in no record that is cited", word)
			}
		case tok.kind == wordToken && (tok.proper || tok.capital && (t.r.lang == "zh" || t.leadsRows(tok))):
			if t.holder(tok.key) >= 0 || t.cites(strings.ToLower(word)) || !numberedKey(tok.key) && t.inEvidence(word) || len(t.of(passageRecord)) == 0 && t.ix.knows(tok.key) || t.glued(tok) || t.callsRow(tok) || t.glossed(tok) {
				continue
			}
			switch {
			case !t.foreign():
				t.refuse("name", "%s stands in no record that is cited", word)
			case tok.proper && misspelled(word):
				t.doubt("name", "%s is spelled as a Chinese name, and no cited record has it", word)
			}
		}
	}
}

// callsRow reports whether a token lies in what the claim calls a row by: Ward 4.
func (t *trial) callsRow(tok token) bool {
	return slices.ContainsFunc(t.tables(), func(rec int) bool {
		return slices.ContainsFunc(t.named(rec), func(n naming) bool { return tok.start < n.end && n.start < tok.end })
	})
}

// numberedKey reports whether a name ends in a number: Aero 5.
func numberedKey(key string) bool {
	return len(key) > 2 && key[len(key)-1] >= '0' && key[len(key)-1] <= '9' && strings.Contains(key, " ")
}

// leadsRows reports whether a token begins a claim on rows alone: what it names must be in them.
func (t *trial) leadsRows(tok token) bool {
	return len(t.of(passageRecord)) == 0 && len(t.of(tableRecord)) > 0 && len(t.r.tokens) > 0 && t.r.tokens[0].start == tok.start && tok.kind == wordToken
}

// inEvidence reports whether a word stands, as written, in a cited record.
func (t *trial) inEvidence(word string) bool {
	for _, i := range t.recs {
		r := &t.ix.recs[i]
		if strings.Contains(r.ev.Text, word) || r.ev.Source != nil && strings.Contains(r.ev.Source.Title+r.ev.Source.Heading+r.ev.Source.Version, word) {
			return true
		}
	}
	return false
}

// foreign reports whether the claim is in another language than every passage it cites.
func (t *trial) foreign() bool {
	any := false
	for _, i := range t.of(passageRecord) {
		any = true
		if t.ix.recs[i].text.lang == t.r.lang {
			return false
		}
	}
	return any
}

// foreignRows reports whether an English claim rests on rows alone whose heads are Chinese.
func (t *trial) foreignRows() bool {
	tables := t.of(tableRecord)
	return (t.r.lang == "en" || hasLatinWord(t.r)) && len(tables) > 0 && len(t.of(passageRecord)) == 0 && !slices.ContainsFunc(tables, func(rec int) bool {
		return !slices.ContainsFunc(t.ix.recs[rec].table.cols, func(c column) bool { return han(firstRune(c.Name)) && c.TitleEN == "" })
	})
}

// bindings: what is said stands in the clause that is about the same thing, and not in one about another.
func (t *trial) bindings() {
	for c := range t.r.clauses {
		for _, rec := range t.of(tableRecord) {
			if a, b := t.strangers(c, rec); a != "" {
				t.refuse("binding", "%s stands in another row than %s", b, a)
			}
		}
	}
	t.boundToNames()
}

// strangers returns two texts that a clause names together and that stand in different columns of a
// table, and in no row together.
func (t *trial) strangers(c, rec int) (a, b string) {
	t.rows(c, rec)
	cl := t.r.clauses[c]
	var in []naming
	for _, n := range t.namings[rec] {
		if n.start >= cl.start && n.start < cl.end && n.col >= 0 {
			in = append(in, n)
		}
	}
	wordy := func(n naming) bool { // a name, and no common word that happens to fill a cell
		first, _ := utf8.DecodeRuneInString(t.r.src[n.start:])
		return (unicode.IsUpper(first) || han(first)) && !slices.ContainsFunc(t.r.values, func(v value) bool { return v.Start <= n.start && n.end <= v.End })
	}
	if len(in) != 2 || !wordy(in[0]) || !wordy(in[1]) || in[0].col == in[1].col || len(intersect(in[0].rows, in[1].rows)) > 0 {
		return "", ""
	}
	return t.r.src[in[0].start:in[0].end], t.r.src[in[1].start:in[1].end]
}

// longerName returns the name of the source that goes on where the claim's ends (the Aero 5 Max,
// where the claim has the Aero 5), if the record knows the shorter one as well.
func (t *trial) longerName(c int, q *pair) string {
	text := t.ix.recs[q.rec].text
	var toks []token
	for _, k := range q.window {
		if toks = append(toks, text.toks(k)...); len(toks) > 200 {
			break
		}
	}
	for i := 0; i+1 < len(toks); i++ {
		a, b := toks[i], toks[i+1]
		if !a.capital || !b.proper || !beside(text.src, a, b) || !has(t.r.toks(c), a.key) || has(t.r.tokens, b.key) {
			continue
		}
		for k, x := range text.tokens {
			if x.key == a.key && (k+1 == len(text.tokens) || !text.tokens[k+1].proper || !beside(text.src, x, text.tokens[k+1])) {
				return text.src[a.start:b.end]
			}
		}
	}
	return ""
}

// prose reports whether clause c rests on a passage: it has words that no row, calculation or argument covers.
func (t *trial) prose(c int) bool {
	if len(t.of(passageRecord)) == 0 {
		return false
	}
	told := false
	for _, p := range t.proofs[t.r.clauses[c].vfirst:t.r.clauses[c].vlast] {
		if p.rule == "" && p.by == "quote" {
			return true
		}
		told = told || p.rule == "" && (p.by == "row" || p.by == "calculation") && p.exact.Value != nil
	}
	if told || t.opensTold(c) {
		return false // it says what a row or a result says; a passage with like words is about something else
	}
	if len(t.of(tableRecord)) == 0 && len(t.of(calcRecord)) == 0 {
		return true
	}
	for _, tok := range t.r.toks(c) {
		if tok.kind != calendarToken && !t.elsewhere(tok.key, -1) {
			return true
		}
	}
	return false
}

// opensTold reports whether a clause is only the beginning of one whose value a calculation proves, parted from it by no comma: "The total in both 2018"
// of "and 2019 is 113,000".
func (t *trial) opensTold(c int) bool {
	for k := c + 1; k < len(t.r.clauses) && t.r.clauses[k].sentence == t.r.clauses[c].sentence; k++ {
		before := strings.TrimRight(t.r.src[:t.r.clauses[k].start], " ")
		if last, _ := utf8.DecodeLastRuneInString(before); strings.ContainsRune(",;，；：", last) || t.r.clauses[k-1].classes&(words.Cause|words.Done) != 0 || t.r.clauses[k].classes&words.Cause != 0 {
			return false
		}
		for _, p := range t.proofs[t.r.clauses[k].vfirst:t.r.clauses[k].vlast] {
			if p.rule == "" && p.by == "calculation" && p.exact.Value != nil {
				return true
			}
		}
	}
	return false
}

func (t *trial) quoteOf(q *pair) string {
	if !q.ok {
		return ""
	}
	return t.ix.recs[q.rec].text.text(q.clause)
}

// window returns the classes of the marks in a pair's window, its own clause first.
func (t *trial) marksOf(q *pair) (own, all words.Class) {
	text := t.ix.recs[q.rec].text
	for k, c := range q.window {
		if k == 0 {
			own = text.clauses[c].classes
		}
		all |= text.clauses[c].classes
	}
	return own, all
}

// scope: rows that were asked for one thing prove nothing of another: the claim names something that
// no record has, and does not name what the rows were asked for.
func (t *trial) scope() {
	if !t.asserts() {
		return
	}
	for _, rec := range t.of(tableRecord) {
		r := &t.ix.recs[rec]
		for _, want := range strings.Split(argWords(r.ev), "\n") {
			asked := t.v.reader.read(want)
			if len(asked.values) > 0 || len(asked.tokens) == 0 || len(asked.tokens) > 4 || asked.tokens[0].kind == identToken || !t.narrows(want) {
				continue
			}
			if slices.ContainsFunc(asked.tokens, func(a token) bool {
				return slices.ContainsFunc(t.r.tokens, func(k token) bool { return k.key == a.key })
			}) {
				continue
			}
			for c := range t.r.clauses {
				_, _, missing := t.covered(c)
				missing = slices.DeleteFunc(missing, func(k token) bool {
					return k.kind == conceptToken && !words.Party(k.key) || utf8.RuneCountInString(k.key) < 2
				})
				if len(missing) > 0 && weigh(missing) >= .6 {
					t.doubt("scope", "the rows were asked for %s; no record speaks of %s", strings.TrimSpace(want), strings.Join(wordsOf(t.r, missing), ", "))
					return
				}
			}
		}
	}
}

// narrows reports whether an argument is a value and no name of a parameter.
func (t *trial) narrows(arg string) bool {
	for _, r := range arg {
		if r == '_' {
			return false
		}
	}
	return utf8.RuneCountInString(arg) > 1
}
