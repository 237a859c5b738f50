package plan

import (
	"testing"

	casefile "github.com/casefile/casefile"
)

func TestOrders(t *testing.T) {
	p, err := New(Rules{})
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[string]bool{
		"Delete the invoices of Helena": true,
		"Please delete order A1":        true,
		"could you remove my records?":  true,
		"Update the price of item 7":    true,
		"Set all prices to zero":        true,
		"cancel my order":               true,
		"删除上个月的记录":                      true,
		"帮我把订单A1的金额改一下":                 true,
		"请取消这个订单":                       true,
		"把数据库清空":                        true,
		"把 A123 这单给我撤了":                 true,
		"将甲公司的金额改为5%":                   true,
		"drop my order A1":              true,

		"How do I delete a record?":        false,
		"Can I cancel my order?":           false,
		"What was deleted last month?":     false,
		"Update policy for opened goods":   false,
		"Changes of address: what applies": false,
		"Cancelled orders last month":      false,
		"怎么删除记录？":                          false,
		"取消订单的规定是什么":                       false,
		"更新日期是哪天":                          false,
		"将于下月生效的规定有哪些":                     false,
		"drop in sales last month":         false,
		"修改密码的流程":                          false,
		"上个月取消了多少订单":                       false,
		"可以取消订单吗？":                         false,
	} {
		a := p.read(casefile.Case{Question: q, Lang: casefile.LangOf(q)})
		if got := p.orders(a); got != want {
			t.Errorf("%q: order %v, want %v", q, got, want)
		}
	}
}
