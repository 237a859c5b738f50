// Package format turns files of any format into running text with its structure, and accounts for
// everything that was found and not kept. A parser gets bytes and limits and touches nothing else:
// no network, no file, no clock.
package format

import "context"

// A Kind names a format, told from a file's content and not from its name.
type Kind string

// The formats.
const (
	Unknown  Kind = ""
	Text     Kind = "text"
	Markdown Kind = "markdown"
	HTML     Kind = "html"
	CSV      Kind = "csv"
	PDF      Kind = "pdf"
	DOCX     Kind = "docx"
	XLSX     Kind = "xlsx"
	PPTX     Kind = "pptx"
	EPUB     Kind = "epub"
	EML      Kind = "eml"
	MSG      Kind = "msg"
	ZIP      Kind = "zip"
	OldDoc   Kind = "doc"    // and .xls, .ppt: not supported
	Locked   Kind = "locked" // an encrypted office file
	RTF      Kind = "rtf"    // not supported
	Image    Kind = "image"  // not supported: it has no text layer
	Binary   Kind = "binary" // programs, sound, film, other archives: not supported
)

// A Status says what became of a file.
type Status string

// The statuses. Only ok and degraded files can be searched; an answer that rests on a degraded one says so.
const (
	OK          Status = "ok"
	Degraded    Status = "degraded"    // something that was found is not in the text; the account says what
	Empty       Status = "empty"       // nothing to read, for example a scan with no text layer
	Unsupported Status = "unsupported" // Reason says what to do instead
	Failed      Status = "failed"      // damaged, encrypted, or past a limit
)

// Limits bound one file. The zero value of a field is its default.
type Limits struct {
	Bytes    int64 // of the file; 0 means 64 MiB
	Unpacked int64 // of everything unpacked from it; 0 means 512 MiB
	Ratio    int64 // unpacked to packed, of one entry above 1 MiB; 0 means 200
	Entries  int   // of an archive; 0 means 10,000
	Depth    int   // archives in archives, elements in elements × 100; 0 means 3
	Pages    int   // 0 means 10,000
	Cells    int   // of a spreadsheet; 0 means 5,000,000
	Chars    int   // of the text; 0 means 64 Mi
}

// A File is what a parser makes of one file. A parser that fails still returns what it knows: Status, Reason, Account.
type File struct {
	Kind     Kind
	Status   Status
	Reason   string   // for anything but ok: what and why, in one sentence with a hint
	Title    string   // as the file's own metadata or first heading has it
	Author   string   //
	Date     string   // YYYY-MM-DD of the file's own metadata, "" when absent
	Encoding string   // of text formats
	Certain  float64  // confidence in Encoding, 0 to 1
	Text     string   // UTF-8, in reading order: paragraphs and headings end with a line feed, table rows are one line each with " | " between cells
	Blocks   []Block  // the structure of Text, in order, without overlap
	Marks    []Mark   // where runs of Text stand in the original, in order
	Hidden   []string // hidden, white or invisible text, kept apart and never mixed in
	Aside    []string // navigation and the like: no content, kept apart
	Parts    []Part   // files within an archive or attached to a message
	Account  Account
}

// A Block is a heading, a paragraph, a table row and so on: Text[Start:End].
type Block struct {
	Kind  BlockKind
	Level int // of a heading, from 1
	Start int
	End   int
	Table int // of rows: which table, from 1
	Row   int // of rows: which row, from 0
	Head  bool
	Cells []Span // of rows: where each cell stands in Text, empty ones included
}

// A Span is Text[Start:End].
type Span struct {
	Start int
	End   int
}

// A BlockKind says what a block is.
type BlockKind string

// The kinds of block.
const (
	Heading   BlockKind = "heading"
	Paragraph BlockKind = "paragraph"
	ListItem  BlockKind = "item"
	TableRow  BlockKind = "row" // Head marks the rows of its table's head; a passage that begins below them repeats them
	Code      BlockKind = "code"
	Footnote  BlockKind = "footnote"
	Margin    BlockKind = "margin"  // a page header or footer, once
	Comment   BlockKind = "comment" // what a reviewer wrote beside the text: searchable, and told apart
)

// A Mark says where Text[Start:End] stands in the original.
type Mark struct {
	Start int
	End   int
	Page  int        // from 1
	Box   [4]float64 // left, top, right, bottom in points from the page's top left; zero when unknown
	Sheet string     // of a spreadsheet
	Cells string     // such as A3:F3
	At    string     // part or paragraph of other formats, for example slide 4
}

// A Part is a file inside another.
type Part struct {
	Name string
	File File
}

// An Account tells what a file held and what became of it.
type Account struct {
	Found   Count  `json:"found"`
	Indexed Count  `json:"indexed"`
	Dropped []Drop `json:"dropped"`
	NoText  []int  `json:"pages_without_text,omitempty"`
	NoCode  int    `json:"characters_without_unicode,omitempty"`
	// Numbers that the source text has and Text lacks, the first few of them.
	Lost []string `json:"numbers_lost,omitempty"`
}

// A Count counts what is in a file or in its text.
type Count struct {
	Pages      int `json:"pages"`
	Paragraphs int `json:"paragraphs"`
	Tables     int `json:"tables"`
	Cells      int `json:"cells"`
	Numbers    int `json:"numbers"`
	Images     int `json:"images"`
}

// A Drop is something that was found and is not in the text.
type Drop struct {
	What  string `json:"what"` // image, header line, empty cell, hidden text, …
	Count int    `json:"count"`
	Why   string `json:"why"`
}

// A Parser reads one format. It stops soon after ctx has ended.
type Parser func(ctx context.Context, name string, data []byte, lim Limits) File
