package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// FileName is the name of the file that makes a folder a workspace.
const FileName = "casefile.yaml"

// A File is casefile.yaml. docs/workspace.md says what each key means.
type File struct {
	Name         string                         `yaml:"name"`
	Language     string                         `yaml:"language"`
	Timezone     string                         `yaml:"timezone"`
	Clock        string                         `yaml:"clock"`
	Tenant       string                         `yaml:"tenant"`
	Users        map[string]User                `yaml:"users"`
	BusinessDays BusinessDays                   `yaml:"business_days"`
	Documents    []Documents                    `yaml:"documents"`
	Databases    map[string]Database            `yaml:"databases"`
	Tools        map[string]Tool                `yaml:"tools"`
	Identifiers  map[string]string              `yaml:"identifiers"`
	Required     []Required                     `yaml:"required"`
	Bind         Bind                           `yaml:"bind"`
	Dictionary   map[string]map[string][]string `yaml:"dictionary"`
	Synonyms     [][]string                     `yaml:"synonyms"`
	Reference    []Reference                    `yaml:"reference"`
	Metrics      map[string]Metric              `yaml:"metrics"`
	Routes       []RouteRule                    `yaml:"routes"`
	Actions      map[string]Action              `yaml:"actions"`
	Budgets      Budgets                        `yaml:"budgets"`
	Private      []string                       `yaml:"private"`
	Thresholds   map[string]float64             `yaml:"thresholds"`
	Decisive     []string                       `yaml:"decisive"`
	Risk         string                         `yaml:"risk"`         // normal or high
	CheckClaims  *bool                          `yaml:"check_claims"` // look each claim on passages up once more; nil is where the risk is high
	Models       map[string]Model               `yaml:"models"`
	Write        string                         `yaml:"write"`
	FewShot      *int                           `yaml:"few_shot"` // labelled questions that a model which plans or routes is shown; nil is four
	Embeddings   Scorer                         `yaml:"embeddings"`
	Rerank       Scorer                         `yaml:"rerank"`
	Entailment   Entailment                     `yaml:"entailment"`
	Weights      string                         `yaml:"weights"` // a file of search.Weights; "" is those in the program
}

// A User has the roles that a local --as gives.
type User struct {
	Roles []string `yaml:"roles"`
}

// BusinessDays say what "yesterday" means.
type BusinessDays struct {
	Yesterday string          `yaml:"yesterday"`
	Holidays  []casefile.Date `yaml:"holidays"`
}

// Documents are a folder or file of the library, with the metadata its files have by default.
type Documents struct {
	Path      string   `yaml:"path"`
	Kind      string   `yaml:"kind"`
	Authority string   `yaml:"authority"`
	Freshness string   `yaml:"freshness"`
	Namespace string   `yaml:"namespace"`
	Tenant    string   `yaml:"tenant"`
	Access    []string `yaml:"access"`
	Tags      []string `yaml:"tags"`
	Author    string   `yaml:"author"`
	Versions  string   `yaml:"versions"` // text (default) or metadata
	Orders    string   `yaml:"orders"`   // content, document, or empty: see ingest.Rule
	Unit      Unit     `yaml:"unit"`
}

// A Unit is what documents are made of, by a pattern or by headings: ingest.Unit says which.
type Unit struct {
	Pattern  string   `yaml:"pattern"`
	Headings []string `yaml:"headings"`
}

// A Database is where declared functions read.
type Database struct {
	Driver  string `yaml:"driver"`
	DSN     string `yaml:"dsn"`
	Timeout string `yaml:"timeout"`
}

// A Tool names a search tool, or lists a function under its own name.
type Tool struct {
	Search   *Search  `yaml:"search"`
	Function string   `yaml:"function"`
	Does     string   `yaml:"does"`
	When     string   `yaml:"when"`
	Not      string   `yaml:"not"`
	Words    []string `yaml:"words"`
}

// A Search holds a search tool to kinds or tags of documents.
type Search struct {
	Kind  []string `yaml:"kind"`
	Tags  []string `yaml:"tags"`
	Limit int      `yaml:"limit"`
}

// A Required rule forces steps.
type Required struct {
	When  string   `yaml:"when"`
	Steps []string `yaml:"steps"`
}

// A Bind takes a filter from a trusted record.
type Bind struct {
	AsOf string `yaml:"as_of"`
}

// A Metric is a name for figures, with how they are computed.
type Metric struct {
	ZH         string    `yaml:"zh"`
	EN         string    `yaml:"en"`
	Definition Bilingual `yaml:"definition"`
}

// A Bilingual is one text in both languages; a plain text stands for both.
type Bilingual struct {
	ZH string `yaml:"zh"`
	EN string `yaml:"en"`
}

// UnmarshalYAML takes a plain text or {zh, en}.
func (b *Bilingual) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		b.ZH, b.EN = n.Value, n.Value
		return nil
	}
	type plain Bilingual
	return strictyaml.Problems(strictyaml.DecodeNode("", n, (*plain)(b))).Err()
}

