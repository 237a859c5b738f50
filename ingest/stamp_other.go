//go:build !linux

package ingest

import "io/fs"

// changed is not known here: a text of the same size that was given the old time again is taken for the old one.
func changed(fs.FileInfo) string { return "" }
