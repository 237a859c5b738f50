package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/entity"
)

// owned is a document in the namespace that holds it.
type owned struct {
	ns casefile.Namespace
	d  casefile.Document
}

// readable is the reference: what a scope may read, by the rule of the documents alone. It shares nothing with the store.
func readable(all []owned, id casefile.Identity, day casefile.Date) []owned {
	var out []owned
	for _, o := range all {
		mine := o.ns.Name == casefile.SharedNamespace || o.ns.Tenant == id.Tenant
		if !mine || !sharesTerm(o.d.Access, id) {
			continue
		}
		last := lastDay(all, o)
		if !o.d.EffectiveFrom.IsZero() && day.Compare(o.d.EffectiveFrom) < 0 || !last.IsZero() && day.Compare(last) > 0 {
			continue
		}
		o.d.EffectiveTo = last
		out = append(out, o)
	}
	return out
}

func sharesTerm(access []string, id casefile.Identity) bool {
	for _, a := range access {
		kind, name, _ := strings.Cut(a, ":")
		if a == "public" || kind == "role" && slices.Contains(id.Roles, name) || kind == "tenant" && name == id.Tenant || kind == "user" && name == id.Tenant+"/"+id.User {
			return true
		}
	}
	return false
}

// lastDay is a document's own last day or, where it is open, the day before the next version of it in its
// namespace begins. That the next one may be kept from a reader does not keep the old one in force: see decision 13.
func lastDay(all []owned, o owned) casefile.Date {
	last := o.d.EffectiveTo
	if !last.IsZero() {
		return last
	}
	for _, other := range all {
		from := other.d.EffectiveFrom
		if other.ns != o.ns || other.d.ID != o.d.ID || from.IsZero() || !o.d.EffectiveFrom.IsZero() && from.Compare(o.d.EffectiveFrom) <= 0 {
			continue
		}
		if end := from.AddDays(-1); last.IsZero() || end.Compare(last) < 0 {
			last = end
		}
	}
	return last
}

// world draws documents, scopes and questions.
type world struct {
	t   *testing.T
	rng *rand.Rand
	all []owned
}

var (
	leakTenants = []string{"t1", "t2"}
	leakUsers   = []string{"u1", "u2", "u3"}
	leakRoles   = []string{"customer", "agent", "manager"}
	leakWords   = []string{"退货", "规定", "期限", "质量标准", "盐", "食盐", "return", "policy", "the", "PPR-9087", "X100", "7", "天", "Northwind", "签收"}
)

func (w *world) pick(list []string) string { return list[w.rng.IntN(len(list))] }

func (w *world) day() casefile.Date {
	return casefile.Date{Year: 2026, Month: 1, Day: 1}.AddDays(w.rng.IntN(365))
}

func (w *world) text(n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(w.pick(leakWords))
		b.WriteString([]string{"", " ", "，"}[w.rng.IntN(3)])
	}
	return b.String()
}

func (w *world) document(i int) owned {
	ns := tenant(w.pick(leakTenants))
	if w.rng.IntN(4) == 0 {
		ns = shared
	}
	var texts []string
	for range 1 + w.rng.IntN(3) {
		texts = append(texts, w.text(1+w.rng.IntN(12)))
	}
	d := doc(w.t, fmt.Sprint("d", i/2), fmt.Sprint("v", i%2), "", "", texts...)
	d.Path = fmt.Sprintf("docs/%d.md", i)
	d.Title = w.text(2)
	for k := range d.Sections {
		d.Sections[k].Heading = w.text(1 + w.rng.IntN(2))
	}
	d.Kind = w.pick([]string{"policy", "note"})
	d.Tags = [][]string{nil, {"a"}, {"a", "b"}}[w.rng.IntN(3)]
	d.Access = nil
	for range 1 + w.rng.IntN(2) {
		d.Access = append(d.Access, []string{"public", "role:" + w.pick(leakRoles), "tenant:" + w.pick(leakTenants), "user:" + w.pick(leakTenants) + "/" + w.pick(leakUsers)}[w.rng.IntN(4)])
	}
	if w.rng.IntN(2) == 0 {
		d.EffectiveFrom = w.day()
	}
	if w.rng.IntN(3) == 0 {
		d.EffectiveTo = w.day()
		if !d.EffectiveFrom.IsZero() {
			d.EffectiveTo = d.EffectiveFrom.AddDays(w.rng.IntN(200))
		}
	}
	return owned{ns, d}
}

