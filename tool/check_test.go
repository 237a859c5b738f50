package tool

import (
	"context"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

const good = `---
name: books_of
does: 列出一位作者的书。Lists the books of an author.
when: 问一位作者有哪些书。The question is about an author's books.
not: 不用于统计。Not for statistics.
database: main
params:
  author: {type: enum, query: SELECT DISTINCT author FROM books, aliases: {auth one: one}}
  word: {type: text}
  period: {type: period, required: true}
  n: {type: integer, min: 1, max: 10, default: 3}
bind: {tenant: session.tenant}
columns:
  title: {type: text}
  copies: {type: integer, metric: copies}
ranked: true
ties: copies
say: {zh: "{title}：{copies}", en: "{title}: {copies|number}"}
freshness: live
rows: {max: 50}
---
SELECT title, copies
FROM books
WHERE tenant = :tenant AND (:author IS NULL OR author = :author) AND (:word IS NULL OR instr(title, :word) > 0)
  AND added BETWEEN :period_from AND :period_to
ORDER BY copies DESC
LIMIT :n
`

func TestCheck(t *testing.T) {
	d := openDB(t, makeDB(t, `CREATE TABLE books(title TEXT, author TEXT, copies INT, added DATE, tenant TEXT, owner_id TEXT, price TEXT);
		CREATE TABLE readers(id TEXT, phone TEXT); INSERT INTO books(author) VALUES ('one'),('two'); CREATE TABLE none(a)`), DatabaseConfig{Private: []string{"readers.phone"}})
	w := workspace(d)
	w.Metrics = map[string]Metric{"copies": {Definition: map[casefile.Lang]string{casefile.English: "copies on the shelf"}}, "bare": {}}
	edit := func(pairs ...string) string {
		s := good
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(s, pairs[i]) {
				t.Fatalf("%q is not there to replace", pairs[i])
			}
			s = strings.Replace(s, pairs[i], pairs[i+1], 1)
		}
		return s
	}
	owner := "owner: {param: who, sql: \"SELECT owner_id FROM books WHERE owner_id IN (SELECT value FROM json_each(:who)) AND tenant = :tenant\"}\nranked:"
	who := "params:\n  who: {type: text, required: true}"
	for _, c := range []struct{ name, src, want string }{
		{"good", good, ""},
		{"it writes: UPDATE", edit("SELECT title, copies\n", "UPDATE books SET title = 1 RETURNING title, copies\n"), "f.sql:22: this is not a SELECT: it begins with UPDATE; a function reads and never writes"},
		{"it writes behind a WITH", edit("SELECT title, copies\n", "WITH x AS (SELECT 1) DELETE\n"), "f.sql:22: it writes: DELETE from books"},
		{"it attaches", edit("SELECT title, copies\n", "ATTACH 'x' AS y; SELECT title, copies\n"), "f.sql:22: there are 2 statements"},
		{"two statements", good + ";\nDELETE FROM books", "f.sql:29: there are 2 statements; keep one SELECT"},
		{"unknown column", edit("SELECT title, copies", "SELECT tilte AS title, copies"), `f.sql:22: there is no column tilte; did you mean "title"?`},
		{"two unknown columns: the second", edit("SELECT title, copies", "SELECT tilte AS title, copies", "author = :author", "b.autor = :author", "FROM books", "FROM books b"), `f.sql:24: there is no column b.autor; did you mean "author"?`},
		{"two unknown columns: the first", edit("SELECT title, copies", "SELECT tilte AS title, copies", "author = :author", "autor = :author"), `f.sql:22: there is no column tilte`},
		{"unknown table", edit("FROM books\nWHERE", "FROM bocks\nWHERE"), `f.sql:23: there is no table bocks; did you mean "books"?`},
		{"a text in double quotes", edit("instr(title, :word)", `instr(title, "word")`), `f.sql:24: there is no column word`},
		{"unknown SQL function", edit("instr(title, :word)", "inst(title, :word)"), `f.sql:24: there is no SQL function inst; did you mean "instr"?`},
		{"a function that is not allowed", edit("SELECT title,", "SELECT hex(randomblob(9)) AS title,"), "f.sql:22: it uses the SQL function randomblob, which is not on the list"},
		{"syntax", edit("FROM books\n", "FORM books\n"), `near "books"`},
		{"a column that is not declared", edit("SELECT title, copies", "SELECT title, copies, price"), `f.sql:22: the SELECT gives the column "price", which is not declared`},
		{"a declared column that is not given", edit("  title: {type: text}", "  title: {type: text}\n  titel: {type: text}"), `f.sql:15: the column "titel" is declared, but the SELECT does not give it; did you mean "title"?`},
		{"a column twice", edit("SELECT title, copies", "SELECT title, title, copies"), `gives the column "title" twice`},
		{"an undeclared parameter", edit("instr(title, :word)", "instr(title, :wrod)"), `f.sql:24: the parameter :wrod is not declared; did you mean "word"?`},
		{"an unused parameter", edit("  word: {type: text}", "  word: {type: text}\n  extra: {type: text}"), "f.sql:10: the parameter extra is declared, but no SELECT uses :extra"},
		{"a period used whole", edit("BETWEEN :period_from AND :period_to", "= :period"), "a period is bound as :period_from and :period_to"},
		{"an unused half of a period", edit("BETWEEN :period_from AND :period_to", ">= :period_from"), "no SELECT uses :period_to"},
		{"an unused binding", edit("tenant = :tenant", "tenant = 'a'"), "f.sql:12: tenant is bound, but no SELECT uses :tenant"},
		{"another way to name a parameter", edit(":word IS NULL", "@word IS NULL"), "the parameter @word is not named the way"},
		{"not is missing", edit("not: 不用于统计。Not for statistics.\n", ""), "not is missing; say when not to use"},
		{"not says no not", edit("不用于统计。Not for statistics.", "统计类的问题。For statistics."), "f.sql:5: not does not say when not to use the function"},
		{"does is missing", edit("does: 列出一位作者的书。Lists the books of an author.\n", ""), "does is missing"},
		{"when is missing", edit("when: 问一位作者有哪些书。The question is about an author's books.\n", ""), "when is missing"},
		{"no name", edit("name: books_of\n", ""), "name is missing"},
		{"a bad name", edit("name: books_of", "name: Books-of"), `f.sql:2: the name "Books-of" cannot be used`},
		{"a reserved name", edit("name: books_of", "name: finalize_report"), "belongs to the engine"},
		{"a metric without a definition", edit("metric: copies", "metric: bare"), "f.sql:15: copies: the metric bare has no definition"},
		{"an unknown metric", edit("metric: copies", "metric: copeis"), `the metric copeis has no definition; did you mean "copies"?`},
		{"a metric defined in place", edit("metric: copies", "metric: mine, definition: counted by hand"), ""},
		{"a private column", edit("SELECT title,", "SELECT (SELECT max(phone) FROM readers) AS title,"), "f.sql:22: it reads the private column readers.phone; leave the column out"},
		{"a private column in a condition", edit("tenant = :tenant AND", "tenant = :tenant AND title IN (SELECT id FROM readers WHERE phone > '') AND"), "it reads the private column readers.phone"},
		{"the schema", edit("SELECT title,", "SELECT (SELECT max(sql) FROM sqlite_schema) AS title,"), "it reads sqlite_master, which belongs to the database itself"},
		{"the machine's clock", edit("added BETWEEN :period_from", "added <= date('now') AND added BETWEEN :period_from"), "f.sql:25: it reads the machine's clock; bind a parameter to clock.today"},
		{"CURRENT_DATE", edit("added BETWEEN :period_from", "added <= CURRENT_DATE AND added BETWEEN :period_from"), "it reads the machine's clock"},
		{"date() without an argument", edit("added BETWEEN :period_from", "added <= date() AND added BETWEEN :period_from"), "it reads the machine's clock"},
		{"strftime of now", edit("added BETWEEN :period_from", "added <= strftime('%Y-%m-%d') AND added BETWEEN :period_from"), "it reads the machine's clock"},
		{"a day of a column", edit("added BETWEEN :period_from", "date(added) <= strftime('%Y-%m-%d', added) AND added BETWEEN :period_from"), ""},
		{"wildcards", edit("instr(title, :word) > 0", "title LIKE '%' || :word || '%'"), "f.sql:24: LIKE lets a % or * in :word match anything; write instr(COLUMN, :word) > 0"},
		{"wildcards escaped", edit("instr(title, :word) > 0", `title LIKE '%' || replace(replace(:word, '%', '\%'), '_', '\_') || '%' ESCAPE '\'`), ""},
		{"left out finds nothing", edit("(:author IS NULL OR author = :author)", "author = :author"), "f.sql:8: author may be left out, but then the SELECT finds nothing"},
		{"one of two", edit("(:author IS NULL OR author = :author) AND (:word IS NULL OR instr(title, :word) > 0)", "(author = :author OR title = :word)"), ""},
		{"a list as a value", edit("word: {type: text}", "word: {type: text, list: true}", "instr(title, :word) > 0", "title IN (:word)"), ":word is bound as a JSON array; write IN (SELECT value FROM json_each(:word))"},
		{"a list as a list", edit("word: {type: text}", "word: {type: text, list: true}", "instr(title, :word) > 0", "title IN (SELECT value FROM json_each(:word))"), ""},
		{"an enum query that writes", edit("query: SELECT DISTINCT author FROM books", "query: DELETE FROM books"), "author: query: it is not a SELECT"},
		{"an enum query of two columns", edit("SELECT DISTINCT author FROM books", "'SELECT author, title FROM books'"), "f.sql:8: author: query: the query must give one column, it gives 2"},
		{"an enum query on an unknown column", edit("SELECT DISTINCT author FROM books", "SELECT autor FROM books"), "no such column: autor"},
		{"an enum query without values", edit("SELECT DISTINCT author FROM books, aliases: {auth one: one}", "SELECT a FROM none"), "it gives no value"},
		{"an enum with both", edit("query: SELECT", "values: [x], query: SELECT"), "an enum needs either values or a query"},
		{"an alias for nothing", edit("{auth one: one}", "{auth one: noe}"), `f.sql:8: author: the alias auth one stands for "noe", which is not a value; did you mean "one"?`},
		{"an unknown type", edit("word: {type: text}", "word: {type: txet}"), `f.sql:9: word: the type "txet" is not known; did you mean "text"?`},
		{"min above max", edit("min: 1, max: 10", "min: 11, max: 10"), "min 11 is above max 10"},
		{"a default out of range", edit("default: 3", "default: 30"), "f.sql:11: n: default: want a whole number from 1 to 10, got 30"},
		{"a key of another type", edit("word: {type: text}", "word: {type: text, min: 3}"), "word: min is only for integer and number"},
		{"an unknown identifier", edit("word: {type: text}", "word: {type: identifier, identifier: card}"), `the identifier "card" is not declared`},
		{"an unknown source", edit("session.tenant", "session.tennant"), `bind: tenant: the source "session.tennant" is not known; did you mean "session.tenant"?`},
		{"bound and given", edit("bind: {tenant: session.tenant}", "bind: {tenant: session.tenant, word: session.user}"), "word is a parameter of the caller and is bound by the program too"},
		{"an unknown database", edit("database: main", "database: mian"), `f.sql:6: there is no database "mian"; did you mean "main"?`},
		{"an unknown freshness", edit("freshness: live", "freshness: lively"), `did you mean "live"?`},
		{"say names no column", edit("{title}: {copies|number}", "{titel}"), `f.sql:18: say.en names {titel}, which is not a column; did you mean "title"?`},
		{"ties name no column", edit("ties: copies", "ties: copys"), `f.sql:17: ties names "copys"`},
		{"a ranking without order", edit("ORDER BY copies DESC\n", ""), "f.sql:16: the function is ranked, but its SELECT has no ORDER BY"},
		{"a limit that may be left out", edit(", default: 3", ""), "n is the LIMIT of the SELECT and may be left out"},
		{"a column without a type", edit("title: {type: text}", "title: {title: x}"), "f.sql:14: title: type is missing"},
		{"an owner", edit("params:", who, "ranked:", owner, "tenant = :tenant AND", "tenant = :tenant AND owner_id = :who AND"), ""},
		{"an owner that may be left out", edit("params:", "params:\n  who: {type: text}", "ranked:", owner, "tenant = :tenant AND", "tenant = :tenant AND owner_id IS :who AND"), "who is checked for its owner and must be given"},
		{"an owner that is no parameter", edit("ranked:", strings.ReplaceAll(owner, ":who", ":word"), "ties", "ties"), `owner: "who" is not a parameter`},
		{"an owner's unknown column", edit("params:", who, "ranked:", strings.Replace(owner, "SELECT owner_id", "SELECT ownr_id", 1), "tenant = :tenant AND", "tenant = :tenant AND owner_id = :who AND"), `owner: there is no column ownr_id; did you mean "owner_id"?`},
		{"an owner that is anyone", edit("params:", who, "ranked:", strings.Replace(owner, " AND tenant = :tenant", "", 1), "tenant = :tenant AND", "tenant = :tenant AND owner_id = :who AND"), "the SELECT does not depend on who asks"},
		{"an owner's value as a scalar", edit("params:", who, "ranked:", strings.Replace(owner, "IN (SELECT value FROM json_each(:who))", "= :who", 1), "tenant = :tenant AND", "tenant = :tenant AND owner_id = :who AND"), "owner: :who is bound as a JSON array"},
		{"an owner that writes", edit("params:", who, "ranked:", "owner: {param: who, sql: DELETE FROM books}\nranked:", "tenant = :tenant AND", "tenant = :tenant AND owner_id = :who AND"), "owner: this is not a SELECT: it begins with DELETE"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ps := ParseFunction("f.sql", []byte(c.src))
			if len(ps) > 0 {
				t.Fatal(ps)
			}
			var all []string
			for _, p := range f.Check(context.Background(), w) {
				all = append(all, p.String())
			}
			got := strings.Join(all, "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}
