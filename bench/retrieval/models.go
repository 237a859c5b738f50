package main

import (
	"flag"
	"fmt"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/bench/vectors"
	"github.com/casefile/casefile/embed"
)

// models are the ONNX models that a build with the tag ort runs in place of the static vectors.
type models struct {
	zh, en, cross, runtime, keep string
}

func (m *models) flags() {
	flag.StringVar(&m.zh, "onnx-zh", "", "a folder with a sentence model for the Chinese sets, in place of the static vectors (build with -tags ort)")
	flag.StringVar(&m.en, "onnx-en", "", "the same for the English sets")
	flag.StringVar(&m.cross, "onnx-rerank", "", "a folder with an English cross-encoder, which reads the best passages on the English sets")
	flag.StringVar(&m.keep, "vectors", "", "a folder that keeps the vectors of -onnx-zh and -onnx-en for the next run")
	flag.StringVar(&m.runtime, "runtime", "", "the library of the ONNX runtime, libonnxruntime.so; empty looks where the system keeps libraries")
}

// rigs returns base with the models for sets of each language.
func (m models) rigs(base rig) (map[casefile.Lang]rig, error) {
	out := map[casefile.Lang]rig{casefile.Chinese: base, casefile.English: base}
	for lang, dir := range map[casefile.Lang]string{casefile.Chinese: m.zh, casefile.English: m.en} {
		if dir == "" {
			continue
		}
		e, err := embed.OpenONNX(embed.ONNXModel{Dir: dir, Runtime: m.runtime})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		r := out[lang]
		r.embedder = e
		if m.keep != "" {
			if r.embedder, err = vectors.Keep(e, m.keep); err != nil {
				return nil, err
			}
		}
		out[lang] = r
	}
	if m.cross != "" {
		c, err := embed.OpenONNXReranker(embed.ONNXModel{Dir: m.cross, Runtime: m.runtime})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.cross, err)
		}
		r := out[casefile.English]
		r.reranker = c
		out[casefile.English] = r
	}
	return out, nil
}
