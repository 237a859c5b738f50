package config

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/generate"
	"github.com/casefile/casefile/plan"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/quantity"
	"github.com/casefile/casefile/route"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/tool"
	"github.com/casefile/casefile/verify"
)

// Rules are what the pure stages of a workspace work by. They are written whole into every case log, so that a case
// replays where the workspace is gone, and by what held when it was asked.
type Rules struct {
	Workspace string        `json:"workspace"`
	Plan      plan.Rules    `json:"plan"`
	Verify    verify.Rules  `json:"verify"`
	Bind      string        `json:"bind,omitempty"` // FUNCTION.COLUMN
	Language  casefile.Lang `json:"language,omitempty"`

	Write  *generate.ModelRules `json:"write,omitempty"`  // nil: rules write
	Prices map[string]Price     `json:"prices,omitempty"` // of the models, by tier
}

// wire builds the engine of a workspace that was read without problems.
func (w *Workspace) wire(ctx context.Context, p parts) error {
	weights, err := p.file.weights(w.Root)
	if err != nil {
		return err
	}
	r := search.New(w.library, search.Options{Synonyms: p.file.wordGroups(), Embedder: w.embedder, Reranker: w.reranker, Weights: weights, Now: w.inZone})
	w.search = r
	tools, err := w.tools(ctx, p, r)
	if err != nil {
		return err
	}
	rules := Rules{Workspace: p.file.Name, Bind: p.file.Bind.AsOf, Language: w.Language()}
	rules.Plan = p.file.planRules(p.playbooks)
	for _, t := range tools {
		rules.Plan.Tools = append(rules.Plan.Tools, t.Spec())
	}
	if ps := exampleProblems(p.examples, rules.Plan.Tools); len(ps) > 0 {
		return problemsError(w.Root, ps)
	}
	rules.Plan.Examples, rules.Plan.Shots, rules.Plan.Prompts = p.examples, p.file.shots(), only(p.prompts, plan.PromptNames)
	rules.Plan.Language = w.Language()
	_, rules.Plan.ByModel = p.file.Models["route"] // asked only where the workspace names one for it: a wrong route costs an answer its end
	rules.Plan.Room = p.file.planningRoom(p.prompts)
	rules.Plan.Plans, rules.Plan.Reviews = w.asksModel("plan"), w.asksModel("judge")
	rules.Verify = p.file.verifyRules()
	rules.Verify.Entailment = p.file.Entailment.rules()
	_, rules.Verify.Model = p.file.Models["verify"] // asked only where the workspace names one for it
	if rules.Verify.Sources, err = readSources(w.state); err != nil {
		return err
	}
	rules.Prices = p.file.prices()
	if w.asksModel("write") {
		rules.Write = p.file.modelWriting(p.prompts)
	}
	w.engine, err = w.opt.Stages.assemble(rules, tools)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrWorkspace, err)
	}
	w.engine.Budget, w.engine.Zone, w.engine.Clock = p.file.bounds(), p.file.zone(), w.clock()
	w.engine.Intercept = w.opt.Intercept
	w.models()
	return nil
}

// models gives the engine the models of the workspace.
func (w *Workspace) models() {
	words := w.opt.Model
	if words == nil {
		words = w.file.models(w.Root)
	}
	w.engine.Model = words
	if w.scores == nil || w.opt.Model != nil { // replies that a case file has are asked for scores too
		return
	}
	w.engine.Model = scored{words, w.scores}
	if words == nil { // a model that only scores plans nothing, and so no mode is chosen for one
		w.engine.Classifier = nil
	}
}

