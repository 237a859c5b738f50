package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/entity"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/store"
)

// Sizes of the documents that the passages are put in.
const (
	perDocument = 50
	perSection  = 10
	perWrite    = 80 // documents in one transaction
)

// runCasefile measures each recall alone, and the default that joins them. Reading embeds and finds entities too; the
// documents have no titles and headings, so that the vectors are those that the others are given.
func runCasefile(ctx context.Context, c corpus, dir string) ([]figures, error) {
	model := embed.NewStatic()
	names, err := entity.New(entity.Rules{})
	if err != nil {
		return nil, err
	}
	s, err := store.OpenWith(dir, store.Options{Embedder: model, Entities: names})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	qs, n := c.questions, len(c.passages)
	base := figures{Engine: "casefile"}
	t := start()
	ns := casefile.Namespace{Name: casefile.TenantNamespace, Tenant: "t"}
	for at := 0; at < n; at += perDocument * perWrite {
		var ch casefile.Change
		for d := at; d < min(n, at+perDocument*perWrite); d += perDocument {
			ch.Put = append(ch.Put, document(c, d, min(n, d+perDocument)))
		}
		if err := s.Write(ctx, ns, ch); err != nil {
			return nil, err
		}
	}
	base.Read, base.CPU = t.stop()
	c = corpus{} // memory is measured without it
	who, err := casefile.NewScope(casefile.Identity{Tenant: "t", User: "u"}, casefile.Date{Year: 2026, Month: 1, Day: 1})
	if err != nil {
		return nil, err
	}
	var out []figures
	for _, way := range []struct {
		name string
		opt  search.Options
	}{
		{"keyword", search.Options{Fusion: search.Fusion(search.Keyword), NoRerank: true}},
		{"vector", search.Options{Fusion: search.Fusion(search.Vector), NoRerank: true}},
		{"hybrid", search.Options{}},
	} {
		f := base
		f.Searches = way.name
		way.opt.Embedder, way.opt.NoCache = model, true
		r := search.New(s, way.opt)
		err := ask(&f, qs, func(q query) (int, error) {
			hits, err := r.Retrieve(ctx, who, casefile.Query{Text: q.Text, Limit: 5})
			if err != nil || len(hits) == 0 {
				return -1, err
			}
			return number(hits[0].Text), nil
		})
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}

func document(c corpus, from, to int) casefile.Document {
	id := fmt.Sprintf("d%07d", from)
	d := casefile.Document{ID: id, Version: "1", Path: "docs/" + id + ".md", Access: []string{"public"}, Hash: id}
	at := 0
	for i := from; i < to; i += perSection {
		s := casefile.Section{ID: "s" + strconv.Itoa(i), Level: 1, Start: at}
		for k := i; k < min(to, i+perSection); k++ {
			s.Chunks = append(s.Chunks, casefile.Chunk{Start: at, End: at + len(c.passages[k]), Text: c.passages[k]})
			at += len(c.passages[k]) + 1
		}
		s.End = at
		d.Sections = append(d.Sections, s)
	}
	return d
}

// number reads a passage's number from its end.
func number(s string) int {
	i := strings.LastIndex(s, "(R")
	if i < 0 {
		return -1
	}
	n, err := strconv.Atoi(strings.TrimSuffix(s[i+2:], ")"))
	if err != nil {
		return -1
	}
	return n
}
