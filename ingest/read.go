package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/ingest/format"
	"github.com/casefile/casefile/strictyaml"
	"github.com/casefile/casefile/text"
)

// reading is bumped when the same file is to be cut in another way.
const reading = "6"

// reader names the way files are read and analysed: a document read in another way is read again.
func reader() string { return reading + "." + text.Fingerprint() }

// read is a file that was read, or why it was not.
type read struct {
	file     File
	ns       casefile.Namespace
	doc      casefile.Document // with an id when the file is in order
	problems []strictyaml.Problem
	lines    map[string]strictyaml.Problem // key → where it stands, for problems that show later
	retired  bool
	hint     hint   // to tell copies and versions
	text     string // made of a file that is none itself
	stamp    string // of the file
	settled  bool   // the account is of the file's content and holds until the file changes
}

// read reads one file. It never fails as a whole: what is wrong is told in the file's account.
// A file whose metadata is wrong is not read on: a mistyped access list may not make it public.
func (l *library) read(ctx context.Context, f found) read {
	r := read{stamp: f.stamp, file: File{Path: f.path, Status: f.status, Reason: f.reason, Dropped: []format.Drop{}}}
	if f.status != "" {
		return r
	}
	fail := func(reason string) read {
		r.file.Status, r.file.Reason = Failed, reason
		return r
	}
	data, err := l.bytes(f.path)
	if err != nil {
		return fail(err.Error())
	}
	kind := format.Sniff(f.path, data)
	isText := kind == format.Text || kind == format.Markdown
	var s, encoding string
	if isText {
		if s, encoding, err = Text(data); err != nil {
			r.problems = append(r.problems, strictyaml.Problem{File: f.path, Line: 1, Msg: err.Error()})
			return fail(err.Error())
		}
		if encoding != "" {
			r.file.Reason = "read as " + encoding
		}
	}
	head, body := frontMatter(s)
	var sources []source
	if head != "" {
		src, ps := readMeta(f.path, []byte(head), 2)
		sources, r.problems = append(sources, src), append(r.problems, ps...)
	}
	var side []byte
	if f.sidecar != "" {
		if side, err = l.bytes(f.sidecar); err != nil {
			return fail(f.sidecar + ": " + err.Error())
		}
		src, ps := readMeta(f.sidecar, side, 1)
		sources, r.problems = append(sources, src), append(r.problems, ps...)
	}
	d, ps := describe(f, sources)
	r.problems = append(r.problems, ps...)
	r.lines = places(f.path, sources)
	r.retired = slices.ContainsFunc(sources, func(s source) bool { return s.meta.Retired })
	if len(r.problems) > 0 {
		return fail(r.problems[0].String())
	}
	r.ns = casefile.Namespace{Name: d.Namespace}
	if d.Namespace == casefile.TenantNamespace {
		r.ns.Tenant = f.rule.Tenant
	}
	var p parsed
	var file format.File
	var made rendered
	if isText {
		p = structure(s, body, kind == format.Markdown, d.Orders == casefile.OrdersAreContent)
		file = countText(s[body:], kind, p.hidden)
	} else {
		file = l.parsers.parse(ctx, path.Base(f.path), data)
		r.settled = true
		if file.Status != format.OK && file.Status != format.Degraded {
			r.file.Status, r.file.Reason = Status(file.Status), file.Reason
			r.file.settle(file, "", casefile.Document{})
			r.settled = ctx.Err() == nil
			return r
		}
		made = render(file)
		s = made.text
		q := quiet{text: s}
		if d.Orders != casefile.OrdersAreContent {
			q = quieten(s, 0, nil)
		}
		p = arrange(q.text, 0, q.without(made.heads), nil, made.code)
		p.quiet = q
		r.text = s
		if d.Title == "" && p.title == "" {
			d.Title = file.Title
		}
		d.Author = cmp.Or(d.Author, file.Author)
		if file.Status == format.Degraded {
			d.Degraded = file.Reason
		}
		for _, h := range file.Hidden {
			p.hidden += len(h)
		}
	}
	p.sections = f.rule.Unit.regroup(p.quiet.text, p.sections)
	if !isText {
		made.locate(p.sections)
	}
	p.keep(s, p.sections)
	d.Sections = p.sections
	if d.Title == "" {
		d.Title = p.title
	}
	if d.Title == "" {
		d.Title = fileTitle(f.path)
	}
	if p.title != "" && text.Fold(p.title) != text.Fold(d.Title) { // else nothing would be found by it
		for i := range d.Sections {
			if sec := &d.Sections[i]; sec.Heading != p.title {
				sec.Heading = strings.TrimSuffix(p.title+" / "+sec.Heading, " / ")
			}
		}
	}
	for i := range d.Sections {
		r.file.Chunks += len(d.Sections[i].Chunks)
	}
	r.file.Hidden, r.file.Orders = p.hidden, p.unread(s)
	r.file.Doc, r.file.Version = d.ID, d.Version
	d.Grade = grade(s[body:])
	r.file.settle(file, visibleText(p.quiet.text[body:], p.hidden > 0 && isText), d)
	if n := r.file.Found.Numbers; n > 0 {
		d.Grade = float64(int(d.Grade*1000*float64(min(n, r.file.Indexed.Numbers))/float64(n))) / 1000
	}
	r.file.Grade, r.file.Silent = d.Grade, silent(d)
	d.Hash = hash(data, side, d)
	r.hint = hintOf(f, d, slices.ContainsFunc(sources, func(s source) bool { return s.meta.identifies() }))
	d.Stamp = f.stamp
	r.doc = d
	r.file.Status = OK
	if d.Degraded != "" {
		r.file.Status, r.file.Reason = Degraded, d.Degraded
	}
	if r.file.Chunks == 0 {
		r.file.Status, r.file.Reason = Empty, "no text in it"
	}
	return r
}

