package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"sync"
)

// maxKept is how many passages a namespace keeps as they were read, some 2 kB each.
const maxKept = 8000

// kept are passages as they were read last in one state of a namespace. Whether one may be read is asked of the index each time.
type kept struct {
	mu       sync.Mutex
	state    string
	now, old map[int64]row // by id; old makes room
}

// get returns those of ids that are kept, and the ids of the others.
func (k *kept) get(state string, ids []int64, into map[int64]row) (missing []int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state != state {
		return ids
	}
	for _, id := range ids {
		r, ok := k.now[id]
		if !ok {
			if r, ok = k.old[id]; ok {
				k.add(r)
			}
		}
		if !ok {
			missing = append(missing, id)
			continue
		}
		into[id] = r
	}
	return missing
}

func (k *kept) put(state string, rows []row) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.state != state {
		k.state, k.now, k.old = state, nil, nil
	}
	for _, r := range rows {
		k.add(r)
	}
}

func (k *kept) add(r row) {
	if k.now == nil || len(k.now) >= maxKept/2 {
		k.old, k.now = k.now, make(map[int64]row, maxKept/2)
	}
	k.now[r.id] = r
}

// passages reads passages by id, as far as w admits them: the scope holds in the statement too, for those that are kept as well. What is
// returned shares its lists with other readers.
func (n *space) passages(ctx context.Context, tx *sql.Tx, w wanted, ids []int64) (map[int64]row, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	state, admitted, err := n.admittedOf(ctx, tx, w, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]row, len(admitted))
	missing := n.kept.get(state, admitted, out)
	if len(missing) == 0 {
		return out, nil
	}
	list, _ := json.Marshal(missing)
	rows, err := n.hits(ctx, tx, "c.id IN (SELECT value FROM json_each(:ids)) AND"+w.where, w.with(sql.Named("ids", string(list)))...)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		out[r.id] = r
	}
	n.kept.put(state, rows)
	return out, nil
}

// admittedOf returns which of some passages are of versions that w admits, and the state in which that is so.
func (n *space) admittedOf(ctx context.Context, tx *sql.Tx, w wanted, ids []int64) (state string, out []int64, err error) {
	versions := map[int64]bool{}
	var asked []int64
	for _, id := range ids {
		if v := id >> 20; !versions[v] {
			versions[v] = true
			asked = append(asked, v)
		}
	}
	list, _ := json.Marshal(asked)
	st, err := n.prepared(ctx, tx, "SELECT v.id, (SELECT value FROM meta WHERE key = 'state') FROM version v WHERE v.id IN (SELECT value FROM json_each(:ids)) AND"+w.where)
	if err != nil {
		return "", nil, err
	}
	rows, err := st.QueryContext(ctx, w.with(sql.Named("ids", string(list)))...)
	if err != nil {
		return "", nil, err
	}
	defer rows.Close()
	clear(versions)
	for rows.Next() {
		var v int64
		if err := rows.Scan(&v, &state); err != nil {
			return "", nil, err
		}
		versions[v] = true
	}
	for _, id := range ids {
		if versions[id>>20] {
			out = append(out, id)
		}
	}
	return state, out, rows.Err()
}
