package casefile

import (
	"encoding/json"
	"time"
)

// A Stage names the arrow of the loop that an event stands for.
type Stage string

// The stages, in the order a case passes them.
const (
	StageOpen     Stage = "open"     // the question, who asks, the clock, the rules in use
	StagePlan     Stage = "plan"     // a plan, or the steps added for a gap
	StageRoute    Stage = "route"    // a step was left out, or turned into calls
	StageCall     Stage = "call"     // a call is about to be made
	StageResult   Stage = "result"   // a call ended
	StageJudge    Stage = "judge"    // is the evidence enough; what is missing
	StageGenerate Stage = "generate" // a draft
	StageVerify   Stage = "verify"   // the verdict on the draft
	StageModel    Stage = "model"    // a stage asks a model, or has its reply
	StageAnswer   Stage = "answer"   // the answer that leaves; the last event of a case
)

// An Event is one arrow of a case. Each is written before the action it announces, and
// the answer before it is shown. Exactly the fields of its stage are set.
type Event struct {
	Case     string    `json:"case"`
	Seq      int       `json:"seq"`
	Time     time.Time `json:"time"`
	Stage    Stage     `json:"stage"`
	Step     string    `json:"step,omitempty"`
	Decision string    `json:"decision,omitempty"`
	Why      string    `json:"why,omitempty"`
	Open     *Opening  `json:"open,omitempty"`
	Plan     *Plan     `json:"plan,omitempty"`
	Call     *Call     `json:"call,omitempty"`
	AsOf     Date      `json:"as_of,omitzero"`
	Result   *Result   `json:"result,omitempty"`
	Evidence []string  `json:"evidence,omitempty"` // ids given to the result's evidence
	Gaps     []Gap     `json:"gaps,omitempty"`
	Draft    *Answer   `json:"draft,omitempty"`
	Verdict  *Verdict  `json:"verdict,omitempty"`
	Answer   *Answer   `json:"answer,omitempty"`
	Usage    *Usage    `json:"usage,omitempty"`

	Model *ModelCall `json:"model,omitempty"`
}

// An Opening is how a case began. Rules is what the pure stages work by, so that a replay needs nothing else.
type Opening struct {
	Question string          `json:"question"`
	Asker    Identity        `json:"asker"`
	Now      time.Time       `json:"now"`
	Zone     string          `json:"zone"`
	AsOf     Date            `json:"as_of"`
	AsOfSet  bool            `json:"as_of_set,omitempty"`
	Lang     Lang            `json:"lang"`
	Mode     Mode            `json:"mode"`
	Budget   Budget          `json:"budget"`
	Rules    json.RawMessage `json:"rules,omitempty"`
	Format   string          `json:"format,omitempty"` // how the answer was printed: text or json
	Where    string          `json:"where,omitempty"`  // the log's own path, as the answer names it
}

// A Budget bounds a case. Each unit is reserved before it is spent. The zero value of a field is its default.
type Budget struct {
	Rounds   int           `json:"rounds,omitempty"`   // plan–verify rounds; 0 means 8
	Calls    int           `json:"calls,omitempty"`    // tool calls, retries included; 0 means 32
	Searches int           `json:"searches,omitempty"` // calls of one search tool; 0 means 3
	Tokens   int           `json:"tokens,omitempty"`   // model tokens; 0 means 200,000
	Money    float64       `json:"money,omitempty"`    // of models, by Engine.Price; 0 means no limit
	Idle     int           `json:"idle,omitempty"`     // rounds that bring no new record; 0 means 2
	Time     time.Duration `json:"time,omitempty"`     // wall clock; 0 means 60 s
}

// Usage is what a case spent.
type Usage struct {
	ModelCalls   int   `json:"model_calls"`
	InputTokens  int   `json:"input_tokens"`
	OutputTokens int   `json:"output_tokens"`
	ToolCalls    int   `json:"tool_calls"` // calls that reached a tool
	WallMS       int64 `json:"wall_ms"`

	Money float64 `json:"money,omitempty"` // what the models cost, where their prices are known
}
