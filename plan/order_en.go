package plan

import (
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile/text"
)

// orderedEN reports whether an English sentence orders a change. asked says that the question asks something too.
func orderedEN(s string, asked bool) bool {
	first := true
	for _, clause := range clauses.Split(s, -1) {
		rest, met := cutLead(clause, "en lead", "en gerund lead")
		if rest == "" {
			continue // "please," and the like
		}
		if met["en gerund lead"] {
			return orderVerb(stemmed(words(rest), true), true)
		}
		opener := heads(rest, "en asks")
		switch {
		case opener == "":
			if orderClause(rest, met["en ask lead"], asked) {
				return true
			}
		case first && !strings.HasPrefix(opener, "if") && opener != "unless" && (asked || heads(rest, "en looking") == ""):
			return false // the whole sentence asks
		}
		first = false
	}
	return false
}

// orderClause reports whether a clause without the words that open an order is one.
func orderClause(s string, mayAsk, asked bool) bool {
	if rest, met := cutLead(s, "en wish to"); met["en wish to"] {
		return !asked && orderVerb(words(rest), false)
	}
	if rest, met := cutLead(s, "en demand"); met["en demand"] && !asked && nominal(words(rest)) {
		return true
	}
	if rest, met := cutLead(s, "en wish"); met["en wish"] {
		return wished(words(rest))
	}
	w := words(s)
	if !asked && (nominal(w) || changedBy(w) || bare(w)) {
		return true
	}
	return orderVerb(w, !mayAsk) || !asked && (shouldBe(w) || wished(w) && len(w) > 1 && w[0] == string(object) && len(w) < 4)
}

