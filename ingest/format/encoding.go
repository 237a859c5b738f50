package format

import (
	"bytes"
	"errors"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	xunicode "golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// A Decoded is a text with the encoding it was read in.
type Decoded struct {
	Text     string // without a byte order mark
	Encoding string // as the web's encoding standard names it, for example gb18030
	Certain  float64
}

// candidates are tried whatever the detector says, which is often nothing for short texts and single-byte encodings.
// Of two that read equally well the first is taken.
var candidates = []string{"gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1252", "windows-1251", "windows-1250", "windows-1253", "windows-1256", "windows-1255", "koi8-r", "iso-8859-6", "iso-8859-2", "windows-874"}

var errNoText = errors.New("not a text in any known encoding; save it as UTF-8")

// Decode reads bytes as text. A byte order mark decides, then valid UTF-8, then the pattern of zero bytes of UTF-16 and
// UTF-32, then the encoding that was declared for it ("" for none), if the bytes are valid in it and read as a language, then what the bytes look like.
func Decode(data []byte, declared string) (Decoded, error) {
	if d, ok := byMark(data); ok {
		return d, nil
	}
	if d, ok := byZeros(data); ok {
		return d, nil
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return Decoded{}, errNoText
	}
	if utf8.Valid(data) {
		if looksISO2022(data) {
			if s, ok := decodeWith(japanese.ISO2022JP, data); ok {
				return Decoded{s, "iso-2022-jp", .95}, nil
			}
		}
		return Decoded{string(data), "utf-8", 1}, nil
	}
	best := Decoded{Certain: -1}
	try := func(name string, bonus float64) {
		enc := named(name)
		if enc == nil {
			return
		}
		s, ok := decodeWith(enc, data)
		if !ok {
			return
		}
		if score := plausible(s) + bonus; score > best.Certain {
			best = Decoded{s, canonical(name), score}
		}
	}
	if declared != "" {
		try(declared, .15)
	}
	sample := data[:min(len(data), 64<<10)]
	for _, r := range chardet.DetectAll(sample) {
		try(r.Encoding, .1*r.Confidence)
	}
	for _, name := range candidates {
		try(name, 0)
	}
	if best.Certain < 0 {
		if s, ok := mostlyUTF8(data); ok {
			return Decoded{s, "utf-8", .5}, nil
		}
		return Decoded{}, errNoText
	}
	if s, ok := mostlyUTF8(data); ok && best.Certain < .9 {
		return Decoded{s, "utf-8", .5}, nil
	}
	best.Certain = min(best.Certain, .99)
	if strings.HasPrefix(best.Encoding, "windows-") || strings.HasPrefix(best.Encoding, "iso-8859") {
		if s, ok := decodeWith(named("windows-1252"), data); ok && s == best.Text {
			best.Encoding = "windows-1252" // of sisters that read the same, the usual one
		}
	}
	return best, nil
}

func byMark(data []byte) (Decoded, bool) {
	for _, m := range []struct {
		mark, name string
		enc        encoding.Encoding
	}{
		{"\xef\xbb\xbf", "utf-8", nil},
		{"\xff\xfe\x00\x00", "utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
		{"\x00\x00\xfe\xff", "utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
		{"\xff\xfe", "utf-16le", xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM)},
		{"\xfe\xff", "utf-16be", xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM)},
		{"\x84\x31\x95\x33", "gb18030", simplifiedchinese.GB18030},
	} {
		rest, ok := bytes.CutPrefix(data, []byte(m.mark))
		if !ok {
			continue
		}
		if m.enc == nil {
			return Decoded{strings.ToValidUTF8(string(rest), "\ufffd"), m.name, 1}, true
		}
		out, err := m.enc.NewDecoder().Bytes(rest)
		if err != nil {
			continue
		}
		return Decoded{string(out), m.name, 1}, true
	}
	return Decoded{}, false
}

// byZeros knows UTF-16 and UTF-32 without a mark by where their zero bytes stand.
func byZeros(data []byte) (Decoded, bool) {
	sample := data[:min(len(data), 8<<10)]
	if len(sample) < 4 || bytes.IndexByte(sample, 0) < 0 {
		return Decoded{}, false
	}
	var zero [4]int
	for i, c := range sample {
		if c == 0 {
			zero[i%4]++
		}
	}
	n := (len(sample) + 3) / 4
	most := func(i int) bool { return zero[i]*10 >= n*9 }
	few := func(i int) bool { return zero[i]*10 <= n }
	var enc encoding.Encoding
	var name string
	switch {
	case most(0) && most(1) && few(3):
		enc, name = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be"
	case most(3) && most(2) && few(0):
		enc, name = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "utf-32le"
	case few(0) && few(2) && zero[1]+zero[3] > 0:
		enc, name = xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM), "utf-16le"
	case few(1) && few(3) && zero[0]+zero[2] > 0:
		enc, name = xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), "utf-16be"
	default:
		return Decoded{}, false
	}
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil || plausible(string(out)) < .7 {
		return Decoded{}, false
	}
	return Decoded{string(out), name, .9}, true
}

