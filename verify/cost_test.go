//go:build linux

package verify

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/casefile/casefile"
)

// threadTime is the processor time that the calling thread has had: on a machine that does other things as well the clock
// says little.
func threadTime() time.Duration {
	const thread = 3 // CLOCK_THREAD_CPUTIME_ID
	var ts syscall.Timespec
	if _, _, err := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, thread, uintptr(unsafe.Pointer(&ts)), 0); err != 0 {
		panic(err)
	}
	return time.Duration(ts.Nano())
}

// twentyRecords is a case of twenty records: tables, passages, calculations and an outcome, in two languages.
func twentyRecords() ([]casefile.Evidence, []check) {
	var ev []casefile.Evidence
	for k := range 4 {
		ev = append(ev,
			rows("depot:text stock=库存:integer:piece spoilage=损耗率:ratio weight:decimal:kg", fmt.Sprintf(`["North",%d,0.03,12.5]`, 400+k), `["South",250,0.12,30]`, `["East",310,0.05,7]`, `["West",200,0.02,9]`, `["Quay",180,0.01,4]`, `["Mill",170,0.07,6]`, `["Hill",160,0.08,8]`, `["Ford",150,0.09,5]`),
			passage(fmt.Sprintf("The return window for lamps is 30 days from delivery. Opened software cannot be returned. Refunds above 500 EUR need approval by the store manager, unless the customer holds a gold card. The library lent fewer books in March, and a story hour was set up for %d.", 20+k)),
			passage(fmt.Sprintf("耳机退货期为签收后30天。已拆封的软件不得退货。超过500元的退款须经店长批准，金卡会员除外。仓库每月盘点%d次，由保管员负责。", 1+k)),
			computed("a + b", "650", "piece", casefile.Input{Name: "a", Value: "400", Evidence: "E1", Column: "stock"}, casefile.Input{Name: "b", Value: "250", Evidence: "E1", Row: 1, Column: "stock"}),
			outcome(casefile.NoHit))
	}
	return ev, []check{
		{claim: "The stock of North is 400 pieces.", cites: cite("E1")},
		{claim: "South has the highest spoilage, 12%.", cites: cite("E1")},
		{claim: "The stock of North and South is 650 pieces together.", cites: cite("E1", "E4")},
		{claim: "Three depots have a stock above 240.", cites: cite("E1")},
		{claim: "South的损耗率是North的4倍。", cites: cite("E1")},
		{claim: "The return window for lamps is 30 days.", cites: cite("E2")},
		{claim: "Refunds above 500 EUR need approval by the store manager.", cites: cite("E2")},
		{claim: "超过500元的退款须经店长批准。", cites: cite("E3")},
		{claim: "已拆封的软件不能退货，仓库由保管员盘点。", cites: cite("E3", "E8")},
		{claim: "The budget of North is 400.", cites: cite("E1", "E2", "E6")},
	}
}

// BenchmarkCost reports the processor time of a claim in a case of twenty records, of which no text was seen before and of which all were: the mean,
// and what 95 of 100 stay below. Reading the records is part of it, spread over the claims of the case.
func BenchmarkCost(b *testing.B) {
	b.Run("new", func(b *testing.B) { costOf(b, true) })
	b.Run("seen", func(b *testing.B) { costOf(b, false) })
}

func costOf(b *testing.B, anew bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	v, err := New(testRules())
	if err != nil {
		b.Fatal(err)
	}
	ev, checks := twentyRecords()
	c := caseOf(check{claim: "x", ev: ev})
	c.Draft.Claims = nil
	for _, k := range checks {
		c.Draft.Claims = append(c.Draft.Claims, casefile.Claim{Text: k.claim, Cites: k.cites})
	}
	var each []time.Duration
	var read, all time.Duration
	for b.Loop() {
		if anew {
			v.reader.texts = keptTexts{}
		}
		at := threadTime()
		ix := v.index(c)
		indexed := threadTime() - at
		read += indexed
		for i := range c.Draft.Claims {
			at := threadTime()
			v.judge(ix, i)
			d := threadTime() - at + indexed/time.Duration(len(c.Draft.Claims))
			each, all = append(each, d), all+d
		}
	}
	kinds := make([]time.Duration, len(checks))
	for i, d := range each {
		kinds[i%len(checks)] += d
	}
	for i, d := range kinds {
		b.Logf("%4d µs  %s", d.Microseconds()/int64(len(each)/len(checks)), checks[i].claim)
	}
	slices.Sort(each)
	b.ReportMetric(float64(all.Microseconds())/float64(len(each)), "µs/claim")
	b.ReportMetric(float64(each[len(each)*95/100].Microseconds()), "µs-p95/claim")
	b.ReportMetric(float64(read.Microseconds())/float64(len(each)/len(checks)), "µs/reading")
}
