package format

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

var (
	hiddenCSS   = regexp.MustCompile(`(?i)display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*(?:0*\.?0+(?:[^.\d]|$)|[01](?:\.\d+)?p[xt])|opacity\s*:\s*0*\.?0+(?:[^.\d]|$)|(?:left|top|text-indent|margin-left)\s*:\s*-\d{3,}`)
	whiteCSS    = regexp.MustCompile(`(?i)(?:^|[^-\w])color\s*:\s*(?:white|transparent|#fff\b|#ffffff\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)`)
	groundCSS   = regexp.MustCompile(`(?i)background(?:-color|-image)?\s*:\s*([^;]+)`)
	whiteGround = regexp.MustCompile(`(?i)^\s*(?:white|transparent|none|inherit|initial|#fff(?:fff)?|rgba?\(\s*255\s*,\s*255\s*,\s*255.*)\s*(?:!important)?\s*$`)
	cssRule     = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	simpleSel   = regexp.MustCompile(`^(?:[a-z0-9]*)([.#][\w-]+)$`)
)

// unseen reports whether an element cannot be seen.
func (w *page) unseen(n *html.Node, at look) bool {
	if hasAttr(n, "hidden") && attrOf(n, "hidden") != "until-found" {
		return true
	}
	style := attrOf(n, "style")
	if style != "" && (hiddenCSS.MatchString(style) || whiteCSS.MatchString(style) && !at.shaded && !coloured(n)) {
		return true
	}
	if c := strings.ToLower(attrOf(n, "color")); n.Data == "font" && !at.shaded && (c == "white" || c == "#fff" || c == "#ffffff") {
		return true
	}
	if len(w.css) > 0 {
		for c := range strings.FieldsSeq(attrOf(n, "class")) {
			if w.css["."+c] {
				return true
			}
		}
		if id := attrOf(n, "id"); id != "" && w.css["#"+id] {
			return true
		}
	}
	return false
}

// coloured reports whether an element has a ground on which white text can be read.
func coloured(n *html.Node) bool {
	if m := groundCSS.FindStringSubmatch(attrOf(n, "style")); m != nil && !whiteGround.MatchString(m[1]) {
		return true
	}
	c := strings.ToLower(attrOf(n, "bgcolor"))
	return c != "" && c != "white" && c != "#ffffff" && c != "#fff"
}
