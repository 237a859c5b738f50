package tool

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/text"
)

// A Summary is the tool summarise_document: it finds the one document that is meant and reads all its sections, of the
// version in force on the scope's day. A document that is not there and one that is not to be read give the same no_hit.
type Summary struct {
	Sections  Sections
	Retriever casefile.Retriever // finds the document by its subject
	Synonyms  [][]string         // words that mean the same, across languages too
}

// SummaryName is the name of the tool that reads a document for its summary.
const SummaryName = "summarise_document"

// maxSummed is how many passages of a document are read at most; of a longer one the first are, and the status is partial.
const maxSummed = 60

// Spec describes the tool.
func (s *Summary) Spec() casefile.ToolSpec { return summarySpec() }

var summarySpec = sync.OnceValue(func() casefile.ToolSpec {
	t := said().Tools[SummaryName]
	spec := casefile.ToolSpec{
		Name: SummaryName, Does: t.Does, When: t.When, Not: t.Not,
		Params: []casefile.Param{{Name: "document", Type: "text", Required: true, Meaning: t.Params["document"]}},
	}
	spec.Schema = Schema(spec)
	return spec
})

// Call reads the document that {"document": TEXT} names or is about, as one piece of evidence a passage, in order.
func (s *Summary) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	if err := who.Err(); err != nil {
		return casefile.Result{}, fmt.Errorf("%s: %w", SummaryName, err)
	}
	given, err := object(args)
	if err != nil {
		return refused(err), nil
	}
	for name := range given {
		if name != "document" {
			return refused(unknownArg(name, []string{"document"})), nil
		}
	}
	subject, err := plainArg(given, "document")
	if err != nil {
		return refused(err), nil
	}
	if n := len([]rune(subject)); n > maxQuery {
		return refused(invalid("%s: %s", "document", say("the text has %d characters, at most %d are taken", n, maxQuery))), nil
	}
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	hits, err := s.Retriever.Retrieve(ctx, who, casefile.Query{Text: subject, Limit: 8})
	if err != nil {
		return cutOff(ctx, SummaryName, err)
	}
	none := say("nothing was found in what may be read and is in force")
	if len(hits) == 0 {
		return none.ended(casefile.NoHit), nil
	}
	ids, titles := s.meant(subject, hits)
	if len(ids) > 1 {
		return refused(invalid("%s: %s", "document", say("several may be meant, name one: %s", strings.Join(titles, ", ")))), nil
	}
	all, err := s.Sections.Section(ctx, who, ids[0], "")
	if err != nil {
		return cutOff(ctx, SummaryName, err)
	}
	if v := otherVersion(subject, all); v != "" {
		return say("a version is named, %s, and the one in force is %s: ask for the day on which that one was", v, all[0].Source.Version).ended(casefile.NoHit), nil
	}
	r := found(all[:min(len(all), maxSummed)], none)
	if len(all) > maxSummed {
		r.Status, r.Total = casefile.Partial, len(all)
	}
	return r, nil
}

// version finds what names a version or a year of a document: V1, version 2, 第一版, 2025.
var version = regexp.MustCompile(`(?i)\b(?:v|version |edition )\s?(\d+(?:\.\d+)*)|第\s?([一二三四五六七八九十]|\d+)\s?版|\b((?:19|20)\d\d)(?:\D|$)|((?:19|20)\d\d)\s?年?版?$`)

// otherVersion returns the version that a subject names and the document that was found for it is not, "" where it names none.
func otherVersion(subject string, all []casefile.Hit) string {
	if len(all) == 0 {
		return ""
	}
	src := all[0].Source
	has := strings.ToLower(strings.Join([]string{src.Version, src.DocID, src.Title, src.EffectiveFrom.String()}, " "))
	for _, m := range version.FindAllStringSubmatch(subject, -1) {
		n := or(m[1], or(m[2], or(m[3], m[4])))
		if at := slices.Index(hanDigits, n); at >= 0 {
			n = strconv.Itoa(at + 1)
		}
		if !slices.Contains(digits.FindAllString(has, -1), n) {
			return strings.TrimSpace(m[0])
		}
	}
	return ""
}

var (
	hanDigits = []string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}
	digits    = regexp.MustCompile(`\d+(?:\.\d+)*`)
)

const (
	asGood   = 0.9 // of the best, for a document that may be meant as well
	maxNamed = 6   // documents named where several may be meant
)

// meant returns the ids of the documents that a subject may mean, the best first, with their titles: the one whose id or
// title it names, else those whose passages are about it and whose titles it covers as well as the best.
func (s *Summary) meant(subject string, hits []casefile.Hit) (ids, titles []string) {
	syn := text.NewSynonyms(s.Synonyms)
	score := map[string]float64{}
	title := map[string]string{}
	for _, h := range hits {
		doc, name := h.Source.DocID, or(h.Source.Title, h.Source.DocID)
		if strings.EqualFold(subject, doc) || strings.Contains(subject, name) {
			return []string{doc}, []string{name}
		}
		if title[doc] == "" {
			title[doc] = name
			ids = append(ids, doc)
			score[doc] = h.Source.Score * (0.3 + text.Relevance(name, subject, "", syn)) * (0.3 + text.Relevance(subject, name, "", syn))
		}
	}
	slices.SortStableFunc(ids, func(x, y string) int { return cmp.Compare(score[y], score[x]) })
	for i, id := range ids {
		if score[id] < asGood*score[ids[0]] || i == maxNamed {
			ids = ids[:i]
			break
		}
		titles = append(titles, title[id])
	}
	return ids, titles
}
