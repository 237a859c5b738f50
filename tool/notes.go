package tool

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
)

//go:embed notes.txt
var notesFile string

// A note is why a call ended as it did, in both languages: a person may come to read it.
type note struct{ en, zh string }

// chinese holds the Chinese of each English note, by its format.
var chinese = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(notesFile) {
		if en, zh, ok := strings.Cut(strings.TrimRight(line, "\r\n"), " => "); ok && !strings.HasPrefix(line, "#") {
			m[en] = zh
		}
	}
	return m
})

// say makes a note from its English format; notes among the arguments are given in the language of the whole.
func say(format string, args ...any) note {
	zh, ok := chinese()[format]
	if !ok {
		zh = format
	}
	other := make([]any, len(args))
	for i, a := range args {
		other[i] = a
		n, isNote := a.(note)
		if e, isError := a.(*invalidError); isError {
			n, isNote = e.note, true
		}
		if isNote {
			args[i], other[i] = n.en, n.zh
		}
	}
	return note{fmt.Sprintf(format, args...), fmt.Sprintf(zh, other...)}
}

// plainNote is a text that is the same in both languages, or comes from elsewhere.
func plainNote(s string) note { return note{s, s} }

func (n note) plus(m note) note { return note{n.en + m.en, n.zh + m.zh} }

func joined(notes []note) note {
	var n note
	for i, m := range notes {
		if i > 0 {
			n = n.plus(note{"; ", "；"})
		}
		n = n.plus(m)
	}
	return n
}

// ended returns a result that is nothing but its status and why.
func (n note) ended(s casefile.Status) casefile.Result {
	return casefile.Result{Status: s, Note: n.en, NoteZH: n.zh}
}

// An invalidError is arguments that do not fit, in words for a planner.
type invalidError struct{ note note }

func (e *invalidError) Error() string { return e.note.en }

func invalid(format string, a ...any) error { return &invalidError{say(format, a...)} }

// noteOf returns an error as a note.
func noteOf(err error) note {
	if e, ok := err.(*invalidError); ok {
		return e.note
	}
	return plainNote(err.Error())
}

// refused is the outcome of arguments that do not fit.
func refused(err error) casefile.Result { return noteOf(err).ended(casefile.Invalid) }
