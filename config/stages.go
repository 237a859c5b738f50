package config

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/casefile/casefile"
)

// Stages keeps the stages that rules make, so that a workspace that is opened again and again by the same rules, as for the cases of
// an evaluation, makes them once: reading the words of a workspace takes longer than answering a question. What it keeps holds
// nothing of a case. The zero value is ready; it is safe for concurrent use.
type Stages struct {
	mu   sync.Mutex
	made map[string]*casefile.Engine // by the rules
}

// assemble returns an engine of its own with the stages of rules and these tools.
func (s *Stages) assemble(rules Rules, tools []casefile.Tool) (*casefile.Engine, error) {
	if s == nil {
		return assemble(rules, tools)
	}
	key, err := json.Marshal(rules)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	made := s.made[string(key)]
	if made == nil {
		if made, err = assemble(rules, nil); err != nil {
			return nil, err
		}
		if s.made == nil {
			s.made = map[string]*casefile.Engine{}
		}
		s.made[string(key)] = made
	}
	engine := *made
	engine.Tools = tools
	return &engine, nil
}
