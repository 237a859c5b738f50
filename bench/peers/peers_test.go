package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile/embed"
)

const prompt = `Use the context. Today is 2026-09-20.
Question: How long may books be kept?
<context>
Source: {'source': 'docs/old.md', 'effective_from': '2026-01-01', 'effective_to': '2026-08-31'}
Content: # Loans
Books may be kept for 14 days.

Source: {'source': 'docs/loans.md', 'effective_from': '2026-09-01'}
Content: # Loans
Books may be kept for 21 days. The desk opens at 9.

Source: execute_sql
Content: [('B1', 'O''Brien', 3), ('B2', "it's", None)]
</context>`

func TestShown(t *testing.T) {
	got := shown(prompt)
	if len(got) != 3 || got[0].label != "docs/old.md" || got[0].to != "2026-08-31" || got[1].from != "2026-09-01" || got[2].label != "execute_sql" {
		t.Fatalf("%+v", got)
	}
	if told := got[2].rows[1].told(); told != "B2, it's" {
		t.Errorf("the second row is told as %q", told)
	}
	numbered := shown("Below are several numbered sources of information:\n------\nSource 1:\ntitle: Loans\n\nOne.\n\nSource 2:\nTwo.\n------\nQuery: q\n")
	if len(numbered) != 2 || numbered[0].heading != "Loans" || numbered[0].text != "One." || numbered[1].label != "2" {
		t.Errorf("%+v", numbered)
	}
}

// The model answers from the passage in force, names its source, and says nothing where nothing is said.
func TestModelReads(t *testing.T) {
	book := []question{{text: "How long may books be kept?", Docs: true}, {text: "Who painted the ceiling?", Docs: true}}
	m := &model{book: book, read: reader{embed.NewStatic()}, today: "2026-09-20", lies: map[string][]string{}}
	ask := func(p string) string {
		a, err := m.answer(request{Messages: []message{{Role: "user", Content: content(p)}}})
		if err != nil {
			t.Fatal(err)
		}
		return a.Text
	}
	if got := ask(prompt); !strings.Contains(got, "21 days. [docs/loans.md]") || strings.Contains(got, "14 days") {
		t.Error(got)
	}
	if got := ask("Question: Who painted the ceiling?\n<context>\nSource: x\nContent: Books may be kept for 21 days.\n</context>"); got != unknown {
		t.Error(got)
	}
	m.err = 1
	got := ask(prompt)
	lies := m.told()[book[0].text]
	if len(lies) != 1 || !strings.Contains(squeeze(got), lies[0]) || len(m.told()) != 0 {
		t.Errorf("%q, misstated %q", got, lies)
	}
}

func TestScore(t *testing.T) {
	q := question{Case: "c", text: "What did A1 cost in 2026?"}
	for to, list := range map[*patterns]string{&q.Facts: `["599"]`, &q.Stale: `["799"]`, &q.Secrets: `["899"]`} {
		if err := to.UnmarshalJSON([]byte(list)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		name, text string
		cited      []cited
		lies       []string
		want       score
	}{
		{"right", "It cost 599.", []cited{{"1", "A1; 599.00", "It cost 599."}}, nil, score{said: 1, right: 1, cites: 1, hold: 1, based: 1, backed: 1}},
		{"the source says something else", "It cost 599.", []cited{{"1", "A1; 1,599", "It cost 599."}}, nil, score{said: 1, right: 1, cites: 1, based: 1}},
		{"a leak beside it", "599, and 899.", nil, nil, score{said: 1, leaks: 1}},
		{"an old figure", "It cost 799.", nil, nil, score{stale: 1}},
		{"a lie that left", "It cost  599 or 5", nil, []string{"599or5"}, score{said: 1, misstated: 1, wrong: 1}},
		{"a lie that did not", "It cost 599.", nil, []string{"5991"}, score{said: 1, right: 1, misstated: 1}},
	} {
		var s score
		s.count([]question{q}, map[string]answer{"/c": {Name: "/c", Text: tt.text, Cited: tt.cited}}, map[string][]string{q.text: tt.lies})
		got := score{said: s.said, right: s.right, cites: s.cites, hold: s.hold, based: s.based, backed: s.backed, leaks: s.leaks, stale: s.stale, misstated: s.misstated, wrong: s.wrong}
		if !equal(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func equal(a, b score) bool {
	f := func(s score) []int {
		return []int{s.said, s.right, s.cites, s.hold, s.based, s.backed, s.leaks, s.stale, s.misstated, s.wrong}
	}
	return slices.Equal(f(a), f(b))
}

// Every question is a case of an example, and is asked for something or held to be without an answer.
func TestQuestions(t *testing.T) {
	all, err := readQuestions("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 60 {
		t.Errorf("%d questions", len(all))
	}
	for _, q := range all {
		if q.None == (len(q.Facts) > 0) || q.SQL == "" && !q.Docs {
			t.Errorf("%s: want facts or none, and something to look up", q.name())
		}
	}
}
