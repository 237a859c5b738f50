package text

import (
	"testing"
)

func TestUnlinked(t *testing.T) {
	for in, want := range map[string]string{
		"Kept ten days ![seal](https://evil.test/p.png?q=1).":   "Kept ten days seal.",
		"Kept ![](https://evil.test/p.png) ten days":            "Kept  ten days",
		"See [the form](https://evil.test/f(1)).":               "See the form.",
		"见[表格](http://evil.test)。":                              "见表格。",
		"[1]: https://evil.test/form":                           "",
		"Or <https://evil.test/form>.":                          "Or evil.test/form.",
		"At https://xn--pypal-4ve.com/x now":                    "At xn--pypal-4ve.com/x now",
		"At HTTPS:////evil.test":                                "At evil.test",
		"At hthttps://tps://evil.test":                          "At evil.test",
		"详见https://evil.test。":                                  "详见evil.test。",
		"At www.evil.test":                                      "At evil.test",
		"[![x](data:image/png;base64,AA)](javascript:alert(1))": "x",
		`<a href="javascript:alert(1)">here</a>`:                "here",
		"<img src=x onerror=alert(1)>ten":                       "ten",
		"<img/src=x/onerror=alert(1)>ten":                       "ten",
		`in room 7 <b onmouseover="x()">now</b>`:                "in room 7 now</b>",
		"mailto:a@evil.test":                                    "a@evil.test",
		"use data:text/html,<script>x</script>":                 "use x",
	} {
		if got := Unlinked(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for _, s := range []string{
		"Ten days.", "a[1][2] is a cell", "see [1] and [2]", "metadata: 5", "Meta data: 5 kg", "ratio 3:4", "at 10:30", "write <your name> here", "5 < 7 and 7 > 5", "if a <b and c> d",
		"第[三]条（见附件）", "note [sic] (in full)", "C:\\docs", "tel: 030 1", "x [y] (z)", "[1]、[2]", "see [1][2]", "见[1][2]", "[form][1]",
	} {
		if got := Unlinked(s); got != s {
			t.Errorf("%q became %q", s, got)
		}
	}
}

func FuzzUnlinked(f *testing.F) {
	for _, s := range []string{"![a](b)", "[a](b)", "[a][b]", "<a href=x>", "https://x", "www.x", "[a]: b", "![[a](b)](c)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Unlinked(s)
		if len(got) > len(s) || Unlinked(got) != got {
			t.Errorf("%q became %q", s, got)
		}
	})
}
