package text

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/casefile/casefile"
)

func TestTerms(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"code is kept whole and split", "PPR-9087", "ppr-9087 ppr9087 ppr 9087"},
		{"code in Han text without spaces", "订单A123退货", "订单 a123 123 退货"},
		{"full width", "Ａ１２３", "a123 123"},
		{"traditional", "訂單退貨", "订单 单退 退货"},
		{"bigrams", "质量标准", "质量 量标 标准"},
		{"stop words part a run", "公司的报销流程是什么", "公司 报销 销流 流程"},
		{"a stop character inside a word", "目的地", "目的 的地"},
		{"one character", "盐", "盐"},
		{"a word of one character after a stop word", "怎么退", "退"},
		{"only stop words", "是什么", "是什 什么 么"},
		{"english stems and stop words", "What is the return policy for opened items?", "return polici open item"},
		{"joined words", "after-sales", "aftersal sale"},
		{"apostrophe", "customer's don't", "custom"},
		{"thousands", "1,200 件", "1200 件"},
		{"a list of numbers is not thousands", "1,2,3", "1 2 3"},
		{"decimal", "0.8%", "0.8"},
		{"clause number", "3.2.1", "3.2.1"},
		{"version", "V2.10", "v2.10 v2 10"},
		{"day", "2026-09-10", "2026-09-10 20260910 2026 09 10"},
		{"number and Han unit", "15天", "15 天"},
		{"number and unit", "7days", "7days day"},
		{"zero width inside a word", "退\u200b货", "退货"},
		{"capitals that look like a stop word", "IT 部门", "it 部门"},
		{"accents", "Café", "cafe"},
		{"standard", "GB/T 4857.5-1992", "gb t 4857.5-1992 4857.51992 4857 5 1992"},
		{"two codes held by a stroke", "A123/A124", "a123/a124 a123a124 a123 123 a124 124"},
		{"full-width colon parts", "订单：A123", "订单 a123 123"},
		{"time", "10:30", "10:30 10 30"},
		{"range", "7–15天", "7-15 715 7 15 天"},
		{"a letter as a name beside Han text", "供应商A的标准", "供应 应商 商a a 标准"},
		{"the same with a space", "供应商 A 的标准", "供应 应商 商a a 标准"},
		{"a letter before Han text", "A类商品", "a a类 类商 商品"},
		{"a letter as a name in English", "the limit of supplier A", "limit supplier a"},
		{"an article", "A box of a kind", "box kind"},
		{"a pronoun", "may I return it", "return"},
		{"kana", "カード", "カー ード"},
		{"nothing", " ，。!", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(Terms(tt.in), " "); got != tt.want {
				t.Errorf("Terms(%q)\n got %s\nwant %s", tt.in, got, tt.want)
			}
		})
	}
}

