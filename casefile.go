package casefile

import (
	"encoding/json"
	"time"
)

// A Lang is a language of questions and answers.
type Lang string

// The two languages. Texts a user reads exist in both.
const (
	Chinese Lang = "zh"
	English Lang = "en"
)

// A Mode says how much the engine may plan. See DESIGN for the modes.
type Mode string

// The modes.
const (
	Auto   Mode = "auto"   // the complexity of the question decides
	Chain  Mode = "chain"  // a playbook, or search then answer; nothing is planned again but for a named gap
	Single Mode = "single" // one planned round
	Agent  Mode = "agent"  // plan, act, review, plan again

	Research Mode = "research" // agent, and what is missing is looked for more than once
)

// A Status is how a tool call ended. The set is closed and the zero value is a fault.
type Status string

// The tool statuses.
const (
	OK        Status = "ok"        // the whole result
	NoHit     Status = "no_hit"    // nothing in what this caller may read and what is in force
	Partial   Status = "partial"   // the tool cut the result; Result.Total has the true count
	Invalid   Status = "invalid"   // the arguments do not fit; Result.Note names the allowed values
	Timeout   Status = "timeout"   // the call did not complete, for whatever reason
	Forbidden Status = "forbidden" // not this caller's, or not there: the same to the caller
)

// Valid reports whether s is one of the six.
func (s Status) Valid() bool {
	switch s {
	case OK, NoHit, Partial, Invalid, Timeout, Forbidden:
		return true
	}
	return false
}

// An AnswerStatus says what kind of answer a case ended with.
type AnswerStatus string

// The answer statuses.
const (
	Answered      AnswerStatus = "answered"
	PartialAnswer AnswerStatus = "partial"
	Refused       AnswerStatus = "refused"
	ForbiddenCase AnswerStatus = "forbidden"
	NeedsApproval AnswerStatus = "needs_approval"
	NeedsInput    AnswerStatus = "needs_input"
	Failed        AnswerStatus = "failed"
)

// ExitCode returns the exit code of the command for s.
func (s AnswerStatus) ExitCode() int {
	switch s {
	case Answered:
		return 0
	case PartialAnswer, Refused:
		return 3
	case ForbiddenCase:
		return 4
	case NeedsApproval:
		return 6
	case NeedsInput:
		return 7
	}
	return 1
}

// A StopReason says why the loop ended. Every answer carries one.
type StopReason string

// The stop reasons.
const (
	StopEnough        StopReason = "enough"
	StopNothingLeft   StopReason = "nothing_left"
	StopNoGain        StopReason = "no_gain"
	StopRounds        StopReason = "limit_rounds"
	StopCalls         StopReason = "limit_calls"
	StopSearches      StopReason = "limit_searches"
	StopTokens        StopReason = "limit_tokens"
	StopMoney         StopReason = "limit_money"
	StopTime          StopReason = "limit_time"
	StopRepeated      StopReason = "repeated"
	StopForbidden     StopReason = "forbidden"
	StopNeedsApproval StopReason = "needs_approval"
	StopNeedsInput    StopReason = "needs_input"
	StopCancelled     StopReason = "cancelled"
	StopFault         StopReason = "fault"
)

// A Case is what the stages see of a question: a read-only view. Only the engine adds to it.
type Case struct {
	ID        string
	Question  string
	Lang      Lang
	Mode      Mode
	Now       time.Time // the clock, in the workspace's zone
	Scope     Scope     // as of today or of the day the caller named
	AsOfSet   bool      // the caller named the as-of day
	Round     int       // 1 in the first round
	Left      int       // tool calls that the budget still allows
	Plan      Plan      // everything planned so far
	Calls     []Done    // every call that ended, in plan order
	Evidence  []Evidence
	Gaps      []Gap      // what is missing, for the planner
	Draft     Answer     // the last draft, for the verifier and the generator
	Findings  []Finding  // what the verifier found in Draft, for the generator
	Conflicts []Conflict // the records that disagree about Draft, for the generator
	Mends     int        // how many times this draft is mended: 0 while there is none
	Tokens    *Ledger    // of models: reserved before each call
	Model     Model      // nil where the workspace has none; its calls are reserved and recorded

	// Tell, when set, may be given each claim of a first draft as soon as it is whole, while the rest is being written. It reports whether
	// the claim is proved and was told: then it stands in the draft unchanged, whatever else comes of the draft.
	Tell func(Claim) bool
}

// Today returns the clock's day.
func (c Case) Today() Date { return DateOf(c.Now) }

// Find returns the evidence with an id.
func (c Case) Find(id string) (Evidence, bool) {
	for _, e := range c.Evidence {
		if e.ID == id {
			return e, true
		}
	}
	return Evidence{}, false
}

