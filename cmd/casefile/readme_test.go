package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/casefile/casefile/config"
)

var update = flag.Bool("update", false, "write what the program prints into the README files")

// asked finds a command of the README with the output that stands below it.
var asked = regexp.MustCompile("(?s)go run \\./cmd/casefile ask -w examples/([a-z-]+) --as ([a-z0-9]+) \"([^\"\n]+)\".*?\n```\n[^`]*\n```\n(.*?)```\n")

// What the README says the program prints is what it prints, in both languages' files.
func TestReadmeOutput(t *testing.T) {
	for _, name := range []string{"README.md", "README.zh-CN.md"} {
		file := filepath.Join("..", "..", name)
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := asked.FindAllSubmatchIndex(page, -1)
		if len(found) < 2 {
			t.Fatalf("%s: %d commands with output, want 2", name, len(found))
		}
		var out bytes.Buffer
		at := 0
		for _, m := range found {
			group := func(i int) string { return string(page[m[2*i]:m[2*i+1]]) }
			dir := t.TempDir()
			if err := config.CopyTree("../../examples/"+group(1), dir, func(rel string) bool { return filepath.Base(rel)[0] == '.' }); err != nil {
				t.Fatal(err)
			}
			r := casefileCommand(t, "ask", "-w", dir, "--as", group(2), group(3))
			if r.code != 0 {
				t.Errorf("%s: %s: exit %d\n%s%s", name, group(3), r.code, r.out, r.err)
			}
			if r.out != group(4) && !*update {
				t.Errorf("%s: %s\nREADME says\n%s\nthe program says\n%s", name, group(3), group(4), r.out)
			}
			out.Write(page[at:m[8]])
			out.WriteString(r.out)
			at = m[9]
		}
		out.Write(page[at:])
		if *update {
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// The two files tell the same: as many headings, code blocks and list items, the same commands and links.
func TestReadmesAreEqual(t *testing.T) {
	var counts [2]map[string]int
	var commands [2][]string
	for i, name := range []string{"README.md", "README.zh-CN.md"} {
		page, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		counts[i] = map[string]int{}
		for line := range strings.Lines(string(page)) {
			for _, mark := range []string{"#", "- ", "```", "| ", "1. ", "2. ", "3. ", "4. "} {
				if strings.HasPrefix(line, mark) {
					counts[i][mark]++
				}
			}
			if strings.HasPrefix(line, "go ") || strings.HasPrefix(line, "./casefile") {
				word, _, _ := strings.Cut(line, `"`)
				commands[i] = append(commands[i], word)
			}
		}
		counts[i]["links"] = strings.Count(string(page), "](")
	}
	for mark, n := range counts[0] {
		if counts[1][mark] != n {
			t.Errorf("%q: %d in en, %d in zh", mark, n, counts[1][mark])
		}
	}
	if a, b := strings.Join(commands[0], ""), strings.Join(commands[1], ""); a != b {
		t.Errorf("commands:\n%s\n%s", a, b)
	}
}
