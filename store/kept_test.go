package store

import (
	"slices"
	"testing"

	"github.com/casefile/casefile"
)

// A passage that one caller read is kept, and shown to another one, or later, only as far as the index still allows it.
func TestWhatIsKeptIsAskedForAgain(t *testing.T) {
	s := open(t)
	d := doc(t, "p", "1", "", "", "alpha text")
	d.Access = []string{"role:agent"}
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d, doc(t, "q", "1", "", "", "alpha other")}})
	agent, guest := scope(t, "shop", "a", "2026-01-01", "agent"), scope(t, "shop", "g", "2026-01-01")
	expect := func(who casefile.Scope, want ...string) {
		t.Helper()
		for range 2 {
			got := find(t, s, who, "alpha")
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
	}
	expect(agent, "p@1#s1", "q@1#s1")
	expect(guest, "q@1#s1")
	d.Access = []string{"role:manager"}
	d.Hash += "again"
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{d}})
	expect(agent, "q@1#s1")
	expect(scope(t, "shop", "m", "2026-01-01", "manager"), "p@1#s1", "q@1#s1")
}

func TestKeptMakesRoom(t *testing.T) {
	var k kept
	rows := make([]row, 3*maxKept)
	for i := range rows {
		rows[i].id = int64(i)
	}
	k.put("a", rows)
	if n := len(k.now) + len(k.old); n > maxKept {
		t.Errorf("%d are kept", n)
	}
	last := rows[len(rows)-1].id
	found := map[int64]row{}
	if missing := k.get("a", []int64{0, last}, found); !slices.Equal(missing, []int64{0}) || len(found) != 1 {
		t.Errorf("missing %v, found %v", missing, found)
	}
	if missing := k.get("b", []int64{last}, found); len(missing) != 1 {
		t.Error("kept over a change of the index")
	}
}
