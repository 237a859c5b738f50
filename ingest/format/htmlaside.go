package format

import (
	"strings"

	"golang.org/x/net/html"
)

// navigation keeps menus apart, but for those with figures in them: losing content is worse than keeping a menu.
func (w *page) navigation(n *html.Node, at look) {
	if strings.ContainsAny(allText(n), "0123456789") {
		w.kids(n, at)
		w.flush()
		return
	}
	w.setAside(n)
}

// footer keeps the page's footer apart as a menu, where it is one: links and names, but no sentence and no figures.
func (w *page) footer(n *html.Node, at look) {
	for up := n.Parent; up != nil; up = up.Parent {
		switch up.Data {
		case "article", "section", "blockquote", "td", "li":
			w.kids(n, at)
			w.flush()
			return
		}
	}
	if strings.ContainsAny(allText(n), "。！？!?；;：:.") {
		w.kids(n, at)
		w.flush()
		return
	}
	w.navigation(n, at)
}

func (w *page) setAside(n *html.Node) {
	if s := oneLine(allText(n)); hasWords(s) {
		w.aside = append(w.aside, s)
		w.b.drop("navigation", 1, "a menu or a notice to browsers, no content; it is kept apart")
	}
}
