package format

import (
	"context"
	"regexp"
	"strings"
)

var (
	mdHeading = regexp.MustCompile(`^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$`)
	mdFence   = regexp.MustCompile("^ {0,3}(```+|~~~+)")
	mdRule    = regexp.MustCompile(`^\s*\|?\s*:?-{1,}:?\s*(?:\|\s*:?-{1,}:?\s*)*\|?\s*$`)
	mdItem    = regexp.MustCompile(`^\s*(?:[-*+]|\d+[.)])\s+`)
)

// parseText reads text and Markdown. Text is the file's own text as it stands, so that offsets hold.
func parseText(ctx context.Context, name string, data []byte, lim Limits) File {
	d, err := Decode(data, "")
	if err != nil {
		return failed(err.Error())
	}
	f := File{Text: d.Text, Encoding: d.Encoding, Certain: d.Certain}
	if len(f.Text) > lim.Chars {
		return failed("its text is too long; split the file")
	}
	if n := strings.Count(f.Text, "\ufffd"); n > 0 && !strings.Contains(string(data), "\ufffd") {
		f.Account.NoCode = n
		f.Account.Dropped = append(f.Account.Dropped, Drop{"broken character", n, "it is not valid in the file's encoding, " + d.Encoding})
		f.degrade("some characters are broken; save the file again as UTF-8")
	}
	if err := textBlocks(ctx, &f, Sniff(name, data) == Markdown); err != nil {
		return stopped(err)
	}
	nums := newNumberBag()
	nums.add(f.Text)
	f.Account.Found.Numbers, f.Account.Indexed.Numbers = nums.n, nums.n
	return f
}

// CountText makes the account of a text that is read as it stands.
func CountText(s string, kind Kind) File {
	f := File{Kind: kind, Status: OK, Text: s}
	_ = textBlocks(context.Background(), &f, kind == Markdown) // it only stops with its context
	nums := newNumberBag()
	nums.add(s)
	f.Account.Found.Numbers, f.Account.Indexed.Numbers = nums.n, nums.n
	return f
}

// textBlocks finds paragraphs, and in Markdown headings, items, code and tables.
func textBlocks(ctx context.Context, f *File, md bool) error {
	var c Count
	start, end := -1, 0 // of the open paragraph
	kind := Paragraph
	flush := func() {
		if start >= 0 {
			f.Blocks = append(f.Blocks, Block{Kind: kind, Start: start, End: end})
			c.Paragraphs++
		}
		start, kind = -1, Paragraph
	}
	fence, table, row, at, lines := "", false, 0, 0, 0
	prev := Span{}
	for line := range strings.Lines(f.Text) {
		if lines++; lines%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		lo := at
		at += len(line)
		t := strings.TrimRight(line, "\r\n")
		hi := lo + len(t)
		if md && fence != "" {
			end = hi
			if strings.HasPrefix(strings.TrimSpace(t), fence) {
				fence = ""
				flush()
			}
			continue
		}
		switch m := mdHeading.FindStringSubmatch(t); {
		case strings.TrimSpace(t) == "":
			flush()
			table = false
		case md && m != nil:
			flush()
			f.Blocks = append(f.Blocks, Block{Kind: Heading, Level: len(m[1]), Start: lo, End: hi})
			if f.Title == "" {
				f.Title = m[2]
			}
			c.Paragraphs++
		case md && mdFence.MatchString(t):
			flush()
			fence = mdFence.FindStringSubmatch(t)[1]
			start, end, kind = lo, hi, Code
		case md && strings.Contains(t, "|") && mdRule.MatchString(t) && start >= 0 && strings.Contains(f.Text[prev.Start:prev.End], "|"):
			if start < prev.Start {
				end = prev.Start
				flush()
			}
			start = -1
			c.Tables++
			f.Blocks = append(f.Blocks, mdRow(f.Text, prev, c.Tables, 0, true, &c))
			table, row = true, 1
		case table && strings.Contains(t, "|"):
			f.Blocks = append(f.Blocks, mdRow(f.Text, Span{lo, hi}, c.Tables, row, false, &c))
			row++
		default:
			if md && mdItem.MatchString(t) {
				flush()
				kind = ListItem
			}
			table = false
			if start < 0 {
				start = lo
			}
			end = hi
		}
		prev = Span{lo, hi}
	}
	flush()
	f.Account.Found, f.Account.Indexed = c, c
	return nil
}

func mdRow(s string, at Span, table, row int, head bool, c *Count) Block {
	b := Block{Kind: TableRow, Start: at.Start, End: at.End, Table: table, Row: row, Head: head}
	from := at.Start
	for i := at.Start; i <= at.End; i++ {
		if i < at.End && (s[i] != '|' || i > at.Start && s[i-1] == '\\') {
			continue
		}
		cell := s[from:i]
		lead := len(cell) - len(strings.TrimLeft(cell, " \t"))
		sp := Span{from + lead, from + lead + len(strings.TrimSpace(cell))}
		if edge := (len(b.Cells) == 0 && from == at.Start || i == at.End) && sp.Start == sp.End; !edge {
			b.Cells = append(b.Cells, sp)
			if sp.Start < sp.End {
				c.Cells++
			}
		}
		from = i + 1
	}
	return b
}
