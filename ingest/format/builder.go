package format

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// builder makes a File's Text with its blocks and marks. Its first error stays.
type builder struct {
	ctx    context.Context
	lim    Limits
	text   strings.Builder
	blocks []Block
	marks  []Mark
	here   Mark // where the next block stands in the original; Start and End are set by the builder
	tables int
	count  Count // what is in Text
	drops  map[string]*Drop
	order  []string
	hidden []string
	err    error
}

func newBuilder(ctx context.Context, lim Limits) *builder {
	return &builder{ctx: ctx, lim: lim, drops: map[string]*Drop{}}
}

// block adds a block of text. Line feeds within stay, but not at its ends; text without a visible sign adds nothing.
func (b *builder) block(kind BlockKind, level int, s string) {
	s = strings.TrimSpace(clean(s))
	if s == "" || !b.room(len(s)) {
		return
	}
	start := b.text.Len()
	b.text.WriteString(s)
	b.text.WriteByte('\n')
	b.blocks = append(b.blocks, Block{Kind: kind, Level: level, Start: start, End: start + len(s)})
	b.mark(start, start+len(s))
	b.count.Paragraphs++
}

// row adds a row of the current table; empty cells keep their place. The caller counts the cells: a value
// that was spread over merged cells is one.
func (b *builder) row(n int, head bool, cells []string) {
	size := 0
	some := false
	for i, c := range cells {
		cells[i] = oneLine(c)
		size += len(cells[i]) + 3
		some = some || cells[i] != ""
	}
	if !some || !b.room(size) {
		return
	}
	start := b.text.Len()
	spans := make([]Span, len(cells))
	for i, c := range cells {
		if i > 0 {
			b.text.WriteString(" | ")
		}
		spans[i].Start = b.text.Len()
		b.text.WriteString(c)
		spans[i].End = b.text.Len()
	}
	end := b.text.Len()
	b.text.WriteByte('\n')
	b.blocks = append(b.blocks, Block{Kind: TableRow, Table: b.tables, Row: n, Head: head, Start: start, End: end, Cells: spans})
	b.mark(start, end)
}

func (b *builder) mark(start, end int) {
	m := b.here
	if m == (Mark{}) {
		return
	}
	if n := len(b.marks); n > 0 { // blocks of the same place share a mark
		last := b.marks[n-1]
		last.Start, last.End = 0, 0
		if last == m {
			b.marks[n-1].End = end
			return
		}
	}
	m.Start, m.End = start, end
	b.marks = append(b.marks, m)
}

// table begins a table.
func (b *builder) table() {
	b.tables++
	b.count.Tables++
}

// room reports whether n more bytes may be written and the work may go on.
func (b *builder) room(n int) bool {
	if b.err != nil {
		return false
	}
	if b.err = b.ctx.Err(); b.err != nil {
		return false
	}
	if b.text.Len()+n > b.lim.Chars {
		b.err = fmt.Errorf("its text has more than %d million characters; split the file", b.lim.Chars>>20)
		return false
	}
	return true
}

// drop accounts for something that is not in the text.
func (b *builder) drop(what string, n int, why string) {
	if n <= 0 {
		return
	}
	d, ok := b.drops[what]
	if !ok {
		d = &Drop{What: what, Why: why}
		b.drops[what] = d
		b.order = append(b.order, what)
	}
	d.Count += n
}

// hide keeps text apart that a reader of the original would not see.
func (b *builder) hide(s string) {
	s = strings.TrimSpace(clean(s))
	if s == "" || b.err != nil {
		return
	}
	if n := len(b.hidden); n > 0 && len(b.hidden[n-1])+len(s) < 4000 {
		b.hidden[n-1] += "\n" + s
	} else {
		b.hidden = append(b.hidden, s)
	}
	b.drop("hidden text", 1, "a reader of the original does not see it; it is kept apart and not trusted")
}

// file returns what was built. source holds the numbers that an independent pass found in the original.
func (b *builder) file(found Count, source *numberBag) File {
	if b.err != nil {
		return errorFile(b.err)
	}
	f := File{Text: b.text.String(), Blocks: b.blocks, Marks: b.marks, Hidden: b.hidden}
	f.Account.Found = found
	f.Account.Indexed = b.count
	for _, what := range b.order {
		f.Account.Dropped = append(f.Account.Dropped, *b.drops[what])
	}
	if source != nil {
		f.reconcile(source)
	}
	return f
}

// reconcile compares the numbers of the original with those of the text.
func (f *File) reconcile(source *numberBag) {
	kept := newNumberBag()
	kept.add(f.Text)
	apart := newNumberBag()
	for _, h := range f.Hidden {
		apart.add(h)
	}
	for _, h := range f.Aside {
		apart.add(h)
	}
	lost, inHidden := source.minus(kept, apart)
	f.Account.Found.Numbers = source.n
	f.Account.Indexed.Numbers = source.n - lost.n - inHidden
	if lost.n > 0 {
		f.Account.Lost = lost.first(20)
		f.Account.Dropped = append(f.Account.Dropped, Drop{What: "number", Count: lost.n, Why: "it stands in the source and not in the text"})
		f.degrade(fmt.Sprintf("%d of %d numbers of the source are not in the text", lost.n, source.n))
	}
}

// clean drops what cannot stand in a text: control characters, soft hyphens, broken UTF-8.
func clean(s string) string {
	dirty := func(r rune) bool {
		return r == 0xAD || r == 0xFEFF || r == utf8.RuneError || r != '\n' && r != '\t' && unicode.IsControl(r)
	}
	if strings.IndexFunc(s, dirty) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\v' || r == '\f' || r == 0x85:
			return '\n'
		case r == utf8.RuneError:
			return r
		case dirty(r):
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
}

// oneLine makes a cell's text one line that holds no cell border.
func oneLine(s string) string {
	s = clean(s)
	if !strings.ContainsAny(s, "\n\t|\u00a0\u2028\u2029") && strings.TrimSpace(s) == s && !strings.Contains(s, "  ") {
		return s
	}
	// Folding the width for search makes the sign a bar again.
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", "｜")
}

func hasWords(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsNumber(r) })
}

var errDamaged = errors.New("the file is damaged; save it again with its program")
