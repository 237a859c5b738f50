package decide

import (
	"encoding/json"
	"strings"
)

const (
	maxStarts   = 64 // opening braces that are tried
	maxWrappers = 4  // one inside the other
)

// objects returns the JSON objects of a text, in order, also those that are nearly JSON.
func objects(s string, how mending) []json.RawMessage {
	var out []json.RawMessage
	for range maxStarts {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		s = s[i:]
		var raw json.RawMessage
		dec := json.NewDecoder(strings.NewReader(s))
		if dec.Decode(&raw) == nil {
			out = append(out, raw)
			s = s[dec.InputOffset():]
			continue
		}
		if m, rest, ok := mended(s, how); ok {
			out = append(out, m)
			s = rest
			continue
		}
		s = s[1:]
	}
	return out
}

// mended reads an object that has a comma too many, line breaks in its strings, or lacks its last brackets, and returns it with what
// follows. A string that never ends is not closed: nobody knows what else was to stand in it.
func mended(s string, how mending) (raw json.RawMessage, rest string, ok bool) {
	var b strings.Builder
	var open []byte
	inside, escaped := false, false
	end, last := len(s), 0 // last: the length of b after the last item of a list that is the object's own
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inside {
			switch {
			case escaped:
				escaped = false
			case c == '\\':
				escaped = true
			case c == '"':
				inside = false
			case c == '\n':
				b.WriteString(`\n`)
				continue
			case c == '\r':
				continue
			case c == '\t':
				b.WriteString(`\t`)
				continue
			}
			b.WriteByte(c)
			continue
		}
		switch c {
		case '"':
			inside = true
		case '{':
			open = append(open, '}')
		case '[':
			open = append(open, ']')
		case '}', ']':
			if open[len(open)-1] != c {
				return nil, "", false
			}
			open = open[:len(open)-1]
		case ',':
			if next := strings.TrimLeft(s[i+1:min(len(s), i+64)], " \t\r\n"); next != "" && (next[0] == '}' || next[0] == ']') {
				continue
			}
		}
		b.WriteByte(c)
		if len(open) == 0 {
			end = i + 1
			break
		}
		if c == '}' && len(open) == 2 && open[1] == ']' {
			last = b.Len()
		}
	}
	switch {
	case len(open) == 0:
	case how == items && last > 0:
		raw = json.RawMessage(b.String()[:last] + "]}")
		return raw, "", json.Valid(raw)
	case inside, how != closed, len(open) > 1<<10:
		return nil, "", false
	}
	for i := len(open) - 1; i >= 0; i-- {
		b.WriteByte(open[i])
	}
	raw = json.RawMessage(b.String())
	return raw, s[end:], json.Valid(raw)
}

// wrappers are the names under which servers and models put the arguments of a call.
var wrappers = []string{"arguments", "parameters", "input", "args", "function", "tool_call"}

// unwrapped returns an object and what may be its payload: the arguments of a call, as an object or as a string that holds one.
func unwrapped(raw json.RawMessage, depth int) []json.RawMessage {
	out := []json.RawMessage{raw}
	var fields map[string]json.RawMessage
	if depth == 0 || json.Unmarshal(raw, &fields) != nil {
		return out
	}
	for _, name := range wrappers {
		inner, ok := fields[name]
		if !ok {
			continue
		}
		var s string
		if json.Unmarshal(inner, &s) == nil {
			for _, o := range objects(s, closed) {
				out = append(out, unwrapped(o, depth-1)...)
			}
			continue
		}
		if len(inner) > 0 && inner[0] == '{' {
			out = append(out, unwrapped(inner, depth-1)...)
		}
	}
	return out
}
