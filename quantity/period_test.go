package quantity

import (
	"strings"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

var shanghai = time.FixedZone("UTC+8", 8*3600)

// clock is a Sunday.
var clock = time.Date(2026, 9, 20, 10, 0, 0, 0, shanghai)

// readPeriods gives "text = from..to granularity" for each period.
func readPeriods(s string, now time.Time, opt PeriodOptions) []string {
	var out []string
	for _, m := range Periods(s, now, opt) {
		out = append(out, m.Text+" = "+m.Period.String()+" "+m.Granularity)
	}
	return out
}

// The wanted days are counted by hand on a calendar of 2025 and 2026.
func TestPeriods(t *testing.T) {
	tests := []struct{ in, want string }{
		// single days
		{"今天", "今天 = 2026-09-20..2026-09-20 day"},
		{"昨天的退货", "昨天 = 2026-09-19..2026-09-19 day"},
		{"前天", "前天 = 2026-09-18..2026-09-18 day"},
		{"orders of yesterday", "yesterday = 2026-09-19..2026-09-19 day"},
		{"3 days ago", "3 days ago = 2026-09-17..2026-09-17 day"},
		{"上周三", "上周三 = 2026-09-09..2026-09-09 day"},
		{"上个月5号", "上个月5号 = 2026-08-05..2026-08-05 day"},
		{"last Monday", "last Monday = 2026-09-14..2026-09-14 day"},
		// calendar units around today
		{"本周", "本周 = 2026-09-14..2026-09-20 week"},
		{"上周", "上周 = 2026-09-07..2026-09-13 week"},
		{"上周一共退了多少", "上周 = 2026-09-07..2026-09-13 week"},
		{"上周一退了多少", "上周一 = 2026-09-07..2026-09-07 day"},
		{"上周日均多少", "上周 = 2026-09-07..2026-09-13 week"},
		{"last week", "last week = 2026-09-07..2026-09-13 week"},
		{"本月", "本月 = 2026-09-01..2026-09-20 month"},
		{"这个月", "这个月 = 2026-09-01..2026-09-20 month"},
		{"this month", "this month = 2026-09-01..2026-09-20 month"},
		{"上个月华东区退货最多的三个", "上个月 = 2026-08-01..2026-08-31 month"},
		{"上月", "上月 = 2026-08-01..2026-08-31 month"},
		{"上個月", "上個月 = 2026-08-01..2026-08-31 month"},
		{"last month's returns", "last month = 2026-08-01..2026-08-31 month"},
		{"本季度", "本季度 = 2026-07-01..2026-09-20 quarter"},
		{"上季度", "上季度 = 2026-04-01..2026-06-30 quarter"},
		{"last quarter", "last quarter = 2026-04-01..2026-06-30 quarter"},
		{"今年", "今年 = 2026-01-01..2026-09-20 year"},
		{"去年", "去年 = 2025-01-01..2025-12-31 year"},
		{"前年", "前年 = 2024-01-01..2024-12-31 year"},
		{"last year", "last year = 2025-01-01..2025-12-31 year"},
		{"year to date", "year to date = 2026-01-01..2026-09-20 year"},
		{"年初至今", "年初至今 = 2026-01-01..2026-09-20 year"},
		// rolling
		{"最近30天", "最近30天 = 2026-08-22..2026-09-20 day"},
		{"最近 30 天内", "最近 30 天内 = 2026-08-22..2026-09-20 day"},
		{"最近３０天", "最近３０天 = 2026-08-22..2026-09-20 day"},
		{"最近三十天", "最近三十天 = 2026-08-22..2026-09-20 day"},
		{"过去30天", "过去30天 = 2026-08-22..2026-09-20 day"},
		{"過去30天", "過去30天 = 2026-08-22..2026-09-20 day"},
		{"近7日", "近7日 = 2026-09-14..2026-09-20 day"},
		{"in the past 30 days", "the past 30 days = 2026-08-22..2026-09-20 day"},
		{"last 30 days", "last 30 days = 2026-08-22..2026-09-20 day"},
		{"近三个月", "近三个月 = 2026-06-21..2026-09-20 month"},
		{"last three months", "last three months = 2026-06-21..2026-09-20 month"},
		{"最近半年", "最近半年 = 2026-03-21..2026-09-20 half_year"},
		{"最近一年", "最近一年 = 2025-09-21..2026-09-20 year"},
		{"过去两周", "过去两周 = 2026-09-07..2026-09-20 week"},
		{"过去三个季度", "过去三个季度 = 2025-10-01..2026-06-30 quarter"},
		{"the last three quarters", "the last three quarters = 2025-10-01..2026-06-30 quarter"},
		{"上两个月", "上两个月 = 2026-07-01..2026-08-31 month"},
		{"previous two months", "previous two months = 2026-07-01..2026-08-31 month"},
		{"最近三个完整月", "最近三个完整月 = 2026-06-01..2026-08-31 month"},
		{"next 7 days", "next 7 days = 2026-09-21..2026-09-27 day"},
		// named
		{"2026年9月", "2026年9月 = 2026-09-01..2026-09-30 month"},
		{"9月", "9月 = 2026-09-01..2026-09-30 month"},
		{"8月份", "8月份 = 2026-08-01..2026-08-31 month"},
		{"10月", "10月 = 2025-10-01..2025-10-31 month"},
		{"十月", "十月 = 2025-10-01..2025-10-31 month"},
		{"2026-08", "2026-08 = 2026-08-01..2026-08-31 month"},
		{"August", "August = 2026-08-01..2026-08-31 month"},
		{"in August 2025", "August 2025 = 2025-08-01..2025-08-31 month"},
		{"October", "October = 2025-10-01..2025-10-31 month"},
		{"Q3", "Q3 = 2026-07-01..2026-09-30 quarter"},
		{"Q4", "Q4 = 2025-10-01..2025-12-31 quarter"},
		{"2025Q3", "2025Q3 = 2025-07-01..2025-09-30 quarter"},
		{"Q3 2025", "Q3 2025 = 2025-07-01..2025-09-30 quarter"},
		{"三季度", "三季度 = 2026-07-01..2026-09-30 quarter"},
		{"第三季度", "第三季度 = 2026-07-01..2026-09-30 quarter"},
		{"the third quarter of 2025", "third quarter of 2025 = 2025-07-01..2025-09-30 quarter"},
		{"上半年", "上半年 = 2026-01-01..2026-06-30 half_year"},
		{"下半年", "下半年 = 2026-07-01..2026-12-31 half_year"},
		{"2025年", "2025年 = 2025-01-01..2025-12-31 year"},
		{"in 2025", "2025 = 2025-01-01..2025-12-31 year"},
		{"前三季度", "前三季度 = 2026-01-01..2026-09-30 quarter"},
		{"今年前8个月", "今年前8个月 = 2026-01-01..2026-08-31 month"},
		{"2月29日", "2月29日 = 2024-02-29..2024-02-29 day"},
		{"11月5日", "11月5日 = 2025-11-05..2025-11-05 day"},
		// a year by word
		{"去年8月", "去年8月 = 2025-08-01..2025-08-31 month"},
		{"去年三季度", "去年三季度 = 2025-07-01..2025-09-30 quarter"},
		{"去年上半年", "去年上半年 = 2025-01-01..2025-06-30 half_year"},
		{"去年9月10日", "去年9月10日 = 2025-09-10..2025-09-10 day"},
		{"August last year", "August last year = 2025-08-01..2025-08-31 month"},
		{"last August", "last August = 2026-08-01..2026-08-31 month"},
		{"last September", "last September = 2025-09-01..2025-09-30 month"},
		// a part of a unit is not the unit
		{"上个月上旬", "上个月上旬 = 2026-08-01..2026-08-10 day"},
		{"上个月的下旬", "上个月的下旬 = 2026-08-21..2026-08-31 day"},
		{"本月中旬", "本月中旬 = 2026-09-11..2026-09-20 day"},
		{"8月上半月", "8月上半月 = 2026-08-01..2026-08-15 day"},
		{"2024年2月下半月", "2024年2月下半月 = 2024-02-16..2024-02-29 day"},
		{"去年8月下旬", "去年8月下旬 = 2025-08-21..2025-08-31 day"},
		{"上周末", "上周末 = 2026-09-12..2026-09-13 day"},
		{"去年今日", "去年今日 = 2025-09-20..2025-09-20 day"},
		{"去年的今天", "去年的今天 = 2025-09-20..2025-09-20 day"},
		{"前年昨天", "前年昨天 = 2024-09-19..2024-09-19 day"},
		{"上个月底", ""},
		{"上季度末", ""},
		{"上个月初步统计", "上个月 = 2026-08-01..2026-08-31 month"},
		{"spent in the last week of August", "the last week of August = 2026-08-25..2026-08-31 week"},
		{"the last 10 days of July", "the last 10 days of July = 2026-07-22..2026-07-31 day"},
		{"last ten days in July 2025", "last ten days in July 2025 = 2025-07-22..2025-07-31 day"},
		{"the first week of August last year", "the first week of August last year = 2025-08-01..2025-08-07 week"},
		{"the first two weeks of Q3", "the first two weeks of Q3 = 2026-07-01..2026-07-14 week"},
		{"the second half of July", "the second half of July = 2026-07-16..2026-07-31 day"},
		{"first half of last month", "first half of last month = 2026-08-01..2026-08-15 day"},
		{"the 2nd week of August", "the 2nd week of August = 2026-08-08..2026-08-14 week"},
		{"the last three days of last month", "the last three days of last month = 2026-08-29..2026-08-31 day"},
		{"the last quarter of 2025", "the last quarter of 2025 = 2025-10-01..2025-12-31 quarter"},
		{"the last month of the second quarter", "the last month of the second quarter = 2026-06-01..2026-06-30 month"},
		{"the last two months of last year", "the last two months of last year = 2025-11-01..2025-12-31 month"},
		{"the last Friday of August", "the last Friday of August = 2026-08-28..2026-08-28 day"},
		{"the first 10 days of this month", "the first 10 days of this month = 2026-09-01..2026-09-10 day"},
		{"the first two weeks of the year", "the first two weeks of the year = 2026-01-01..2026-01-14 week"},
		{"August's last week", "August's last week = 2026-08-25..2026-08-31 week"},
		{"the last 10 days", "the last 10 days = 2026-09-11..2026-09-20 day"},
		{"last week and August", "last week = 2026-09-07..2026-09-13 week; August = 2026-08-01..2026-08-31 month"},
		{"8月最后一周花了多少", "8月最后一周 = 2026-08-25..2026-08-31 week"},
		{"8月的最后10天", "8月的最后10天 = 2026-08-22..2026-08-31 day"},
		{"8月后十天", "8月后十天 = 2026-08-22..2026-08-31 day"},
		{"7月前10天", "7月前10天 = 2026-07-01..2026-07-10 day"},
		{"7月上旬", "7月上旬 = 2026-07-01..2026-07-10 day"},
		{"8月第一周", "8月第一周 = 2026-08-01..2026-08-07 week"},
		{"上个月最后一天", "上个月最后一天 = 2026-08-31..2026-08-31 day"},
		{"三季度前两周", "三季度前两周 = 2026-07-01..2026-07-14 week"},
		{"Q3 的前两周", "Q3 的前两周 = 2026-07-01..2026-07-14 week"},
		{"二季度最后一个月", "二季度最后一个月 = 2026-06-01..2026-06-30 month"},
		{"去年最后一个季度", "去年最后一个季度 = 2025-10-01..2025-12-31 quarter"},
		{"2025年后三个月", "2025年后三个月 = 2025-10-01..2025-12-31 month"},
		{"上个月前三名", "上个月 = 2026-08-01..2026-08-31 month"},
		// ranges
		{"8月1日到8月15日", "8月1日到8月15日 = 2026-08-01..2026-08-15 day"},
		{"从8月1日至15日", "从8月1日至15日 = 2026-08-01..2026-08-15 day"},
		{"2026-08-01 至 2026-08-15", "2026-08-01 至 2026-08-15 = 2026-08-01..2026-08-15 day"},
		{"从3月到5月", "从3月到5月 = 2026-03-01..2026-05-31 month"},
		{"3-5月", "3-5月 = 2026-03-01..2026-05-31 month"},
		{"2025年3-5月", "2025年3-5月 = 2025-03-01..2025-05-31 month"},
		{"11月到2月", "11月到2月 = 2025-11-01..2026-02-28 month"},
		{"去年10月到今年3月", "去年10月到今年3月 = 2025-10-01..2026-03-31 month"},
		{"在8月1日和8月15日之间", "在8月1日和8月15日之间 = 2026-08-01..2026-08-15 day"},
		{"from August 1 to August 15", "from August 1 to August 15 = 2026-08-01..2026-08-15 day"},
		{"between March and May", "between March and May = 2026-03-01..2026-05-31 month"},
		{"from March to May 2025", "from March to May 2025 = 2025-03-01..2025-05-31 month"},
		{"August 1–15, 2025", "August 1–15, 2025 = 2025-08-01..2025-08-15 day"},
		{"一至三季度", "一至三季度 = 2026-01-01..2026-09-30 quarter"},
		// open ends
		{"自2026年3月以来", "自2026年3月以来 = 2026-03-01..2026-09-20 month"},
		{"since March", "since March = 2026-03-01..2026-09-20 month"},
		{"从8月1日起", "从8月1日起 = 2026-08-01..2026-09-20 day"},
		{"去年至今", "去年至今 = 2025-01-01..2026-09-20 year"},
		{"from 2026-01-01 to now", "from 2026-01-01 to now = 2026-01-01..2026-09-20 day"},
		{"截至8月15日", "截至8月15日 = ..2026-08-15 day"},
		{"before March", "before March = ..2026-02-28 month"},
		{"9月1日之前", "9月1日之前 = ..2026-08-31 day"},
		{"after August 1", "after August 1 = 2026-08-02..2026-09-20 day"},
		// comparisons
		{"去年同期", "去年同期 = 2025-09-01..2025-09-20 month"},
		{"上个月与去年同期相比", "上个月 = 2026-08-01..2026-08-31 month; 去年同期 = 2025-08-01..2025-08-31 month"},
		{"最近30天与上年同期", "最近30天 = 2026-08-22..2026-09-20 day; 上年同期 = 2025-08-22..2025-09-20 day"},
		{"8月同比", "8月 = 2026-08-01..2026-08-31 month; 同比 = 2025-08-01..2025-08-31 month"},
		{"8月环比", "8月 = 2026-08-01..2026-08-31 month; 环比 = 2026-07-01..2026-07-31 month"},
		{"最近30天环比", "最近30天 = 2026-08-22..2026-09-20 day; 环比 = 2026-07-23..2026-08-21 day"},
		{"2025年2月同比", "2025年2月 = 2025-02-01..2025-02-28 month; 同比 = 2024-02-01..2024-02-29 month"},
		{"Q2 2026 year over year", "Q2 2026 = 2026-04-01..2026-06-30 quarter; year over year = 2025-04-01..2025-06-30 quarter"},
		{"year-over-year change in Q2 2026", "year-over-year = 2025-04-01..2025-06-30 quarter; Q2 2026 = 2026-04-01..2026-06-30 quarter"},
		{"last month vs the same period last year", "last month = 2026-08-01..2026-08-31 month; the same period last year = 2025-08-01..2025-08-31 month"},
		{"8月与2025年同期", "8月 = 2026-08-01..2026-08-31 month; 2025年同期 = 2025-08-01..2025-08-31 month"},
		{"August vs the same period in 2024", "August = 2026-08-01..2026-08-31 month; the same period in 2024 = 2024-08-01..2024-08-31 month"},
		{"本月与上月同期", "本月 = 2026-09-01..2026-09-20 month; 上月同期 = 2026-08-01..2026-08-20 month"},
		// more wordings
		{"first half of last year", "first half of last year = 2025-01-01..2025-06-30 half_year"},
		{"first half of the year", "first half of the year = 2026-01-01..2026-06-30 half_year"},
		{"first half of the batch", ""},
		{"8月下旬", "8月下旬 = 2026-08-21..2026-08-31 day"},
		{"8月底", ""},
		{"8/1-8/15", "8/1-8/15 = 2026-08-01..2026-08-15 day"},
		{"1-15 August 2026", "1-15 August 2026 = 2026-08-01..2026-08-15 day"},
		{"2026.8.1-2026.8.15", "2026.8.1-2026.8.15 = 2026-08-01..2026-08-15 day"},
		{"2026下半年", "2026下半年 = 2026-07-01..2026-12-31 half_year"},
		{"26年3季度", "26年3季度 = 2026-07-01..2026-09-30 quarter"},
		{"2025全年", "2025全年 = 2025-01-01..2025-12-31 year"},
		{"since the beginning of the year", "since the beginning of the year = 2026-01-01..2026-09-20 year"},
		{"上一个自然月", "上一个自然月 = 2026-08-01..2026-08-31 month"},
		{"trailing twelve months", "trailing twelve months = 2025-09-21..2026-09-20 month"},
		// no periods
		{"签收 10 天后有杂音", ""},
		{"15 天内且未拆封", ""},
		{"within 7 days of delivery", ""},
		{"签收后 30 天内出现", ""},
		{"保修一年，试用 3 个月", ""},
		{"本周期的上周转", ""},
		{"You may march on", ""},
		{"A123 的 3 个月保修", ""},
		{"附近3家店", ""},
		{"last item, past due, the next step", ""},
		{"签收 3 天前", ""},
		{"上一版的上限", ""},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			if got := strings.Join(readPeriods(tt.in, clock, PeriodOptions{}), "; "); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			for _, m := range Periods(tt.in, clock, PeriodOptions{}) {
				if tt.in[m.Start:m.End] != m.Text {
					t.Errorf("offsets %d..%d do not give %q", m.Start, m.End, m.Text)
				}
			}
		})
	}
}

