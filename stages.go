package casefile

import (
	"context"
	"encoding/json"
)

// A Planner makes a plan, and later adds steps for the gaps in c.Gaps. It returns only what is new.
// No new step and no Reply mean that there is nothing left to try.
type Planner interface {
	Plan(ctx context.Context, c Case) (Plan, error)
}

// A Router turns a step into calls.
type Router interface {
	Route(ctx context.Context, c Case, s Step) (Routing, error)
}

// A Classifier says how much work a question is: Chain, Single, Agent or Research, and why. It is cheap, and asks no model.
type Classifier interface {
	Classify(c Case) (Mode, string)
}

// A Reviewer says what the evidence of a case still lacks of what was asked, once nothing planned is left to do. What is not known
// to be there is lacking. It is asked in the modes Agent and Research, and again when a review brought new records.
type Reviewer interface {
	Review(ctx context.Context, c Case) (Review, error)
}

// A Review is what a Reviewer found. Each gap names a step of the plan.
type Review struct {
	Gaps []Gap
	Why  string
}

// A Judge says whether what a step brought holds a field that its dependants need.
type Judge interface {
	Has(c Case, s Step, f Field) bool
}

// A Tool is a bounded, read-only function. It takes no user and no version: those come from the scope.
// Call returns an error only for a fault of ours. It must return within 50 ms of ctx's end.
type Tool interface {
	Spec() ToolSpec
	Call(ctx context.Context, who Scope, args json.RawMessage) (Result, error)
}

// A Generator drafts an answer from the evidence of a case. With c.Findings it mends the claims found at fault and keeps the rest. Claims
// that c.Tell took are in the draft.
type Generator interface {
	Generate(ctx context.Context, c Case) (Answer, error)
}

// A Sketcher is a Generator that has a model write, and can say before what rules would: what the verifier wants searched for that is
// searched before the model is asked.
type Sketcher interface {
	Generator
	// Sketch drafts by rules what a model is to write. An Answer without claims means that no model is to write.
	Sketch(ctx context.Context, c Case) (Answer, error)
}

// A Verifier judges c.Draft against the evidence of the case: each claim by itself, whatever stands beside it.
type Verifier interface {
	Verify(ctx context.Context, c Case) (Verdict, error)
}

// A Settler is a Verifier that knows before a draft is written whether its claims can stand without another search. Only where they can,
// or nothing more may be searched, are claims told while the draft is written: what is found later could take them back.
type Settler interface {
	Verifier
	// Settled reports whether a claim over the evidence of c may be judged for good: false where each is to be looked up first.
	Settled(c Case) bool
}

// A Retriever finds passages that a scope may read and that are in force as of its day, best first.
// The zero Scope gives ErrNoScope.
type Retriever interface {
	Retrieve(ctx context.Context, who Scope, q Query) ([]Hit, error)
}

// An Embedder turns texts into vectors whose cosine says how alike the texts are.
type Embedder interface {
	// Embed returns one vector a text, in order, each of length 1 and of the same dimension.
	// A text that holds nothing the model knows gives a vector of zeros.
	Embed(ctx context.Context, texts []string) ([][]float32, error)
	// Space names the model and everything else that makes vectors comparable. Vectors of two spaces are never mixed.
	Space() string
}

// A Trace takes events. Record returns when the event is safe; an error ends the case.
type Trace interface {
	Record(ctx context.Context, e Event) error
}
