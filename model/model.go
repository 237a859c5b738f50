// Package model asks language models over HTTP: chat completions as OpenAI's API has them, which nearly every server
// speaks with quirks of its own, and Anthropic's messages. A Client sends one request at a time for a reply, tolerates what
// servers are known to do, and says in a typed error whose fault it was when there is no reply.
package model

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/remote"
)

// A Config says which model is asked, where, and within what bounds. URL and Model are needed.
type Config struct {
	URL     string        // base of the API, for example http://127.0.0.1:8080/v1
	Model   string        // the model's name on the server
	Profile string        // of the server, see Profiles; "" is found by the URL, or else "openai-compatible"
	Key     string        // sent as the bearer token; "" sends none
	Timeout time.Duration // of one request, tries included; 0 means 2 minutes
	Idle    time.Duration // without a byte of the reply; 0 means 45 seconds
	Tries   int           // of one request; 0 means 3
	AtOnce  int           // requests in flight; 0 means 4
	CA      string        // a PEM file of certificate authorities to trust besides the system's
	Proxy   string        // "" takes it from the environment; "none" uses none
	Headers map[string]string
	Options map[string]json.RawMessage // further fields of the request body, for example {"temperature": 0.2}
}

// A Client is a casefile.Model on a server. It is safe for concurrent use.
type Client struct {
	cfg     Config
	profile Profile
	http    *http.Client
	slots   chan struct{}
	breaker breaker
	extra   map[string]json.RawMessage // of the profile
	bare    atomic.Bool                // the server refuses stream_options
	plain   atomic.Bool                // the server refuses response_format
	newer   atomic.Bool                // the server refuses max_tokens for max_completion_tokens
	after   func(time.Duration) <-chan time.Time
}

var _ casefile.Model = (*Client)(nil)

const (
	defaultTimeout = 2 * time.Minute
	defaultIdle    = 45 * time.Second
	defaultTries   = 3
	defaultAtOnce  = 4
	maxReply       = 8 << 20 // bytes of one reply's body
)

// New returns a client. It makes no request.
func New(cfg Config) (*Client, error) {
	u, err := remote.Base(cfg.URL)
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	if cfg.Model == "" {
		return nil, errors.New("model: the model's name is missing")
	}
	c := &Client{cfg: cfg, after: time.After}
	c.cfg.URL = strings.TrimSuffix(cfg.URL, "/")
	if c.profile, err = profileOf(cfg.Profile, u); err != nil {
		return nil, err
	}
	if len(c.profile.Extra) > 0 {
		if err := json.Unmarshal(c.profile.Extra, &c.extra); err != nil {
			return nil, fmt.Errorf("model: profile %s: %w", c.profile.Name, err)
		}
	}
	setDefault(&c.cfg.Timeout, defaultTimeout)
	setDefault(&c.cfg.Idle, defaultIdle)
	setDefault(&c.cfg.Tries, defaultTries)
	setDefault(&c.cfg.AtOnce, defaultAtOnce)
	c.slots = make(chan struct{}, c.cfg.AtOnce)
	transport := http.DefaultTransport.(*http.Transport).Clone()
	switch cfg.Proxy {
	case "":
	case "none":
		transport.Proxy = nil
	default:
		p, err := url.Parse(cfg.Proxy)
		if err != nil || p.Host == "" {
			return nil, fmt.Errorf("model: proxy: want a URL such as http://proxy:3128, or none")
		}
		transport.Proxy = http.ProxyURL(p)
	}
	if cfg.CA != "" {
		pem, err := os.ReadFile(cfg.CA)
		if err != nil {
			return nil, fmt.Errorf("model: ca: %w", err)
		}
		pool, err := x509.SystemCertPool()
		if err != nil {
			pool = x509.NewCertPool()
		}
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("model: ca: %s holds no certificate in PEM form", cfg.CA)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	c.http = &http.Client{Transport: transport, CheckRedirect: remote.Stay}
	return c, nil
}

func setDefault[T int | time.Duration](v *T, d T) {
	if *v <= 0 {
		*v = d
	}
}

// Profile returns the profile in use.
func (c *Client) Profile() Profile { return c.profile }

// Generate asks for one reply: as the profile allows, by schema or by words. What servers pass off by themselves is tried
// again: limits, faults of the server, cut connections. Errors are of type *Error and wrap casefile.ErrNoReply.
func (c *Client) Generate(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return casefile.ModelResponse{}, c.failed(ctx, &Error{Fault: FaultBusy, Why: fmt.Sprintf("%d requests are in flight already", c.cfg.AtOnce)})
	}
	var last *Error
	for try := range c.cfg.Tries {
		if wait := c.breaker.open(); wait > 0 {
			return casefile.ModelResponse{}, &Error{Fault: FaultServer, Why: fmt.Sprintf("it failed %d times in a row; it is asked again in %s", breakAfter, wait.Round(time.Second))}
		}
		if try > 0 {
			wait := remote.Pause(try, last.RetryAfter)
			if end, ok := ctx.Deadline(); ok && time.Until(end) < wait {
				return casefile.ModelResponse{}, last // it would not be answered in time
			}
			select {
			case <-c.after(wait):
			case <-ctx.Done():
				return casefile.ModelResponse{}, c.failed(ctx, last)
			}
		}
		if try > 0 && r.Again != nil {
			if err := r.Again(r); err != nil {
				last.Why += fmt.Sprintf("; it is not tried again: %v", err)
				return casefile.ModelResponse{}, last
			}
		}
		res, err := c.once(ctx, r)
		if err == nil {
			c.breaker.succeed()
			return res, nil
		}
		last = err
		if ctx.Err() != nil {
			return casefile.ModelResponse{}, c.failed(ctx, last)
		}
		if last.Fault == FaultServer || last.Fault == FaultNetwork {
			c.breaker.fail()
		}
		if !last.Again() {
			break
		}
	}
	return casefile.ModelResponse{}, last
}

