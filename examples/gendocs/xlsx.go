package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// xlsx writes a workbook with a sheet for each section, named as its heading. Cells that are a number or
// a percentage are numbers with a format.
func xlsx(d document) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	w := sheets{f: f}
	var err error
	if w.bold, err = f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}}); err != nil {
		return nil, err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Title: d.about.Title, Creator: d.about.Author,
		Created: d.about.Published + "T00:00:00Z", Modified: d.about.Published + "T00:00:00Z"}); err != nil {
		return nil, err
	}
	for _, k := range d.blocks {
		if err := w.block(k); err != nil {
			return nil, err
		}
	}
	buf, err := f.WriteToBuffer()
	if err != nil {
		return nil, err
	}
	return repack(buf.Bytes())
}

// sheets writes blocks into the sheet at hand.
type sheets struct {
	f     *excelize.File
	name  string
	row   int
	blank bool // the last row is empty
	bold  int
}

func (w *sheets) block(k block) error {
	switch {
	case k.level == 1: // the workbook's title is a property of it
		return nil
	case k.level > 1:
		first := w.name == ""
		w.name, w.row, w.blank = k.text, 0, false
		if first {
			return w.f.SetSheetName("Sheet1", k.text)
		}
		_, err := w.f.NewSheet(k.text)
		return err
	case w.name == "":
		return fmt.Errorf("%q stands before the first section, where no sheet is", k.text)
	case k.rows == nil:
		w.blank = false
		return w.cells([]string{k.text}, 0)
	}
	if w.row > 0 && !w.blank {
		w.row++
	}
	for i, row := range k.rows {
		style := 0
		if i == 0 {
			style = w.bold
		}
		if err := w.cells(row, style); err != nil {
			return err
		}
	}
	w.row, w.blank = w.row+1, true // an empty row parts a table from what stands beside it
	last, err := excelize.ColumnNumberToName(len(k.rows[0]))
	if err != nil {
		return err
	}
	return w.f.SetColWidth(w.name, "A", last, 24)
}

var figure = regexp.MustCompile(`^(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?(%?)$`)

func (w *sheets) cells(row []string, style int) error {
	w.row++
	for i, s := range row {
		at, err := excelize.CoordinatesToCellName(i+1, w.row)
		if err != nil {
			return err
		}
		var v any = s
		cell := style
		if m := figure.FindStringSubmatch(s); m != nil {
			n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", "")+m[2], 64)
			if err != nil {
				return err
			}
			layout := "0"
			if strings.Contains(m[1], ",") {
				layout = "#,##0"
			}
			if m[2] != "" {
				layout += "." + strings.Repeat("0", len(m[2])-1)
			}
			if m[3] != "" {
				layout += "%"
				if n, err = strconv.ParseFloat(strconv.FormatFloat(n/100, 'f', 8, 64), 64); err != nil {
					return err
				}
			}
			if cell, err = w.f.NewStyle(&excelize.Style{CustomNumFmt: &layout}); err != nil {
				return err
			}
			v = n
		}
		if err := w.f.SetCellValue(w.name, at, v); err != nil {
			return err
		}
		if cell == 0 {
			continue
		}
		if err := w.f.SetCellStyle(w.name, at, at, cell); err != nil {
			return err
		}
	}
	return nil
}

// repack writes a package's parts again by name, with the fixed time.
func repack(data []byte) ([]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	var parts []part
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			return nil, err
		}
		body, err := io.ReadAll(in)
		if err := errors.Join(err, in.Close()); err != nil {
			return nil, err
		}
		parts = append(parts, part{f.Name, string(body)})
	}
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return pack(parts)
}
