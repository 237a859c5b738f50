package tool

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	casefile "github.com/casefile/casefile"
)

// TestNotesInBothLanguages finds every note in the source and looks for its Chinese.
func TestNotesInBothLanguages(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	letters := regexp.MustCompile(`[A-Za-z]{3}`)
	verbs := regexp.MustCompile(`%[a-zA-Z]`)
	used := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "check") {
			continue
		}
		file, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != gotoken.STRING {
				return true
			}
			if s, err := strconv.Unquote(lit.Value); err == nil {
				used[s] = true
			}
			return true
		})
		ast.Inspect(file, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			f, ok := c.Fun.(*ast.Ident)
			if !ok || f.Name != "invalid" && f.Name != "say" {
				return true
			}
			lit, ok := c.Args[0].(*ast.BasicLit)
			if !ok {
				return true
			}
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			plain := regexp.MustCompile(`inputs\[%d\]|%[a-zA-Z]`).ReplaceAllString(s, "")
			zh, known := chinese()[s]
			if letters.MatchString(plain) && !known {
				t.Errorf("%q has no Chinese in notes.txt", s)
			}
			if known && !slices.Equal(verbs.FindAllString(s, -1), verbs.FindAllString(zh, -1)) {
				t.Errorf("%q and %q take different values", s, zh)
			}
			return true
		})
	}
	for en := range chinese() {
		if !used[en] {
			t.Errorf("notes.txt has %q, which nothing says", en)
		}
	}
}

func TestNoteChinese(t *testing.T) {
	f := echoTool(t)
	for args, want := range map[string]string{
		`{"e":"West"}`:                   `e: "West" 不在允许的 4 个值之内：North, 南方, 10%, O'Brien`,
		`{"i":-6,"tenant":"b"}`:          `tenant 由程序设定，不能给出；i: 需要整数（-5 到 9007199254740993），得到的是-6`,
		`{"p":"2026-08-31..2026-08-01"}`: `p: 期间 2026-08-31..2026-08-01 的结束早于开始`,
		`{"ID":"T12"}`:                   `没有参数 "ID"，是否指 "id"？；可用参数：t, e, i, f, d, p, id, b, ts, is`,
		`{"t":[]}`:                       `t: 需要文本，得到的是列表`,
	} {
		if r := callTool(t, f, scopeOf(t, "a", "u", "r"), args); r.Status != casefile.Invalid || r.NoteZH != want {
			t.Errorf("%s: %s\nwant %s", args, r.NoteZH, want)
		}
	}
}
