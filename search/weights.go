package search

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/casefile/casefile"
)

//go:embed weights.json
var weightsFile []byte

// Weights are the numbers that a search ranks by. The embedded file states where each comes from.
type Weights struct {
	Origin string `json:"origin"` // which data, which part of it, which command

	Legs    Shares             `json:"legs"`    // what each recall counts in the fusion, times its confidence in its best candidate
	Factors map[string]Shares  `json:"factors"` // by feature of the question, or its language: what the shares are multiplied with
	Space   map[string]float64 `json:"space"`   // by the begin of an embedder's space: what the vector share is multiplied with; "" for any other

	Sure float64 `json:"sure"` // from this confidence in its best candidate on, a recall counts in full

	// Calibrations: the score of a recall → how often such a passage answered, by straight lines.
	Keyword []Point                   `json:"keyword"`
	Vector  map[casefile.Lang][]Point `json:"vector"` // by the question's language: one model is not as good in both
	Graph   []Point                   `json:"graph"`

	Topic    float64 `json:"topic"`    // how much of the question the passage covers as a whole, against what the recalls give
	Phrase   float64 `json:"phrase"`   // several words of the question side by side
	Heading  float64 `json:"heading"`  // title or headings name what is asked for
	Sentence float64 `json:"sentence"` // the passage's best sentence covers the question
	Cross    float64 `json:"cross"`    // a cross-encoder, against everything before it

	Authority map[string]float64 `json:"authority"`  // orders sources that say the same
	OwnTenant float64            `json:"own_tenant"` // the tenant's own wins ties over shared
	Untrusted float64            `json:"untrusted"`  // text beside hidden text is read last

	PeriodDeclared  float64 `json:"period_declared"`  // the document's own period meets the question's
	PeriodNamed     float64 `json:"period_named"`     // the title or a heading names the question's period
	PeriodPublished float64 `json:"period_published"` // published within it
	PeriodOther     float64 `json:"period_other"`     // its period is another: what it loses
	PeriodEarlier   float64 `json:"period_earlier"`   // it was published before the period began: what it loses

	Floor       float64 `json:"floor"`        // hits below this share of the best one are left out
	VectorFloor float64 `json:"vector_floor"` // a passage found by likeness alone needs this confidence
	UnitFloor   float64 `json:"unit_floor"`   // a sentence this far about the question is marked
	Same        float64 `json:"same"`         // two passages that share this much say the same
	Crowd       float64 `json:"crowd"`        // one source with this share of the ranked ones crowds the others out
	Similar     float64 `json:"similar"`      // two questions this alike, with the same names and numbers, are one to the cache
}

// Shares are one number a recall.
type Shares struct {
	Keyword float64 `json:"keyword"`
	Vector  float64 `json:"vector"`
	Graph   float64 `json:"graph"`
}

// A Point is one corner of a calibration: scores and confidences both rise along a list of them.
type Point struct {
	Score      float64 `json:"score"`
	Confidence float64 `json:"confidence"`
}

// ReadWeights reads weights as the embedded file has them. What is left out keeps the embedded value.
func ReadWeights(data []byte) (Weights, error) {
	w := DefaultWeights()
	if err := json.Unmarshal(data, &w); err != nil {
		return w, fmt.Errorf("search weights: %w", err)
	}
	for name, curve := range map[string][]Point{"keyword": w.Keyword, "vector.zh": w.Vector[casefile.Chinese], "vector.en": w.Vector[casefile.English], "graph": w.Graph} {
		if len(curve) == 0 {
			return w, fmt.Errorf("search weights: %s has no point; give at least one", name)
		}
		for i := 1; i < len(curve); i++ {
			if curve[i].Score <= curve[i-1].Score || curve[i].Confidence < curve[i-1].Confidence {
				return w, fmt.Errorf("search weights: %s must rise from point to point, but point %d does not", name, i+1)
			}
		}
	}
	return w, nil
}

// DefaultWeights returns the embedded weights.
func DefaultWeights() Weights {
	var w Weights
	if err := json.Unmarshal(weightsFile, &w); err != nil {
		panic(fmt.Sprintf("weights.json is built in and must be right: %v", err))
	}
	return w
}

var defaultWeights = sync.OnceValue(DefaultWeights)

// confidence reads a calibration.
func confidence(curve []Point, score float64) float64 {
	for i, p := range curve {
		if score > p.Score {
			continue
		}
		if i == 0 || p.Score == score {
			return p.Confidence
		}
		q := curve[i-1]
		return q.Confidence + (p.Confidence-q.Confidence)*(score-q.Score)/(p.Score-q.Score)
	}
	if len(curve) == 0 {
		return 0
	}
	return curve[len(curve)-1].Confidence
}
