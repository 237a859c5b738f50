package casefile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrNoScope is returned by every read that is given the zero Scope.
var ErrNoScope = errors.New("no scope: a read needs the identity of the one who asks")

// An Identity says who asks. It comes from the session, never from a question or a model.
type Identity struct {
	Tenant string   `json:"tenant"`
	User   string   `json:"user"`
	Roles  []string `json:"roles,omitempty"`
}

// A Scope is what every read is held to: an identity and the day whose versions count.
// It can be narrowed to another day by the program alone; nothing in it can be set by
// a model or a tool's arguments. The zero Scope reads nothing.
type Scope struct {
	id   Identity
	asOf Date
}

// NewScope returns the scope of id as of a day. It fails when the tenant, the user or the day is missing.
func NewScope(id Identity, asOf Date) (Scope, error) {
	switch {
	case id.Tenant == "":
		return Scope{}, fmt.Errorf("%w: the tenant is missing", ErrNoScope)
	case id.User == "":
		return Scope{}, fmt.Errorf("%w: the user is missing", ErrNoScope)
	case asOf.IsZero():
		return Scope{}, fmt.Errorf("%w: the as-of day is missing", ErrNoScope)
	}
	for _, part := range append([]string{id.Tenant, id.User}, id.Roles...) {
		if part == "" || strings.ContainsAny(part, `/\,`) || strings.ContainsFunc(part, noName) || !utf8.ValidString(part) || part == "." || part == ".." {
			return Scope{}, fmt.Errorf("%w: %q is not a name a tenant, user or role can have", ErrNoScope, part)
		}
	}
	id.Roles = slices.Clone(id.Roles)
	slices.Sort(id.Roles)
	id.Roles = slices.Compact(id.Roles)
	return Scope{id: id, asOf: asOf}, nil
}

// noName reports whether c cannot stand in a name: it is space, or not seen.
func noName(c rune) bool {
	return unicode.IsSpace(c) || unicode.IsControl(c) || unicode.Is(unicode.Cf, c)
}

// Identity returns who asks. The roles are sorted and belong to the caller.
func (s Scope) Identity() Identity {
	id := s.id
	id.Roles = slices.Clone(id.Roles)
	return id
}

// AsOf returns the day whose versions are in force.
func (s Scope) AsOf() Date { return s.asOf }

// On returns s held to another day. A zero day leaves s as it is.
func (s Scope) On(day Date) Scope {
	if s.IsZero() || day.IsZero() {
		return s
	}
	s.asOf = day
	return s
}

// IsZero reports whether s reads nothing.
func (s Scope) IsZero() bool { return s.id.Tenant == "" || s.id.User == "" || s.asOf.IsZero() }

// Err returns ErrNoScope for the zero Scope. Every read begins with it.
func (s Scope) Err() error {
	if s.IsZero() {
		return ErrNoScope
	}
	return nil
}

// Terms returns the access terms that s satisfies, sorted: "public", "tenant:NAME",
// "user:TENANT/NAME" and "role:NAME" for each role. A document is readable when its access list shares a term.
func (s Scope) Terms() []string {
	if s.IsZero() {
		return nil
	}
	terms := []string{"public", "tenant:" + s.id.Tenant, "user:" + s.id.Tenant + "/" + s.id.User}
	for _, r := range s.id.Roles {
		terms = append(terms, "role:"+r)
	}
	slices.Sort(terms)
	return terms
}

// Key returns a text that is equal for two scopes exactly when they read the same; caches use it.
func (s Scope) Key() string {
	if s.IsZero() {
		return ""
	}
	return strings.Join(append(s.Terms(), s.asOf.String()), ",")
}
