package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/generate"
	"github.com/casefile/casefile/model"
	"github.com/casefile/casefile/plan"
	"github.com/casefile/casefile/strictyaml"
)

// A Model is a language model on a server, and how it is asked. docs/models.md says what each key means.
type Model struct {
	URL       string            `yaml:"url"`
	Model     string            `yaml:"model"`
	Profile   string            `yaml:"profile"`
	KeyEnv    string            `yaml:"key_env"`
	KeyFile   string            `yaml:"key_file"`
	Timeout   string            `yaml:"timeout"`
	Idle      string            `yaml:"idle"`
	Tries     int               `yaml:"tries"`
	AtOnce    int               `yaml:"at_once"`
	CA        string            `yaml:"ca"`
	Proxy     string            `yaml:"proxy"`
	Headers   map[string]string `yaml:"headers"`
	Options   Values            `yaml:"options"`
	Context   int               `yaml:"context"`
	MaxTokens int               `yaml:"max_tokens"`
	Price     *Price            `yaml:"price"`
}

// A Price is what a million tokens cost, in the money that budgets.money counts.
type Price struct {
	Input  float64 `yaml:"input" json:"input"`
	Output float64 `yaml:"output" json:"output"`

	CachedInput float64 `yaml:"cached_input" json:"cached_input,omitempty"` // 0 is the price of input
}

// Values are fields of a request that the workspace sets, as JSON.
type Values map[string]json.RawMessage

