package main

import (
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// Every text is there in both languages, and takes the same arguments.
func TestMessagesInBothLanguages(t *testing.T) {
	verb := regexp.MustCompile(`%(\[\d+\])?[0-9]*[a-z%]`)
	if len(words()) < 20 {
		t.Fatalf("only %d messages were read", len(words()))
	}
	for key, texts := range words() {
		en, zh := texts[casefile.English], texts[casefile.Chinese]
		if en == "" || zh == "" || len(texts) != 2 {
			t.Errorf("%s: en %q, zh %q", key, en, zh)
			continue
		}
		a, b := verb.FindAllString(en, -1), verb.FindAllString(zh, -1)
		if !slices.Equal(a, b) {
			t.Errorf("%s: arguments %v in en, %v in zh", key, a, b)
		}
	}
}

// Every message that is used exists, and every one that exists is used.
func TestMessagesAreUsed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var src strings.Builder
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		src.Write(b)
	}
	var composed []string // beginnings of keys that a value ends
	for _, m := range regexp.MustCompile(`"([a-z]+(?:-[a-z]+)*-)"\s*\+`).FindAllStringSubmatch(src.String(), -1) {
		composed = append(composed, m[1])
	}
	for key := range words() {
		begun := slices.ContainsFunc(composed, func(start string) bool {
			end, ok := strings.CutPrefix(key, start)
			return ok && end != "" && !strings.Contains(end, "-")
		})
		if !begun && !strings.Contains(src.String(), `"`+key+`"`) {
			t.Errorf("message %s is never used", key)
		}
	}
	for _, m := range regexp.MustCompile(`(?:usagef\(|\.note\(|say\([^,()]+(?:\.[a-zA-Z]+)?, )"([a-z-]+)"`).FindAllStringSubmatch(src.String(), -1) {
		if words()[m[1]] == nil && !slices.Contains(composed, m[1]) {
			t.Errorf("message %s does not exist", m[1])
		}
	}
}

// Every command has its help in both languages, and the help names exactly the flags it has.
func TestHelpNamesEveryFlag(t *testing.T) {
	named := regexp.MustCompile(`(?m)^  (--?[a-z-]+)\b`)
	for _, lang := range []casefile.Lang{casefile.English, casefile.Chinese} {
		top := help(lang, "casefile")
		for _, c := range commands() {
			if !strings.Contains(top, "\n  "+c.name+" ") {
				t.Errorf("%s: the help of the program does not name %s", lang, c.name)
			}
			page := help(lang, c.name)
			if !strings.HasPrefix(page, "casefile "+c.name) {
				t.Errorf("%s: no help of %s", lang, c.name)
				continue
			}
			var has []string
			fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			c.flags(fs, &options{})
			fs.VisitAll(func(f *flag.Flag) { has = append(has, dashed(f.Name)) })
			var says []string
			for _, m := range named.FindAllStringSubmatch(page, -1) {
				if m[1] != "--lang" {
					says = append(says, m[1])
				}
			}
			if c.name == "export" || c.name == "version" {
				says = append(says, regexp.MustCompile(`--(shared|json)`).FindString(page)) // stands in the first line
			}
			slices.Sort(has)
			slices.Sort(says)
			if !slices.Equal(has, says) {
				t.Errorf("%s %s: flags %v, help names %v", lang, c.name, has, says)
			}
		}
	}
	count := map[string]int{}
	err := fs.WalkDir(helpFiles, "help", func(p string, d fs.DirEntry, err error) error {
		if !d.IsDir() {
			count[filepath.Dir(p)]++
		}
		return err
	})
	if err != nil || count["help/en"] != count["help/zh"] || count["help/en"] != len(commands())+1 {
		t.Errorf("help pages: %v, %v", count, err)
	}
}

func TestWalk(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want options
		rest []string
		err  string
	}{
		{"before", []string{"--as", "u7", "-w", "d", "q"}, options{as: "u7", dir: "d"}, []string{"q"}, ""},
		{"after", []string{"q", "--as=u7", "--json"}, options{as: "u7", json: true}, []string{"q"}, ""},
		{"around", []string{"--json", "q", "--as", "u7"}, options{as: "u7", json: true}, []string{"q"}, ""},
		{"twice", []string{"--role", "a", "q", "--role=b"}, options{roles: []string{"a", "b"}}, []string{"q"}, ""},
		{"one dash", []string{"-as", "u7", "q"}, options{as: "u7"}, []string{"q"}, ""},
		{"false", []string{"--json=false"}, options{}, nil, ""},
		{"standard input", []string{"-", "--json"}, options{json: true}, []string{"-"}, ""},
		{"after a double dash", []string{"--json", "--", "--as", "x"}, options{json: true}, []string{"--as", "x"}, ""},
		{"a value that looks like a flag", []string{"--as", "--json"}, options{as: "--json"}, nil, ""},
		{"unknown", []string{"--jsn"}, options{}, nil, "no-flag"},
		{"no value", []string{"q", "--as"}, options{}, nil, "flag-value"},
		{"bad boolean", []string{"--json=maybe"}, options{}, nil, "flag-bad"},
		{"empty role", []string{"--role", ""}, options{}, nil, "flag-bad"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var o options
			fs := flag.NewFlagSet("ask", flag.ContinueOnError)
			fs.SetOutput(io.Discard)
			askFlags(fs, &o)
			rest, err := walk(fs, tt.args)
			key := ""
			if u, ok := err.(usage); ok {
				key = u.key
			}
			if key != tt.err {
				t.Fatalf("error %v, want %s", err, tt.err)
			}
			if tt.err != "" {
				return
			}
			if !slices.Equal(rest, tt.rest) || o.as != tt.want.as || o.dir != tt.want.dir || o.json != tt.want.json || !slices.Equal(o.roles, tt.want.roles) {
				t.Errorf("got %+v, rest %q", o, rest)
			}
		})
	}
}
