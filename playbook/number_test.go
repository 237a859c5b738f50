package playbook

import (
	"strings"
	"testing"
)

func TestInNumber(t *testing.T) {
	for _, tc := range []struct {
		in, word string
		want     bool
	}{
		{"freight 11413.35 USD", "11413", true},
		{"freight 11413.35 USD", "35", true},
		{"orders 10248,10250", "10248", false},
		{"orders 10248,10250", "10250", false},
		{"units 11,413 sold", "413", true},
		{"units 11,413 sold", "11", true},
		{"order 10248.", "10248", false},
		{"order 10248, 300 units", "10248", false},
		{"A1.5", "5", true},
		{"10248", "10248", false},
	} {
		at := strings.Index(tc.in, tc.word)
		if got := InNumber(tc.in, at, at+len(tc.word)); got != tc.want {
			t.Errorf("%q in %q: %v, want %v", tc.word, tc.in, got, tc.want)
		}
	}
}
