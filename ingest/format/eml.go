package format

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"unicode"
)

// message is a mail on its way into the text.
type message struct {
	ctx    context.Context
	u      *unpacker
	lim    Limits
	plain  []string
	html   []string
	parts  []Part
	leaves int
	broken int
}

const mostMailParts = 2000

// parseEML reads a mail: its main fields, its body, and what is attached.
func parseEML(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	header, body := mailHeader(data)
	if len(header) == 0 {
		return failed("its header is damaged; export the message again")
	}
	m := &message{ctx: ctx, u: u, lim: lim}
	if err := m.body(header, body, 0); err != nil {
		return errorFile(err)
	}
	b := newBuilder(ctx, lim)
	subject := decodeWords(header.get("Subject"))
	fields := [][2]string{{"From", header.get("From")}, {"To", header.get("To")}, {"Cc", header.get("Cc")}, {"Date", header.get("Date")}}
	f := m.write(b, subject, fields)
	if f.Status == Failed {
		return f
	}
	f.Author = oneLine(decodeWords(header.get("From")))
	if t, err := mail.ParseDate(header.get("Date")); err == nil {
		f.Date = isoDay(t.Format("2006-01-02"))
	}
	return f
}

// write makes the file of a message that was taken apart.
func (m *message) write(b *builder, subject string, fields [][2]string) File {
	source := newNumberBag()
	b.block(Heading, 1, oneLine(subject))
	for _, f := range fields {
		if v := oneLine(decodeWords(f[1])); v != "" {
			source.add(v)
			b.block(Paragraph, 0, f[0]+": "+v)
		}
	}
	source.add(oneLine(subject))
	var found Count
	var aside []string
	for _, h := range m.html {
		c, err := htmlCount(m.ctx, h, source)
		if err != nil {
			return stopped(err)
		}
		found.Add(c)
		w, err := readHTML(b, h)
		if err != nil {
			return errorFile(err)
		}
		found.Images += w.images
		aside = append(aside, w.aside...)
	}
	if len(m.html) > 0 {
		shown := b.text.String()
		for _, p := range m.plain {
			if differs(p, shown) {
				b.hide(p)
				b.drop("plain version", 1, "it differs from the version that mail programs show; it is kept apart and not trusted")
			} else {
				b.drop("same plain version", 1, "it says what the version that mail programs show says")
			}
		}
	} else {
		for _, p := range m.plain {
			source.add(p)
			for para := range strings.SplitSeq(strings.ReplaceAll(p, "\r\n", "\n"), "\n\n") {
				found.Paragraphs++
				b.block(Paragraph, 0, para)
			}
		}
	}
	f := b.file(found, nil)
	if f.Status == Failed {
		return f
	}
	f.Aside = aside
	f.reconcile(source)
	f.Title = oneLine(subject)
	f.Parts = m.parts
	if len(f.Parts) > 0 {
		f.addParts("message")
	}
	if m.broken > 0 {
		f.Account.Dropped = append(f.Account.Dropped, Drop{"message part", m.broken, "it is damaged"})
		f.degrade("a part of the message is damaged")
	}
	return f
}

// mailFields are a message's header fields in order.
type mailFields [][2]string

func (h mailFields) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f[0], name) {
			return f[1]
		}
	}
	return ""
}

// mailHeader parts a message into its fields and its body. It forgives what mail programs forgive.
func mailHeader(data []byte) (mailFields, []byte) {
	var h mailFields
	for len(data) > 0 {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 {
			return h, rest
		}
		switch name, value, ok := bytes.Cut(line, []byte(":")); {
		case (line[0] == ' ' || line[0] == '\t') && len(h) > 0:
			h[len(h)-1][1] += " " + string(bytes.TrimSpace(line))
		case ok && len(name) < 80 && !bytes.ContainsAny(name, " \t"):
			h = append(h, [2]string{string(name), string(bytes.TrimSpace(value))})
		case bytes.HasPrefix(line, []byte("From ")) && len(h) == 0:
		default:
			if len(h) > 0 {
				return h, data // no empty line before the body
			}
		}
		data = rest
		if len(h) > 1000 {
			break
		}
	}
	return h, data
}

