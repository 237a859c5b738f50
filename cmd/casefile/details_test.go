package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

func TestDetailsInChinese(t *testing.T) {
	for msg, want := range map[string]string{
		`there is no step "age"`:                                        `没有步骤 "age"`,
		`steps[2].after: there is no step "age"`:                        `steps[2].after：没有步骤 "age"`,
		`did you mean "as_of"?`:                                         `是不是要用 "as_of"？`,
		`unknown key "asof"`:                                            `没有键 "asof"`,
		`language: "fr" is none of auto, zh, en`:                        `language："fr" 不是以下之一：auto, zh, en`,
		`status is refused, want answered; the answer does not say "x"`: `状态是 refused，应为 answered；回答没有说 "x"`,
		"its text has 93 % in common with that of docs/a.md":            "它与 docs/a.md 的文字有 93 % 相同",
		"replay: a.jsonl: line 3: the case log was changed: its hash does not fit what it says": "重放：a.jsonl：第 3 行：案卷记录被改动过：其哈希与内容不符",
		`cases/first.jsonl: line 8: unknown key "kwind"; known are name, kind`:                  `cases/first.jsonl：第 8 行：没有键 "kwind"；可用的有 name, kind`,
		`price: the type "money" is not known`:                                                  `price：没有类型 "money"`,
		"something that no list has":                                                            "something that no list has",
	} {
		if got := inWords(casefile.Chinese, msg); got != want {
			t.Errorf("%q: %q, want %q", msg, got, want)
		}
		if got := inWords(casefile.English, msg); got != msg {
			t.Errorf("%q in English: %q", msg, got)
		}
	}
}

// What the checks of a workspace say, as their sources word it, is in the list.
func TestEveryProblemIsInChinese(t *testing.T) {
	worded := regexp.MustCompile(`(?:c\.at\(|c\.add\(|\bbad\(|d\.problem\(|[^.]\badd\()[^"\n]*(?:fmt\.Sprintf\()?("(?:[^"\\]|\\.)*")`)
	verb := regexp.MustCompile(`%(?:\[\d\])?[-+#.0-9]*[a-z]`)
	n := 0
	for _, glob := range []string{"../../config/problems.go", "../../config/check.go", "../../config/models.go", "../../config/embeddings.go", "../../config/entailment.go", "../../config/routing.go", "../../playbook/check.go", "../../tool/check*.go", "../../strictyaml/decode.go"} {
		files, err := filepath.Glob(glob)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %v", glob, files, err)
		}
		for _, f := range files {
			src, err := os.ReadFile(f)
			if err != nil || strings.HasSuffix(f, "_test.go") {
				continue
			}
			for line := range strings.Lines(string(src)) {
				m := worded.FindStringSubmatch(line)
				if m == nil || strings.Contains(line, "func") {
					continue
				}
				format, err := strconv.Unquote(m[1])
				if err != nil || strings.Count(format, " ") < 2 || format[0] == ' ' || format[0] == ':' || strings.HasSuffix(format, ":") {
					continue // a key, or one end of a message that a name begins or goes on with
				}
				n++
				msg := strings.ReplaceAll(verb.ReplaceAllString(format, "X1"), "%%", "%")
				if zh := inWords(casefile.Chinese, msg+"X2"); zh == msg+"X2" && inWords(casefile.Chinese, msg) == msg {
					t.Errorf("%s: %q is in no line of help/details.txt", filepath.Base(f), format)
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("%d messages found", n)
	}
}
