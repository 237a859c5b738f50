package main

import (
	"cmp"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/text"
)

// A piece is something that a prompt shows as evidence.
type piece struct {
	label    string // what the answer cites it by
	heading  string
	from, to string // days between which it holds, where the prompt says so
	text     string
	rows     []row // of a table, in place of text
}

// A row is one row of a table: its number there, and its values with the titles of their columns, where the prompt shows them.
type row struct {
	number int
	cells  []cell
}

type cell struct{ title, value string }

// A said is one sentence of an answer, and what it rests on.
type said struct {
	text  string
	quote string // of the piece, word for word; "" of a row
	of    int    // the piece
	row   int    // the row's number
}

const (
	most     = 2    // sentences on a part of the question: the prompts ask for few
	mostRows = 6    // rows that are told
	least    = 0.52 // a sentence that is less about the question does not answer it
	near     = 0.86 // of the best sentence: what is less is left out
)

// A reader answers from what it is shown: the sentences that are most about the question, and the rows. It reads both languages by the table
// of words that also makes the vectors of the searches. It does not know what is right.
type reader struct{ words *embed.Static }

// read returns the rows, and what the pieces say about each part of a question. None is an answer too: nothing shown says it.
func (r reader) read(parts []string, pieces []piece, today string) []said {
	var out []said
	for i, p := range pieces {
		for _, w := range p.rows[:min(len(p.rows), mostRows)] {
			if t := w.told(); t != "" {
				out = append(out, said{text: t, of: i, row: w.number})
			}
		}
	}
	var all []scored
	day := asked(strings.Join(parts, " "), today)
	for i, p := range pieces {
		if p.from != "" && p.from > day || p.to != "" && p.to < day {
			continue // it says itself that it does not hold
		}
		all = append(all, sentences(p, i)...)
	}
	for _, part := range parts {
		r.score(part, all)
		slices.SortStableFunc(all, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
		n := 0
		for _, s := range all {
			if n == most || s.score < least || s.score < near*all[0].score {
				break
			}
			if !slices.ContainsFunc(out, func(o said) bool { return strings.Contains(o.text, s.text) || strings.Contains(s.text, o.text) }) {
				out = append(out, s.said)
			}
			n++
		}
	}
	return out
}

// A scored is a sentence with what stands above it, and how far it answers the question.
type scored struct {
	said
	under string
	score float64
}

// sentences are the sentences of a piece, headings left out.
func sentences(p piece, of int) []scored {
	var out []scored
	under := ""
	for line := range strings.Lines(p.text) {
		if h, ok := strings.CutPrefix(line, "#"); ok {
			under = strings.Trim(h, "# \n")
			continue
		}
		for _, s := range text.Sentences(line) {
			t := strings.TrimSpace(s.Of(line))
			if head := strings.HasPrefix(t, "|") && !digit.MatchString(t); len([]rune(t)) >= 5 && !head {
				out = append(out, scored{said: said{text: t, quote: t, of: of}, under: p.heading + " " + under})
			}
		}
	}
	return out
}

// score tells of each sentence how far it answers a question: how near it is, which of the question's words it has, rare ones counting more,
// and whether it has a figure where one is asked for.
func (r reader) score(question string, all []scored) {
	df := map[string]int{}
	terms := make([]map[string]bool, len(all))
	for i, s := range all {
		terms[i] = map[string]bool{}
		for _, t := range text.Terms(s.under + " " + s.text) {
			terms[i][t] = true
		}
		for t := range terms[i] {
			df[t]++
		}
	}
	for i := range all {
		s := &all[i]
		var of, has float64
		for _, t := range text.Terms(question) {
			w := math.Log(1 + float64(len(all))/float64(1+df[t]))
			if of += w; terms[i][t] {
				has += w
			}
		}
		s.score = r.about(question, s.under+" "+s.text) / 2
		if of > 0 {
			s.score += has / of / 2
		}
		if figures.MatchString(question) && digit.MatchString(s.text) {
			s.score += 0.1
		}
	}
}

// relevant reports whether pieces have something to do with a part of a question, which is less than that they answer it.
func (r reader) relevant(parts []string, pieces []piece) bool {
	var all []scored
	for i, p := range pieces {
		all = append(all, sentences(p, i)...)
	}
	return slices.ContainsFunc(parts, func(part string) bool {
		r.score(part, all)
		return slices.ContainsFunc(all, func(s scored) bool { return s.score >= least-0.15 })
	})
}

// about is how near two texts are, 0 to 1: the cosine of their vectors.
func (r reader) about(a, b string) float64 {
	v, err := r.words.Embed(context.Background(), []string{a, b})
	if err != nil {
		panic(err) // of a context that never ends
	}
	var dot float64
	for i := range v[0] {
		dot += float64(v[0][i]) * float64(v[1][i])
	}
	return math.Max(dot, 0)
}

var (
	figures = regexp.MustCompile(`(?i)多少|几|多久|多长|上限|期限|how (many|much|long|high|far)|what (share|percentage|is the (limit|most))|limit|window|when|within`)
	digit   = regexp.MustCompile(`[0-9]`)

	zhMonth = regexp.MustCompile(`(20[0-9]{2}) ?年 ?([0-9]{1,2}) ?月`)
	enMonth = regexp.MustCompile(`(January|February|March|April|May|June|July|August|September|October|November|December) (20[0-9]{2})`)
)

// asked is the day whose rules a question is about: the end of the month it names, or today.
func asked(question, today string) string {
	year, month := "", time.Month(0)
	if m := zhMonth.FindStringSubmatch(question); m != nil {
		n, _ := strconv.Atoi(m[2])
		year, month = m[1], time.Month(n)
	} else if m := enMonth.FindStringSubmatch(question); m != nil {
		t, _ := time.Parse("January", m[1])
		year, month = m[2], t.Month()
	} else {
		return today
	}
	y, _ := strconv.Atoi(year)
	end := time.Date(y, month+1, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
	if today != "" && end > today {
		return today
	}
	return end
}

// told is a row as a sentence.
func (w row) told() string {
	var out []string
	for _, c := range w.cells {
		if c.value == "" || c.value == "None" || c.value == "null" {
			continue
		}
		out = append(out, strings.TrimSpace(c.title+" "+c.value))
	}
	return strings.Join(out, ", ")
}
