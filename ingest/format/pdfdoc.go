package format

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// pdfDoc is an open document.
type pdfDoc struct {
	*pdfEngine
	handle uint64
	buf    uint64
	pages  int
}

// What FPDF_GetLastError returns.
const (
	pdfErrPassword = 4
	pdfErrSecurity = 5
)

// pdfError says why a document does not open.
type pdfError struct{ code int }

// Error says what to do.
func (e *pdfError) Error() string {
	switch e.code {
	case pdfErrPassword:
		return "the file is encrypted with a password; save a copy without it"
	case pdfErrSecurity:
		return "the file is encrypted in a way that is not known; save a copy without protection"
	}
	return "the file is damaged or no PDF; save or print it as PDF again"
}

func (e *pdfEngine) openDoc(data []byte) (*pdfDoc, error) {
	buf := e.alloc(max(len(data), 1))
	if !e.mod.Memory().Write(uint32(buf), data) {
		panic(pdfTrap{fmt.Errorf("outside of memory")})
	}
	h := e.call("FPDF_LoadMemDocument", buf, uint64(len(data)), 0)
	if h == 0 {
		code := e.int("FPDF_GetLastError")
		e.free(buf)
		return nil, &pdfError{code}
	}
	return &pdfDoc{pdfEngine: e, handle: h, buf: buf, pages: e.int("FPDF_GetPageCount", h)}, nil
}

func (d *pdfDoc) close() {
	if d.broken {
		return
	}
	d.call("FPDF_CloseDocument", d.handle)
	d.free(d.buf)
}

// meta returns an entry of the document's information.
func (d *pdfDoc) meta(key string) string {
	tag := d.alloc(len(key) + 1)
	defer d.free(tag)
	d.mod.Memory().Write(uint32(tag), append([]byte(key), 0))
	return strings.TrimSpace(clean(d.wide("FPDF_GetMetaText", d.handle, tag)))
}

// date returns the day of the document's information: D:20240131… .
func (d *pdfDoc) date() string {
	for _, key := range []string{"ModDate", "CreationDate"} {
		s := strings.TrimPrefix(d.meta(key), "D:")
		if len(s) >= 8 && strings.Trim(s[:8], "0123456789") == "" && s[4:6] >= "01" && s[4:6] <= "12" && s[6:8] >= "01" && s[6:8] <= "31" && s[:4] >= "1980" {
			return s[:4] + "-" + s[4:6] + "-" + s[6:8]
		}
	}
	return ""
}

func utf16le(b []byte) string {
	u := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		c := uint16(b[i]) | uint16(b[i+1])<<8
		if c == 0 {
			break
		}
		u = append(u, c)
	}
	return string(utf16.Decode(u))
}
