package tool

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	casefile "github.com/casefile/casefile"
)

// The types of a column.
var columnTypes = []string{"text", "integer", "decimal", "ratio", "date", "datetime", "boolean", "identifier"}

// cell turns a value from the database into a cell of a column's type. A value that is not of
// the type stays as its text, so that nothing is lost and nothing is mistaken for a number.
func cell(v any, typ string, zone *time.Location) casefile.Cell {
	switch x := v.(type) {
	case nil:
		return casefile.Cell{}
	case []byte:
		if !utf8.Valid(x) {
			return casefile.Cell{} // nothing anyone could read
		}
		v = string(x)
	case string:
		if !utf8.ValidString(x) {
			v = strings.ToValidUTF8(x, "\ufffd")
		}
	case float64:
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return casefile.Cell{} // not a figure anyone could state
		}
	}
	switch typ {
	case "integer", "decimal", "ratio":
		return numberCell(v, typ == "integer")
	case "boolean":
		switch textOf(v) {
		case "1", "true", "TRUE", "True":
			return casefile.Cell{Text: "true", Type: casefile.Bool}
		case "0", "false", "FALSE", "False":
			return casefile.Cell{Text: "false", Type: casefile.Bool}
		}
	case "date":
		return textCell(dayText(v, zone))
	case "datetime":
		return textCell(momentText(v, zone))
	}
	return textCell(textOf(v))
}

func textCell(s string) casefile.Cell { return casefile.Cell{Text: s, Type: casefile.Text} }

func textOf(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case int64:
		return strconv.FormatInt(x, 10)
	case float64:
		return decimal(x)
	case bool:
		return strconv.FormatBool(x)
	}
	return fmt.Sprint(v)
}

// decimal writes the shortest digits that mean exactly x, without an exponent.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

var (
	jsonInteger = regexp.MustCompile(`^-?(0|[1-9]\d*)$`)
	jsonDecimal = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?$`)
)

func numberCell(v any, whole bool) casefile.Cell {
	s := textOf(v)
	if t, ok := v.(string); ok {
		s = strings.TrimSpace(t) // amounts are often kept as text, for their digits
	}
	if x, ok := v.(float64); ok && whole && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		s = strconv.FormatInt(int64(x), 10)
	}
	if s == "-0" {
		s = "0"
	}
	if whole && jsonInteger.MatchString(s) || !whole && jsonDecimal.MatchString(s) {
		return casefile.Cell{Text: s, Type: casefile.Number}
	}
	return textCell(textOf(v))
}

// Forms of a moment, those with a zone first.
var zonedForms = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999 -07:00",
	"2006-01-02T15:04:05.999999999-0700", "2006-01-02 15:04:05.999999999-0700", "2006-01-02 15:04:05.999999999 -0700",
	"2006-01-02T15:04Z07:00", "2006-01-02 15:04Z07:00", "2006-01-02 15:04:05.999999999Z07", "2006-01-02 15:04:05.999999999 -0700 MST",
}
var localForms = []string{
	"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04", "2006-01-02T15:04",
}

// moment reads a time. One without a zone is in the workspace's; a whole number is Unix seconds, or milliseconds where it is that large.
func moment(v any, zone *time.Location) (time.Time, bool) {
	switch x := v.(type) {
	case int64:
		switch {
		case x >= 1e11 && x < 1e14:
			return time.UnixMilli(x).In(zone), true
		case x >= 1e8 && x < 1e11:
			return time.Unix(x, 0).In(zone), true
		}
	case string:
		s := strings.TrimSpace(x)
		for _, f := range zonedForms {
			if t, err := time.Parse(f, s); err == nil {
				return t.In(zone), true
			}
		}
		for _, f := range localForms {
			if t, err := time.ParseInLocation(f, s, zone); err == nil {
				return t, true
			}
		}
	}
	return time.Time{}, false
}

// momentText writes a time as RFC 3339 in the workspace's zone, so that its day is the day there.
// A day without a time stays a day.
func momentText(v any, zone *time.Location) string {
	if t, ok := moment(v, zone); ok {
		return t.Format(time.RFC3339Nano)
	}
	return strings.TrimSpace(textOf(v))
}

func dayText(v any, zone *time.Location) string {
	if t, ok := moment(v, zone); ok {
		return casefile.DateOf(t).String()
	}
	return strings.TrimSpace(textOf(v))
}
