package ingest

import (
	"testing"

	"github.com/casefile/casefile"
)

func date(t *testing.T, s string) casefile.Date {
	t.Helper()
	if s == "" {
		return casefile.Date{}
	}
	var d casefile.Date
	if err := d.UnmarshalText([]byte(s)); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTell(t *testing.T) {
	for _, tt := range []struct {
		name, title, file, text string
		version, from           string
		evidence                bool
	}{
		{"a first text says when", "登记办法", "登记办法", "# 登记办法\n2016年3月16日 大会通过\n第一条 为了登记。\n第九条 本办法自2016年9月1日起施行。\n", "2016-03-16", "2016-09-01", true},
		{"an amended text keeps its old sentence", "登记办法", "登记办法", "# 登记办法\n2016年3月16日 大会通过\n2023年12月29日 会议《关于修改〈登记办法〉的决定》修正）\n第一条 为了登记。\n第九条 本办法自2016年9月1日起施行。\n", "2023-12-29", "2023-12-29", true},
		{"revised with a day of its own", "登记办法", "登记办法", "# 登记办法\n2006年4月29日 通过\n2022年9月2日 修订\n第一条 总则\n第八十一条 本办法自2023年1月1日起施行。\n", "2022-09-02", "2023-01-01", true},
		{"history in brackets on one line", "章程", "章程", "# 章程\n（1985年1月21日第九次会议通过 根据1993年12月29日决定第一次修正 2024年6月28日第十次会议修正）\n第一条 目的\n", "2024-06-28", "2024-06-28", true},
		{"upon publication", "放假办法", "放假办法", "# 放假办法\n1949年12月23日 发布\n2024年11月10日 修订）\n第一条 节日\n第八条 本办法自公布之日起施行。\n", "2024-11-10", "2024-11-10", true},
		{"a later day in the name", "细则", "细则(2010-01-09)", "# 细则\n2001年6月15日 公布\n第一条 目的\n第二条 本细则自2001年7月1日起施行。\n", "2010-01-09", "2010-01-09", true},
		{"Han digits", "规定", "规定", "# 规定\n二〇二四年六月二十八日 修订\n第一条 目的\n", "2024-06-28", "2024-06-28", true},
		{"label", "规定", "规定", "# 规定\n生效日期：2024/7/1\n正文。\n", "2024-07-01", "2024-07-01", true},
		{"a clause about another text", "规定", "规定", "# 规定\n第一条 依照自2018年1月1日起施行的办法处理。\n第二条 合同自2019年1月1日生效的，照旧。\n", "", "", false},
		{"English", "Travel policy", "travel-policy-v3", "# Travel policy\n\nAdopted on 1 March 2023; amended 12 June 2024\n\nThis policy is effective from July 1st, 2024.\n", "3", "2024-07-01", true},
		{"English, old sentence kept", "Travel policy", "travel", "# Travel policy\n\nAdopted on 1 March 2023; amended 12 June 2024\n\nThis policy takes effect on 1 April 2023.\n", "2024-06-12", "2024-06-12", true},
		{"a number of an edition", "员工手册（2023版）", "x", "正文", "2023", "", true},
		{"a day in the name alone", "周报", "周报 2024-06-28", "# 周报\n本周一切正常。\n", "2024-06-28", "2024-06-28", false},
		{"a body line that begins with a day", "周报", "周报", "# 周报\n## 进展\n2024年6月28日 公布了结果。\n", "", "", false},
		{"no day at all", "A", "a", "It depends.", "", "", false},
		{"not a day", "A", "a(2024-02-31)", "2024年2月31日 通过", "", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tell(tt.title, tt.file, tt.text)
			from, _ := got.from()
			if got.version() != tt.version || from != date(t, tt.from) || got.evidence() != tt.evidence {
				t.Errorf("version %q from %s evidence %v, want %q from %q evidence %v (%+v)", got.version(), from, got.evidence(), tt.version, tt.from, tt.evidence, got)
			}
		})
	}
}

func TestBareName(t *testing.T) {
	for _, tt := range []struct{ name, base, label, day string }{
		{"会计法(2024-06-28)", "会计法", "", "2024-06-28"},
		{"policy-v2", "policy", "2", ""},
		{"Policy v2.10", "Policy", "2.10", ""},
		{"员工手册（2023年修订）", "员工手册", "2023", ""},
		{"手册_20240628", "手册", "", "2024-06-28"},
		{"手册 第3版", "手册", "3", ""},
		{"guide-v2-2024-01-05", "guide", "2", "2024-01-05"},
		{"covid19", "covid19", "", ""},
		{"v2", "v2", "", ""},
		{"2024-06-28", "2024-06-28", "", ""},
		{"ISO 9001", "ISO 9001", "", ""},
	} {
		base, label, day := bareName(tt.name)
		if base != tt.base || label != tt.label || day != date(t, tt.day) {
			t.Errorf("%s: %q %q %s, want %q %q %q", tt.name, base, label, day, tt.base, tt.label, tt.day)
		}
	}
}

func FuzzTell(f *testing.F) {
	f.Add("t(2024-01-01)", "# t\n2024年1月1日 通过\n第一条 本法自2024年7月1日起施行。")
	f.Add("v", "（二〇二四年十月一日修正 2020-1-1 updated)")
	f.Fuzz(func(t *testing.T, title, s string) {
		got := tell(title, title, s)
		if from, why := got.from(); from.IsZero() != (why == "") {
			t.Errorf("from %s without a reason, or the other way round: %q", from, why)
		}
	})
}
