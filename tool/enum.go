package tool

import (
	"strings"

	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/text"
)

// named is how many allowed values a note names.
const named = 20

// An enum is the values a parameter may have. It does not change once it is made.
type enum struct {
	values []string
	byFold map[string]string // folded value or alias → value
	stamp  string            // of the database it was read from
}

func newEnum(values []string, aliases map[string]string) *enum {
	e := &enum{values: values, byFold: make(map[string]string, len(values)+len(aliases))}
	for a, v := range aliases {
		e.byFold[fold(a)] = v
	}
	for _, v := range values {
		if k := fold(v); e.byFold[k] == "" || fold(e.byFold[k]) != k {
			e.byFold[k] = v // a value goes before an alias, the first of two that fold alike before the other
		}
	}
	for _, v := range values {
		e.byFold["="+v] = v
	}
	return e
}

// find returns the value that s names: as it is written, or else whatever its case and width.
func (e *enum) find(s string) (string, bool) {
	if v, ok := e.byFold["="+s]; ok {
		return v, true
	}
	v, ok := e.byFold[fold(s)]
	return v, ok
}

// fold is the form in which values are compared. It never begins with "=" unless the value does.
func fold(s string) string {
	return " " + strings.Join(strings.Fields(text.Fold(s)), " ")
}

// choice reads a value of an enum.
func (r *rule) choice(s string, env decodeEnv) (item, error) {
	e := env.enum(r)
	if e == nil {
		return item{}, errNotRead
	}
	v, ok := e.find(s)
	if !ok && env.enumAgain != nil {
		if again := env.enumAgain(r); again != nil {
			e = again
			v, ok = e.find(s)
		}
	}
	if !ok {
		return item{}, e.refuse(s)
	}
	return textItem(v), nil
}

// refuse names the allowed values, and the nearest.
func (e *enum) refuse(s string) error {
	shown := e.values
	if len(shown) > named {
		shown = shown[:named]
	}
	list := strings.Join(shown, ", ")
	if len(e.values) > len(shown) {
		list += ", …"
	}
	n := say("%q is not one of the %d allowed values: %s", clip(strings.TrimSpace(s)), len(e.values), list)
	if near := strictyaml.Nearest(s, e.values); near != "" {
		n = n.plus(say("; did you mean %q?", near))
	}
	return &invalidError{n}
}

var errNotRead = &notReadError{}

// A notReadError is an enum whose values could not be read from its database now.
type notReadError struct{}

func (*notReadError) Error() string { return "the allowed values could not be read" }
