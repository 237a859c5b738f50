package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"time"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/search"
)

// Caps of a search, where no flag names others.
const (
	searchTime  = 30 * time.Second
	searchChars = 20_000
)

func searchFlags(fs *flag.FlagSet, o *options) {
	common(fs, o)
	asker(fs, o)
	fs.IntVar(&o.limit, "limit", 5, "N")
	fs.IntVar(&o.chars, "chars", searchChars, "N")
	fs.DurationVar(&o.timeout, "timeout", searchTime, "DURATION")
	fs.BoolVar(&o.explained, "explain", false, "")
	fs.BoolVar(&o.json, "json", false, "")
}

// A found is a passage as search prints it.
type found struct {
	DocID   string          `json:"doc_id"`
	Version string          `json:"version"`
	Section string          `json:"section"`
	Title   string          `json:"title"`
	ChunkID string          `json:"chunk_id"`
	Start   int             `json:"start"`
	End     int             `json:"end"`
	URI     string          `json:"uri"`
	Score   float64         `json:"score"`
	Text    string          `json:"text"`
	Cut     bool            `json:"cut,omitempty"` // the text is longer: the cap on characters was reached
	Units   []casefile.Unit `json:"units"`
}

// A searched is what search --json prints.
type searched struct {
	Query       string              `json:"query"`
	AsOf        casefile.Date       `json:"as_of"`
	Hits        []found             `json:"hits"`
	Activity    activity            `json:"activity"`
	Explanation *search.Explanation `json:"explanation,omitempty"`
}

// An activity is what was done for a search.
type activity struct {
	Recalls   []search.Leg `json:"recalls"`
	Elsewhere bool         `json:"elsewhere"` // one more search was made, in other documents
	Note      string       `json:"note,omitempty"`
	WallMS    int64        `json:"wall_ms"`
}

// searchPassages finds passages that the asker may read.
func searchPassages(ctx context.Context, inv *invocation) (int, error) {
	query, err := inv.question()
	if err != nil {
		return 0, err
	}
	switch {
	case inv.as == "":
		return 0, usagef("no-asker")
	case inv.limit < 1 || inv.limit > 100:
		return 0, usagef("bad-limit", inv.limit)
	case inv.chars < 0 || inv.timeout <= 0:
		return 0, usagef("bad-cap")
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
	limited, cancel := context.WithTimeout(ctx, inv.timeout)
	defer cancel()
	begun := time.Now()
	x, err := w.Search().Explain(limited, who, casefile.Query{Text: query, Limit: inv.limit})
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		inv.note("search-timeout", inv.timeout)
		return exitFault, nil
	}
	if err != nil {
		return 0, err
	}
	x.Hits = capped(x.Hits, inv.chars)
	code := exitOK
	if len(x.Hits) == 0 {
		code = casefile.Refused.ExitCode()
	}
	if inv.json {
		return code, inv.printJSON(inv.searched(query, who, x, time.Since(begun)))
	}
	if len(x.Hits) == 0 {
		inv.note("none-found", inv.as)
	}
	return code, inv.printSearch(w.Root, x)
}

// capped cuts texts so that all of them together have at most n characters; 0 is no cap.
func capped(hits []casefile.Hit, n int) []casefile.Hit {
	if n == 0 {
		return hits
	}
	left := n
	for i := range hits {
		text := hits[i].Text
		if size := utf8.RuneCountInString(text); size <= left {
			left -= size
			continue
		}
		hits[i].Text = string([]rune(text)[:left])
		left = 0
		units := hits[i].Units
		hits[i].Units = nil
		for _, u := range units {
			if u.End <= len(hits[i].Text) {
				hits[i].Units = append(hits[i].Units, u)
			}
		}
	}
	return hits
}

func (inv *invocation) searched(query string, who casefile.Scope, x search.Explanation, took time.Duration) searched {
	out := searched{
		Query: query, AsOf: who.AsOf(), Hits: make([]found, 0, len(x.Hits)),
		Activity: activity{Recalls: x.Legs, Elsewhere: x.Elsewhere, Note: x.Note[inv.lang], WallMS: took.Milliseconds()},
	}
	for _, h := range x.Hits {
		s := h.Source
		f := found{s.DocID, s.Version, s.Section, s.Title, s.Chunk, s.Start, s.End, s.URI, s.Score, h.Text, shortened(h), h.Units}
		if f.Units == nil {
			f.Units = []casefile.Unit{}
		}
		out.Hits = append(out.Hits, f)
	}
	if inv.explained {
		out.Explanation = &x
	}
	return out
}

// shortened reports whether a hit's text was shortened by the cap.
func shortened(h casefile.Hit) bool { return len(h.Text) < h.Source.End-h.Source.Start }
