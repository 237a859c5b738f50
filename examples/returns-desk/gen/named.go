package main

import "strings"

type order struct {
	tenant, id, user, sku string
	qty, cents            int
	status                string
	ordered, paid         string
	shipped, signed       string
	carrier, tracking     string
	invoice               string
	phone, address        string
}

// The orders that the README of the workspace and its cases speak of, each with what it is there to catch.
// Columns: tenant, id, user, sku, status, ordered, paid, shipped, signed ("-" has not happened).
const namedOrders = `
shop A123 u7 HP-001 已签收 2026-09-05T20:15 2026-09-06T08:02 2026-09-08T17:40 2026-09-10T19:42   the main question: four days that must not be mixed up
shop A125 u7 HP-002 已签收 2026-08-20T11:05 2026-08-21T09:30 2026-08-23T16:00 2026-08-25T14:20   V1 by every date
shop A126 u7 HP-001 已签收 2026-08-27T21:00 2026-08-28T07:45 2026-08-29T18:10 2026-08-31T23:30   the last half hour of V1
shop A127 u7 HP-003 已签收 2026-08-28T10:12 2026-08-28T22:40 2026-08-30T09:00 2026-09-01T00:10   the first minutes of V2; still August in UTC
shop A128 u7 HP-002 已签收 2026-08-28T19:00 2026-08-29T08:15 2026-08-30T12:00 2026-08-31T16:10Z  the same instant, written in UTC by the old carrier interface
shop A129 u7 HP-001 已发货 2026-09-16T13:30 2026-09-16T18:05 2026-09-18T10:20 -                  on its way: no day to count from
shop A130 u7 HP-002 已签收 2026-09-13T09:09 2026-09-14T12:00 2026-09-15T15:30 2026-09-17T11:18   day 3 on the clock of the workspace
shop A131 u7 HP-003 已签收 2026-09-08T16:45 2026-09-09T10:00 2026-09-11T08:20 2026-09-13T20:55   day 7: the last day that counts
shop A132 u7 HP-003 已付款 2026-09-18T23:10 2026-09-19T00:20 - -                                 paid, not shipped
shop A133 u7 HP-001 已签收 2026-08-28T15:00 2026-08-30T09:50 2026-09-01T11:00 2026-09-03T17:25   ordered under V1, signed for under V2
shop A134 u7 WT-001 已签收 2026-09-07T12:00 2026-09-08T12:30 2026-09-10T19:00 2026-09-12T10:40   day 8: within the watches' window, not the headphones'
shop A135 u7 LP-014 已签收 2026-09-11T10:10 2026-09-12T09:00 2026-09-14T14:00 2026-09-16T16:16   a condition that is not "unopened"
shop A136 u7 KT-102 已签收 2026-09-10T08:30 2026-09-11T20:00 2026-09-13T09:30 2026-09-15T13:05   kitchen appliances: condition "unused"
shop A137 u7 CL-501 已签收 2026-09-03T22:00 2026-09-04T07:10 2026-09-06T15:45 2026-09-08T18:30   day 12: within 15 days, which here is right
shop A138 u7 GC-200 已发卡 2026-09-14T10:00 2026-09-15T10:05 - -                                 a gift card: nothing is signed for
shop A139 u7 HP-002 已签收 2026-09-07T19:20 2026-09-08T08:00 2026-09-10T10:10 2026-09-12T23:50   day 8: the first day too late, though less than 8 times 24 hours
shop A140 u7 HP-001 已取消 2026-09-01T09:00 - - -                                                cancelled before payment
shop A142 u7 ST-012 已签收 2026-09-11T14:00 2026-09-12T15:00 2026-09-14T09:40 2026-09-16T12:12   a category with no published policy
shop A143 u7 HA-021 已签收 2026-09-12T21:30 2026-09-13T08:00 2026-09-15T10:30 2026-09-17T19:00   headphones in the name, another policy
shop A001 u1 HP-001 已签收 2026-09-06T10:00 2026-09-07T11:00 2026-09-09T09:00 2026-09-11T12:34   someone else's
shop A124 u8 HP-001 已签收 2026-09-05T20:16 2026-09-06T08:03 2026-09-08T17:41 2026-09-10T19:43   someone else's, one digit and one minute away from A123
outlet A123 u7 WT-002 已签收 2026-09-14T09:00 2026-09-15T09:00 2026-09-17T09:00 2026-09-18T09:00 the same id and the same user name in another tenant
outlet A777 u7 HP-001 已签收 2026-09-14T09:00 2026-09-15T09:00 2026-09-17T09:00 2026-09-18T09:00 exists in the other tenant only
`

func named() []order {
	var out []order
	for line := range strings.Lines(strings.TrimSpace(namedOrders)) {
		f := strings.Fields(line)
		o := order{tenant: f[0], id: f[1], user: f[2], sku: f[3], status: f[4],
			ordered: stampOf(f[5]), paid: stampOf(f[6]), shipped: stampOf(f[7]), signed: stampOf(f[8])}
		o.qty, o.cents = 1, goods(o.sku).cents
		out = append(out, o.dress())
	}
	return out
}

// stampOf completes a minute of the table above: local time unless it ends in Z.
func stampOf(s string) string {
	switch {
	case s == "-":
		return ""
	case strings.HasSuffix(s, "Z"):
		return strings.TrimSuffix(s, "Z") + ":00Z"
	}
	return s + ":00+08:00"
}

// dress adds what follows from the rest: the parcel, the invoice and the two private columns,
// which hold neutral values that a test can look for in every output.
func (o order) dress() order {
	digits := o.id[1:]
	if o.shipped != "" {
		o.carrier = []string{"顺达快递", "迅达物流"}[len(digits)%2]
		o.tracking = "SD" + strings.Repeat("0", 10-len(digits)) + digits
	}
	if o.paid != "" {
		o.invoice = "未申请"
		if o.signed != "" && digits[len(digits)-1]%2 == 1 {
			o.invoice = "已开票"
		}
	}
	o.phone = "000-0000-" + strings.Repeat("0", max(0, 6-len(digits))) + digits
	o.address = "示例市示例路 " + digits + " 号"
	return o
}
