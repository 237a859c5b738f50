package tool

import (
	"container/list"
	"slices"
	"strings"
	"sync"

	casefile "github.com/casefile/casefile"
)

// Bounds of a cache.
const (
	cacheEntries = 512
	cacheCells   = 200_000 // over all entries
)

// A Cache keeps results of declared functions for a day. An entry is found only by the same
// scope, function and arguments, on the same day, while the database's file is unchanged.
// It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	order list.List // of *cached, the one used last in front
	byKey map[string]*list.Element
	cells int
}

// NewCache returns an empty cache.
func NewCache() *Cache { return &Cache{byKey: map[string]*list.Element{}} }

type cached struct {
	key, stamp string
	result     casefile.Result
	cells      int
}

// A cacheKey says what makes two calls the same.
type cacheKey struct {
	scope, function, sql, args, day, freshness string
}

func (k cacheKey) String() string {
	return strings.Join([]string{k.scope, k.function, k.sql, k.args, k.day, k.freshness}, "\x00")
}

// find returns a result that is still good, marked as cached.
func (c *Cache) find(k cacheKey, stamp string) (casefile.Result, bool) {
	if c == nil || stamp == "" {
		return casefile.Result{}, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[k.String()]
	if !ok {
		return casefile.Result{}, false
	}
	hit := e.Value.(*cached)
	if hit.stamp != stamp {
		c.drop(e)
		return casefile.Result{}, false
	}
	c.order.MoveToFront(e)
	r := clone(hit.result)
	r.Cached = true
	return r, true
}

// keep stores a result under the stamp the database had before it was read.
func (c *Cache) keep(k cacheKey, stamp string, r casefile.Result) {
	if c == nil || stamp == "" {
		return
	}
	n := 1
	for _, e := range r.Evidence {
		if e.Table != nil {
			n += len(e.Table.Rows) * len(e.Table.Columns)
		}
	}
	if n > cacheCells/10 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[k.String()]; ok {
		c.drop(e)
	}
	c.byKey[k.String()] = c.order.PushFront(&cached{k.String(), stamp, clone(r), n})
	c.cells += n
	for c.order.Len() > cacheEntries || c.cells > cacheCells {
		c.drop(c.order.Back())
	}
}

func (c *Cache) drop(e *list.Element) {
	it := c.order.Remove(e).(*cached)
	delete(c.byKey, it.key)
	c.cells -= it.cells
}

// clone copies what a caller could change.
func clone(r casefile.Result) casefile.Result {
	r.Evidence = slices.Clone(r.Evidence)
	for i, e := range r.Evidence {
		if e.Table == nil {
			continue
		}
		t := *e.Table
		t.Columns = slices.Clone(t.Columns)
		t.Rows = make([]casefile.Row, len(e.Table.Rows))
		for j, row := range e.Table.Rows {
			t.Rows[j] = slices.Clone(row)
		}
		r.Evidence[i].Table = &t
	}
	return r
}
