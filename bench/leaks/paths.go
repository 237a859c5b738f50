package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/graph"
	"github.com/casefile/casefile/trace"
	"github.com/casefile/casefile/verify"
)

// A leak is a code that somebody came to see and may not know.
type leak struct {
	who   person
	path  string // answer, object, trace, export, replay, graph, verify, search
	asked string
	code  string
}

// A survey is what a round of questions found.
type survey struct {
	asked, looked int // questions; texts looked through
	leaks         []leak
	unlike        []string          // outcomes that tell what is somebody else's from what is not there
	missed        []string          // what somebody may know and did not find, by any path
	answers       map[string]string // by person and question
}

var codes = regexp.MustCompile(`QX-\d{7}`)

// A surveyor asks everybody's questions in one open workspace, in which caches are warm with what others asked.
type surveyor struct {
	world *world
	w     *config.Workspace
	dir   string
	n     int
	every bool // of every case, not of some, what is made anew of its log
}

func (w *world) questions(p person, all bool) []string {
	var out []string
	for i, t := range topics {
		if !all && (i+len(p.user)+len(p.tenant))%len(topics) > 0 {
			continue
		}
		out = append(out, "What is the reference number of the "+t+"?")
		if all {
			out = append(out, chinese[t]+"的参考编号是多少？")
		}
	}
	own, others := "", ""
	for _, o := range w.orders {
		if o.tenant != p.tenant {
			continue
		}
		if o.user == p.user {
			own = o.id
		} else if !slices.Contains(p.roles, "desk") {
			others = o.id
		}
	}
	for _, id := range []string{own, others, "A9999"} {
		if id != "" {
			out = append(out, "What is the reference number of order "+id+"?")
		}
	}
	if !all && len(p.user) > 2 {
		return out
	}
	return append(out, "Which orders do I have? List my orders with their reference numbers.")
}

// look asks everybody's questions and looks through everything that each comes to see.
func (s *surveyor) look(ctx context.Context, all bool) (survey, error) {
	out := survey{answers: map[string]string{}}
	for _, p := range s.world.people {
		may, found := s.world.may(p), map[string]bool{}
		see := func(path, asked string, text []byte) {
			out.looked++
			for _, c := range codes.FindAllString(string(text), -1) {
				if found[c] = true; !may[c] {
					out.leaks = append(out.leaks, leak{p, path, asked, c})
				}
			}
		}
		shapes := map[string]string{}
		for _, q := range s.world.questions(p, all) {
			out.asked++
			text, shape, err := s.ask(ctx, p, q, see)
			if err != nil {
				return out, fmt.Errorf("%s: %q: %w", p, q, err)
			}
			out.answers[p.String()+"\x00"+q], shapes[q] = text, shape
		}
		var refused []string
		for _, q := range sortedKeys(shapes) {
			if id := orderID.FindString(q); id != "" && !s.owns(p, id) {
				refused = append(refused, orderID.ReplaceAllString(out.answers[p.String()+"\x00"+q]+"\n"+shapes[q], "ORDER"))
			}
		}
		if slices.Sort(refused); len(slices.Compact(refused)) > 1 {
			out.unlike = append(out.unlike, p.String()+":\n"+strings.Join(refused, "\n—\n"))
		}
		searched := map[string]bool{}
		for i, t := range topics {
			if !all && (i+len(p.user))%len(topics) > 1 {
				continue
			}
			searched[t] = true
			if err := s.search(ctx, p, t, see); err != nil {
				return out, fmt.Errorf("%s: search %q: %w", p, t, err)
			}
		}
		for _, c := range sortedKeys(may) {
			if !found[c] && s.lookedFor(c, p, searched, all) {
				out.missed = append(out.missed, p.String()+" "+c)
			}
		}
	}
	return out, nil
}

var orderID = regexp.MustCompile(`A\d{4}`)

func (s *surveyor) owns(p person, id string) bool {
	return slices.ContainsFunc(s.world.orders, func(o order) bool {
		return o.id == id && o.tenant == p.tenant && (o.user == p.user || slices.Contains(p.roles, "desk"))
	})
}

