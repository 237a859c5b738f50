package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// A given is what a process that answers gets: run.py reads the same.
type given struct {
	Settings  settings     `json:"settings"`
	Library   []document   `json:"library"`
	Questions []givenAsked `json:"questions"`
}

type settings struct {
	URL        string `json:"url"`
	Embeddings string `json:"embeddings"`
	Spent      string `json:"spent"` // tells the time that the model has taken
	Model      string `json:"model"`
	Context    int    `json:"context"`
	Timeout    int    `json:"timeout"` // seconds
	Today      string `json:"today"`
	Database   string `json:"database"`
	Workspace  string `json:"workspace"`
	Scoped     bool   `json:"scoped"`
	Writes     bool   `json:"writes"` // the model writes where a playbook has a report, too
}

type givenAsked struct {
	Name     string      `json:"name"`
	Question string      `json:"question"`
	Asker    givenPerson `json:"asker"`
}

type givenPerson struct {
	Tenant string   `json:"tenant"`
	User   string   `json:"user"`
	Roles  []string `json:"roles"`
}

// An answer is what an engine says, and the sources it names with what stands in them.
type answer struct {
	Name    string  `json:"name"`
	Text    string  `json:"text"`
	Cited   []cited `json:"cited"`
	Error   string  `json:"error"`
	MS      float64 `json:"ms"` // without the model's time
	CPUMS   float64 `json:"cpu_ms"`
	ReadyMS float64 `json:"ready_ms"`
}

type cited struct {
	Source string `json:"source"`
	Text   string `json:"text"` // what stands there
	Says   string `json:"says"` // what of the answer rests on it
}

// answerAll is the process of Casefile: it asks the questions of a file over a copy of a workspace, with the model of the settings where they
// name one, and prints as run.py does.
func answerAll(ctx context.Context, file string, out io.Writer) error {
	begun := time.Now()
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var g given
	if err := json.Unmarshal(b, &g); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "casefile-peers-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(os.CopyFS(dir, os.DirFS(g.Settings.Workspace)), os.RemoveAll(filepath.Join(dir, ".casefile"))); err != nil {
		return err
	}
	if g.Settings.Model != "" {
		f, err := os.OpenFile(filepath.Join(dir, config.FileName), os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		if g.Settings.Writes {
			fmt.Fprint(f, "\nwrite: model\n")
		}
		fmt.Fprintf(f, "\nmodels:\n  default: {url: %q, model: %q, context: %d, timeout: %ds, options: {temperature: 0}}\n", g.Settings.URL, g.Settings.Model, g.Settings.Context, g.Settings.Timeout)
		if err := f.Close(); err != nil {
			return err
		}
	}
	w, err := config.Open(ctx, dir, config.Options{})
	if err != nil {
		return err
	}
	defer w.Close()
	if _, err := w.Ingest(ctx, nil); err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	if err := enc.Encode(answer{ReadyMS: float64(time.Since(begun).Microseconds()) / 1e3}); err != nil {
		return err
	}
	for _, q := range g.Questions {
		a, err := ask(ctx, w, g.Settings, q)
		if err != nil {
			return err
		}
		if err := enc.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

func ask(ctx context.Context, w *config.Workspace, s settings, q givenAsked) (answer, error) {
	before, err := spent(s.Spent)
	if err != nil {
		return answer{}, err
	}
	begun, was := time.Now(), cpu()
	out, err := w.Ask(ctx, casefile.Ask{Question: q.Question, Asker: casefile.Identity{Tenant: q.Asker.Tenant, User: q.Asker.User, Roles: q.Asker.Roles}, Format: "text"}, "")
	took, busy := time.Since(begun), cpu()-was
	after, spentErr := spent(s.Spent)
	if spentErr != nil {
		return answer{}, spentErr
	}
	a := answer{Name: q.Name, CPUMS: float64(busy.Microseconds()) / 1e3, MS: float64((took - (after - before)).Microseconds()) / 1e3}
	if err != nil {
		a.Error = err.Error()
		return a, nil
	}
	printed, err := config.Print(out)
	if err != nil {
		return answer{}, err
	}
	a.Text = string(printed)
	for _, cl := range out.Answer.Claims {
		for _, c := range cl.Cites {
			e, ok := out.Case.Find(c.Evidence)
			if !ok {
				continue
			}
			src := cited{c.Evidence, contentOf(e, c), cl.Text}
			if !slices.Contains(a.Cited, src) {
				a.Cited = append(a.Cited, src)
			}
		}
	}
	return a, nil
}

// contentOf is what stands in a record at the place that is cited: the passage, or the rows.
func contentOf(e casefile.Evidence, c casefile.Citation) string {
	if e.Calc != nil {
		return e.Calc.Value + " " + e.Calc.Unit
	}
	if e.Table == nil {
		return e.Text
	}
	var b strings.Builder
	for i, r := range e.Table.Rows {
		if len(c.Rows) > 0 && !slices.Contains(c.Rows, i) {
			continue
		}
		for j, v := range r {
			b.WriteString(v.Text)
			if j < len(e.Table.Columns) && e.Table.Columns[j].Unit != "" {
				b.WriteString(" " + e.Table.Columns[j].Unit)
			}
			b.WriteString("; ")
		}
	}
	return b.String()
}

// spent asks how long the model has taken so far; without an address none has.
func spent(url string) (time.Duration, error) {
	if url == "" {
		return 0, nil
	}
	res, err := http.Get(url)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	var ns int64
	_, err = fmt.Fscan(res.Body, &ns)
	return time.Duration(ns), err
}

// cpu is the time that this process has had of all processors.
func cpu() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
