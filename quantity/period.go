package quantity

import (
	"slices"
	"time"

	"github.com/casefile/casefile"
)

// A PeriodKind says how a period was worded.
type PeriodKind string

// The kinds of wording.
const (
	Named    PeriodKind = "named"    // 2026年9月, Q3, August, a date
	Relative PeriodKind = "relative" // 昨天, 上个月, this year, year to date
	Rolling  PeriodKind = "rolling"  // 最近30天, past three months, 过去三个季度
	Span     PeriodKind = "range"    // 8月1日到8月15日, from March to May
	Since    PeriodKind = "since"    // since March, 9月1日以来, 去年至今
	Until    PeriodKind = "until"    // 截至8月15日, before March; the period has no first day
	Compare  PeriodKind = "compare"  // 去年同期, 同比, 环比: the period that another one is compared with
)

// The granularities of a period, finest first.
const (
	ByDay     = "day"
	ByWeek    = "week"
	ByMonth   = "month"
	ByQuarter = "quarter"
	ByHalf    = "half_year"
	ByYear    = "year"
)

// PeriodOptions is how a workspace counts days. The zero value counts every day.
type PeriodOptions struct {
	BusinessDays bool            // 昨天 and 前天 count working days only: Monday to Friday without Holidays
	Holidays     []casefile.Date // days off, used with BusinessDays
}

// A PeriodMention is words that name a run of days.
//
// Meanings. A day is a day of the clock's zone. 最近 N 天 (past N days; N 周 are 7N days) ends with today. 近 N 个月 and
// 近 N 年 run from the day after the same day N months back to today; 半年 is six months. N quarters are the
// N last complete quarters, and 上/前 N 个… ("previous N months") are whole units before the running one.
// 上个月, last week and their like are whole calendar units, weeks begin on Monday. 本月, this year and their
// like run from the unit's first day to today; so do year to date and 今年以来. A unit named by its number (2026年9月, Q3) is whole, also
// when it runs still. Without a year it is the latest that has begun by today; the end of a range is the
// first after its start. 前三季度 are the first three quarters of the year. 去年同期 and 同比 are the same dates a year earlier
// (the same whole unit, for a whole unit) of the period named before it, else of the one named after
// it, else of this month to date; 环比 is the unit, or the run of as many days, before that one.
type PeriodMention struct {
	Period      casefile.Period
	Granularity string
	Label       string // short and free of language: 2026-08, 2026-Q3, 2026-08-01..2026-08-15
	Kind        PeriodKind
	Start, End  int // byte offsets, prepositions such as 从 and since included
	Text        string
	Running     bool // days after the clock's day belong to it
}

// Periods returns the periods that s names, in order and without overlap; of overlapping readings
// the longest counts. What UnreadPeriods gives is none. Durations that name no days ("15 天内", "within 7 days of delivery") are none.
func Periods(s string, now time.Time, opt PeriodOptions) []PeriodMention {
	t := fold(s)
	p := newPeriods(t, now, opt)
	p.scan()
	p.ranges()
	p.compare()
	out := make([]PeriodMention, 0, len(p.spans))
	for _, sp := range p.spans {
		out = append(out, PeriodMention{
			Period: sp.days, Granularity: sp.gran, Label: label(sp), Kind: sp.kind,
			Start: t.off[sp.start], End: t.off[sp.end], Text: t.slice(sp.start, sp.end),
			Running: sp.kind != Compare && !sp.days.To.IsZero() && sp.days.To.Compare(p.today) > 0 && sp.days.From.Compare(p.today) <= 0,
		})
	}
	return out
}

func newPeriods(t *text, now time.Time, opt PeriodOptions) *periods {
	return &periods{finder: t.find(), today: casefile.DateOf(now), opt: opt}
}

// A span is a period in the making.
type span struct {
	start, end int // runes
	kind       PeriodKind
	gran       string
	days       casefile.Period
	bare       *Mention // a calendar mention without its year, to be resolved
	whole      bool     // days are whole units of gran
	cmp        string   // year, month or prior
	year       int      // of a comparison with the same dates of a year named
}

type periods struct {
	*finder
	today  casefile.Date
	opt    PeriodOptions
	spans  []span
	unread []span // words that name a period, and none can be told
	next   int    // index of the next calendar mention
}