// What names a period of which no days can be told stands for no other one.
func TestUnreadPeriods(t *testing.T) {
	tests := []struct{ in, unread, read string }{
		{"returns on August 32", "August 32", ""},
		{"returns in February 30?", "February 30", ""},
		{"the 31st of June", "31st of June", ""},
		{"February 29, 2026", "February 29, 2026", ""},
		{"from August 1 to August 32", "August 32", "August 1"},
		{"2026-02-30", "2026-02-30", ""},
		{"8月32日退了多少", "8月32日", ""},
		{"2026年2月30日退了多少", "2026年2月30日", ""},
		{"2026年2月29日", "2026年2月29日", ""},
		{"去年2月29日", "去年2月29日", ""},
		{"二月三十号", "二月三十号", ""},
		{"the first half of Q3", "the first half of Q3", ""},
		{"the last 40 days of July", "the last 40 days of July", ""},
		{"2月29日", "", "2月29日"},
		{"in August 32 returns came", "", "August"},
		{"8月 32 件", "", "8月"},
		{"2026-08-31", "", "2026-08-31"},
		{"RMA-2026-02-30", "", ""},
		{"first half of the batch", "", ""},
	}
	for _, tt := range tests {
		var un, read []string
		for _, m := range UnreadPeriods(tt.in, clock, PeriodOptions{}) {
			un = append(un, m.Text)
		}
		for _, m := range Periods(tt.in, clock, PeriodOptions{}) {
			read = append(read, m.Text)
		}
		if strings.Join(un, "; ") != tt.unread || strings.Join(read, "; ") != tt.read {
			t.Errorf("%s: unread %q, read %q", tt.in, un, read)
		}
	}
}

