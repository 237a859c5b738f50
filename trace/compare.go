package trace

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/casefile/casefile"
)

// A Memory keeps events in memory. It is safe for concurrent use; its zero value is empty.
type Memory struct {
	mu     sync.Mutex
	events []casefile.Event
}

// Record keeps one event.
func (m *Memory) Record(_ context.Context, e casefile.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.events == nil {
		m.events = make([]casefile.Event, 0, 32)
	}
	m.events = append(m.events, e)
	return nil
}

// Events returns what was recorded, in order.
func (m *Memory) Events() []casefile.Event {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.events[:len(m.events):len(m.events)]
}

// A Rest appends to a log what an earlier run did not get to: the events that are already there are not written again.
type Rest struct {
	mu   sync.Mutex
	log  casefile.Trace
	have map[string]string
	nth  map[string]int
	seq  int
}

// NewRest returns a Rest over a log that holds events.
func NewRest(log casefile.Trace, events []casefile.Event) *Rest {
	r := &Rest{log: log, have: map[string]string{}, nth: map[string]int{}, seq: len(events)}
	keys(events, func(key string, e casefile.Event) { r.have[key] = content(e) })
	return r
}

// Record writes an event that is new.
func (r *Rest) Record(ctx context.Context, e casefile.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := keyOf(e, r.nth)
	if old, ok := r.have[key]; ok && old == content(e) {
		return nil
	}
	r.seq++
	e.Seq = r.seq
	return r.log.Record(ctx, e)
}

// A Difference is the first event in which two traces of a case differ.
type Difference struct {
	Line  int            // of the recorded event, from 1; 0 when it was not recorded
	Stage casefile.Stage //
	Step  string         //
	What  string         // the rule, field or call that differs
	Was   string         // as recorded, cut
	Is    string         // as replayed, cut
}

// String says where and how.
func (d *Difference) String() string {
	where := "not in the record"
	if d.Line > 0 {
		where = fmt.Sprintf("line %d", d.Line)
	}
	s := string(d.Stage)
	if d.Step != "" {
		s += " " + d.Step
	}
	return fmt.Sprintf("%s, %s: %s: recorded %s, now %s", where, s, d.What, d.Was, d.Is)
}

// Compare returns the first difference between a record and a replay of it, nil when there is none.
// Results of one wave may stand in any order; times, spent time and places of logs are not compared.
func Compare(recorded Log, replayed []casefile.Event) *Difference {
	is := map[string]casefile.Event{}
	keys(replayed, func(key string, e casefile.Event) { is[key] = e })
	at := 0
	var diff *Difference
	keys(recorded.Events, func(key string, was casefile.Event) {
		at++
		if diff != nil {
			return
		}
		now, ok := is[key]
		delete(is, key)
		if !ok {
			diff = &Difference{Line: recorded.Lines[at-1], Stage: was.Stage, Step: was.Step, What: "event", Was: cut(content(was)), Is: "nothing"}
			return
		}
		if content(was) == content(now) {
			return
		}
		what, a, b := firstDifference(was, now)
		diff = &Difference{Line: recorded.Lines[at-1], Stage: was.Stage, Step: was.Step, What: what, Was: cut(a), Is: cut(b)}
	})
	if diff != nil || len(is) == 0 {
		return diff
	}
	keys(replayed, func(key string, e casefile.Event) {
		if _, extra := is[key]; extra && diff == nil {
			diff = &Difference{Stage: e.Stage, Step: e.Step, What: "event", Was: "nothing", Is: cut(content(e))}
		}
	})
	return diff
}

// firstDifference names what differs between two events of one key: a verdict's rule, or the first field.
func firstDifference(was, now casefile.Event) (what, a, b string) {
	if was.Verdict != nil && now.Verdict != nil {
		if rule, x, y := ruleDifference(was.Verdict.Findings, now.Verdict.Findings); rule != "" {
			return "rule " + rule, x, y
		}
	}
	var x, y map[string]json.RawMessage
	_ = json.Unmarshal([]byte(content(was)), &x)
	_ = json.Unmarshal([]byte(content(now)), &y)
	for _, f := range []string{"decision", "why", "plan", "call", "as_of", "result", "evidence", "gaps", "draft", "verdict", "answer", "usage", "open"} {
		if !bytes.Equal(x[f], y[f]) {
			p, v, w := inside(f, x[f], y[f])
			return p, v, w
		}
	}
	return "event", content(was), content(now)
}

// inside descends to the innermost value that differs.
func inside(path string, a, b json.RawMessage) (string, string, string) {
	var x, y map[string]json.RawMessage
	if json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && x != nil && y != nil {
		var names []string
		for k := range x {
			names = append(names, k)
		}
		for k := range y {
			if _, ok := x[k]; !ok {
				names = append(names, k)
			}
		}
		if k := firstUnequal(names, x, y); k != "" {
			return inside(path+"."+k, x[k], y[k])
		}
	}
	var l, m []json.RawMessage
	if json.Unmarshal(a, &l) == nil && json.Unmarshal(b, &m) == nil && l != nil && m != nil {
		for i := range min(len(l), len(m)) {
			if !bytes.Equal(l[i], m[i]) {
				return inside(fmt.Sprintf("%s[%d]", path, i), l[i], m[i])
			}
		}
	}
	return path, string(a), string(b)
}

func firstUnequal(names []string, x, y map[string]json.RawMessage) string {
	first := ""
	for _, k := range names {
		if !bytes.Equal(x[k], y[k]) && (first == "" || k < first) {
			first = k
		}
	}
	return first
}

func ruleDifference(was, now []casefile.Finding) (rule, a, b string) {
	say := func(f casefile.Finding) string { return fmt.Sprintf("claim %d: %s (%s)", f.Claim, f.Mark, f.Why) }
	for i := range max(len(was), len(now)) {
		switch {
		case i >= len(was):
			return now[i].Rule, "no finding", say(now[i])
		case i >= len(now):
			return was[i].Rule, say(was[i]), "no finding"
		case was[i] != now[i]:
			return was[i].Rule, say(was[i]), say(now[i])
		}
	}
	return "", "", ""
}

// keys walks events with the key of each: calls and results by their call, others by how many of their stage came before.
func keys(events []casefile.Event, f func(key string, e casefile.Event)) {
	nth := map[string]int{}
	for _, e := range events {
		f(keyOf(e, nth), e)
	}
}

func keyOf(e casefile.Event, nth map[string]int) string {
	if (e.Stage == casefile.StageCall || e.Stage == casefile.StageResult) && e.Call != nil {
		return fmt.Sprintf("%s %s %d", e.Stage, e.Call.Step, e.Call.N)
	}
	nth[string(e.Stage)]++
	return fmt.Sprintf("%s #%d", e.Stage, nth[string(e.Stage)])
}

// content is what must be equal in two events of one key.
func content(e casefile.Event) string {
	e.Time, e.Seq = time.Time{}, 0
	if e.Open != nil {
		o := *e.Open
		o.Where, o.Format = "", ""
		e.Open = &o
	}
	if e.Usage != nil {
		u := *e.Usage
		u.WallMS = 0
		e.Usage = &u
	}
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func cut(s string) string {
	if s == "" {
		return "nothing"
	}
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return string(r)
}
