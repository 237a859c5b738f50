package tool

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed texts.json
var textsFile []byte

// A describing is the texts of a tool, in both languages.
type describing struct {
	Does   string            `json:"does"`
	When   string            `json:"when"`
	Not    string            `json:"not"`
	Params map[string]string `json:"params"`
}

// texts are the texts of the tools that every workspace has.
type texts struct {
	Tools    map[string]describing `json:"tools"`
	Search   describing            `json:"search"`
	Hints    map[string]string     `json:"hints"`
	NotWords []string              `json:"not_words"` // words by which a description says what a tool is not for
}

var said = sync.OnceValue(func() texts {
	var t texts
	if err := json.Unmarshal(textsFile, &t); err != nil {
		panic(fmt.Sprintf("texts.json is built in and must be right: %v", err))
	}
	return t
})
