package main

import (
	"bytes"
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

const committed = "../data/orders.db"

func TestDatabaseIsMadeAgainByteForByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "orders.db")
	if err := write(t.Context(), path); err != nil {
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
		t.Fatalf("the committed file (%d bytes) is not what gen makes (%d bytes): after a change here or of the SQLite module, run gen again", len(want), len(got))
	}
}

// TestFloors counts in the committed file what the scene promises.
func TestFloors(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+committed+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, c := range []struct {
		name, query string
		least       int
	}{
		{"orders of the shop", `SELECT count(*) FROM orders WHERE tenant = 'shop'`, 200},
		{"users of the shop", `SELECT count(DISTINCT user_id) FROM orders WHERE tenant = 'shop'`, 40},
		{"not signed yet", `SELECT count(*) FROM orders WHERE tenant = 'shop' AND order_status IN ('待付款', '已付款', '已发货')`, 5},
		{"headphones ordered in August, signed for in September", `SELECT count(*) FROM orders JOIN products USING (sku)
			WHERE tenant = 'shop' AND category = '耳机' AND ordered_at < '2026-09' AND signed_at >= '2026-09'`, 1},
		{"one id in two tenants", `SELECT count(*) FROM (SELECT order_id FROM orders GROUP BY order_id HAVING count(DISTINCT tenant) = 2)`, 1},
		{"A123 ordered, paid, shipped and signed for on four days", `SELECT count(*) FROM orders WHERE tenant = 'shop' AND order_id = 'A123'
			AND date(ordered_at) < date(paid_at) AND date(paid_at) < date(shipped_at) AND date(shipped_at) < date(signed_at)`, 1},
	} {
		var n int
		if err := db.QueryRow(c.query).Scan(&n); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if n < c.least {
			t.Errorf("%s: %d, want at least %d", c.name, n, c.least)
		}
	}
}

// TestOrderOfEvents holds every order to the order of its own life.
func TestOrderOfEvents(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+committed+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT tenant, order_id FROM orders WHERE NOT (
		julianday(ordered_at) <= julianday(coalesce(paid_at, ordered_at)) AND
		julianday(coalesce(paid_at, ordered_at)) <= julianday(coalesce(shipped_at, paid_at, ordered_at)) AND
		julianday(coalesce(shipped_at, paid_at, ordered_at)) <= julianday(coalesce(signed_at, shipped_at, paid_at, ordered_at)) AND
		julianday(coalesce(signed_at, shipped_at, paid_at, ordered_at)) <= julianday('2026-09-20T10:00:00+08:00'))`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var tenant, id string
		if err := rows.Scan(&tenant, &id); err != nil {
			t.Fatal(err)
		}
		t.Errorf("%s/%s: its days run backwards, or past the clock", tenant, id)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}
