package entity_test

import (
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

func BenchmarkDocument(b *testing.B) {
	passage := "本办法所称关键件，是指影响安全的零件，依照第三条抽样。东山厂另见《抽样细则》第十二条。抽样的样本量按批量确定，不足五十件的全部检验；检验结果由质量部门保存两年。\n" +
		"The lot size is taken from the table below, see Section 3. ABC-1234 is inspected twice a week by the Hill plant.\n"
	d := &casefile.Document{Title: "总则", Sections: []casefile.Section{{ID: "a", Heading: "第一条 范围"}}}
	for range 100 {
		d.Sections[0].Chunks = append(d.Sections[0].Chunks, casefile.Chunk{Text: passage})
	}
	r := recognizer(b)
	b.SetBytes(int64(100 * len(passage)))
	for b.Loop() {
		r.Document(d)
	}
}

func BenchmarkCandidates(b *testing.B) {
	q := strings.Repeat("不足五十件的样本量怎么确定？", 2)
	for b.Loop() {
		entity.Candidates(q, 1000)
	}
}
