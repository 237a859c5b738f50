package ingest

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
	"go.yaml.in/yaml/v3"
)

// meta is what front matter and sidecars may say.
type meta struct {
	ID            string        `yaml:"id"`
	Title         string        `yaml:"title"`
	Version       string        `yaml:"version"`
	EffectiveFrom casefile.Date `yaml:"effective_from"`
	EffectiveTo   casefile.Date `yaml:"effective_to"`
	Supersedes    string        `yaml:"supersedes"`
	Authority     string        `yaml:"authority"`
	Published     casefile.Date `yaml:"published"`
	Author        string        `yaml:"author"`
	Freshness     string        `yaml:"freshness"`
	Namespace     string        `yaml:"namespace"`
	Access        access        `yaml:"access"`
	Kind          string        `yaml:"kind"`
	Tags          []string      `yaml:"tags"`
	Period        period        `yaml:"period"`
	Orders        string        `yaml:"orders"`  // casefile.OrdersAreContent, where the rule leaves it to documents
	Retired       bool          `yaml:"retired"` // out of force for good: that none is in force today is no mistake
}

// identifies reports whether metadata say which document or version it is: then nothing is told from the text.
func (m meta) identifies() bool {
	return m.ID != "" || m.Version != "" || m.Supersedes != "" || m.Retired || m.Period != period{} || !m.EffectiveFrom.IsZero() || !m.EffectiveTo.IsZero()
}

// access tells a list that is not given from one that is empty.
type access struct {
	given bool
	terms []string
}

// UnmarshalYAML reads one term or a list of terms.
func (a *access) UnmarshalYAML(n *yaml.Node) error {
	a.given = true
	return strictyaml.Problems(strictyaml.DecodeNode("", n, &a.terms)).Err()
}

type period casefile.Period

// UnmarshalYAML reads FROM..TO, or one day.
func (p *period) UnmarshalYAML(n *yaml.Node) error {
	v, err := casefile.ParsePeriod(n.Value)
	*p = period(v)
	return err
}

// source is a place that metadata is read from, with the lines of its keys.
type source struct {
	file  string
	meta  meta
	lines map[string]int
}

func (s source) line(key string) int { return max(s.lines[key], 1) }

// readMeta decodes a block of metadata.
func readMeta(file string, data []byte, firstLine int) (source, []strictyaml.Problem) {
	s := source{file: file, lines: map[string]int{}}
	root, ps := strictyaml.Parse(file, data, firstLine)
	if root == nil {
		return s, ps
	}
	for i := 0; i+1 < len(root.Content) && root.Kind == yaml.MappingNode; i += 2 {
		s.lines[root.Content[i].Value] = root.Content[i].Line
	}
	return s, append(ps, strictyaml.DecodeNode(file, root, &s.meta)...)
}

// frontMatter returns the YAML at the head of a text and where the text goes on. A text that
// begins with a line --- but has no second one has none.
func frontMatter(s string) (yaml string, rest int) {
	at := 0
	if strings.HasPrefix(s, "\uFEFF") {
		at = len("\uFEFF")
	}
	first, _, ok := strings.Cut(s[at:], "\n")
	if !ok || strings.TrimRight(first, " \t\r") != "---" {
		return "", at
	}
	from := at + len(first) + 1
	for pos, n := from, 0; pos < len(s) && n < 500; n++ {
		line, _, more := strings.Cut(s[pos:], "\n")
		end := pos + len(line)
		if more {
			end++
		}
		if t := strings.TrimRight(line, " \t\r"); t == "---" || t == "..." {
			return s[from:pos], end
		}
		pos = end
	}
	return "", at
}

// Values that keys may have.
var (
	authorities = []string{"official", "internal", "partner", "user"}
	freshnesses = []string{"live", "daily", "static"}
	namespaces  = []string{casefile.TenantNamespace, casefile.SharedNamespace}
)

