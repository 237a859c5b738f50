package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // a static binary must know zones on a machine that has no zone files

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile/strictyaml"
)

// problems reports the values of casefile.yaml that cannot be, each at its line.
func (f *File) problems(data []byte) []strictyaml.Problem {
	at := lines(data)
	var ps []strictyaml.Problem
	bad := func(key, msg, hint string) {
		ps = append(ps, strictyaml.Problem{File: FileName, Line: at.line(key), Msg: key + ": " + msg, Hint: hint})
	}
	if strings.TrimSpace(f.Name) == "" {
		bad("name", "it is missing", "every workspace has a name")
	}
	if f.Language != "" && !slices.Contains([]string{"auto", "zh", "en"}, f.Language) {
		bad("language", fmt.Sprintf("%q is none of auto, zh, en", f.Language), "")
	}
	if _, err := time.LoadLocation(f.Timezone); err != nil {
		bad("timezone", fmt.Sprintf("%q is not a zone", f.Timezone), "write a name such as Asia/Shanghai or UTC")
	}
	if f.Risk != "" && f.Risk != "normal" && f.Risk != highRisk {
		bad("risk", fmt.Sprintf("%q is neither normal nor high", f.Risk), "")
	}
	if f.Clock != "" {
		if _, err := time.Parse(time.RFC3339, f.Clock); err != nil {
			bad("clock", fmt.Sprintf("%q is not a time with a zone", f.Clock), "write it as 2026-09-20T10:00:00+08:00")
		}
	}
	if y := f.BusinessDays.Yesterday; y != "" && y != "natural" && y != "business" {
		bad("business_days.yesterday", fmt.Sprintf("%q is neither natural nor business", y), "")
	}
	if f.Budgets.Time != "" {
		if d, err := time.ParseDuration(f.Budgets.Time); err != nil || d <= 0 {
			bad("budgets.time", fmt.Sprintf("%q is not a length of time", f.Budgets.Time), "write it as 60s or 2m")
		}
	}
	for key, n := range map[string]int{"rounds": f.Budgets.Rounds, "calls": f.Budgets.Calls, "searches": f.Budgets.Searches, "tokens": f.Budgets.Tokens, "idle": f.Budgets.Idle} {
		if n < 0 {
			bad("budgets."+key, "it is negative", "")
		}
	}
	if f.Budgets.Money < 0 {
		bad("budgets.money", "it is negative", "")
	}
	for _, name := range slices.Sorted(maps.Keys(f.Identifiers)) {
		if _, err := regexp.Compile(f.Identifiers[name]); err != nil {
			bad("identifiers."+name, err.Error(), "patterns are RE2")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Databases)) {
		db := f.Databases[name]
		if db.Driver != "sqlite" {
			bad("databases."+name+".driver", fmt.Sprintf("%q is not known", db.Driver), "this version reads sqlite")
		}
		if db.DSN == "" {
			bad("databases."+name+".dsn", "it is missing", "the path of the database file, relative to the workspace")
		}
	}
	for i, d := range f.Documents {
		key := fmt.Sprintf("documents.%d", i)
		if d.Path == "" {
			bad(key+".path", "it is missing", "a folder or a file of the workspace")
		}
		if strings.HasPrefix(d.Path, "/") || slices.Contains(strings.Split(d.Path, "/"), "..") {
			bad(key+".path", fmt.Sprintf("%q is outside the workspace", d.Path), "the library lies within the workspace")
		}
		if d.Authority != "" && !slices.Contains([]string{"official", "internal", "partner", "user"}, d.Authority) {
			bad(key+".authority", fmt.Sprintf("%q is none of official, internal, partner, user", d.Authority), "")
		}
		if d.Freshness != "" && !slices.Contains([]string{"live", "daily", "static"}, d.Freshness) {
			bad(key+".freshness", fmt.Sprintf("%q is none of live, daily, static", d.Freshness), "")
		}
		if d.Namespace != "" && d.Namespace != "tenant" && d.Namespace != "shared" {
			bad(key+".namespace", fmt.Sprintf("%q is neither tenant nor shared", d.Namespace), "")
		}
	}
	for i, r := range f.Routes {
		if r.Kind != "" && !slices.Contains([]string{"document", "data", "combined"}, r.Kind) {
			bad(fmt.Sprintf("routes.%d.kind", i), fmt.Sprintf("%q is none of document, data, combined", r.Kind), "")
		}
	}
	for name, t := range f.Tools {
		if t.Search != nil && t.Function != "" {
			bad("tools."+name, "it is both a search and a function", "")
		}
	}
	if b := f.Bind.AsOf; b != "" && strings.Count(b, ".") != 1 {
		bad("bind.as_of", fmt.Sprintf("%q is not FUNCTION.COLUMN", b), "for example get_badge.issued_at")
	}
	f.Embeddings.problems("embeddings", []string{"static", "off"}, bad)
	f.Rerank.problems("rerank", []string{"off"}, bad)
	f.Embeddings.unbuilt("embeddings", bad)
	f.Rerank.unbuilt("rerank", bad)
	f.Entailment.problems(bad)
	f.modelProblems(bad)
	return ps
}

// keyLines are the lines of the keys of a YAML file, by path with dots.
type keyLines map[string]int

func lines(data []byte) keyLines {
	k := keyLines{}
	var root yaml.Node
	if yaml.Unmarshal(data, &root) != nil || len(root.Content) == 0 {
		return k
	}
	k.walk("", root.Content[0], 0)
	return k
}

func (k keyLines) walk(path string, n *yaml.Node, depth int) {
	// deep or aliased trees only cost messages their line
	if depth > 8 {
		return
	}
	switch n.Kind {
	case yaml.MappingNode:
		for i := 0; i+1 < len(n.Content); i += 2 {
			p := strings.TrimPrefix(path+"."+n.Content[i].Value, ".")
			k[p] = n.Content[i].Line
			k.walk(p, n.Content[i+1], depth+1)
		}
	case yaml.SequenceNode:
		for i, c := range n.Content {
			p := fmt.Sprintf("%s.%d", path, i)
			k[p] = c.Line
			k.walk(p, c, depth+1)
		}
	}
}

// line returns the line of a key, or of the nearest key around it that is there.
func (k keyLines) line(key string) int {
	for {
		if n, ok := k[key]; ok {
			return n
		}
		i := strings.LastIndexByte(key, '.')
		if i < 0 {
			return 1
		}
		key = key[:i]
	}
}
