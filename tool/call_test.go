package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	casefile "github.com/casefile/casefile"
)

// Sales by shop, with a tie at 31: by hand a 57, b 31, c 31, d 31, e 4.
const sales = `CREATE TABLE sales(shop TEXT, n INT, day DATE);
INSERT INTO sales VALUES ('a',50,'2026-08-01'),('a',7,'2026-08-31'),('b',31,'2026-08-02'),('c',30,'2026-08-03'),('c',1,'2026-08-04'),('d',31,'2026-08-05'),('e',4,'2026-08-06'),('z',99,'2026-09-01'),('z',99,'2026-07-31');`

const top = `---
name: top
does: d
when: w
not: not
params: {n: {type: integer, min: 1, max: 1000, default: 3}, period: {type: period, default: 2026-08-01..2026-08-31}}
columns: {shop: {type: text}, total: {type: integer}}
ranked: true
ties: total
---
SELECT shop, sum(n) AS total FROM sales WHERE day BETWEEN :period_from AND :period_to GROUP BY shop ORDER BY total DESC, shop LIMIT :n`

func TestRanking(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, sales), DatabaseConfig{}))
	who := scopeOf(t, "a", "u")
	f := declare(t, w, top)
	small := declare(t, w, strings.Replace(top, "ranked:", "rows: {max: 3}\nranked:", 1))
	plain := declare(t, w, strings.Replace(top, "ties: total\n", "", 1))
	for _, c := range []struct {
		name             string
		f                *Declared
		args, rows       string
		status           casefile.Status
		complete, ranked bool
		total            int
		note             string
	}{
		{"no tie at the cut", f, `{"n":1}`, `["a",57]`, casefile.OK, false, true, 1, ""},
		{"a tie at the cut", f, `{"n":2}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]", casefile.OK, false, true, 4, "rows 2 to 4 tie in total at 31: 4 rows are given where 2 were asked for"},
		{"the tie ends at the cut", f, `{"n":4}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]", casefile.OK, false, true, 4, ""},
		{"all", f, `{"n":5}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]\n[\"e\",4]", casefile.OK, true, true, 5, ""},
		{"more than all", f, `{"n":200}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]\n[\"e\",4]", casefile.OK, true, true, 5, ""},
		{"more than rows.max", f, `{"n":300}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]\n[\"e\",4]", casefile.OK, false, true, 5, ""},
		{"the default", f, `{}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]\n[\"d\",31]", casefile.OK, false, true, 4, "rows 2 to 4 tie"},
		{"a tie beyond rows.max", small, `{"n":2}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]", casefile.Partial, false, false, 4, "tie for place 2"},
		{"cut by rows.max", small, `{"n":5}`, "[\"a\",57]\n[\"b\",31]\n[\"c\",31]", casefile.Partial, false, false, 5, "the first 3 of 5 rows"},
		{"ties are not looked for", plain, `{"n":2}`, "[\"a\",57]\n[\"b\",31]", casefile.OK, false, true, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := callTool(t, c.f, who, c.args)
			if r.Status != c.status || rowsOf(r) != c.rows || !strings.Contains(r.Note, c.note) || c.note == "" && r.Note != "" {
				t.Fatalf("got %s %q\n%s", r.Status, r.Note, rowsOf(r))
			}
			tb := r.Evidence[0].Table
			if tb.Complete != c.complete || tb.Ranked != c.ranked || tb.Total != c.total || r.Status == casefile.Partial && r.Total != c.total {
				t.Errorf("complete %v ranked %v total %d (%d)", tb.Complete, tb.Ranked, tb.Total, r.Total)
			}
			if p := r.Evidence[0].Period.String(); p != "2026-08-01..2026-08-31" {
				t.Errorf("period %s", p)
			}
		})
	}
}

func TestOutcomes(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, sales), DatabaseConfig{}))
	who := scopeOf(t, "a", "u")
	list := declare(t, w, `---
name: list
does: d
when: w
not: not
params: {period: {type: period, required: true}}
columns: {shop: {type: text}, n: {type: integer}}
rows: {max: 2}
---
SELECT shop, n FROM sales WHERE day BETWEEN :period_from AND :period_to ORDER BY day, shop`)
	r := callTool(t, list, who, `{"period":"2026-08-01..2026-08-31"}`)
	// seven rows lie in August, counted by hand
	if tb := r.Evidence[0].Table; r.Status != casefile.Partial || r.Total != 7 || tb.Total != 7 || tb.Complete || len(tb.Rows) != 2 || r.Note != "the first 2 of 7 rows; the others were cut off" {
		t.Errorf("%+v", r)
	}
	r = callTool(t, list, who, `{"period":"2026-09-01..2026-09-30"}`)
	if tb := r.Evidence[0].Table; r.Status != casefile.OK || !tb.Complete || tb.Total != 1 || rowsOf(r) != `["z",99]` {
		t.Errorf("%+v", r)
	}
	r = callTool(t, list, who, `{"period":"2020-01-01..2020-01-31"}`)
	if r.Status != casefile.NoHit || r.Note != "no row for 2020-01-01..2020-01-31" || r.Evidence[0].Period.String() != "2020-01-01..2020-01-31" || r.Evidence[0].Table != nil {
		t.Errorf("%+v", r)
	}
	r = callTool(t, list, who, `{}`)
	if r.Status != casefile.Invalid || r.Note != "period is missing" {
		t.Errorf("%+v", r)
	}
	if _, err := list.Call(context.Background(), casefile.Scope{}, json.RawMessage(`{"period":"2026-08-01"}`)); !errors.Is(err, casefile.ErrNoScope) {
		t.Errorf("no scope: %v", err)
	}
}

// TestFaultSaysNothing: a function that does not fit its database is ours to mend, and its
// error names neither SQL nor columns nor values.
func TestFaultSaysNothing(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, sales), DatabaseConfig{}))
	head := "---\nname: f\ndoes: d\nwhen: w\nnot: not\nparams: {t: {type: text}}\ncolumns: {a: {type: text}}\n---\n"
	for name, q := range map[string]string{
		"unknown column":     "SELECT hidden_column AS a, :t FROM sales",
		"unknown table":      "SELECT :t AS a FROM hidden_table",
		"another column":     "SELECT :t AS hidden_column",
		"it writes":          "DELETE FROM sales WHERE shop = :t RETURNING shop AS a",
		"fails at a row":     "SELECT json_extract(:t, '$.hidden') AS a",
		"fails on the clock": "SELECT :t || current_timestamp AS a",
		"a blob":             "SELECT unhex('ff00') || :t AS a",
	} {
		f := declare(t, w, head+q)
		r, err := f.Call(context.Background(), scopeOf(t, "a", "u"), json.RawMessage(`{"t":"private value"}`))
		var fault *Fault
		if name == "a blob" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if !errors.As(err, &fault) || fault.Err == nil {
			t.Errorf("%s: %+v %v", name, r, err)
			continue
		}
		for _, leak := range []string{"hidden", "private value", "SELECT", "sales", "SQL"} {
			if strings.Contains(err.Error(), leak) {
				t.Errorf("%s: the error says %q: %v", name, leak, err)
			}
		}
	}
}

// TestForbiddenIsOne: what is another's and what is not there give the same bytes, whatever else the call holds.
func TestForbiddenIsOne(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, loans), DatabaseConfig{}))
	w.Cache = NewCache()
	f := declare(t, w, strings.Replace(strings.Replace(getLoan, "freshness: live", "freshness: daily", 1), "required: true", "required: true, list: true", 1)+"")
	f.sql = strings.Replace(f.sql, "id = :loan_id", "id IN (SELECT value FROM json_each(:loan_id))", 1)
	who := scopeOf(t, "a", "u7")
	if r := callTool(t, f, who, `{"loan_id":["T123"]}`); r.Status != casefile.OK {
		t.Fatalf("%+v", r)
	}
	var first string
	for _, args := range []string{`{"loan_id":["T124"]}`, `{"loan_id":["T999"]}`, `{"loan_id":["T123","T124"]}`, `{"loan_id":["T123","T999"]}`, `{"loan_id":["T124"]}`} {
		r := callTool(t, f, who, args)
		b, err := JSON(f.Spec(), r)
		if err != nil || r.Status != casefile.Forbidden {
			t.Fatalf("%s: %+v %v", args, r, err)
		}
		if first == "" {
			first = string(b)
		}
		if string(b) != first || r.Cached {
			t.Errorf("%s: %s, before: %s", args, b, first)
		}
	}
	if first != `{"status":"forbidden","note":"not available to this caller"}` {
		t.Error(first)
	}
}

func TestCache(t *testing.T) {
	file := makeDB(t, sales)
	now := clock
	w := workspace(openDB(t, file, DatabaseConfig{}))
	w.Cache = NewCache()
	w.Clock = func() time.Time { return now }
	daily := declare(t, w, top)
	live := declare(t, w, strings.Replace(top, "ranked:", "freshness: live\nranked:", 1))
	static := declare(t, w, strings.Replace(top, "ranked:", "freshness: static\nranked:", 1))
	who, other := scopeOf(t, "a", "u"), scopeOf(t, "b", "u")
	var fresh string
	step := func(name string, f *Declared, who casefile.Scope, args string, cached bool) {
		t.Helper()
		r := callTool(t, f, who, args)
		if r.Cached != cached {
			t.Errorf("%s: cached %v", name, r.Cached)
		}
		if fresh == "" {
			fresh = rowsOf(r)
		}
		if rowsOf(r) != fresh {
			t.Errorf("%s: %s", name, rowsOf(r))
		}
		for _, row := range r.Evidence[0].Table.Rows {
			row[0] = casefile.Cell{} // a caller who changes what it was given
		}
	}
	step("first", daily, who, `{"n":1}`, false)
	step("again", daily, who, `{"n":1}`, true)
	step("the same in other words", daily, who, ` { "period": {"from":"2026-08-01","to":"2026-08-31"}, "n": "１" } `, true)
	step("another tenant", daily, other, `{"n":1}`, false)
	step("another day of the scope", daily, who.On(casefile.Date{Year: 2026, Month: 9, Day: 1}), `{"n":1}`, false)
	step("a role more", daily, scopeOf(t, "a", "u", "r"), `{"n":1}`, false)
	step("live", live, who, `{"n":1}`, false)
	step("live again", live, who, `{"n":1}`, false)
	step("static", static, who, `{"n":1}`, false)
	now = now.AddDate(0, 0, 1)
	step("the next day", daily, who, `{"n":1}`, false)
	step("static, the next day", static, who, `{"n":1}`, true)
	execDB(t, file, "UPDATE sales SET n = 51 WHERE n = 50")
	fresh = `["a",58]`
	step("after a change", daily, who, `{"n":1}`, false)
	step("static, after a change", static, who, `{"n":1}`, false)
	if r := callTool(t, daily, who, `{"n":0}`); r.Status != casefile.Invalid || r.Cached {
		t.Errorf("%+v", r)
	}
	if r := callTool(t, daily, who, `{"n":0}`); r.Status != casefile.Invalid || r.Cached {
		t.Errorf("what is invalid is not cached: %+v", r)
	}
	for i := range 2 * cacheEntries {
		callTool(t, daily, who, fmt.Sprintf(`{"period":"%04d-01-01..%04d-02-01"}`, i+1, i+1))
	}
	if n := w.Cache.order.Len(); n > cacheEntries || n != len(w.Cache.byKey) {
		t.Errorf("%d entries, %d keys", n, len(w.Cache.byKey))
	}
}

// TestConcurrent calls everything at once while the file changes; run with -race.
func TestConcurrent(t *testing.T) {
	file := makeDB(t, loans+sales)
	w := workspace(openDB(t, file, DatabaseConfig{}))
	w.Cache = NewCache()
	one, many := declare(t, w, getLoan), declare(t, w, top)
	enum := declare(t, w, `---
name: by_shop
does: d
when: w
not: not
params: {shop: {type: enum, query: SELECT DISTINCT shop FROM sales, required: true}}
columns: {n: {type: integer}}
---
SELECT sum(n) AS n FROM sales WHERE shop = :shop`)
	q := NewQuery([]*Declared{one, many, enum})
	var wg sync.WaitGroup
	for i := range 8 {
		tenant, user, want := "a", "u7", `"2026-09-10T23:30:00+08:00"`
		if i%2 == 1 {
			tenant, want = "b", `"2026-08-31T23:30:00+08:00"`
		}
		who := scopeOf(t, tenant, user)
		wg.Go(func() {
			for n := range 20 {
				r, err := q.Call(context.Background(), who, json.RawMessage(`{"function":"get_loan","parameters":{"loan_id":"T123"}}`))
				if err != nil || r.Status != casefile.OK || !strings.Contains(rowsOf(r), want) {
					t.Errorf("%s: %s %v", tenant, rowsOf(r), err)
				}
				r, err = many.Call(context.Background(), who, json.RawMessage(fmt.Sprintf(`{"n":%d}`, 1+n%3)))
				if err != nil || r.Status != casefile.OK || !strings.HasPrefix(rowsOf(r), `["a",57]`) {
					t.Errorf("%+v %v", r, err)
				}
				if _, err := enum.Call(context.Background(), who, json.RawMessage(`{"shop":"nowhere"}`)); err != nil {
					t.Error(err)
				}
				q.Spec()
			}
		})
	}
	wg.Go(func() {
		for i := range 5 {
			execDB(t, file, fmt.Sprintf("INSERT INTO sales VALUES ('new%d', 1, '2026-01-01')", i))
		}
	})
	wg.Wait()
	if r := callTool(t, enum, scopeOf(t, "a", "u"), `{"shop":"new4"}`); rowsOf(r) != "[1]" {
		t.Errorf("a value that came after the start: %+v", r)
	}
}

func TestQueryDatabase(t *testing.T) {
	w := workspace(openDB(t, makeDB(t, loans+sales), DatabaseConfig{}))
	q := NewQuery([]*Declared{declare(t, w, getLoan), declare(t, w, top)})
	who := scopeOf(t, "a", "u7")
	for _, c := range []struct {
		name, args string
		status     casefile.Status
		want       string
	}{
		{"by name", `{"function":"top","parameters":{"n":1}}`, casefile.OK, `["a",57]`},
		{"parameters as a text", `{"function":"top","parameters":"{\"n\":1}"}`, casefile.OK, `["a",57]`},
		{"without parameters", `{"function":"top"}`, casefile.OK, `["a",57]`},
		{"unknown", `{"function":"topp"}`, casefile.Invalid, `unknown function "topp", did you mean "top"?; functions: get_loan, top`},
		{"missing", `{}`, casefile.Invalid, "function is missing; functions: get_loan, top"},
		{"SQL", `{"function":"SELECT * FROM loans"}`, casefile.Invalid, "unknown function"},
		{"another argument", `{"function":"top","user":"u8"}`, casefile.Invalid, `unknown argument "user"`},
		{"a bound parameter", `{"function":"get_loan","parameters":{"loan_id":"T124","user":"u8"}}`, casefile.Invalid, "user is set by the program"},
		{"another's", `{"function":"get_loan","parameters":{"loan_id":"T124"}}`, casefile.Forbidden, "not available to this caller"},
	} {
		r := callTool(t, q, who, c.args)
		if r.Status != c.status || !strings.Contains(rowsOf(r)+r.Note, c.want) {
			t.Errorf("%s: %s %q %s", c.name, r.Status, r.Note, rowsOf(r))
		}
	}
	r := Unknown("serch_documents", []casefile.ToolSpec{{Name: "search_documents"}, {Name: "calculate"}})
	if r.Status != casefile.Invalid || r.Note != `unknown tool "serch_documents", did you mean "search_documents"?; tools: search_documents, calculate` {
		t.Errorf("%+v", r)
	}
	for _, n := range []string{"finalize_report", "query_database", "calculate", "read_document_section"} {
		if !Reserved(n) {
			t.Errorf("%s is free", n)
		}
	}
}
