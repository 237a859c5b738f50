package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A server is a llama.cpp server on loopback that this program started.
type server struct {
	url  string // base of its API
	port int
	cmd  *exec.Cmd
	done chan struct{} // it ended
}

const loading = 90 * time.Second

// startServer starts the server on a free port and waits until its model is loaded.
func startServer(ctx context.Context, program, weights string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	return startOn(ctx, program, weights, port)
}

func startOn(ctx context.Context, program, weights string, port int) (*server, error) {
	for _, file := range []string{program, weights} {
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("the server cannot be started: %w", err)
		}
	}
	cmd := exec.Command(program, "-m", weights, "-ngl", "0", "-t", "2", "--jinja", "--no-webui", "--host", "127.0.0.1", "--port", fmt.Sprint(port), "-c", "8192", "-np", "1")
	cmd.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Dir(program))
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the server cannot be started: %w", err)
	}
	s := &server{url: fmt.Sprintf("http://127.0.0.1:%d/v1", port), port: port, cmd: cmd, done: make(chan struct{})}
	go func() { cmd.Wait(); close(s.done) }()
	ctx, cancel := context.WithTimeout(ctx, loading)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://127.0.0.1:%d/health", port), nil)
		if err != nil {
			return nil, err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return s, nil
			}
		}
		select {
		case <-s.done:
			return nil, errors.New("the server ended before its model was loaded")
		case <-ctx.Done():
			s.stop()
			return nil, fmt.Errorf("the server did not load its model within %s", loading)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// stop kills the server, and returns when it is gone.
func (s *server) stop() {
	s.cmd.Process.Kill()
	<-s.done
}
