package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/casefile/casefile/config"
	"github.com/casefile/casefile/trace"
)

// replay runs a case again from its log and prints what it printed.
func replay(ctx context.Context, inv *invocation) (int, error) {
	file, err := inv.oneFile()
	if err != nil {
		return 0, err
	}
	rep, err := config.Replay(ctx, file)
	if err != nil {
		return 0, err
	}
	if _, err := inv.out.Write(rep.Output); err != nil {
		return 0, err
	}
	if d := rep.Difference; d != nil {
		inv.note("replay-differs", d)
		return exitFindings, nil
	}
	inv.note("replay-same")
	return exitOK, nil
}

func exportFlags(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.shared, "shared", false, "")
	fs.StringVar(&o.file, "out", "", "FILE")
}

// export writes a case log as a shared trace.
func export(_ context.Context, inv *invocation) (int, error) {
	if !inv.shared {
		return 0, usagef("export-shared")
	}
	file, err := inv.oneFile()
	if err != nil {
		return 0, err
	}
	log, err := trace.Read(file)
	if err != nil {
		return 0, err
	}
	if log.Torn {
		inv.note("torn")
	}
	var b bytes.Buffer
	if err := trace.Share(&b, log); err != nil {
		return 0, err
	}
	if inv.file == "" {
		_, err = inv.out.Write(b.Bytes())
		return exitOK, err
	}
	return exitOK, writeWhole(inv.file, b.Bytes())
}

// writeWhole writes a file so that it is there whole or not at all. What is no file, such as a device, is written to and not replaced.
func writeWhole(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".casefile-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	defer os.Remove(f.Name()) // fails, as it should, once it is renamed
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func (inv *invocation) oneFile() (string, error) {
	if len(inv.args) != 1 {
		return "", usagef("one-file", inv.cmd.name, inv.cmd.name)
	}
	return inv.args[0], nil
}
