package eval

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// fixed answers every question alike.
type fixed struct {
	out    Outcome
	replay string
	err    error
	setups []Setup
	closed int
}

func (f *fixed) Open(_ context.Context, s Setup) (Session, error) {
	f.setups = append(f.setups, s)
	return f, nil
}
func (f *fixed) Answer(context.Context, string, Asker) (Outcome, error) { return f.out, f.err }
func (f *fixed) Replay(context.Context, string) (string, error)         { return f.replay, nil }
func (f *fixed) Close() error                                           { f.closed++; return nil }

// answer is one claim that cites a passage, and one that cites a row.
func answer() Outcome {
	c := casefile.Case{
		Evidence: []casefile.Evidence{
			{ID: "E1", Said: true, Text: "q"},
			{ID: "E2", Tool: "search_documents", Source: &casefile.Source{DocID: "rooms", Version: "V2", Section: "s1"}},
			{ID: "E3", Tool: "badges", Table: &casefile.Table{}},
			{ID: "E4", Tool: "search_documents", Source: &casefile.Source{DocID: "old", Version: "V1", Section: "s1"}},
		},
		Calls: []casefile.Done{
			{Call: casefile.Call{Tool: "search_documents", Args: json.RawMessage(`{"query":"who may enter room 7"}`)}, Reached: true},
			{Call: casefile.Call{Tool: "search_documents", Args: json.RawMessage(`{"query":"keys"}`)}, Reached: true},
			{Call: casefile.Call{Tool: "badges", Args: json.RawMessage(`{"room":7}`)}, Reached: true},
			{Call: casefile.Call{Tool: "badges", Args: json.RawMessage(`{"room":7}`)}, Cached: true},
		},
	}
	a := casefile.Answer{Status: casefile.Answered, Stop: casefile.StopEnough, Claims: []casefile.Claim{
		{Text: "x", Cites: []casefile.Citation{{Evidence: "E1"}, {Evidence: "E2"}}},
		{Text: "y", Cites: []casefile.Citation{{Evidence: "E3"}}},
	}}
	return Outcome{Answer: a, Case: c, Text: "Room 7 opens\nfor 3 badges."}
}

func TestCompare(t *testing.T) {
	tests := []struct{ name, want, why string }{
		{"nothing wanted", `{}`, ""},
		{"status", `{"status":["refused","answered"]}`, ""},
		{"other status", `{"status":["refused","partial"]}`, "status is answered, want refused or partial"},
		{"stop", `{"stop":["limit_calls"]}`, "stop is enough"},
		{"cites by section", `{"cites":["rooms@V2#s1"]}`, ""},
		{"cites by version", `{"cites":["rooms@V2"]}`, ""},
		{"cites by document", `{"cites":["rooms"]}`, ""},
		{"cites by tool", `{"cites":["tool:badges"]}`, ""},
		{"cites another version", `{"cites":["rooms@V1#s1"]}`, "rooms@V1#s1 is not cited; cited are rooms@V2#s1, tool:badges"},
		{"cites a section that starts alike", `{"cites":["rooms@V2#s"]}`, "is not cited"},
		{"in evidence, not cited", `{"cites":["old@V1#s1"]}`, "old@V1#s1 is not cited"},
		{"cites_not", `{"cites_not":["old","rooms@V1"]}`, ""},
		{"cites what it must not", `{"cites_not":["rooms@V2"]}`, "rooms@V2 is cited"},
		{"says", `{"says":["3 badges","^Room \\d"]}`, ""},
		{"does not say", `{"says":["4 badges"]}`, `does not say "4 badges"`},
		{"says what it must not", `{"says_not":["bad.es"]}`, `says "badges"`},
		{"an empty match is a match", `{"says_not":["^"]}`, "forbids"},
		{"queries", `{"queries":["room 7","^keys$"]}`, ""},
		{"no such query", `{"queries":["badge"]}`, "no search matches"},
		{"calls", `{"tools":{"search_documents":2,"badges":1,"other":0}}`, ""},
		{"at most", `{"tools":{"search_documents":"<=2"}}`, ""},
		{"too many", `{"tools":{"search_documents":"<=1"}}`, "search_documents was reached 2 times, want <=1"},
		{"cache hits do not count", `{"tools":{"badges":2}}`, "badges was reached 1 times, want 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var w Want
			if err := strict([]byte(tt.want), &w); err != nil {
				t.Fatal(err)
			}
			got := strings.Join(w.compare(answer()), "; ")
			if (got == "") != (tt.why == "") || !strings.Contains(got, tt.why) {
				t.Errorf("why %q, want %q", got, tt.why)
			}
		})
	}
}

func TestRun(t *testing.T) {
	good := Loaded{Case: Case{Name: "good", Docs: map[string][]byte{"docs/a.md": nil}, Faults: []Fault{{Tool: "f"}}}}
	o := answer()
	tests := []struct {
		name  string
		ws    *fixed
		cases []Loaded
		ok    bool
		why   string
	}{
		{"passes", &fixed{out: o, replay: o.Text}, []Loaded{good}, true, ""},
		{"replay differs", &fixed{out: o, replay: "Room 7 opens\nfor 4 badges."}, []Loaded{good}, false, `line 2 was "for 3 badges." and is "for 4 badges."`},
		{"answer fails", &fixed{err: errors.New("no store")}, []Loaded{good}, false, "answer: no store"},
		{"malformed", &fixed{out: o, replay: o.Text}, []Loaded{{Case: Case{Name: "bad"}, Err: errors.New("line 1")}}, false, "line 1"},
		{"nothing", &fixed{}, nil, false, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Run(t.Context(), tt.ws, tt.cases, Options{})
			if r.OK() != tt.ok || r.Total != len(tt.cases) || r.Passed+r.Failed != r.Total {
				t.Errorf("report %+v", r)
			}
			if len(r.Cases) > 0 && !strings.Contains(r.Cases[0].Why, tt.why) {
				t.Errorf("why %q, want %q", r.Cases[0].Why, tt.why)
			}
			if tt.ws.closed != len(tt.ws.setups) {
				t.Errorf("%d sessions opened, %d closed", len(tt.ws.setups), tt.ws.closed)
			}
		})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := Run(ctx, &fixed{out: o, replay: o.Text}, []Loaded{good}, Options{}); r.OK() || !strings.Contains(r.Cases[0].Why, "not run") {
		t.Errorf("cancelled: %+v", r)
	}
}

func TestReportJSON(t *testing.T) {
	o := answer()
	var b strings.Builder
	r := Run(t.Context(), &fixed{out: o, replay: o.Text}, []Loaded{{Case: Case{Name: "a"}}, {Case: Case{Name: "b"}, Err: errors.New("<no>")}}, Options{})
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var compact strings.Builder
	for line := range strings.Lines(b.String()) {
		compact.WriteString(strings.TrimSpace(line))
	}
	// what other programs read
	for _, want := range []string{`{"format": 2,"total": 2,"passed": 1,"failed": 1,`, `{"name": "a","kind": "","pass": true,"tries": 1,"passes": 1,"why": "",`,
		`{"name": "b","kind": "","pass": false,"tries": 0,"passes": 0,"why": "<no>","diagnosis": {"cause": "not run"},`} {
		if !strings.Contains(compact.String(), want) {
			t.Errorf("got  %s\nwant %s", compact.String(), want)
		}
	}
}
