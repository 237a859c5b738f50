package search

import (
	"github.com/casefile/casefile"
)

// An Explanation is a search laid open.
type Explanation struct {
	Reading    Reading                  `json:"reading"`
	Features   []string                 `json:"features,omitempty"` // of the question, which act on the shares
	Legs       []Leg                    `json:"legs"`
	Fusion     Fusion                   `json:"fusion,omitempty"`
	Candidates []Candidate              `json:"candidates"`          // in their order: results first, then those left out
	Crowd      string                   `json:"crowd,omitempty"`     // the document that filled the top
	Elsewhere  bool                     `json:"elsewhere,omitempty"` // one more search was made without it
	Gained     int                      `json:"gained,omitempty"`    // results it brought
	Reranker   string                   `json:"reranker,omitempty"`  // why the cross-encoder gave nothing
	Note       map[casefile.Lang]string `json:"note,omitempty"`      // what acted on the order, or was left out
	Hits       []casefile.Hit           `json:"-"`                   // the results
}

// A Candidate is a passage that was considered.
type Candidate struct {
	Rank    int                      `json:"rank,omitempty"` // from 1; 0: left out
	Source  casefile.Source          `json:"source"`
	Score   float64                  `json:"score"` // what the order goes by
	Fused   float64                  `json:"fused"` // what the recalls gave together
	Legs    []LegScore               `json:"legs"`
	Effects []Effect                 `json:"effects,omitempty"` // what moved it since
	Path    []casefile.Link          `json:"path,omitempty"`    // how the graph leads to it
	Out     Reason                   `json:"out,omitempty"`
	OutOf   string                   `json:"out_of,omitempty"` // the passage that stands in its place
	Added   bool                     `json:"added,omitempty"`  // the supplementary search found it
	Why     map[casefile.Lang]string `json:"why"`
}

// A LegScore is what one recall says of a candidate.
type LegScore struct {
	Recall     Recall  `json:"recall"`
	Rank       int     `json:"rank"` // from 1
	Score      float64 `json:"score"`
	Confidence float64 `json:"confidence"` // how often such a passage answered, 0 to 1
	Norm       float64 `json:"norm"`       // 1 for the best of the recall
}

func (x *outcome) explanation() Explanation {
	e := Explanation{
		Reading: *x.req.r, Features: x.req.r.Features(), Legs: x.req.legs, Fusion: x.s.opt.Fusion, Candidates: []Candidate{},
		Crowd: x.crowd, Elsewhere: x.looked, Gained: x.gained, Reranker: x.reranker,
	}
	e.Note = map[casefile.Lang]string{casefile.English: x.note(casefile.English), casefile.Chinese: x.note(casefile.Chinese)}
	e.Hits = x.hits()
	for i, c := range x.chosen {
		e.Candidates = append(e.Candidates, x.explain(c, i+1))
	}
	for _, c := range x.all {
		if c.out != "" {
			e.Candidates = append(e.Candidates, x.explain(c, 0))
		}
	}
	return e
}

func (x *outcome) explain(c *candidate, rank int) Candidate {
	out := Candidate{
		Rank: rank, Source: c.hit.Source, Score: min(1, c.score/x.s.weights.most()), Fused: c.fused, Effects: c.effects,
		Path: c.path, Out: c.out, OutOf: c.of, Added: c.added,
	}
	out.Source.Score = out.Score
	for i, l := range c.legs {
		if l.rank > 0 {
			out.Legs = append(out.Legs, LegScore{recalls[i], l.rank, l.raw, l.confidence, l.norm})
		}
	}
	out.Why = map[casefile.Lang]string{casefile.English: x.why(casefile.English, out), casefile.Chinese: x.why(casefile.Chinese, out)}
	return out
}
