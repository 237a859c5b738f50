package strictyaml

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
	"go.yaml.in/yaml/v3"
)

type upper string

func (u *upper) UnmarshalYAML(n *yaml.Node) error {
	if n.Value == "bad" {
		return fmt.Errorf("bad is not allowed")
	}
	if n.Value == "worse" {
		return Problems{{Msg: "worse is not allowed", Hint: "use better", Line: n.Line + 5}}
	}
	*u = upper(strings.ToUpper(n.Value))
	return nil
}

type common struct {
	Note string `yaml:"note"`
}

type sample struct {
	common   `yaml:",inline"`
	Name     string            `yaml:"name"`
	Version  string            `yaml:"version"`
	Rounds   int               `yaml:"rounds"`
	Share    float64           `yaml:"share"`
	On       bool              `yaml:"on_off"`
	From     casefile.Date     `yaml:"effective_from"`
	Tags     []string          `yaml:"tags"`
	Wait     time.Duration     `yaml:"wait"`
	Min      *int64            `yaml:"min"`
	Labels   map[string]string `yaml:"labels"`
	Items    []item            `yaml:"items"`
	Raw      *yaml.Node        `yaml:"raw"`
	Any      any               `yaml:"any"`
	Shout    upper             `yaml:"shout"`
	Untagged string
	hidden   string
}

type item struct {
	Path string `yaml:"path"`
	Kind string `yaml:"kind"`
}

func TestDecodeFillsEveryKindOfField(t *testing.T) {
	var s sample
	ps := Decode("w.yaml", []byte(`
note: inline
name: 退货
version: 2.10
rounds: 8
share: 1
on_off: true
effective_from: 2026-09-01
tags: one
wait: 30s
min: 0x10
labels: {a: 1, b: true}
items:
  - path: docs
    kind: policy
raw: {x: [1, 2]}
any: [1, a]
shout: abc
untagged: yes
`), 1, &s)
	if len(ps) != 0 {
		t.Fatalf("problems: %v", ps)
	}
	if s.Note != "inline" || s.Name != "退货" || s.Version != "2.10" || s.Rounds != 8 || s.Share != 1 || !s.On ||
		s.From.String() != "2026-09-01" || !reflect.DeepEqual(s.Tags, []string{"one"}) || s.Wait != 30*time.Second ||
		*s.Min != 16 || !reflect.DeepEqual(s.Labels, map[string]string{"a": "1", "b": "true"}) ||
		!reflect.DeepEqual(s.Items, []item{{"docs", "policy"}}) || s.Raw.Line != 16 ||
		!reflect.DeepEqual(s.Any, []any{1, "a"}) || s.Shout != "ABC" || s.Untagged != "yes" || s.hidden != "" {
		t.Errorf("got %+v", s)
	}
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"unknown key with a near one", "verson: 2", `f.yaml:10: unknown key "verson"; did you mean "version"?`},
		{"camel case is near snake case", "effectiveFrom: 2026-01-01", `f.yaml:10: unknown key "effectiveFrom"; did you mean "effective_from"?`},
		{"unknown key in an item", "items:\n- pth: x", `f.yaml:11: items[0]: unknown key "pth"; did you mean "path"?`},
		{"unknown key, nothing near", "items:\n- zzzzzz: x", `f.yaml:11: items[0]: unknown key "zzzzzz"; known: kind, path`},
		{"text for a number", "name: a\nrounds: many", `f.yaml:11: rounds: want a whole number, got "many"`},
		{"quoted number for a number", "rounds: '8'", `f.yaml:10: rounds: want a whole number, got "8"`},
		{"fraction for a whole number", "rounds: 1.5", `f.yaml:10: rounds: want a whole number, got "1.5"`},
		{"too large", "rounds: 99999999999999999999", `f.yaml:10: rounds: want a whole number, got "99999999999999999999"`},
		{"text for a boolean", "on_off: on", `f.yaml:10: on_off: want true or false, got "on"`},
		{"a day that does not exist", "effective_from: 2026-02-30", `f.yaml:10: effective_from: date "2026-02-30": want YYYY-MM-DD, for example 2026-09-10`},
		{"mapping for text", "name: {a: b}", `f.yaml:10: name: want text, got a mapping; put text that holds a colon or begins with a brace in quotes`},
		{"list for text", "name: [a]", `f.yaml:10: name: want text, got a list`},
		{"mapping for a list", "tags: {a: b}", `f.yaml:10: tags: want a list, got a mapping; begin each item with a dash`},
		{"text for a mapping", "labels: a", `f.yaml:10: labels: want a mapping of keys to values, got "a"`},
		{"duration without a unit", "wait: 30", `f.yaml:10: wait: want a duration, got "30"; for example 30s, 5m or 2h`},
		{"key twice", "name: a\nname: b", `f.yaml:11: key "name" is given twice; it stands on line 10 already`},
		{"custom error", "shout: bad", `f.yaml:10: shout: bad is not allowed`},
		{"custom problems", "shout: worse", `f.yaml:15: shout: worse is not allowed; use better`},
		{"merge key", "labels:\n  <<: {a: b}", `f.yaml:11: labels: merge keys (<<) are not supported; write the keys out`},
		{"two documents", "name: a\n---\nname: b", `f.yaml:11: a second YAML document; keep one document in the file and remove the line ---`},
		{"a list at the top", "- a", `f.yaml:10: want a mapping of keys to values, got a list`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ps := Decode("f.yaml", []byte(tt.in), 10, &sample{})
			if len(ps) != 1 || ps[0].String() != tt.want {
				t.Errorf("got  %v\nwant %s", ps, tt.want)
			}
		})
	}
}

