// Command mutants breaks right answers over rows and passages in every known way and prints what the verifier
// lets through and what it refuses. It exits with 1 below the bars.
//
//	go run ./bench/mutants [-misses] [-seed N] [-only SOURCE] [DATA]
//
// DATA is a folder with the data sets that testdata/mutants/README.md names. Without it only the scenes' part is run.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/verify"
	"github.com/casefile/casefile/verify/mutate"
)

func main() {
	misses := flag.Bool("misses", false, "also list the mutants that were let through and the right claims that were stopped")
	list := flag.Bool("list", false, "only list the right claims")
	only := flag.String("only", "", "only the sources with this in their name")
	seed := flag.Uint64("seed", 1, "chooses which rows, digits and words")
	flag.Parse()
	items, err := all(flag.Arg(0), *only, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if *list {
		for i := range items {
			fmt.Printf("%s\t%s\n", items[i].ID, items[i].Claim().Text)
		}
		return
	}
	v, err := verify.New(verify.Rules{Conditions: true, Significant: "0.2"})
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	r, err := mutate.Run(context.Background(), v, items, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	fmt.Print(r.Markdown(casefile.English))
	if *misses {
		for _, m := range r.Misses {
			fmt.Printf("\n%s | %s | %s | %s\n  %s\n", m.Op, m.Class, m.Item, m.Verdict, m.Claim)
			for i, why := range m.Why {
				fmt.Printf("  %s: %s\n", m.Rules[i], why)
			}
		}
	}
	if below := r.Below(); len(below) > 0 {
		fmt.Printf("\nbelow the bars: %s\n", strings.Join(below, "; "))
		os.Exit(1)
	}
}

// all makes the items of every source.
func all(data, only string, seed uint64) ([]mutate.Item, error) {
	dbs, err := databases(data)
	if err != nil {
		return nil, err
	}
	var out []mutate.Item
	for _, source := range sorted(dbs) {
		defer dbs[source].Close()
		if !strings.Contains(source, only) {
			continue
		}
		sheets, err := readSheets(filepath.Join("testdata", "mutants", source+".sheets"))
		if err != nil {
			return nil, err
		}
		var made []mutate.Item
		for i := range sheets {
			items, err := sheets[i].claims(dbs[source], source, seed+uint64(1000*i))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", source, err)
			}
			made = append(made, items...)
		}
		out = append(out, beside(made)...)
	}
	return out, nil
}

// beside puts a record of another sheet beside each item's own, as a case has more than what one claim needs.
func beside(items []mutate.Item) []mutate.Item {
	for i := range items {
		for k := 1; k < len(items); k++ {
			o := &items[(i+7*k)%len(items)]
			e := o.Case.Evidence[0]
			if o.ID[:strings.LastIndexByte(o.ID, '/')] == items[i].ID[:strings.LastIndexByte(items[i].ID, '/')] || e.Table == nil || len(e.Table.Columns) == 0 || e.Tool == items[i].Case.Evidence[0].Tool {
				continue
			}
			e.ID = "E9"
			items[i].Case.Evidence = append(items[i].Case.Evidence[:len(items[i].Case.Evidence):len(items[i].Case.Evidence)], e)
			break
		}
	}
	return items
}
