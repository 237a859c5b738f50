package config

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/casefile/casefile/ingest"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/tool"
)

// A Cite is a place that a case file wants cited: doc, doc@version, doc@version#section or tool:NAME. Docs tells that
// the case lays documents of its own over the library.
type Cite struct {
	File  string // of the case
	Place string
	Docs  bool
}

// Check reads everything of a workspace and returns all that is wrong with it, by file and line. It writes nothing.
// cites are what the workspace's case files want cited. The error is of the folder itself.
func Check(ctx context.Context, dir string, cites []Cite) ([]strictyaml.Problem, error) {
	all, err := CheckAll(ctx, dir, cites)
	return all.Problems, err
}

// Checked is what a check of a workspace finds.
type Checked struct {
	Problems []strictyaml.Problem
	Hints    []strictyaml.Problem // worth a look, and nothing wrong
}

// CheckAll does what Check does, and also tells what is worth a look though nothing is wrong with it.
func CheckAll(ctx context.Context, dir string, cites []Cite) (Checked, error) {
	root, err := Find(dir)
	if err != nil {
		return Checked{}, err
	}
	c := &checker{parts: read(root), w: &Workspace{Root: root}}
	defer c.w.Close()
	c.w.file = c.file
	if !c.unread(FileName) { // nothing can be held against a file that is not known
		c.databases()
		c.names()
		c.keys()
		c.functionFiles(ctx)
		c.playbookFiles()
		c.documents(ctx, cites)
	}
	c.problems = causes(c.problems)
	slices.SortStableFunc(c.problems, func(a, b strictyaml.Problem) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		return a.Line - b.Line
	})
	return Checked{slices.Compact(c.problems), c.hints}, nil
}

type checker struct {
	parts
	w     *Workspace
	hints []strictyaml.Problem
}

func (c *checker) at(key, msg, hint string) {
	c.problems = append(c.problems, strictyaml.Problem{File: FileName, Line: c.lines.line(key), Msg: key + ": " + msg, Hint: hint})
}

// databases opens each database on its own, so that one that is missing does not hide the others.
func (c *checker) databases() {
	all := map[string]*tool.Database{}
	for _, name := range slices.Sorted(maps.Keys(c.file.Databases)) {
		one := c.file
		one.Databases = map[string]Database{name: c.file.Databases[name]}
		if err := c.w.openDatabases(one); err != nil {
			msg := strings.TrimPrefix(err.Error(), ErrWorkspace.Error()+": ")
			c.at("databases."+name, strings.TrimPrefix(msg, "databases."+name+": "), "")
		}
		maps.Copy(all, c.w.databases)
	}
	c.w.databases = all
}

// names checks that what casefile.yaml names is there.
func (c *checker) names() {
	functions := map[string]tool.Function{}
	for _, f := range c.functions {
		functions[f.Name] = f
	}
	known := slices.Sorted(maps.Keys(functions))
	tools := c.toolNames()
	for _, name := range slices.Sorted(maps.Keys(c.file.Tools)) {
		t := c.file.Tools[name]
		key := "tools." + name
		switch {
		case t.Function != "" && !slices.Contains(known, t.Function):
			c.at(key+".function", fmt.Sprintf("there is no functions/%s.sql", t.Function), strictyaml.DidYouMean(t.Function, known))
		case t.Search == nil && t.Function == "":
			c.at(key, "it is neither a search nor a function", "give it `search: {}` or `function: NAME`")
		case t.Search != nil && t.Does == "" && len(c.file.Tools) > 1:
			c.at(key, "it does not say what it does", "add does:, when: and not:, so that the right search is chosen")
		case t.Search != nil && t.Not == "" && len(c.file.Tools) > 1:
			c.at(key, "it does not say when not to use it", "add not:")
		}
	}
	if fn, col, ok := strings.Cut(c.file.Bind.AsOf, "."); ok {
		f, there := functions[fn]
		if !there {
			c.at("bind.as_of", "there is no function "+fn, strictyaml.DidYouMean(fn, known))
		} else if i := slices.IndexFunc(f.Columns, func(d tool.ColumnDef) bool { return d.Name == col }); i < 0 {
			var cols []string
			for _, d := range f.Columns {
				cols = append(cols, d.Name)
			}
			c.at("bind.as_of", fmt.Sprintf("%s has no column %q", fn, col), strictyaml.DidYouMean(col, cols))
		} else if t := f.Columns[i].Type; t != "date" && t != "datetime" {
			c.at("bind.as_of", fmt.Sprintf("%s.%s is of type %s, not a date", fn, col, t), "")
		}
	}
	c.references(functions, known)
	things := slices.Sorted(maps.Keys(c.file.Identifiers))
	things = append(things, slices.Sorted(maps.Keys(c.file.Dictionary))...)
	for i, r := range c.file.Required {
		key := fmt.Sprintf("required.%d", i)
		if !slices.Contains(things, r.When) {
			c.at(key+".when", fmt.Sprintf("%q is neither an identifier nor a kind of thing in the dictionary", r.When), strictyaml.DidYouMean(r.When, things))
		}
		for _, s := range r.Steps {
			if !slices.Contains(tools, s) {
				c.at(key+".steps", fmt.Sprintf("there is no tool %q", s), strictyaml.DidYouMean(s, tools))
			}
		}
	}
	for i, r := range c.file.Routes {
		for _, s := range r.Tools {
			if !slices.Contains(tools, s) {
				c.at(fmt.Sprintf("routes.%d.tools", i), fmt.Sprintf("there is no tool %q", s), strictyaml.DidYouMean(s, tools))
			}
		}
	}
}

