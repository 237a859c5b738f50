package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
)

// A Case is one case file: a question, who asks, and what the answer must be like.
type Case struct {
	Name     string // the file's name without its ending
	File     string
	Question string
	Asker    Asker
	Clock    time.Time         // zero: the workspace's
	Docs     map[string][]byte // laid over the workspace, by path from its root: "docs/note.md"
	Faults   []Fault
	Want     Want
	Kind     Kind
	About    []string // free labels of the comment's about: line

	Mode    casefile.Mode // of the comment's mode: line; "" is how the workspace is asked
	Replies []Reply       // what a model replied when the case was recorded; none: no model is asked

	Reference string // what a right answer says, for a judge; "" asks none
}

// A Kind says where the answer to a case's question is to be looked for, or that there is to be none.
type Kind string

// The kinds. A case without one is counted under Unsorted.
const (
	Document Kind = "document" // passages alone
	Data     Kind = "data"     // rows alone
	Combined Kind = "combined" // both
	Boundary Kind = "boundary" // a question back, a refusal, a wrong premise, what must not be told
	Unsorted Kind = ""
)

// Kinds are the kinds in the order of reports.
var Kinds = []Kind{Document, Data, Combined, Boundary, Unsorted}

// String returns the kind as reports name it.
func (k Kind) String() string {
	if k == Unsorted {
		return "-"
	}
	return string(k)
}

// An Asker is the content of asker.json. An empty tenant is the workspace's default one;
// absent roles are those the workspace gives the user.
type Asker struct {
	Tenant string   `json:"tenant"`
	User   string   `json:"user"`
	Roles  []string `json:"roles"`
}

// A Fault is one injected failure of a tool. Exactly one of Status, Keep and DelayMS is set.
type Fault struct {
	Tool    string          `json:"tool"`
	Call    int             `json:"call"`     // the n-th call of the tool, from 1; 0 means every call
	Status  casefile.Status `json:"status"`   // timeout, forbidden or no_hit, in place of the call
	Keep    *int            `json:"keep"`     // only the first hits or rows come back, and the status stays ok
	DelayMS int             `json:"delay_ms"` // before the call
}

// Parse reads one case file. Everything that is wrong with it is in the error.
func Parse(file string, data []byte) (Case, error) {
	c := Case{File: file, Name: strings.TrimSuffix(filepath.Base(file), ".txtar")}
	if !utf8.Valid(data) {
		return c, errors.New("it is not valid UTF-8")
	}
	comment, sections, err := split(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return c, err
	}
	var faults []error
	if err := c.header(comment); err != nil {
		faults = append(faults, err)
	}
	found := map[string]bool{}
	for _, s := range sections {
		found[s.name] = true
		if err := c.take(s); err != nil {
			faults = append(faults, fmt.Errorf("line %d, %s: %w", s.line, s.name, err))
		}
	}
	for _, name := range []string{"question", "asker.json", "want.json"} {
		if !found[name] {
			faults = append(faults, fmt.Errorf("the section %q is missing", "-- "+name+" --"))
		}
	}
	return c, errors.Join(faults...)
}

func validKind(k Kind) bool { return k != Unsorted && slices.Contains(Kinds, k) }

// header reads the lines "kind:", "about:" and "mode:" of the comment before the first section. All else in it is free.
func (c *Case) header(comment []byte) error {
	n := 0
	for line := range strings.Lines(string(comment)) {
		n++
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch value = strings.TrimSpace(value); key {
		case "kind":
			if c.Kind != Unsorted {
				return fmt.Errorf("line %d: a second kind; a case has one", n)
			}
			c.Kind = Kind(value)
			if !validKind(c.Kind) {
				return fmt.Errorf("line %d: kind %q; want document, data, combined or boundary", n, value)
			}
		case "mode":
			c.Mode = casefile.Mode(value)
			if modes := []casefile.Mode{casefile.Auto, casefile.Chain, casefile.Single, casefile.Agent, casefile.Research}; !slices.Contains(modes, c.Mode) {
				return fmt.Errorf("line %d: mode %q; want one of %v", n, value, modes)
			}
		case "about":
			for label := range strings.SplitSeq(value, ",") {
				if label = strings.TrimSpace(label); label != "" {
					c.About = append(c.About, label)
				}
			}
		}
	}
	return nil
}

