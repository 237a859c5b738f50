package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

const committed = "../data/supply.db"

func TestSameBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "supply.db")
	if err := write(path); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("the generator makes %d bytes that differ from the %d of %s: run it again and commit the file", len(got), len(want), committed)
	}
	if len(got) > 15<<20 {
		t.Errorf("%d bytes, want at most 15 MB", len(got))
	}
}

// TestShape counts by SQL what the cases rest on.
func TestShape(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+committed+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, row := range []struct {
		name, query string
		ok          func(n int) bool
	}{
		{"at least 300 SKUs", "SELECT count(*) FROM products", func(n int) bool { return n >= 300 }},
		{"at least 20 suppliers with products", "SELECT count(DISTINCT supplier_id) FROM products", func(n int) bool { return n >= 20 }},
		{"at least 50,000 order lines", "SELECT count(*) FROM order_lines", func(n int) bool { return n >= 50000 }},
		{"at least four regions", "SELECT count(DISTINCT region) FROM orders", func(n int) bool { return n >= 4 }},
		{"18 months", "SELECT count(*) FROM (SELECT 1 WHERE (SELECT min(ordered_on) FROM orders) = '2025-03-20' AND (SELECT max(ordered_on) FROM orders) = '2026-09-19')", func(n int) bool { return n == 1 }},
		{"no return before its order", "SELECT count(*) FROM returns r JOIN orders o USING(order_id) WHERE r.returned_on <= o.ordered_on", func(n int) bool { return n == 0 }},
		{"no more returned than ordered", "SELECT count(*) FROM returns r WHERE r.qty > (SELECT sum(qty) FROM order_lines l WHERE l.order_id = r.order_id AND l.sku = r.sku)", func(n int) bool { return n == 0 }},
		{"a return has its order's region", "SELECT count(*) FROM returns r JOIN orders o USING(order_id) WHERE r.region <> o.region", func(n int) bool { return n == 0 }},
		{"nothing came back in the Northeast in the last 30 days", "SELECT count(*) FROM returns WHERE region = '东北' AND returned_on >= '2026-08-22'", func(n int) bool { return n == 0 }},
		{"something came back there in the last 90 days", "SELECT count(*) FROM returns WHERE region = '东北' AND returned_on >= '2026-06-23'", func(n int) bool { return n > 0 }},
		{"something came back yesterday", "SELECT count(*) FROM returns WHERE returned_on = '2026-09-19'", func(n int) bool { return n > 0 }},
		{"the two look-alike SKUs are there", "SELECT count(*) FROM products WHERE sku IN ('PPR-9078', 'PPR-9087')", func(n int) bool { return n == 2 }},
		{"a tie at the cut in the North", "SELECT count(*) FROM (SELECT 1 FROM returns WHERE region = '华北' AND returned_on BETWEEN '2026-08-01' AND '2026-08-31' GROUP BY sku HAVING sum(qty) = 24)", func(n int) bool { return n == 2 }},
		{"no lot says more damaged than inspected", "SELECT count(*) FROM inspections WHERE damaged > inspected", func(n int) bool { return n == 0 }},
	} {
		t.Run(row.name, func(t *testing.T) {
			var n int
			if err := db.QueryRow(row.query).Scan(&n); err != nil {
				t.Fatal(err)
			}
			if !row.ok(n) {
				t.Errorf("%s gives %d", row.query, n)
			}
		})
	}
}
