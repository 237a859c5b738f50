package verify

import "github.com/casefile/casefile/verify/standing"

// Evidence says how passages stand towards a question, before anything is claimed: whether it can be answered from them
// (trustworthy), they contradict each other about it (disputed), or they do not hold what is asked (abstain), with the features that say
// so. It rests on no model and no workspace, reads the first twelve passages, and is safe for concurrent use. It is a judgement
// learned from examples, right in about three of four: what it says is a hint for what to search, never a proof.
func Evidence(question string, passages []string) standing.Standing {
	return standing.Of(question, passages)
}
