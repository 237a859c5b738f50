package format

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"
)

// htmlCount counts what a page holds from its tokens alone: the independent side of the account.
func htmlCount(ctx context.Context, s string, nums *numberBag) (Count, error) {
	var c Count
	var line strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	skip := ""
	words, inCell := false, false
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return c, ctx.Err()
		}
		tt := z.Next()
		if tt == html.ErrorToken {
			nums.add(clean(line.String()))
			return c, nil
		}
		switch tt {
		case html.TextToken:
			if skip == "" {
				text := z.Text()
				line.WriteString(html.UnescapeString(string(text)))
				words = words || len(bytes.TrimSpace(text)) > 0
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			b, _ := z.TagName()
			tag := string(b)
			if tt == html.StartTagToken && (silentTags[tag] && tag != "head" && tag != "map" && tag != "input" && tag != "embed" || tag == "noscript" || tag == "rt" || tag == "rp") && skip == "" {
				skip = tag
			}
			if tt == html.EndTagToken && tag == skip {
				skip = ""
			}
			if tt == html.StartTagToken && tag == "table" {
				c.Tables++
			}
			if tag == "td" || tag == "th" {
				if inCell && words {
					c.Cells++
				}
				inCell, words = tt == html.StartTagToken, false
			} else if tt == html.EndTagToken && (tag == "p" || tag == "li" || len(tag) == 2 && tag[0] == 'h') && words && !inCell {
				c.Paragraphs++
				words = false
			}
			if !inlineTags[tag] || tag == "br" {
				nums.add(clean(line.String()))
				line.Reset()
			}
		}
	}
}
