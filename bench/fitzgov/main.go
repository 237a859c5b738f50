// Command fitzgov measures the evidence verdict on the cases of fitz-gov: should a question be answered from
// its passages, called disputed, or not answered.
//
//	go run ./bench/fitzgov DATA                measures the embedded trees
//	go run ./bench/fitzgov -train FILE DATA    learns trees on the development part, and writes them
//
// DATA is the folder that holds fitz-gov, or fitz-gov itself. The cases are split in two by a hash of the question, so that cases
// about one question are on one side; only the development part is looked at for learning.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/casefile/casefile/verify/standing"
)

// A sample is one case.
type sample struct {
	ID       string   `json:"id"`
	Query    string   `json:"query"`
	Contexts []string `json:"contexts"`
	Expected string   `json:"expected_mode"`
	Category string   `json:"category"`
}

// held reports whether a case is in the part that is measured only.
func (s sample) held() bool {
	h := fnv.New32a()
	h.Write([]byte(strings.ToLower(strings.TrimSpace(s.Query))))
	return h.Sum32()%3 == 2
}

func main() {
	train := flag.String("train", "", "learn on the development part and write the trees to this file")
	misses := flag.Int("misses", 0, "list so many wrong verdicts of the development part")
	flag.Parse()
	if err := run(os.Stdout, flag.Arg(0), *train, *misses); err != nil {
		fmt.Fprintln(os.Stderr, "fitzgov:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, dir, train string, misses int) error {
	samples, err := load(dir)
	if err != nil {
		return err
	}
	var dev, test []sample
	for _, s := range samples {
		if s.held() {
			test = append(test, s)
		} else {
			dev = append(dev, s)
		}
	}
	judge := func(s sample) standing.Standing { return standing.Of(s.Query, s.Contexts) }
	if train != "" {
		m := learn(w, dev)
		if err := os.WriteFile(train, []byte(write(m, len(dev))), 0o644); err != nil {
			return err
		}
		judge = func(s sample) standing.Standing { return m.Of(s.Query, s.Contexts) }
	}
	if misses > 0 {
		list(w, dev, judge, misses)
	}
	report(w, "development part", dev, judge)
	report(w, "test part", test, judge)
	return nil
}

// load reads the cases under a folder, by file name.
func load(dir string) ([]sample, error) {
	if dir == "" {
		return nil, errors.New("name the folder of fitz-gov")
	}
	if _, err := os.Stat(filepath.Join(dir, "fitz-gov")); err == nil {
		dir = filepath.Join(dir, "fitz-gov")
	}
	files, err := filepath.Glob(filepath.Join(dir, "tier*", "*.json"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("%s holds no tier*/*.json: name the folder of fitz-gov", dir)
	}
	slices.Sort(files)
	var out []sample
	for _, name := range files {
		b, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var f struct {
			Cases []sample `json:"cases"`
		}
		if err := json.Unmarshal(b, &f); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, f.Cases...)
	}
	return out, nil
}

// report prints the accuracy of each class and, of the trustworthy ones, of each category.
func report(w io.Writer, title string, samples []sample, judge func(sample) standing.Standing) {
	type tally struct{ right, all int }
	class, category := map[string]tally{}, map[string]tally{}
	given := map[string]map[standing.Verdict]int{}
	right := 0
	for _, s := range samples {
		v := judge(s).Verdict
		ok := string(v) == s.Expected
		if given[s.Expected] == nil {
			given[s.Expected] = map[standing.Verdict]int{}
		}
		given[s.Expected][v]++
		add := func(m map[string]tally, k string) {
			t := m[k]
			t.all++
			if ok {
				t.right++
			}
			m[k] = t
		}
		add(class, s.Expected)
		add(category, s.Category)
		if ok {
			right++
		}
	}
	fmt.Fprintf(w, "%s: %d cases, right %.1f %%\n", title, len(samples), share(right, len(samples)))
	for _, v := range standing.Verdicts {
		t := class[string(v)]
		g := given[string(v)]
		fmt.Fprintf(w, "  %-12s %5.1f %% of %4d   (given: abstain %d, disputed %d, trustworthy %d)\n", v, share(t.right, t.all), t.all, g[standing.Abstain], g[standing.Disputed], g[standing.Trustworthy])
	}
	names := make([]string, 0, len(category))
	for k := range category {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		fmt.Fprintf(w, "    %-20s %5.1f %% of %4d\n", k, share(category[k].right, category[k].all), category[k].all)
	}
}

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(n) / float64(of)
}

func list(w io.Writer, samples []sample, judge func(sample) standing.Standing, n int) {
	for _, s := range samples {
		v := judge(s)
		if string(v.Verdict) == s.Expected {
			continue
		}
		if n--; n < 0 {
			return
		}
		fmt.Fprintf(w, "%s %s, given %s: %s\n", s.ID, s.Expected, v.Verdict, s.Query)
		for _, c := range s.Contexts {
			fmt.Fprintf(w, "    %.300s\n", c)
		}
		fmt.Fprintf(w, "    %+v\n", v.Reasons)
	}
}
