package format

import "context"

// parsePDF says that PDF files are not read yet.
func parsePDF(_ context.Context, _ string, _ []byte, _ Limits) File {
	return File{Status: Unsupported, Reason: "PDF files are not read; give the text as DOCX, HTML or text"}
}
