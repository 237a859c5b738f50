// Package tool holds the tools a case can call: declared database functions, document
// search, reading a section, and calculation.
//
// A declared function is one reviewed SELECT with typed parameters. The caller gives values,
// never SQL; who asks comes from the scope and is bound by the program. Every database is
// opened read-only and behind an authorizer that lets a SELECT read and do nothing else.
//
// Everything here is safe for concurrent use once it is built.
package tool
