package config

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// ReadJudge makes the model that a file names, with the keys that a model has under models:, to judge the answers of the workspace at
// root. The model that writes those answers cannot be the judge of them. The name is for reports.
func ReadJudge(root, file string) (m casefile.Model, name string, err error) {
	j, err := readModel(file)
	if err != nil {
		return nil, "", fmt.Errorf("judge: %w", err)
	}
	f, ps := Load(root)
	if len(ps) > 0 {
		return nil, "", problemsError(root, ps)
	}
	for _, tier := range []string{"write", defaultTier, largeTier} {
		if w, named := f.Models[tier]; named && w.URL == j.URL && w.Model == j.Model {
			return nil, "", fmt.Errorf("%w: the judge %s at %s is the model under models.%s, which writes the answers; name another one", ErrWorkspace, cmp.Or(j.Model, "-"), j.URL, tier)
		}
	}
	c, err := j.client(filepath.Dir(file))
	if err != nil {
		return nil, "", fmt.Errorf("judge %s: %w", file, err)
	}
	return c, cmp.Or(j.Model, j.URL), nil
}

// ReadModel makes the model that a file names, with the keys that a model has under models:, in place of the language models of the
// workspace at root. What the workspace asks of a model for entailment is still asked of that.
func ReadModel(root, file string) (casefile.Model, error) {
	is, err := readModel(file)
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	c, err := is.client(filepath.Dir(file))
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", file, err)
	}
	f, ps := Load(root)
	if len(ps) > 0 {
		return nil, problemsError(root, ps)
	}
	if s := f.Entailment.scoring(root); s != nil {
		return scored{c, s}, nil
	}
	return c, nil
}

func readModel(file string) (m Model, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return m, err
	}
	if ps := strictyaml.Decode(filepath.Base(file), data, 1, &m); len(ps) > 0 {
		return m, strictyaml.Problems(ps).Err()
	}
	return m, nil
}

// StateOf returns the folder of the index and the case logs of the workspace at root, without opening it.
func StateOf(root string) (string, error) { return stateDir(root, "") }
