package config_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/casefile/casefile/config"
)

// lay writes files into a new folder and returns it.
func lay(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	layIn(t, root, files)
	return root
}

// layIn writes files into a folder.
func layIn(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func database(t *testing.T, path string, statements ...string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestExamplesHaveNoProblems(t *testing.T) {
	for _, name := range []string{"returns-desk", "supply-chain", "long-research"} {
		ps, err := config.Check(t.Context(), filepath.Join("..", "examples", name), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range ps {
			t.Errorf("%s: %s", name, p)
		}
	}
}

// TestEveryProblemIsNamedAtOnce has one workspace with everything wrong.
func TestEveryProblemIsNamedAtOnce(t *testing.T) {
	root := lay(t, map[string]string{
		"casefile.yaml": `name: leave
timezon: Asia/Shanghai
clock: 2026-09-20T10:00:00
databases: {hr: {driver: sqlite, dsn: data/hr.db}}
tools: {find: {search: {kind: policy}, does: a, when: b, not: c}, days: {function: get_dais}}
identifiers: {staff: 'E(\d{3'}
bind: {as_of: get_days.joined}
required: [{when: person, steps: [get_day]}]
documents: [{path: docs, authority: offical}]
`,
		"docs/a.md":   "---\nid: leave\nversion: V1\neffective_from: 2026-01-01\neffective_to: 2026-12-31\n---\n# Leave\n## 1 Days {#1}\nFive days.\n",
		"docs/b.md":   "---\nid: leave\nversion: V2\neffective_from: 2026-06-01\n---\n# Leave\n## 1 Days {#1}\nSix days.\n",
		"docs/old.md": "---\nid: gone\nversion: V1\neffective_to: 2020-12-31\n---\n# Gone\nNothing.\n",
		"docs/c.md":   "---\nid: typo\nefective_from: 2026-01-01\n---\n# Typo\nText.\n",
		"functions/get_days.sql": `---
name: get_days
does: Days of leave.
when: Days are asked.
params:
  staff: {type: text, required: true}
columns:
  name: {type: text}
  days: {type: integer, metric: leave_rate}
---
SELECT name, dayz AS days FROM leave WHERE name = :staff
`,
		"functions/wipe.sql": `---
name: wipe
does: Removes leave.
when: Never.
not: Not for reading.
columns: {name: {type: text}}
---
DELETE FROM leave RETURNING name
`,
		"playbooks/p.yaml": `name: p
match: {any: [leave]}
steps: [{id: a, tool: get_dayz, args: {staff: "x"}}]
report: [{zh: "{a.days} 天", en: "{a.days} days"}]
`,
	})
	database(t, filepath.Join(root, "data", "hr.db"), "CREATE TABLE leave (name TEXT, days INTEGER)")
	ps, err := config.Check(t.Context(), root, []config.Cite{{File: "cases/x.txtar", Place: "leave@V2#9"}, {File: "cases/x.txtar", Place: "tool:get_dais"}})
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, p := range ps {
		all.WriteString(p.String() + "\n")
		if p.File == "" || p.Line <= 0 {
			t.Errorf("no file or line: %+v", p)
		}
	}
	for what, want := range map[string][]string{
		"an unknown key, with the nearest":    {"casefile.yaml:2", "timezon", "timezone"},
		"a clock without a zone":              {"casefile.yaml:3", "clock"},
		"a function that is not there":        {"casefile.yaml:5", "get_dais", "get_days"},
		"a pattern that cannot be read":       {"casefile.yaml:6", "identifiers.staff"},
		"a bound column that is not there":    {"casefile.yaml:7", "joined"},
		"a required tool that is not there":   {"casefile.yaml:8", "get_day"},
		"a value that is none of the known":   {"casefile.yaml:9", "offical"},
		"overlapping versions":                {"docs/a.md:5", "same day", "2026-05-31"},
		"no version in force today":           {"gone", "in force"},
		"an unknown key in front matter":      {"docs/c.md:3", "efective_from", "effective_from"},
		"an unknown column":                   {"functions/get_days.sql", "dayz"},
		"a head that does not say when not":   {"functions/get_days.sql", "not"},
		"a metric without a definition":       {"functions/get_days.sql:9", "leave_rate"},
		"a function that writes":              {"functions/wipe.sql"},
		"a playbook's tool that is not there": {"playbooks/p.yaml", "get_dayz"},
		"a case that names a missing clause":  {"cases/x.txtar", "leave@V2#9"},
		"a case that names a tool not there":  {"cases/x.txtar", "get_dais"},
	} {
		found := false
		for line := range strings.Lines(all.String()) {
			ok := true
			for _, w := range want {
				ok = ok && strings.Contains(line, w)
			}
			found = found || ok
		}
		if !found {
			t.Errorf("%s: no problem names %q in\n%s", what, want, all.String())
		}
	}
}

// TestOneCauseIsOneProblem breaks one thing at a time: what only follows from it is not told.
func TestOneCauseIsOneProblem(t *testing.T) {
	const book = `name: p
match: {any: [leave]}
steps: [{id: a, tool: get_days, args: {staff: "x"}}]
report: [{about: {zh: 假, en: leave}, zh: "{a.days} 天", en: "{a.days} days", if: a.days > 0, rests_on: [a.days]}]
`
	const function = `---
name: get_days
does: Days of leave.
when: Days are asked.
not: Not for policies.
params: {staff: {type: text, required: true, meaning: the name, ask: {zh: 谁？, en: "Who?"}}}
columns: {name: {type: text, title: 姓名, title_en: name}, days: {type: integer, title: 天数, title_en: days}}
---
SELECT name, days FROM leave WHERE name = :staff
`
	good := map[string]string{
		"casefile.yaml":          "name: leave\ndatabases: {hr: {driver: sqlite, dsn: data/hr.db}}\n",
		"docs/a.md":              "---\nid: leave\nversion: V1\n---\n# Leave\n## 1 Days {#1}\nFive days.\n",
		"functions/get_days.sql": function,
		"playbooks/p.yaml":       book,
	}
	tests := []struct{ name, file, old, new, want string }{
		{"nothing", "docs/a.md", "", "", ""},
		{"syntax of the workspace", "casefile.yaml", "name: leave", "name: [leave", "casefile.yaml:2: not valid YAML"},
		{"syntax of a function", "functions/get_days.sql", `en: "Who?"`, "en: Who?", "functions/get_days.sql:6: not valid YAML"},
		{"a wrong key of a playbook", "playbooks/p.yaml", "steps:", "stepz:", `playbooks/p.yaml:3: unknown key "stepz"`},
		{"no database", "casefile.yaml", "data/hr.db", "data/no.db", "casefile.yaml:2: databases.hr: "},
		{"no documents", "casefile.yaml", "name: leave", "name: leave\ndocuments: [{path: papers}]", "papers: documents: there is no such folder"},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			files := map[string]string{}
			for name, text := range good {
				if name == tc.file {
					text = strings.Replace(text, tc.old, tc.new, 1)
				}
				files[name] = text
			}
			root := lay(t, files)
			database(t, filepath.Join(root, "data", "hr.db"), "CREATE TABLE leave (name TEXT, days INTEGER)")
			ps, err := config.Check(t.Context(), root, []config.Cite{{File: "cases/x.txtar", Place: "leave@V1#1"}})
			if err != nil {
				t.Fatal(err)
			}
			if tc.want == "" {
				for _, p := range ps {
					t.Error(p)
				}
				return
			}
			if len(ps) != 1 || !strings.HasPrefix(ps[0].String(), tc.want) {
				t.Errorf("problems %v, want one that begins %q", ps, tc.want)
			}
		})
	}
}

// TestUnsoundFunctionsKeepAWorkspaceShut opens workspaces whose function writes, or reads what is not there.
func TestUnsoundFunctionsKeepAWorkspaceShut(t *testing.T) {
	for name, tt := range map[string]struct{ sql, want string }{
		"it writes":           {"DELETE FROM t RETURNING a", "not a SELECT"},
		"two statements":      {"SELECT a FROM t; DROP TABLE t", "2 statements"},
		"a column not there":  {"SELECT b AS a FROM t", "no column b"},
		"a table not there":   {"SELECT a FROM u", "no table u"},
		"a pragma as a table": {"SELECT name AS a FROM pragma_table_info('t')", ""},
		"a parameter unknown": {"SELECT a FROM t WHERE a = :x", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			root := lay(t, map[string]string{
				"casefile.yaml":   "name: w\ndatabases: {d: {driver: sqlite, dsn: data/d.db}}\n",
				"docs/a.md":       "# A\nText.\n",
				"functions/f.sql": "---\nname: f\ndoes: x\nwhen: y\nnot: not for z\ncolumns: {a: {type: text, title: a, title_en: a}}\n---\n" + tt.sql + "\n",
			})
			database(t, filepath.Join(root, "data", "d.db"), "CREATE TABLE t (a TEXT)")
			w, err := config.Open(t.Context(), root, config.Options{State: t.TempDir()})
			if err == nil {
				w.Close()
			}
			if !errors.Is(err, config.ErrWorkspace) || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "functions/f.sql:") {
				t.Errorf("error %v, want ErrWorkspace that names %q and the line", err, tt.want)
			}
		})
	}
}
