package config

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile/search"
)

// A Setting is one value of a workspace that is to be tried: a key of casefile.yaml with dots between its levels
// (budgets.searches, models.write.model, documents.0.unit.headings), or a file below prompts/ (prompts/write.en.md) whose value is the path of its text.
type Setting struct {
	Key   string
	Value string // as YAML
}

// CopyWith copies the workspace at from, without hidden files, to a folder that is not there, and puts settings in place of its own.
// What the settings say is checked when the copy is opened.
func CopyWith(from, to string, set []Setting) error {
	hidden := func(rel string) bool { return strings.HasPrefix(filepath.Base(rel), ".") }
	err := CopyTree(from, to, hidden)
	if err != nil {
		return fmt.Errorf("a copy of the workspace: %w", err)
	}
	file := filepath.Join(to, FileName)
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	for _, s := range set {
		if strings.HasPrefix(s.Key, "prompts/") && filepath.IsLocal(s.Key) {
			err = os.MkdirAll(filepath.Join(to, "prompts"), 0o755)
			if err == nil {
				err = copyFile(s.Value, filepath.Join(to, s.Key))
			}
		} else {
			data, err = s.in(data)
		}
		if err != nil {
			return fmt.Errorf("setting %s: %w", s.Key, err)
		}
	}
	return os.WriteFile(file, data, 0o644)
}

// in returns data, a casefile.yaml, with the setting in it.
func (s Setting) in(data []byte) ([]byte, error) {
	var doc, value yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, err
	}
	if err := yaml.Unmarshal([]byte(s.Value), &value); err != nil {
		return nil, fmt.Errorf("%q is no YAML: %w", s.Value, err)
	}
	if len(doc.Content) == 0 || len(value.Content) == 0 {
		return nil, errors.New("there is nothing to set")
	}
	at := doc.Content[0]
	keys := strings.Split(s.Key, ".")
	for i, key := range keys {
		if n, err := strconv.Atoi(key); err == nil && at.Kind == yaml.SequenceNode && n >= 0 && n < len(at.Content) {
			at = at.Content[n]
			continue
		}
		if key == "" || at.Kind != yaml.MappingNode {
			return nil, fmt.Errorf("%s is no key: %s holds no keys", s.Key, strings.Join(keys[:i], "."))
		}
		next := valueOf(at, key)
		if next == nil {
			next = &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
			if key == "documents" && i == 0 { // which is so where the file says nothing
				if err := next.Encode([]map[string]string{{"path": "docs"}}); err != nil {
					return nil, err
				}
			}
			at.Content = append(at.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, next)
		}
		at = next
	}
	*at = *value.Content[0]
	var out bytes.Buffer
	enc := yaml.NewEncoder(&out)
	err := errors.Join(enc.Encode(&doc), enc.Close())
	return out.Bytes(), err
}

func valueOf(m *yaml.Node, key string) *yaml.Node {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == key {
			return m.Content[i+1]
		}
	}
	return nil
}

// weights reads the file of search weights that a workspace names, nil where it names none.
func (f *File) weights(root string) (*search.Weights, error) {
	if f.Weights == "" {
		return nil, nil
	}
	data, err := os.ReadFile(within(root, f.Weights))
	if err != nil {
		return nil, fmt.Errorf("%w: weights: %w", ErrWorkspace, err)
	}
	w, err := search.ReadWeights(data)
	if err != nil {
		return nil, fmt.Errorf("%w: weights: %s: %w", ErrWorkspace, f.Weights, err)
	}
	return &w, nil
}
