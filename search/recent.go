package search

import (
	"container/list"
	"sync"
)

// recent keeps the values used last. It is safe for concurrent use.
type recent[V any] struct {
	mu    sync.Mutex
	max   int
	order list.List // of entry[V], the one used last in front
	byKey map[string]*list.Element
}

type entry[V any] struct {
	key   string
	value V
}

func newRecent[V any](max int) *recent[V] {
	return &recent[V]{max: max, byKey: map[string]*list.Element{}}
}

func (c *recent[V]) get(key string) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.byKey[key]
	if !ok {
		var none V
		return none, false
	}
	c.order.MoveToFront(e)
	return e.Value.(entry[V]).value, true
}

func (c *recent[V]) put(key string, v V) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.byKey[key]; ok {
		c.order.Remove(e)
	}
	c.byKey[key] = c.order.PushFront(entry[V]{key, v})
	for c.order.Len() > c.max {
		old := c.order.Remove(c.order.Back()).(entry[V])
		delete(c.byKey, old.key)
	}
}
