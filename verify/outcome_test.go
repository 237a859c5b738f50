package verify

import (
	"testing"

	"github.com/casefile/casefile"
)

func TestOutcomeWordings(t *testing.T) {
	none, late, shut := evs(outcome(casefile.NoHit)), evs(outcome(casefile.Timeout)), evs(outcome(casefile.Forbidden))
	run(t, []check{
		{name: "nothing came up", claim: "Nothing about a lost parcel came up in the archive.", ev: none},
		{name: "no entry turned up", claim: "No entry on the roof inspection turned up.", ev: none},
		{name: "empty search", claim: "A search of the ledger returned no results for this tenant.", ev: none},
		{name: "could not be located", claim: "The warranty card could not be located.", ev: none},
		{name: "nothing zh", claim: "检索没有命中与屋顶检查有关的内容。", ev: none},
		{name: "records hold none zh", claim: "查到的档案里没有出现这位租户。", ev: none},
		{name: "never", claim: "The roof was never inspected.", rule: "status", ev: none},
		{name: "none exists", claim: "No roof inspection report exists.", rule: "status", ev: none},
		{name: "concluded", claim: "Nothing was found, so the roof was never inspected.", rule: "status", ev: none},
		{name: "concluded zh", claim: "没有查到记录，因此该租户从未投诉。", rule: "status", ev: none},
		{name: "none, plainly zh", claim: "该租户从来没有投诉过。", rule: "status", ev: none},
		{name: "no answer", claim: "The ledger did not respond, so the balance cannot be confirmed.", ev: late},
		{name: "unknown for now zh", claim: "余额查询没有响应，目前无法确定。", ev: late},
		{name: "a balance of none", claim: "The tenant has no balance.", rule: "status", ev: late},
		{name: "nothing found of a call that broke off", claim: "No balance was found.", rule: "status", ev: late},
		{name: "may not be shown", claim: "The lease may not be disclosed to this account.", ev: shut},
		{name: "access denied", claim: "Access to the lease is restricted.", ev: shut},
		{name: "no rights zh", claim: "权限不足，租约内容不能展示。", ev: shut},
		{name: "says what it holds", claim: "The lease is empty.", rule: "status", ev: shut},
		{name: "says what it holds zh", claim: "租约里没有押金条款。", rule: "status", ev: shut},
	})
}