// decodeWith decodes strictly: one broken sequence in a thousand characters is forgiven, as truncated files have it.
func decodeWith(enc encoding.Encoding, data []byte) (string, bool) {
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return "", false
	}
	s := string(out)
	bad := strings.Count(s, "\ufffd")
	return s, bad == 0 || bad*1000 < utf8.RuneCountInString(s)
}

// mostlyUTF8 reads UTF-8 with a few broken bytes.
func mostlyUTF8(data []byte) (string, bool) {
	good, bad := 0, 0
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			bad++
		} else {
			good++
		}
		i += n
	}
	if good < 20*bad || good == 0 {
		return "", false
	}
	return strings.ToValidUTF8(string(data), "\ufffd"), true
}

// named returns an encoding by any of its names; every GB* is read as GB 18030, which holds them all.
func named(name string) encoding.Encoding {
	switch canonical(name) {
	case "gb18030":
		return simplifiedchinese.GB18030
	case "shift_jis":
		return japanese.ShiftJIS
	case "euc-kr":
		return korean.EUCKR
	case "big5":
		return traditionalchinese.Big5
	case "utf-8", "us-ascii", "utf-16", "utf-16le", "utf-16be", "utf-32":
		return nil // decided before
	}
	if e, err := htmlindex.Get(name); err == nil {
		return e
	}
	e, _ := charset.Lookup(name)
	return e
}

func canonical(name string) string {
	n := strings.ToLower(strings.TrimSpace(name))
	switch {
	case strings.HasPrefix(n, "gb") || strings.HasPrefix(n, "hz") || n == "cp936" || n == "windows-936" || n == "ms936" || n == "euc-cn":
		return "gb18030"
	case n == "cp932" || n == "sjis" || n == "ms932" || n == "windows-31j" || n == "shift-jis":
		return "shift_jis"
	case n == "cp949" || n == "ks_c_5601-1987" || n == "johab":
		return "euc-kr"
	case n == "cp950" || strings.HasPrefix(n, "big5"):
		return "big5"
	case n == "ascii":
		return "us-ascii"
	case n == "utf8":
		return "utf-8"
	}
	if e, err := htmlindex.Get(n); err == nil {
		if s, err := htmlindex.Name(e); err == nil {
			return s
		}
	}
	return n
}

func looksISO2022(data []byte) bool {
	return bytes.Contains(data, []byte("\x1b$B")) || bytes.Contains(data, []byte("\x1b$@"))
}

