package verify

import "sync"

// Passages come up again in one case after the other. Some of them are kept, read: two generations of at most keptBytes of text each, of which the
// older one goes when the newer is full. A text longer than keptText is read anew each time.
const (
	keptBytes = 256 << 10
	keptText  = 32 << 10
)

// keptTexts are texts that were read, by what they say. All cases of a workspace share them: a reading depends on its text and the workspace's
// rules alone, so only the time that a case takes can tell that another one had the same text. Safe for concurrent use.
type keptTexts struct {
	mu         sync.Mutex
	young, old map[string]*reading
	size       int // bytes of the texts of young
}

// passage reads a text that may come up again. The caller owns what it returns, but not the lists in it, which must not be changed.
func (rd *reader) passage(s string) *reading {
	if len(s) > keptText {
		return rd.read(s)
	}
	r := rd.texts.get(s)
	if r == nil {
		r = rd.read(s)
		rd.texts.put(s, r)
	}
	own := *r // what is found out later about a text is found out for a case
	return &own
}

func (k *keptTexts) get(s string) *reading {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.young[s]; r != nil {
		return r
	}
	r := k.old[s]
	if r != nil {
		k.add(s, r)
	}
	return r
}

func (k *keptTexts) put(s string, r *reading) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.young[s] == nil {
		k.add(s, r)
	}
}

func (k *keptTexts) add(s string, r *reading) {
	if k.size += len(s); k.size > keptBytes || k.young == nil {
		k.old, k.young, k.size = k.young, map[string]*reading{}, len(s)
	}
	k.young[s] = r
}
