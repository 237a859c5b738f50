package text

import "regexp"

// What of a text a page that shows it as Markdown or HTML would fetch, run or lead its reader to. A mark that refers to a line elsewhere
// ([form][1]) is none without that line.
var (
	carries = regexp.MustCompile(`[\[<:]|(?i:www\.)`) // no text without one of these does
	image   = regexp.MustCompile(`!\[([^\[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)`)
	link    = regexp.MustCompile(`\[([^\[\]]+)\]\([^()]*(?:\([^()]*\)[^()]*)*\)`)
	refers  = regexp.MustCompile(`(?m)^[ ]{0,3}\[[^\[\]]+\]:[ \t]*\S+.*$`)
	markup  = regexp.MustCompile(`(?i)</?(?:a|applet|audio|base|body|button|embed|form|frame|frameset|html|iframe|img|input|link|math|meta|object|script|source|style|svg|template|track|video)(?:[\s/][^<>]*)?/?>|<[a-z][a-z0-9-]*[\s/][^<>]*=[^<>]*>`)
	angled  = regexp.MustCompile(`<((?i:[a-z][a-z0-9+.-]*:|www\.)[^<>\s]+)>`)
	scheme  = regexp.MustCompile(`(?i)(^|[^a-z0-9+.-])(?:[a-z][a-z0-9+.-]*:/{2,}|(?:javascript|vbscript|mailto):|data:(?:[a-z]+/[a-z0-9.+-]+)?[;,])`)
	wwwHost = regexp.MustCompile(`(?i)(^|[^a-z0-9.-])www\.([\pL\pN])`)
)

// Unlinked is a text that tells the same and in which nothing is fetched, run or led to where it is shown as Markdown or HTML: of a picture and of
// a link stay their words, of an address what is behind its scheme. Addresses can still be read and typed. What is none of these stays as it is.
func Unlinked(s string) string {
	for carries.MatchString(s) {
		was := s
		s = refers.ReplaceAllString(s, "")
		s = image.ReplaceAllString(s, "$1")
		s = link.ReplaceAllString(s, "$1")
		s = markup.ReplaceAllString(s, "")
		s = angled.ReplaceAllString(s, "$1")
		s = scheme.ReplaceAllString(s, "$1")
		s = wwwHost.ReplaceAllString(s, "$1$2")
		if s == was {
			break // what is taken away may leave another one behind
		}
	}
	return s
}
