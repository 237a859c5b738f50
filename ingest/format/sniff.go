package format

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"regexp"
	"strings"
)

// Sniff tells a file's format from its content. The name decides only between text formats that look
// alike: Markdown, CSV and plain text.
func Sniff(name string, data []byte) Kind {
	head := data[:min(len(data), 4096)]
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")):
		return sniffZip(data)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return sniffOLE(data)
	case bytes.Contains(head[:min(len(head), 1024)], []byte("%PDF-")):
		return PDF
	case bytes.HasPrefix(head, []byte("{\\rtf")):
		return RTF
	case bytes.HasPrefix(head, []byte("\xdb\xa5-\x00")), bytes.HasPrefix(head, []byte("\xfe\x37\x00\x23")), bytes.HasPrefix(head, []byte("\x31\xbe\x00\x00")):
		return OldDoc // Word before 97, and Write
	case isImage(head):
		return Image
	case isBinary(head):
		return Binary
	}
	// A zip may stand behind other bytes, as in a program that unpacks itself.
	if k := sniffText(name, head); k != Unknown {
		return k
	}
	if bytes.Contains(data[max(0, len(data)-66000):], []byte("PK\x05\x06")) && bytes.Contains(head, []byte("PK\x03\x04")) {
		return sniffZip(data)
	}
	return Unknown
}

func isImage(b []byte) bool {
	for _, m := range []string{"\x89PNG\r\n", "\xff\xd8\xff", "GIF87a", "GIF89a", "II*\x00", "MM\x00*", "BM", "8BPS", "\x00\x00\x01\x00", "\x00\x00\x00\x0cjP", "\x01\x00\x00\x00\x58\x00\x00\x00", "\xd7\xcd\xc6\x9a", "AT&TFORM"} {
		if bytes.HasPrefix(b, []byte(m)) && (m != "BM" || len(b) > 14 && b[6] == 0 && b[7] == 0 && b[8] == 0 && b[9] == 0) {
			return true
		}
	}
	return len(b) > 12 && (string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP" || string(b[4:8]) == "ftyp" && (string(b[8:11]) == "avi" || string(b[8:11]) == "hei" || string(b[8:11]) == "mif"))
}

func isBinary(b []byte) bool {
	for _, m := range []string{"MZ\x90", "\x7fELF", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe", "\xfe\xed\xfa", "\x1f\x8b", "7z\xbc\xaf", "Rar!", "\xfd7zXZ", "BZh", "\x28\xb5\x2f\xfd", "ID3", "OggS", "fLaC", "RIFF", "\x1aE\xdf\xa3", "SQLite format 3\x00", "wOFF", "wOF2", "OTTO", "\x00\x01\x00\x00\x00", "!<arch>", "\x00asm"} {
		if bytes.HasPrefix(b, []byte(m)) {
			return true
		}
	}
	return len(b) > 262 && string(b[257:262]) == "ustar" || len(b) > 12 && string(b[4:8]) == "ftyp" || bytes.HasPrefix(b, []byte("MZ")) && bytes.IndexByte(b, 0) > 0
}

// sniffZip looks at what the archive holds.
func sniffZip(data []byte) Kind {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return sniffBrokenZip(data)
	}
	if len(z.File) > 0 && z.File[0].Name == "mimetype" {
		if r, err := z.File[0].Open(); err == nil {
			b, _ := io.ReadAll(io.LimitReader(r, 100))
			r.Close()
			if strings.HasPrefix(string(b), "application/epub") {
				return EPUB
			}
			if strings.HasPrefix(string(b), "application/vnd.oasis") {
				return Unknown
			}
		}
	}
	types := ""
	for _, f := range z.File {
		switch partName(f.Name) {
		case "[content_types].xml":
			if r, err := f.Open(); err == nil {
				b, _ := io.ReadAll(io.LimitReader(r, 1<<20))
				r.Close()
				types = string(b)
			}
		case "meta-inf/container.xml":
			return EPUB
		}
	}
	switch {
	case strings.Contains(types, "wordprocessingml.document.main+xml"), strings.Contains(types, "wordprocessingml.template.main+xml"), strings.Contains(types, "ms-word.document.macroEnabled.main+xml"), strings.Contains(types, "ms-word.template.macroEnabledTemplate.main+xml"):
		return DOCX
	case strings.Contains(types, "spreadsheetml.sheet.main+xml"), strings.Contains(types, "spreadsheetml.template.main+xml"), strings.Contains(types, "ms-excel.sheet.macroEnabled.main+xml"), strings.Contains(types, "ms-excel.template.macroEnabled.main+xml"):
		return XLSX
	case strings.Contains(types, "presentationml.presentation.main+xml"), strings.Contains(types, "presentationml.slideshow.main+xml"), strings.Contains(types, "presentationml.template.main+xml"), strings.Contains(types, "ms-powerpoint.presentation.macroEnabled.main+xml"):
		return PPTX
	case types != "" && strings.Contains(types, "ms-excel.sheet.binary"):
		return OldDoc
	}
	return ZIP
}

