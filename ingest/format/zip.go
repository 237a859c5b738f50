package format

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"
)

// unpacker keeps the limits of everything that is unpacked from one file, archives within it included.
type unpacker struct {
	lim     Limits
	left    int64
	entries int
	depth   int
}

func newUnpacker(lim Limits) *unpacker {
	return &unpacker{lim: lim, left: lim.Unpacked, entries: lim.Entries}
}

// errLimit is a limit that was met: no part of the file is trusted then.
type errLimit string

func (e errLimit) Error() string { return string(e) }

// archive is an open zip.
type archive struct {
	ctx   context.Context
	u     *unpacker
	files []*zip.File
	byKey map[string]*zip.File
}

// open opens a zip and checks what its directory says before anything is unpacked.
func (u *unpacker) open(ctx context.Context, data []byte) (*archive, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, errors.New("the archive is damaged or cut off; save or send it again")
	}
	u.entries -= len(z.File)
	if u.entries < 0 {
		return nil, errLimit(fmt.Sprintf("the archive holds more than %d entries; split it", u.lim.Entries))
	}
	a := &archive{ctx: ctx, u: u, files: z.File, byKey: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		if key := partName(f.Name); a.byKey[key] == nil {
			a.byKey[key] = f
		}
	}
	return a, nil
}

// part unpacks the entry of a name, nil where there is none.
func (a *archive) part(name string) ([]byte, error) {
	f := a.byKey[partName(name)]
	if f == nil {
		return nil, nil
	}
	return a.read(f)
}

// read unpacks one entry within the limits. What the directory says of sizes is not believed.
func (a *archive) read(f *zip.File) ([]byte, error) {
	if err := a.ctx.Err(); err != nil {
		return nil, err
	}
	if f.Flags&1 != 0 {
		return nil, errors.New("the archive is encrypted; save it without a password")
	}
	const free = 1 << 20 // small entries may be packed as well as they like
	most := a.u.left
	if r := a.u.lim.Ratio * int64(min(f.CompressedSize64, 1<<40)); r < most {
		most = max(r, free)
	}
	most = min(most, a.u.left)
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%s in the archive cannot be unpacked; save or send it again", path.Base(f.Name))
	}
	defer r.Close()
	var out bytes.Buffer
	n, err := io.Copy(&out, &ctxReader{a.ctx, io.LimitReader(r, most+1)})
	a.u.left -= n
	if n > most {
		return nil, errLimit(fmt.Sprintf("%s unpacks to more than the limits allow (%d MB in all, %d times its size); it looks like a zip bomb", path.Base(f.Name), a.u.lim.Unpacked>>20, a.u.lim.Ratio))
	}
	if err != nil {
		if a.ctx.Err() != nil {
			return nil, a.ctx.Err()
		}
		return nil, fmt.Errorf("%s in the archive is damaged; save or send it again", path.Base(f.Name))
	}
	return out.Bytes(), nil
}

type ctxReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *ctxReader) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p)
}

// nested parses a file that stands in another.
func (u *unpacker) nested(ctx context.Context, name string, data []byte) File {
	if u.depth >= u.lim.Depth {
		return File{Kind: Sniff(name, data), Status: Failed, Reason: fmt.Sprintf("it lies more than %d files deep in others; unpack it by hand", u.lim.Depth)}
	}
	u.depth++
	defer func() { u.depth-- }()
	return parseAt(ctx, name, data, u.lim, u)
}

// parseZIP reads an archive's files as parts.
func parseZIP(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	a, err := u.open(ctx, data)
	if err != nil {
		return errorFile(err)
	}
	names := entryNames(a.files)
	f := File{}
	for i, e := range a.files {
		if strings.HasSuffix(e.Name, "/") || e.FileInfo().IsDir() || strings.HasPrefix(names[i], "__MACOSX/") || path.Base(names[i]) == ".DS_Store" {
			continue
		}
		body, err := a.read(e)
		var lim errLimit
		if errors.As(err, &lim) || ctx.Err() != nil {
			f = errorFile(errors.Join(ctx.Err(), err))
			if ctx.Err() == nil {
				f.Reason = err.Error()
			}
			return f
		}
		p := Part{Name: names[i]}
		if err != nil {
			p.File = errorFile(err)
		} else {
			p.File = u.nested(ctx, p.Name, body)
		}
		f.Parts = append(f.Parts, p)
	}
	f.addParts("archive")
	return f
}

