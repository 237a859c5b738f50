package casefile

import (
	"slices"
	"strings"
)

// A NoticeKind says what a Notice tells.
type NoticeKind string

// The kinds of notice.
const (
	NoticePlan        NoticeKind = "plan"        // a plan was made: its steps, why, and by whom
	NoticeStep        NoticeKind = "step"        // a call is about to be made
	NoticeTool        NoticeKind = "tool"        // a call ended
	NoticeEvidence    NoticeKind = "evidence"    // where the records of a call stand
	NoticeClaim       NoticeKind = "claim"       // a claim that was verified
	NoticeVerdict     NoticeKind = "verdict"     // how many claims of a draft passed
	NoticeWithdrawn   NoticeKind = "withdrawn"   // a claim that was told, and is not in the answer after all
	NoticeProvisional NoticeKind = "provisional" // words of a model while it writes: nobody has verified them, and they may never be said
)

// A Notice is one thing that a reader may be told while a case runs. Exactly the fields of its kind are set.
type Notice struct {
	Kind    NoticeKind `json:"event"`
	Step    string     `json:"step,omitempty"`
	Tool    string     `json:"tool,omitempty"`
	Status  Status     `json:"status,omitempty"`
	Text    string     `json:"text,omitempty"`   // of a claim, a goal, or provisional words
	Why     string     `json:"why,omitempty"`    //
	By      string     `json:"by,omitempty"`     // rule, playbook, model
	Steps   []string   `json:"steps,omitempty"`  // of a plan
	Places  []string   `json:"places,omitempty"` // of records: document@version#section, or the tool's name
	Claim   *Claim     `json:"claim,omitempty"`
	Passed  int        `json:"passed,omitempty"`
	Refused int        `json:"refused,omitempty"`
}

// A Stream makes notices of the events of one case: give its Event to Ask.Progress, its Claimed to Ask.Claimed, and its Provisional to
// Ask.Provisional where provisional words are wanted. A claim is told once it was verified and nothing more is searched for its draft: while
// the draft is written, where that is known by then. It is a view: nothing of the case depends on it. It is for one case, and not safe for
// concurrent use.
type Stream struct {
	tell  func(Notice)
	draft *Answer
	told  []Claim
}

// NewStream returns a stream that gives each notice to tell, in order.
func NewStream(tell func(Notice)) *Stream { return &Stream{tell: tell} }

// Provisional tells words that nobody has verified.
func (s *Stream) Provisional(words string) { s.tell(Notice{Kind: NoticeProvisional, Text: words}) }

// Claimed tells a claim that was verified while its draft is written.
func (s *Stream) Claimed(c Claim) { s.claim(c) }

// Event tells what an event says.
func (s *Stream) Event(e Event) {
	switch {
	case e.Decision == sketched: // nothing of it is said
	case e.Stage == StagePlan && e.Plan != nil && (len(e.Plan.Steps) > 0 || e.Plan.Reply != nil):
		s.plan(*e.Plan)
	case e.Stage == StageCall && e.Call != nil:
		s.tell(Notice{Kind: NoticeStep, Step: e.Step, Tool: e.Call.Tool, By: e.Call.By, Why: e.Why})
	case e.Stage == StageResult && e.Call != nil && e.Result != nil:
		s.result(e)
	case e.Stage == StageGenerate && e.Draft != nil:
		s.draft = e.Draft
	case e.Stage == StageVerify && e.Verdict != nil && s.draft != nil:
		s.verdict(*e.Verdict)
	case e.Stage == StageAnswer && e.Answer != nil:
		s.answer(*e.Answer)
	}
}

func (s *Stream) plan(p Plan) {
	n := Notice{Kind: NoticePlan, Why: p.Why, By: p.By}
	switch {
	case n.By != "":
	case p.Playbook != "":
		n.By = "playbook"
	default:
		n.By = "rule"
	}
	for _, step := range p.Steps {
		n.Steps = append(n.Steps, strings.TrimSpace(step.ID+" "+step.Goal))
	}
	s.tell(n)
}

func (s *Stream) result(e Event) {
	s.tell(Notice{Kind: NoticeTool, Step: e.Step, Tool: e.Call.Tool, Status: e.Result.Status})
	n := Notice{Kind: NoticeEvidence, Step: e.Step, Tool: e.Call.Tool}
	for _, r := range e.Result.Evidence {
		place := e.Call.Tool
		if r.Source != nil {
			place = r.Source.Place()
		}
		if !slices.Contains(n.Places, place) {
			n.Places = append(n.Places, place)
		}
	}
	if len(n.Places) > 0 {
		s.tell(n)
	}
}

// verdict tells what passed, where the verifier asks for nothing more that might change it.
func (s *Stream) verdict(v Verdict) {
	bad := map[int]bool{}
	for _, f := range v.Findings {
		bad[f.Claim] = true
	}
	s.tell(Notice{Kind: NoticeVerdict, Passed: len(s.draft.Claims) - len(bad), Refused: len(bad)})
	if len(v.Gaps) > 0 {
		return
	}
	for i, c := range s.draft.Claims {
		if !bad[i] {
			c.Support = Supported
			s.claim(c)
		}
	}
}

func (s *Stream) claim(c Claim) {
	if !slices.ContainsFunc(s.told, func(o Claim) bool { return o.Text == c.Text }) {
		s.told = append(s.told, c)
		s.tell(Notice{Kind: NoticeClaim, Text: c.Text, By: c.By, Claim: &c})
	}
}

// answer tells the rest of the claims, and takes back what did not come into the answer.
func (s *Stream) answer(a Answer) {
	for _, c := range a.Claims {
		s.claim(c)
	}
	for _, c := range s.told {
		if !slices.ContainsFunc(a.Claims, func(o Claim) bool { return o.Text == c.Text }) {
			s.tell(Notice{Kind: NoticeWithdrawn, Text: c.Text})
		}
	}
}
