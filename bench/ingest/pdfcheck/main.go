// Command pdfcheck holds what is read of a folder's PDF files against pdftotext, number by number, and against
// tables that were read off the pages by eye. It exits with 1 below the bars.
//
//	go run ./bench/ingest/pdfcheck FOLDER
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/casefile/casefile/ingest/format"
)

//go:embed testdata/tables.txt
var tablesFile string

const (
	numbersBar = 99.5
	ruledBar   = 90
)

var number = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: pdfcheck FOLDER")
		os.Exit(2)
	}
	paths, err := filepath.Glob(filepath.Join(os.Args[1], "*.pdf"))
	if err != nil || len(paths) == 0 {
		fmt.Fprintln(os.Stderr, "no PDF files in", os.Args[1])
		os.Exit(2)
	}
	files := map[string]format.File{}
	all, kept, apart := 0, 0, 0
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		start := time.Now()
		f := format.Parse(context.Background(), filepath.Base(p), data, format.Limits{})
		took := time.Since(start)
		files[filepath.Base(p)] = f
		n, in, beside, lost := compare(p, f)
		all, kept, apart = all+n, kept+in, apart+beside
		fmt.Printf("%-62s %-9s %4d pages %6s  numbers %5d, in the text %5d, header or hidden %3d  %s %v\n", filepath.Base(p), f.Status, f.Account.Found.Pages, took.Round(time.Millisecond), n, in, beside, f.Reason, lost)
	}
	numbers := percent(kept+apart, all)
	fmt.Printf("\nnumbers of pdftotext: %d, in the text %d, in a page header or footer or hidden, so kept apart %d: %.2f %% (bar %.1f)\n", all, kept, apart, numbers, numbersBar)
	ruled := tables(files)
	if numbers < numbersBar || ruled < ruledBar {
		os.Exit(1)
	}
}

func percent(a, b int) float64 {
	if b == 0 {
		return 100
	}
	return 100 * float64(a) / float64(b)
}

// compare counts the numbers that pdftotext finds, those of them in the text, and those kept apart from it.
func compare(path string, f format.File) (all, kept, apart int, lost []string) {
	out, err := exec.Command("pdftotext", "-layout", path, "-").Output()
	if err != nil || f.Status == format.Failed {
		return 0, 0, 0, nil // encrypted: neither can read it
	}
	in, beside := bag(f.Text), bag(strings.Join(append(f.Hidden, f.Aside...), "\n"))
	for n, c := range bag(string(out)) {
		all += c
		k := min(c, in[n])
		a := min(c-k, beside[n])
		kept, apart = kept+k, apart+a
		if c > k+a {
			lost = append(lost, fmt.Sprintf("%s×%d", n, c-k-a))
		}
	}
	return all, kept, apart, lost
}

func bag(s string) map[string]int {
	m := map[string]int{}
	for _, n := range number.FindAllString(s, -1) {
		m[n]++
	}
	return m
}

// tables prints how many cells of the listed tables stand in a row with their neighbours and below their head,
// and returns the share for those with lines.
func tables(files map[string]format.File) float64 {
	count := map[string][2]int{}
	for _, block := range strings.Split(tablesFile, "\n= ")[1:] {
		lines := strings.Split(strings.TrimRight(block, "\n"), "\n")
		name, kind, _ := strings.Cut(strings.TrimSpace(lines[0]), " ")
		rows := rowsOf(files[name])
		head := cells(lines[1])
		good, n := 0, 0
		for _, line := range lines[2:] {
			if strings.TrimSpace(line) == "" {
				continue
			}
			row := cells(line)
			for c, v := range row {
				if v == "" {
					continue
				}
				n++
				if found(rows, row, head, c) {
					good++
				}
			}
		}
		t := count[kind]
		count[kind] = [2]int{t[0] + good, t[1] + n}
		fmt.Printf("table %-60s %-5s cells with their head %3d of %3d\n", name, kind, good, n)
	}
	for _, kind := range []string{"ruled", "open"} {
		fmt.Printf("cells of %s tables with their head: %d of %d, %.1f %%\n", kind, count[kind][0], count[kind][1], percent(count[kind][0], count[kind][1]))
	}
	return percent(count["ruled"][0], count["ruled"][1])
}

// tableRow is a row with the head of its table.
type tableRow struct{ cells, heads []string }

func rowsOf(f format.File) []tableRow {
	var out []tableRow
	heads := map[int][][]string{}
	for _, b := range f.Blocks {
		if b.Kind != format.TableRow {
			continue
		}
		var row []string
		for _, s := range b.Cells {
			row = append(row, f.Text[s.Start:s.End])
		}
		if b.Head {
			heads[b.Table] = append(heads[b.Table], row)
			continue
		}
		r := tableRow{cells: row, heads: make([]string, len(row))}
		for _, h := range heads[b.Table] {
			for c := range min(len(h), len(row)) {
				r.heads[c] += " " + h[c]
			}
		}
		out = append(out, r)
	}
	return out
}

// found reports whether a row holds cell c below its head, and every other cell of the row too.
func found(rows []tableRow, row, head []string, c int) bool {
	for _, r := range rows {
		text := " " + strings.Join(r.cells, " | ") + " "
		ok := true
		for _, v := range row {
			ok = ok && strings.Contains(text, " "+v+" ")
		}
		if !ok {
			continue
		}
		for i, v := range r.cells {
			if v == row[c] && (head[c] == "" || strings.Contains(r.heads[i], head[c])) {
				return true
			}
		}
	}
	return false
}

func cells(line string) []string {
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
