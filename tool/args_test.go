package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
)

// echo gives back what its parameters are bound as.
const echo = `---
name: echo
does: echoes
when: testing
not: not for anything else
params:
  t: {type: text}
  e: {type: enum, values: [North, 南方, "10%", O'Brien], aliases: {N: North, 南: 南方}}
  i: {type: integer, min: -5, max: 9007199254740993}
  f: {type: number, max: 1000}
  d: {type: date}
  p: {type: period}
  id: {type: identifier, identifier: item}
  b: {type: boolean}
  ts: {type: text, list: true}
  is: {type: integer, list: true}
bind: {tenant: session.tenant, user: session.user, roles: session.roles, today: clock.today, at: clock.now, asof: scope.as_of}
columns:
  t: {type: text}
  e: {type: text}
  i: {type: integer}
  f: {type: decimal}
  d: {type: date}
  p: {type: text}
  id: {type: identifier}
  b: {type: boolean}
  ts: {type: text}
  is_: {type: text}
freshness: live
---
SELECT :t AS t, :e AS e, :i AS i, :f AS f, :d AS d, :p_from || '/' || :p_to AS p, :id AS id, :b AS b, :ts AS ts, :is AS is_
WHERE :tenant = 'a' AND :user = 'u' AND json_array_length(:roles) = 1 AND :today = '2026-09-20' AND :at = '2026-09-20T10:00:00+08:00' AND :asof = '2026-09-20'
`

func echoTool(t testing.TB) *Declared {
	w := workspace(openDB(t, makeDB(t, shelf), DatabaseConfig{}))
	w.Period = func(words string, now time.Time) (casefile.Period, bool) {
		if words == "last week" {
			return casefile.Period{From: casefile.Date{Year: 2026, Month: 9, Day: 14}, To: casefile.Date{Year: 2026, Month: 9, Day: 20}}, true
		}
		return casefile.Period{}, strings.Contains(words, "zero")
	}
	return declare(t, w, echo)
}

