package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/cjk"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/philippgille/chromem-go"
)

// runChromem measures chromem-go with the vectors given: it embeds nothing.
func runChromem(ctx context.Context, c corpus, _ string) ([]figures, error) {
	none := func(context.Context, string) ([]float32, error) { return nil, fmt.Errorf("the vectors are given") }
	col, err := chromem.NewDB().CreateCollection("passages", nil, none)
	if err != nil {
		return nil, err
	}
	f := figures{Engine: "chromem-go", Searches: "vector"}
	t := start()
	const batch = 4000
	for at := 0; at < len(c.passages); at += batch {
		var docs []chromem.Document
		for i := at; i < min(len(c.passages), at+batch); i++ {
			docs = append(docs, chromem.Document{ID: strconv.Itoa(i), Content: c.passages[i], Embedding: c.vectors[i]})
		}
		if err := col.AddDocuments(ctx, docs, 2); err != nil {
			return nil, err
		}
	}
	f.Read, f.CPU = t.stop()
	qs := c.questions
	c = corpus{}
	err = ask(&f, qs, func(q query) (int, error) {
		found, err := col.QueryEmbedding(ctx, q.Vector, 5, nil, nil)
		if err != nil || len(found) == 0 {
			return -1, err
		}
		return strconv.Atoi(found[0].ID)
	})
	return []figures{f}, err
}

// runBleve measures bleve with its cjk analyser and BM25, its index on disk.
func runBleve(_ context.Context, c corpus, dir string) ([]figures, error) {
	field := bleve.NewTextFieldMapping()
	field.Analyzer, field.Store, field.IncludeInAll, field.IncludeTermVectors = cjk.AnalyzerName, false, false, false
	m := mapping.NewIndexMapping()
	m.ScoringModel = index.BM25Scoring
	m.DefaultMapping.AddFieldMappingsAt("text", field)
	m.DefaultMapping.Dynamic = false
	ix, err := bleve.New(dir, m)
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	f := figures{Engine: "bleve", Searches: "keyword"}
	t := start()
	const size = 4000
	for at := 0; at < len(c.passages); at += size {
		b := ix.NewBatch()
		for i := at; i < min(len(c.passages), at+size); i++ {
			if err := b.Index(strconv.Itoa(i), map[string]string{"text": c.passages[i]}); err != nil {
				return nil, err
			}
		}
		if err := ix.Batch(b); err != nil {
			return nil, err
		}
	}
	f.Read, f.CPU = t.stop()
	qs := c.questions
	c = corpus{}
	err = ask(&f, qs, func(q query) (int, error) {
		match := bleve.NewMatchQuery(q.Text)
		match.SetField("text")
		res, err := ix.Search(bleve.NewSearchRequestOptions(match, 5, 0, false))
		if err != nil || len(res.Hits) == 0 {
			return -1, err
		}
		return strconv.Atoi(res.Hits[0].ID)
	})
	return []figures{f}, err
}
