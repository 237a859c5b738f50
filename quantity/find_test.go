package quantity

import (
	"fmt"
	"strings"
	"testing"
)

// say writes a mention in the short form of the tables below:
// kind value[..high] unit bound ~ "text", or kind and calendar parts, or kind and name.
func say(m Mention) string {
	var b strings.Builder
	b.WriteString(string(m.Kind))
	switch {
	case m.Kind == Code || m.Kind == Label:
		b.WriteString(" " + m.Name)
	case isCalendar(m.Kind):
		if m.Year != 0 {
			fmt.Fprintf(&b, " y%d", m.Year)
		}
		if m.Month != 0 {
			fmt.Fprintf(&b, " m%d", m.Month)
		}
		if m.Day != 0 {
			fmt.Fprintf(&b, " d%d", m.Day)
		}
		if m.Part != 0 {
			fmt.Fprintf(&b, " p%d", m.Part)
		}
		if m.Ambiguous {
			b.WriteString(" ambiguous")
		}
	default:
		b.WriteString(" " + m.Value.RatString())
		if m.High != nil {
			b.WriteString(".." + m.High.RatString())
		}
		if m.Unit.Dim != "" {
			b.WriteString(" " + m.Unit.Name)
			if m.Unit.Per != "" {
				b.WriteString("/" + m.Unit.Per)
			}
			if !m.Unit.Known {
				b.WriteString("?")
			}
		}
		if m.Bound != "" {
			b.WriteString(" " + string(m.Bound))
		}
		if m.Approx {
			b.WriteString(" about")
		}
	}
	return b.String()
}