func TestPeriodsBusinessDays(t *testing.T) {
	monday := time.Date(2026, 9, 21, 9, 0, 0, 0, shanghai)
	holiday := casefile.Date{Year: 2026, Month: 9, Day: 18} // a Friday
	tests := []struct {
		in   string
		opt  PeriodOptions
		want string
	}{
		{"昨天", PeriodOptions{}, "昨天 = 2026-09-20..2026-09-20 day"},
		{"昨天", PeriodOptions{BusinessDays: true}, "昨天 = 2026-09-18..2026-09-18 day"},
		{"yesterday", PeriodOptions{BusinessDays: true, Holidays: []casefile.Date{holiday}}, "yesterday = 2026-09-17..2026-09-17 day"},
		{"前天", PeriodOptions{BusinessDays: true}, "前天 = 2026-09-17..2026-09-17 day"},
		{"今天", PeriodOptions{BusinessDays: true}, "今天 = 2026-09-21..2026-09-21 day"},
	}
	for _, tt := range tests {
		if got := strings.Join(readPeriods(tt.in, monday, tt.opt), "; "); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// The day of the clock is the day of its own zone.
func TestPeriodsZone(t *testing.T) {
	instant := time.Date(2026, 8, 31, 20, 0, 0, 0, time.UTC)
	if got := readPeriods("今天", instant, PeriodOptions{}); got[0] != "今天 = 2026-08-31..2026-08-31 day" {
		t.Error(got)
	}
	if got := readPeriods("上个月", instant.In(shanghai), PeriodOptions{}); got[0] != "上个月 = 2026-08-01..2026-08-31 month" {
		t.Error(got)
	}
}

func TestPeriodsMonthEnds(t *testing.T) {
	tests := []struct {
		now  time.Time
		in   string
		want string
	}{
		{time.Date(2026, 3, 31, 0, 0, 0, 0, time.UTC), "近一个月", "近一个月 = 2026-03-01..2026-03-31 month"},
		{time.Date(2026, 5, 31, 0, 0, 0, 0, time.UTC), "近三个月", "近三个月 = 2026-03-01..2026-05-31 month"},
		{time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC), "上个月", "上个月 = 2025-12-01..2025-12-31 month"},
		{time.Date(2026, 1, 15, 0, 0, 0, 0, time.UTC), "上季度", "上季度 = 2025-10-01..2025-12-31 quarter"},
		{time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC), "最近一年", "最近一年 = 2027-03-01..2028-02-29 year"},
		{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), "下半年", "下半年 = 2025-07-01..2025-12-31 half_year"},
	}
	for _, tt := range tests {
		if got := strings.Join(readPeriods(tt.in, tt.now, PeriodOptions{}), "; "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.now.Format(time.DateOnly), got, tt.want)
		}
	}
}

func TestPeriodMentions(t *testing.T) {
	tests := []struct {
		in      string
		kind    PeriodKind
		label   string
		running bool
	}{
		{"上个月", Relative, "2026-08", false},
		{"9月", Named, "2026-09", true},
		{"Q2", Named, "2026-Q2", false},
		{"上半年", Named, "2026-H1", false},
		{"2025年", Named, "2025", false},
		{"最近7天", Rolling, "2026-09-14..2026-09-20", false},
		{"昨天", Relative, "2026-09-19", false},
		{"since March", Since, "2026-03-01..2026-09-20", false},
		{"截至8月15日", Until, "..2026-08-15", false},
		{"3-5月", Span, "2026-03-01..2026-05-31", false},
		{"去年同期", Compare, "2025-09-01..2025-09-20", false},
	}
	for _, tt := range tests {
		ms := Periods(tt.in, clock, PeriodOptions{})
		if len(ms) != 1 || ms[0].Kind != tt.kind || ms[0].Label != tt.label || ms[0].Running != tt.running {
			t.Errorf("%s: got %+v", tt.in, ms)
		}
	}
}