// addParts accounts for the files within a file.
func (f *File) addParts(of string) {
	lost := 0
	for _, p := range f.Parts {
		switch p.File.Status {
		case Failed, Unsupported, Degraded:
			lost++
		}
		if p.File.Status == Failed || p.File.Status == Unsupported {
			f.Account.Dropped = append(f.Account.Dropped, Drop{What: "file " + p.Name, Count: 1, Why: p.File.Reason})
		}
	}
	if len(f.Parts) == 0 && of == "archive" {
		f.Status, f.Reason = Empty, "the archive holds no file"
		return
	}
	if lost > 0 {
		f.degrade(fmt.Sprintf("%d of %d files in it were not read in full", lost, len(f.Parts)))
	}
}

// entryNames returns the names of entries. Names that are not UTF-8 are of one encoding in one archive.
func entryNames(files []*zip.File) []string {
	var raw []byte
	for _, f := range files {
		if f.NonUTF8 || !utf8.ValidString(f.Name) {
			raw = append(append(raw, f.Name...), '\n')
		}
	}
	enc := ""
	if len(raw) > 0 && !utf8.Valid(raw) {
		if d, err := Decode(raw, ""); err == nil {
			enc = d.Encoding
		}
	}
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.Name
		if e := named(enc); e != nil && !utf8.ValidString(f.Name) {
			if s, ok := decodeWith(e, []byte(f.Name)); ok {
				out[i] = s
			}
		}
		out[i] = strings.ToValidUTF8(strings.ReplaceAll(out[i], `\`, "/"), "\ufffd")
	}
	return out
}

// Whole returns f with the text of its parts behind its own, each under a heading with the part's name.
func Whole(f File) File {
	if len(f.Parts) == 0 {
		return f
	}
	var b strings.Builder
	b.WriteString(f.Text)
	tables := f.Account.Indexed.Tables
	for _, p := range f.Parts {
		w := Whole(p.File)
		f.Account.Found.Add(w.Account.Found)
		f.Account.Lost = append(f.Account.Lost, w.Account.Lost...)
		f.Account.NoCode += w.Account.NoCode
		for _, d := range w.Account.Dropped {
			d.What = p.Name + ": " + d.What
			f.Account.Dropped = append(f.Account.Dropped, d)
		}
		f.Hidden = append(f.Hidden, w.Hidden...)
		if w.Status != OK && w.Status != Degraded {
			continue
		}
		f.Account.Indexed.Add(w.Account.Indexed)
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		start := b.Len()
		b.WriteString(p.Name + "\n")
		f.Blocks = append(f.Blocks, Block{Kind: Heading, Level: 1, Start: start, End: b.Len() - 1})
		base := b.Len()
		for _, bl := range w.Blocks {
			bl.Start, bl.End = bl.Start+base, bl.End+base
			if bl.Kind == Heading {
				bl.Level++
			}
			if bl.Table > 0 {
				bl.Table += tables
			}
			cells := make([]Span, len(bl.Cells))
			for i, c := range bl.Cells {
				cells[i] = Span{c.Start + base, c.End + base}
			}
			bl.Cells = cells
			f.Blocks = append(f.Blocks, bl)
		}
		if len(w.Marks) == 0 {
			w.Marks = []Mark{{Start: 0, End: len(w.Text)}}
		}
		for _, m := range w.Marks {
			m.Start, m.End = m.Start+base, m.End+base
			m.At = strings.TrimSuffix(p.Name+" "+m.At, " ")
			f.Marks = append(f.Marks, m)
		}
		tables += w.Account.Indexed.Tables
		b.WriteString(w.Text)
		if !strings.HasSuffix(w.Text, "\n") {
			b.WriteByte('\n')
		}
	}
	f.Text = b.String()
	return f
}

// Add adds o.
func (c *Count) Add(o Count) {
	c.Pages += o.Pages
	c.Paragraphs += o.Paragraphs
	c.Tables += o.Tables
	c.Cells += o.Cells
	c.Numbers += o.Numbers
	c.Images += o.Images
}
