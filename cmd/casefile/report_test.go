package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestIngestReport(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"casefile.yaml":  "name: t\n",
		"docs/a.html":    "<html><h1>T</h1><p>within 15 days<p hidden>pay 900</html>",
		"docs/b.md":      "# B\n\nat most 0.5%\n",
		"docs/c.png":     "\x89PNG\r\n\x1a\n",
		"docs/quote.csv": "name,n\n<script>alert(1)</script>,5\n",
	} {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := casefileCommand(t, "ingest", "-w", dir, "--report", "json")
	var report struct {
		Files []struct {
			Path, Status, Reason string
			Found, Indexed       struct{ Numbers int }
			Dropped              []struct {
				What  string
				Count int
				Why   string
			}
		}
		Totals struct {
			Files  int
			Status map[string]int
		}
	}
	if err := json.Unmarshal([]byte(r.out), &report); err != nil {
		t.Fatalf("%v: %s", err, r.out)
	}
	if r.code != 0 || report.Totals.Files != 4 || report.Totals.Status["ok"] != 3 || report.Totals.Status["unsupported"] != 1 {
		t.Errorf("exit %d, %s", r.code, r.out)
	}
	page := report.Files[0]
	if page.Path != "docs/a.html" || page.Found.Numbers != 2 || page.Indexed.Numbers != 1 || len(page.Dropped) != 1 || page.Dropped[0].Why == "" {
		t.Errorf("%+v", page) // the hidden number is found, not indexed, and named as hidden
	}
	for _, lang := range []string{"zh", "en"} {
		text := casefileCommand(t, "ingest", "-w", dir, "--report", "text", "--lang", lang)
		html := casefileCommand(t, "ingest", "-w", dir, "--report", "html", "--lang", lang)
		for _, want := range []string{"docs/a.html", "hidden text", "docs/c.png", "unsupported"} {
			if !strings.Contains(text.out, want) || !strings.Contains(html.out, want) {
				t.Errorf("%s: %q is missing", lang, want)
			}
		}
		if text.code != 0 || html.code != 0 || !strings.HasPrefix(html.out, "<!doctype html>") {
			t.Errorf("%s: exit %d, %d", lang, text.code, html.code)
		}
	}
	if r := casefileCommand(t, "ingest", "-w", dir, "--report", "pdf"); r.code != 2 || !strings.Contains(r.err, "text, json, html") {
		t.Errorf("%+v", r)
	}
}
