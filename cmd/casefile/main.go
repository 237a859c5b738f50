// Command casefile answers questions over a workspace's documents and databases, and proves every claim.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/casefile/casefile/ingest"
	"github.com/mattn/go-isatty"
)

func main() {
	ingest.ChildMain()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	go func() {
		<-ctx.Done()
		stop() // a second signal ends the process at once
	}()
	clever := os.Getenv("TERM") != "dumb" // a dumb terminal knows no links and no bar
	code := run(ctx, os.Args[1:], terminal{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		outTTY: clever && isatty.IsTerminal(os.Stdout.Fd()), errTTY: clever && isatty.IsTerminal(os.Stderr.Fd()),
		getenv: os.Getenv,
	})
	stop()
	os.Exit(code)
}
