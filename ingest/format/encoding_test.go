package format

import (
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

const (
	zhText = "第十二条 消费者退回的商品应当完好。退货期限为签收之日起七日，共计15天，金额1,200元。"
	twText = "第十二條 消費者退回的商品應當完好。退貨期限為簽收之日起七日，共計15天。"
	jaText = "第一条 商品の返品は、受け取った日から七日以内に限ります。ただし、開封済みの商品を除く。カタカナも含む。"
	koText = "제1조 상품의 반품은 수령일로부터 7일 이내에 가능합니다. 다만 개봉한 상품은 제외합니다."
	ruText = "Статья 12. Возврат товара возможен в течение семи дней со дня получения."
	arText = "المادة الثانية يجوز إرجاع البضاعة خلال سبعة أيام من تاريخ الاستلام"
	deText = "Die Rückgabe ist innerhalb von 7 Tagen möglich. Größe und Maß gelten für alle Käufer."
	elText = "Άρθρο 12. Η επιστροφή του προϊόντος γίνεται μέσα σε επτά ημέρες."
)

func TestDecode(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		enc  encoding.Encoding
		want string
	}{
		"utf-8":           {zhText, encoding.Nop, "utf-8"},
		"gb18030":         {zhText, simplifiedchinese.GB18030, "gb18030"},
		"gbk short":       {"编号,名称\n1,张三", simplifiedchinese.GBK, "gb18030"},
		"gb2312 two":      {"退货期限", simplifiedchinese.GBK, "gb18030"},
		"big5":            {twText, traditionalchinese.Big5, "big5"},
		"shift_jis":       {jaText, japanese.ShiftJIS, "shift_jis"},
		"shift_jis names": {"名前,年齢,住所\n佐藤太郎,30,東京", japanese.ShiftJIS, "shift_jis"},
		"euc-jp":          {jaText, japanese.EUCJP, "euc-jp"},
		"iso-2022-jp":     {jaText, japanese.ISO2022JP, "iso-2022-jp"},
		"euc-kr":          {koText, korean.EUCKR, "euc-kr"},
		"windows-1251":    {ruText, charmap.Windows1251, "windows-1251"},
		"koi8-r":          {ruText, charmap.KOI8R, "koi8-r"},
		"windows-1256":    {arText, charmap.Windows1256, "windows-1256"},
		"windows-1252":    {deText, charmap.Windows1252, "windows-1252"},
		"windows-1253":    {elText, charmap.Windows1253, "windows-1253"},
		"utf-16 mark":     {zhText, unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "utf-16be"},
		"utf-16le":        {deText, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "utf-16le"},
		"utf-16be":        {deText, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "utf-16be"},
		"utf-32 mark":     {zhText, utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "utf-32le"},
		"utf-32be":        {deText, utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "utf-32be"},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := c.enc.NewEncoder().Bytes([]byte(c.text))
			if err != nil {
				t.Fatal(err)
			}
			d, err := Decode(data, "")
			if err != nil {
				t.Fatal(err)
			}
			if d.Text != c.text || d.Encoding != c.want {
				t.Errorf("%s %.2f %q, want %s", d.Encoding, d.Certain, d.Text, c.want)
			}
		})
	}
}

func TestDecodeDeclared(t *testing.T) {
	gbk, _ := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(zhText))
	for name, c := range map[string]struct {
		data     string
		declared string
		want     string
	}{
		"wrong declaration, utf-8":      {zhText, "iso-8859-1", zhText},
		"wrong declaration, GBK":        {string(gbk), "iso-8859-1", zhText},
		"wrong declaration, utf-8 name": {string(gbk), "utf-8", zhText},
		"gb2312 is read as gb18030":     {string(gbk), "gb2312", zhText},
		"unknown name":                  {string(gbk), "x-nothing", zhText},
		"mark":                          {"\xef\xbb\xbf" + zhText, "", zhText},
	} {
		t.Run(name, func(t *testing.T) {
			if d, err := Decode([]byte(c.data), c.declared); err != nil || d.Text != c.want {
				t.Errorf("%v %s %q", err, d.Encoding, d.Text)
			}
		})
	}
	if d, err := Decode([]byte("\x00\x01\x02PNG\x00\xff\xfe\x00\x00\x01"), ""); err == nil {
		t.Errorf("bytes that are no text read as %s %q", d.Encoding, d.Text)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(zhText), "gbk")
	f.Add([]byte("\xff\xfea\x00"), "")
	f.Fuzz(func(t *testing.T, data []byte, declared string) {
		_, _ = Decode(data, declared)
	})
}
