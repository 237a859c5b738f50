// Command gen makes data/orders.db of the returns desk again, byte for byte:
//
//	go run ./examples/returns-desk/gen -o examples/returns-desk/data/orders.db
//
// Nothing in it comes from the clock or the machine. The orders that a case or the README
// names stand in named.go; the crowd around them is drawn from a fixed seed.
package main

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strings"

	_ "modernc.org/sqlite"
)

//go:embed schema.sql
var schema string

func main() {
	out := flag.String("o", "data/orders.db", "the file to write; an existing one is replaced")
	flag.Parse()
	if err := write(context.Background(), *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// write makes the database at path. It is built in memory and copied out by VACUUM INTO,
// so the pages on disk follow from the rows alone and not from how they were inserted.
func write(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite", ":memory:?_pragma=page_size(4096)&_pragma=encoding('UTF-8')")
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection would have a memory database of its own
	if _, err := db.ExecContext(ctx, schema); err != nil {
		return fmt.Errorf("schema.sql: %w", err)
	}
	if err := fill(ctx, db); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func fill(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, c := range categories {
		if err := insert(ctx, tx, "categories", c.name, c.en, c.goods); err != nil {
			return err
		}
		if c.policy != "" {
			if err := insert(ctx, tx, "policies", "shop", c.name, c.policy); err != nil {
				return err
			}
			if err := insert(ctx, tx, "policies", "outlet", c.name, "outlet-policy"); err != nil {
				return err
			}
		}
		for _, p := range c.products {
			if err := insert(ctx, tx, "products", p.sku, p.name, p.en, c.name, p.cents); err != nil {
				return err
			}
		}
	}
	for _, v := range stamps {
		if err := insert(ctx, tx, "policy_stamps", v.policy, v.version, v.from); err != nil {
			return err
		}
	}
	for _, o := range append(named(), crowd()...) {
		if err := insert(ctx, tx, "orders", o.tenant, o.id, o.user, o.sku, o.qty, o.cents, o.status,
			o.ordered, null(o.paid), null(o.shipped), null(o.signed),
			null(o.carrier), null(o.tracking), null(o.invoice), o.phone, o.address); err != nil {
			return fmt.Errorf("order %s/%s: %w", o.tenant, o.id, err)
		}
	}
	return tx.Commit()
}

func insert(ctx context.Context, tx *sql.Tx, table string, values ...any) error {
	marks := strings.Repeat(",?", len(values))[1:]
	_, err := tx.ExecContext(ctx, "INSERT INTO "+table+" VALUES ("+marks+")", values...)
	return err
}

// null turns what has not happened yet into NULL.
func null(s string) any {
	if s == "" {
		return nil
	}
	return s
}