// countText makes the account of a text.
func countText(s string, kind format.Kind, hidden int) format.File {
	f := format.CountText(s, kind)
	if hidden > 0 {
		f.Account.Dropped = append(f.Account.Dropped, format.Drop{What: "byte of hidden text", Count: hidden, Why: "a reader of the text does not see it"})
	}
	return f
}

// visibleText returns the text whose numbers must be in the index. Where parts are hidden nothing is held against it:
// they are named as a whole.
func visibleText(s string, hidden bool) string {
	if hidden {
		return ""
	}
	return s
}

// bytes reads a file of the library, but no more than is read of any.
func (l *library) bytes(p string) ([]byte, error) {
	file, err := l.root.Open(p)
	if err != nil {
		return nil, errors.New(plain(err))
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	if err != nil {
		return nil, errors.New(plain(err))
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("more than the %d MB that are read; split the file", maxFile>>20)
	}
	return data, nil
}

// places says where the keys of a document stand.
func places(path string, sources []source) map[string]strictyaml.Problem {
	out := map[string]strictyaml.Problem{"": {File: path, Line: 1}}
	for _, s := range sources {
		for key, line := range s.lines {
			if _, ok := out[key]; !ok {
				out[key] = strictyaml.Problem{File: s.file, Line: line}
			}
		}
	}
	return out
}

func hash(data, side []byte, d casefile.Document) string {
	d.Sections, d.Stamp, d.Hash = nil, "", ""
	about, err := json.Marshal(d)
	if err != nil {
		about = []byte(err.Error())
	}
	h := sha256.New()
	for _, part := range [][]byte{[]byte(reader()), data, side, about} {
		fmt.Fprintf(h, "%d\n", len(part))
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// grade is the share of a text that reads as text: letters, digits, space and common signs.
func grade(s string) float64 {
	good, all := 0, 0
	for _, r := range s {
		all++
		if r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsSpace(r) || unicode.IsPunct(r) || strings.ContainsRune("|+=<>$¥€°%`^~", r)) {
			good++
		}
	}
	if all == 0 {
		return 0
	}
	return float64(good*1000/all) / 1000
}