// plausible says how much a decoded text reads as a language, from 0 to about 1: by the daily characters of the
// East Asian scripts, and for the others by letters that keep to one script.
func plausible(s string) float64 {
	var common, rare, kana, hangul, half, letters, odd, n int
	scripts := map[*unicode.RangeTable]int{}
	seen, pairs := 0, 0
	prev := rune(0)
	for _, r := range s {
		was := prev
		prev = r
		if seen++; seen > 100_000 {
			break
		}
		if r < utf8.RuneSelf {
			if r < 0x20 && r != '\n' && r != '\r' && r != '\t' && r != '\f' && r != 0x1b {
				odd++
				n++
			}
			continue
		}
		n++
		switch {
		case r == utf8.RuneError, r >= 0xE000 && r <= 0xF8FF, r >= 0x80 && r < 0xA0:
			odd += 3
		case r >= 0xFF61 && r <= 0xFF9F:
			half++
		case r >= 0x3040 && r <= 0x30FF:
			kana++
		case r >= 0xAC00 && r <= 0xD7A3:
			hangul++
		case unicode.Is(unicode.Han, r):
			if everyday(r) {
				common++
			} else {
				rare++
				if was >= 'a' && was <= 'z' {
					odd++ // a rare character in the middle of a word
				}
			}
		case r >= 0x3000 && r <= 0x303F, r >= 0xFF00 && r <= 0xFF60, r >= 0x2010 && r <= 0x203A, r == '·', r == '°', r == '€', r == '®', r == '©':
			common++
		case unicode.IsLetter(r):
			letters++
			switch latin := unicode.Is(unicode.Latin, r); {
			case was >= utf8.RuneSelf && latin && unicode.Is(unicode.Latin, was):
				pairs++ // letters with accents stand alone among plain ones
				fallthrough
			case was >= utf8.RuneSelf && unicode.IsLower(was) && unicode.IsUpper(r):
				if unicode.IsLower(was) && unicode.IsUpper(r) {
					odd++ // a capital letter inside a word
				}
			case !latin && (was >= 'a' && was <= 'z' || was >= 'A' && was <= 'Z'):
				odd += 2 // another script in the middle of a word
			}
			for _, t := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai} {
				if unicode.Is(t, r) {
					scripts[t]++
				}
			}
		case unicode.IsSpace(r), unicode.IsMark(r):
		default:
			odd++
		}
	}
	if n == 0 {
		return .95
	}
	main := 0
	for _, c := range scripts {
		main = max(main, c)
	}
	east := float64(common) + float64(kana) + .95*float64(hangul) + .35*float64(rare) + .3*float64(half)
	if common+rare > 0 && hangul > 0 { // the two are hardly mixed
		east -= .5 * float64(min(common+rare, hangul))
	}
	if latin := scripts[unicode.Latin]; latin > 0 && main == latin {
		if pairs*10 > latin*6 {
			main -= min(main, 2*pairs)
		}
	}
	west := .75*float64(main) - .5*float64(letters-main)
	return max(0, (max(east, 0)+max(west, 0)-float64(odd))/float64(n))
}

// everyday reports whether a character is of the first level of GB 2312, of Big 5 or of JIS.
func everyday(r rune) bool { return daily()[r] }

var daily = sync.OnceValue(func() map[rune]bool {
	set := map[rune]bool{}
	for _, e := range []struct {
		enc      encoding.Encoding
		from, to byte
		low      byte
	}{{simplifiedchinese.GBK, 0xB0, 0xD7, 0xA1}, {traditionalchinese.Big5, 0xA4, 0xC6, 0x40}, {japanese.EUCJP, 0xB0, 0xCF, 0xA1}} {
		dec := e.enc.NewDecoder()
		for hi := int(e.from); hi <= int(e.to); hi++ {
			for lo := int(e.low); lo < 0xFF; lo++ {
				if out, err := dec.Bytes([]byte{byte(hi), byte(lo)}); err == nil {
					if r, n := utf8.DecodeRune(out); n == len(out) && unicode.Is(unicode.Han, r) {
						set[r] = true
					}
				}
			}
		}
	}
	return set
})