// A RouteRule decides the source for wordings that the rules get wrong.
type RouteRule struct {
	Any   []string `yaml:"any"`
	None  []string `yaml:"none"`
	Kind  string   `yaml:"kind"`
	Tools []string `yaml:"tools"`
}

// An Action is something a person must approve.
type Action struct {
	Words []string  `yaml:"words"`
	Say   Bilingual `yaml:"say"`
}

// Budgets bound each case.
type Budgets struct {
	Rounds   int     `yaml:"rounds"`
	Calls    int     `yaml:"calls"`
	Searches int     `yaml:"searches"`
	Tokens   int     `yaml:"tokens"`
	Money    float64 `yaml:"money"`
	Idle     int     `yaml:"idle"`
	Time     string  `yaml:"time"`
}

// checks reports whether each claim on passages is looked up once more.
func (f *File) checks() bool {
	if f.CheckClaims != nil {
		return *f.CheckClaims
	}
	return f.Risk == highRisk
}

// highRisk is the risk: of a workspace whose claims are looked up once more.
const highRisk = "high"

// checkedSearches is how many searches of one tool a case may make where every claim is looked up and nothing else is said.
const checkedSearches = 12

// bounds are the budgets of a case.
func (f *File) bounds() casefile.Budget {
	b := f.Budgets.budget()
	if f.checks() && b.Searches == 0 {
		b.Searches = checkedSearches
	}
	return b
}

// budget returns b as the engine takes it; Check reports a time that cannot be read.
func (b Budgets) budget() casefile.Budget {
	d, _ := time.ParseDuration(b.Time)
	return casefile.Budget{Rounds: b.Rounds, Calls: b.Calls, Searches: b.Searches, Tokens: b.Tokens, Money: b.Money, Idle: b.Idle, Time: d}
}

// ErrNoWorkspace says that no casefile.yaml was found.
var ErrNoWorkspace = errors.New("no workspace")

// Find returns the folder that holds casefile.yaml: dir, or with an empty dir the current folder or the nearest parent that has one.
func Find(dir string) (string, error) {
	if dir != "" {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() && filepath.Base(dir) == FileName {
			return filepath.Abs(filepath.Dir(dir))
		}
		if err != nil || !info.IsDir() {
			return "", fmt.Errorf("%w: the folder %s is not there; -w takes the folder that holds %s", ErrNoWorkspace, dir, FileName)
		}
		if _, err := os.Stat(filepath.Join(dir, FileName)); err != nil {
			if _, err := os.Stat(filepath.Join(dir, "casefile.yml")); err == nil {
				return "", fmt.Errorf("%w: %s has a casefile.yml; rename it to %s", ErrNoWorkspace, dir, FileName)
			}
			return "", fmt.Errorf("%w: %s has no %s; make one that says `name: …`, or name another folder with -w", ErrNoWorkspace, dir, FileName)
		}
		return filepath.Abs(dir)
	}
	at, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrNoWorkspace, err)
	}
	for {
		if _, err := os.Stat(filepath.Join(at, FileName)); err == nil {
			return at, nil
		}
		up := filepath.Dir(at)
		if up == at {
			return "", fmt.Errorf("%w: neither this folder nor a parent has a %s; name the folder with -w DIR", ErrNoWorkspace, FileName)
		}
		at = up
	}
}

// Load reads casefile.yaml of a folder and fills in the defaults. All that is wrong with its form comes back at once.
func Load(root string) (File, []strictyaml.Problem) {
	var f File
	data, err := os.ReadFile(filepath.Join(root, FileName))
	if err != nil {
		msg := err.Error()
		if errors.Is(err, fs.ErrPermission) {
			msg = "it cannot be read: give yourself read permission"
		}
		return f, []strictyaml.Problem{{File: FileName, Line: 1, Msg: msg}}
	}
	ps := strictyaml.Decode(FileName, data, 1, &f)
	if len(ps) == 0 || len(lines(data)) > 0 {
		// of a file that is no YAML at all, that is all there is to say
		ps = append(ps, f.problems(data)...)
	}
	f.defaults()
	return f, ps
}

func (f *File) defaults() {
	if f.Tenant == "" {
		f.Tenant = "default"
	}
	if f.Language == "" {
		f.Language = "auto"
	}
	if f.Timezone == "" {
		f.Timezone = "UTC"
	}
	if f.Documents == nil { // an empty list means that there are none
		f.Documents = []Documents{{Path: "docs"}}
	}
}

// zone returns the workspace's zone, UTC when it is unknown.
func (f *File) zone() *time.Location {
	if loc, err := time.LoadLocation(f.Timezone); err == nil {
		return loc
	}
	return time.UTC
}

// clock returns the fixed clock, nil for the system's.
func (f *File) clock() func() time.Time {
	t, err := time.Parse(time.RFC3339, f.Clock)
	if err != nil {
		return nil
	}
	return func() time.Time { return t }
}
