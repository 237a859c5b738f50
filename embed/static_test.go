package embed

import (
	"context"
	"math"
	"testing"
)

func TestStaticTellsLikeFromUnlike(t *testing.T) {
	s := NewStatic()
	for _, tt := range []struct{ name, text, like, unlike string }{
		{"Chinese", "签收之后多少天可以退货", "无理由退货的期限", "服务器内存不足"},
		{"English", "how long do I have to return goods", "the period for returning goods", "the server ran out of memory"},
		{"Chinese to English", "员工病假工资怎么算", "sick pay of employees", "network bandwidth limits"},
		{"English to Chinese", "employee sick leave", "员工病假", "网络带宽限制"},
		{"traditional", "員工的薪資", "员工工资", "网络带宽"},
		{"full width and case", "ＥＭＰＬＯＹＥＥ salary", "employee salary", "network bandwidth"},
	} {
		if a, b := s.Similar(tt.text, tt.like), s.Similar(tt.text, tt.unlike); a <= b+.1 {
			t.Errorf("%s: %.2f for the like, %.2f for the unlike", tt.name, a, b)
		}
	}
}

func TestStaticVectors(t *testing.T) {
	s := NewStatic()
	texts := []string{"退货", "", "!!! …", "\xff\xfe", "😀", "xylophonist", "a", "字", "PPR-9087 退货 return 2024"}
	vs, err := s.Embed(context.Background(), texts)
	if err != nil || len(vs) != len(texts) {
		t.Fatal(len(vs), err)
	}
	for i, v := range vs {
		if len(v) != s.Dim() {
			t.Fatalf("%q: %d numbers", texts[i], len(v))
		}
		var sum float64
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		zero := i >= 1 && i <= 4
		if zero && sum != 0 || !zero && math.Abs(sum-1) > 1e-5 {
			t.Errorf("%q: length² %f", texts[i], sum)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Embed(done, texts); err == nil {
		t.Error("a cancelled context gives vectors")
	}
}

func BenchmarkStaticShort(b *testing.B) {
	s := NewStatic()
	texts := []string{"签收后多少天内可以无理由退货", "how many days do I have to return an opened item"}
	for i := 0; b.Loop(); i++ {
		s.Embed(context.Background(), texts[i%2:i%2+1])
	}
}
