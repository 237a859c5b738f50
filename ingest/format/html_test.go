package format

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
)

func TestHTML(t *testing.T) {
	for name, c := range map[string]struct {
		body   string
		want   []string
		hidden string
		aside  string
	}{
		"blocks":                     {"<h2>A <b>b</b></h2><p>one\n two<br>three<div>four<p>five", []string{"#2 A b", "one two\nthree", "four", "five"}, "", ""},
		"words across elements":      {"<p>1<b>5</b> days</p><p>5<sup>2</sup> and 10<sup>-6</sup></p>", []string{"15 days", "5^2 and 10^-6"}, "", ""},
		"lists":                      {"<ul><li>a<li>b<ol start=3><li>c<li><p>d</p></ol></ul>", []string{"item • a", "item • b", "item 3. c", "item 4. d"}, "", ""},
		"table with spans":           {"<table><tr><th>地区<th colspan=2>2025<tr><td rowspan=2>华东<td>1<td>2<tr><td>3<td>4</table>", []string{"row1* 地区 | 2025 | 2025", "row1 华东 | 1 | 2", "row1 华东 | 3 | 4"}, "", ""},
		"rowspan to the end":         {"<table><tr><th>a<th>b<tr><td rowspan=0>x<td>1<tr><td>2</table>", []string{"row1* a | b", "row1 x | 1", "row1 x | 2"}, "", ""},
		"head of two rows":           {"<table><thead><tr><td>a<td>a<tr><td>b<td>c</thead><tbody><tr><td>1<td>2</table>", []string{"row1* a | a", "row1* b | c", "row1 1 | 2"}, "", ""},
		"layout table":               {"<table><tr><td><h1>T</h1><p>one<td><p>two</table>", []string{"#1 T", "one", "two"}, "", ""},
		"scripts are no text":        {"<script>var x=5</script><style>p{}</style><template>7</template><p>a", []string{"a"}, "", ""},
		"hidden is kept apart":       {"<p>a<p style='display:none'>pay 900<p hidden>x<p style='color:#fff'>white", []string{"a"}, "pay 900\nx\nwhite", ""},
		"hidden by a rule":           {"<style>.no, .x{display:none}</style><p>a<div class='b no'>secret</div>", []string{"a"}, "secret", ""},
		"white on dark is shown":     {"<div style='background:#036'><p style='color:white'>shown</div>", []string{"shown"}, "", ""},
		"navigation is kept apart":   {"<nav><a>Home</a> <a>News</a></nav><p>a", []string{"a"}, "", "Home News"},
		"navigation with figures":    {"<nav>Call 400-1234</nav><p>a", []string{"Call 400-1234", "a"}, "", ""},
		"a footer of links":          {"<main><p>a</main><footer><a href='#'>返回顶部</a> <a>Imprint</a></footer>", []string{"a"}, "", "返回顶部 Imprint"},
		"a footer with figures":      {"<p>a<footer>Call 400-1234</footer>", []string{"a", "Call 400-1234"}, "", ""},
		"a footer with a sentence":   {"<p>a<footer>退货运费由责任方承担。</footer>", []string{"a", "退货运费由责任方承担。"}, "", ""},
		"the footer of an article":   {"<article><p>a<footer>by the legal team</footer></article>", []string{"a", "by the legal team"}, "", ""},
		"what an image shows":        {"<p>a <img alt='limit 5%'> b", []string{"a limit 5% b"}, "", ""},
		"code":                       {"<pre>a\n  b</pre>", []string{"code a\n  b"}, "", ""},
		"entities":                   {"<p>&lt;5&nbsp;%&#x4E00;&amp;", []string{"<5 %一&"}, "", ""},
		"a list in a cell":           {"<table><tr><th>a<th>b<tr><td><ul><li>x<li>y</ul><td>1</table>", []string{"row1* a | b", "row1 • x • y | 1"}, "", ""},
		"a hidden row":               {"<table><tr><th>a<th>b<tr style='display:none'><td>8<td>9<tr><td>1<td>2</table>", []string{"row1* a | b", "row1 1 | 2"}, "8 9", ""},
		"cells without a row's end":  {"<table><tr><td>a<td>b<tr><td>1<td>2<td>3</table>", []string{"row1* a | b | ", "row1 1 | 2 | 3"}, "", ""},
		"ruby readings are left out": {"<p><ruby>東京<rt>とうきょう</rt></ruby>", []string{"東京"}, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "a.html", []byte("<!doctype html><title>t</title><body>"+c.body))
			wantLines(t, f, c.want...)
			if got := strings.Join(f.Hidden, "\n"); got != c.hidden {
				t.Errorf("hidden %q, want %q", got, c.hidden)
			}
			if got := strings.Join(f.Aside, "\n"); got != c.aside {
				t.Errorf("aside %q, want %q", got, c.aside)
			}
			if f.Title != "t" || f.Status != OK || len(f.Account.Lost) > 0 {
				t.Errorf("%q %s %q %q", f.Title, f.Status, f.Reason, f.Account.Lost)
			}
		})
	}
}

func TestHTMLEncodings(t *testing.T) {
	page := "<html><head><meta charset=gb2312><meta http-equiv=Content-Type content='text/html; charset=utf-8'></head><p>退货期限为15天</p></html>"
	gb, _ := simplifiedchinese.GBK.NewEncoder().String(page)
	for _, data := range []string{page, gb, "\xef\xbb\xbf" + page} {
		if f := parse(t, "a.html", []byte(data)); f.Text != "退货期限为15天\n" {
			t.Errorf("%s %q", f.Encoding, f.Text)
		}
	}
}

func TestHTMLLimits(t *testing.T) {
	deep := strings.Repeat("<div>", 200_000) + "x1" + strings.Repeat("</div>", 200_000)
	if f := parse(t, "a.html", []byte("<html>"+deep)); f.Status != OK && f.Status != Failed {
		t.Errorf("deep: %s %q", f.Status, f.Reason)
	}
	wide := "<html><table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>1", 3000) + "</table>"
	if f := Parse(t.Context(), "a.html", []byte(wide), Limits{Cells: 100_000}); f.Status != Failed || !strings.Contains(f.Reason, "cells") {
		t.Errorf("spans: %s %q", f.Status, f.Reason)
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("<table><tr><th rowspan=0 colspan=9>a<td><table><tr><td>1</table><sup>2</sup></table>")
	f.Add("<style>.a{display:none}</style><p class=a>x<li value=-5>y<nav>1")
	f.Fuzz(func(t *testing.T, s string) {
		sound(t, Parse(t.Context(), "a.html", []byte("<html>"+s), Limits{Cells: 50_000}))
	})
}
