package config_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/playbook"
	"github.com/casefile/casefile/tool"
)

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile(filepath.Join("schema", name))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// asJSON reads YAML as what an editor holds against a JSON Schema.
func asJSON(t *testing.T, data []byte) any {
	t.Helper()
	var n yaml.Node
	if err := yaml.Unmarshal(data, &n); err != nil {
		t.Fatal(err)
	}
	asText(&n)
	var v any
	if err := n.Decode(&v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := jsonschema.UnmarshalJSON(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// asText makes days text, as YAML 1.2 has them.
func asText(n *yaml.Node) {
	if n.Tag == "!!timestamp" {
		n.Tag = "!!str"
	}
	for _, c := range n.Content {
		asText(c)
	}
}

// head returns what stands between the first two lines of ---.
func head(t *testing.T, data []byte) []byte {
	t.Helper()
	parts := bytes.SplitN(data, []byte("---\n"), 3)
	if len(parts) < 3 || len(bytes.TrimSpace(parts[0])) > 0 {
		return nil
	}
	return parts[1]
}

// TestExamplesFitTheSchemas holds every file of the examples against the schema that editors use.
func TestExamplesFitTheSchemas(t *testing.T) {
	for _, f := range []struct {
		glob, schema string
		head         bool
		least        int
	}{
		{"../examples/*/casefile.yaml", "casefile.schema.json", false, 2},
		{"../examples/*/functions/*.sql", "function.schema.json", true, 10},
		{"../examples/*/playbooks/*.yaml", "playbook.schema.json", false, 3},
		{"../examples/*/docs/*.md", "document.schema.json", true, 20},
	} {
		files, err := filepath.Glob(f.glob)
		if err != nil || len(files) < f.least {
			t.Fatalf("%s: %d files, error %v", f.glob, len(files), err)
		}
		s := schema(t, f.schema)
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if f.head {
				if data = head(t, data); data == nil {
					continue
				}
			}
			if err := s.Validate(asJSON(t, data)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestSchemasHaveEveryKey compares the keys of the schemas with those the files are decoded into.
func TestSchemasHaveEveryKey(t *testing.T) {
	for name, into := range map[string]any{"casefile.schema.json": config.File{}, "function.schema.json": tool.Function{}, "playbook.schema.json": playbook.Playbook{}} {
		data, err := os.ReadFile(filepath.Join("schema", name))
		if err != nil {
			t.Fatal(err)
		}
		var s struct {
			Properties map[string]any `json:"properties"`
		}
		if err := json.Unmarshal(data, &s); err != nil {
			t.Fatal(err)
		}
		var keys []string
		for i := range reflect.TypeOf(into).NumField() {
			key, _, _ := strings.Cut(reflect.TypeOf(into).Field(i).Tag.Get("yaml"), ",")
			if key != "" && key != "-" {
				keys = append(keys, key)
			}
		}
		for _, k := range keys {
			if _, ok := s.Properties[k]; !ok {
				t.Errorf("%s lacks the key %s", name, k)
			}
		}
		for k := range s.Properties {
			if !slices.Contains(keys, k) {
				t.Errorf("%s has the key %s, which no file is read for", name, k)
			}
		}
	}
}
