package model

import (
	"errors"
	"io"
	"sync"
	"time"
)

const (
	breakAfter = 5                // failures in a row
	breakFor   = 20 * time.Second // then the server is left alone
)

// A breaker leaves a server alone that keeps failing.
type breaker struct {
	mu     sync.Mutex
	failed int
	until  time.Time
}

// open returns how long the server is still left alone; 0 when it may be asked.
func (b *breaker) open() time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < breakAfter {
		return 0
	}
	return max(0, time.Until(b.until))
}

func (b *breaker) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed++; b.failed >= breakAfter {
		b.until = time.Now().Add(breakFor)
	}
}

func (b *breaker) succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed = 0
}

var errIdle = errors.New("nothing came")

// An idle ends a request when nothing has come for a while.
type idle struct {
	after time.Duration
	timer *time.Timer
}

func newIdle(after time.Duration, end func()) *idle {
	return &idle{after: after, timer: time.AfterFunc(after, end)}
}

func (i *idle) stop() { i.timer.Stop() }

func (i *idle) watch(r io.Reader) io.Reader { return &watched{r: r, idle: i} }

type watched struct {
	r    io.Reader
	idle *idle
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if n > 0 {
		w.idle.timer.Reset(w.idle.after)
	}
	return n, err
}

var errTooLong = errors.New("the reply is longer than any that is read")

// limited reads so many bytes and keeps the error that ended it.
type limited struct {
	r    io.Reader
	left int
	err  error
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		l.err = errTooLong
		return 0, l.err
	}
	n, err := l.r.Read(p[:min(len(p), l.left)])
	l.left -= n
	if err != nil {
		l.err = err
	}
	return n, err
}
