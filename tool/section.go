package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	casefile "github.com/casefile/casefile"
)

// Sections reads a section of a document: its passages in order, of the version in force on
// the scope's day. It returns none for a section that is not there, or not to be read by this
// scope, and does not tell the two apart. The zero Scope gives ErrNoScope.
type Sections interface {
	Section(ctx context.Context, who casefile.Scope, doc, section string) ([]casefile.Hit, error)
}

// A Section is the tool read_document_section.
type Section struct {
	Sections Sections
}

// SectionName is the name of the tool that reads a section.
const SectionName = "read_document_section"

// Spec describes the tool.
func (s *Section) Spec() casefile.ToolSpec { return sectionSpec() }

var sectionSpec = sync.OnceValue(func() casefile.ToolSpec {
	t := said().Tools[SectionName]
	spec := casefile.ToolSpec{
		Name: SectionName, Does: t.Does, When: t.When, Not: t.Not,
		Params: []casefile.Param{
			{Name: "doc_id", Type: "text", Required: true, Meaning: t.Params["doc_id"]},
			{Name: "section", Type: "text", Required: true, Meaning: t.Params["section"]},
		},
	}
	spec.Schema = Schema(spec)
	return spec
})

// Call reads the whole section that {"doc_id": ID, "section": ID} names, as one piece of
// evidence a passage. Not there and not to be read are both no_hit, in the same words.
func (s *Section) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	if err := who.Err(); err != nil {
		return casefile.Result{}, fmt.Errorf("%s: %w", SectionName, err)
	}
	given, err := object(args)
	if err != nil {
		return refused(err), nil
	}
	for name := range given {
		if name != "doc_id" && name != "section" {
			return refused(unknownArg(name, []string{"doc_id", "section"})), nil
		}
	}
	doc, err := plainArg(given, "doc_id")
	if err != nil {
		return refused(err), nil
	}
	section, err := plainArg(given, "section")
	if err != nil {
		return refused(err), nil
	}
	ctx, cancel := context.WithTimeout(ctx, defaultTimeout)
	defer cancel()
	hits, err := s.Sections.Section(ctx, who, doc, section)
	if err != nil {
		return cutOff(ctx, SectionName, err)
	}
	return found(hits, say("no such section in what may be read and is in force")), nil
}
