package playbook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	casefile "github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// Check returns everything that is wrong with a playbook by itself: each problem names the key at fault.
// Whether its tools and columns exist is for the workspace to tell.
func Check(file string, b Playbook) []strictyaml.Problem {
	c := &checker{file: file, b: b}
	c.head()
	for i, s := range b.Steps {
		c.step(fmt.Sprintf("steps[%d]", i), s)
	}
	for i, s := range b.Report {
		c.sentence(fmt.Sprintf("report[%d]", i), s)
	}
	return c.out
}

type checker struct {
	file string
	b    Playbook
	out  []strictyaml.Problem
}

func (c *checker) add(key, msg, hint string) {
	c.out = append(c.out, strictyaml.Problem{File: c.file, Line: 1, Msg: key + ": " + msg, Hint: hint})
}

func (c *checker) head() {
	if len(c.b.Match) == 0 {
		c.add("match", "it says no question that it answers", "add match: with any: and a list of words")
	}
	for i, m := range c.b.Match {
		if len(m.Any) == 0 && len(m.All) == 0 && len(m.Has) == 0 && len(m.Needs) == 0 {
			c.add(fmt.Sprintf("match[%d]", i), "it matches every question", "add any:, all:, has: or needs:")
		}
	}
	if len(c.b.Report) == 0 {
		c.add("report", "it has no sentence", "add the sentences of the answer")
	}
	for _, name := range slices.Sorted(maps.Keys(c.b.Slots)) {
		s := c.b.Slots[name]
		if len(s.Values) == 0 && len(s.Pattern) == 0 {
			c.add("slots."+name, "it has no value and no pattern", `add values with their words, or pattern: with group (?P<value>…)`)
		}
		for _, p := range s.Pattern {
			if _, err := regexp.Compile(p); err != nil {
				c.add("slots."+name+".pattern", err.Error(), "patterns are RE2")
			}
		}
		for _, v := range s.Values {
			if len(v.Words) == 0 {
				c.add("slots."+name+"."+v.Value, "it has no words", "add the words that mean it")
			}
		}
	}
}

func (c *checker) ids() []string {
	var out []string
	for _, s := range c.b.Steps {
		out = append(out, s.ID)
	}
	return out
}

func (c *checker) step(key string, s Step) {
	if s.ID == "" {
		c.add(key+".id", "it is missing", "give every step a name of its own")
	}
	n := 0
	for _, id := range c.ids() {
		if id == s.ID {
			n++
		}
	}
	if n > 1 {
		c.add(key+".id", fmt.Sprintf("%q is given to %d steps", s.ID, n), "give every step a name of its own")
	}
	if s.Tool == "" {
		c.add(key+".tool", "it is missing", "name the tool to call")
	}
	for _, a := range s.After {
		if !slices.Contains(c.ids(), a) {
			c.add(key+".after", fmt.Sprintf("there is no step %q", a), strictyaml.DidYouMean(a, c.ids()))
		}
	}
	if s.Each != "" && !slices.Contains(c.ids(), s.Each) {
		c.add(key+".each", fmt.Sprintf("there is no step %q", s.Each), strictyaml.DidYouMean(s.Each, c.ids()))
	}
	if s.Each != "" && s.Key == "" {
		c.add(key+".key", "it is missing beside each:", "name the column that tells the rows apart")
	}
	c.condition(key+".if", s.If)
	for _, n := range s.Needs {
		if n.Pattern != "" {
			if _, err := regexp.Compile(n.Pattern); err != nil {
				c.add(key+".needs."+n.Name+".pattern", err.Error(), "patterns are RE2")
			}
		}
		c.template(key+".needs."+n.Name+".in", n.In)
	}
	c.args(key+".args", s.Args, s.Tool)
	c.args(key+".again", s.Again, s.Tool)
}

func (c *checker) args(key string, a Args, tool string) {
	if len(a) == 0 || string(a) == "null" {
		return
	}
	var v map[string]any
	dec := json.NewDecoder(bytes.NewReader(a))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		c.add(key, "no mapping of parameters to values", "")
		return
	}
	if x, ok := v["expression"].(string); ok && tool == "calculate" {
		c.condition(key+".expression", x)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		c.values(key+"."+name, v[name])
	}
}

func (c *checker) values(key string, v any) {
	switch v := v.(type) {
	case string:
		c.template(key, v)
	case []any:
		for _, item := range v {
			c.values(key, item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			c.values(key+"."+name, v[name])
		}
	}
}

func (c *checker) condition(key, src string) {
	if strings.TrimSpace(src) == "" {
		return
	}
	names, err := Names(src)
	if err != nil {
		c.add(key, err.Error(), "")
		return
	}
	c.names(key, names)
}

func (c *checker) template(key, s string) {
	t, err := ParseTemplate(s)
	if err != nil {
		c.add(key, err.Error(), "")
		return
	}
	c.names(key, t.Names())
}

// names refuses a name whose step is misspelled. A name without a point may be a slot: any identifier or kind of thing.
func (c *checker) names(key string, names []string) {
	for _, name := range names {
		head, rest, dotted := strings.Cut(name, ".")
		if !dotted || head == "row" || rest == "from" || rest == "to" || rest == "count" || slices.Contains(c.ids(), head) {
			continue
		}
		c.add(key, fmt.Sprintf("there is no step %q, which %s asks for", head, name), strictyaml.DidYouMean(head, c.ids()))
	}
}

var places = []casefile.Part{"", casefile.Conclusion, casefile.Basis, casefile.Pending, casefile.Next}

func (c *checker) sentence(key string, s Sentence) {
	if s.ZH == "" && s.EN == "" {
		c.add(key, "it has no text", "add zh: and en:")
	}
	if !slices.Contains(places, s.Part) {
		c.add(key+".part", fmt.Sprintf("unknown part %q", s.Part), "known: conclusion, basis, pending, next")
	}
	if s.Each != "" && !slices.Contains(c.ids(), s.Each) {
		c.add(key+".each", fmt.Sprintf("there is no step %q", s.Each), strictyaml.DidYouMean(s.Each, c.ids()))
	}
	if s.Each != "" && s.Key == "" {
		c.add(key+".key", "it is missing beside each:", "name the column that tells the rows apart")
	}
	if s.About.IsZero() && !s.Optional {
		c.add(key+".about", "it is missing", "say in a few words what the sentence is about, for naming it when it cannot be proved")
	}
	c.condition(key+".if", s.If)
	c.template(key+".zh", s.ZH)
	c.template(key+".en", s.EN)
	c.template(key+".about", s.About.ZH)
	c.template(key+".about", s.About.EN)
	c.names(key+".rests_on", s.RestsOn)
}
