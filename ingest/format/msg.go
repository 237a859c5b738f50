package format

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/richardlehane/mscfb"
)

// msgProps are a message's properties by their number, with the type of their text.
type msgProps struct {
	wide   map[string][]byte // UTF-16
	narrow map[string][]byte // in the message's code page
	binary map[string][]byte
}

// parseMSG reads an Outlook message: its main fields, its body, and what is attached.
func parseMSG(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	doc, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return errorFile(errDamaged)
	}
	top := newProps()
	attached := map[string]*msgProps{}
	var order []string
	var page uint32
	var sent time.Time
	for n := 0; ; n++ {
		if ctx.Err() != nil {
			return stopped(ctx.Err())
		}
		if n > lim.Entries {
			return failed(fmt.Sprintf("the message holds more than %d entries", lim.Entries))
		}
		e, err := doc.Next()
		if err != nil {
			break
		}
		if len(e.Path) > 1 || e.Size > int64(len(data)) || e.FileInfo().IsDir() {
			continue
		}
		body, err := io.ReadAll(io.LimitReader(e, int64(len(data))))
		if err != nil {
			continue
		}
		if len(e.Path) == 0 {
			top.set(e.Name, body)
			if e.Name == "__properties_version1.0" {
				page, sent = msgFixed(body)
			}
		} else if strings.HasPrefix(e.Path[0], "__attach") {
			if attached[e.Path[0]] == nil {
				attached[e.Path[0]] = newProps()
				order = append(order, e.Path[0])
			}
			attached[e.Path[0]].set(e.Name, body)
		}
	}
	m := &message{ctx: ctx, u: u, lim: lim}
	if s := top.text("1000", page); strings.TrimSpace(s) != "" {
		m.plain = append(m.plain, s)
	}
	if b, ok := top.binary["1013"]; ok {
		m.html = append(m.html, mailText(b, pageName(page)))
	} else if s := top.text("1013", page); s != "" {
		m.html = append(m.html, s)
	}
	for _, k := range order {
		p := attached[k]
		body, ok := p.binary["3701"]
		name := cmp.Or(p.text("3707", page), cmp.Or(p.text("3704", page), "attachment"))
		if ok && len(body) > 0 {
			m.parts = append(m.parts, Part{Name: name, File: u.nested(ctx, name, body)})
		} else {
			m.parts = append(m.parts, Part{Name: name, File: File{Status: Unsupported, Reason: "an attached Outlook item; save it as a file of its own"}})
		}
	}
	b := newBuilder(ctx, lim)
	subject, from := top.text("0037", page), top.text("0C1A", page)
	date := ""
	if !sent.IsZero() {
		date = sent.UTC().Format("2006-01-02 15:04")
	}
	f := m.write(b, subject, [][2]string{{"From", from}, {"To", top.text("0E04", page)}, {"Cc", top.text("0E03", page)}, {"Date", date}})
	if f.Status == Failed {
		return f
	}
	f.Author = oneLine(from)
	if date != "" {
		f.Date = isoDay(date[:10])
	}
	if _, rich := top.binary["1009"]; rich && len(m.plain) == 0 && len(m.html) == 0 {
		f.Account.Dropped = append(f.Account.Dropped, Drop{"body", 1, "it is stored as rich text only"})
		f.degrade("its body is stored as rich text only; save the message as .eml")
	}
	return f
}

func newProps() *msgProps {
	return &msgProps{map[string][]byte{}, map[string][]byte{}, map[string][]byte{}}
}

func (p *msgProps) set(name string, body []byte) {
	id, ok := strings.CutPrefix(name, "__substg1.0_")
	if !ok || len(id) != 8 {
		return
	}
	switch id = strings.ToUpper(id); id[4:] {
	case "001F":
		p.wide[id[:4]] = body
	case "001E":
		p.narrow[id[:4]] = body
	case "0102":
		p.binary[id[:4]] = body
	}
}

func (p *msgProps) text(id string, page uint32) string {
	if b, ok := p.wide[id]; ok {
		u := make([]rune, 0, len(b)/2)
		for i := 0; i+1 < len(b); i += 2 {
			r := rune(binary.LittleEndian.Uint16(b[i:]))
			if r >= 0xD800 && r < 0xDC00 && i+3 < len(b) {
				low := rune(binary.LittleEndian.Uint16(b[i+2:]))
				r, i = (r-0xD800)<<10+(low-0xDC00)+0x10000, i+2
			}
			if r != 0 {
				u = append(u, r)
			}
		}
		return strings.ToValidUTF8(string(u), "\ufffd")
	}
	if b, ok := p.narrow[id]; ok {
		return mailText(bytes.TrimRight(b, "\x00"), pageName(page))
	}
	return ""
}

// msgFixed reads the code page and the time of sending.
func msgFixed(b []byte) (page uint32, sent time.Time) {
	const header, entry = 32, 16
	for i := header; i+entry <= len(b); i += entry {
		v := binary.LittleEndian.Uint64(b[i+8:])
		switch tag := binary.LittleEndian.Uint32(b[i:]); tag {
		case 0x3FFD0003, 0x3FDE0003:
			if page == 0 || tag == 0x3FFD0003 {
				page = uint32(v)
			}
		case 0x00390040, 0x0E060040:
			if sent.IsZero() && v > 0 {
				sent = time.Unix(int64(v/10_000_000)-11_644_473_600, 0)
			}
		}
	}
	return page, sent
}

// pageName names a Windows code page.
func pageName(page uint32) string {
	switch page {
	case 0:
		return ""
	case 936, 54936:
		return "gb18030"
	case 950:
		return "big5"
	case 932:
		return "shift_jis"
	case 949:
		return "euc-kr"
	case 65001:
		return "utf-8"
	case 28591:
		return "iso-8859-1"
	case 20866:
		return "koi8-r"
	}
	return fmt.Sprintf("windows-%d", page)
}
