package model

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// A Profile is what is known of a kind of server.
type Profile struct {
	Name      string          `json:"name"`
	Hosts     []string        `json:"hosts,omitempty"`     // ends of host names
	Ports     []string        `json:"ports,omitempty"`     // on this machine, by habit
	Owner     []string        `json:"owner,omitempty"`     // owned_by of its list of models
	Messages  bool            `json:"messages,omitempty"`  // Anthropic's messages, not chat completions
	Schema    string          `json:"schema"`              // how it holds a reply to a schema: json_schema, json_object, tool, or none
	Strict    bool            `json:"strict,omitempty"`    // json_schema with strict: true
	Stream    bool            `json:"stream"`              //
	Usage     bool            `json:"usage"`               // tells usage in a stream, with stream_options
	MaxTokens string          `json:"max_tokens"`          // the field that bounds a reply
	Reasoning string          `json:"reasoning,omitempty"` // the field of what the model thought; it is never sent back
	Extra     json.RawMessage `json:"extra,omitempty"`     // fields of every request
	Notes     string          `json:"notes,omitempty"`
}

//go:embed profiles.json
var profilesFile []byte

var profiles = func() []Profile {
	var out []Profile
	if err := json.Unmarshal(profilesFile, &out); err != nil {
		panic("model/profiles.json: " + err.Error())
	}
	return out
}()

// Profiles returns what is known, by name.
func Profiles() []Profile { return slices.Clone(profiles) }

// profileOf returns the profile by its name, or else the one of the host.
func profileOf(name string, u *url.URL) (Profile, error) {
	var names []string
	for _, p := range profiles {
		names = append(names, p.Name)
		if p.Name == name {
			return p, nil
		}
	}
	if name != "" {
		return Profile{}, fmt.Errorf("model: profile %q: known are %s", name, strings.Join(names, ", "))
	}
	local := u.Hostname() == "localhost" || strings.HasPrefix(u.Hostname(), "127.") || u.Hostname() == "::1"
	for _, p := range profiles {
		if local && slices.Contains(p.Ports, u.Port()) || slices.ContainsFunc(p.Hosts, func(h string) bool { return u.Hostname() == h || strings.HasSuffix(u.Hostname(), "."+h) }) {
			return p, nil
		}
	}
	return profiles[0], nil
}
