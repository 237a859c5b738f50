package main

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
)

var sets = []set{
	{name: "chinook", asker: "analyst", database: copied("chinook/Chinook_Sqlite.sqlite")},
	{name: "tau-retail", database: tau},
	{name: "northwind", asker: "analyst", database: script("northwind/create.sql")},
}

// copied takes a database as it is.
func copied(from string) func(data, to string) error {
	return func(data, to string) error {
		b, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o600)
	}
}

// script runs a file of SQL.
func script(from string) func(data, to string) error {
	return func(data, to string) error {
		b, err := os.ReadFile(filepath.Join(data, filepath.FromSlash(from)))
		if err != nil {
			return err
		}
		db, err := sql.Open("sqlite", to)
		if err != nil {
			return err
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		if _, err := db.Exec(string(b)); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		return nil
	}
}
