package trace

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

// A Shared is one event of a shared trace: what was decided and why, with results cut to their size and hash.
// It tells how a case went to a dashboard or a ticket. It cannot be replayed.
type Shared struct {
	Case     string                `json:"case"`
	Seq      int                   `json:"seq"`
	Time     time.Time             `json:"time"`
	Stage    casefile.Stage        `json:"stage"`
	Step     string                `json:"step,omitempty"`
	Decision string                `json:"decision,omitempty"`
	Why      string                `json:"why,omitempty"`
	Question string                `json:"question,omitempty"`
	Asker    string                `json:"asker,omitempty"` // a hash: the same asker of one tenant has the same one
	Tool     string                `json:"tool,omitempty"`
	Args     string                `json:"args,omitempty"` // hash of the arguments: equal ones of one case have the same one
	AsOf     casefile.Date         `json:"as_of,omitzero"` // of the case; a day that a record bound is a value of that record
	Status   casefile.Status       `json:"status,omitempty"`
	Result   string                `json:"result,omitempty"` // hash of the whole result, as that of the arguments
	Places   []string              `json:"places,omitempty"` // passages that came back, by doc@version#section
	Rows     int                   `json:"rows,omitempty"`
	Gaps     []casefile.Gap        `json:"gaps,omitempty"`
	Rules    []string              `json:"rules,omitempty"` // rules that found something
	Answer   casefile.AnswerStatus `json:"answer,omitempty"`
	Stop     casefile.StopReason   `json:"stop,omitempty"`
	Claims   int                   `json:"claims,omitempty"`
	Usage    *casefile.Usage       `json:"usage,omitempty"`
	Note     string                `json:"note,omitempty"`
}

// Share writes a log as a shared trace, one JSON object a line. Questions are cut to 80 characters; row values, arguments,
// passages and drafts are left out. Arguments and results are hashed with a key that stands in the private log alone: an
// order's id has few digits, and a plain hash of it could be found by trying them all.
func Share(w io.Writer, log Log) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	for i, e := range log.Events {
		s := Shared{Case: e.Case, Seq: e.Seq, Time: e.Time, Stage: e.Stage, Step: e.Step, Decision: e.Decision, Gaps: e.Gaps, Usage: e.Usage}
		if i == 0 {
			s.Note = "shared trace: results are cut to their hash; not replayable"
		}
		if o := e.Open; o != nil {
			s.Question, s.Asker, s.AsOf = short(o.Question, 80), hashOf(o.Asker.Tenant+"/"+o.Asker.User), o.AsOf
		}
		if c := e.Call; c != nil {
			s.Tool, s.Args = c.Tool, log.keyed(c.Args)
		}
		if r := e.Result; r != nil {
			b, err := json.Marshal(r)
			if err != nil {
				return fmt.Errorf("shared trace: %w", err)
			}
			s.Status, s.Result = r.Status, log.keyed(b)
			for _, ev := range r.Evidence {
				if ev.Source != nil {
					s.Places = append(s.Places, ev.Source.Place())
				}
				if ev.Table != nil {
					s.Rows += len(ev.Table.Rows)
				}
			}
		}
		if e.Stage == casefile.StagePlan || e.Stage == casefile.StageJudge {
			s.Why = short(e.Why, 200)
		}
		if v := e.Verdict; v != nil {
			for _, f := range v.Findings {
				s.Rules = append(s.Rules, f.Rule)
			}
		}
		if d := e.Draft; d != nil {
			s.Claims = len(d.Claims)
		}
		if a := e.Answer; a != nil {
			s.Answer, s.Stop, s.Claims = a.Status, a.Stop, len(a.Claims)
		}
		if err := enc.Encode(s); err != nil {
			return fmt.Errorf("shared trace: %w", err)
		}
	}
	return nil
}

func short(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// keyed hashes b with the end of the log's hash chain.
func (l Log) keyed(b []byte) string {
	h := hmac.New(sha256.New, []byte(l.last))
	h.Write(b)
	return hex.EncodeToString(h.Sum(nil)[:8])
}

func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:8])
}
