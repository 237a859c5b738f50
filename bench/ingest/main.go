// Command ingest measures the parsers over a folder of files against what other extractors find in them.
//
//	python3 bench/ingest/truth.py DATA > truth.json
//	go run ./bench/ingest -truth truth.json DATA
//
// Each file is read in a process of its own, for its time and its memory. It exits with 1 when a bar is missed.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/casefile/casefile/ingest/format"
	"github.com/xuri/excelize/v2"
)

// The bars.
const (
	barNumbers = 0.995
	barCells   = 0.98
	barPDF     = 0.90
	barTime    = 20 * time.Second
	barMemory  = 1 << 30
)

// truth is what another extractor finds in a file.
type truth struct {
	Numbers []string    `json:"numbers"`
	Cells   [][2]string `json:"cells"` // head, value
	Text    string      `json:"text"`
}

func main() {
	dump := flag.Bool("dump", false, "print each file's text")
	truthFile := flag.String("truth", "", "what truth.py printed for the folder")
	one := flag.String("one", "", "read one file and print it as JSON")
	flag.Parse()
	if *one != "" {
		if err := printOne(*one); err != nil {
			fatal(err)
		}
		return
	}
	if flag.NArg() == 0 {
		fatal(fmt.Errorf("name a folder of files, or files: ingest [-truth FILE] DATA"))
	}
	names, err := files(flag.Args())
	if err != nil {
		fatal(err)
	}
	known := map[string]truth{}
	if *truthFile != "" {
		b, err := os.ReadFile(*truthFile)
		if err == nil {
			err = json.Unmarshal(b, &known)
		}
		if err != nil {
			fatal(err)
		}
	} else {
		fmt.Println("no -truth: nothing is compared, only measured")
	}
	if !measure(names, known, *dump) {
		os.Exit(1)
	}
}

func fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(2)
}

func files(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, fmt.Errorf("the data is not there: %w", err)
		}
		if !info.IsDir() {
			out = append(out, a)
			continue
		}
		entries, err := os.ReadDir(a)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if !e.IsDir() && e.Name() != "INDEX.csv" {
				out = append(out, filepath.Join(a, e.Name()))
			}
		}
	}
	return out, nil
}

func printOne(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f := format.Whole(format.Parse(context.Background(), filepath.Base(path), data, format.Limits{}))
	return json.NewEncoder(os.Stdout).Encode(f)
}

// sum is a running comparison.
type sum struct{ kept, all int }

func (s sum) String() string {
	if s.all == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d %.2f%%", s.kept, s.all, 100*float64(s.kept)/float64(s.all))
}

func (s sum) atLeast(bar float64) bool { return s.all == 0 || float64(s.kept) >= bar*float64(s.all) }

func measure(names []string, known map[string]truth, dump bool) bool {
	numbers, encodings := sum{}, sum{}
	cells := map[format.Kind]*sum{}
	good := true
	status := map[format.Status]int{}
	for _, path := range names {
		name := filepath.Base(path)
		f, took, peak, err := read(path)
		if err != nil {
			fmt.Printf("%-60s DIED %v\n", name, err)
			good = false
			continue
		}
		status[f.Status]++
		line := fmt.Sprintf("%-60s %-5s %-11s %6d ms %5d MB", name, f.Kind, f.Status, took.Milliseconds(), peak>>20)
		if took > barTime || peak > barMemory {
			good = false
			line += "  OVER THE LIMIT"
		}
		if t, ok := known[name]; ok && (f.Status == format.OK || f.Status == format.Degraded) {
			n, lost := numbersOf(f, t)
			numbers.kept += n.kept
			numbers.all += n.all
			line += "  numbers " + n.String()
			if len(lost) > 0 {
				line += fmt.Sprintf(" lost %q", lost[:min(len(lost), 6)])
			}
			if len(t.Cells) > 0 {
				c, lost := cellsOf(f, t)
				if cells[f.Kind] == nil {
					cells[f.Kind] = &sum{}
				}
				cells[f.Kind].kept += c.kept
				cells[f.Kind].all += c.all
				line += "  cells " + c.String()
				if len(lost) > 0 {
					line += fmt.Sprintf(" lost %q", lost[:min(len(lost), 3)])
				}
			}
			if t.Text != "" {
				encodings.all++
				if sameText(f, t) {
					encodings.kept++
				} else {
					line += "  TEXT DIFFERS"
				}
			}
		}
		fmt.Println(line)
		if f.Reason != "" {
			fmt.Println("    " + f.Reason)
		}
		if dump {
			for _, b := range f.Blocks {
				mark := ""
				if b.Head {
					mark = "*"
				}
				fmt.Printf("    %s%d%s\t%s\n", b.Kind, b.Level+b.Table, mark, f.Text[b.Start:b.End])
			}
			fmt.Printf("    hidden %q\n", f.Hidden)
		}
	}
	if took, peak, size, err := madeWorkbook(); err != nil {
		fmt.Println("the made workbook:", err)
		good = false
	} else {
		fmt.Printf("a made workbook of %d KB: %d ms, %d MB, bar 150 MB\n", size>>10, took.Milliseconds(), peak>>20)
		good = good && peak <= 150<<20
	}
	fmt.Println()
	bar := func(what string, s sum, least float64) {
		verdict := "met"
		if !s.atLeast(least) {
			verdict, good = "MISSED", false
		}
		fmt.Printf("%-28s %-22s bar %.1f%%  %s\n", what, s, 100*least, verdict)
	}
	fmt.Println("files", len(names), status)
	bar("numbers kept", numbers, barNumbers)
	for _, k := range []format.Kind{format.DOCX, format.XLSX, format.HTML, format.CSV, format.PDF} {
		if s := cells[k]; s != nil {
			least := barCells
			if k == format.PDF {
				least = barPDF
			}
			bar("cells with head, "+string(k), *s, least)
		}
	}
	bar("text files read right", encodings, 1)
	return good
}