// assemble joins the stages that rules make with tools.
func assemble(rules Rules, tools []casefile.Tool) (*casefile.Engine, error) {
	planner, err := plan.NewLearning(rules.Plan, embed.NewStatic()) // never a server's vectors: a replay has none
	if err != nil {
		return nil, err
	}
	router, err := route.New(route.Rules{Tools: rules.Plan.Tools, Dictionary: rules.Plan.Dictionary, Playbooks: rules.Plan.Playbooks})
	if err != nil {
		return nil, err
	}
	writer, err := generate.New(generate.Rules{Tools: rules.Plan.Tools, Dictionary: rules.Plan.Dictionary, Synonyms: rules.Plan.Synonyms, Playbooks: rules.Plan.Playbooks, Actions: rules.Plan.Actions, Words: embed.NewStatic()})
	if err != nil {
		return nil, err
	}
	var generator casefile.Generator = writer
	if rules.Write != nil {
		if generator, err = generate.NewModel(writer, *rules.Write); err != nil {
			return nil, err
		}
	}
	verifier, err := verify.New(rules.Verify)
	if err != nil {
		return nil, err
	}
	var raw bytes.Buffer
	enc := json.NewEncoder(&raw)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(rules); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	return &casefile.Engine{
		Planner: planner, Router: router, Tools: tools, Generator: generator, Verifier: verifier, Judge: router, Classifier: planner, Reviewer: planner,
		Rules: bytes.TrimSpace(raw.Bytes()), Price: priced(rules.Prices),
	}, nil
}

// tools opens the databases and makes the tools of a workspace: its searches, its functions, and the ones every workspace has.
func (w *Workspace) tools(ctx context.Context, p parts, r casefile.Retriever) ([]casefile.Tool, error) {
	if err := w.openDatabases(p.file); err != nil {
		return nil, err
	}
	var out []casefile.Tool
	for _, s := range p.file.searches() {
		s.Retriever = r
		out = append(out, s)
	}
	var functions []*tool.Declared
	words := w.functionWords(p.file)
	var unsound []strictyaml.Problem
	locked := map[string]bool{} // a database that cannot be read now is waited for once; its functions say timeout when they are called
	for _, f := range p.functions {
		if locked[f.Database] {
			continue
		}
		ps, read := f.Unsound(ctx, words)
		unsound, locked[f.Database] = append(unsound, ps...), !read
	}
	if len(unsound) > 0 {
		return nil, problemsError(w.Root, unsound)
	}
	for _, f := range p.functions {
		d, err := tool.New(ctx, p.file.listed(f), words)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrWorkspace, err)
		}
		functions = append(functions, d)
		out = append(out, d)
	}
	out = append(out, &tool.Section{Sections: w.library}, &tool.Summary{Sections: w.library, Retriever: r, Synonyms: p.file.wordGroups()}, tool.Calculate{})
	if len(functions) > 0 {
		out = append(out, tool.NewQuery(functions))
	}
	return out, nil
}

func (w *Workspace) openDatabases(f File) error {
	w.databases = map[string]*tool.Database{}
	for _, name := range slices.Sorted(maps.Keys(f.Databases)) {
		c := f.Databases[name]
		file := c.DSN
		if !filepath.IsAbs(file) {
			file = filepath.Join(w.Root, file)
		}
		timeout, err := time.ParseDuration(c.Timeout)
		if err != nil && c.Timeout != "" {
			return fmt.Errorf("%w: databases.%s.timeout: %w", ErrWorkspace, name, err)
		}
		d, err := tool.Open(tool.DatabaseConfig{Name: name, File: file, Private: f.Private, Timeout: timeout})
		if err != nil {
			return fmt.Errorf("%w: databases.%s: %w", ErrWorkspace, name, err)
		}
		w.databases[name] = d
	}
	return nil
}

// functionWords is what declared functions need to know of the workspace.
func (w *Workspace) functionWords(f File) tool.Workspace {
	tw := tool.Workspace{
		Databases: w.databases, Identifiers: f.Identifiers, Metrics: map[string]tool.Metric{}, Bind: map[string]string{},
		Zone: f.zone(), Clock: w.clock(), Period: f.period, Cache: tool.NewCache(),
	}
	for name, m := range f.Metrics {
		tw.Metrics[name] = tool.Metric{
			Name:       byLang(m.ZH, m.EN),
			Definition: byLang(m.Definition.ZH, m.Definition.EN),
		}
	}
	if fn, col, ok := strings.Cut(f.Bind.AsOf, "."); ok {
		tw.Bind[fn] = col
	}
	return tw
}

func byLang(zh, en string) map[casefile.Lang]string {
	out := map[casefile.Lang]string{}
	if zh != "" {
		out[casefile.Chinese] = zh
	}
	if en != "" {
		out[casefile.English] = en
	}
	return out
}