// describe makes a document's metadata of its sources, strongest first, and the rule for its path.
func describe(f found, sources []source) (casefile.Document, []strictyaml.Problem) {
	d := casefile.Document{Path: f.path}
	var ps []strictyaml.Problem
	origin := func(key string, given func(meta) bool) (meta, string, int) {
		for _, s := range sources {
			if given(s.meta) {
				return s.meta, s.file, s.line(key)
			}
		}
		return meta{}, f.path, 1
	}
	word := func(key string, of func(meta) string, rule string, allowed []string) string {
		m, file, line := origin(key, func(m meta) bool { return of(m) != "" })
		v := cmp.Or(of(m), rule)
		if v != "" && allowed != nil && !slices.Contains(allowed, v) {
			ps = append(ps, strictyaml.Problem{File: file, Line: line, Msg: fmt.Sprintf("%s: %q is none of %s", key, v, strings.Join(allowed, ", ")), Hint: strictyaml.DidYouMean(v, allowed)})
		}
		return v
	}
	d.ID = word("id", func(m meta) string { return m.ID }, "", nil)
	if d.ID == "" {
		d.ID = nameOf(f.path)
	} else if bad := strings.IndexFunc(d.ID, badInName); bad >= 0 {
		_, file, line := origin("id", func(m meta) bool { return m.ID != "" })
		ps = append(ps, strictyaml.Problem{File: file, Line: line, Msg: fmt.Sprintf("id: %q holds a space or one of @ # :", d.ID), Hint: "an id is one word, for example " + oneWord(d.ID)})
	}
	d.Version = word("version", func(m meta) string { return m.Version }, "", nil)
	if strings.ContainsFunc(d.Version, badInName) {
		_, file, line := origin("version", func(m meta) bool { return m.Version != "" })
		ps = append(ps, strictyaml.Problem{File: file, Line: line, Msg: fmt.Sprintf("version: %q holds a space or one of @ # :", d.Version), Hint: "a version is one word, for example " + oneWord(d.Version)})
	}
	d.Title = word("title", func(m meta) string { return m.Title }, "", nil)
	d.Supersedes = word("supersedes", func(m meta) string { return m.Supersedes }, "", nil)
	d.Authority = word("authority", func(m meta) string { return m.Authority }, f.rule.Authority, authorities)
	d.Freshness = word("freshness", func(m meta) string { return m.Freshness }, f.rule.Freshness, freshnesses)
	d.Namespace = cmp.Or(word("namespace", func(m meta) string { return m.Namespace }, f.rule.Namespace, namespaces), casefile.TenantNamespace)
	d.Kind = word("kind", func(m meta) string { return m.Kind }, f.rule.Kind, nil)
	d.Author = word("author", func(m meta) string { return m.Author }, f.rule.Author, nil)
	if said := word("orders", func(m meta) string { return m.Orders }, "", []string{casefile.OrdersAreContent}); f.rule.Orders == casefile.OrdersAreContent || f.rule.Orders == OrdersByDocument {
		d.Orders = cmp.Or(said, strings.TrimSuffix(f.rule.Orders, OrdersByDocument))
	}

	m, _, _ := origin("effective_from", func(m meta) bool { return !m.EffectiveFrom.IsZero() })
	d.EffectiveFrom = m.EffectiveFrom
	m, file, line := origin("effective_to", func(m meta) bool { return !m.EffectiveTo.IsZero() })
	d.EffectiveTo = m.EffectiveTo
	if !d.EffectiveFrom.IsZero() && !d.EffectiveTo.IsZero() && d.EffectiveTo.Compare(d.EffectiveFrom) < 0 {
		ps = append(ps, strictyaml.Problem{File: file, Line: line, Msg: fmt.Sprintf("effective_to %s is before effective_from %s", d.EffectiveTo, d.EffectiveFrom), Hint: "both are inclusive days"})
	}
	m, _, _ = origin("published", func(m meta) bool { return !m.Published.IsZero() })
	d.Published = m.Published
	m, _, _ = origin("period", func(m meta) bool { return m.Period != period{} })
	d.Period = casefile.Period(m.Period)
	m, _, _ = origin("tags", func(m meta) bool { return m.Tags != nil })
	d.Tags = m.Tags
	if d.Tags == nil {
		d.Tags = slices.Clone(f.rule.Tags)
	}

	m, file, line = origin("access", func(m meta) bool { return m.Access.given })
	terms := m.Access.terms
	if !m.Access.given {
		terms = f.rule.Access
	}
	if m.Access.given && len(terms) == 0 || !m.Access.given && terms != nil && len(terms) == 0 {
		ps = append(ps, strictyaml.Problem{File: file, Line: line, Msg: "access: names nobody", Hint: "write [public] or name a role, or leave the key out"})
	}
	for _, term := range terms {
		full, p := accessTerm(term, d.Namespace, f.rule.Tenant)
		if p.Msg != "" {
			p.File, p.Line = file, line
			ps = append(ps, p)
			continue
		}
		d.Access = append(d.Access, full)
	}
	if terms == nil {
		d.Access = []string{"public"}
	}
	return d, ps
}

