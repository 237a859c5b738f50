package main

import (
	"testing"

	"github.com/casefile/casefile"
)

// TestNobodySeesWhatIsNotTheirs asks the questions of 32 people in 4 tenants, in one process, and again after rights were taken away.
func TestNobodySeesWhatIsNotTheirs(t *testing.T) {
	w := newWorld(1, 4, 8)
	s, err := open(t.Context(), w, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.w.Close()
	for _, when := range []string{"as granted", "after rights were taken away"} {
		if when != "as granted" {
			w.revoke()
			if err := s.update(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		v, err := s.look(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		if len(w.people) < 30 || v.asked < 3*len(w.people) {
			t.Fatalf("%d people asked %d questions", len(w.people), v.asked)
		}
		for _, l := range v.leaks {
			t.Errorf("%s: %s sees %s in %s: %s", when, l.who, l.code, l.path, l.asked)
		}
		for _, u := range v.unlike {
			t.Errorf("%s: what is not there is told from what is somebody else's: %s", when, u)
		}
		for _, m := range v.missed {
			t.Errorf("%s: not found though allowed: %s", when, m)
		}
		told := 0
		for _, text := range v.answers {
			if codes.MatchString(text) {
				told++
			}
		}
		if told < len(w.people)/2 {
			t.Errorf("%s: only %d answers tell anything: the test looks at nothing", when, told)
		}
	}
}

// TestWarmCachesTellNothing asks in a workspace where everybody asked before, and in one where nobody did.
func TestWarmCachesTellNothing(t *testing.T) {
	w := newWorld(2, 3, 4)
	warm, err := open(t.Context(), w, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer warm.w.Close()
	const q = "What is the reference number of the board minutes?"
	answer := func(s *surveyor, p person) string {
		o, err := s.w.Ask(t.Context(), casefile.Ask{Question: q, Asker: casefile.Identity{Tenant: p.tenant, User: p.user, Roles: p.roles}}, "")
		if err != nil {
			t.Fatal(err)
		}
		var out string
		for _, c := range o.Answer.Claims {
			out += c.Text + "\n"
		}
		return out
	}
	for _, p := range w.people {
		answer(warm, p)
	}
	cold, err := open(t.Context(), w, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer cold.w.Close()
	for i, p := range w.people {
		if i%4 > 0 {
			continue
		}
		if a, b := answer(warm, p), answer(cold, p); a != b {
			t.Errorf("%s: after others asked\n%sand before\n%s", p, a, b)
		}
	}
}

// TestTheReferenceIsWorkedOut holds the reference to a count by hand.
func TestTheReferenceIsWorkedOut(t *testing.T) {
	w := &world{
		docs: []doc{
			{tenant: "a", access: []string{"public"}, code: "1"}, {tenant: "a", access: []string{"user:an"}, code: "2"}, {tenant: "a", access: []string{"role:hr"}, code: "3"},
			{tenant: "b", access: []string{"public"}, code: "4"}, {access: []string{"public"}, code: "5"}, {access: []string{"tenant:b", "role:hr"}, code: "6"},
		},
		orders: []order{{"A1", "a", "an", "7"}, {"A1", "b", "an", "8"}, {"A2", "a", "bo", "9"}},
	}
	for _, c := range []struct {
		who  person
		want string
	}{
		{person{"a", "an", nil}, "1 2 5 7 "},
		{person{"a", "bo", []string{"hr", "desk"}}, "1 3 5 6 7 9 "},
		{person{"b", "an", nil}, "4 5 6 8 "},
		{person{"c", "an", nil}, "5 "},
	} {
		got := ""
		for _, code := range sortedKeys(w.may(c.who)) {
			got += code + " "
		}
		if got != c.want {
			t.Errorf("%s may know %q, want %q", c.who, got, c.want)
		}
	}
}