// scan collects single periods from left to right.
func (p *periods) scan() {
	marks := p.out
	for i := 0; i < len(p.r); {
		for p.next < len(marks) && marks[p.next].first < i {
			p.next++
		}
		if sp, ok := p.at(i); ok {
			if sp.kind == unread {
				p.unread = append(p.unread, sp)
			} else {
				p.spans = append(p.spans, sp)
			}
			i = sp.end
			continue
		}
		if isLetter(p.r[i]) {
			for isAlnum(p.at1(i)) {
				i++
			}
			continue
		}
		i++
	}
}

func (p *periods) at1(i int) rune { return p.text.at(i) }

// at reads the period that begins at i.
func (p *periods) at(i int) (span, bool) {
	if sp, ok := p.partOf(i); ok {
		return sp, true
	}
	if sp, ok := p.noDay(i); ok {
		return sp, true
	}
	if ph, end, ok := p.phraseAt(i); ok {
		switch ph.class {
		case "blocked":
			return span{}, false
		case "rolling", "complete", "future":
			if sp, ok := p.counted(i, end, ph.class); ok {
				return sp, true
			}
			if sp, ok := p.lastNamed(i, end, ph.class); ok {
				return sp, true
			}
		case "compare":
			return span{start: i, end: end, kind: Compare, cmp: ph.unit}, true
		case "todate":
			u := p.unit(ph.unit, 0)
			return span{start: i, end: end, kind: Relative, gran: granularity(ph.unit), days: casefile.Period{From: u.From, To: p.today}}, true
		default:
			if sp, ok := p.relative(i, end, ph); ok {
				return sp, true
			}
			return span{}, false
		}
	}
	if sp, ok := p.ago(i); ok {
		return sp, true
	}
	if sp, ok := p.monthRange(i); ok {
		return sp, true
	}
	if sp, ok := p.dayRange(i); ok {
		return sp, true
	}
	if p.next < len(p.out) && p.out[p.next].first == i {
		return p.named(p.out[p.next])
	}
	return span{}, false
}

// unit returns the calendar unit that lies n units from the one that holds today.
func (p *periods) unit(unit string, n int) casefile.Period {
	return unitAround(unit, p.today, n)
}

func unitAround(unit string, d casefile.Date, n int) casefile.Period {
	switch unit {
	case "day":
		d = d.AddDays(n)
		return casefile.Period{From: d, To: d}
	case "week":
		wd := (int(d.In(time.UTC).Weekday()) + 6) % 7
		from := d.AddDays(7*n - wd)
		return casefile.Period{From: from, To: from.AddDays(6)}
	case "month":
		return months(d.Year, int(d.Month)+n, 1)
	case "quarter":
		return months(d.Year, (int(d.Month)-1)/3*3+1+3*n, 3)
	case "half":
		return months(d.Year, (int(d.Month)-1)/6*6+1+6*n, 6)
	}
	return months(d.Year+n, 1, 12)
}

// months returns count whole months from a month on; the month may lie outside 1 to 12.
func months(year, month, count int) casefile.Period {
	from := casefile.DateOf(time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC))
	next := casefile.DateOf(time.Date(year, time.Month(month+count), 1, 0, 0, 0, 0, time.UTC))
	return casefile.Period{From: from, To: next.AddDays(-1)}
}

func granularity(unit string) string {
	if unit == "half" {
		return ByHalf
	}
	return unit
}

// sameDayBack returns the day n months before d, the last of its month when that is shorter.
func sameDayBack(d casefile.Date, n int) casefile.Date {
	first := time.Date(d.Year, d.Month-time.Month(n), 1, 0, 0, 0, 0, time.UTC)
	y, m := first.Year(), int(first.Month())
	return casefile.Date{Year: y, Month: time.Month(m), Day: min(d.Day, daysIn(y, m))}
}

// businessDay returns the n-th working day before today.
func (p *periods) businessDay(n int) casefile.Date {
	d := p.today
	for range 400 {
		if n == 0 {
			break
		}
		d = d.AddDays(-1)
		if wd := d.In(time.UTC).Weekday(); wd != time.Saturday && wd != time.Sunday && !slices.Contains(p.opt.Holidays, d) {
			n--
		}
	}
	return d
}

// label names the days of a span.
func label(sp span) string {
	d := sp.days
	if sp.whole && !d.From.IsZero() {
		switch sp.gran {
		case ByMonth:
			return d.From.String()[:7]
		case ByQuarter:
			return d.From.String()[:4] + "-Q" + string(rune('1'+(int(d.From.Month)-1)/3))
		case ByHalf:
			return d.From.String()[:4] + "-H" + string(rune('1'+(int(d.From.Month)-1)/6))
		case ByYear:
			return d.From.String()[:4]
		}
	}
	if d.From == d.To {
		return d.From.String()
	}
	return d.String()
}
