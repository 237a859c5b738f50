package format

import (
	"context"
	"strconv"
	"strings"
)

// parseCSV reads values that are separated by commas, semicolons, tabs or bars.
func parseCSV(ctx context.Context, _ string, data []byte, lim Limits) File {
	d, err := Decode(data, "")
	if err != nil {
		return failed(err.Error())
	}
	b := newBuilder(ctx, lim)
	sep, text := separator(d.Text)
	var rows []xrow
	var found Count
	nums := newNumberBag()
	n := 0
	err = records(ctx, text, sep, func(line int, fields []string) error {
		row := xrow{n: len(rows) + 1}
		for i, f := range fields {
			if f = strings.TrimSpace(f); f == "" {
				continue
			}
			if n++; n > lim.Cells {
				return errCells(lim.Cells)
			}
			found.Cells++
			nums.add(oneLine(f))
			row.cells = append(row.cells, xcell{col: i + 1, text: f})
		}
		if len(row.cells) > 0 { // an empty line is no border in a text file
			rows = append(rows, row)
		}
		return nil
	})
	if err != nil {
		return errorFile(err)
	}
	l := layout{b: b, most: lim.Cells}
	if err := l.rows(rows); err != nil {
		return errorFile(err)
	}
	found.Tables = l.tables
	f := b.file(found, nums)
	f.Encoding, f.Certain = d.Encoding, d.Certain
	if bad := strings.Count(d.Text, "\ufffd"); bad > 0 {
		f.Account.NoCode = bad
		f.degrade(strconv.Itoa(bad) + " characters are broken; save the file again as UTF-8")
	}
	return f
}

// separator finds what stands between the values: the sign that parts the most lines into equally many.
// A first line "sep=;", as spreadsheets write it, decides.
func separator(s string) (byte, string) {
	if rest, ok := strings.CutPrefix(s, "sep="); ok && len(rest) > 1 && (rest[1] == '\n' || rest[1] == '\r') {
		return rest[0], strings.TrimLeft(rest[1:], "\r\n")
	}
	sample := s[:min(len(s), 64<<10)]
	best, bestScore := byte(','), 0.0
	for _, sep := range []byte{',', ';', '\t', '|'} {
		count := map[int]int{}
		lines := 0
		_ = records(context.Background(), sample, sep, func(_ int, fields []string) error {
			if lines++; lines > 100 {
				return errNoText
			}
			count[len(fields)]++
			return nil
		})
		score := 0.0
		for fields, n := range count {
			if fields > 1 {
				score = max(score, float64(n)/float64(lines)*(1+min(float64(fields), 8)/20))
			}
		}
		if score > bestScore+.001 {
			best, bestScore = sep, score
		}
	}
	return best, s
}

// records parts a text into records. A quote that is not closed before the next separator is a sign like others.
func records(ctx context.Context, s string, sep byte, do func(line int, fields []string) error) error {
	var fields []string
	line, steps := 1, 0
	for i := 0; i < len(s); {
		if steps++; steps%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		field, next := "", i
		if s[i] == '"' {
			field, next = quotedField(s, i, sep)
		}
		if next == i {
			end := i
			for end < len(s) && s[end] != sep && s[end] != '\n' && s[end] != '\r' {
				end++
			}
			field, next = s[i:end], end
		}
		fields = append(fields, field)
		if len(fields) > 1<<14 {
			return errLimit("a line has more than 16,384 values; is it a table?")
		}
		if next < len(s) && s[next] == sep {
			i = next + 1
			if i == len(s) || s[i] == '\n' || s[i] == '\r' {
				fields = append(fields, "")
			} else {
				continue
			}
		} else {
			i = next
		}
		if i < len(s) && s[i] == '\r' {
			i++
		}
		if i < len(s) && s[i] == '\n' {
			i++
		}
		if err := do(line, fields); err != nil {
			return err
		}
		fields = nil
		line++
	}
	return nil
}

// quotedField reads a field in quotes; next is start where the quote is none.
func quotedField(s string, start int, sep byte) (field string, next int) {
	const longest = 1 << 20 // of one value
	for i := start + 1; i < len(s) && i-start < longest; i++ {
		if s[i] != '"' {
			continue
		}
		if i+1 < len(s) && s[i+1] == '"' {
			i++
			continue
		}
		if i+1 == len(s) || s[i+1] == sep || s[i+1] == '\n' || s[i+1] == '\r' {
			return strings.ReplaceAll(s[start+1:i], `""`, `"`), i + 1
		}
		return "", start
	}
	return "", start
}