// words are the words of a folded text, a mark of an object among them.
func words(s string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(s, string(object)+"'s", string(object)), func(r rune) bool {
		return r != object && r != '\'' && r != '-' && r != '#' && r != '%' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// nominal reports whether words name what is to be done to a thing: "cancellation of A1", "request a removal of A1".
func nominal(w []string) bool {
	s := strings.Join(w, " ")
	if ask := heads(s, "en request"); ask != "" {
		s = strings.TrimSpace(s[len(ask):])
	}
	for _, the := range []string{"a ", "an ", "the ", "my ", "immediate ", "full "} {
		s = strings.TrimPrefix(s, the)
	}
	deed := heads(s, "en deed")
	if deed == "" {
		return false
	}
	rest := words(s[len(deed):])
	return len(rest) > 1 && (rest[0] == "of" || rest[0] == "for" || rest[0] == "to") && slices.Contains(rest[:min(len(rest), 4)], string(object))
}

// changedBy reports whether words say by how much, or to what figure, something is to be changed: "increase … by 10%".
func changedBy(w []string) bool {
	if len(w) < 4 || heads(strings.Join(w, " "), "en near") != "" || !slices.Contains(orderLists()["en by"], w[0]) {
		return false
	}
	for i := 2; i+1 < len(w); i++ {
		if (w[i] == "by" || w[i] == "to") && unicode.IsDigit(rune(w[i+1][0])) {
			return true
		}
	}
	return false
}

// bare reports whether words are a thing and what is to be done to it, and no more.
func bare(w []string) bool {
	if len(w) == 3 && w[2] == "please" {
		w = w[:2]
	}
	return len(w) == 2 && w[0] == string(object) && slices.Contains(orderLists()["en bare"], w[1])
}

// orderVerb reports whether words are a verb in its base form with what it is done to. firm says that a thing need not be
// there yet: "add a …"; without it, a question of how things are in general may be meant.
func orderVerb(w []string, firm bool) bool {
	if len(w) < 2 || heads(strings.Join(w, " "), "en near") != "" || aboutRules(w[1:]) {
		return false
	}
	lists := orderLists()
	switch verb := w[0]; {
	case heads(strings.Join(w, " "), "en strong phrase") != "":
		return true
	case verb == "take" && (w[1] == string(object) || slices.Contains(lists["en thing"], w[1])) && (slices.Contains(w, "off") || slices.Contains(w, "out")):
		return true
	case slices.Contains(lists["en strong"], verb):
		return true
	case slices.Contains(lists["en verb"], verb):
		return meant(w[1:]) || firm && slices.Contains(lists["en making"], verb) && (slices.Contains(lists["en new"], w[1]) || unicode.IsDigit(rune(w[1][0])))
	case w[1] == string(object) && latin(verb[0]):
		return !slices.Contains(lists["en looking"], verb) && !slices.Contains(lists["en thing"], verb) && !inflected(verb)
	}
	return false
}

// inflected reports whether a word cannot be the base form of a verb.
func inflected(w string) bool {
	return strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "ing") || strings.HasSuffix(w, "ly")
}

// meant reports whether words name a certain thing: by a word that points to it, or an identifier near their head.
func meant(w []string) bool {
	return slices.Contains(orderLists()["en thing"], w[0]) || slices.Contains(w[:min(len(w), 4)], string(object))
}

// aboutRules reports whether a document or a rule is meant by words that point to no certain thing: "cancel order process".
func aboutRules(w []string) bool {
	if len(w) == 0 || slices.Contains(orderLists()["en thing"], w[0]) || slices.Contains(orderLists()["en new"], w[0]) {
		return false
	}
	return slices.ContainsFunc(w[:min(len(w), 4)], func(s string) bool { return slices.Contains(orderLists()["en rules"], s) })
}

// wished reports whether words are a thing and what is to be done to it: "my order cancelled", "it to be deleted".
func wished(w []string) bool {
	lists := orderLists()
	if len(w) < 2 || w[0] != string(object) && !slices.Contains(lists["en thing"], w[0]) {
		return false
	}
	for i := 1; i < len(w); i++ {
		verb := participle(w[i])
		known := verb != ""
		if !known && w[i-1] == string(object) && strings.HasSuffix(w[i], "ed") {
			verb = w[i]
			known = !slices.ContainsFunc(lists["en looking"], func(l string) bool { return text.Stem(l) == text.Stem(verb) })
		}
		if !known || slices.Contains(lists["en thing"], w[i-1]) && w[i-1] != "it" && w[i-1] != "them" && w[i-1] != "this" && w[i-1] != "that" && w[i-1] != "all" {
			continue
		}
		if i+1 == len(w) || slices.Contains(lists["en after participle"], w[i+1]) {
			return true
		}
	}
	return false
}

// shouldBe reports whether words say what must be done to a certain thing: "this must be cancelled".
func shouldBe(w []string) bool {
	if len(w) < 3 || w[0] != string(object) && !slices.Contains(orderLists()["en thing"], w[0]) {
		return false
	}
	for i := 1; i+1 < len(w); i++ {
		if w[i] == "needs" && orderVerb(stemmed(append([]string{w[i+1]}, "it"), true), true) && strings.HasSuffix(w[i+1], "ing") {
			return true
		}
		if word := heads(strings.Join(w[i:], " "), "en should"); word != "" {
			at := i + len(strings.Fields(word))
			if at < len(w) && participle(w[at]) != "" && (at+1 == len(w) || slices.Contains(orderLists()["en after participle"], w[at+1])) {
				return true
			}
		}
	}
	return false
}

// participle returns the verb of orders.txt that a word is the past participle of, "" for none.
func participle(w string) string {
	if slices.Contains(orderLists()["en participle"], w) {
		return w
	}
	if !strings.HasSuffix(w, "ed") {
		return ""
	}
	return verbOf(w)
}

// stemmed puts the base form of a verb in -ing at the head of words.
func stemmed(w []string, gerund bool) []string {
	if len(w) == 0 || gerund && !strings.HasSuffix(w[0], "ing") {
		return nil
	}
	verb := verbOf(w[0])
	if verb == "" {
		return nil
	}
	return append([]string{verb}, w[1:]...)
}

func verbOf(w string) string {
	stem := text.Stem(w)
	for _, list := range []string{"en strong", "en verb"} {
		for _, v := range orderLists()[list] {
			if text.Stem(v) == stem {
				return v
			}
		}
	}
	return ""
}
