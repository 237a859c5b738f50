package casefile

// A Support is the verdict on one claim.
type Support string

// The verdicts. The zero value means "not judged", and such a claim does not leave.
const (
	Supported    Support = "supported"
	Unconfirmed  Support = "unconfirmed"
	Disputed     Support = "disputed"
	Contradicted Support = "refused"
)

// A Part is the place of a claim in an answer.
type Part string

// The parts, in the order they are read.
const (
	Conclusion Part = "conclusion"
	Basis      Part = "basis"
	Pending    Part = "pending" // to be confirmed
	Next       Part = "next"    // what to do next
)

// A Claim is one sentence of an answer with what it rests on.
type Claim struct {
	Text    string     `json:"text"`
	Part    Part       `json:"part,omitempty"`
	About   string     `json:"about,omitempty"` // its subject in a few words, for saying that it could not be proved
	Cites   []Citation `json:"cites"`
	Support Support    `json:"support"`
	Row     *int       `json:"row,omitempty"` // the row of the cited table it speaks of, where one row is meant
	By      string     `json:"by,omitempty"`  // model, where a model wrote it
}

// A Citation points from a claim to a record of this case.
type Citation struct {
	Evidence string   `json:"evidence"`
	Quote    string   `json:"quote,omitempty"` // stands in the record, word for word
	Start    int      `json:"start,omitempty"` // byte offsets of the quote in the file's text
	End      int      `json:"end,omitempty"`
	Rows     []int    `json:"rows,omitempty"`    // indexes of rows, in a table
	Columns  []string `json:"columns,omitempty"` // the columns it rests on, in a table
}

// An Answer is claims and what is missing; the text is rendered from them, and there is no prose outside them.
type Answer struct {
	Lang      Lang         `json:"lang"`
	Claims    []Claim      `json:"claims"`
	Missing   []string     `json:"missing,omitempty"`
	Notes     []string     `json:"notes,omitempty"`     // claim-free remarks of the program: what was searched, which dates were used
	Reply     string       `json:"reply,omitempty"`     // a fixed, claim-free reply, in place of claims
	Conflicts []Conflict   `json:"conflicts,omitempty"` // records that disagree about its claims, and what was decided
	Status    AnswerStatus `json:"status"`
	Stop      StopReason   `json:"stop"`
}

// A Finding is something wrong with one claim of a draft.
type Finding struct {
	Claim int     `json:"claim"` // index into the draft's claims
	Rule  string  `json:"rule"`
	Why   string  `json:"why"`
	Mark  Support `json:"mark"` // refused, disputed or unconfirmed

	Against string `json:"against,omitempty"` // the record that says otherwise, where two disagree: see Verdict.Conflicts
}

// A Check is one proved value: claim → record → value. The checklist is part of the trace.
type Check struct {
	Claim    int    `json:"claim"`
	What     string `json:"what"` // the words of the claim
	Rule     string `json:"rule"`
	Evidence string `json:"evidence"`
	Value    string `json:"value"` // as the record has it
}

// A Verdict is what a verifier says of a draft: nothing found means every claim is supported.
type Verdict struct {
	Findings  []Finding  `json:"findings,omitempty"`
	Checklist []Check    `json:"checklist,omitempty"`
	Conflicts []Conflict `json:"conflicts,omitempty"` // records that disagree about what a claim says
	Gaps      []Gap      `json:"gaps,omitempty"`      // what to search before the answer leaves: a third source, a second look for a claim
}

// A Conflict is two records that say different things of one thing, and what was decided.
type Conflict struct {
	Claim    int      `json:"claim"` // index into the draft's claims; in an answer, into its claims
	Kind     string   `json:"kind"`  // number, date, negation or contrary
	Sides    [2]Side  `json:"sides"` // the first is what the claim rests on
	Decision Decision `json:"decision"`
	Adopted  string   `json:"adopted,omitempty"` // the record that was adopted
	By       string   `json:"by,omitempty"`      // what it was adopted for: reliability, or sources that say the same
	Why      string   `json:"why"`
}

// A Side is one of two records that disagree, with how far it can be relied on. The scores go from 0 to 1.
type Side struct {
	Evidence   string  `json:"evidence"`
	Quote      string  `json:"quote"`
	Score      float64 `json:"score"`          // of the four below, weighed
	Authority  float64 `json:"authority"`      // what kind of source it is
	Timeliness float64 `json:"timeliness"`     // how new it is, next to the other
	Track      float64 `json:"track"`          // how often it was borne out before
	Quality    float64 `json:"quality"`        // how dense the passage is, with references and data
	Rows       []int   `json:"rows,omitempty"` // indexes of the rows meant, in a table
}

// A Decision is what was done about a conflict.
type Decision string

// The decisions.
const (
	Adopt       Decision = "adopt"        // one side is clearly more reliable, or a third record agrees with it
	ThirdSource Decision = "third_source" // the sides are close: another source is to be searched
	StateBoth   Decision = "state_both"   // nothing tells which is right: both are told
)

// A Gap is a named thing that is missing.
type Gap struct {
	Step   string `json:"step"`
	Field  string `json:"field"`
	About  string `json:"about,omitempty"`
	Why    string `json:"why"`
	Status Status `json:"status,omitempty"` // of the call that left it open
	Tried  int    `json:"tried"`            // how many times it was planned again
	Query  string `json:"query,omitempty"`  // from the verifier or a reviewer: the words to search for
}

// key tells the gaps of a case apart.
func (g Gap) key() string { return g.Step + "\x00" + g.Field }
