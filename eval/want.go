package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	casefile "github.com/casefile/casefile"
)

// Want is what a case checks. What is absent is not checked.
type Want struct {
	Status   []casefile.AnswerStatus `json:"status"`
	Cites    []string                `json:"cites"`
	CitesNot []string                `json:"cites_not"`
	Says     []Pattern               `json:"says"`
	SaysNot  []Pattern               `json:"says_not"`
	Queries  []Pattern               `json:"queries"`
	Tools    map[string]Count        `json:"tools"`
	Stop     []casefile.StopReason   `json:"stop"`

	Values   []string                      `json:"values"`   // each stands in the answer, however it is written
	Evidence []string                      `json:"evidence"` // each is among the records, cited or not
	Args     map[string]map[string]Pattern `json:"args"`     // by tool: some call of it had every argument match
	AsOf     casefile.Date                 `json:"as_of"`    // the day by whose versions every search of documents read
	Secrets  []Pattern                     `json:"secrets"`  // none stands in the answer or in a record of the case
}

// A Pattern is a regular expression (RE2).
type Pattern struct{ *regexp.Regexp }

// UnmarshalJSON compiles the pattern.
func (p *Pattern) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("want a regular expression as a string, got %s", b)
	}
	re, err := regexp.Compile(s)
	if err != nil {
		return fmt.Errorf("regular expression %q: %w", s, err)
	}
	p.Regexp = re
	return nil
}

// A Count is a number of calls: exact, or at most N.
type Count struct {
	N    int
	Most bool
}

// UnmarshalJSON reads 2 or "<=3".
func (c *Count) UnmarshalJSON(b []byte) error {
	s := string(b)
	if strings.HasPrefix(s, `"`) {
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(s), "<=")
		s, c.Most = strings.TrimSpace(rest), ok
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return fmt.Errorf("want a number of calls such as 2 or \"<=3\", got %s", b)
	}
	c.N = n
	return nil
}

// String writes the count as a case file does.
func (c Count) String() string {
	if c.Most {
		return "<=" + strconv.Itoa(c.N)
	}
	return strconv.Itoa(c.N)
}

func (c Count) holds(n int) bool { return n == c.N || c.Most && n < c.N }

var (
	answerStatuses = []casefile.AnswerStatus{casefile.Answered, casefile.PartialAnswer, casefile.Refused,
		casefile.ForbiddenCase, casefile.NeedsApproval, casefile.NeedsInput, casefile.Failed}
	stopReasons = []casefile.StopReason{casefile.StopEnough, casefile.StopNothingLeft, casefile.StopNoGain,
		casefile.StopRounds, casefile.StopCalls, casefile.StopSearches, casefile.StopTokens, casefile.StopMoney,
		casefile.StopTime, casefile.StopRepeated, casefile.StopForbidden, casefile.StopNeedsApproval,
		casefile.StopNeedsInput, casefile.StopCancelled, casefile.StopFault}
)

// check refuses a want that could never be met.
func (w Want) check() error {
	for _, s := range w.Status {
		if !slices.Contains(answerStatuses, s) {
			return fmt.Errorf("status %q does not exist; want one of %v", s, answerStatuses)
		}
	}
	for _, s := range w.Stop {
		if !slices.Contains(stopReasons, s) {
			return fmt.Errorf("stop %q does not exist; want one of %v", s, stopReasons)
		}
	}
	for _, ref := range slices.Concat(w.Cites, w.CitesNot, w.Evidence) {
		if strings.TrimSpace(ref) == "" {
			return errors.New("an empty citation; want doc@version#section, doc@version, doc or tool:NAME")
		}
	}
	for _, v := range w.Values {
		if strings.TrimSpace(v) == "" {
			return errors.New("an empty value; want one such as 3.75% or 2026-09-10")
		}
	}
	return nil
}