func TestArguments(t *testing.T) {
	f := echoTool(t)
	who := scopeOf(t, "a", "u", "r")
	const nulls = `[null,null,null,null,null,null,null,null,null,null]`
	row := func(at int, v string) string {
		parts := strings.Split(strings.Trim(nulls, "[]"), ",")
		parts[at] = v
		return "[" + strings.Join(parts, ",") + "]"
	}
	for _, c := range []struct{ name, args, want string }{
		{"nothing", ``, nulls},
		{"an empty object", ` {} `, nulls},
		{"null is not given", `{"t":null,"i":null}`, nulls},
		{"text", `{"t":"a b"}`, row(0, `"a b"`)},
		{"text like SQL", `{"t":"'; DROP TABLE books; --"}`, row(0, `"'; DROP TABLE books; --"`)},
		{"text like a parameter", `{"t":":tenant OR 1=1"}`, row(0, `":tenant OR 1=1"`)},
		{"text of digits", `{"t":"007"}`, row(0, `"007"`)},
		{"enum", `{"e":"North"}`, row(1, `"North"`)},
		{"enum, case and blanks", `{"e":" nORTH "}`, row(1, `"North"`)},
		{"enum, full width", `{"e":"ＮＯＲＴＨ"}`, row(1, `"North"`)},
		{"enum, alias", `{"e":"n"}`, row(1, `"North"`)},
		{"enum with a quote", `{"e":"o'brien"}`, row(1, `"O'Brien"`)},
		{"enum with a wildcard", `{"e":"10%"}`, row(1, `"10%"`)},
		{"integer", `{"i":3}`, row(2, `3`)},
		{"integer as text", `{"i":"３"}`, row(2, `3`)},
		{"integer with a zero fraction", `{"i":3.0}`, row(2, `3`)},
		{"an integer no float holds", `{"i":9007199254740993}`, row(2, `9007199254740993`)},
		{"number", `{"f":0.1}`, row(3, `0.1`)},
		{"number with exponent", `{"f":1.5e2}`, row(3, `150`)},
		{"date", `{"d":"2026-02-28"}`, row(4, `"2026-02-28"`)},
		{"date of an instant, in the zone", `{"d":"2026-02-28T20:00:00Z"}`, row(4, `"2026-03-01"`)},
		{"period", `{"p":"2026-08-01..2026-08-31"}`, row(5, `"2026-08-01/2026-08-31"`)},
		{"period as an object", `{"p":{"from":"2026-08-01","to":"2026-08-31"}}`, row(5, `"2026-08-01/2026-08-31"`)},
		{"period of a day", `{"p":"2026-08-01"}`, row(5, `"2026-08-01/2026-08-01"`)},
		{"period, open", `{"p":"2026-08-01.."}`, row(5, `"2026-08-01/9999-12-31"`)},
		{"period in words", `{"p":"last week"}`, row(5, `"2026-09-14/2026-09-20"`)},
		{"identifier", `{"id":"T12"}`, row(6, `"T12"`)},
		{"identifier, full width and small", `{"id":" ｔ１２ "}`, row(6, `"T12"`)},
		{"boolean", `{"b":true}`, row(7, `true`)},
		{"boolean as text", `{"b":"false"}`, row(7, `false`)},
		{"list", `{"ts":["a","b\"]","a"]}`, row(8, `"[\"a\",\"b\\\"]\"]"`)},
		{"one value for a list", `{"ts":"a"}`, row(8, `"[\"a\"]"`)},
		{"list of integers", `{"is":[1,"2",2]}`, row(9, `"[1,2]"`)},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := callTool(t, f, who, c.args)
			if r.Status != casefile.OK || rowsOf(r) != c.want {
				t.Errorf("got %s %s %s\nwant %s", r.Status, r.Note, rowsOf(r), c.want)
			}
		})
	}
	for _, c := range []struct{ name, args, note string }{
		{"not an object", `[1]`, "must be a JSON object"},
		{"not JSON", `{"t":`, "not valid JSON"},
		{"cut off", `{"t":"a"`, "not valid JSON"},
		{"something after it", `{} {}`, "something after"},
		{"twice", `{"t":"a","t":"b"}`, `"t" is given twice`},
		{"unknown", `{"tt":"a"}`, `unknown argument "tt"`},
		{"unknown, near", `{"ID":"T12"}`, `did you mean "id"?`},
		{"bound: tenant", `{"tenant":"b"}`, "tenant is set by the program"},
		{"bound: user", `{"user":"other"}`, "user is set by the program"},
		{"bound: roles, null or not", `{"roles":["admin"]}`, "roles is set by the program"},
		{"bound: half a period", `{"p_from":"2026-01-01"}`, `unknown argument "p_from"`},
		{"invalid UTF-8", "{\"t\":\"\xff\"}", "not valid UTF-8"},
		{"text: a number that is not one", `{"t":NaN}`, "not valid JSON"},
		{"text: an object", `{"t":{}}`, "t: want a text, got an object"},
		{"text: a list", `{"t":["a"]}`, "t: want a text, got a list"},
		{"text: blank", `{"t":"  "}`, "t: the text is empty"},
		{"text: a NUL", `{"t":"a\u0000b"}`, "cannot be taken (U+0000)"},
		{"text: half a surrogate", `{"t":"\ud800"}`, "cannot be taken (U+FFFD)"},
		{"text: too long", `{"t":"` + strings.Repeat("字", 2001) + `"}`, "2001 characters"},
		{"enum: names the values", `{"e":"West"}`, `"West" is not one of the 4 allowed values: North, 南方, 10%, O'Brien`},
		{"enum: the nearest", `{"e":"Nroth"}`, `did you mean "North"?`},
		{"enum: an injection", `{"e":"North' OR '1'='1"}`, "not one of the 4"},
		{"integer: too small", `{"i":-6}`, "i: want a whole number from -5 to 9007199254740993, got -6"},
		{"integer: huge", `{"i":123456789012345678901234567890}`, "want a whole number"},
		{"integer: an exponent without end", `{"i":1e999999999}`, "want a whole number"},
		{"integer: a fraction", `{"i":1.5}`, "want a whole number"},
		{"integer: not a number", `{"i":"NaN"}`, "want a whole number"},
		{"integer: infinity", `{"i":"Infinity"}`, "want a whole number"},
		{"integer: hex", `{"i":"0x10"}`, "want a whole number"},
		{"integer: SQL", `{"i":"1 OR 1=1"}`, "want a whole number"},
		{"integer: boolean", `{"i":true}`, "want a whole number"},
		{"number: above", `{"f":1000.5}`, "want a number up to 1000"},
		{"number: a list", `{"f":[1]}`, "want a number"},
		{"date: no such day", `{"d":"2026-02-30"}`, "want a day"},
		{"date: another form", `{"d":"02/28/2026"}`, "want a day"},
		{"date: SQL", `{"d":"2026-02-28' OR 1"}`, "want a day"},
		{"period: reversed", `{"p":"2026-08-31..2026-08-01"}`, "ends before it begins"},
		{"period: reversed object", `{"p":{"from":"2026-08-31","to":"2026-08-01"}}`, "ends before it begins"},
		{"period: no such day", `{"p":"2026-02-30..2026-03-01"}`, "2026-02-30"},
		{"period: nothing", `{"p":".."}`, "want a period"},
		{"period: an empty object", `{"p":{}}`, "want a period"},
		{"period: an unknown end", `{"p":{"form":"2026-08-01"}}`, `did you mean "from"?`},
		{"period: another key", `{"p":{"since":"2026-08-01"}}`, `unknown argument "since"`},
		{"period: unknown words", `{"p":"some day"}`, "want a period"},
		{"period: words for nothing", `{"p":"zero"}`, "want a period"},
		{"identifier: another form", `{"id":"T12345"}`, `matches T\d{2,4}`},
		{"identifier: more than whole", `{"id":"T12\nT13"}`, "matches"},
		{"identifier: SQL", `{"id":"T12' --"}`, "matches"},
		{"boolean: a number", `{"b":1}`, "want true or false"},
		{"list: empty", `{"ts":[]}`, "the list is empty"},
		{"list: of lists", `{"ts":[["a"]]}`, "want a text, got a list"},
		{"list: null inside", `{"ts":["a",null]}`, "want a text, got null"},
		{"list: a wrong one", `{"is":[1,"x"]}`, "want a whole number"},
		{"all at once", `{"tenant":"b","tt":1,"i":"x"}`, "; "},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := callTool(t, f, who, c.args)
			if r.Status != casefile.Invalid || !strings.Contains(r.Note, c.note) || len(r.Evidence) > 0 {
				t.Errorf("got %s %q, want invalid %q", r.Status, r.Note, c.note)
			}
		})
	}
}

