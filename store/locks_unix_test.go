//go:build unix

package store

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/casefile/casefile"
)

func init() {
	if path := os.Getenv("STORE_LOCK_ALL"); path != "" {
		lockAll(path)
		os.Exit(0)
	}
}

// lockAll asks for the lock that SQLite takes on a file when its last connection closes, and prints what it got.
func lockAll(path string) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	l := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: 0x40000000 + 2, Len: 510}
	if err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &l); err != nil {
		fmt.Print("refused")
		return
	}
	fmt.Print("given")
}

// A system drops a process's locks on a file when the process closes that file anywhere. Without them another
// program that ends takes itself for the last one, and removes the log under us.
func TestAWriteKeepsTheLocksOfTheReaders(t *testing.T) {
	s := open(t)
	who := scope(t, "shop", "u", "2026-01-01")
	for _, text := range []string{"first", "second"} { // the second write finds the file there, and open
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", text)}})
		if got := find(t, s, who, text); len(got) != 1 {
			t.Fatalf("got %v", got)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STORE_LOCK_ALL="+s.file(casefile.TenantNamespace, "shop"))
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != "refused" {
			t.Errorf("after the %s write another process is %s the whole file (%v)", text, out, err)
		}
	}
}
