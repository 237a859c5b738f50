package casefile

// Entities asks a store for the passages that hang together with what a text names: its identifiers, the names of the
// workspace's dictionary, and the headings, table keys and defined terms of the documents in scope.
type Entities struct {
	Text    string   // a question
	Kinds   []string // document kinds; empty: all
	Tags    []string // a document has one of these; empty: all
	NotDocs []string // ids of documents that are left out
	Limit   int      // 0 means 50
}

// A LinkKind says by what one thing of the entity graph leads to another.
type LinkKind string

// The kinds of link. Each is read from documents or from a declared reference table, never from transactions.
const (
	LinkDefines   LinkKind = "defines"   // the passage says what the entity is
	LinkHeading   LinkKind = "heading"   // the passage stands under a heading that names it
	LinkKey       LinkKind = "key"       // the entity is the key of a row of the passage's table
	LinkMentions  LinkKind = "mentions"  // the passage names it
	LinkRow       LinkKind = "row"       // both stand in one row of a table, or in one definition
	LinkBeside    LinkKind = "beside"    // both stand in one passage
	LinkReference LinkKind = "reference" // a declared reference table joins the two
	LinkRefers    LinkKind = "refers"    // the passage refers to the section
)

// A Link is one step on the way from what a question names to a passage. To is empty where the step ends at the passage.
type Link struct {
	From string   `json:"from"`
	By   LinkKind `json:"by"`
	To   string   `json:"to,omitempty"`
	Of   string   `json:"of,omitempty"` // the reference table, where one joins them
}
