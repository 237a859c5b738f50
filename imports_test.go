package casefile_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/casefile/casefile"

// What each kind of package may import of this module. A package may always import
// the packages below its own folder (store → store/postgres).
var (
	leaves = []string{"text", "entity", "quantity", "calc", "playbook", "strictyaml", "decide", "remote", "classify", "wording"}
	stages = []string{"plan", "route", "tool", "search", "store", "embed", "ingest", "model", "generate", "verify", "trace"}

	base      = append([]string{"."}, leaves...)
	withTrace = append([]string{"trace"}, base...)
)

// imports is the import rule: every package of the module with what it may import of it.
// A package that is not listed fails the test; list it here and in ARCHITECTURE.md, with its reason.
func imports() map[string][]string {
	rule := map[string][]string{
		".":             nil,
		"ingest/format": base,
		"config":        append(slices.Clone(base), stages...),
		"eval":          withTrace,
		"server":        withTrace,
		"casefiletest":  base,
		"graph":         base,
		"cmd/casefile":  {".", "config", "eval", "graph", "ingest", "search", "trace", "verify", "verify/mutate", "strictyaml"},
	}
	for _, p := range append(slices.Clone(leaves), stages...) {
		rule[p] = base
	}
	rule["verify/words"] = nil
	rule["wording"] = append(slices.Clone(base), "verify/words")  // the bilingual list
	rule["generate"] = append(slices.Clone(base), "verify/words") // which words say nothing
	rule["verify/mutate"] = base
	rule["verify/standing"] = append(slices.Clone(base), "verify/words")
	rule["ingest/format"] = base
	return rule
}

type listed struct {
	ImportPath string
	Imports    []string
}

// name returns the package's path inside the module, "." for the root, "" for one outside.
func name(path string) string {
	if path == module {
		return "."
	}
	rest, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return ""
	}
	return rest
}

// aside reports whether a package is a program beside the engine, an example's or a measurement's: what it takes is its own business.
func aside(self string) bool {
	return strings.HasPrefix(self, "examples/") || strings.HasPrefix(self, "bench/")
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var pkgs []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		pkgs = append(pkgs, p)
	}
	if len(pkgs) == 0 {
		t.Fatal("go list names no package")
	}
	return pkgs
}

func TestImportRule(t *testing.T) {
	rule := imports()
	for _, p := range packages(t) {
		self := name(p.ImportPath)
		if aside(self) {
			continue
		}
		allowed, ok := rule[self]
		if !ok {
			t.Errorf("%s is not in the import rule: list it in imports_test.go and in ARCHITECTURE.md", self)
			continue
		}
		for _, path := range p.Imports {
			target := name(path)
			switch {
			case target == "" && self == "." && strings.Contains(path, "."):
				t.Errorf("the root imports %s: it may import the standard library only", path)
			case target == "", slices.Contains(allowed, target), self != "." && strings.HasPrefix(target, self+"/"):
			default:
				t.Errorf("%s imports %s, which the import rule does not allow", self, target)
			}
		}
	}
}

// TestImportChain keeps the way from the command down to the root short: cmd → config → stage → leaf → root.
// Leaves may build on each other, and count as one link together.
func TestImportChain(t *testing.T) {
	const most = 5
	graph := map[string][]string{}
	for _, p := range packages(t) {
		self := name(p.ImportPath)
		graph[self] = nil
		for _, path := range p.Imports {
			if target := name(path); target != "" {
				graph[self] = append(graph[self], target)
			}
		}
	}
	var longest func(p string) []string
	longest = func(p string) []string {
		var best []string
		for _, next := range graph[p] {
			chain := longest(next)
			if links(chain) > links(best) {
				best = chain
			}
		}
		return append([]string{p}, best...)
	}
	for p := range graph {
		if chain := longest(p); links(chain) > most {
			t.Errorf("import chain of %d, want at most %d: %s", links(chain), most, strings.Join(chain, " → "))
		}
	}
}

func links(chain []string) int {
	n, leaf := 0, false
	for _, p := range chain {
		if isLeaf := slices.Contains(leaves, p); !isLeaf || !leaf {
			n++
			leaf = isLeaf
		}
	}
	return n
}

// TestArchitectureNamesEveryPackage holds ARCHITECTURE.md to the import rule.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, "| `") {
			rows++
		}
	}
	if rows == 0 {
		t.Fatal("ARCHITECTURE.md has no table of packages")
	}
	for _, p := range packages(t) {
		self := name(p.ImportPath)
		if self == "." || aside(self) {
			continue
		}
		if !strings.Contains(string(page), "| `"+self+"` |") {
			t.Errorf("ARCHITECTURE.md has no row for `%s`", self)
		}
	}
}

// TestArchitectureNamesEveryModule wants a reason for each module that the program is built from.
func TestArchitectureNamesEveryModule(t *testing.T) {
	page, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9.]+/[^`]+)`").FindAllStringSubmatch(string(page), -1) {
		if strings.Contains(strings.SplitN(m[1], "/", 2)[0], ".") {
			named = append(named, m[1])
		}
	}
	for _, p := range packages(t) {
		for _, path := range p.Imports {
			host, _, _ := strings.Cut(path, "/")
			if !strings.Contains(host, ".") || name(path) != "" {
				continue
			}
			if !slices.ContainsFunc(named, func(m string) bool { return path == m || strings.HasPrefix(path, m+"/") }) {
				t.Errorf("%s imports %s, whose module has no reason in ARCHITECTURE.md", p.ImportPath, path)
			}
		}
	}
}
