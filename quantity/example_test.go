package quantity_test

import (
	"fmt"
	"time"

	"github.com/casefile/casefile/quantity"
)

func ExampleFind() {
	for _, m := range quantity.Find("不超过 0.5%，within 15 days，PPR-9087") {
		fmt.Println(m.Kind, m.Text, m.Bound)
	}
	// Output:
	// percent 0.5% at_most
	// duration 15 days at_most
	// code PPR-9087
}

func ExampleEqual() {
	claim, record := quantity.Find("15天")[0], quantity.Find("15周")[0]
	fmt.Println(quantity.Equal(claim, record))
	// Output: false 15天 is not 15周
}

func ExamplePeriods() {
	now := time.Date(2026, 9, 20, 10, 0, 0, 0, time.FixedZone("", 8*3600))
	for _, p := range quantity.Periods("上个月与去年同期", now, quantity.PeriodOptions{}) {
		fmt.Println(p.Text, p.Period)
	}
	// Output:
	// 上个月 2026-08-01..2026-08-31
	// 去年同期 2025-08-01..2025-08-31
}