func TestAllProblemsAtOnceAndTheRestFilledIn(t *testing.T) {
	var s sample
	ps := Decode("f.yaml", []byte("nme: a\nrounds: x\nversion: V2\nitems: [{path: a}, {kind: [1]}]\n"), 1, &s)
	if len(ps) != 3 || ps[0].Line != 1 || ps[1].Line != 2 || ps[2].Line != 4 {
		t.Errorf("got %v", ps)
	}
	if s.Version != "V2" || s.Items[0].Path != "a" {
		t.Errorf("good fields lost: %+v", s)
	}
}

func TestSyntaxErrorHasItsLine(t *testing.T) {
	ps := Decode("f.yaml", []byte("name: a\nversion: b: c\n"), 100, &sample{})
	if len(ps) != 1 || ps[0].Line != 101 || !strings.Contains(ps[0].Msg, "not valid YAML") || ps[0].Hint == "" {
		t.Errorf("got %+v", ps)
	}
}

func TestEmptyAndNullLeaveTheDefaults(t *testing.T) {
	for _, in := range []string{"", "# only a comment\n", "---\n", "null\n", "name:\nrounds: ~\n"} {
		s := sample{Name: "default", Rounds: 8}
		if ps := Decode("f.yaml", []byte(in), 1, &s); len(ps) != 0 || s.Name != "default" || s.Rounds != 8 {
			t.Errorf("%q: %v, %+v", in, ps, s)
		}
	}
}

func TestBombsEndWithAProblem(t *testing.T) {
	bomb := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 12; i++ {
		bomb += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9), i-1)
	}
	type lists map[string][][][][][][][][][][][][]string
	var l lists
	if ps := Decode("f.yaml", []byte(bomb), 1, &l); len(ps) == 0 {
		t.Error("an alias bomb passed")
	}
	var any map[string]any
	if ps := Decode("f.yaml", []byte(bomb), 1, &any); len(ps) == 0 {
		t.Error("an alias bomb passed into any")
	}
	type loop struct {
		Next *loop `yaml:"next"`
	}
	var lp loop
	if ps := Decode("f.yaml", []byte("next: &n\n  next: *n\n"), 1, &lp); len(ps) == 0 {
		t.Error("a loop passed")
	}
	if ps := Decode("f.yaml", []byte(strings.Repeat("[", 20000)), 1, &l); len(ps) == 0 {
		t.Error("deep nesting passed")
	}
}

func TestNearest(t *testing.T) {
	known := []string{"title", "tags", "version", "effective_from", "effective_to"}
	for in, want := range map[string]string{"titel": "title", "tag": "tags", "versoin": "version", "effective-from": "effective_from", "colour": "", "x": ""} {
		if got := Nearest(in, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{"name: a", "items: [{path: x}]", "a: &a [*a]", "? {a: b}\n: c", "\xff", "name: !!binary x", "raw: *x", "<<: 1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		var s sample
		for _, p := range Decode("f.yaml", []byte(in), 3, &s) {
			if p.File != "f.yaml" || p.Line < 1 || p.Msg == "" {
				t.Errorf("%q: a problem without its place: %+v", in, p)
			}
		}
	})
}
