package main

import (
	"context"
	"embed"
	"flag"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"text/template"
)

//go:embed completion
var completionFiles embed.FS

// A completed is a command as the completion scripts see it.
type completed struct {
	Name  string
	Flags []completedFlag
}

// A completedFlag is one flag of it. Values are the fixed ones; Dir and File say what kind of path it takes.
type completedFlag struct {
	Name   string
	Dashed string
	Values string
	Takes  bool
	Path   bool
}

// completion prints the completion script of a shell. It is made from the commands' own flags, so it cannot fall behind.
func completion(_ context.Context, inv *invocation) (int, error) {
	if len(inv.args) != 1 {
		return 0, usagef("no-shell")
	}
	t, err := template.ParseFS(completionFiles, "completion/"+inv.args[0]+".tmpl")
	if err != nil {
		return 0, usagef("no-shell")
	}
	var all []completed
	for _, c := range commands() {
		all = append(all, completed{Name: c.name, Flags: flagsOf(c)})
	}
	if err := t.Execute(inv.out, all); err != nil {
		return 0, fmt.Errorf("completion: %w", err)
	}
	return exitOK, nil
}

func flagsOf(c *command) []completedFlag {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	var o options
	c.flags(fs, &o)
	fs.StringVar(&o.lang, "lang", "", "zh|en")
	fs.BoolVar(&o.help, "help", false, "")
	var out []completedFlag
	fs.VisitAll(func(f *flag.Flag) {
		b, isBool := f.Value.(interface{ IsBoolFlag() bool })
		cf := completedFlag{Name: f.Name, Dashed: dashed(f.Name), Takes: !isBool || !b.IsBoolFlag()}
		if strings.Contains(f.Usage, "|") {
			cf.Values = strings.ReplaceAll(f.Usage, "|", " ")
		}
		cf.Path = f.Usage == "DIR" || f.Usage == "FILE" || f.Usage == "PATH"
		out = append(out, cf)
	})
	return out
}

func versionFlags(fs *flag.FlagSet, o *options) { fs.BoolVar(&o.json, "json", false, "") }

// A build is what the program is.
type build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func thisBuild() build {
	b := build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Commit = s.Value
		}
	}
	return b
}

func version(_ context.Context, inv *invocation) (int, error) {
	if err := inv.noArguments(); err != nil {
		return 0, err
	}
	b := thisBuild()
	if inv.json {
		return exitOK, inv.printJSON(b)
	}
	fmt.Fprintf(inv.out, "casefile %s %s %s\n", b.Version, b.Go, b.Platform)
	return exitOK, nil
}
