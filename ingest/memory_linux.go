package ingest

import "syscall"

// limitMemory makes the system refuse memory far beyond the limit, for code that takes it in one piece.
// Address space is not memory: the runtime reserves more than it uses.
func limitMemory(most uint64) {
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: 16 * most, Max: 16 * most}) // watchMemory stays
}