// failed says that the time ended a request, and what was wrong before.
func (c *Client) failed(ctx context.Context, last *Error) *Error {
	why := "the request was cancelled"
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		why = fmt.Sprintf("no reply within %s", c.cfg.Timeout)
	}
	if last != nil && last.Why != "" {
		why += "; " + last.Why
	}
	return &Error{Fault: FaultNetwork, Why: why, err: ctx.Err()}
}

// once makes one HTTP request.
func (c *Client) once(ctx context.Context, r casefile.ModelRequest) (casefile.ModelResponse, *Error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	usage := !c.bare.Load()
	body, err := c.body(r, usage)
	if err != nil {
		return casefile.ModelResponse{}, &Error{Fault: FaultCaller, Why: err.Error()}
	}
	path := "/chat/completions"
	if c.profile.Messages {
		path = "/messages"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.cfg.URL+path, bytes.NewReader(body))
	if err != nil {
		return casefile.ModelResponse{}, &Error{Fault: FaultCaller, Why: err.Error()}
	}
	c.sign(req)
	idle := newIdle(c.cfg.Idle, func() { cancel(errIdle) })
	defer idle.stop()
	res, err := c.http.Do(req)
	if err != nil {
		return casefile.ModelResponse{}, c.network(ctx, err)
	}
	defer res.Body.Close()
	in := &limited{r: idle.watch(res.Body), left: maxReply}
	if res.StatusCode != http.StatusOK {
		e := c.refusal(res, in)
		if e.Fault == FaultCaller && c.learn(e.Why, usage, c.how(r)) {
			return c.once(ctx, r)
		}
		return casefile.ModelResponse{}, e
	}
	out, perr := c.read(res, in, wanted{tokens: r.MaxTokens, tell: r.Tell})
	if perr != nil {
		if in.err != nil && in.err != io.EOF {
			return casefile.ModelResponse{}, c.network(ctx, in.err)
		}
		return casefile.ModelResponse{}, c.blame(perr)
	}
	return out, nil
}

// learn notes an optional field that the server complains of, and reports whether the request is worth sending without it.
func (c *Client) learn(why string, usage bool, how string) bool {
	switch {
	case usage && strings.Contains(why, "stream_options"):
		return c.bare.CompareAndSwap(false, true)
	case strings.Contains(why, "max_completion_tokens") && c.profile.MaxTokens == "max_tokens":
		return c.newer.CompareAndSwap(false, true)
	case (how == bySchema || how == byObject) && containsAny(why, "response_format", "json_schema", "json_object", "grammar"):
		return c.plain.CompareAndSwap(false, true)
	}
	return false
}

func containsAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}

func (c *Client) sign(req *http.Request) {
	req.Header.Set("Content-Type", "application/json")
	req.Header["Idempotency-Key"] = nil // not sent: a connection that the server closed while it was idle is opened anew
	if c.profile.Stream {
		req.Header.Set("Accept", "text/event-stream")
	}
	switch {
	case c.cfg.Key == "":
	case c.profile.Messages:
		req.Header.Set("x-api-key", c.cfg.Key)
	default:
		req.Header.Set("Authorization", "Bearer "+c.cfg.Key)
	}
	if c.profile.Messages {
		req.Header.Set("anthropic-version", "2023-06-01")
	}
	for k, v := range c.cfg.Headers {
		req.Header.Set(k, v)
	}
}

// network words a connection that failed.
func (c *Client) network(ctx context.Context, err error) *Error {
	if cause := context.Cause(ctx); errors.Is(cause, errIdle) {
		return &Error{Fault: FaultNetwork, Why: fmt.Sprintf("nothing came for %s", c.cfg.Idle), err: err}
	}
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // it repeats the URL
	}
	return &Error{Fault: FaultNetwork, Why: remote.Clean(err.Error(), c.cfg.Key), err: err}
}

func (c *Client) blame(err error) *Error {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Fault: FaultServer, Why: err.Error()}
	}
	e.Why = remote.Clean(e.Why, c.cfg.Key)
	return e
}
