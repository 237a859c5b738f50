// Package eval runs case files: a question, who asks, and what the answer must be like.
//
// A case file is a test, a demonstration and a regression at once. [Load] reads a file or a
// folder of them, [Run] puts each to a workspace and compares, and every case that was traced is
// replayed and must give the same bytes. The format is in docs/workspace.md.
//
// The workspace is an interface: the command and the tests hand in what config wires.
package eval
