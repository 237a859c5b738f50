package verify

import (
	"strings"
	"testing"

	"github.com/casefile/casefile"
)

func TestLongEvidenceIsReadWhereTheClaimsAreAbout(t *testing.T) {
	filler := strings.Repeat("The other depot keeps its own books and sends them on. ", 20_000) // 1.1 MB
	fact := "The Larkhill gate opens at 07:30 on weekdays."
	long := filler + fact + filler
	c := casefile.Case{Draft: casefile.Answer{Claims: []casefile.Claim{{Text: "Larkhill gate opens at 07:30 on weekdays."}}}}
	got := brief(long, &c)
	if len(got) != len(long) || strings.Index(got, fact) != len(filler) {
		t.Errorf("%d bytes, the fact at %d; want %d and %d", len(got), strings.Index(got, fact), len(long), len(filler))
	}
	if n := len(strings.TrimSpace(got)); len(strings.ReplaceAll(got, " ", "")) > longText {
		t.Errorf("more than %d bytes are read (%d)", longText, n)
	}
	zh := strings.Repeat("其他仓库各自记账，按月汇总上报。", 30_000)
	c.Draft.Claims[0].Text = "拉克山仓库的大门7:30开。"
	if got := brief(zh+"拉克山仓库的大门在7:30打开。"+zh, &c); !strings.Contains(got, "拉克山仓库的大门在7:30打开") {
		t.Error("the fact is not read")
	}
	for claim, want := range map[string]bool{"The Larkhill gate opens at 07:30 on weekdays.": true, "The Larkhill gate opens at 08:30 on weekdays.": false} {
		v, err := New(Rules{})
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := v.Verify(t.Context(), casefile.Case{
			Draft:    casefile.Answer{Claims: []casefile.Claim{{Text: claim, Cites: []casefile.Citation{{Evidence: "E1"}}}}},
			Evidence: []casefile.Evidence{{ID: "E1", Text: long, Status: casefile.OK}},
		})
		if err != nil || (len(verdict.Findings) == 0) != want {
			t.Errorf("%q: findings %+v, error %v", claim, verdict.Findings, err)
		}
	}
}