// UnmarshalYAML takes any values that JSON has.
func (v *Values) UnmarshalYAML(n *yaml.Node) error {
	var plain map[string]any
	if err := n.Decode(&plain); err != nil {
		return err
	}
	*v = Values{}
	for name, value := range plain {
		b, err := json.Marshal(value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		(*v)[name] = b
	}
	return nil
}

// The keys of models: besides the stages' own.
const (
	defaultTier = "default"
	largeTier   = "large"
)

// tierStages are the keys of models: that stand for a stage.
var tierStages = map[string]casefile.Stage{
	"plan": casefile.StagePlan, "route": casefile.StageRoute, "judge": casefile.StageJudge,
	"write": casefile.StageGenerate, "verify": casefile.StageVerify,
}

func tierNames() []string {
	return append([]string{defaultTier, largeTier}, slices.Sorted(maps.Keys(tierStages))...)
}

// modelProblems reports what cannot be under models: and write:.
func (f *File) modelProblems(bad func(key, msg, hint string)) {
	for _, tier := range slices.Sorted(maps.Keys(f.Models)) {
		m, key := f.Models[tier], "models."+tier
		if names := tierNames(); !slices.Contains(names, tier) {
			bad(key, "it is not a tier", "one of "+strings.Join(names, ", "))
		}
		if m.KeyEnv != "" && m.KeyFile != "" {
			bad(key, "the key is both in a variable and in a file", "keep one of key_env and key_file")
		}
		for _, d := range []struct{ key, is string }{{"timeout", m.Timeout}, {"idle", m.Idle}} {
			if t, err := time.ParseDuration(d.is); d.is != "" && (err != nil || t <= 0) {
				bad(key+"."+d.key, fmt.Sprintf("%q is not a length of time", d.is), "write it as 30s or 2m")
			}
		}
		for _, n := range []struct {
			key string
			is  int
		}{{"tries", m.Tries}, {"at_once", m.AtOnce}, {"context", m.Context}, {"max_tokens", m.MaxTokens}} {
			if n.is < 0 {
				bad(key+"."+n.key, "it is negative", "")
			}
		}
		if m.Context > 0 && m.Context < leastContext+m.MaxTokens {
			bad(key+".context", fmt.Sprintf("%d tokens leave no room for records", m.Context), fmt.Sprintf("at least %d and what max_tokens takes", leastContext))
		}
		if p := m.Price; p != nil && (p.Input < 0 || p.Output < 0 || p.CachedInput < 0 || p.CachedInput > p.Input) {
			bad(key+".price", "it is negative, or cached_input is more than input", "what a million tokens cost")
		}
		if _, err := model.New(model.Config{URL: m.URL, Model: m.Model, Profile: m.Profile, Proxy: m.Proxy}); err != nil {
			bad(key, strings.TrimPrefix(err.Error(), "model: "), "")
		}
	}
	if n := f.shots(); n < 0 || n > plan.MaxShots {
		bad("few_shot", fmt.Sprintf("%d is none of 0 to %d", n, plan.MaxShots), "0 shows a model no labelled questions")
	}
	switch f.Write {
	case "", "auto", "rules":
	case "model":
		if !f.hasModel("write") {
			bad("write", "it is model, and models: names none that writes", "name one as models.default or models.write")
		}
	default:
		bad("write", fmt.Sprintf("%q is none of auto, model, rules", f.Write), "")
	}
}

func (f *File) hasModel(tier string) bool {
	_, own := f.Models[tier]
	_, any := f.Models[defaultTier]
	return own || any
}

// asksModel reports whether a stage of the workspace asks a model: the file names one, or the program that opened it gave one for all.
func (w *Workspace) asksModel(tier string) bool { return w.opt.Model != nil || w.file.hasModel(tier) }

// client makes a model's client.
func (m Model) client(root string) (*model.Client, error) {
	key, err := Scorer{KeyEnv: m.KeyEnv, KeyFile: m.KeyFile}.key(root)
	if err != nil {
		return nil, err
	}
	timeout, _ := time.ParseDuration(m.Timeout) // wrong ones were reported when the file was read
	idle, _ := time.ParseDuration(m.Idle)
	cfg := model.Config{
		URL: m.URL, Model: m.Model, Profile: m.Profile, Key: key, Timeout: timeout, Idle: idle,
		Tries: m.Tries, AtOnce: m.AtOnce, Proxy: m.Proxy, Headers: m.Headers, Options: m.Options,
	}
	if m.CA != "" {
		cfg.CA = within(root, m.CA)
	}
	return model.New(cfg)
}

// models makes the models of the workspace, nil where it names none. One that cannot be used says so when it is asked: an answer is
// then written without it.
func (f *File) models(root string) casefile.Model {
	if len(f.Models) == 0 {
		return nil
	}
	t := model.Tiers{Of: map[casefile.Stage]casefile.Model{}}
	for tier, m := range f.Models {
		var is casefile.Model
		c, err := m.client(root)
		if is = c; err != nil {
			is = &model.Unusable{Why: err}
		}
		switch tier {
		case defaultTier:
			t.Default = is
		case largeTier:
			t.Large = is
		default:
			t.Of[tierStages[tier]] = is
		}
	}
	return t
}

const (
	aroundRecords = 900 // tokens of a prompt and a schema, and of what a message has besides records
	leastContext  = 1500
	defaultReply  = 1500
)

// modelWriting is how the model of the workspace writes, nil where rules do.
func (f *File) modelWriting(prompts map[string]string) *generate.ModelRules {
	if f.Write == "rules" {
		return nil
	}
	m := f.tier("write")
	r := &generate.ModelRules{Always: f.Write == "model", Prompts: only(prompts, generate.PromptNames), Output: m.MaxTokens}
	if m.Context > 0 {
		r.Output = m.reply()
		r.Input = max(m.Context-r.Output-f.around("write", prompts), leastContext/3)
	}
	return r
}

// only are the prompts of these names, nil where there are none.
func only(prompts map[string]string, names []string) map[string]string {
	out := maps.Clone(prompts)
	maps.DeleteFunc(out, func(name, _ string) bool { return !slices.Contains(names, name) })
	if len(out) == 0 {
		return nil
	}
	return out
}

// defaultShots is how many labelled questions a prompt shows that are like the question.
const defaultShots = 4

// shots is how many labelled questions a model that plans or routes is shown as being like the question.
func (f *File) shots() int {
	if f.FewShot == nil {
		return defaultShots
	}
	return *f.FewShot
}

// planningRoom is how many tokens of functions and records the model that plans is shown, 0 where its context is not named.
func (f *File) planningRoom(prompts map[string]string) int {
	m := f.tier("plan")
	if m.Context <= 0 {
		return 0
	}
	return max(m.Context-m.Context/4-f.around("plan", prompts), leastContext/3)
}

// prices are what the models cost, by tier, nil where no price is named.
func (f *File) prices() map[string]Price {
	var out map[string]Price
	for tier, m := range f.Models {
		if m.Price != nil {
			if out == nil {
				out = map[string]Price{}
			}
			out[tier] = *m.Price
		}
	}
	return out
}

// priced tells what a request costs, by the tier that answers it.
func priced(prices map[string]Price) func(casefile.ModelRequest) casefile.Price {
	if len(prices) == 0 {
		return nil
	}
	return func(r casefile.ModelRequest) casefile.Price {
		p, ok := prices[largeTier]
		if !ok || !r.Hard {
			p, ok = prices[defaultTier]
			for tier, stage := range tierStages {
				if own, named := prices[tier]; named && stage == r.For {
					p, ok = own, true
				}
			}
		}
		if !ok {
			return casefile.Price{}
		}
		return casefile.Price(p)
	}
}

// maxPrompt is how many bytes a prompt may have: it leaves a model of 8,192 tokens room for what it is asked.
const maxPrompt = 8 << 10

// readPrompts reads the prompts of a workspace that stand in place of those in the program: prompts/write.en.md and the like.
func readPrompts(root string) (map[string]string, []strictyaml.Problem) {
	known := slices.Sorted(slices.Values(slices.Concat(generate.PromptNames, plan.PromptNames)))
	dir := filepath.Join(root, "prompts")
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, []strictyaml.Problem{{File: "prompts", Line: 1, Msg: err.Error()}}
	}
	var out map[string]string
	var ps []strictyaml.Problem
	for _, e := range entries {
		name, md := strings.CutSuffix(e.Name(), ".md")
		if !md {
			continue
		}
		file := "prompts/" + e.Name()
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		switch {
		case err != nil:
			ps = append(ps, strictyaml.Problem{File: file, Line: 1, Msg: err.Error()})
		case !slices.Contains(known, name):
			ps = append(ps, strictyaml.Problem{File: file, Line: 1, Msg: "no prompt has this name", Hint: strictyaml.DidYouMean(name, known)})
		case len(b) > maxPrompt:
			ps = append(ps, strictyaml.Problem{File: file, Line: 1, Msg: fmt.Sprintf("it is longer than %d bytes", maxPrompt), Hint: "a prompt goes with every request"})
		case strings.TrimSpace(string(b)) == "":
			ps = append(ps, strictyaml.Problem{File: file, Line: 1, Msg: "it is empty", Hint: "take it away to use the prompt of the program"})
		default:
			if out == nil {
				out = map[string]string{}
			}
			out[name] = string(b)
		}
	}
	return out, ps
}

// A ModelHealth is what a probe of one of the workspace's models found.
type ModelHealth struct {
	Tier   string
	Place  string // server and model
	Probed model.Probed
	Err    error // of a short request
}

// ProbeModels asks each model of the workspace for a short reply. It is the only call of a workspace that asks a model outside a case.
func (w *Workspace) ProbeModels(ctx context.Context) []ModelHealth {
	var out []ModelHealth
	for _, tier := range tierNames() {
		m, named := w.file.Models[tier]
		if !named {
			continue
		}
		h := ModelHealth{Tier: tier, Place: m.Model + ", " + m.URL}
		c, err := m.client(w.Root)
		if err != nil {
			h.Err = err
		} else {
			h.Probed, h.Err = c.Probe(ctx)
		}
		out = append(out, h)
	}
	return out
}