func (c *Case) take(s section) error {
	switch {
	case s.name == "question":
		// line breaks at the end belong to the archive; an empty question is a case of its own
		c.Question = strings.TrimRight(string(s.data), "\r\n")
		return nil
	case s.name == "asker.json":
		return strict(s.data, &c.Asker)
	case s.name == "clock":
		text := strings.TrimSpace(string(s.data))
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return fmt.Errorf("%q is not a time with a zone; want RFC 3339 such as 2026-09-20T10:00:00+08:00", text)
		}
		c.Clock = t
		return nil
	case s.name == "faults.json":
		if err := strict(s.data, &c.Faults); err != nil {
			return err
		}
		return checkFaults(c.Faults)
	case s.name == "want.json":
		if err := strict(s.data, &c.Want); err != nil {
			return err
		}
		return c.Want.check()
	case s.name == repliesName:
		replies, err := readReplies(s.data)
		c.Replies = replies
		return err
	case s.name == "reference":
		if c.Reference = strings.TrimSpace(string(s.data)); c.Reference == "" {
			return errors.New("it is empty")
		}
		return nil
	case strings.HasPrefix(s.name, "docs/"):
		if path.Clean(s.name) != s.name || strings.ContainsAny(s.name, "\\\x00") {
			return errors.New("want a plain path below docs/")
		}
		if c.Docs == nil {
			c.Docs = map[string][]byte{}
		}
		c.Docs[s.name] = s.data
		return nil
	}
	return errors.New("no such section; want question, asker.json, clock, docs/…, faults.json, reference, model.jsonl or want.json")
}

// strict decodes one JSON value into v and refuses unknown keys, null and anything behind it.
func strict(data []byte, v any) error {
	if t := bytes.TrimSpace(data); len(t) == 0 || string(t) == "null" {
		return errors.New("it is empty")
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(v); err != nil {
		return fmt.Errorf("JSON: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("JSON: something stands behind the value")
	}
	return known(data, keys(v))
}

// known checks the keys of an object, or of each object of a list, letter by letter:
// encoding/json alone would take "Status" for "status".
func known(data []byte, names []string) error {
	var list []map[string]json.RawMessage
	if json.Unmarshal(data, &list) != nil {
		list = make([]map[string]json.RawMessage, 1)
		if err := json.Unmarshal(data, &list[0]); err != nil {
			return fmt.Errorf("JSON: %w", err)
		}
	}
	for _, object := range list {
		for key := range object {
			if !slices.Contains(names, key) {
				return fmt.Errorf("unknown key %q; known are %s", key, strings.Join(names, ", "))
			}
		}
	}
	return nil
}

// keys returns the JSON keys of the struct that v points to, or of its elements.
func keys(v any) []string {
	t := reflect.TypeOf(v).Elem()
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	var out []string
	for f := range t.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		out = append(out, name)
	}
	return out
}

// ParseFault reads TOOL=STATUS, as a command line names a fault of every call of a tool.
func ParseFault(s string) (Fault, error) {
	tool, status, _ := strings.Cut(s, "=")
	f := Fault{Tool: tool, Status: casefile.Status(status)}
	return f, checkFaults([]Fault{f})
}

func checkFaults(faults []Fault) error {
	for i, f := range faults {
		kinds := 0
		if f.Status != "" {
			kinds++
			if !slices.Contains([]casefile.Status{casefile.Timeout, casefile.Forbidden, casefile.NoHit}, f.Status) {
				return fmt.Errorf("fault %d: status %q; want timeout, forbidden or no_hit", i+1, f.Status)
			}
		}
		if f.Keep != nil {
			kinds++
			if *f.Keep < 0 {
				return fmt.Errorf("fault %d: keep %d; want 0 or more", i+1, *f.Keep)
			}
		}
		if f.DelayMS != 0 {
			kinds++
		}
		switch {
		case f.Tool == "":
			return fmt.Errorf("fault %d names no tool", i+1)
		case f.Call < 0 || f.DelayMS < 0:
			return fmt.Errorf("fault %d: call and delay_ms are counted from 0", i+1)
		case kinds != 1:
			return fmt.Errorf("fault %d: want exactly one of status, keep and delay_ms", i+1)
		}
	}
	return nil
}
