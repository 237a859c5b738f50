package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const whole = `a comment
-- question --
Who may enter room 7?
-- asker.json --
{"tenant":"t","user":"u1","roles":["r"]}
-- clock --
2026-09-20T10:00:00+08:00
-- docs/a/note.md --
# Note
-- faults.json --
[{"tool":"search_documents","call":1,"status":"timeout"},{"tool":"f","keep":0},{"tool":"f","call":2,"delay_ms":5}]
-- want.json --
{"status":["answered","partial"],"cites":["a@1#s","tool:f"],"cites_not":["b"],"says":["room\\s7"],"says_not":["x"],
 "queries":["enter"],"tools":{"f":2,"search_documents":"<=3"},"stop":["enough"]}
`

func TestParse(t *testing.T) {
	c, err := Parse("x/enter.txtar", []byte(whole))
	if err != nil {
		t.Fatal(err)
	}
	if c.Name != "enter" || c.Question != "Who may enter room 7?" || c.Asker.User != "u1" || len(c.Asker.Roles) != 1 {
		t.Errorf("head: %+v", c)
	}
	if want := time.Date(2026, 9, 20, 2, 0, 0, 0, time.UTC); !c.Clock.Equal(want) {
		t.Errorf("clock %v, want %v", c.Clock, want)
	}
	if string(c.Docs["docs/a/note.md"]) != "# Note\n" {
		t.Errorf("docs: %q", c.Docs)
	}
	if len(c.Faults) != 3 || *c.Faults[1].Keep != 0 || c.Faults[2].DelayMS != 5 || c.Faults[0].Call != 1 {
		t.Errorf("faults: %+v", c.Faults)
	}
	if f := c.Want.Tools["f"]; f.N != 2 || f.Most {
		t.Errorf("tools: %v", c.Want.Tools)
	}
	if f := c.Want.Tools["search_documents"]; f.N != 3 || !f.Most || f.holds(4) || !f.holds(0) {
		t.Errorf("tools: %v", c.Want.Tools)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ name, old, new, says string }{
		{"unknown key of want", `"stop":["enough"]`, `"stopp":["enough"]`, `unknown key "stopp"; known are status, cites`},
		{"key in another case", `"stop":["enough"]`, `"Stop":["enough"]`, `unknown key "Stop"`},
		{"unknown key of asker", `"user":"u1"`, `"usr":"u1"`, `unknown key "usr"`},
		{"unknown key of a fault", `"delay_ms":5`, `"delay":5`, `unknown key "delay"`},
		{"unknown section", "-- clock --", "-- clok --", `clok: no such section`},
		{"section twice", "-- docs/a/note.md --", "-- clock --", "a second time"},
		{"no question", "-- question --\nWho may enter room 7?\n", "", `"-- question --" is missing`},
		{"clock without a zone", "10:00:00+08:00", "10:00:00", "not a time with a zone"},
		{"status that does not exist", `"answered"`, `"anwsered"`, `status "anwsered" does not exist`},
		{"stop that does not exist", `["enough"]`, `["done"]`, `stop "done" does not exist`},
		{"pattern that does not compile", `"says_not":["x"]`, `"says_not":["("]`, "regular expression"},
		{"count that is none", `"f":2`, `"f":">2"`, "number of calls"},
		{"status as text", `"stop":["enough"]`, `"stop":"enough"`, "JSON"},
		{"fault with two effects", `"keep":0`, `"keep":0,"delay_ms":1`, "exactly one of"},
		{"fault with no effect", `"tool":"f","keep":0`, `"tool":"f"`, "exactly one of"},
		{"fault with an odd status", `"status":"timeout"`, `"status":"ok"`, "want timeout, forbidden or no_hit"},
		{"fault without a tool", `"tool":"f","keep"`, `"tool":"","keep"`, "names no tool"},
		{"keep below zero", `"keep":0`, `"keep":-1`, "want 0 or more"},
		{"something behind the value", `"stop":["enough"]}`, `"stop":["enough"]} {}`, "behind the value"},
		{"a path that climbs", "-- docs/a/note.md --", "-- docs/../../note.md --", "plain path"},
		{"an empty citation", `"cites_not":["b"]`, `"cites_not":[" "]`, "an empty citation"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if strings.Count(whole, tt.old) == 0 {
				t.Fatalf("%q is not in the sample", tt.old)
			}
			_, err := Parse("enter.txtar", []byte(strings.Replace(whole, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want one that says %q", err, tt.says)
			}
		})
	}
	for _, bad := range []string{"", "question\n", "-- question --\n\xff\n"} {
		if _, err := Parse("enter.txtar", []byte(bad)); err == nil {
			t.Errorf("%q is taken for a case", bad)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "nothing was tested") {
		t.Errorf("empty folder: %v", err)
	}
	if _, err := Load(filepath.Join(dir, "absent")); err == nil {
		t.Error("a missing path is no error")
	}
	write := func(name, text string) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("b.txtar", whole)
	write("a.txtar", "nonsense")
	write("more/b.txtar", whole)
	write("notes.md", "not a case")
	got, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 {
		t.Fatalf("%d cases, want 3", len(got))
	}
	if got[0].Err == nil || got[0].Case.Name != "a" {
		t.Errorf("a: %+v", got[0])
	}
	if got[1].Err != nil {
		t.Errorf("b: %v", got[1].Err)
	}
	if got[2].Err == nil || !strings.Contains(got[2].Err.Error(), "is taken") {
		t.Errorf("second b: %v", got[2].Err)
	}
	one, err := Load(filepath.Join(dir, "b.txtar"))
	if err != nil || len(one) != 1 || one[0].Err != nil {
		t.Errorf("a single file: %v, %v", one, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("-- question --\n-- asker.json --\n{}\n-- want.json --\n{}"))
	f.Add([]byte("-- faults.json --\n[null]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse("x.txtar", data)
		if err == nil && c.Name != "x" {
			t.Errorf("name %q", c.Name)
		}
		for p := range c.Docs {
			if strings.Contains(p, "..") && !filepath.IsLocal(p) {
				t.Errorf("path %q leaves the workspace", p)
			}
		}
	})
}
