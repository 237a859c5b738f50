package casefile

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf8"
)

// MaxQuestion is the longest question the engine takes, in bytes.
const MaxQuestion = 16 << 10

// An Ask is one question to an engine.
type Ask struct {
	ID       string // "" means a new one
	Question string
	Asker    Identity
	AsOf     Date  // the day whose versions count; zero means today
	Mode     Mode  // "" means Auto
	Lang     Lang  // "" means the question's
	Log      Trace // takes every event; a case that cannot be traced does not answer

	Format string // how the answer will be printed, for the log
	Where  string // where the log is, for the log

	// Past are the events of an earlier run of this very case: calls that ended are not made again.
	// With Replay, a call that has no recorded result is a fault.
	Past   []Event
	Replay bool

	PlanOnly bool        // stop when the first plan is made; no tool is called
	Progress func(Event) // sees every event after it is recorded; must not block

	// Provisional, when set, is given each sentence of a model while it writes, before anything of it is verified. It may be no part of
	// the answer, and a reader must be told so.
	Provisional func(sentence string)

	// Claimed, when set, is given each claim that is verified while the draft that it is of is still being written. It stays in the answer.
	Claimed func(Claim)
}

// An Outcome is an answer with the whole case it came from.
type Outcome struct {
	Answer    Answer
	Case      Case
	Checklist []Check
	Usage     Usage
	AsOf      Date
	Where     string
	Format    string
}

// ErrQuestion says that a question cannot be taken at all; errors about it wrap it.
var ErrQuestion = errors.New("the question cannot be taken")

// Err says why a cannot be asked at all, in an error that wraps ErrQuestion or ErrNoScope; nil when it can.
func (a Ask) Err() error {
	switch n := len(a.Question); {
	case !utf8.ValidString(a.Question):
		return fmt.Errorf("%w: it is not valid UTF-8; send it as UTF-8 text", ErrQuestion)
	case !hasContent(a.Question):
		return fmt.Errorf("%w: it is empty; ask something, for example in quotes", ErrQuestion)
	case n > MaxQuestion:
		return fmt.Errorf("%w: it has %d bytes, at most %d are read; put long texts into the library and ask about them", ErrQuestion, n, MaxQuestion)
	}
	_, err := NewScope(a.Asker, Date{1, 1, 1})
	return err
}

// LangOf returns the language of a question: Chinese when it has more Han characters than words of Latin letters.
func LangOf(s string) Lang {
	han, words, run := 0, 0, 0
	for _, c := range s + " " {
		switch {
		case unicode.Is(unicode.Han, c):
			han++
		case c < utf8.RuneSelf && unicode.IsLetter(c):
			run++
			continue
		}
		if run > 1 {
			words++
		}
		run = 0
	}
	if han > words {
		return Chinese
	}
	return English
}

func hasContent(s string) bool {
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsNumber(c) {
			return true
		}
	}
	return false
}