// accessTerm returns a term of an access list in the form that scopes have it.
func accessTerm(term, namespace, tenant string) (string, strictyaml.Problem) {
	kind, name, ok := strings.Cut(term, ":")
	wrong := func(hint string, msg string, args ...any) (string, strictyaml.Problem) {
		return "", strictyaml.Problem{Msg: "access: " + fmt.Sprintf(msg, args...), Hint: hint}
	}
	if term == "public" {
		return term, strictyaml.Problem{}
	}
	if !ok {
		return wrong(fmt.Sprintf("did you mean %q?", "role:"+term), "%q does not say what it is: public, role:NAME, user:ID or tenant:NAME", term)
	}
	owner, user, full := strings.Cut(name, "/")
	if kind == "user" && full {
		name = user
	}
	if name == "" || strings.ContainsAny(name, "/\\\x00\n\r\t ,:") || full && (kind != "user" || owner == "" || strings.ContainsAny(owner, "\\\x00\n\r\t ,:")) {
		return wrong("", "%q is not a name a tenant, user or role can have", term)
	}
	switch kind {
	case "role", "tenant":
		return term, strictyaml.Problem{}
	case "user":
		switch {
		case full && namespace == casefile.TenantNamespace && owner != tenant:
			return wrong(fmt.Sprintf("write user:%s, or put the document into the shared namespace", user), "%q is a user of another tenant, who never reads a document of %s", term, tenant)
		case full:
			return term, strictyaml.Problem{}
		case namespace == casefile.SharedNamespace:
			return wrong(fmt.Sprintf("write user:TENANT/%s", name), "%q in the shared namespace does not say whose user it is", term)
		}
		return "user:" + tenant + "/" + name, strictyaml.Problem{}
	}
	return wrong(strictyaml.DidYouMean(kind, []string{"role", "user", "tenant"}), "%q: unknown kind %q", term, kind)
}

func badInName(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("@#:", r)
}

// nameOf returns a path without its ending as an id.
func nameOf(p string) string { return oneWord(strings.TrimSuffix(p, path.Ext(p))) }

func oneWord(s string) string {
	return strings.Map(func(r rune) rune {
		if badInName(r) {
			return '-'
		}
		return r
	}, s)
}

// silent lists the keys of metadata that a document is without and that answers would gain from.
func silent(d casefile.Document) []string {
	var out []string
	for _, k := range []struct {
		key  string
		none bool
	}{
		{"version", d.Version == ""}, {"effective_from", d.EffectiveFrom.IsZero()}, {"published", d.Published.IsZero()},
		{"author", d.Author == ""}, {"authority", d.Authority == ""}, {"freshness", d.Freshness == ""}, {"kind", d.Kind == ""},
	} {
		if k.none {
			out = append(out, k.key)
		}
	}
	return out
}
