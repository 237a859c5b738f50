package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest"
)

// A document is a file of a library as the pipelines get it: its text, so that no engine gains or loses by its parsers, and its metadata.
type document struct {
	Text     string   `json:"text"`
	Metadata metadata `json:"metadata"`
}

type metadata struct {
	Source        string   `json:"source"`
	Title         string   `json:"title,omitempty"`
	Version       string   `json:"version,omitempty"`
	EffectiveFrom string   `json:"effective_from,omitempty"`
	EffectiveTo   string   `json:"effective_to,omitempty"`
	Access        []string `json:"access,omitempty"`
}

// readLibrary reads the documents of a workspace by the rules of its casefile.yaml. Sentences that give orders to a program are left in: the
// pipelines get what stands in the files.
func readLibrary(ctx context.Context, root string) ([]casefile.Document, error) {
	b, err := os.ReadFile(filepath.Join(root, "casefile.yaml"))
	if err != nil {
		return nil, err
	}
	var file struct {
		Tenant    string
		Documents []struct {
			Path, Kind, Authority, Freshness, Namespace string
			Access                                      []string
		}
	}
	if err := yaml.Unmarshal(b, &file); err != nil {
		return nil, err
	}
	opt := ingest.Options{Root: root, Tenant: file.Tenant, Today: today}
	for _, d := range file.Documents {
		opt.Rules = append(opt.Rules, ingest.Rule{Path: d.Path, Kind: d.Kind, Authority: d.Authority, Freshness: d.Freshness, Namespace: d.Namespace, Access: d.Access, Orders: casefile.OrdersAreContent})
	}
	scan, err := ingest.Scan(ctx, opt)
	if err != nil {
		return nil, err
	}
	if len(scan.Documents) == 0 {
		return nil, fmt.Errorf("%s: no documents", root)
	}
	return scan.Documents, nil
}

// plain gives documents as a loader of files does: the text, and where it stands.
func plain(docs []casefile.Document) []document {
	var out []document
	for _, d := range docs {
		out = append(out, document{Text: textOf(d), Metadata: metadata{Source: d.Path}})
	}
	return out
}

// described gives documents with the metadata that somebody who looks after a library keeps. A version ends the day before the next begins.
func described(docs []casefile.Document) []document {
	out := plain(docs)
	for i, d := range docs {
		m := &out[i].Metadata
		m.Title, m.Version, m.EffectiveFrom, m.Access = d.Title, d.Version, d.EffectiveFrom.String(), d.Access
		to := d.EffectiveTo
		for _, next := range docs {
			if end := next.EffectiveFrom.AddDays(-1); next.ID == d.ID && d.EffectiveFrom.Compare(next.EffectiveFrom) < 0 && (to.IsZero() || end.Compare(to) < 0) {
				to = end
			}
		}
		m.EffectiveTo = to.String()
	}
	return out
}

func textOf(d casefile.Document) string {
	var b strings.Builder
	for _, s := range d.Sections {
		if parts := strings.Split(s.Heading, " / "); s.Heading != "" {
			b.WriteString(strings.Repeat("#", max(s.Level, 1)) + " " + parts[len(parts)-1] + "\n")
		}
		for _, c := range s.Chunks {
			b.WriteString(c.Text + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}
