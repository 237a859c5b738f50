package main

import (
	"database/sql"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

type tauOrder struct {
	ID    string `json:"order_id"`
	User  string `json:"user_id"`
	State string `json:"status"`
	Items []struct {
		Name    string            `json:"name"`
		Product string            `json:"product_id"`
		ID      string            `json:"item_id"`
		Price   json.Number       `json:"price"`
		Options map[string]string `json:"options"`
	} `json:"items"`
	Sent []struct {
		Tracking []string `json:"tracking_id"`
	} `json:"fulfillments"`
	Paid []struct {
		Kind   string      `json:"transaction_type"`
		Amount json.Number `json:"amount"`
		Method string      `json:"payment_method_id"`
	} `json:"payment_history"`
}

type tauProduct struct {
	Name     string `json:"name"`
	ID       string `json:"product_id"`
	Variants map[string]struct {
		Options   map[string]string `json:"options"`
		Available bool              `json:"available"`
		Price     json.Number       `json:"price"`
	} `json:"variants"`
}

const tauTables = `
CREATE TABLE orders (order_id TEXT PRIMARY KEY, user_id TEXT NOT NULL, status TEXT NOT NULL, paid NUMERIC NOT NULL, method TEXT NOT NULL, tracking TEXT);
CREATE TABLE items (order_id TEXT NOT NULL, item_id TEXT NOT NULL, product_id TEXT NOT NULL, name TEXT NOT NULL, options TEXT NOT NULL, price NUMERIC NOT NULL);
CREATE TABLE products (product_id TEXT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE variants (item_id TEXT PRIMARY KEY, product_id TEXT NOT NULL, options TEXT NOT NULL, available INTEGER NOT NULL, price NUMERIC NOT NULL);`

// tau makes the database of tau-bench's retail shop, and lays its policy beside the workspace.
func tau(data, to string) error {
	folder := filepath.Join(data, "tau-bench-retail")
	var orders map[string]tauOrder
	var products map[string]tauProduct
	for file, v := range map[string]any{"orders.json": &orders, "products.json": &products} {
		b, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			return err
		}
		if err := json.Unmarshal(b, v); err != nil {
			return err
		}
	}
	policy, err := os.ReadFile(filepath.Join(folder, "wiki.md"))
	if err != nil {
		return err
	}
	docs := filepath.Join(filepath.Dir(filepath.Dir(to)), "docs")
	if err := os.MkdirAll(docs, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(docs, "policy.md"), policy, 0o600); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", to)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	exec := func(query string, args ...any) {
		if err == nil {
			_, err = tx.Exec(query, args...)
		}
	}
	exec(tauTables)
	for _, id := range slices.Sorted(maps.Keys(orders)) {
		o := orders[id]
		var paid, method string
		for _, p := range o.Paid {
			if p.Kind == "payment" {
				paid, method = p.Amount.String(), p.Method
			}
		}
		var tracking any
		if len(o.Sent) > 0 && len(o.Sent[0].Tracking) > 0 {
			tracking = o.Sent[0].Tracking[0]
		}
		exec("INSERT INTO orders VALUES (?,?,?,?,?,?)", o.ID, o.User, o.State, paid, method, tracking)
		for _, i := range o.Items {
			exec("INSERT INTO items VALUES (?,?,?,?,?,?)", o.ID, i.ID, i.Product, i.Name, options(i.Options), i.Price.String())
		}
	}
	for _, id := range slices.Sorted(maps.Keys(products)) {
		p := products[id]
		exec("INSERT INTO products VALUES (?,?)", p.ID, p.Name)
		for _, v := range slices.Sorted(maps.Keys(p.Variants)) {
			one := p.Variants[v]
			exec("INSERT INTO variants VALUES (?,?,?,?,?)", v, p.ID, options(one.Options), one.Available, one.Price.String())
		}
	}
	if err != nil {
		return err
	}
	return tx.Commit()
}

func options(m map[string]string) string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, k+" "+m[k])
	}
	return strings.Join(out, ", ")
}
