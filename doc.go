// Package casefile answers questions over documents and databases together, and
// lets no claim leave that it cannot prove.
//
// Each question opens a case: a plan, typed tool results, evidence, claims, a verdict
// for every claim, and a trace that replays byte for byte.
//
//	question → Case → Plan → Call → Result → Evidence → draft Answer → Verdict → Answer
//	             ↑______ a named gap: plan again ______|  |__ findings: draft again __|
//
// This package holds the vocabulary (casefile.go, evidence.go, answer.go, date.go, scope.go, event.go), the
// interfaces of the stages and the engine that runs them (engine.go). It imports the
// standard library only. Stages read a [Case] as a view and return a value; only the
// [Engine] adds to a case, and no stage calls another.
//
// Package config wires a workspace folder into an [Engine]. It is where a program that
// embeds Casefile begins:
//
//	w, err := config.Open(ctx, "my-workspace", config.Options{})
//	who, err := w.Asker("analyst", nil)
//	out, err := w.Engine().Answer(ctx, casefile.Ask{Question: q, Asker: who})
//
// Every read is held to a [Scope]: tenant, user, roles and the day whose versions are in
// force. The zero Scope reads nothing.
package casefile
