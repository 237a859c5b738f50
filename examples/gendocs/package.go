package main

import (
	"archive/zip"
	"bytes"
	"strings"
	"time"
)

// part is a file in an office document.
type part struct {
	name string
	data string
}

// pack writes parts with one fixed time. They are not compressed, so that another release of the
// compressor changes no byte.
func pack(parts []part) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, p := range parts {
		f, err := w.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store, Modified: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
		if err != nil {
			return nil, err
		}
		if _, err := f.Write([]byte(p.data)); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// esc writes text for XML and HTML.
var esc = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
