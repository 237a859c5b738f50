package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// Exit codes beyond those of casefile.AnswerStatus.
const (
	exitOK       = 0
	exitFindings = 1 // check, eval, verify and replay: something is not as it should be
	exitFault    = 1
	exitUsage    = 2
)

// A terminal is what a command reads from and writes to.
type terminal struct {
	in             io.Reader
	out, err       io.Writer
	outTTY, errTTY bool
	getenv         func(string) string
}

// An invocation is one command as it was called.
type invocation struct {
	terminal
	options
	cmd  *command
	args []string // what is not a flag
	lang casefile.Lang
}

// options are the values of the flags of all commands.
type options struct {
	dir, as, asOf, mode, lang string
	roles                     []string
	json, plan, shared        bool
	stream, provisional       bool
	trace, resume, file       string
	report, format            string
	watch                     bool
	limit, chars              int
	timeout                   time.Duration
	explained                 bool
	eval                      evalOptions
	help                      bool
}

// A command is one word after casefile. Its help is in help/LANG/NAME.txt.
type command struct {
	name  string
	flags func(fs *flag.FlagSet, o *options)
	run   func(ctx context.Context, inv *invocation) (int, error)
}

// commands returns all commands in the order of the help.
func commands() []*command {
	return []*command{
		{"ask", askFlags, ask},
		{"search", searchFlags, searchPassages},
		{"ingest", ingestFlags, ingestAll},
		{"check", checkFlags, check},
		{"verify", verifyFlags, verifyLines},
		{"eval", evalFlags, evaluate},
		{"replay", noFlags, replay},
		{"graph", graphFlags, drawGraph},
		{"export", exportFlags, export},
		{"doctor", doctorFlags, doctor},
		{"version", versionFlags, version},
		{"completion", noFlags, completion},
	}
}

func noFlags(*flag.FlagSet, *options) {}

func common(fs *flag.FlagSet, o *options) {
	fs.StringVar(&o.dir, "w", "", "DIR")
}

// A usage is an error of the one who called. It exits with 2.
type usage struct {
	key  string
	args []any
}

func (u usage) Error() string { return say(casefile.English, u.key, u.args...) }

func usagef(key string, args ...any) error { return usage{key, args} }

// run does one command and returns the exit code.
func run(ctx context.Context, args []string, t terminal) int {
	inv := &invocation{terminal: t, lang: environmentLang(t.getenv)}
	if len(args) == 0 {
		fmt.Fprint(t.err, help(inv.lang, "casefile"))
		return exitUsage
	}
	if lang, ok := langFlag(args); ok {
		inv.lang = lang
	}
	name := args[0]
	switch name {
	case "help", "-h", "--help", "-help":
		return inv.printHelp(args[1:])
	case "--version", "-version":
		name = "version"
	}
	all := commands()
	i := slices.IndexFunc(all, func(c *command) bool { return c.name == name })
	if i < 0 {
		return inv.fail(usagef("no-command", name, suggestion(strictyaml.Nearest(name, names(all)))))
	}
	inv.cmd = all[i]
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	inv.cmd.flags(fs, &inv.options)
	fs.StringVar(&inv.options.lang, "lang", "", "zh|en")
	fs.BoolVar(&inv.help, "help", false, "")
	fs.BoolVar(&inv.help, "h", false, "")
	rest, err := walk(fs, args[1:])
	if err != nil {
		return inv.fail(err)
	}
	inv.args = rest
	if inv.help {
		fmt.Fprint(t.out, help(inv.lang, name))
		return exitOK
	}
	if l := inv.options.lang; l != "" && l != "zh" && l != "en" {
		return inv.fail(usagef("bad-lang", l))
	}
	code, err := inv.cmd.run(ctx, inv)
	if err != nil {
		return inv.fail(err)
	}
	return code
}

func (inv *invocation) printHelp(topic []string) int {
	name := "casefile"
	if len(topic) > 0 {
		name = topic[0]
	}
	if name != "casefile" && !slices.Contains(names(commands()), name) {
		return inv.fail(usagef("no-command", name, suggestion(strictyaml.Nearest(name, names(commands())))))
	}
	fmt.Fprint(inv.out, help(inv.lang, name))
	return exitOK
}

// fail prints an error, with what to do about it, and returns its exit code.
func (inv *invocation) fail(err error) int {
	code := exitUsage
	var u usage
	if !errors.As(err, &u) {
		_, code = inv.explain(err)
	}
	fmt.Fprintf(inv.err, "casefile: %s\n", inv.text(err))
	return code
}

// note prints a diagnostic line.
func (inv *invocation) note(key string, args ...any) {
	fmt.Fprintln(inv.err, say(inv.lang, key, args...))
}

// walk sets flags wherever they stand, before or after what is not a flag, and returns the latter.
// After "--" nothing is a flag; "-" is not one.
func walk(fs *flag.FlagSet, args []string) ([]string, error) {
	var rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			return append(rest, args[i+1:]...), nil
		}
		if len(arg) < 2 || arg[0] != '-' {
			rest = append(rest, arg)
			continue
		}
		name, value, given := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
		f := fs.Lookup(name)
		if f == nil {
			var known []string
			fs.VisitAll(func(f *flag.Flag) { known = append(known, dashed(f.Name)) })
			return nil, usagef("no-flag", arg, fs.Name(), suggestion(strictyaml.Nearest(dashed(name), known)))
		}
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() && !given {
			value, given = "true", true
		}
		if !given {
			if i++; i == len(args) {
				return nil, usagef("flag-value", dashed(name), f.Usage)
			}
			value = args[i]
		}
		if err := f.Value.Set(value); err != nil {
			return nil, usagef("flag-bad", dashed(name), value, f.Usage)
		}
	}
	return rest, nil
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func names(all []*command) []string {
	var out []string
	for _, c := range all {
		out = append(out, c.name)
	}
	return out
}

// langFlag finds --lang before anything else is read, so that errors about the rest are in that language.
func langFlag(args []string) (casefile.Lang, bool) {
	for i, a := range args {
		v, ok := strings.CutPrefix(a, "--lang=")
		if !ok && a == "--lang" && i+1 < len(args) {
			v, ok = args[i+1], true
		}
		if ok && (v == "zh" || v == "en") {
			return casefile.Lang(v), true
		}
	}
	return "", false
}

// environmentLang reads the language of the one at the terminal.
func environmentLang(getenv func(string) string) casefile.Lang {
	if strings.HasPrefix(localeOf(getenv), "zh") {
		return casefile.Chinese
	}
	return casefile.English
}

// environmentHasLang reports whether the environment names a language; C and POSIX are none.
func environmentHasLang(getenv func(string) string) bool {
	l, _, _ := strings.Cut(localeOf(getenv), ".")
	return l != "" && l != "C" && l != "POSIX"
}

func localeOf(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			return v
		}
	}
	return ""
}

// list is a flag that may be given several times.
type list struct{ to *[]string }

func (l list) String() string { return "" }
func (l list) Set(s string) error {
	if s == "" {
		return os.ErrInvalid
	}
	*l.to = append(*l.to, s)
	return nil
}
