package mutate

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

//go:embed templates.txt
var templatesFile string

// templates are the wordings of each kind of claim: "value en" → wordings.
var templates = sync.OnceValue(func() map[string][]string {
	out := map[string][]string{}
	at := ""
	for line := range strings.Lines(templatesFile) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			at = strings.Trim(line, "[]")
		default:
			out[at] = append(out[at], line)
		}
	}
	return out
})

// A SlotKind is what stands in a slot.
type SlotKind uint8

// The kinds of slots.
const (
	WordSlot   SlotKind = iota // a word: the measure, the way of a comparison, a unit
	NumberSlot                 // a number that stands for itself
	DaySlot                    // a whole day
	NameSlot                   // what a row is called
	CodeSlot                   // an identifier
	PeriodSlot
)

// A Slot is a part of a claim that operators can replace.
type Slot struct {
	Kind       SlotKind
	Start, End int                 // bytes of the claim
	Wrong      map[string][]string // operator → what makes the claim wrong when it stands there instead
}

// A part is what a wording is filled with.
type part struct {
	text  string
	kind  SlotKind
	wrong map[string][]string
}

// render fills a wording. up chooses the side of <up|down>; the other one is wrong by the operator way.
func render(wording string, parts map[string]part, up bool, way string) (string, []Slot) {
	var b strings.Builder
	var slots []Slot
	for wording != "" {
		i := strings.IndexAny(wording, "{<")
		if i < 0 {
			b.WriteString(wording)
			break
		}
		b.WriteString(wording[:i])
		closing := "}"
		if wording[i] == '<' {
			closing = ">"
		}
		inner, rest, _ := strings.Cut(wording[i+1:], closing)
		var p part
		if closing == ">" {
			a, z, _ := strings.Cut(inner, "|")
			if !up {
				a, z = z, a
			}
			p = part{text: a, wrong: map[string][]string{way: {z}}}
		} else {
			p = parts[inner]
		}
		start := b.Len()
		b.WriteString(p.text)
		slots = append(slots, Slot{Kind: p.kind, Start: start, End: b.Len(), Wrong: p.wrong})
		wording = rest
	}
	return b.String(), slots
}

// opening puts the words of a period before a claim.
func opening(text string, slots []Slot, p part, lang casefile.Lang) (string, []Slot) {
	before, after := "In ", ", "
	if lang == casefile.Chinese {
		before, after = "", "，"
	} else if !slots0(slots) {
		text = strings.ToLower(text[:1]) + text[1:]
	}
	head := before + p.text + after
	out := []Slot{{Kind: p.kind, Start: len(before), End: len(before) + len(p.text), Wrong: p.wrong}}
	for _, s := range slots {
		s.Start += len(head)
		s.End += len(head)
		out = append(out, s)
	}
	return head + text, out
}

// slots0 reports whether a claim begins with a name or a value, whose first letter stays as it is.
func slots0(slots []Slot) bool {
	return len(slots) > 0 && slots[0].Start == 0
}
