package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestSentences(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"chinese", "签收后7天内可退。已拆封的不可退；质量问题除外！行吗？好", []string{"签收后7天内可退。", "已拆封的不可退；", "质量问题除外！", "行吗？", "好"}},
		{"closing quotes belong to the sentence", "他说：“可以退。”然后走了。", []string{"他说：“可以退。”", "然后走了。"}},
		{"decimals", "上限为 0.8%。下限 0.3%。", []string{"上限为 0.8%。", "下限 0.3%。"}},
		{"english", "It costs $3.50 today. Is it 5? No! Ask Mr. Smith, e.g. by mail.", []string{"It costs $3.50 today.", "Is it 5?", "No!", "Ask Mr. Smith, e.g. by mail."}},
		{"abbreviation at the end", "Made by Acme Inc. The rest is ours.", []string{"Made by Acme Inc.", "The rest is ours."}},
		{"abbreviation before lower case", "Acme Inc. pays.", []string{"Acme Inc. pays."}},
		{"initials", "J. Smith signed. It holds.", []string{"J. Smith signed.", "It holds."}},
		{"number before a capital", "See No. 5 and Art. 3. It says so.", []string{"See No. 5 and Art. 3.", "It says so."}},
		{"line broken by the margin", "The customer may return\nthe goods within 7 days.\nNext line.", []string{"The customer may return\nthe goods within 7 days.", "Next line."}},
		{"title line", "Returns Policy\nCustomers may return goods.", []string{"Returns Policy", "Customers may return goods."}},
		{"chinese lines", "退货政策\n签收后可退", []string{"退货政策", "签收后可退"}},
		{"list items", "Rules:\n- one thing\n- two. More\n1. First item\n2. Second", []string{"Rules:", "one thing", "two.", "More", "1. First item", "2. Second"}},
		{"chinese numbered items", "一、总则。二\n（二）细则\n3、其他", []string{"一、总则。", "二", "（二）细则", "3、其他"}},
		{"table rows", "| 项目 | 上限 |\n|---|---|\n| 破损. | 0.8% |\n后文。", []string{"| 项目 | 上限 |", "| 破损. | 0.8% |", "后文。"}},
		{"heading", "## V2-1 退货 {#V2-1}\n签收后可退。", []string{"V2-1 退货 {#V2-1}", "签收后可退。"}},
		{"windows lines", "One.\r\nTwo.\r\n", []string{"One.", "Two."}},
		{"no space after a chinese stop", "Yes。OK. 好", []string{"Yes。", "OK.", "好"}},
		{"urls and versions", "Open https://a.b/c?d=1 and use v2.10. Then stop.", []string{"Open https://a.b/c?d=1 and use v2.10.", "Then stop."}},
		{"ellipsis", "Wait... what? 等……好。", []string{"Wait... what?", "等……好。"}},
		{"brackets", "（已拆封除外。）可以退。", []string{"（已拆封除外。）", "可以退。"}},
		{"empty", " \n\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, sp := range Sentences(tt.in) {
				got = append(got, sp.Of(tt.in))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
}

func FuzzSentences(f *testing.F) {
	for _, s := range []string{"a. B", "| a |\n", "# h\n- b", "。。", "\xff.", "1. 2. 3.", "（一）", "- \u200b", "...", "> > x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		check := func(gap string) {
			if i := strings.IndexFunc(gap, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }); i >= 0 {
				t.Fatalf("%q: lost %q", s, gap)
			}
		}
		for _, sp := range Sentences(s) {
			if sp.Start < at || sp.End <= sp.Start || sp.End > len(s) {
				t.Fatalf("%q: span %v after %d", s, sp, at)
			}
			check(s[at:sp.Start])
			at = sp.End
		}
		check(s[at:])
	})
}

var english = strings.Repeat("The customer may return the goods within 7 days. Mr. Smith agreed, e.g. by mail. ", 10)

func BenchmarkSentences(b *testing.B) {
	b.SetBytes(int64(len(english)))
	for b.Loop() {
		Sentences(english)
	}
}
