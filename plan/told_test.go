package plan

import (
	"testing"

	casefile "github.com/casefile/casefile"
)

// library is a workspace with records that a number names, rankings by two measures, and a narrow search beside a wide one.
func library(t *testing.T) *Planner {
	t.Helper()
	period := casefile.Param{Name: "period", Type: "period"}
	branch := casefile.Param{Name: "branch", Type: "enum", Entity: "branch", Values: []string{"Harbour", "Castle"}}
	shelf := casefile.Param{Name: "shelf", Type: "enum", Entity: "shelf", Values: []string{"poetry", "travel"}}
	loan := casefile.Param{Name: "loan", Type: "identifier", Kind: "loan", Pattern: `L\d{4}`, Required: true,
		Ask: map[casefile.Lang]string{casefile.Chinese: "哪一笔借阅？", casefile.English: "Which loan?"}}
	book := casefile.Param{Name: "books", Type: "identifier", Kind: "book", Pattern: `B-\d{4}`, List: true}
	n := casefile.Param{Name: "n", Type: "integer", Meaning: "取前几名"}
	loanCol := casefile.Column{Name: "loan", Type: "identifier", Title: "借阅号", TitleEN: "loan", Entity: "loan"}
	bookCol := casefile.Column{Name: "book", Type: "identifier", Title: "图书", TitleEN: "book", Entity: "book"}
	branchCol := casefile.Column{Name: "branch", Type: "text", Title: "分馆", TitleEN: "branch", Entity: "branch"}
	loans := casefile.Column{Name: "loans", Type: "integer", Title: "借出次数", TitleEN: "loans"}
	rating := casefile.Column{Name: "rating", Type: "decimal", Title: "评分", TitleEN: "rating"}
	p, err := New(Rules{
		Tools: []casefile.ToolSpec{
			{Name: "get_fine", Does: "查询一笔借阅的罚款。Looks up the fine of one loan.", Words: []string{"罚款", "fine"},
				Params: []casefile.Param{loan}, Gives: []casefile.Column{loanCol, {Name: "fine", Type: "decimal", Title: "罚款", TitleEN: "fine"}}},
			{Name: "get_loan", Does: "查询一笔借阅：借的书、借出和到期的日子。Looks up one loan: its book, when it was lent and when it is due.", Words: []string{"借阅", "borrowed"},
				Params: []casefile.Param{loan}, Gives: []casefile.Column{loanCol, bookCol, {Name: "lent_on", Type: "date", Title: "借出日"}, {Name: "due_on", Type: "date", Title: "到期日"}}},
			{Name: "list_my_loans", Does: "列出提问者自己的借阅。Lists the asker's own loans.", Words: []string{"我的借阅", "my loans"},
				Params: []casefile.Param{period, shelf}, Gives: []casefile.Column{loanCol, bookCol}},
			{Name: "loans_by_branch", Does: "按分馆汇总借出次数。Loans by branch.", Words: []string{"借出", "lent"},
				Params: []casefile.Param{period, branch, shelf}, Gives: []casefile.Column{branchCol, loans}},
			{Name: "loans_in_all", Does: "统计全馆借出次数。Counts what was lent in all.", Words: []string{"借出", "lent", "loans"},
				Params: []casefile.Param{period}, Gives: []casefile.Column{{Name: "loans", Type: "integer", Title: "借出次数", TitleEN: "loans"}}},
			{Name: "losses_by_cause", Does: "按原因统计丢失的书。Lost books by cause.", Words: []string{"丢失的原因", "丢了多少", "lost"},
				Params: []casefile.Param{period, branch}, Gives: []casefile.Column{{Name: "cause", Type: "text", Title: "原因", TitleEN: "cause"}, {Name: "lost", Type: "integer", Title: "丢失册数"}}},
			{Name: "top_by_loans", Does: "按借出次数给图书排名。Ranks books by loans.", Words: []string{"top books", "排名"},
				Params: []casefile.Param{period, shelf, n}, Gives: []casefile.Column{bookCol, loans, rating}},
			{Name: "top_by_rating", Does: "按评分给图书排名。Ranks books by rating.", Words: []string{"best rated", "评分最高"},
				Params: []casefile.Param{period, shelf, n}, Gives: []casefile.Column{bookCol, rating, loans}},
			{Name: "publisher_of", Does: "查询图书由哪家出版社出版。Which publisher a book is from.", Words: []string{"哪家出版社", "which publisher", "publisher of"},
				Params: []casefile.Param{book}, Gives: []casefile.Column{bookCol, {Name: "publisher", Type: "text", Title: "出版社", TitleEN: "publisher"}}},
			{Name: "pages_of", Does: "查询图书的页数。The pages of a book.", Words: []string{"几页", "pages"},
				Params: []casefile.Param{{Name: "book", Type: "identifier", Kind: "book", Pattern: `B-\d{4}`, Required: true,
					Ask: map[casefile.Lang]string{casefile.Chinese: "哪一本书？", casefile.English: "Which book?"}}},
				Gives: []casefile.Column{bookCol, {Name: "pages", Type: "integer", Title: "页数", TitleEN: "number of pages"}}},
			{Name: "search_rules", Search: true, Kinds: []string{"rule"}, Does: "在规定中查条款。Searches the rules.", Not: "不含通知。No notices.", Words: []string{"规定", "rules", "apply to"}, Params: searchParams()},
			{Name: "search_documents", Search: true, Does: "查全部文档。Searches all documents.", Words: []string{"通知", "notices"}, Params: searchParams()},
		},
		Identifiers: map[string]string{"loan": `L\d{4}`, "book": `B-\d{4}`},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWhereALibraryLooks(t *testing.T) {
	p := library(t)
	for q, want := range map[string]string{
		// a record is named: it is looked up, whatever is said of it
		"L1042":                                     "get_loan",
		"On what day did L1042 go out?":             "get_loan",
		"L1042 罚款多少":                                "get_fine",
		"L1042 not the book, just the fine":         "get_fine",
		"L1042 不问罚款，哪天借出的":                          "get_loan",
		"Forget the fine, when was L1042 borrowed?": "get_loan",
		// one is pointed at
		"which publisher is that book from?": "asks",
		"这本书是哪家出版社的":                         "publisher_of", // 本 points at no kind that is known
		"这一单罚款多少":                            "asks",
		"那个图书是哪家出版社的":                        "asks",
		// which measure a ranking goes by
		"top books by rating":          "top_by_rating",
		"top books of poetry by loans": "top_by_loans",
		"按评分排名前五的图书":                   "top_by_rating",
		// all things of a kind
		"How do the branches compare by loans in July?": "loans_by_branch",
		"分馆之间7月借出比一比":                                   "loans_by_branch",
		"poetry lent at the Harbour this year, roughly": "loans_by_branch",
		// causes on record
		"losses of the Harbour in July by cause":      "losses_by_cause",
		"how many were lost in July because of damp?": "losses_by_cause",
		// why there is none, rows do not tell
		"why was no book lent at the Harbour in July?":   "search_documents",
		"why are there no loans at the Harbour in July?": "search_documents",
		"为什么 Harbour 7月没有借出？":                            "search_documents",
		"Harbour 7月没有借出的原因是什么":                           "search_documents",
		// rows are held against a rule
		"Was the Harbour within the limit for loans in July?": "loans_by_branch search_documents",
		"Harbour 7月借出次数达不达标":                                  "loans_by_branch search_documents",
		// no document foretells figures
		"下个月会丢失多少册": "losses_by_cause",
		"下个月闭馆几天":   "search_documents",
		// two things are asked
		"How many were lent at the Harbour in July, and when does the garden close?": "loans_by_branch search_documents",
		// documents
		"What is meant by lost?":                                "search_documents",
		"My travel guide got wet, what do the rules say?":       "search_rules",
		"Do the rules on the Castle's reading room permit tea?": "search_rules",
		"Do the notices apply to children?":                     "search_documents",
		"Do the rules apply to children?":                       "search_rules",
	} {
		plan := planOf(t, p, q)
		got := toolsOf(plan)
		if plan.Reply != nil && plan.Reply.Status == casefile.NeedsInput {
			got = "asks"
		}
		if got != want {
			t.Errorf("%s: %s, want %s (%s)", q, got, want, plan.Why)
		}
	}
}
