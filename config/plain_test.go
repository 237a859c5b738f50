package config

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"红色 9 个\n\t[1] “quote”", "红色 9 个\n\t[1] “quote”"},
		{"a\x1b[31mred\x1b[0m\a", "a\ufffd[31mred\ufffd[0m\ufffd"},
		{"\u009b2J\x7f\x00", "\ufffd2J\ufffd\ufffd"},
		{"no\u202eesrever", "no\ufffdesrever"},
		{"isolate\u2067d", "isolate\ufffdd"},
		{"line\r\nline", "line\nline"},
		{"bad\xff", "bad\ufffd"},
	} {
		if got := Plain(tc.in); got != tc.want {
			t.Errorf("%q gives %q, want %q", tc.in, got, tc.want)
		}
	}
}

func TestEscapeJSON(t *testing.T) {
	in := "say \u009b2J \u202eno\u2066 \x7f\u200f 红 \\ \"q\" <b>"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(map[string]string{"a": in}); err != nil {
		t.Fatal(err)
	}
	got := EscapeJSON(b.Bytes())
	if i := bytes.IndexFunc(got, func(c rune) bool { return c != '\n' && steers(c) }); i >= 0 {
		t.Errorf("%q still holds a character that steers", got)
	}
	var back map[string]string
	if err := json.Unmarshal(got, &back); err != nil || back["a"] != in {
		t.Errorf("%q reads back as %q, %v", got, back["a"], err)
	}
}

// Two workspaces never share an index, however alike their paths.
func TestCacheNames(t *testing.T) {
	seen := map[string]string{}
	for _, root := range []string{"/a/b-c", "/a-b/c", "/a/b/c", "/a/b:c", `/a/b\c`, "/a/bc", "/A/b-c", "/a/b c", "/a/b\nc", "/"} {
		name := cacheName(root)
		if other, ok := seen[name]; ok {
			t.Errorf("%q and %q are both %q", other, root, name)
		}
		seen[name] = root
		for _, c := range name {
			if c == '/' || c == '\\' || c == '\n' || c == ' ' || c == ':' {
				t.Errorf("%q gives %q", root, name)
			}
		}
	}
}
