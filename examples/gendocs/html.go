package main

import (
	"fmt"
	"strings"
	"unicode"
)

// page writes a web page with a navigation above the text, as a site has it.
func page(d document) ([]byte, error) {
	lang, home, help := "zh-CN", "首页", "帮助中心"
	if !strings.ContainsFunc(d.about.Title, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		lang, home, help = "en", "Home", "Help"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<meta name=\"author\" content=\"%s\">\n<meta name=\"date\" content=\"%s\">\n</head>\n",
		lang, esc(d.about.Title), esc(d.about.Author), d.about.Published)
	fmt.Fprintf(&b, "<body>\n<nav><a href=\"/\">%s</a> <a href=\"/help\">%s</a></nav>\n<main>\n", home, help)
	for _, k := range d.blocks {
		switch {
		case k.page:
		case k.level > 0:
			fmt.Fprintf(&b, "<h%d>%s</h%[1]d>\n", k.level, esc(k.text))
		case k.rows != nil:
			htmlTable(&b, k.rows)
		default:
			fmt.Fprintf(&b, "<p>%s</p>\n", esc(k.text))
		}
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	return []byte(b.String()), nil
}

func htmlTable(b *strings.Builder, rows [][]string) {
	b.WriteString("<table>\n")
	for i, row := range rows {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, c := range row {
			fmt.Fprintf(b, "<%s>%s</%[1]s>", tag, esc(c))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table>\n")
}
