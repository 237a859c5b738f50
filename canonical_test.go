package casefile

import (
	"bytes"
	"encoding/json"
	"testing"
)

// slow is Canonical by decoding and encoding, whatever the input.
func slow(raw []byte) []byte {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if len(raw) == 0 || dec.Decode(&v) != nil {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		``:                       `{}`,
		`{"b":1,"a":2}`:          `{"a":2,"b":1}`,
		`{"a":1,"a":2}`:          `{"a":2}`,
		`{"a": 1.50}`:            `{"a":1.50}`,
		`{"a":"x"}`:              `{"a":"x"}`,
		`["第五条",-0.10,{},[]]`:    `["第五条",-0.10,{},[]]`,
		`{"a":"\u0041"}`:         `{"a":"A"}`,
		`{"a":"<&>"}`:            `{"a":"<&>"}`,
		`{"a":"\u2028"}`:         `{"a":"\u2028"}`,
		"{\"a\":\"\u2028\"}":     `{"a":"\u2028"}`,
		`1e3`:                    `1e3`,
		`not json`:               `not json`,
		`{"a":tru}`:              `{"a":tru}`,
		`[true,false,null]`:      `[true,false,null]`,
		`{"a":{"c":1,"b":[2 ]}}`: `{"a":{"b":[2],"c":1}}`,
	} {
		if got := string(Canonical(json.RawMessage(in))); got != want {
			t.Errorf("Canonical(%s) = %s, want %s", in, got, want)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[true,null,"x"]}`, `{"b":1,"a":2}`, `[0.10,-3,1e9,01]`, "\"\u2028\x7f\"", `{"a":1}{"b":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		rest, ok := plainValue(raw, 0)
		if !ok || len(rest) > 0 {
			return
		}
		if want := slow(raw); !bytes.Equal(raw, want) {
			t.Errorf("%q is taken for canonical; by decoding it is %q", raw, want)
		}
	})
}