// body takes one part of a message apart.
func (m *message) body(h mailFields, data []byte, depth int) error {
	if err := m.ctx.Err(); err != nil {
		return err
	}
	if m.leaves++; m.leaves > mostMailParts || depth > 20 {
		return errLimit("the message has too many parts or parts within parts; export its attachments by hand")
	}
	kind, params, err := mime.ParseMediaType(h.get("Content-Type"))
	if err != nil && kind == "" {
		kind = "text/plain"
		if s := strings.ToLower(h.get("Content-Type")); strings.HasPrefix(s, "text/html") {
			kind = "text/html"
		}
	}
	if boundary := params["boundary"]; strings.HasPrefix(kind, "multipart/") && boundary != "" {
		return m.many(multipart.NewReader(bytes.NewReader(data), boundary), depth)
	}
	content, err := m.decoded(h.get("Content-Transfer-Encoding"), data)
	if err != nil {
		m.broken++
	}
	disposition, dparams, _ := mime.ParseMediaType(h.get("Content-Disposition"))
	name := decodeWords(dparams["filename"])
	if name == "" {
		name = decodeWords(params["name"])
	}
	switch {
	case kind == "text/plain" && disposition != "attachment":
		m.plain = append(m.plain, mailText(content, params["charset"]))
	case kind == "text/html" && disposition != "attachment":
		m.html = append(m.html, mailText(content, params["charset"]))
	case kind == "message/rfc822":
		m.parts = append(m.parts, Part{Name: cmp.Or(name, "message.eml"), File: m.u.nested(m.ctx, "message.eml", content)})
	case len(content) > 0:
		name = cmp.Or(name, fmt.Sprintf("attachment %d", len(m.parts)+1))
		m.parts = append(m.parts, Part{Name: name, File: m.u.nested(m.ctx, name, content)})
	}
	return nil
}

func (m *message) many(r *multipart.Reader, depth int) error {
	for {
		p, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			m.broken++
			return nil
		}
		data, err := io.ReadAll(&ctxReader{m.ctx, p})
		if err != nil && m.ctx.Err() == nil {
			m.broken++
		}
		var h mailFields
		for k, v := range p.Header {
			if len(v) > 0 {
				h = append(h, [2]string{k, v[0]})
			}
		}
		if err := m.body(h, data, depth+1); err != nil {
			return err
		}
	}
}

// decoded undoes a transfer encoding; what could be decoded is returned with the error.
func (m *message) decoded(encoding string, data []byte) ([]byte, error) {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "base64":
		clean := bytes.Map(func(r rune) rune {
			if r == '\r' || r == '\n' || r == ' ' || r == '\t' {
				return -1
			}
			return r
		}, data)
		out := make([]byte, base64.StdEncoding.DecodedLen(len(clean)))
		n, err := base64.StdEncoding.Decode(out, clean)
		if err != nil {
			if k, err2 := base64.RawStdEncoding.Decode(out, bytes.TrimRight(clean, "=")); err2 == nil {
				return out[:k], nil
			}
		}
		return out[:n], err
	case "quoted-printable":
		return io.ReadAll(quotedprintable.NewReader(bytes.NewReader(data)))
	}
	return data, nil
}

func mailText(data []byte, charset string) string {
	d, err := Decode(data, charset)
	if err != nil {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	return d.Text
}

var wordDecoder = mime.WordDecoder{CharsetReader: func(charset string, in io.Reader) (io.Reader, error) {
	enc := named(charset)
	if enc == nil {
		return nil, errNoText
	}
	return enc.NewDecoder().Reader(in), nil
}}

// decodeWords undoes the encoding of a header field.
func decodeWords(s string) string {
	if out, err := wordDecoder.DecodeHeader(s); err == nil {
		s = out
	}
	if d, err := Decode([]byte(s), ""); err == nil {
		return d.Text
	}
	return strings.ToValidUTF8(s, "\ufffd")
}

var mailLink = regexp.MustCompile(`(?i)[<(\[]*(?:https?://|www\.|mailto:|cid:)\S+|\[image:[^\]]*\]`)

// differs reports whether a plain version says what the shown one does not. Links count for nothing: programs write
// them out in plain text.
func differs(plain, shown string) bool {
	has := map[string]bool{}
	parts := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	for _, w := range parts(shown) {
		has[w] = true
	}
	for _, w := range parts(mailLink.ReplaceAllString(plain, " ")) {
		if !has[w] {
			return true
		}
	}
	return false
}
