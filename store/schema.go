package store

// format is bumped whenever the tables or the analyser change: an index of another format is refused.
const format = 3

// One file holds one namespace. A chunk's id is its version's id << 20 with the number of the
// chunk, so that a row of the keyword index leads to its version without a look-up of the chunk.
// acl lists are kept once each, and days as numbers: the scope is then three comparisons a row.
//
// The keyword index holds each term of a passage and of what stands above it (title, headings,
// ids) once, once more with markTwice where the passage has it again, and once more with
// markAbove where it stands above: enough to rank a first cut without reading a passage.
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
	length INTEGER NOT NULL,
	head TEXT NOT NULL,
	gap TEXT NOT NULL,
	text TEXT NOT NULL
);
CREATE TABLE space (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL);
CREATE TABLE bundle (id INTEGER PRIMARY KEY AUTOINCREMENT, space INTEGER NOT NULL REFERENCES space(id), runs BLOB NOT NULL, codes BLOB NOT NULL);
CREATE TABLE vector (id INTEGER PRIMARY KEY, block BLOB NOT NULL);
CREATE VIRTUAL TABLE word USING fts5(terms, content='', contentless_delete=1, detail=none, tokenize='ascii');
INSERT INTO word (word, rank) VALUES ('hashsize', 8388608);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(word, 'row');
`

const (
	// Days count from 1970-01-01; open ends lie beyond any day that can be written.
	openFirst = -10_000_000
	openLast  = 10_000_000
	neverLast = -20_000_000
	// perVersion is how many chunks a version may have.
	perVersion = 1 << 20
)