// Of returns the evidence that a step brought, in order.
func (c Case) Of(step string) []Evidence {
	var out []Evidence
	for _, e := range c.Evidence {
		for _, s := range e.Steps {
			if s == step {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// A Plan is what a planner wants done. The first plan of a case carries the needs and
// slots; a later one adds steps for the gaps it was given. A plan with a Reply ends the case without another call.
type Plan struct {
	Why      string `json:"why"`
	Playbook string `json:"playbook,omitempty"`
	Needs    []Need `json:"needs,omitempty"`
	Slots    []Slot `json:"slots,omitempty"`
	Steps    []Step `json:"steps,omitempty"`
	Action   string `json:"action,omitempty"` // an action the question asks for, which needs a person's approval
	Reply    *Reply `json:"reply,omitempty"`
	By       string `json:"by,omitempty"` // ByModel where a model made it; else rules did
}

// Step returns the step with an id.
func (p Plan) Step(id string) (Step, bool) {
	for _, s := range p.Steps {
		if s.ID == id {
			return s, true
		}
	}
	return Step{}, false
}

// A Reply is a fixed, claim-free answer: one question back, a greeting, a refusal.
type Reply struct {
	Status AnswerStatus `json:"status"`
	Stop   StopReason   `json:"stop"`
	Text   string       `json:"text"`
}

// A Kind says where the answer to a need is looked for.
type Kind string

// The kinds of need.
const (
	DocumentKind Kind = "document"
	DataKind     Kind = "data"
	CombinedKind Kind = "combined"
)

// A Need is one thing a question asks for.
type Need struct {
	Text        string   `json:"text"`                  // the part of the question
	Kind        Kind     `json:"kind"`                  //
	Lead        Kind     `json:"lead,omitempty"`        // of a combined need, the side that answers it, the other being told only where this one says nothing; combined: both are asked for
	Period      Period   `json:"period,omitzero"`       // the period named, as days
	PeriodText  string   `json:"period_text,omitempty"` // its words
	Granularity string   `json:"granularity,omitempty"` // day, week, month, quarter, year
	Entities    []Slot   `json:"entities,omitempty"`    // what is named
	Not         []Slot   `json:"not,omitempty"`         // what is excluded by name
	Constraints []string `json:"constraints,omitempty"` // implied conditions, in words
	Why         string   `json:"why,omitempty"`
	By          string   `json:"by,omitempty"` // who settled where to look: ByExamples or ByModel; else rules did
}

// A Slot is a value the program read from the question or the clock. It is what the asker says, never a record.
type Slot struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
	Words  string   `json:"words,omitempty"` // the words it was read from
}

// A Field is something a step must bring for the steps and sentences that rest on it.
type Field struct {
	Name    string `json:"name"`
	Pattern string `json:"pattern,omitempty"` // a regular expression over the text of passages; its group "value", or else the whole match, is the value. Without one, Name is a column.
	About   string `json:"about,omitempty"`   // what it is, in the asker's words, for saying that it is missing

	In       string `json:"in,omitempty"`       // a template: only passages whose title, heading path, tags or id hold its words
	Optional bool   `json:"optional,omitempty"` // its absence is no gap
}

// A Step is one sub-task of a plan.
type Step struct {
	ID    string          `json:"id"`
	Goal  string          `json:"goal"`
	After []string        `json:"after,omitempty"` // steps it waits for; empty runs at once, in parallel with its like
	Tool  string          `json:"tool,omitempty"`  // the tool the planner names; empty leaves it to the router
	Args  json.RawMessage `json:"args,omitempty"`  // argument templates; the router fills them in
	Each  string          `json:"each,omitempty"`  // a step whose rows give one call each
	Key   string          `json:"key,omitempty"`   // with Each, the column that names the row
	If    string          `json:"if,omitempty"`    // a condition; where it is false the step is left out
	Needs []Field         `json:"needs,omitempty"` // checked after every result; a missing one is planned again by name
	AsOf  Date            `json:"as_of,omitzero"`  // versions in force on this day, set by the program from a period; a bound record goes before it
	Need  int             `json:"need"`            // index into Plan.Needs
	For   string          `json:"for,omitempty"`   // the step whose gap this one is to close
	Why   string          `json:"why,omitempty"`
	By    string          `json:"by,omitempty"` // ByModel where a model planned it, ByExamples where examples chose the tool
}

// ByModel is what says of a plan, a step, a call or a claim that a model made it.
const ByModel = "model"

// ByExamples is what says of a need, a step and its calls that labelled examples settled where to look, where rules left it open.
const ByExamples = "examples"

// A Call is a step's call of a tool, with its arguments filled in.
type Call struct {
	Step       string          `json:"step"`
	N          int             `json:"n"`             // 0 for the first call of the step; retries and further rows count on
	Key        string          `json:"key,omitempty"` // the row of Step.Each that it is for
	Tool       string          `json:"tool"`
	Args       json.RawMessage `json:"args"`
	By         string          `json:"by"` // rule, playbook, examples, model
	Why        string          `json:"why"`
	Confidence float64         `json:"confidence,omitempty"` // 0 to 1
}

// A Routing is what a router decides on a step: calls to make, or why it is left out.
type Routing struct {
	Calls []Call
	Skip  string
}

// A Done is a call with how it ended. Result.Evidence is not kept here: it is in the case.
type Done struct {
	Call
	Status   Status   `json:"status"`
	Note     string   `json:"note,omitempty"`
	NoteZH   string   `json:"note_zh,omitempty"`
	Evidence []string `json:"evidence,omitempty"` // ids
	AsOf     Date     `json:"as_of,omitzero"`
	Cached   bool     `json:"cached,omitempty"`
	Reached  bool     `json:"reached"` // the call reached the tool (false: cache, or refused by the budget)
}

// A ToolSpec is what a planner, a router and a model know of a tool.
type ToolSpec struct {
	Name   string          `json:"name"`
	Does   string          `json:"does"`
	When   string          `json:"when"`
	Not    string          `json:"not"`
	Params []Param         `json:"params"`
	Schema json.RawMessage `json:"schema"`           // OpenAI function-calling JSON Schema of the arguments
	Gives  []Column        `json:"gives,omitempty"`  // the columns of its rows
	Words  []string        `json:"words,omitempty"`  // words of questions it answers
	Search bool            `json:"search,omitempty"` // counts against the searches a tool may make
	Kinds  []string        `json:"kinds,omitempty"`  // document kinds it searches; empty: all
	Say    map[Lang]string `json:"say,omitempty"`    // sentence template for a row
	Owned  bool            `json:"owned,omitempty"`  // it has an ownership check: no row is forbidden
	Bind   string          `json:"bind,omitempty"`   // the column that gives the as-of day of the steps after it
	Single bool            `json:"single,omitempty"` // it gives one row at most, so its wire form is that row
}

// A Param is one argument of a tool.
type Param struct {
	Name     string            `json:"name"`
	Type     string            `json:"type"` // text, enum, integer, number, date, period, identifier, boolean
	List     bool              `json:"list,omitempty"`
	Required bool              `json:"required,omitempty"`
	Default  json.RawMessage   `json:"default,omitempty"`
	Values   []string          `json:"values,omitempty"`  // of an enum
	Aliases  map[string]string `json:"aliases,omitempty"` // other words for a value → the value
	Entity   string            `json:"entity,omitempty"`  // what kind of thing it names: two parameters with one entity take each other's values
	Exclude  bool              `json:"exclude,omitempty"` // with Entity: takes what the question excludes, and nothing else
	Pattern  string            `json:"pattern,omitempty"` // of an identifier
	Kind     string            `json:"kind,omitempty"`    // of an identifier: its name in the workspace's identifiers
	Widen    int               `json:"widen,omitempty"`   // of a period: the days to widen to when nothing is found
	Min      *int64            `json:"min,omitempty"`
	Max      *int64            `json:"max,omitempty"`
	Meaning  string            `json:"meaning,omitempty"`
	Ask      map[Lang]string   `json:"ask,omitempty"` // the question back when it is missing
}

// A Query asks for passages.
type Query struct {
	Text  string
	Kinds []string // document kinds; empty: all
	Not   []string // names whose documents and sections are left out
	Tags  []string
	Limit int // 0 means 5

	Period Period // documents about these days come first; zero: the period that Text names
}

// A Found is what a search found, and what is to be said of how.
type Found struct {
	Hits   []Hit
	Cached bool   // nothing was searched: the hits are of an earlier search that still holds
	Note   string // what acted on the order, or was left out; empty where nothing is to be said
	NoteZH string
}

// A Hit is a passage found.
type Hit struct {
	Source    Source
	Text      string
	Head      string // the head row of the table that the passage continues; not part of Text
	Untrusted bool   // carries text that was hidden, or marked as an instruction
	Blanked   []Blank
	Units     []Unit // the sentences of Text that are about the question, in order; a search sets them for its first results
}

// A Unit is one sentence, row or item of a passage.
type Unit struct {
	Start     int     `json:"start"` // byte offsets in the passage's text
	End       int     `json:"end"`
	Relevance float64 `json:"relevance"`           // 0 to 1
	Heading   bool    `json:"heading,omitempty"`   // it is about the question only together with the headings above it
	Neighbour bool    `json:"neighbour,omitempty"` // it stands here for the sentence beside it, which cannot be read alone
}
