package store

import (
	"testing"

	"github.com/casefile/casefile"
)

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
