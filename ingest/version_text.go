package ingest

import (
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/casefile/casefile"
)

//go:embed dates.txt
var datePatterns string

// ways are the patterns of dates.txt.
type ways struct {
	force, upon, change, changed, name []*regexp.Regexp
	day                                *regexp.Regexp
}

const (
	hanDigit = `[〇零○Ｏ一二三四五六七八九十]`
	months   = `(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
	anyDay   = `(?:(?:1[89]|20)\d\d\s*年\s*\d{1,2}\s*月\s*\d{1,2}\s*日` +
		`|` + hanDigit + `{4}\s*年\s*` + hanDigit + `{1,3}\s*月\s*` + hanDigit + `{1,3}\s*日` +
		`|(?:1[89]|20)\d\d(?:-\d{1,2}-|/\d{1,2}/|\.\d{1,2}\.|_\d{1,2}_)\d{1,2}` +
		`|(?:1[89]|20)\d\d[01]\d[0-3]\d` +
		`|\d{1,2}(?:st|nd|rd|th)?\s+` + months + `,?\s+(?:1[89]|20)\d\d` +
		`|` + months + `\s+\d{1,2}(?:st|nd|rd|th)?,?\s+(?:1[89]|20)\d\d)`
)

var datesOf = sync.OnceValue(func() ways {
	w := ways{day: regexp.MustCompile(`(?i)` + anyDay)}
	for line := range strings.Lines(datePatterns) {
		what, pattern, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok || strings.HasPrefix(what, "#") {
			continue
		}
		pattern = strings.NewReplacer("{date}", `(?P<date>`+anyDay+`)`, "{year}", `(?P<year>(?:19|20)\d\d)`, "{number}", `(?P<number>\d{1,3}(?:[.]\d{1,3}){0,2})`).Replace(strings.TrimSpace(pattern))
		re := regexp.MustCompile(`(?i)` + pattern)
		switch what {
		case "force":
			w.force = append(w.force, re)
		case "upon":
			w.upon = append(w.upon, re)
		case "change":
			w.change = append(w.change, re)
		case "changed":
			w.changed = append(w.changed, regexp.MustCompile(`(?i)^(?:`+pattern+`)`))
		case "name":
			w.name = append(w.name, re)
		}
	}
	return w
})

// told is what a text and its name say of its version.
type told struct {
	Base    string        // the title without what tells the version
	Label   string        // a version as its name writes it
	Named   casefile.Date // the day in its name
	Changed casefile.Date // the last day of its history
	Changes int           // days of its history
	Force   casefile.Date // the day on which it says that it takes force
	Upon    bool          // it says that it takes force when it is made known
}

// evidence reports whether the text itself, or a version in its name, says that it is one of several versions. A day
// in the name alone is no such thing: weekly reports bear one too.
func (t told) evidence() bool {
	return t.Label != "" || !t.Changed.IsZero() || !t.Force.IsZero() || t.Upon
}

// published is the last day on which the text is known to have been changed.
func (t told) published() casefile.Date { return later(t.Changed, t.Named) }

// from is the first day in force, and why it is taken to be. An amended text keeps its old sentence about it, so that
// a later change goes before that sentence.
func (t told) from() (casefile.Date, string) {
	made := t.published()
	switch {
	case !t.Force.IsZero() && t.Force.Compare(made) >= 0:
		return t.Force, "the text says from when it is in force"
	case made.IsZero():
		return made, ""
	case made == t.Named && t.Changed != made:
		return made, "the day in its name; the text does not say from when it is in force"
	case t.Upon && t.Force.IsZero():
		return made, "the day of its last change, from which it says that it is in force"
	}
	return made, "the day of its last change; the text does not say from when it is in force since"
}

// version names the version.
func (t told) version() string {
	if t.Label != "" {
		return t.Label
	}
	if made := t.published(); !made.IsZero() {
		return made.String()
	}
	if !t.Force.IsZero() {
		return t.Force.String()
	}
	return ""
}

func later(a, b casefile.Date) casefile.Date {
	if a.IsZero() || !b.IsZero() && b.Compare(a) > 0 {
		return b
	}
	return a
}

// How far from its ends a text tells its dates.
const (
	headBytes = 6000
	tailBytes = 6000
	headLines = 60
)

// tell reads what a text says of its version.
func tell(title, fileName, s string) told {
	w := datesOf()
	t := told{}
	t.Base, t.Label, t.Named = bareName(title)
	if _, label, day := bareName(fileName); t.Label == "" && t.Named.IsZero() {
		t.Label, t.Named = label, day
	}
	head, tail := s, ""
	if len(s) > headBytes+tailBytes {
		head, tail = strings.ToValidUTF8(s[:headBytes], ""), strings.ToValidUTF8(s[len(s)-tailBytes:], "")
	}
	t.Changed, t.Changes = history(head)
	for _, part := range []string{head, tail} {
		for _, re := range w.force {
			for _, m := range re.FindAllStringSubmatch(part, -1) {
				if d, ok := dayOf(m[re.SubexpIndex("date")]); ok {
					t.Force = later(t.Force, d)
				}
			}
		}
		for _, re := range w.upon {
			t.Upon = t.Upon || re.MatchString(part)
		}
	}
	return t
}

// history returns the last day of the lines at the head of a text that say what happened to it on a day. They end
// where the text proper begins: at a clause, a second heading or a long line without a day.
func history(head string) (last casefile.Date, days int) {
	w := datesOf()
	n, headings := 0, 0
	seen := map[casefile.Date]bool{}
	note := func(d casefile.Date, ok bool) {
		if ok {
			last = later(last, d)
			seen[d] = true
		}
	}
	for line := range strings.Lines(head) {
		l := strings.Trim(strings.TrimSpace(line), "*_> 　")
		if l == "" || strings.HasPrefix(l, "<!--") {
			continue
		}
		if strings.HasPrefix(l, "#") {
			if headings++; headings > 1 {
				break
			}
			continue
		}
		if _, isClause := clauseAt(l, ""); isClause && !startsWithDay(l) || n >= headLines {
			break
		}
		n++
		l = strings.TrimLeft(l, "（([【")
		if startsWithDay(l) {
			at := w.day.FindAllStringIndex(l, -1)
			for i, span := range at {
				end := len(l)
				if i+1 < len(at) {
					end = at[i+1][0]
				}
				for _, re := range w.change {
					if re.MatchString(l[span[1]:end]) {
						note(dayOf(l[span[0]:span[1]]))
					}
				}
			}
			continue
		}
		for _, piece := range strings.FieldsFunc(l, func(r rune) bool { return strings.ContainsRune(";；,，|", r) }) {
			for _, re := range w.changed {
				if m := re.FindStringSubmatch(strings.TrimSpace(piece)); m != nil {
					note(dayOf(m[re.SubexpIndex("date")]))
				}
			}
		}
	}
	return last, len(seen)
}

func startsWithDay(l string) bool {
	l = strings.TrimLeft(l, "（([【")
	at := datesOf().day.FindStringIndex(l)
	return at != nil && at[0] == 0
}

// bareName takes what tells a version off the end of a title or file name.
func bareName(name string) (base, label string, day casefile.Date) {
	base = strings.TrimSpace(name)
	for again := true; again; {
		again = false
		for _, re := range datesOf().name {
			m := re.FindStringSubmatchIndex(base)
			if m == nil || m[0] == 0 {
				continue
			}
			part := func(group string) string {
				if i := re.SubexpIndex(group); i >= 0 && m[2*i] >= 0 {
					return base[m[2*i]:m[2*i+1]]
				}
				return ""
			}
			if s := part("date"); s != "" {
				d, ok := dayOf(s)
				if !ok {
					continue
				}
				day = later(day, d)
			}
			if s := part("year") + part("number"); s != "" && label == "" {
				label = s
			}
			base = strings.TrimSpace(base[:m[0]])
			again = true
			break
		}
	}
	return base, label, day
}

var dayParts = regexp.MustCompile(`\d+|` + hanDigit + `+|[a-z]{3,}`)

// dayOf reads a day in any of the ways that anyDay matches.
func dayOf(s string) (casefile.Date, bool) {
	s = strings.ToLower(s)
	p := dayParts.FindAllString(s, -1)
	if len(p) == 1 && len(p[0]) == 8 {
		p = []string{p[0][:4], p[0][4:6], p[0][6:]}
	}
	var n []int
	month := 0
	for _, part := range p {
		switch part {
		case "st", "nd", "rd", "th":
			continue
		}
		if v, err := strconv.Atoi(part); err == nil {
			n = append(n, v)
		} else if part[0] >= 'a' && part[0] <= 'z' {
			for m := time.January; m <= time.December; m++ {
				if strings.HasPrefix(strings.ToLower(m.String()), part[:3]) {
					month = int(m)
				}
			}
		} else {
			n = append(n, hanValue(part))
		}
	}
	var y, m, d int
	switch {
	case month > 0 && len(n) == 2:
		y, m, d = n[1], month, n[0]
	case month == 0 && len(n) == 3:
		y, m, d = n[0], n[1], n[2]
	default:
		return casefile.Date{}, false
	}
	t := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if t.Day() != d || int(t.Month()) != m || y < 1800 {
		return casefile.Date{}, false
	}
	return casefile.DateOf(t), true
}

// hanValue reads 二〇二四 digit by digit, and 十, 二十八 and so on as numbers.
func hanValue(s string) int {
	digits := map[rune]int{'〇': 0, '零': 0, '○': 0, 'Ｏ': 0, '一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}
	before, after, tens := strings.Cut(s, "十")
	if !tens {
		n := 0
		for _, r := range s {
			n = n*10 + digits[r]
		}
		return n
	}
	ten := 1
	if before != "" {
		ten = hanValue(before)
	}
	return ten*10 + hanValue(after)
}
