package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
)

// A Probed is what a server was found to be and to do.
type Probed struct {
	Profile string        // the profile in use
	Like    string        // the profile that the server's list of models points to, "" when it points to none
	Models  []string      // that it lists; none where it keeps no list
	Listed  bool          // the model in use is among them
	Schema  string        // how replies are held to a schema: json_schema, json_object, tool, none
	Held    bool          // a reply was held to one by the server
	Told    bool          // usage was told
	Took    time.Duration // of a short reply
}

const probeSchema = `{"type":"object","properties":{"greeting":{"type":"string","maxLength":40}},"required":["greeting"],"additionalProperties":false}`

// Probe asks a server for its list of models, and for a short reply under a schema. An error is that of the reply: a server may
// keep no list.
func (c *Client) Probe(ctx context.Context) (Probed, error) {
	p := Probed{Profile: c.profile.Name}
	p.Models, p.Like = c.list(ctx)
	p.Listed = slices.Contains(p.Models, c.cfg.Model)
	begun := time.Now()
	// it is asked for prose: only a server that holds replies to the schema answers with an object
	r := casefile.ModelRequest{For: casefile.StageGenerate, Name: "greeting", Schema: json.RawMessage(probeSchema), MaxTokens: 100,
		Messages: []casefile.Message{{Role: casefile.RoleUser, Text: "Greet me in one short sentence."}}}
	res, err := c.Generate(ctx, r)
	p.Took, p.Schema = time.Since(begun), c.how(r)
	if err != nil {
		return p, err
	}
	var reply struct {
		Greeting *string `json:"greeting"`
	}
	p.Held = p.Schema != byWords && json.Unmarshal([]byte(res.Text), &reply) == nil && reply.Greeting != nil
	p.Told = res.Told
	return p, nil
}

// list returns the models a server lists, and the profile that their owner points to.
func (c *Client) list(ctx context.Context) (names []string, like string) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.cfg.URL+"/models", nil)
	if err != nil {
		return nil, ""
	}
	c.sign(req)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, ""
	}
	defer res.Body.Close()
	var list struct {
		Data []struct {
			ID      string   `json:"id"`
			Owner   string   `json:"owned_by"`
			Aliases []string `json:"aliases"`
		} `json:"data"`
	}
	if res.StatusCode != http.StatusOK || json.NewDecoder(io.LimitReader(res.Body, 1<<20)).Decode(&list) != nil {
		return nil, ""
	}
	for _, m := range list.Data {
		names = append(names, m.ID)
		for _, a := range m.Aliases {
			if !slices.Contains(names, a) {
				names = append(names, a)
			}
		}
		for _, p := range profiles {
			if like == "" && slices.Contains(p.Owner, m.Owner) {
				like = p.Name
			}
		}
	}
	return names, like
}

// Place returns the server and the model in a form that may be shown: without a key, a path's query, or a user.
func (c *Client) Place() string {
	return fmt.Sprintf("%s at %s", c.cfg.Model, strings.TrimSuffix(c.cfg.URL, "/"))
}
