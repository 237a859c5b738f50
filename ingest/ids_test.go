package ingest

import (
	"slices"
	"testing"

	"github.com/casefile/casefile"
)

func TestWrittenIDsGoBeforeSlugs(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"the title sounds like it", "# Globes\n\nText.\n\n## About {#globes}\n\nMore.\n", []string{"globes-0", "globes"}},
		{"a later heading sounds like it", "# A {#fees}\n\nText.\n\n## Fees\n\nMore.\n", []string{"fees", "fees-0"}},
		{"two sound alike", "# A\n\n## Fees\n\nText.\n\n## Fees\n\nMore.\n", []string{"a", "fees", "fees-1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range structure(tt.text, 0, true, false).sections {
				got = append(got, s.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("ids %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMissingMetadataIsListed(t *testing.T) {
	full := casefile.Document{Version: "V1", EffectiveFrom: casefile.Date{Year: 2026, Month: 1, Day: 1}, Published: casefile.Date{Year: 2026, Month: 1, Day: 1}, Author: "a", Authority: "official", Freshness: "static", Kind: "policy"}
	if got := silent(full); len(got) > 0 {
		t.Errorf("of a whole one %q are missing", got)
	}
	full.Version, full.Author = "", ""
	if got := silent(full); !slices.Equal(got, []string{"version", "author"}) {
		t.Errorf("missing %q, want version and author", got)
	}
}