// lookedFor reports whether p looked for a code: it is of a document about a topic that was searched, or of an order of p's own, which all are listed.
func (s *surveyor) lookedFor(code string, p person, searched map[string]bool, listed bool) bool {
	return slices.ContainsFunc(s.world.docs, func(d doc) bool { return d.code == code && searched[d.topic] }) ||
		slices.ContainsFunc(s.world.orders, func(o order) bool { return o.code == code && o.user == p.user && listed })
}

// ask puts one question by every path there is, and returns the answer and the shape of the work that was done for it.
func (s *surveyor) ask(ctx context.Context, p person, q string, see func(path, asked string, text []byte)) (text, shape string, err error) {
	s.n++
	file := filepath.Join(s.dir, fmt.Sprintf("case-%d.jsonl", s.n))
	o, err := s.w.Ask(ctx, casefile.Ask{Question: q, Asker: casefile.Identity{Tenant: p.tenant, User: p.user, Roles: p.roles}, Format: "text"}, file)
	if err != nil {
		return "", "", err
	}
	printed, err := config.Print(o)
	if err != nil {
		return "", "", err
	}
	see("answer", q, printed)
	object, err := json.Marshal(config.Object(o))
	if err != nil {
		return "", "", err
	}
	see("object", q, object)
	raw, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	see("trace", q, raw)
	log, err := trace.Read(file)
	if err != nil {
		return "", "", err
	}
	var shared bytes.Buffer
	if err := trace.Share(&shared, log); err != nil {
		return "", "", err
	}
	see("export", q, shared.Bytes())
	if codes.Match(shared.Bytes()) { // a shared trace holds no result at all, whoever may know it
		see("export of a result", q, []byte("QX-0000000"))
	}
	if s.every || s.n%5 == 0 { // a replay and a verdict make their rules anew
		if err := s.judge(ctx, o, file, func(path string, text []byte) { see(path, q, text) }); err != nil {
			return "", "", err
		}
	}
	for _, only := range []bool{false, true} {
		g := graph.Of(o, graph.Options{Shared: only})
		for _, format := range graph.Formats {
			b, err := g.Write(format)
			if err != nil {
				return "", "", err
			}
			see("graph", q, b)
		}
	}
	for i := range log.Events { // what is done for an answer, and in what order: what its time depends on
		e := &log.Events[i]
		shape += string(e.Stage) + " "
		if e.Call != nil {
			shape += e.Call.Tool + " "
		}
	}
	return string(printed), shape, nil
}

// judge looks through the replay of a case, and what verify says of its answer.
func (s *surveyor) judge(ctx context.Context, o casefile.Outcome, file string, see func(path string, text []byte)) error {
	again, err := config.Replay(ctx, file)
	if err != nil {
		return err
	}
	see("replay", again.Output)
	line, err := json.Marshal(map[string]any{"id": "1", "question": o.Case.Question, "answer": config.Text(o), "evidence": o.Case.Evidence})
	if err != nil {
		return err
	}
	judged, err := verify.Line(line)
	if err != nil {
		judged = []byte(err.Error())
	}
	see("verify", judged)
	return nil
}

// search looks through what search --explain shows, with its notes, its candidates that were left out, and what the index says of documents.
func (s *surveyor) search(ctx context.Context, p person, topic string, see func(path, asked string, text []byte)) error {
	who, err := casefile.NewScope(casefile.Identity{Tenant: p.tenant, User: p.user, Roles: p.roles}, casefile.DateOf(s.w.Now()))
	if err != nil {
		return err
	}
	for _, q := range []string{"reference number of the " + topic, chinese[topic] + "的参考编号"} {
		x, err := s.w.Search().Explain(ctx, who, casefile.Query{Text: q, Limit: 50})
		if err != nil {
			return err
		}
		b, err := json.Marshal(struct {
			Explanation any
			Hits        []casefile.Hit
		}{x, x.Hits})
		if err != nil {
			return err
		}
		see("search --explain", q, b)
		hits, err := s.w.Retriever().Retrieve(ctx, who, casefile.Query{Text: q, Limit: 50})
		if err != nil {
			return err
		}
		for _, h := range hits {
			see("search", q, []byte(h.Text+h.Source.Title+h.Source.URI))
		}
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
