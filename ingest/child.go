package ingest

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/casefile/casefile/ingest/format"
)

// Limits of reading one file in a child process.
const (
	childEnv    = "CASEFILE_READ_FILES"
	childTime   = 20 * time.Second
	childMemory = 1 << 30
	childFiles  = 200 // a child is replaced after so many, whatever it holds on to
	codeMemory  = 87  // exit code of a child that used too much memory
)

// children tells whether this program's main calls ChildMain, so that it can be started as a child.
var children atomic.Bool

// ChildMain must be called first thing in main. In a process that was started to read files it reads them
// and does not return; in any other it makes it possible to start such processes. A program that does not call it
// reads files in its own process, with the limits of package format but without one on memory.
func ChildMain() {
	if os.Getenv(childEnv) == "" {
		children.Store(true)
		return
	}
	if err := serveFiles(os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// request is a file for a child.
type request struct {
	Name string
	Data []byte
}

// serveFiles answers requests until there are no more.
func serveFiles(in io.Reader, out io.Writer) error {
	debug.SetMemoryLimit(childMemory * 8 / 10)
	limitMemory(childMemory)
	go watchMemory()
	dec := gob.NewDecoder(bufio.NewReader(in))
	w := bufio.NewWriter(out)
	enc := gob.NewEncoder(w)
	for {
		var r request
		if err := dec.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(context.Background(), childTime)
		f := format.Whole(format.Parse(ctx, r.Name, r.Data, format.Limits{}))
		cancel()
		if err := enc.Encode(f); err != nil {
			return err
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
}

// watchMemory ends the process when it holds too much.
func watchMemory() {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(sample)
		if sample[0].Value.Uint64()-sample[1].Value.Uint64() > childMemory {
			os.Exit(codeMemory)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// child is a process that reads files.
type child struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	w     *bufio.Writer
	enc   *gob.Encoder
	dec   *gob.Decoder
	files int
}

func startChild() (*child, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(exe)}
	c.cmd.Env = append(os.Environ(), childEnv+"=1")
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.w = bufio.NewWriter(c.in)
	c.enc, c.dec = gob.NewEncoder(c.w), gob.NewDecoder(bufio.NewReader(out))
	return c, c.cmd.Start()
}

func (c *child) ask(r request) (format.File, error) {
	var f format.File
	c.files++
	if err := c.enc.Encode(r); err != nil {
		return f, err
	}
	if err := c.w.Flush(); err != nil {
		return f, err
	}
	err := c.dec.Decode(&f)
	return f, err
}

// end closes a child that is idle.
func (c *child) end() {
	c.in.Close()
	c.cmd.Wait() // it ends at the end of its input
}

// parsers reads files, in children where that is possible. It is safe for concurrent use.
type parsers struct {
	idle chan *child
}

func newParsers(n int) *parsers { return &parsers{idle: make(chan *child, n)} }

func (p *parsers) close() {
	for {
		select {
		case c := <-p.idle:
			c.end()
		default:
			return
		}
	}
}

// parse reads a file. It does not fail: what went wrong is in the file.
func (p *parsers) parse(ctx context.Context, name string, data []byte) format.File {
	if !children.Load() {
		ctx, cancel := context.WithTimeout(ctx, childTime)
		defer cancel()
		return format.Whole(format.Parse(ctx, name, data, format.Limits{}))
	}
	for {
		var c *child
		select {
		case c = <-p.idle:
		default:
			var err error
			if c, err = startChild(); err != nil {
				return format.File{Kind: format.Sniff(name, data), Status: format.Failed, Reason: "a process to read it could not be started: " + err.Error()}
			}
		}
		used := c.files > 0
		f, gone := p.ask(ctx, c, request{name, data})
		if gone && used && ctx.Err() == nil {
			continue // it may have ended while it was idle: another one is asked
		}
		return f
	}
}

// ask has a child read a file. gone tells that the child ended for no reason that is known.
func (p *parsers) ask(ctx context.Context, c *child, r request) (f format.File, gone bool) {
	const grace = 5 * time.Second // a child ends by itself, unless its code does not listen
	ctx, cancel := context.WithTimeoutCause(ctx, childTime+grace, errSlow)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { c.cmd.Process.Kill() })
	f, err := c.ask(r)
	alive := stop()
	if err == nil {
		if alive && c.files < childFiles {
			select {
			case p.idle <- c:
				return f, false
			default:
			}
		}
		c.end()
		return f, false
	}
	c.in.Close()
	c.cmd.Process.Kill()
	c.cmd.Wait()
	f = format.File{Kind: format.Sniff(r.Name, r.Data), Status: format.Failed}
	switch {
	case errors.Is(context.Cause(ctx), errSlow):
		f.Reason = fmt.Sprintf("reading it took longer than %d s; split the file", int((childTime + grace).Seconds()))
	case ctx.Err() != nil:
		f.Reason = "reading it was stopped"
	case c.cmd.ProcessState.ExitCode() == codeMemory:
		f.Reason = fmt.Sprintf("reading it took more than %d MB of memory; split the file", childMemory>>20)
	default:
		f.Reason, gone = "the process that read it ended early; save the file again with its program", true
	}
	return f, gone
}

var errSlow = errors.New("too slow")
