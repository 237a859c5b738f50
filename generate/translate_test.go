package generate

import (
	"slices"
	"testing"

	casefile "github.com/casefile/casefile"
)

// library answers a question over passages of a search, in the order found, and returns what is told.
func library(t *testing.T, question string, passages ...string) []string {
	t.Helper()
	w, err := New(Rules{Tools: []casefile.ToolSpec{{Name: "search_documents", Search: true}}})
	if err != nil {
		t.Fatal(err)
	}
	c := opened(question)
	c.Plan.Needs = []casefile.Need{{Text: question, Kind: casefile.DocumentKind}}
	var found []casefile.Evidence
	for _, p := range passages {
		found = append(found, casefile.Evidence{Text: p, Source: &casefile.Source{DocID: "d", Title: "d", Chunk: p}})
	}
	add(&c, casefile.Step{ID: "search", Tool: "search_documents"}, casefile.OK, found...)
	a, err := w.Generate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, cl := range a.Claims {
		out = append(out, cl.Text)
	}
	return out
}

// A passage in the other language is known by common words, with no list of the workspace's own.
func TestTellsAcrossLanguages(t *testing.T) {
	for _, tc := range []struct {
		q    string
		from []string
		want []string
	}{
		{"How long is a library card valid?", []string{"外借的图书请爱护。", "借书证自办理之日起 36 个月内有效。", "Visitors leave their coats at the card desk."}, []string{"借书证自办理之日起 36 个月内有效。"}},
		{"Is damage from a fall covered by the warranty?", []string{"跌落造成的损坏不在保修范围内。", "开馆时间为 9 点。"}, []string{"跌落造成的损坏不在保修范围内。"}},
		{"会议室怎么预订？", []string{"Meeting rooms are booked at the front desk.", "The canteen is closed on Sundays."}, []string{"Meeting rooms are booked at the front desk."}},
		{"Does the library sell cars?", []string{"The library has 50 seats.", "图书馆有 50 个座位。"}, nil},
	} {
		if got := library(t, tc.q, tc.from...); !slices.Equal(got, tc.want) {
			t.Errorf("%s\n got %q\nwant %q", tc.q, got, tc.want)
		}
	}
}

// Where a number is asked for, sentences with one go before those without.
func TestTellsTheFigureAskedFor(t *testing.T) {
	for _, tc := range []struct {
		q    string
		from []string
		want []string
	}{
		{"外借的图书可以续借几天？", []string{"外借的图书可以续借，逾期的图书不可以续借。", "图书续借一次延长 15 天。"}, []string{"图书续借一次延长 15 天。"}},
		{"How much does the renewal of a book cost?", []string{"The renewal of a book has a cost for readers.", "The renewal of a book is free of charge."}, []string{"The renewal of a book is free of charge."}},
	} {
		if got := library(t, tc.q, tc.from...); !slices.Equal(got, tc.want) {
			t.Errorf("%s\n got %q\nwant %q", tc.q, got, tc.want)
		}
	}
}
