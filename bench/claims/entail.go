package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/text"
	"github.com/casefile/casefile/verify"
)

// A scorer gives a number for a premise and a claim: the more, the surer the premise states the claim.
type scorer struct {
	name  string
	score func(ctx context.Context, premise, claim string) (float64, error)
}

// openScorers opens a model for entailment and a sentence model, each where its folder is named.
func openScorers(entailer, sentences, runtime string) (out []scorer, err error) {
	if entailer != "" {
		m, err := embed.OpenONNXEntailer(embed.ONNXModel{Dir: entailer, Runtime: runtime})
		if err != nil {
			return nil, err
		}
		out = append(out, scorer{"entailment by " + filepath.Base(entailer), func(ctx context.Context, premise, claim string) (float64, error) {
			e, err := m.Entails(ctx, premise, claim)
			return e.Entails, err
		}})
	}
	if sentences != "" {
		m, err := embed.OpenONNX(embed.ONNXModel{Dir: sentences, Runtime: runtime})
		if err != nil {
			return nil, err
		}
		out = append(out, scorer{"likeness by " + filepath.Base(sentences), func(ctx context.Context, premise, claim string) (float64, error) {
			return likeness(ctx, m, premise, claim)
		}})
	}
	return out, nil
}

// likeness is the cosine of a claim and the sentence of the premise that is most like it.
func likeness(ctx context.Context, m casefile.Embedder, premise, claim string) (float64, error) {
	texts := []string{claim}
	for _, s := range text.Sentences(premise) {
		texts = append(texts, premise[s.Start:s.End])
	}
	vs, err := m.Embed(ctx, texts)
	if err != nil {
		return 0, err
	}
	best := 0.0
	for _, v := range vs[1:] {
		cosine := 0.0
		for i, x := range v {
			cosine += float64(x) * float64(vs[0][i])
		}
		best = max(best, cosine)
	}
	return best, nil
}

// A scoredClaim is a claim of a set: its score, what the verifier says without it, and whether the score may confirm it.
type scoredClaim struct {
	judged
	score float64
	asked bool
}

// scores scores the claims of a set that are in a language, over passages alone and with their citations.
func scores(ctx context.Context, items []item, lang string, by scorer) ([]scoredClaim, error) {
	v, err := verify.New(verify.Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		return nil, err
	}
	var out []scoredClaim
	for _, it := range items {
		if it.Lang != lang {
			continue
		}
		c, err := it.asCase()
		if err != nil {
			return nil, err
		}
		premise := passages(c)
		if premise == "" {
			continue
		}
		s := scoredClaim{judged: judged{item: it}}
		if s.score, err = by.score(ctx, premise, it.Answer.Claims[0].Text); err != nil {
			return nil, fmt.Errorf("%s: %w", it.ID, err)
		}
		verdict, err := v.WithEntailer(asked{&s.asked}).Verify(ctx, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", it.ID, err)
		}
		s.verdict = string(verify.Mark(verdict, 0))
		out = append(out, s)
	}
	return out, nil
}

// asCase is an item with its claim and citations as a case.
func (it item) asCase() (casefile.Case, error) {
	var evidence []json.RawMessage
	if err := json.Unmarshal(it.Evidence, &evidence); err != nil {
		return casefile.Case{}, fmt.Errorf("%s: %w", it.ID, err)
	}
	c, err := verify.ReadCase(evidence, it.AsOf)
	if err != nil {
		return c, fmt.Errorf("%s: %w", it.ID, err)
	}
	c.Question = it.Question
	cl := casefile.Claim{Text: it.Answer.Claims[0].Text}
	for _, id := range it.Answer.Claims[0].Cites {
		cl.Cites = append(cl.Cites, casefile.Citation{Evidence: id})
	}
	c.Draft.Claims = []casefile.Claim{cl}
	return c, nil
}

// passages are the cited passages, "" where something else is cited too.
func passages(c casefile.Case) string {
	var out []string
	for _, cite := range c.Draft.Claims[0].Cites {
		i := slices.IndexFunc(c.Evidence, func(e casefile.Evidence) bool { return e.ID == cite.Evidence })
		if i < 0 || c.Evidence[i].Source == nil {
			return ""
		}
		out = append(out, c.Evidence[i].Text)
	}
	return strings.Join(out, "\n\n")
}

// asked is an entailer that confirms nothing and keeps that it was asked.
type asked struct{ was *bool }

// Entails implements verify.Entailer.
func (a asked) Entails(context.Context, casefile.Case, string, string) (bool, error) {
	*a.was = true
	return false, nil
}

// confirmed is a set's verdicts where a score from threshold on confirms what it may.
func confirmed(claims []scoredClaim, threshold float64) []judged {
	out := make([]judged, len(claims))
	for i, c := range claims {
		out[i] = c.judged
		if c.asked && c.score >= threshold {
			out[i].verdict = string(casefile.Supported)
		}
	}
	return out
}

// never is a threshold that no score reaches.
const never = 2

// chosen is the threshold that gives the best balanced accuracy on a set, the highest of equal ones; never where none is better than
// without.
func chosen(claims []scoredClaim) float64 {
	best, most := float64(never), tallyOf(confirmed(claims, never)).balanced()
	var all []float64
	for _, c := range claims {
		if c.asked {
			all = append(all, c.score)
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	for _, t := range all {
		if b := tallyOf(confirmed(claims, t)).balanced(); b > most {
			best, most = t, b
		}
	}
	return best
}

// toldApart counts the pairs of a right and a wrong claim in which the right one has the higher score.
func toldApart(claims []scoredClaim) (n, of int) {
	byPair := map[string][]scoredClaim{}
	for _, c := range claims {
		pair := c.ID[:len(c.ID)-1]
		byPair[pair] = append(byPair[pair], c)
	}
	for _, p := range byPair {
		if len(p) != 2 {
			continue
		}
		of++
		if p[0].Label == wrong {
			p[0], p[1] = p[1], p[0]
		}
		if p[0].score > p[1].score {
			n++
		}
	}
	return n, of
}

// entailment prints what scores that may confirm would change on sets: the threshold is chosen on the first.
func entailment(ctx context.Context, w io.Writer, lang string, models []scorer, paths []string) error {
	fmt.Fprintln(w, "| set | score | claims | asked about, right and wrong | pairs where the right one scores higher | threshold | balanced accuracy without, with | wrong let through without, with | right refused without, with |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|---|")
	for _, by := range models {
		threshold := 0.0
		for i, p := range paths {
			items, err := readSet(p)
			if err != nil {
				return err
			}
			claims, err := scores(ctx, items, lang, by)
			if err != nil {
				return err
			}
			if i == 0 {
				threshold = chosen(claims)
			}
			askedOf := map[string]int{}
			for _, c := range claims {
				if c.asked {
					askedOf[c.Label]++
				}
			}
			n, of := toldApart(claims)
			without, with := tallyOf(confirmed(claims, never)), tallyOf(confirmed(claims, threshold))
			shown := fmt.Sprintf("%.3f", threshold)
			if threshold == never {
				shown = "none helps"
			}
			fmt.Fprintf(w, "| %s | %s | %d | %d, %d | %d / %d | %s | %.1f %%, %.1f %% | %.1f %%, %.1f %% | %.1f %%, %.1f %% |\n",
				filepath.Base(p), by.name, len(claims), askedOf[right], askedOf[wrong], n, of, shown,
				without.balanced(), with.balanced(), without.letThrough(), with.letThrough(), without.rightRefused(), with.rightRefused())
		}
	}
	return nil
}