// sniffBrokenZip tells a cut office file from a cut archive by the names in it.
func sniffBrokenZip(data []byte) Kind {
	for _, k := range []struct {
		part string
		kind Kind
	}{{"word/", DOCX}, {"xl/", XLSX}, {"ppt/", PPTX}, {"META-INF/container.xml", EPUB}} {
		if bytes.Contains(data, []byte(k.part)) {
			return k.kind
		}
	}
	return ZIP
}

// sniffOLE tells what a compound file holds by the names in its directory, which are UTF-16.
func sniffOLE(data []byte) Kind {
	has := func(name string) bool {
		wide := make([]byte, 0, 2*len(name))
		for i := range len(name) {
			wide = append(wide, name[i], 0)
		}
		return bytes.Contains(data, wide)
	}
	switch {
	case has("EncryptedPackage"):
		return Locked
	case has("__properties_version1.0"):
		return MSG
	}
	return OldDoc
}

var (
	htmlStart   = regexp.MustCompile(`(?i)^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|\s)*<(?:!doctype\s+html|html|head|body)\b`)
	htmlTags    = regexp.MustCompile(`(?i)<(?:p|div|table|tr|td|span|h[1-6]|ul|li|br|title|meta|a)\b[^>]*>`)
	mailField   = regexp.MustCompile(`(?mi)^(?:From|To|Subject|Date|Received|Return-Path|Message-ID|MIME-Version|Content-Type|Delivered-To|X-[\w-]+|Reply-To|Sender|Cc):[ \t]?\S`)
	mailStart   = regexp.MustCompile(`(?i)^(?:From |[A-Za-z][\w-]*:[ \t]?\S)`)
	textEndings = map[string]Kind{".md": Markdown, ".markdown": Markdown, ".mdown": Markdown, ".csv": CSV, ".tsv": CSV, ".tab": CSV, ".txt": Text, ".text": Text, ".log": Text}
)

// sniffText tells the text formats apart.
func sniffText(name string, head []byte) Kind {
	ext := strings.ToLower(path.Ext(name))
	if len(bytes.TrimSpace(head)) == 0 {
		if k, ok := textEndings[ext]; ok {
			return k
		}
		return Text
	}
	d, err := decodeHead(head)
	if err != nil {
		return Unknown
	}
	s := strings.TrimLeft(d.Text, "\ufeff \t\r\n")
	html := htmlStart.MatchString(s) || strings.HasPrefix(s, "<?xml") && strings.Contains(s, "<html")
	switch {
	case html && ext != ".md" && ext != ".markdown":
		return HTML
	case ext == ".eml" && mailStart.MatchString(s), isMail(s) && ext != ".md":
		return EML
	}
	if k, ok := textEndings[ext]; ok {
		return k
	}
	if (ext == ".html" || ext == ".htm" || ext == ".xhtml" || ext == ".mht") && htmlTags.MatchString(s) {
		return HTML
	}
	if len(htmlTags.FindAllStringIndex(s, 4)) > 3 && strings.HasPrefix(s, "<") {
		return HTML
	}
	return Text
}

// isMail reports whether a text begins as a message does: with header fields only, and an empty line after them.
func isMail(s string) bool {
	if !mailStart.MatchString(s) {
		return false
	}
	end := strings.Index(s, "\n\n")
	if i := strings.Index(s, "\r\n\r\n"); i >= 0 && (end < 0 || i < end) {
		end = i
	}
	if end < 0 {
		end = len(s)
	}
	for line := range strings.Lines(s[:end]) {
		if !mailStart.MatchString(line) && line[0] != ' ' && line[0] != '\t' {
			return false
		}
	}
	return len(mailField.FindAllStringIndex(s[:end], -1)) >= 3
}

// decodeHead reads the beginning of a file as text; its last character may be cut.
func decodeHead(head []byte) (Decoded, error) {
	for cut := range 4 {
		if len(head) <= cut {
			break
		}
		if d, err := Decode(head[:len(head)-cut], ""); err == nil && !strings.HasSuffix(d.Text, "\ufffd") {
			return d, nil
		}
	}
	return Decode(head, "")
}

func partName(s string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(s, `\`, "/"), "/"))
}
