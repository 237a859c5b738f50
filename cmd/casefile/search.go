package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

func searchFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	asker(fs, o)
	fs.IntVar(&o.limit, "limit", 5, "N")
	fs.BoolVar(&o.json, "json", false, "")
}

// A found is a passage as search prints it.
type found struct {
	DocID   string  `json:"doc_id"`
	Version string  `json:"version"`
	Section string  `json:"section"`
	Title   string  `json:"title"`
	ChunkID string  `json:"chunk_id"`
	Start   int     `json:"start"`
	End     int     `json:"end"`
	URI     string  `json:"uri"`
	Score   float64 `json:"score"`
	Text    string  `json:"text"`
}

// search finds passages that the asker may read.
func search(ctx context.Context, inv *invocation) (int, error) {
	query, err := inv.question()
	if err != nil {
		return 0, err
	}
	if inv.as == "" {
		return 0, usagef("no-asker")
	}
	if inv.limit < 1 || inv.limit > 100 {
		return 0, usagef("bad-limit", inv.limit)
	}
	day, err := inv.asOfDay()
	if err != nil {
		return 0, err
	}
	w, err := inv.open(ctx)
	if err != nil {
		return 0, err
	}
	defer w.Close()
	id, err := w.Asker(inv.as, inv.roles)
	if err != nil {
		return 0, err
	}
	who, err := casefile.NewScope(id, cmp.Or(day, casefile.DateOf(w.Now())))
	if err != nil {
		return 0, err
	}
	if err := inv.ingest(ctx, w); err != nil {
		return 0, err
	}
	hits, err := w.Retriever().Retrieve(ctx, who, casefile.Query{Text: query, Limit: inv.limit})
	if err != nil {
		return 0, err
	}
	code := exitOK
	if len(hits) == 0 {
		code = casefile.Refused.ExitCode()
	}
	if inv.json {
		list := make([]found, 0, len(hits))
		for _, h := range hits {
			s := h.Source
			list = append(list, found{s.DocID, s.Version, s.Section, s.Title, s.Chunk, s.Start, s.End, s.URI, s.Score, h.Text})
		}
		return code, inv.printJSON(struct {
			Query string        `json:"query"`
			AsOf  casefile.Date `json:"as_of"`
			Hits  []found       `json:"hits"`
		}{query, who.AsOf(), list})
	}
	if len(hits) == 0 {
		inv.note("none-found", inv.as)
		return code, nil
	}
	var b strings.Builder
	var shown []casefile.Evidence
	for _, h := range hits {
		s := h.Source
		fmt.Fprintf(&b, "%.2f  %s  %s\n", s.Score, s.Place(), s.URI)
		for line := range strings.Lines(strings.TrimSpace(h.Text)) {
			b.WriteString("      " + strings.TrimRight(line, "\n") + "\n")
		}
		shown = append(shown, casefile.Evidence{Source: &s})
	}
	text := config.Plain(b.String())
	if inv.outTTY {
		text = linked(text, w.Root, shown)
	}
	_, err = fmt.Fprint(inv.out, text)
	return code, err
}
