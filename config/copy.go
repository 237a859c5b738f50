package config

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// CopyTree copies the folders and regular files below from, but for those whose path below it skip names, with the times at which they were
// changed. Nothing is skipped where skip is nil.
func CopyTree(from, to string, skip func(rel string) bool) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case rel != "." && skip != nil && skip(rel):
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		return copyFile(path, target)
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	info, err := in.Stat()
	if err == nil {
		err = out.Close()
	}
	if err == nil {
		err = os.Chtimes(to, time.Time{}, info.ModTime()) // a copy that is not newer need not be read again
	}
	return err
}
