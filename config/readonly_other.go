//go:build !unix

package config

// isReadOnly reports whether err says that the file system takes no writes; here a permission error says so.
func isReadOnly(error) bool { return false }
