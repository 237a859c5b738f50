package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/casefile/casefile"
)

// A process that was ended, or has not come further, between making the file and making its tables.
func TestAFileWithNothingInItIsAnEmptyIndex(t *testing.T) {
	who := scope(t, "shop", "u", "2026-01-01")
	for _, c := range []struct {
		name string
		make func(t *testing.T, path string)
	}{
		{"of no bytes", func(t *testing.T, path string) {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}},
		{"without a table", func(t *testing.T, path string) {
			db, err := connect(path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec("CREATE TABLE t (a); DROP TABLE t"); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t)
			path := s.file(casefile.TenantNamespace, "shop")
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			c.make(t, path)
			docs, err := s.Documents(context.Background(), who)
			if err != nil || len(docs) != 0 {
				t.Fatalf("%d documents, %v", len(docs), err)
			}
			write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "text")}})
			if got := find(t, s, who, "text"); len(got) != 1 {
				t.Errorf("after a write: %v", got)
			}
		})
	}
}
