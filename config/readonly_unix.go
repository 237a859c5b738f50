//go:build unix

package config

import (
	"errors"
	"syscall"
)

// isReadOnly reports whether err says that the file system takes no writes.
func isReadOnly(err error) bool { return errors.Is(err, syscall.EROFS) }
