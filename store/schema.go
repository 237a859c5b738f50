package store

// format is bumped whenever the tables or the analyser change: an index of another format is refused, and made
// again from the documents by the next ingestion.
const format = 6

// One file holds one namespace. A chunk's id is its version's id << 20 with the number of the
// chunk, so that a passage's id leads to its version without a look-up. Ids of versions, pieces and bundles are
// never given again: what lies in memory by id is good for as long as the row is there.
// acl lists are kept once each, and days as numbers: the scope is then three comparisons a version.
//
// The keyword index (piece, postings) and the vectors (bundle, vector) know passages by their versions only: a
// version that is gone or out of scope takes its postings and vectors out of every search with it.
const schema = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE acl (id INTEGER PRIMARY KEY, terms TEXT NOT NULL UNIQUE);
CREATE TABLE acl_term (term TEXT NOT NULL, acl INTEGER NOT NULL REFERENCES acl(id), PRIMARY KEY (term, acl)) WITHOUT ROWID;
CREATE TABLE version (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	acl INTEGER NOT NULL REFERENCES acl(id),
	first_day INTEGER NOT NULL,
	last_day INTEGER NOT NULL,
	kind TEXT NOT NULL,
	tags TEXT NOT NULL,
	doc TEXT NOT NULL,
	version TEXT NOT NULL,
	to_day INTEGER NOT NULL,
	title TEXT NOT NULL,
	path TEXT NOT NULL UNIQUE,
	authority TEXT NOT NULL,
	freshness TEXT NOT NULL,
	author TEXT NOT NULL,
	supersedes TEXT NOT NULL,
	published TEXT NOT NULL,
	period TEXT NOT NULL,
	grade REAL NOT NULL,
	hash TEXT NOT NULL,
	stamp TEXT NOT NULL,
	degraded TEXT NOT NULL,
	chunks INTEGER NOT NULL,
	length INTEGER NOT NULL,
	orders TEXT NOT NULL,
	UNIQUE (doc, version)
);
CREATE TABLE section (
	version INTEGER NOT NULL REFERENCES version(id),
	n INTEGER NOT NULL,
	id TEXT NOT NULL,
	heading TEXT NOT NULL,
	level INTEGER NOT NULL,
	start INTEGER NOT NULL,
	stop INTEGER NOT NULL,
	PRIMARY KEY (version, n)
) WITHOUT ROWID;
CREATE TABLE chunk (
	id INTEGER PRIMARY KEY,
	section INTEGER NOT NULL,
	n INTEGER NOT NULL,
	start INTEGER NOT NULL,
	stop INTEGER NOT NULL,
	page INTEGER NOT NULL,
	locator TEXT NOT NULL,
	untrusted INTEGER NOT NULL,
	head TEXT NOT NULL,
	gap TEXT NOT NULL,
	text TEXT NOT NULL,
	blanked TEXT NOT NULL
);
CREATE TABLE space (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL);
CREATE TABLE bundle (id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL REFERENCES space(id), runs BLOB NOT NULL, codes BLOB NOT NULL);
CREATE TABLE vector (id INTEGER PRIMARY KEY, block BLOB NOT NULL);
CREATE TABLE piece (id INTEGER PRIMARY KEY AUTOINCREMENT, passages INTEGER NOT NULL, runs BLOB NOT NULL, lengths BLOB NOT NULL, firsts BLOB NOT NULL);
CREATE TABLE postings (id INTEGER PRIMARY KEY, block BLOB NOT NULL);
`

const (
	// Days count from 1970-01-01; open ends lie beyond any day that can be written.
	openFirst = -10_000_000
	openLast  = 10_000_000
	neverLast = -20_000_000
	// perVersion is how many chunks a version may have.
	perVersion = 1 << 20
)
