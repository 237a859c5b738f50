// Command public asks the questions of the public workspaces, whose right values come from SQL, and prints how many were
// answered rightly, refused, and answered wrongly. It takes the folder of public data as its argument; -show prints the
// answers that are not right.
package main

import (
	"bufio"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/quantity"
	_ "modernc.org/sqlite" // the driver
)

// A question is one line of questions.jsonl: with the SELECT that gives the right values, or to be refused.
type question struct {
	Q      string `json:"q"`
	SQL    string `json:"sql"`
	As     string `json:"as"`
	Refuse bool   `json:"refuse"`
	Says   string `json:"says"` // stands in the answer as it is printed, which claims nothing else
}

// A set is a workspace of this folder with its database.
type set struct {
	name, asker string
	database    func(data, to string) error // makes the database from the public data
}

func main() {
	show := flag.Bool("show", false, "print the answers that are not right")
	only := flag.String("set", "", "one set alone")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "public: want the folder of public data, for example: go run ./bench/public DATA")
		os.Exit(2)
	}
	var failed error
	fmt.Println("| set | questions | right | refused rightly | refused for nothing | WRONG | seconds |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, s := range sets {
		if *only == "" || *only == s.name {
			failed = errors.Join(failed, s.run(context.Background(), flag.Arg(0), *show))
		}
	}
	if failed != nil {
		fmt.Fprintln(os.Stderr, "public:", failed)
		os.Exit(1)
	}
}

func (s set) run(ctx context.Context, data string, show bool) error {
	dir, err := os.MkdirTemp("", "casefile-public-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	root := filepath.Join(dir, s.name)
	if err := os.CopyFS(root, os.DirFS(filepath.Join("bench", "public", s.name))); err != nil {
		return fmt.Errorf("%s: run it from the top of the repository: %w", s.name, err)
	}
	if err := os.MkdirAll(filepath.Join(root, "data"), 0o700); err != nil {
		return err
	}
	file := filepath.Join(root, "data", s.name+".db")
	if err := s.database(data, file); err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	db, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		return err
	}
	defer db.Close()
	w, err := config.Open(ctx, root, config.Options{})
	if err != nil {
		return err
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		return err
	}
	questions, err := readQuestions(filepath.Join(root, "questions.jsonl"))
	if err != nil {
		return err
	}
	count := map[outcome]int{}
	begun := time.Now()
	for _, q := range questions {
		id, err := w.Asker(cmp.Or(q.As, s.asker), nil)
		if err != nil {
			return err
		}
		o, err := w.Ask(ctx, casefile.Ask{Question: q.Q, Asker: id}, "")
		if err != nil {
			return fmt.Errorf("%q: %w", q.Q, err)
		}
		want, err := values(ctx, db, q.SQL)
		if err != nil {
			return fmt.Errorf("%q: %w", q.Q, err)
		}
		got := judge(q, want, o.Answer)
		count[got]++
		if show && (got == wrong || got == missed) {
			fmt.Fprintf(os.Stderr, "%s: %s\n  want %v\n  %s %q\n  missing %q\n", got, q.Q, want, o.Answer.Status, texts(o.Answer), o.Answer.Missing)
		}
	}
	fmt.Printf("| %s | %d | %d | %d | %d | %d | %.1f |\n", s.name, len(questions), count[right], count[declined], count[missed], count[wrong], time.Since(begun).Seconds())
	if count[wrong] > 0 {
		return fmt.Errorf("%s: %d answers are wrong", s.name, count[wrong])
	}
	return nil
}

func readQuestions(path string) ([]question, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []question
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var q question
		dec := json.NewDecoder(strings.NewReader(sc.Text()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&q); err != nil || (q.SQL != "") == (q.Refuse || q.Says != "") {
			return nil, fmt.Errorf("%s, line %d: want q with one of sql, says and refuse (%w)", path, len(out)+1, err)
		}
		out = append(out, q)
	}
	return out, sc.Err()
}

// values runs a SELECT and returns its cells as text.
func values(ctx context.Context, db *sql.DB, query string) ([]string, error) {
	if query == "" {
		return nil, nil
	}
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out []string
	for rows.Next() {
		cells := make([]sql.NullString, len(names))
		to := make([]any, len(names))
		for i := range cells {
			to[i] = &cells[i]
		}
		if err := rows.Scan(to...); err != nil {
			return nil, err
		}
		for _, c := range cells {
			if !c.Valid {
				return nil, errors.New("the right value is NULL")
			}
			out = append(out, c.String)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the right values are no row")
	}
	return out, rows.Err()
}

type outcome string

const (
	right    outcome = "right"
	declined outcome = "refused rightly"
	missed   outcome = "refused for nothing"
	wrong    outcome = "wrong"
)

// judge compares the supported claims of an answer with the right values. An answer that names what is missing does not
// count as wrong where it tells too little; one that says it is whole does.
func judge(q question, want []string, a casefile.Answer) outcome {
	told := texts(a)
	if q.Refuse {
		if a.Status == casefile.Answered {
			return wrong
		}
		return declined
	}
	text := strings.Join(told, "\n")
	if q.Says != "" {
		if strings.Contains(strings.Join(slices.Concat(told, a.Notes, a.Missing), "\n"), q.Says) {
			return right
		}
		return wrong
	}
	var numbers []*big.Rat
	for _, n := range quantity.Find(text) {
		numbers = append(numbers, n.Value)
	}
	for _, v := range want {
		n, ok := new(big.Rat).SetString(v)
		if d, err := casefile.ParseDate(v); err == nil && (strings.Contains(text, quantity.FormatDate(d, casefile.Chinese)) || strings.Contains(text, quantity.FormatDate(d, casefile.English))) {
			continue
		}
		if ok && slices.ContainsFunc(numbers, func(m *big.Rat) bool { return m != nil && m.Cmp(n) == 0 }) || strings.Contains(text, v) {
			continue
		}
		if a.Status == casefile.Answered {
			return wrong
		}
		return missed
	}
	return right
}

func texts(a casefile.Answer) []string {
	var out []string
	for _, c := range a.Claims {
		if c.Support == casefile.Supported {
			out = append(out, c.Text)
		}
	}
	return out
}
