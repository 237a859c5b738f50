package generate

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/decide"
)

// ModelRules is how a model writes. It is plain data, so that it can be written into a case log; the zero value is the default.
type ModelRules struct {
	Always  bool              `json:"always,omitempty"`  // also where a playbook has the report
	Prompts map[string]string `json:"prompts,omitempty"` // in place of those in the program: write.zh, write.en, mend.zh, mend.en
	Input   int               `json:"input,omitempty"`   // tokens of records that are shown; 0 means 6,000
	Output  int               `json:"output,omitempty"`  // tokens of a reply; 0 means 1,500
}

//go:embed prompts
var promptFiles embed.FS

// PromptNames are the names that ModelRules.Prompts may have.
var PromptNames = []string{"mend.en", "mend.zh", "write.en", "write.zh"}

// A ModelWriter lets the model of a case write claims from its records, and falls back on a Writer wherever that fails. The
// program finds the quotes, rows and offsets; what else the model says of a claim is held to nothing. It is safe for concurrent use.
type ModelWriter struct {
	rules   *Writer
	opt     ModelRules
	prompts map[string]string
	schemas map[string]string
}

// NewModel returns a writer by model over one by rules. It fails on a prompt of an unknown name, or an empty one.
func NewModel(w *Writer, r ModelRules) (*ModelWriter, error) {
	m := &ModelWriter{rules: w, opt: r, prompts: map[string]string{}, schemas: map[string]string{}}
	m.opt.Input, m.opt.Output = cmp.Or(r.Input, 6000), cmp.Or(r.Output, 1500)
	for _, name := range PromptNames {
		b, err := promptFiles.ReadFile("prompts/" + name + ".md")
		if err != nil {
			return nil, err
		}
		m.prompts[name] = string(b)
	}
	for _, name := range []string{"write", "mend"} {
		b, err := promptFiles.ReadFile("prompts/" + name + ".schema.json")
		if err != nil {
			return nil, err
		}
		m.schemas[name] = strings.TrimSpace(string(b))
	}
	for _, name := range sorted(r.Prompts) {
		switch {
		case !slices.Contains(PromptNames, name):
			return nil, fmt.Errorf("prompt %q: known are %s", name, strings.Join(PromptNames, ", "))
		case strings.TrimSpace(r.Prompts[name]) == "":
			return nil, fmt.Errorf("prompt %s is empty", name)
		}
		m.prompts[name] = r.Prompts[name]
	}
	return m, nil
}

// Generate drafts the answer of a case by its model, or by rules where a playbook has the report, nothing was found, or the
// model gives nothing that can be used; a note then says so. With findings it mends the draft: the model writes the claims at
// fault once more, and then rules do.
func (m *ModelWriter) Generate(ctx context.Context, c casefile.Case) (casefile.Answer, error) {
	if c.Model == nil {
		return m.rules.Generate(ctx, c)
	}
	c.Evidence = quiet(c.Evidence)
	if len(c.Findings) > 0 {
		return m.mend(ctx, c)
	}
	draft, err := m.rules.Generate(ctx, c)
	if err != nil || !m.writes(c, draft) {
		return draft, err
	}
	b := m.show(c, draft, nil)
	if len(b.ids) == 0 {
		return draft, nil
	}
	claims, err := m.ask(ctx, c, b, "write")
	switch {
	case fatal(err):
		return casefile.Answer{}, err
	case err != nil && len(claims) == 0:
		draft.Notes = append(draft.Notes, phrase(c.Lang, "without model"))
		return draft, nil
	case err != nil:
		draft.Notes = append(draft.Notes, phrase(c.Lang, "broke off"))
	case len(claims) == 0:
		draft.Notes = append(draft.Notes, phrase(c.Lang, "not by model"))
		return draft, nil
	}
	if b.cut {
		draft.Notes = append(draft.Notes, phrase(c.Lang, "shown in part"))
	}
	draft.Claims = joined(claimsOf(claims), draft.Claims)
	return draft, nil
}