func TestOffsetsAreTheSourceBytes(t *testing.T) {
	s := "訂單Ａ１２３：PPR-9087，15天"
	want := map[string]string{"订单": "訂單", "a123": "Ａ１２３", "ppr": "PPR", "9087": "9087", "ppr9087": "PPR-9087", "天": "天"}
	for _, tok := range Analyze(s) {
		if w, ok := want[tok.Term]; ok {
			if got := s[tok.Start:tok.End]; got != w {
				t.Errorf("%s stands for %q, want %q", tok.Term, got, w)
			}
			delete(want, tok.Term)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"ＡＢＣ　１２３％":       "abc 123%",
		"退貨政策":           "退货政策",
		"㎏":              "kg",
		"Ⅷ":              "viii",
		"don’t":          "don't",
		"７–１５":           "7-15",
		"a\u200bb\ufeff": "ab",
		"É":              "e",
		"plain":          "plain",
		"\xff":           "\uFFFD",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestFoldMapLeadsBack(t *testing.T) {
	s := "退貨㎏Ａ"
	f, at := FoldMap(s)
	if f != "退货kga" || len(at) != len(f)+1 {
		t.Fatalf("got %q, %d places", f, len(at))
	}
	i := strings.Index(f, "g")
	if at[i] != strings.Index(s, "㎏") || at[len(f)] != len(s) {
		t.Errorf("places %v", at)
	}
}

// The stems are those Snowball publishes for its English stemmer.
func TestStem(t *testing.T) {
	for in, want := range map[string]string{
		"consigned": "consign", "consistency": "consist", "knightly": "knight", "knives": "knive", "kneeling": "kneel",
		"returns": "return", "returned": "return", "policies": "polici", "packaging": "packag", "packages": "packag",
		"generate": "generat", "generously": "generous", "running": "run", "hoping": "hope", "hopping": "hop",
		"skies": "sky", "dying": "die", "proceed": "proceed", "ties": "tie", "cries": "cri", "gas": "gas", "this": "this",
		"happy": "happi", "say": "say", "by": "by", "national": "nation", "relational": "relat", "adjustment": "adjust",
		"adoption": "adopt", "controlling": "control", "agreed": "agre", "feed": "feed", "sized": "size",
		"communication": "communic", "arsenal": "arsenal", "electricity": "electr", "hopefulness": "hope", "naïve": "naïve",
	} {
		if got := Stem(in); got != want {
			t.Errorf("Stem(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLang(t *testing.T) {
	for in, want := range map[string]casefile.Lang{
		"订单 A123 能退吗？":                               casefile.Chinese,
		"SKU return rate 上个月是多少":                     casefile.Chinese,
		"What does 《耳机售后政策》 say about opened boxes?": casefile.English,
		"What is 耳机售后政策 about?":                      casefile.English,
		"Can order A123 be returned?":                casefile.English,
		"退貨":                                         casefile.Chinese,
		"A123":                                       casefile.English,
		"《耳机售后政策》":                                   casefile.Chinese,
		"":                                           casefile.English,
		"请用 SQL 查一下 top SKU by returns in August 的数据": casefile.Chinese,
	} {
		if got := Lang(in); got != want {
			t.Errorf("Lang(%q) = %s, want %s", in, got, want)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	for _, s := range []string{"PPR-9087", "訂單Ａ１２３", "1,200.50", "don't", "a\u200b退", "㎏½", "\xff\xfe", "é́", "--a--", "ﬁ-1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, tok := range Analyze(s) {
			if tok.Start < 0 || tok.End > len(s) || tok.Start >= tok.End || tok.Term == "" {
				t.Fatalf("%q: %+v", s, tok)
			}
			if utf8.ValidString(s) && !utf8.ValidString(s[tok.Start:tok.End]) {
				t.Fatalf("%q: a token cuts a character: %+v", s, tok)
			}
			if strings.ContainsAny(tok.Term, " \n\t") {
				t.Fatalf("%q: space in term %q", s, tok.Term)
			}
			if tok.Start < last && tok.Kind != Part && tok.Kind != Han && tok.Kind != Char && tok.Kind != Code && tok.Kind != Word {
				t.Fatalf("%q: out of order: %+v", s, tok)
			}
			last = tok.Start
		}
		if folded := Fold(s); !slices.Equal(Terms(folded), Terms(folded+" ")) {
			t.Fatalf("%q: a trailing space changes the terms", s)
		}
		m, at := FoldMap(s)
		if m != Fold(s) || len(at) != len(m)+1 {
			t.Fatalf("%q: FoldMap and Fold differ", s)
		}
	})
}

var sample = strings.Repeat("签收后 7 天内且未拆封的，可以申请无理由退货。订单 A123 的 PPR-9087 returned within 30 days. ", 5)

func BenchmarkAnalyze(b *testing.B) {
	b.SetBytes(int64(len(sample)))
	b.ReportAllocs()
	for b.Loop() {
		Analyze(sample)
	}
}

func TestIndexKeepsRepeatsAndHanStopWords(t *testing.T) {
	if got, want := Index("The A1 of a1: 我的盐"), "a1 a1 我的 的盐 盐"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestVisitSeesTheTermsOfAnalyze(t *testing.T) {
	for _, s := range []string{"", "订单A123退貨 PPR-9087, 1,200 IT 部门 after-sales", sample} {
		var want, got []string
		for _, tok := range Analyze(s) {
			want = append(want, tok.Term)
		}
		if n := Visit(s, func(term string) { got = append(got, term) }); n != len(want) || !slices.Equal(got, want) {
			t.Errorf("%q:\n got %d %q\nwant %d %q", s, n, got, len(want), want)
		}
	}
}

func TestNumbersOfArticlesHaveOneForm(t *testing.T) {
	for in, want := range map[string]string{
		"第五条": "第5条", "第5条": "第5条", "第 5 条": "第5条", "第５條": "第5条", "Article 5": "第5条", "Art. 5": "第5条", "ARTICLE 5,": "第5条",
		"民法典第一百二十条规定": "第120条", "第一百零五条": "第105条", "第十条": "第10条", "第二十一章": "第21章", "第一二〇条": "第120条", "第三千零二条": "第3002条",
		"第十七条之一": "第17条之1", "Chapter 3 of": "第3章", "第五": "", "五条": "", "第百条": "", "第五天": "", "Section 4.2": "", "article about": "", "第999999条": "", "particle 5": "",
	} {
		got := ""
		for _, tok := range Analyze(in) {
			if tok.Kind == Ordinal {
				got += tok.Term
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	if r := Relevance("第五条说了什么", "第十五条 本法自公布之日起施行。", "", nil); r > 0.5 {
		t.Errorf("another article covers %.2f of the question", r)
	}
}

func TestFingerprintIsStable(t *testing.T) {
	if a := Fingerprint(); len(a) != 16 || a != Fingerprint() {
		t.Errorf("got %q", a)
	}
}
