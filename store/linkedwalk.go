package store

import (
	"cmp"
	"database/sql"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

// neighbours walks over what shares a line or a passage with an entity.
func (k *walk) neighbours(e int64, ms []mention) error {
	var chunks []int64
	lines := map[int64]map[int]bool{}
	for _, m := range ms[:min(len(ms), maxAround)] {
		if lines[m.chunk] == nil {
			lines[m.chunk] = map[int]bool{}
			chunks = append(chunks, m.chunk)
		}
		if m.line > 0 {
			lines[m.chunk][m.line] = true
		}
	}
	rows, err := k.query(`SELECT m.entity, n.name, m.chunk, m.line FROM mention m JOIN entity n ON n.id = m.entity
		WHERE m.chunk IN (SELECT value FROM json_each(:chunks)) AND m.entity <> :entity AND m.link < 4 ORDER BY m.entity`, sql.Named("chunks", idList(chunks)), sql.Named("entity", e))
	if err != nil {
		return err
	}
	defer rows.Close()
	by := map[int64]casefile.LinkKind{}
	var order []int64
	for rows.Next() {
		var id, chunk int64
		var line int
		var name string
		if err := rows.Scan(&id, &name, &chunk, &line); err != nil {
			return err
		}
		if by[id] == "" {
			order = append(order, id)
			by[id] = casefile.LinkBeside
			k.named[id] = name
		}
		if lines[chunk][line] {
			by[id] = casefile.LinkRow
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	slices.SortStableFunc(order, func(a, b int64) int { return cmp.Compare(carry[by[b]], carry[by[a]]) })
	for _, id := range order[:min(len(order), maxNeighbours)] {
		others, err := k.mentions(id)
		if err != nil {
			return err
		}
		if len(others) > common {
			continue
		}
		if err := k.step(e, id, carry[by[id]], casefile.Link{From: k.named[e], By: by[id], To: k.named[id]}); err != nil {
			return err
		}
	}
	return nil
}

// refers walks from an entity's passages to the sections and documents that they refer to.
func (k *walk) refers(e int64, weight float64, ms []mention) error {
	by := map[int64]float64{}
	var chunks []int64
	for _, m := range ms[:min(len(ms), maxAround)] {
		if by[m.chunk] == 0 {
			chunks = append(chunks, m.chunk)
		}
		by[m.chunk] = max(by[m.chunk], weight*carry[links[m.link]])
	}
	// a section of the same version is in scope as the passage is; another document is looked up in scope
	rows, err := k.query(`SELECT r.chunk, r.number, r.target, s.id, s.heading FROM refer r JOIN chunk c ON c.id = r.target JOIN section s ON s.version = c.id >> 20 AND s.n = c.section
		WHERE r.chunk IN (SELECT value FROM json_each(:chunks)) AND r.title = 0
		UNION ALL
		SELECT r.chunk, r.number, t.chunk, '', v.title FROM refer r JOIN mention t ON t.entity = r.title AND t.link = 4 JOIN version v ON v.id = t.chunk >> 20
		WHERE r.chunk IN (SELECT value FROM json_each(:chunks)) AND r.title <> 0 AND`+k.w.where, k.w.with(sql.Named("chunks", idList(chunks)))...)
	if err != nil {
		return err
	}
	type reference struct {
		from, target          int64
		number, section, name string
	}
	var refs []reference
	for rows.Next() {
		var r reference
		if err := rows.Scan(&r.from, &r.number, &r.target, &r.section, &r.name); err != nil {
			rows.Close()
			return err
		}
		refs = append(refs, r)
	}
	rows.Close()
	if err := rows.Err(); err != nil {
		return err
	}
	for _, r := range refs {
		to := r.name
		if r.section == "" && r.number != "" {
			target, heading, err := k.numbered(r.target>>20, r.number)
			if err != nil {
				return err
			}
			if target != 0 {
				r.target, to = target, r.name+" "+heading
			}
		}
		k.gain(r.target, e, by[r.from]*carry[casefile.LinkRefers], []casefile.Link{{From: k.named[e], By: casefile.LinkMentions}, {From: k.named[e], By: casefile.LinkRefers, To: to}})
	}
	return nil
}

// numbered returns the first passage of the section of a version that has a number; 0 where none has.
func (k *walk) numbered(version int64, number string) (chunk int64, heading string, err error) {
	rows, err := k.query(`SELECT s.id, s.heading, (SELECT min(c.id) FROM chunk c WHERE c.id >= :version << 20 AND c.id < (:version + 1) << 20 AND c.section = s.n)
		FROM section s WHERE s.version = :version ORDER BY s.n`, sql.Named("version", version))
	if err != nil {
		return 0, "", err
	}
	defer rows.Close()
	for rows.Next() {
		var id, path string
		var first sql.NullInt64
		if err := rows.Scan(&id, &path, &first); err != nil {
			return 0, "", err
		}
		if first.Valid && entity.Numbered(id, path, number) {
			return first.Int64, id, nil
		}
	}
	return 0, "", rows.Err()
}