func TestListOfTenThousand(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, shelf), DatabaseConfig{}))
	f := declare(t, w, `---
name: f
does: d
when: w
not: not
params: {ids: {type: integer, list: true, required: true}}
columns: {n: {type: integer}}
---
SELECT count(*) AS n FROM json_each(:ids) WHERE value IN (SELECT id FROM books)`)
	list := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ",%d", i+1)
		}
		return `{"ids":[` + b.String()[1:] + `]}`
	}
	if r := callTool(t, f, scopeOf(t, "a", "u"), list(10_000)); rowsOf(r) != "[2]" {
		t.Errorf("%+v", r)
	}
	if r := callTool(t, f, scopeOf(t, "a", "u"), list(10_001)); r.Status != casefile.Invalid || !strings.Contains(r.Note, "10001 values, at most 10000") {
		t.Errorf("%+v", r)
	}
	if r := callTool(t, f, scopeOf(t, "a", "u"), `{"ids":[`+strings.Repeat(`"x",`, 300_000)+`1]}`); r.Status != casefile.Invalid || len(r.Note) > 300 {
		t.Errorf("%s %d bytes", r.Status, len(r.Note))
	}
}

// TestManyValues names at most twenty of an enum's values, and says how many there are.
func TestManyValues(t *testing.T) {
	var b strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&b, "INSERT INTO books VALUES (%d, 'title %03d', '');", i, i)
	}
	w := workspace(openDB(t, makeDB(t, "CREATE TABLE books(id INTEGER, title TEXT, secret TEXT);"+b.String()), DatabaseConfig{}))
	f := declare(t, w, `---
name: f
does: d
when: w
not: not
params: {title: {type: enum, query: SELECT title FROM books ORDER BY title, required: true}}
columns: {id: {type: integer}}
---
SELECT id FROM books WHERE title = :title`)
	r := callTool(t, f, scopeOf(t, "a", "u"), `{"title":"titel 998"}`)
	if r.Status != casefile.Invalid || !strings.Contains(r.Note, "1000 allowed values: title 000") || strings.Count(r.Note, ",") > 21 || !strings.Contains(r.Note, `"title 998"?`) {
		t.Errorf("%+v", r)
	}
	if r := callTool(t, f, scopeOf(t, "a", "u"), `{"title":"TITLE 998"}`); rowsOf(r) != "[998]" {
		t.Errorf("%+v", r)
	}
	if n := len(f.Spec().Params[0].Values); n != 1000 {
		t.Errorf("%d values", n)
	}
}

func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{}`, `{"t":"a","e":"North","i":3,"f":0.1,"d":"2026-02-28","p":"2026-08-01..2026-08-31","id":"T12","b":true,"ts":["a"],"is":[1]}`, `{"p":{"from":"2026-08-01"}}`, `{"tenant":"x"}`, `[`, `{"i":1e40}`} {
		f.Add([]byte(s))
	}
	tool := echoTool(f)
	who := scopeOf(f, "a", "u", "r")
	f.Fuzz(func(t *testing.T, args []byte) {
		r, err := tool.Call(context.Background(), who, args)
		if err != nil {
			t.Fatalf("a fault: %v (%v)", err, err.(*Fault).Err)
		}
		switch r.Status {
		case casefile.OK:
			// what was used is itself accepted, and means the same
			again, err := tool.Call(context.Background(), who, r.Evidence[0].Args)
			if err != nil || rowsOf(again) != rowsOf(r) || string(again.Evidence[0].Args) != string(r.Evidence[0].Args) {
				t.Fatalf("%s\nbecame %s\nwhich gives %+v %v", args, r.Evidence[0].Args, again, err)
			}
			if string(casefile.Canonical(r.Evidence[0].Args)) != string(r.Evidence[0].Args) {
				t.Fatalf("%s is not canonical", r.Evidence[0].Args)
			}
		case casefile.Invalid:
			if r.Note == "" || !utf8.ValidString(r.Note) || len(r.Note) > 10_000 {
				t.Fatalf("note %q", r.Note)
			}
		default:
			t.Fatalf("%+v", r)
		}
		if _, err := json.Marshal(r); err != nil {
			t.Fatal(err)
		}
	})
}
