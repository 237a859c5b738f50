package ingest

import (
	"io/fs"
	"strconv"
	"syscall"
)

// changed is when anything about a file was last changed, and which file it is: a text of the same size that was given the
// old time again is told by it.
func changed(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return "." + strconv.FormatInt(st.Ctim.Nano(), 36) + "." + strconv.FormatUint(st.Ino, 36)
}
