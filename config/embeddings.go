package config

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/embed"
	"github.com/casefile/casefile/search"
	"github.com/casefile/casefile/strictyaml"
)

// A Scorer says what makes vectors (embeddings:) or scores passages (rerank:): a word, a server, or a model folder.
type Scorer struct {
	Word       string `yaml:"-"` // static or off; "" is the default
	URL        string `yaml:"url"`
	Model      string `yaml:"model"`
	KeyEnv     string `yaml:"key_env"`
	KeyFile    string `yaml:"key_file"`
	Dimensions int    `yaml:"dimensions"`
	Batch      int    `yaml:"batch"`
	Timeout    string `yaml:"timeout"`
	ONNX       string `yaml:"onnx"`
	Runtime    string `yaml:"runtime"` // the ONNX runtime's library
}

// UnmarshalYAML takes a word or {url, …} or {onnx, …}.
func (s *Scorer) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		s.Word = n.Value
		return nil
	}
	type plain Scorer
	return strictyaml.Problems(strictyaml.DecodeNode("", n, (*plain)(s))).Err()
}

// problems reports what cannot be in the key of casefile.yaml that s stands under; words are the words allowed.
func (s Scorer) problems(key string, words []string, bad func(key, msg, hint string)) {
	forms := fmt.Sprintf("write one of %s, {url: …, model: …} or {onnx: FOLDER}", strings.Join(words, ", "))
	switch {
	case s.Word != "":
		if !slices.Contains(words, s.Word) {
			bad(key, fmt.Sprintf("%q is not known", s.Word), forms)
		}
		return
	case s.URL != "" && s.ONNX != "":
		bad(key, "it is both a server and a model folder", forms)
	case s.URL == "" && s.ONNX == "" && s != (Scorer{}):
		bad(key, "it has neither a url nor an onnx folder", forms)
	}
	if s.KeyEnv != "" && s.KeyFile != "" {
		bad(key, "the key is both in a variable and in a file", "keep one of key_env and key_file")
	}
	if s.Dimensions < 0 {
		bad(key+".dimensions", "it is negative", "")
	}
	if s.Batch < 0 {
		bad(key+".batch", "it is negative", "")
	}
	if s.Timeout != "" {
		if d, err := time.ParseDuration(s.Timeout); err != nil || d <= 0 {
			bad(key+".timeout", fmt.Sprintf("%q is not a length of time", s.Timeout), "write it as 30s or 2m")
		}
	}
	if s.URL != "" {
		if _, err := embed.NewHTTP(embed.Server{URL: s.URL}); err != nil {
			bad(key+".url", strings.TrimPrefix(err.Error(), "url: "), "")
		}
	}
}

// unbuilt reports a model folder in a build that cannot load one.
func (s Scorer) unbuilt(key string, bad func(key, msg, hint string)) {
	if s.ONNX != "" && !embed.HasONNX {
		bad(key+".onnx", embed.ErrNoONNX.Error(), "build with -tags ort, or serve the model and name its url")
	}
}

// key reads the key, "" where none is named.
func (s Scorer) key(root string) (string, error) {
	switch {
	case s.KeyEnv != "":
		if v := os.Getenv(s.KeyEnv); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("key_env: the environment has no %s; set it, or take key_env out where the server needs no key", s.KeyEnv)
	case s.KeyFile != "":
		b, err := os.ReadFile(within(root, s.KeyFile))
		if err != nil {
			return "", fmt.Errorf("key_file: %w", err)
		}
		if v := strings.TrimSpace(string(b)); v != "" {
			return v, nil
		}
		return "", fmt.Errorf("key_file: %s is empty", s.KeyFile)
	}
	return "", nil
}

func (s Scorer) server(root string) (embed.Server, error) {
	key, err := s.key(root)
	d, _ := time.ParseDuration(s.Timeout) // a wrong one was reported when the file was read
	return embed.Server{URL: s.URL, Model: s.Model, Key: key, Dim: s.Dimensions, Batch: s.Batch, Timeout: d}, err
}

func (s Scorer) model(root string) embed.ONNXModel {
	m := embed.ONNXModel{Dir: within(root, s.ONNX), Runtime: s.Runtime, Dim: s.Dimensions}
	if m.Runtime != "" {
		m.Runtime = within(root, m.Runtime)
	}
	return m
}

func within(root, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(root, path)
}

// embedder makes what `embeddings:` names: by default the table in the program, nil for off.
func (s Scorer) embedder(root string) (casefile.Embedder, error) {
	switch {
	case s.Word == "off":
		return nil, nil
	case s.ONNX != "":
		e, err := embed.OpenONNX(s.model(root))
		if err != nil {
			return nil, fmt.Errorf("%w: embeddings: %w", ErrWorkspace, err)
		}
		return e, nil
	case s.URL != "":
		server, err := s.server(root)
		if err == nil {
			var e *embed.HTTP
			if e, err = embed.NewHTTP(server); err == nil {
				return e, nil
			}
		}
		return nil, fmt.Errorf("%w: embeddings: %w", ErrWorkspace, err)
	}
	return embed.NewStatic(), nil
}

// reranker makes what `rerank:` names, nil for none.
func (s Scorer) reranker(root string) (search.Reranker, error) {
	switch {
	case s.ONNX != "":
		r, err := embed.OpenONNXReranker(s.model(root))
		if err != nil {
			return nil, fmt.Errorf("%w: rerank: %w", ErrWorkspace, err)
		}
		return r, nil
	case s.URL != "":
		server, err := s.server(root)
		if err == nil {
			var r *embed.HTTPReranker
			if r, err = embed.NewHTTPReranker(server); err == nil {
				return r, nil
			}
		}
		return nil, fmt.Errorf("%w: rerank: %w", ErrWorkspace, err)
	}
	return nil, nil
}

// closed closes what holds files or memory of its own; nil is fine.
func closed(x any) error {
	if c, ok := x.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