// madeWorkbook measures a workbook of about 1 MB: 20,000 rows of 8 cells.
func madeWorkbook() (took time.Duration, peak, size int64, err error) {
	dir, err := os.MkdirTemp("", "bench-ingest")
	if err != nil {
		return 0, 0, 0, err
	}
	defer os.RemoveAll(dir)
	x := excelize.NewFile()
	defer x.Close()
	w, err := x.NewStreamWriter("Sheet1")
	for i := 1; i <= 20_000 && err == nil; i++ {
		err = w.SetRow(fmt.Sprintf("A%d", i), []any{i, fmt.Sprintf("item %d", i), i * 7 % 1000, float64(i) / 8, "四川", "open", i * 13, fmt.Sprint("note ", i%97)})
	}
	if err == nil {
		err = w.Flush()
	}
	path := filepath.Join(dir, "made.xlsx")
	if err == nil {
		err = x.SaveAs(path)
	}
	if err != nil {
		return 0, 0, 0, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, 0, 0, err
	}
	f, took, peak, err := read(path)
	if err == nil && f.Account.Indexed.Cells != 160_000 {
		err = fmt.Errorf("%d of 160,000 cells: %s %s", f.Account.Indexed.Cells, f.Status, f.Reason)
	}
	return took, peak, info.Size(), err
}

// read reads a file in a process of its own.
func read(path string) (f format.File, took time.Duration, peak int64, err error) {
	exe, err := os.Executable()
	if err != nil {
		return f, 0, 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*barTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, "-one", path)
	start := time.Now()
	out, err := cmd.Output()
	took = time.Since(start)
	if err != nil {
		return f, took, 0, err
	}
	if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = use.Maxrss << 10
	}
	return f, took, peak, json.Unmarshal(out, &f)
}

// numbersOf compares the numbers of a file with the truth: each is to stand in the text as often. What is kept
// apart as hidden or as navigation is accounted for and not lost.
func numbersOf(f format.File, t truth) (sum, []string) {
	text := append([]string{f.Text}, f.Hidden...)
	lost := format.Missing(strings.Join(t.Numbers, " "), append(text, f.Aside...)...)
	return sum{len(t.Numbers) - len(lost), len(t.Numbers)}, lost
}

// cellsOf counts the values that stand in a row under their head.
func cellsOf(f format.File, t truth) (sum, []string) {
	have := map[string]int{}
	var heads []string
	table := 0
	for _, b := range f.Blocks {
		if b.Kind != format.TableRow {
			continue
		}
		if b.Table != table {
			table, heads = b.Table, nil
		}
		for i, c := range b.Cells {
			v := f.Text[c.Start:c.End]
			if b.Head {
				for len(heads) <= i {
					heads = append(heads, "")
				}
				heads[i] += "\x00" + v
				continue
			}
			if i < len(heads) {
				for _, h := range strings.Split(heads[i], "\x00") {
					have[norm(h)+"\x00"+norm(v)]++
				}
			}
		}
	}
	s := sum{all: len(t.Cells)}
	var lost []string
	for _, c := range t.Cells {
		k := norm(c[0]) + "\x00" + norm(c[1])
		if have[k] > 0 {
			have[k]--
			s.kept++
		} else if within(have, k) { // the value of a cell that holds a table too
			s.kept++
		} else {
			lost = append(lost, c[0]+": "+c[1])
		}
	}
	return s, lost
}

func within(have map[string]int, key string) bool {
	for k := range have {
		if len(key) > 20 && strings.HasPrefix(k, key) {
			return true
		}
	}
	return false
}

var marks = strings.NewReplacer("•", "", "｜", "|", " ", "", "\u00a0", "", ",", "", ";", "", "1.", "", "2.", "", "3.", "")

func norm(s string) string { return marks.Replace(strings.Join(strings.Fields(s), "")) }

// sameText reports whether every line of the truth stands in the text.
func sameText(f format.File, t truth) bool {
	text := norm(f.Text + strings.Join(f.Hidden, " ") + f.Title)
	if f.Kind == format.HTML { // the truth is the page's text
		words := strings.Fields(t.Text)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, norm(w)) })
	}
	for line := range strings.Lines(t.Text) {
		if l := norm(strings.TrimPrefix(line, "\ufeff")); !strings.Contains(text, l) && f.Kind != format.CSV {
			return false
		}
	}
	return true
}
