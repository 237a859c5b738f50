package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

// An index of which a table was emptied is no library that holds nothing: it is refused, with how to mend it.
func TestAnEmptiedTableIsAFault(t *testing.T) {
	for _, table := range []string{"acl", "acl_term", "section", "chunk", "postings"} {
		dir := filepath.Join(t.TempDir(), "index")
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "a", "1", "", "", "a text of nothing")}})
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.db"))
		if err != nil || len(files) != 1 {
			t.Fatalf("%v, %v", files, err)
		}
		db, err := connect(files[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec("DELETE FROM " + table); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if s, err = Open(dir); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		_, err = s.Match(context.Background(), scope(t, "shop", "u1", "2026-09-20"), keywords("text of nothing"))
		if !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "run casefile ingest") {
			t.Errorf("%s: %v", table, err)
		}
	}
}

// A library that was made and never filled holds nothing, which is no fault.
func TestAnEmptyLibraryHoldsNothing(t *testing.T) {
	s := open(t)
	write(t, s, casefile.Namespace{Name: casefile.TenantNamespace, Tenant: "shop"}, casefile.Change{})
	who := scope(t, "shop", "u7", "2026-09-20")
	for range 2 {
		if found := find(t, s, who, "return"); len(found) > 0 {
			t.Errorf("found %q", found)
		}
	}
}
