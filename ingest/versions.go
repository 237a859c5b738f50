package ingest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/strictyaml"
)

// ended returns the last day that a version is in force: its own, or the day before the next
// version begins. A version that a later one supersedes without a day of its own is never in force.
func ended(v read, all []read) (last casefile.Date, never bool) {
	if !v.doc.EffectiveTo.IsZero() {
		return v.doc.EffectiveTo, false
	}
	for _, w := range all {
		if w.file.Path == v.file.Path {
			continue
		}
		from := w.doc.EffectiveFrom
		if w.doc.Supersedes != "" && w.doc.Supersedes == v.doc.Version && begins(from) <= begins(v.doc.EffectiveFrom) {
			return casefile.Date{}, true
		}
		if v.doc.Supersedes != "" && v.doc.Supersedes == w.doc.Version {
			continue
		}
		if begins(from) > begins(v.doc.EffectiveFrom) {
			if day := from.AddDays(-1); last.IsZero() || day.Compare(last) < 0 {
				last = day
			}
		}
	}
	return last, false
}

// begins orders first days; an open one comes first.
func begins(d casefile.Date) int {
	if d.IsZero() {
		return -1 << 30
	}
	return d.Sub(casefile.Date{Year: 1970, Month: 1, Day: 1})
}

// versionProblems compares the versions of each document: two that are in force on one day, and
// none that is in force today.
func versionProblems(reads []read, today casefile.Date) []strictyaml.Problem {
	type key struct {
		ns casefile.Namespace
		id string
	}
	groups := map[key][]read{}
	var order []key
	for _, r := range reads {
		if r.doc.ID == "" {
			continue
		}
		k := key{r.ns, r.doc.ID}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], r)
	}
	var ps []strictyaml.Problem
	for _, k := range order {
		all := groups[k]
		slices.SortStableFunc(all, func(a, b read) int {
			return cmp.Compare(begins(a.doc.EffectiveFrom), begins(b.doc.EffectiveFrom))
		})
		ps = append(ps, overlaps(all)...)
		if last := all[len(all)-1]; last.retired {
			continue
		}
		if !today.IsZero() && !slices.ContainsFunc(all, func(r read) bool { return inForce(r, all, today) }) {
			p := at(all[len(all)-1], "effective_from", "effective_to")
			p.Msg = fmt.Sprintf("no version of %q is in force today (%s)", k.id, today)
			p.Hint = "questions of today will not find it: check effective_from and effective_to of its versions, or write retired: true in the last one"
			ps = append(ps, p)
		}
	}
	return ps
}

func inForce(r read, all []read, day casefile.Date) bool {
	last, never := ended(r, all)
	return !never && casefile.Period{From: r.doc.EffectiveFrom, To: last}.Contains(day)
}

// overlaps names each pair of versions that share a day.
func overlaps(all []read) []strictyaml.Problem {
	var ps []strictyaml.Problem
	for i, a := range all {
		for _, b := range all[i+1:] {
			lastA, neverA := ended(a, all)
			lastB, neverB := ended(b, all)
			if neverA || neverB || !lastA.IsZero() && begins(lastA) < begins(b.doc.EffectiveFrom) || !lastB.IsZero() && begins(lastB) < begins(a.doc.EffectiveFrom) {
				continue
			}
			p := at(a, "effective_to", "effective_from", "version")
			p.Msg = fmt.Sprintf("versions %q and %q of %q (%s) are in force on the same day", a.doc.Version, b.doc.Version, a.doc.ID, b.file.Path)
			switch {
			case b.doc.EffectiveFrom.IsZero():
				p.Hint = "give each version an effective_from"
			case a.doc.EffectiveTo.IsZero():
				p.Hint = "give them different days in effective_from"
			default:
				p.Hint = fmt.Sprintf("let the first end with %s, or leave effective_to out", b.doc.EffectiveFrom.AddDays(-1))
			}
			ps = append(ps, p)
		}
	}
	return ps
}

// at returns the place of the first of keys that a document gives.
func at(r read, keys ...string) strictyaml.Problem {
	for _, k := range keys {
		if p, ok := r.lines[k]; ok {
			return p
		}
	}
	return r.lines[""]
}

// twice returns the problem of a second file with a version that first holds already.
func twice(r read, first string) strictyaml.Problem {
	p := strictyaml.Problem{File: r.file.Path, Line: 1}
	if r.lines != nil {
		p = at(r, "version", "id", "")
	}
	p.Msg = fmt.Sprintf("version %q of %q stands in %s already", r.doc.Version, r.doc.ID, first)
	p.Hint = "give one of the two another id or version"
	return p
}
