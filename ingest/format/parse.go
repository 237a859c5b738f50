package format

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// Parse reads a file of any format, told from its content; name only decides between the text
// formats that look alike. It never panics and stops soon after ctx has ended: whatever goes wrong is in Status and Reason.
func Parse(ctx context.Context, name string, data []byte, lim Limits) File {
	return parseAt(ctx, name, data, lim.full(), newUnpacker(lim.full()))
}

// parseAt is Parse for a file inside another: u carries what was unpacked so far.
func parseAt(ctx context.Context, name string, data []byte, lim Limits, u *unpacker) (f File) {
	kind := Sniff(name, data)
	defer func() {
		if p := recover(); p != nil {
			f = File{Kind: kind, Status: Failed, Reason: "the file is damaged in a way that its format's reader does not know; save it again with its program"}
		}
		f.Kind = kind
		f.finish()
	}()
	if int64(len(data)) > lim.Bytes {
		return failed(fmt.Sprintf("the file has more than %d MB; split it", lim.Bytes>>20))
	}
	if err := ctx.Err(); err != nil {
		return stopped(err)
	}
	if len(data) == 0 {
		return File{Status: Empty, Reason: "the file has no content"}
	}
	switch kind {
	case Text, Markdown:
		return parseText(ctx, name, data, lim)
	case HTML:
		return parseHTML(ctx, name, data, lim)
	case CSV:
		return parseCSV(ctx, name, data, lim)
	case PDF:
		return parsePDF(ctx, name, data, lim)
	case DOCX:
		return parseDOCX(ctx, data, lim, u)
	case XLSX:
		return parseXLSX(ctx, data, lim, u)
	case PPTX:
		return parsePPTX(ctx, data, lim, u)
	case EPUB:
		return parseEPUB(ctx, data, lim, u)
	case EML:
		return parseEML(ctx, data, lim, u)
	case MSG:
		return parseMSG(ctx, data, lim, u)
	case ZIP:
		return parseZIP(ctx, data, lim, u)
	}
	if kind == Locked {
		return failed("the file is encrypted with a password; save it without one")
	}
	return File{Status: Unsupported, Reason: unsupported(kind)}
}

func unsupported(kind Kind) string {
	switch kind {
	case OldDoc:
		return "an old office format (.doc, .xls, .ppt); save it as .docx, .xlsx, .pptx or PDF"
	case RTF:
		return "rich text (RTF) is not read; save it as .docx or PDF"
	case Image:
		return "an image has no text layer; recognise its text first and give it as text or as a PDF with a text layer"
	case Binary:
		return "no document: a program, an archive of another kind, sound or film"
	}
	return "the format is not known; give it as PDF, DOCX, XLSX, HTML, Markdown or text"
}

// full fills in the defaults.
func (l Limits) full() Limits {
	set := func(p *int64, v int64) {
		if *p <= 0 {
			*p = v
		}
	}
	seti := func(p *int, v int) {
		if *p <= 0 {
			*p = v
		}
	}
	set(&l.Bytes, 64<<20)
	set(&l.Unpacked, 512<<20)
	set(&l.Ratio, 200)
	seti(&l.Entries, 10_000)
	seti(&l.Depth, 3)
	seti(&l.Pages, 10_000)
	seti(&l.Cells, 5_000_000)
	seti(&l.Chars, 64<<20)
	return l
}

func failed(reason string) File { return File{Status: Failed, Reason: reason} }

func stopped(err error) File {
	if errors.Is(err, context.DeadlineExceeded) {
		return failed("reading it took longer than allowed; split the file or raise the time limit")
	}
	return failed("reading it was stopped")
}

// errorFile is the file that an error makes.
func errorFile(err error) File {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return stopped(err)
	}
	return failed(err.Error())
}

// finish settles what holds for every format: a failed file shows no text, a file without words is empty.
func (f *File) finish() {
	switch f.Status {
	case Failed, Unsupported:
		f.Text, f.Blocks, f.Marks = "", nil, nil
		f.Account.Indexed = Count{}
		return
	case "":
		f.Status = OK
	}
	if f.Status != Empty && !hasWords(f.Text) && !someText(f.Parts) {
		f.Status = Empty
		if f.Reason == "" {
			f.Reason = "no text in it"
		}
		if f.Account.Found.Images > 0 {
			f.Reason = "images only, no text layer; recognise their text first"
		}
		f.Text, f.Blocks, f.Marks = "", nil, nil
	}
}

func someText(parts []Part) bool {
	for _, p := range parts {
		if p.File.Status == OK || p.File.Status == Degraded {
			return true
		}
	}
	return false
}

// degrade marks the file as one that lost something; reasons add up.
func (f *File) degrade(reason string) {
	if f.Status == Failed || f.Status == Unsupported {
		return
	}
	f.Status = Degraded
	if f.Reason != "" && !strings.Contains(f.Reason, reason) {
		reason = f.Reason + "; " + reason
	} else if f.Reason != "" {
		reason = f.Reason
	}
	f.Reason = reason
}
