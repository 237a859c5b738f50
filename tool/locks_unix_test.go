//go:build unix

package tool

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

func init() {
	if path := os.Getenv("TOOL_LOCK_ALL"); path != "" {
		lockAll(path)
		os.Exit(0)
	}
}

// lockAll asks for the lock that SQLite takes on a file before it writes to it, and prints what it got.
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

// A system drops a process's locks on a file when the process closes that file anywhere. Another program could
// then write under a SELECT that is half way, and its rows would be of two states.
func TestAStampKeepsTheLocksOfReaders(t *testing.T) {
	file := makeDB(t, shelf)
	d := openDB(t, file, DatabaseConfig{})
	pool, err := d.connections()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := pool.QueryContext(context.Background(), "SELECT id FROM books")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if !rows.Next() {
		t.Fatal(rows.Err())
	}
	if d.stamp() == "" {
		t.Fatal("no stamp")
	}
	if _, err := d.tables(context.Background()); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "TOOL_LOCK_ALL="+file)
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "refused" {
		t.Errorf("another process is %s the whole file (%v) while it is read", out, err)
	}
}