// Sketch drafts by rules what the model of a case is to write.
func (m *ModelWriter) Sketch(ctx context.Context, c casefile.Case) (casefile.Answer, error) {
	draft, err := m.rules.Generate(ctx, c)
	if err != nil || !m.writes(c, draft) {
		return casefile.Answer{}, err
	}
	return draft, nil
}

// writes reports whether a case is the model's to write: no playbook and no approval has the words, and the rules find something to
// tell. A model never makes an answer of what they refuse.
func (m *ModelWriter) writes(c casefile.Case, draft casefile.Answer) bool {
	return draft.Reply == "" && len(draft.Claims) > 0 && (m.opt.Always || c.Plan.Playbook == "")
}

func citable(e casefile.Evidence) bool {
	return e.Source != nil || e.Calc != nil || e.Table != nil && len(e.Table.Rows) > 0
}

// fatal reports whether an error is not the model's: the case cannot be recorded, or a replay is none.
func fatal(err error) bool {
	return err != nil && !errors.Is(err, casefile.ErrNoReply) && !errors.Is(err, casefile.ErrTokens)
}

// written is a claim as the model writes it.
type written struct {
	Replaces int `json:"replaces"`
	Cites    []struct {
		Evidence string `json:"evidence"`
		Quote    string `json:"quote"`
		Row      *int   `json:"row"`
	} `json:"cites"`
	Values []string `json:"values"`
	Text   string   `json:"text"`
	Part   string   `json:"part"`
}

// A mended is a claim of the model, and of a mend the index of the one it replaces.
type mended struct {
	claim    casefile.Claim
	replaces int
}

func claimsOf(all []mended) []casefile.Claim {
	var out []casefile.Claim
	for _, m := range all {
		out = append(out, m.claim)
	}
	return out
}

// ask has the model write, and makes claims of what can be used of it. What was told of it while it came is among them, also beside an error.
func (m *ModelWriter) ask(ctx context.Context, c casefile.Case, b brief, name string) ([]mended, error) {
	ids, err := json.Marshal(b.ids)
	if err != nil {
		return nil, fmt.Errorf("generate: %w", err)
	}
	var reply struct {
		Claims []written `json:"claims"`
	}
	q := casefile.ModelRequest{
		For: casefile.StageGenerate, Name: name, MaxTokens: m.opt.Output,
		System:   m.prompts[name+"."+string(c.Lang)],
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: b.text}},
		Schema:   json.RawMessage(strings.Replace(m.schemas[name], `["{ids}"]`, string(ids), 1)),
	}
	var told, coming, out []mended
	if c.Tell != nil {
		q = decide.Listening(q, "claims", func(item json.RawMessage) {
			var w written
			if json.Unmarshal(item, &w) != nil {
				return
			}
			n := len(coming)
			if coming = m.take(coming, c, b, w); len(coming) > n && c.Tell(coming[n].claim) {
				told = append(told, coming[n])
			}
		})
	}
	err = decide.Items(ctx, c.Model, q, &reply)
	if err != nil {
		return told, err
	}
	for _, w := range reply.Claims {
		out = m.take(out, c, b, w)
	}
	return withTold(out, told), nil
}

// take adds a claim to those of a reply, where it can be used and is none of them.
func (m *ModelWriter) take(all []mended, c casefile.Case, b brief, w written) []mended {
	cl, ok := m.claim(c, b, w)
	if !ok || len(all) == maxClaims || slices.ContainsFunc(all, func(o mended) bool { return o.claim.Text == cl.Text }) {
		return all
	}
	return append(all, mended{cl, w.Replaces})
}

// withTold puts the claims that were told into those of a reply, in their own place where the reply has them still.
func withTold(all, told []mended) []mended {
	var gone []mended
	for _, t := range told {
		if i := slices.IndexFunc(all, func(o mended) bool { return o.claim.Text == t.claim.Text }); i >= 0 {
			all[i] = t
		} else {
			gone = append(gone, t)
		}
	}
	return append(gone, all...)
}

