package tool

import (
	"strings"
	"testing"

	"github.com/casefile/casefile/strictyaml"
	"github.com/google/go-cmp/cmp"
)

func TestScan(t *testing.T) {
	got := []string{}
	for _, k := range scan("SELECT a.\"b\"\"c\", [d e], `f`, 'it''s; -- no' -- ; comment\n FROM t /* ; */ WHERE x>=:y AND z=?1 AND $w=@v;\n SELECT 1.5e3") {
		got = append(got, k.text)
	}
	want := []string{"SELECT", "a", ".", `"b""c"`, ",", "[d e]", ",", "`f`", ",", "'it''s; -- no'", "FROM", "t", "WHERE", "x", ">", "=", "y", "AND", "z", "=", "?1", "AND", "$w", "=", "@v", ";", "SELECT", "1.5e3"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		sql  string
		n    int
		has  bool
		by   string
		name string
	}{
		{"SELECT 1", 1, false, "", "plain"},
		{"SELECT 1;\n -- end\n", 1, false, "", "a semicolon at the end"},
		{"SELECT 1; SELECT 2", 2, false, "", "two"},
		{"SELECT ';' ; ;", 1, false, "", "a semicolon in a text"},
		{" -- nothing", 0, false, "", "none"},
		{"SELECT 1 LIMIT :n", 1, true, "n", "a parameter as limit"},
		{"SELECT 1 LIMIT :n OFFSET 2", 1, true, "", "with an offset"},
		{"SELECT 1 LIMIT 5", 1, true, "", "a number as limit"},
		{"SELECT (SELECT 1 LIMIT :n) AS a", 1, false, "", "inside"},
		{"SELECT limit_ FROM t", 1, false, "", "a name that begins like it"},
	} {
		all := statements(scan(c.sql))
		if len(all) != c.n {
			t.Errorf("%s: %d statements, want %d", c.name, len(all), c.n)
			continue
		}
		if c.n != 1 {
			continue
		}
		if has, by := limitOf(all[0]); has != c.has || by != c.by {
			t.Errorf("%s: limit %v %q, want %v %q", c.name, has, by, c.has, c.by)
		}
	}
}

func TestParseFunction(t *testing.T) {
	f, ps := ParseFunction("functions/f.sql", []byte("\ufeff\n---\r\nname: f\r\nparams:\r\n  b: {type: integer, min: 1, default: 3}\r\n  a: {type: text}\r\ncolumns: {z: {type: text}, y: {type: text}}\r\nowner: {param: a, sql: SELECT 1}\r\n---\r\nSELECT :a AS z,\r\n :b AS y\r\n"))
	if len(ps) > 0 {
		t.Fatal(strictyaml.Problems(ps).Error())
	}
	if f.Name != "f" || strings.Join(f.Params.names(), " ") != "b a" || strings.Join(f.Columns.names(), " ") != "z y" || f.Owner.SQL != "SELECT 1" {
		t.Errorf("%+v", f)
	}
	if f.SQLLine != 10 || f.Params[1].Line != 6 || f.line("owner") != 8 {
		t.Errorf("lines: SQL %d, a %d, owner %d", f.SQLLine, f.Params[1].Line, f.line("owner"))
	}
	for _, c := range []struct{ name, src, want string }{
		{"empty", " \n", "f.sql:1: the file is empty; begin the file with a line ---"},
		{"no head", "SELECT 1", "f.sql:1: the head is missing"},
		{"not closed", "---\nname: f\n", "f.sql:1: the head is not closed"},
		{"no SELECT", "---\nname: f\n---\n", "f.sql:4: the SELECT is missing"},
		{"unknown key", "---\nname: f\ndose: x\n---\nSELECT 1", `f.sql:3: unknown key "dose"; did you mean "does"?`},
		{"unknown key of a parameter", "---\nname: f\nparams:\n  a: {tpye: text}\n---\nSELECT 1", `f.sql:4: params: a: unknown key "tpye"; did you mean "type"?`},
		{"a list of parameters", "---\nparams: [a]\n---\nSELECT 1", "f.sql:2: params: want a mapping"},
		{"a parameter twice", "---\nparams:\n  a: {type: text}\n  a: {type: date}\n---\nSELECT 1", "f.sql:4: params: the name a is given twice"},
		{"a merge", "---\nx: &x {a: {type: text}}\nparams: {<<: *x}\n---\nSELECT 1", "merge keys"},
		{"SQL that is a list", "---\nowner: {param: a, sql: [x]}\n---\nSELECT 1", "f.sql:2: owner.sql: want a SELECT as text"},
		{"broken YAML", "---\nname: [f\n---\nSELECT 1", "not valid YAML"},
	} {
		_, ps := ParseFunction("f.sql", []byte(c.src))
		if got := strictyaml.Problems(ps).Error(); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func FuzzParseFunction(f *testing.F) {
	f.Add([]byte(getLoan))
	f.Add([]byte(echo))
	f.Add([]byte("---\n---\n"))
	f.Add([]byte("---\nparams: {a: &x {type: text}, b: *x}\nowner: {sql: &y [*y]}\n---\nSELECT ';"))
	f.Fuzz(func(t *testing.T, data []byte) {
		fn, ps := ParseFunction("f.sql", data)
		for _, p := range ps {
			if p.Msg == "" || p.Line < 0 || p.Line > strings.Count(string(data), "\n")+2 {
				t.Fatalf("%+v", p)
			}
		}
		for _, s := range statements(scan(fn.SQL)) {
			if s[0].at < 0 || s[len(s)-1].end > len(fn.SQL) {
				t.Fatal("a token outside the text")
			}
		}
		for _, d := range fn.Params {
			if r, err := newRule(d, Workspace{Identifiers: map[string]string{"item": "x"}}); err == nil && r.def.Name != d.Name {
				t.Fatal("another parameter")
			}
		}
	})
}