func TestFind(t *testing.T) {
	tests := []struct {
		in   string
		want []string // the forms of say, and the words after "|"
	}{
		// numbers
		{"1,976 units", []string{"count 1976 piece|1,976 units"}},
		{"共1200，8.50", []string{"number 1200|1200", "number 17/2|8.50"}},
		{"１２３，４５６ 件", []string{"count 123456 piece|１２３，４５６ 件"}},
		{"1，2，3", []string{"number 1|1", "number 2|2", "number 3|3"}},
		{"1.2万 3千万 2亿 1万2千 5k 1.5bn", []string{"number 12000|1.2万", "number 30000000|3千万", "number 200000000|2亿", "number 12000|1万2千", "number 5000|5k", "number 1500000000|1.5bn"}},
		{"3 million and 1.2 thousand", []string{"number 3000000|3 million", "number 1200|1.2 thousand"}},
		{"二〇二六 一百二 三千五百万 一百零五 两千零二十", []string{"number 2026|二〇二六", "number 120|一百二", "number 35000000|三千五百万", "number 105|一百零五", "number 2020|两千零二十"}},
		{"一万二千亿", []string{"number 1200000000000|一万二千亿"}},
		{"three hundred and five, twenty-one", []string{"number 305|three hundred and five", "number 21|twenty-one"}},
		{"-3.2% 至 5-3", []string{"percent -16/5 percent|-3.2%", "number 5|5", "number 3|3"}},
		{"人民币壹万贰仟叁佰肆拾伍元整", []string{"money 12345 CNY|人民币壹万贰仟叁佰肆拾伍元"}},
		{"大陆的队伍参加收拾", nil},
		{"一般 统一 第三方 十分 万一 一起 一部分 三包 唯一 零件 零售", nil},
		{"几十件 数百 十几天", nil},
		// units
		{"退货期限为15天", []string{"duration 15 day|15天"}},
		{"十五天，两周，三个月，半年，半个月", []string{"duration 15 day|十五天", "duration 2 week|两周", "duration 3 month|三个月", "duration 1/2 year|半年", "duration 1/2 month|半个月"}},
		{"一个半小时 两年半 3个半月", []string{"duration 3/2 hour|一个半小时", "duration 5/2 year|两年半", "duration 7/2 month|3个半月"}},
		{"1小时30分钟，2 years 6 months，两小时三十分", []string{"duration 90 minute|1小时30分钟", "duration 30 month|2 years 6 months", "duration 150 minute|两小时三十分"}},
		{"two and a half years, half an hour", []string{"duration 5/2 year|two and a half years", "duration 1/2 hour|half an hour"}},
		{"5000mAh、5000 mAh", []string{"measure 5000 mAh|5000mAh", "measure 5000 mAh|5000 mAh"}},
		{"3 千克 20 基点 two dozen boxes 3打", []string{"measure 3 kg|3 千克", "point 20 basis_point|20 基点", "count 24 box|two dozen boxes", "count 3 dozen|3打"}},
		{"57damaged? 12foo 8 widgetx", []string{"measure 57 damaged?|57damaged", "measure 12 foo?|12foo", "measure 8 widgetx?|8 widgetx"}},
		{"57 returns, 57 SKU, 57 damaged units", []string{"count 57 return?|57 returns", "count 57 sku?|57 SKU", "count 57 piece|57 damaged units"}},
		{"3个工作日 5 business days 7 calendar days 15-day", []string{"duration 3 business_day|3个工作日", "duration 5 business_day|5 business days", "duration 7 day|7 calendar days", "duration 15 day|15-day"}},
		{"三个SKU", []string{"count 3 each|三个"}},
		{"100元/件 3次/天 ¥19.90/件", []string{"measure 100 CNY/piece|100元/件", "measure 3 occurrence/day|3次/天", "measure 199/10 CNY/piece|¥19.90/件"}},
		{"30×20×10 cm", []string{"measure 30 cm|30", "measure 20 cm|20", "measure 10 cm|10 cm"}},
		{"3 times, 3 times as many, 3倍, 2x, 10-fold", []string{"count 3 occurrence|3 times", "ratio 3 multiple|3 times", "ratio 3 multiple|3倍", "ratio 2 multiple|2x", "ratio 10 multiple|10-fold"}},
		{"of the 57 returned last month", []string{"number 57|57"}},
		{"华东57高于58", []string{"number 57|57", "number 58 above|58"}},
		// shares
		{"12% 12 % 12％ 百分之十二 12 percent 千分之五 0.5‰", []string{"percent 12 percent|12%", "percent 12 percent|12 %", "percent 12 percent|12％", "percent 12 percent|百分之十二", "percent 12 percent|12 percent", "ratio 5 permille|千分之五", "ratio 1/2 permille|0.5‰"}},
		{"12个百分点 1.5 percentage points", []string{"point 12 point|12个百分点", "point 3/2 point|1.5 percentage points"}},
		{"三分之一 1/3 八成 8折 九五折 翻两番 3:1 两成半", []string{"ratio 1/3 ratio|三分之一", "ratio 1/3 ratio|1/3", "ratio 8 tenth|八成", "ratio 8 discount|8折", "ratio 19/2 discount|九五折", "ratio 4 multiple|翻两番", "ratio 3 ratio|3:1", "ratio 5/2 tenth|两成半"}},
		{"two thirds of them, half of them, one-third", []string{"ratio 2/3 ratio|two thirds", "ratio 1/2 ratio|half", "ratio 1/3 ratio|one-third"}},
		// money
		{"$ 1,955 ¥100 €3.5bn US$ 5 million", []string{"money 1955 USD|$ 1,955", "money 100 CNY|¥100", "money 3500000000 EUR|€3.5bn", "money 5000000 USD|US$ 5 million"}},
		{"1200万元 人民币100元 500 RMB USD 1,200.50 3美元", []string{"money 12000000 CNY|1200万元", "money 100 CNY|人民币100元", "money 500 CNY|500 RMB", "money 2401/2 USD|USD 1,200.50", "money 3 USD|3美元"}},
		// bounds
		{"不超过0.5% 不少于3件 至多5次 15天以内 7 天内", []string{"percent 1/2 percent at_most|0.5%", "count 3 piece at_least|3件", "count 5 occurrence at_most|5次", "duration 15 day at_most|15天", "duration 7 day at_most|7 天"}},
		{"within 7 days; at most 5 days; no more than 3 orders; at least 98 %", []string{"duration 7 day at_most|7 days", "duration 5 day at_most|5 days", "count 3 order at_most|3 orders", "percent 98 percent at_least|98 %"}},
		{"≤ 3 ≥ 5 > 6 < 7", []string{"number 3 at_most|3", "number 5 at_least|5", "number 6 above|6", "number 7 below|7"}},
		{"约1200件 大约30% about 5 days 20多个 三十余件 100左右", []string{"count 1200 piece about|1200件", "percent 30 percent about|30%", "duration 5 day about|5 days", "count 20 each above about|20多个", "count 30 piece above about|三十余件", "number 100 about|100"}},
		{"±5% 25 ± 2 ℃ 10±2 mm", []string{"percent 5 percent plus_minus|5%", "measure 25..2 celsius plus_minus|25 ± 2 ℃", "measure 10..2 mm plus_minus|10±2 mm"}},
		{"3–5天 3天到5天 10%~20% 三到五天", []string{"duration 3..5 day range|3–5天", "duration 3..5 day range|3天到5天", "percent 10..20 percent range|10%~20%", "duration 3..5 day range|三到五天"}},
		{"between 3 and 5 days; 3 to 5 days", []string{"duration 3..5 day range|3 and 5 days", "duration 3..5 day range|3 to 5 days"}},
		{"from 8% to 9%，从8%到9%", []string{"percent 8 percent|8%", "percent 9 percent|9%", "percent 8 percent|8%", "percent 9 percent|9%"}},
		{"最近30天内容", []string{"duration 30 day|30天"}},
		// codes and labels
		{"PPR-9087 A123 V2-1 v2.1 SKU-A-12 13812345678 021-555 1.2.3 007 3PL", []string{"code ppr-9087|PPR-9087", "code a123|A123", "code v2-1|V2-1", "code v2.1|v2.1", "code sku-a-12|SKU-A-12", "code 13812345678|13812345678", "code 021-555|021-555", "code 1.2.3|1.2.3", "code 007|007", "code 3pl|3PL"}},
		{"version 2.10，版本 2.1", []string{"code 2.10|2.10", "code 2.1|2.1"}},
		{"Level 1 (1) [2] §3 第5条 第三章 第2.3条 附件3 Section 4", []string{"label 1|1", "label 1|1", "label 2|2", "label 3|3", "label 5条|第5条", "label 3章|第三章", "label 2.3|第2.3条", "label 3|3", "label 4|4"}},
		{"1. 甲\n2、乙\n3) 丙", []string{"label 1|1", "label 2|2", "label 3|3"}},
		{"Ａ１２３", []string{"code a123|Ａ１２３"}},
		{"article 9087", []string{"label 9087|9087"}},
		// ranks
		{"第3名 前三 top 3 第10天 day 7 3rd rank 2 Top10", []string{"ordinal 3|第3名", "ordinal 3 top|前三", "ordinal 3 top|top 3", "ordinal 10 day|第10天", "ordinal 7 day|day 7", "ordinal 3|3rd", "ordinal 2|rank 2", "ordinal 10 top|Top10"}},
		// dates
		{"2026-09-10 2026/9/10 2026.9.10 2026年9月10日 2026 年 9 月 10 号", []string{"date y2026 m9 d10|2026-09-10", "date y2026 m9 d10|2026/9/10", "date y2026 m9 d10|2026.9.10", "date y2026 m9 d10|2026年9月10日", "date y2026 m9 d10|2026 年 9 月 10 号"}},
		{"2026-09-10T18:22:00+08:00 23:30 上午10点 10:30 pm", []string{"date y2026 m9 d10|2026-09-10T18:22:00+08:00", "clock 84600|23:30", "clock 36000|10点", "clock 81000|10:30 pm"}},
		{"September 10, 2026; 10 September 2026; Sept. 10; the 5th of March", []string{"date y2026 m9 d10|September 10, 2026", "date y2026 m9 d10|10 September 2026", "day m9 d10|Sept. 10", "day m3 d5|5th of March"}},
		{"11月5日 March 5 二〇二六年九月十日 九月十日", []string{"day m11 d5|11月5日", "day m3 d5|March 5", "date y2026 m9 d10|二〇二六年九月十日", "day m9 d10|九月十日"}},
		{"3/5/2024 13/5/2024 3/15/2024", []string{"date y2024 m3 d5 ambiguous|3/5/2024", "date y2024 m5 d13|13/5/2024", "date y2024 m3 d15|3/15/2024"}},
		{"2026-02-30", []string{"code 2026-02-30|2026-02-30"}},
		{"2026年9月 9月份 August 2026 2026-08", []string{"month y2026 m9|2026年9月", "month m9|9月份", "month y2026 m8|August 2026", "month y2026 m8|2026-08"}},
		{"Q3 2026Q3 Q3 2026 第三季度 2026年上半年 H1", []string{"quarter p3|Q3", "quarter y2026 p3|2026Q3", "quarter y2026 p3|Q3 2026", "quarter p3|第三季度", "half y2026 p1|2026年上半年", "half p1|H1"}},
		{"2023年 in 2025 (2021) FY19 2026财年 FY2018/19 the 1990s", []string{"year y2023|2023年", "year y2025|2025", "year y2021|2021", "fiscal y2019|FY19", "fiscal y2026|2026财年", "fiscal y2019|FY2018/19", "code 1990s|1990s"}},
		{"You may return 5 items in May", []string{"count 5 piece|5 items", "month m5|May"}},
		{"8月1日至15日，August 1–15, 2026", []string{"day m8 d1|8月1日", "day m8 d15|15日", "date y2026 m8 d1|August 1", "date y2026 m8 d15|15, 2026"}},
		{"3个月 3月", []string{"duration 3 month|3个月", "month m3|3月"}},
	}
	for _, tt := range tests {
		t.Run(tt.in, func(t *testing.T) {
			ms := Find(tt.in)
			var got []string
			for _, m := range ms {
				got = append(got, say(m)+"|"+m.Text)
				if m.Text != tt.in[m.Start:m.End] {
					t.Errorf("offsets %d..%d do not give %q", m.Start, m.End, m.Text)
				}
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
			}
		})
	}
}

func TestTheEndOfAWordIsNoLabel(t *testing.T) {
	for in, kind := range map[string]Kind{"amount paid: 3743.01 USD": Money, "id: 3743": Code, "付款额：3743.01 元": Money} {
		found := Find(in)
		if len(found) != 1 || found[0].Kind != kind && !(kind == Code && found[0].Kind == Label) {
			t.Errorf("%q: %+v, want one %s", in, found, kind)
		}
	}
}