const maxClaims = 20

// mend writes the claims at fault again: those of the model by the model, once, and those of rules by rules. What is then
// still missing of the draft by rules is told by it.
func (m *ModelWriter) mend(ctx context.Context, c casefile.Case) (casefile.Answer, error) {
	marks := map[int]bool{}
	for _, f := range c.Findings {
		marks[f.Claim] = true
	}
	var model, kept, faulty []int // claims of the model
	for i, cl := range c.Draft.Claims {
		if cl.By != ByModel {
			continue
		}
		model = append(model, i)
		if marks[i] {
			faulty = append(faulty, i)
		} else {
			kept = append(kept, i)
		}
	}
	if len(faulty) == 0 {
		return m.beside(c, model), nil
	}
	plain := c
	plain.Draft, plain.Findings = casefile.Answer{}, nil
	whole, err := m.rules.Generate(ctx, plain)
	if err != nil {
		return casefile.Answer{}, err
	}
	var again []mended
	if c.Mends == 1 && len(kept) > 0 { // a model that got nothing right is not asked again
		if again, err = m.ask(ctx, c, m.show(c, whole, faults(c, faulty)), "mend"); fatal(err) {
			return casefile.Answer{}, err
		}
	}
	out := m.byRules(c, model)
	var mine []casefile.Claim
	for _, i := range model {
		if !marks[i] {
			mine = append(mine, c.Draft.Claims[i])
			continue
		}
		if at := slices.IndexFunc(again, func(a mended) bool { return a.replaces == i && a.claim.Text != c.Draft.Claims[i].Text }); at >= 0 {
			mine = append(mine, again[at].claim)
		}
	}
	refused := map[string]bool{} // claims of rules that were at fault: they are mended or named in out
	for i, cl := range c.Draft.Claims {
		if cl.By != ByModel && marks[i] {
			refused[cl.Text] = true
		}
	}
	rest := out.Claims
	for _, cl := range whole.Claims {
		for i := range rest { // it stood behind a conclusion that is gone
			if rest[i].Text == cl.Text && rest[i].Part == casefile.Basis {
				rest[i].Part = cl.Part
			}
		}
		if !refused[cl.Text] && !slices.ContainsFunc(rest, func(o casefile.Claim) bool { return o.Text == cl.Text }) {
			rest = append(rest, cl)
		}
	}
	out.Claims = joined(mine, rest)
	if note := phrase(c.Lang, "not by model"); len(mine) == 0 && !slices.Contains(out.Notes, note) {
		out.Claims, out.Notes = rest, append(slices.Clone(out.Notes), note)
	}
	return out, nil
}

// beside mends what is not the model's of a draft, and leaves the claims of the model as they are.
func (m *ModelWriter) beside(c casefile.Case, model []int) casefile.Answer {
	out := m.byRules(c, model)
	var mine []casefile.Claim
	for _, i := range model {
		mine = append(mine, c.Draft.Claims[i])
	}
	out.Claims = append(mine, out.Claims...)
	return out
}

// byRules mends what is not the model's of a draft.
func (m *ModelWriter) byRules(c casefile.Case, model []int) casefile.Answer {
	draft, place := c.Draft, map[int]int{}
	draft.Claims = nil
	for i, cl := range c.Draft.Claims {
		if !slices.Contains(model, i) {
			place[i] = len(draft.Claims)
			draft.Claims = append(draft.Claims, cl)
		}
	}
	var findings []casefile.Finding
	for _, f := range c.Findings {
		if at, ok := place[f.Claim]; ok {
			f.Claim = at
			findings = append(findings, f)
		}
	}
	c.Draft, c.Findings = draft, findings
	if len(findings) == 0 {
		return draft
	}
	return m.rules.mend(c)
}