// keys tells of keys for servers that are not on this machine. Who only reviews a workspace needs none.
func (c *checker) keys() {
	hint := func(key string, s Scorer) {
		if _, err := s.key(c.w.Root); err != nil {
			c.hints = append(c.hints, strictyaml.Problem{File: FileName, Line: c.lines.line(key), Msg: key + "." + err.Error()})
		}
	}
	hint("embeddings", c.file.Embeddings)
	hint("rerank", c.file.Rerank)
	hint("entailment", c.file.Entailment.scorer())
	if err := c.file.Entailment.problem(c.w.Root); err != nil {
		c.at("entailment.onnx", err.Error()+"; what it was to confirm stays unconfirmed", "docs/workspace.md tells what the folder has to hold")
	}
	for _, tier := range slices.Sorted(maps.Keys(c.file.Models)) {
		m := c.file.Models[tier]
		hint("models."+tier, Scorer{KeyEnv: m.KeyEnv, KeyFile: m.KeyFile})
	}
}

// toolNames returns the names of all tools of the workspace.
func (c *checker) toolNames() []string {
	out := []string{tool.SectionName, tool.SummaryName, tool.QueryName, tool.CalculateName}
	for _, s := range c.file.searches() {
		out = append(out, s.Name)
	}
	for _, f := range c.functions {
		out = append(out, c.file.listed(f).Name)
	}
	return out
}

func (c *checker) functionFiles(ctx context.Context) {
	words := c.w.functionWords(c.file)
	for _, f := range c.functions {
		_, declared := c.file.Databases[f.Database]
		if (declared || f.Database == "") && len(c.w.databases) < len(c.file.Databases) && c.w.databases[f.Database] == nil {
			continue // its database could not be opened, which is told already
		}
		c.problems = append(c.problems, f.Check(ctx, words)...)
	}
}

func (c *checker) playbookFiles() {
	tools := c.toolNames()
	for i, b := range c.playbooks {
		file := c.bookFiles[i]
		add := func(msg, hint string) {
			c.problems = append(c.problems, strictyaml.Problem{File: file, Line: 1, Msg: msg, Hint: hint})
		}
		c.problems = append(c.problems, playbook.Check(file, b)...)
		for _, s := range b.Steps {
			if !slices.Contains(tools, s.Tool) {
				add(fmt.Sprintf("step %s: there is no tool %q", s.ID, s.Tool), strictyaml.DidYouMean(s.Tool, tools))
			}
		}
	}
}

// wrong reports whether a key of casefile.yaml has a problem already.
func (c *checker) wrong(key string) bool {
	return slices.ContainsFunc(c.problems, func(p strictyaml.Problem) bool {
		return p.File == FileName && strings.HasPrefix(p.Msg, key+": ")
	})
}

// documents checks the library and the places that cases want cited.
func (c *checker) documents(ctx context.Context, cites []Cite) {
	opt := c.w.ingestOptions()
	for i := range opt.Rules {
		// what is wrong with a rule is told once, at the rule, and not for every document under it
		r := &opt.Rules[i]
		if c.wrong(fmt.Sprintf("documents.%d.authority", i)) {
			r.Authority = ""
		}
		if c.wrong(fmt.Sprintf("documents.%d.freshness", i)) {
			r.Freshness = ""
		}
		if c.wrong(fmt.Sprintf("documents.%d.namespace", i)) {
			r.Namespace = ""
		}
		if c.wrong(fmt.Sprintf("documents.%d.versions", i)) {
			r.Versions = ""
		}
	}
	scan, err := ingest.Scan(ctx, opt)
	if err != nil {
		c.problems = append(c.problems, strictyaml.Problem{File: FileName, Line: c.lines.line("documents"), Msg: "documents: " + err.Error()})
		return
	}
	c.problems = append(c.problems, scan.Problems...)
	c.hints = append(c.hints, scan.Hints...)
	places := map[string]bool{}
	for _, d := range scan.Documents {
		places[d.ID] = true
		at := strings.TrimSuffix(d.ID+"@"+d.Version, "@") // a document without a version is cited without one
		for _, s := range d.Sections {
			places[at+"#"+s.ID] = true
		}
		places[at] = true
	}
	known := slices.Sorted(maps.Keys(places))
	tools := c.toolNames()
	for _, q := range cites {
		if name, ok := strings.CutPrefix(q.Place, "tool:"); ok {
			if !slices.Contains(tools, name) {
				c.problems = append(c.problems, strictyaml.Problem{File: q.File, Line: 1, Msg: fmt.Sprintf("cites: there is no tool %q", name), Hint: strictyaml.DidYouMean(name, tools)})
			}
			continue
		}
		if len(places) > 0 && !places[q.Place] && !q.Docs { // an empty library is told once, not for every case
			c.problems = append(c.problems, strictyaml.Problem{File: q.File, Line: 1, Msg: fmt.Sprintf("cites: %q is not in the library", q.Place), Hint: strictyaml.DidYouMean(q.Place, known)})
		}
	}
}
