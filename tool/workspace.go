package tool

import (
	"strings"
	"time"

	casefile "github.com/casefile/casefile"
)

// A Workspace is what a declared function needs to know of the workspace it belongs to.
// It is read by Check and New and must not change afterwards.
type Workspace struct {
	Databases   map[string]*Database // by name
	Identifiers map[string]string    // kind of identifier → RE2 pattern, matched whole
	Metrics     map[string]Metric
	Bind        map[string]string // function → the column that gives the as-of day of the steps after it
	Zone        *time.Location    // nil means UTC
	Clock       func() time.Time  // nil means time.Now
	// Period reads the words of a period, such as a default of a parameter; ok is false for words it
	// does not know. nil knows only days.
	Period func(words string, now time.Time) (p casefile.Period, ok bool)
	Cache  *Cache // nil caches nothing
}

// A Metric is an entry of the workspace's metrics, by language.
type Metric struct {
	Name       map[casefile.Lang]string
	Definition map[casefile.Lang]string
}

func (w Workspace) zone() *time.Location {
	if w.Zone == nil {
		return time.UTC
	}
	return w.Zone
}

func (w Workspace) now() time.Time {
	if w.Clock == nil {
		return time.Now().In(w.zone())
	}
	return w.Clock().In(w.zone())
}

// database returns the database called name, or the only one for "".
func (w Workspace) database(name string) *Database {
	if name == "" && len(w.Databases) == 1 {
		for _, d := range w.Databases {
			return d
		}
	}
	return w.Databases[name]
}

func (w Workspace) databaseNames() []string {
	var out []string
	for n := range w.Databases {
		out = append(out, n)
	}
	return out
}

// period reads a period: days, or words where the workspace can read them.
func (w Workspace) period(s string, now time.Time) (casefile.Period, bool) {
	if p, err := casefile.ParsePeriod(s); err == nil {
		return p, !p.IsZero()
	}
	// what is written in digits is meant as days: other readings of a mistyped day would be a silent change
	if w.Period == nil || strings.Contains(s, "..") || strings.Trim(s, "0123456789-/. :TZ+") == "" {
		return casefile.Period{}, false
	}
	p, ok := w.Period(s, now)
	return p, ok && !p.IsZero()
}