// fill writes documents one or several at a time; some go again, some are replaced.
func (w *world) fill(s *Store) {
	for i := range 40 {
		o := w.document(i)
		if w.rng.IntN(5) == 0 { // what it was before is gone
			before := w.document(i)
			before.ns = o.ns
			write(w.t, s, o.ns, casefile.Change{Put: []casefile.Document{before.d}})
		}
		write(w.t, s, o.ns, casefile.Change{Put: []casefile.Document{o.d}})
		if w.rng.IntN(8) == 0 {
			write(w.t, s, o.ns, casefile.Change{Remove: []string{o.d.Path}})
			continue
		}
		w.all = append(w.all, o)
	}
}

// TestNothingOutsideTheScopeIsSeen asks a store that holds everything, and one that holds only what the reference
// lets through: on every path both give the same, to the last bit of a score. So neither a passage nor anything
// worked out from one (a count, a rarity, a rank, an error) reaches whom it is not for.
//
// CASEFILE_DRAWS sets how many answers are compared; the default keeps the test short.
func TestNothingOutsideTheScopeIsSeen(t *testing.T) {
	draws := 2000
	if n, err := strconv.Atoi(os.Getenv("CASEFILE_DRAWS")); err == nil {
		draws = n
	}
	names, err := entity.New(entity.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	opt := Options{Embedder: bag{name: "bag", dim: 64}, Entities: names}
	for seed, done := uint64(1), 0; done < draws; seed++ {
		w := &world{t: t, rng: rand.New(rand.NewPCG(seed, 13))}
		s, err := OpenWith(filepath.Join(t.TempDir(), "all"), opt)
		if err != nil {
			t.Fatal(err)
		}
		w.fill(s)
		for k := range 6 {
			id := casefile.Identity{Tenant: w.pick(leakTenants), User: w.pick(leakUsers)}
			for range w.rng.IntN(3) {
				id.Roles = append(id.Roles, w.pick(leakRoles))
			}
			who, err := casefile.NewScope(id, w.day())
			if err != nil {
				t.Fatal(err)
			}
			only, err := OpenWith(filepath.Join(t.TempDir(), fmt.Sprint("only", k)), opt)
			if err != nil {
				t.Fatal(err)
			}
			puts := map[casefile.Namespace][]casefile.Document{}
			for _, o := range readable(w.all, id, who.AsOf()) {
				puts[o.ns] = append(puts[o.ns], o.d)
			}
			for ns, docs := range puts {
				write(t, only, ns, casefile.Change{Put: docs})
			}
			c := &comparison{world: w, all: s, only: only, who: who, seed: seed}
			c.documents()
			for range 25 {
				c.match()
				c.near()
				c.linked()
				c.section()
				c.chunk()
			}
			done += c.draws
			only.Close()
		}
		s.Close()
	}
}

// comparison asks both stores the same.
type comparison struct {
	*world
	all, only *Store
	who       casefile.Scope
	seed      uint64
	draws     int
}

// same fails where the two answers differ; order of equals included.
func (c *comparison) same(what string, got, want any, gotErr, wantErr error) {
	c.t.Helper()
	c.draws++
	if gotErr != nil && !errors.Is(gotErr, casefile.ErrNotThere) || wantErr != nil && !errors.Is(wantErr, casefile.ErrNotThere) {
		c.t.Fatalf("%s: %v, %v", what, gotErr, wantErr)
	}
	if !reflect.DeepEqual(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
		c.t.Fatalf("world %d, %s for %s as of %s:\n got %+v (%v)\nwant %+v (%v)", c.seed, what, c.who.Key(), c.who.AsOf(), got, gotErr, want, wantErr)
	}
}

func (c *comparison) filter() (kinds, tags, not []string, limit int) {
	if c.rng.IntN(3) == 0 {
		kinds = []string{c.pick([]string{"policy", "note", "none"})}
	}
	if c.rng.IntN(3) == 0 {
		tags = []string{c.pick([]string{"a", "b", "c"})}
	}
	if c.rng.IntN(4) == 0 {
		not = []string{fmt.Sprint("d", c.rng.IntN(20)), fmt.Sprint("d", c.rng.IntN(20))}
	}
	return kinds, tags, not, 1 + c.rng.IntN(30)
}

func (c *comparison) match() {
	q := keywords(c.text(1 + c.rng.IntN(5)))
	q.Kinds, q.Tags, q.NotDocs, q.Limit = c.filter()
	for i := range q.Terms {
		if c.rng.IntN(4) == 0 {
			q.Terms[i].Weight, q.Terms[i].Extra = 0.6, true
		}
	}
	got, err := c.all.Match(context.Background(), c.who, q)
	want, wantErr := c.only.Match(context.Background(), c.who, q)
	c.same(fmt.Sprintf("Match(%+v)", q), got, want, err, wantErr)
}

func (c *comparison) near() {
	q := vector(c.t, c.all.embedder, c.text(1+c.rng.IntN(5)))
	q.Kinds, q.Tags, q.NotDocs, q.Limit = c.filter()
	got, err := c.all.Near(context.Background(), c.who, q)
	want, wantErr := c.only.Near(context.Background(), c.who, q)
	q.Vector = nil // too long to print
	c.same(fmt.Sprintf("Near(%+v)", q), got, want, err, wantErr)
}

func (c *comparison) linked() {
	q := casefile.Entities{Text: c.text(1 + c.rng.IntN(4))}
	q.Kinds, q.Tags, q.NotDocs, q.Limit = c.filter()
	got, err := c.all.Linked(context.Background(), c.who, q)
	want, wantErr := c.only.Linked(context.Background(), c.who, q)
	c.same(fmt.Sprintf("Linked(%+v)", q), got, want, err, wantErr)
}

// section and chunk guess at everything there is, and at more.
func (c *comparison) section() {
	id, section := fmt.Sprint("d", c.rng.IntN(22)), []string{"", "s1", "S2", "s3", "s9"}[c.rng.IntN(5)]
	got, err := c.all.Section(context.Background(), c.who, id, section)
	want, wantErr := c.only.Section(context.Background(), c.who, id, section)
	c.same("Section "+id+"#"+section, got, want, err, wantErr)
}

func (c *comparison) chunk() {
	id := fmt.Sprintf("%sd%d@v%d#s%d:0", []string{"", "shared:"}[c.rng.IntN(2)], c.rng.IntN(22), c.rng.IntN(2), 1+c.rng.IntN(3))
	got, err := c.all.Chunk(context.Background(), c.who, id)
	want, wantErr := c.only.Chunk(context.Background(), c.who, id)
	c.same("Chunk "+id, got, want, err, wantErr)
}

func (c *comparison) documents() {
	got, err := c.all.Documents(context.Background(), c.who)
	want, wantErr := c.only.Documents(context.Background(), c.who)
	c.same("Documents", got, want, err, wantErr)
	done, total, err := c.all.Embedded(context.Background(), c.who)
	wantDone, wantTotal, wantErr := c.only.Embedded(context.Background(), c.who)
	c.same("Embedded", []int{done, total}, []int{wantDone, wantTotal}, err, wantErr)
	if asked := readable(c.world.all, c.who.Identity(), c.who.AsOf()); len(asked) != len(got) {
		c.t.Fatalf("world %d: %d documents, %d are readable", c.seed, len(got), len(asked))
	}
}
