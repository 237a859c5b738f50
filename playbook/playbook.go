// Package playbook holds fixed chains: what a playbook file says, how its names resolve against a case
// to values and to where these stand, and how its templates are written out.
//
// The same names and templates serve the steps of a plan that no playbook made.
package playbook

import (
	"encoding/json"

	casefile "github.com/casefile/casefile"
)

// A Playbook is a fixed chain: when it matches, what is called, what must be found and how the report reads.
type Playbook struct {
	Name     string            `yaml:"name" json:"name"`
	Does     string            `yaml:"does" json:"does,omitempty"`
	Match    Matches           `yaml:"match" json:"match"`
	Ask      map[string]Text   `yaml:"ask" json:"ask,omitempty"`           // slot → the question back when it is missing
	Defaults map[string]string `yaml:"defaults" json:"defaults,omitempty"` // slot → its words when the question does not give it
	Slots    map[string]Slot   `yaml:"slots" json:"slots,omitempty"`
	Steps    []Step            `yaml:"steps" json:"steps"`
	Report   []Sentence        `yaml:"report" json:"report"`
}

// Matches are the ways a playbook can match; one is enough.
type Matches []Match

// A Match says which questions a playbook answers.
type Match struct {
	Needs    []string   `yaml:"needs" json:"needs,omitempty"` // slots without which there is a question back
	Has      []string   `yaml:"has" json:"has,omitempty"`     // slots without which it does not match
	Any      []string   `yaml:"any" json:"any,omitempty"`     // at least one of these words
	All      [][]string `yaml:"all" json:"all,omitempty"`     // one word of each list
	None     []string   `yaml:"none" json:"none,omitempty"`   // none of these
	Priority int        `yaml:"priority" json:"priority,omitempty"`
}

// A Text is one text in both languages. A file may give one text for both.
type Text struct {
	ZH string `yaml:"zh" json:"zh,omitempty"`
	EN string `yaml:"en" json:"en,omitempty"`
}

// In returns the text in a language, or else in the other one.
func (t Text) In(lang casefile.Lang) string {
	if lang == casefile.English && t.EN != "" || t.ZH == "" {
		return t.EN
	}
	return t.ZH
}

// IsZero reports whether there is no text.
func (t Text) IsZero() bool { return t == Text{} }

// A Slot reads a value from the question: by words, one list a value, or by patterns whose group "value" is the value.
type Slot struct {
	Values  []SlotValue `json:"values,omitempty"`
	Pattern []string    `json:"pattern,omitempty"`
}

// A SlotValue is one value of a slot and the words that mean it.
type SlotValue struct {
	Value string   `json:"value"`
	Words []string `json:"words"`
}

// A Step is one call of a playbook, or one call for each row of another step.
type Step struct {
	ID    string   `yaml:"id" json:"id"`
	Tool  string   `yaml:"tool" json:"tool"`
	After []string `yaml:"after" json:"after,omitempty"`
	Goal  Text     `yaml:"goal" json:"goal,omitzero"`
	Args  Args     `yaml:"args" json:"args,omitempty"`
	Again Args     `yaml:"again" json:"again,omitempty"`
	Needs Needs    `yaml:"needs" json:"needs,omitempty"`
	Each  string   `yaml:"each" json:"each,omitempty"`
	Key   string   `yaml:"key" json:"key,omitempty"`
	If    string   `yaml:"if" json:"if,omitempty"`
	AsOf  string   `yaml:"as_of" json:"as_of,omitempty"`
}

// Args are argument templates: a JSON object whose texts may hold names in braces. Empty when not given.
type Args json.RawMessage

// MarshalJSON writes the object as it is.
func (a Args) MarshalJSON() ([]byte, error) {
	if len(a) == 0 {
		return []byte("null"), nil
	}
	return a, nil
}

// UnmarshalJSON keeps the object as it is.
func (a *Args) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*a = nil
		return nil
	}
	*a = append(Args(nil), b...)
	return nil
}

// Needs are the fields a step must bring, in the file's order.
type Needs []Need

// A Need is a column of the rows, or with Pattern a place in the text of the passages.
type Need struct {
	Name     string `json:"name"`
	Pattern  string `json:"pattern,omitempty"`
	About    Text   `json:"about,omitzero"`
	In       string `json:"in,omitempty"` // a template: only passages whose title, heading path, tags or id hold these words
	Optional bool   `json:"optional,omitempty"`
}

// A Sentence is one sentence of the report, a claim like any other.
type Sentence struct {
	About    Text          `yaml:"about" json:"about,omitzero"`
	Part     casefile.Part `yaml:"part" json:"part,omitempty"` // default conclusion
	If       string        `yaml:"if" json:"if,omitempty"`
	Each     string        `yaml:"each" json:"each,omitempty"`
	Key      string        `yaml:"key" json:"key,omitempty"`
	ZH       string        `yaml:"zh" json:"zh,omitempty"`
	EN       string        `yaml:"en" json:"en,omitempty"`
	RestsOn  []string      `yaml:"rests_on" json:"rests_on,omitempty"`
	Optional bool          `yaml:"optional" json:"optional,omitempty"` // where its condition is unknown nothing is said to be missing
}

// Text returns the sentence's template in a language, or else in the other one.
func (s Sentence) Text(lang casefile.Lang) string { return Text{s.ZH, s.EN}.In(lang) }

// Step returns the step with an id.
func (p *Playbook) Step(id string) (Step, bool) {
	for _, s := range p.Steps {
		if s.ID == id {
			return s, true
		}
	}
	return Step{}, false
}

// An Action is something that a person must approve: the words that ask for it, and what is said then.
type Action struct {
	Words []string `yaml:"words" json:"words"`
	Say   Text     `yaml:"say" json:"say"`
}

// Required begins the reason of a step that the workspace requires, whether or not the question needs it.
const Required = "required"

// NotGiven begins a constraint of a need that no declared function meets: what is to be worked out follows.
const NotGiven = "not given: "

// NothingChanges is a constraint of a need that orders a change which nothing here carries out: that is said, and what the documents say of it.
const NothingChanges = "an order to change something, which nothing here does"
