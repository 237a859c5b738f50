package generate

import "testing"

// What somebody is said to have said is asked without that; the amounts of a question for yes or no are no part of what is looked for.
func TestHearsay(t *testing.T) {
	for q, want := range map[string]string{
		"In the meeting someone said the noise limit of hall A is 5 decibels. Is it?": "the noise limit of hall A is 5 decibels",
		"The forum says that opened books can be swapped. Is that true?":              "opened books can be swapped",
		"I heard from a friend that books can be swapped.":                            "books can be swapped.",
		"听说外借的图书可以换，是真的吗？":                                                            "外借的图书可以换",
		"会议上有人说东馆的噪声上限是5分贝，对吗？":                                                       "东馆的噪声上限是5分贝",
		"Who said that books can be swapped?":                                         "Who said that books can be swapped?",
		"图书可以换吗？":                                                                     "图书可以换吗？",
		"有人说对吗？":                                                                      "有人说对吗？", // nothing is left of it
	} {
		if got := claimed(q); got != want {
			t.Errorf("%q: %q, want %q", q, got, want)
		}
	}
	for q, want := range map[string]string{
		"Can opened books be swapped within 15 days?": "Can opened books be swapped within  ?",
		"Why may books be swapped within 15 days?":    "Why may books be swapped within 15 days?",
		"图书只有 7 天可以换吗？":                               "图书只有  可以换吗？",
		"图书换 2 次要多少天？":                                "图书换 2 次要多少天？",
	} {
		if got := withoutPremise(q, q); got != want {
			t.Errorf("%q: %q, want %q", q, got, want)
		}
	}
}
