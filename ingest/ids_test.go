package ingest

import (
	"slices"
	"testing"
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
			for _, s := range structure(tt.text, 0, true).sections {
				got = append(got, s.ID)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("ids %q, want %q", got, tt.want)
			}
		})
	}
}