// period reads the words of a parameter's default.
func (f *File) period(words string, now time.Time) (casefile.Period, bool) {
	found := quantity.Periods(words, now, f.periodOptions())
	if len(found) == 0 {
		return casefile.Period{}, false
	}
	return found[0].Period, true
}

func (f *File) periodOptions() quantity.PeriodOptions {
	return quantity.PeriodOptions{BusinessDays: f.BusinessDays.Yesterday == "business", Holidays: f.BusinessDays.Holidays}
}

// searches returns the search tools by name, or the one over everything that a workspace has by default.
func (f *File) searches() []*tool.Search {
	var out []*tool.Search
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		t := f.Tools[name]
		if t.Search == nil {
			continue
		}
		out = append(out, &tool.Search{
			Name: name, Does: t.Does, When: t.When, Not: t.Not, Words: t.Words,
			Kinds: t.Search.Kind, Tags: t.Search.Tags, Limit: t.Search.Limit,
		})
	}
	if len(out) == 0 {
		out = append(out, &tool.Search{Name: "search_documents"})
	}
	return out
}

// listed returns a function under the name and with the words that tools: gives it.
func (f *File) listed(fn tool.Function) tool.Function {
	for _, name := range slices.Sorted(maps.Keys(f.Tools)) {
		t := f.Tools[name]
		if t.Function != fn.Name {
			continue
		}
		fn.Name = name
		fn.Does, fn.When, fn.Not = or(t.Does, fn.Does), or(t.When, fn.When), or(t.Not, fn.Not)
		fn.Words = append(slices.Clone(fn.Words), t.Words...)
		break
	}
	for i := range fn.Params {
		p := &fn.Params[i]
		if p.Entity == "" || p.Type != "enum" && p.Type != "text" {
			continue
		}
		// the dictionary's other forms of a value are understood wherever the value is
		aliases := maps.Clone(p.Aliases)
		if aliases == nil {
			aliases = map[string]string{}
		}
		for value, forms := range f.Dictionary[p.Entity] {
			for _, form := range forms {
				if _, taken := aliases[form]; !taken {
					aliases[form] = value
				}
			}
		}
		p.Aliases = aliases
	}
	return fn
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (f *File) planRules(books []playbook.Playbook) plan.Rules {
	r := plan.Rules{
		Identifiers: f.Identifiers, Dictionary: f.Dictionary, Synonyms: f.Synonyms, Playbooks: books,
		Yesterday: f.BusinessDays.Yesterday, Holidays: f.BusinessDays.Holidays, Actions: map[string]plan.Action{},
	}
	for _, q := range f.Required {
		r.Required = append(r.Required, plan.Required{When: q.When, Steps: q.Steps})
	}
	for _, t := range f.Routes {
		r.Routes = append(r.Routes, plan.RouteRule{Any: t.Any, None: t.None, Kind: casefile.Kind(t.Kind), Tools: t.Tools})
	}
	for name, a := range f.Actions {
		r.Actions[name] = plan.Action{Words: a.Words, Say: playbook.Text{ZH: a.Say.ZH, EN: a.Say.EN}}
	}
	return r
}

func (f *File) verifyRules() verify.Rules {
	r := verify.Rules{Identifiers: f.Identifiers, Dictionary: f.Dictionary, Synonyms: f.Synonyms, Decisive: f.Decisive, Check: f.checks()}
	for _, name := range slices.Sorted(maps.Keys(f.Metrics)) {
		m := f.Metrics[name]
		words := []string{}
		for _, w := range []string{m.ZH, m.EN} {
			if w != "" {
				words = append(words, w)
			}
		}
		r.Metrics = append(r.Metrics, verify.Metric{Name: name, Words: words, Definition: or(m.Definition.ZH, m.Definition.EN)})
	}
	if t, ok := f.Thresholds["significant"]; ok {
		r.Significant = strconv.FormatFloat(t, 'f', -1, 64)
	}
	return r
}

// wordGroups are the groups of words that searching treats alike: the synonyms, and each name with its other forms.
func (f *File) wordGroups() [][]string {
	out := slices.Clone(f.Synonyms)
	for _, kind := range slices.Sorted(maps.Keys(f.Dictionary)) {
		for _, name := range slices.Sorted(maps.Keys(f.Dictionary[kind])) {
			out = append(out, append([]string{name}, f.Dictionary[kind][name]...))
		}
	}
	return out
}
