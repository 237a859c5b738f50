package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/casefile/casefile"
)

// TestNothingOutsideTheScopeComesBack writes random documents and asks with random scopes;
// what may be read is worked out here from the documents alone.
func TestNothingOutsideTheScopeComesBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 13))
	ctx := context.Background()
	tenants, users, roles := []string{"t1", "t2", "t3"}, []string{"u1", "u2", "u3"}, []string{"customer", "agent", "manager"}
	pick := func(list []string) string { return list[rng.IntN(len(list))] }
	day := func() casefile.Date { return casefile.Date{Year: 2026, Month: 1, Day: 1}.AddDays(rng.IntN(365)) }
	for round := range 5 {
		s := open(t)
		type owned struct {
			ns casefile.Namespace
			d  casefile.Document
		}
		var all []owned
		for i := range 60 {
			ns := tenant(pick(tenants))
			if rng.IntN(4) == 0 {
				ns = shared
			}
			d := doc(t, fmt.Sprintf("d%d", i/2), fmt.Sprintf("v%d", i%2), "", "", fmt.Sprintf("common word%d 退货规定", i), "second part common")
			d.Path = fmt.Sprintf("docs/%d.md", i)
			d.Kind = pick([]string{"policy", "note"})
			d.Access = nil
			for range 1 + rng.IntN(2) {
				d.Access = append(d.Access, []string{"public", "role:" + pick(roles), "tenant:" + pick(tenants), "user:" + pick(tenants) + "/" + pick(users)}[rng.IntN(4)])
			}
			if rng.IntN(2) == 0 {
				d.EffectiveFrom = day()
			}
			if rng.IntN(2) == 0 {
				d.EffectiveTo = d.EffectiveFrom.AddDays(rng.IntN(200))
				if d.EffectiveFrom.IsZero() {
					d.EffectiveTo = day()
				}
			}
			all = append(all, owned{ns, d})
			write(t, s, ns, casefile.Change{Put: []casefile.Document{d}})
			if rng.IntN(6) == 0 { // it goes again
				write(t, s, ns, casefile.Change{Remove: []string{d.Path}})
				all = all[:len(all)-1]
			}
		}
		for range 15 {
			id := casefile.Identity{Tenant: pick(tenants), User: pick(users)}
			for range rng.IntN(3) {
				id.Roles = append(id.Roles, pick(roles))
			}
			who, err := casefile.NewScope(id, day())
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{} // namespace/id@version
			for _, o := range all {
				if o.ns == shared || o.ns.Tenant == id.Tenant {
					if sharesTerm(o.d.Access, id) && inForceToday(o.ns, o.d, func(yield func(casefile.Namespace, casefile.Document)) {
						for _, other := range all {
							yield(other.ns, other.d)
						}
					}, who.AsOf()) {
						want[o.ns.Name+"/"+o.d.ID+"@"+o.d.Version] = true
					}
				}
			}
			got := map[string]bool{}
			see := func(how string, src casefile.Source) {
				key := src.Namespace + "/" + src.DocID + "@" + src.Version
				got[key] = true
				if !want[key] {
					t.Fatalf("round %d: %s gave %s to %v as of %s", round, how, key, id, who.AsOf())
				}
			}
			k := keywords("common 退货规定")
			k.Limit = 1000
			ms, err := s.Match(ctx, who, k)
			if err != nil {
				t.Fatal(err)
			}
			for i, m := range ms {
				see("Match", m.Hit.Source)
				if i >= 10 {
					continue
				}
				h, err := s.Chunk(ctx, who, m.Hit.Source.Chunk)
				if err != nil || h.Text != m.Hit.Text {
					t.Fatalf("Chunk(%s): %v", m.Hit.Source.Chunk, err)
				}
			}
			docs, err := s.Documents(ctx, who)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range docs {
				see("Documents", casefile.Source{Namespace: d.Namespace, DocID: d.ID, Version: d.Version})
			}
			for i := range 30 {
				hits, err := s.Section(ctx, who, fmt.Sprintf("d%d", i), []string{"", "s1", "s2"}[rng.IntN(3)])
				if err != nil && !errors.Is(err, casefile.ErrNotThere) {
					t.Fatal(err)
				}
				for _, h := range hits {
					see("Section", h.Source)
				}
			}
			for _, o := range all { // guess every passage there is
				prefix := ""
				if o.ns == shared {
					prefix = "shared:"
				}
				if h, err := s.Chunk(ctx, who, prefix+o.d.ID+"@"+o.d.Version+"#s1:0"); err == nil {
					see("Chunk", h.Source)
				}
			}
			if len(got) != len(want) {
				t.Fatalf("round %d: %v as of %s: %d of %d readable documents came back", round, id, who.AsOf(), len(got), len(want))
			}
		}
	}
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

// inForceToday works out by the rule of the documents whether d is in force: from its first day to its last, which is, where
// it is open, the day before the next version of the document in its namespace.
func inForceToday(ns casefile.Namespace, d casefile.Document, each func(func(casefile.Namespace, casefile.Document)), day casefile.Date) bool {
	if !d.EffectiveFrom.IsZero() && day.Compare(d.EffectiveFrom) < 0 || !d.EffectiveTo.IsZero() && day.Compare(d.EffectiveTo) > 0 {
		return false
	}
	ok := true
	each(func(other casefile.Namespace, o casefile.Document) {
		if other == ns && o.ID == d.ID && d.EffectiveTo.IsZero() && !o.EffectiveFrom.IsZero() &&
			(d.EffectiveFrom.IsZero() || o.EffectiveFrom.Compare(d.EffectiveFrom) > 0) && day.Compare(o.EffectiveFrom) >= 0 {
			ok = false
		}
	})
	return ok
}

func TestReadersAndWritersAtOnce(t *testing.T) {
	s := open(t)
	other, err := Open(s.dir) // another process, as far as SQLite can tell
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	who := scope(t, "shop", "u", "2026-01-01")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p0", "1", "", "", "text number 0")}})
	var wg sync.WaitGroup
	for w, st := range []*Store{s, other} {
		wg.Go(func() {
			for i := range 25 {
				d := doc(t, fmt.Sprintf("p%d-%d", w, i), "1", "", "", fmt.Sprintf("text number %d", i))
				if err := st.Write(context.Background(), tenant("shop"), casefile.Change{Put: []casefile.Document{d}}); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 25 {
				ms, err := st.Match(context.Background(), who, keywords("text"))
				if err != nil || len(ms) == 0 {
					t.Errorf("%d hits, %v", len(ms), err)
				}
			}
		})
	}
	wg.Wait()
	docs, err := s.Documents(context.Background(), who)
	if err != nil || len(docs) != 51 {
		t.Errorf("%d documents, %v", len(docs), err)
	}
}

// TestMain lets the test run itself as a process that is killed while it writes.
func TestMain(m *testing.M) {
	if dir := os.Getenv("STORE_WRITE_FOREVER"); dir != "" {
		writeForever(dir)
	}
	if dir := os.Getenv("STORE_REEMBED_FOREVER"); dir != "" {
		reembedSlowly(dir)
	}
	os.Exit(m.Run())
}

func writeForever(dir string) {
	s, err := Open(dir)
	if err != nil {
		panic(err)
	}
	for i := 0; ; i++ {
		d := casefile.Document{ID: fmt.Sprintf("d%d", i%50), Version: "1", Path: fmt.Sprintf("docs/%d.md", i%50), Access: []string{"public"}, Hash: fmt.Sprint(i)}
		for k := range 20 {
			d.Sections = append(d.Sections, casefile.Section{ID: fmt.Sprintf("s%d", k), Chunks: []casefile.Chunk{{Start: k * 100, End: k*100 + 10, Text: fmt.Sprintf("round%d part", i)}}})
		}
		if err := s.Write(context.Background(), casefile.Namespace{Name: casefile.TenantNamespace, Tenant: "shop"}, casefile.Change{Put: []casefile.Document{d}}); err != nil {
			panic(err)
		}
		fmt.Println(i)
	}
}

func TestAKilledWriterLeavesWholeDocuments(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "index")
	for range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "STORE_WRITE_FOREVER="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 64)
		for range 20 { // it has written some
			if _, err := out.Read(buf); err != nil {
				t.Fatal(err)
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait() // it was killed
		s, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		who := scope(t, "shop", "u", "2026-01-01")
		docs, err := s.Documents(context.Background(), who)
		if err != nil || len(docs) == 0 {
			t.Fatalf("%d documents, %v", len(docs), err)
		}
		for _, d := range docs {
			hits, err := s.Section(context.Background(), who, d.ID, "")
			if err != nil || len(hits) != 20 {
				t.Errorf("%s: %d of 20 passages, %v", d.ID, len(hits), err)
			}
			for _, h := range hits {
				if h.Text != hits[0].Text {
					t.Errorf("%s: %q beside %q", d.ID, h.Text, hits[0].Text)
				}
			}
			word := strings.Fields(hits[0].Text)[0]
			if got := find(t, s, who, word); len(got) == 0 {
				t.Errorf("%s: %s is not in the keyword index", d.ID, word)
			}
		}
		if _, err := s.ns[s.file(casefile.TenantNamespace, "shop")].read.Exec("PRAGMA query_only = 0; PRAGMA integrity_check"); err != nil {
			t.Error(err)
		}
		s.Close()
	}
}

func TestALockedIndexSaysSo(t *testing.T) {
	s := open(t)
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "text")}})
	w, err := s.writer(tenant("shop"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.db.Exec("PRAGMA busy_timeout = 1"); err != nil {
		t.Fatal(err)
	}
	other, err := connect(s.file(casefile.TenantNamespace, "shop"), "_txlock=immediate")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	tx, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	if err := s.Write(context.Background(), tenant("shop"), casefile.Change{Remove: []string{"docs/p-1.md"}}); !errors.Is(err, ErrLocked) {
		t.Errorf("got %v", err)
	}
	if got := find(t, s, scope(t, "shop", "u", "2026-01-01"), "text"); len(got) != 1 {
		t.Errorf("a reader waits for a writer: %v", got)
	}
}

func TestAFullDiskKeepsWhatWasThere(t *testing.T) {
	s := open(t)
	who := scope(t, "shop", "u", "2026-01-01")
	write(t, s, tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "old text")}})
	w, err := s.writer(tenant("shop"))
	if err != nil {
		t.Fatal(err)
	}
	var pages int
	if err := w.db.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	if _, err := w.db.Exec(fmt.Sprintf("PRAGMA max_page_count = %d", pages+2)); err != nil { // SQLite's own full disk
		t.Fatal(err)
	}
	err = s.Write(context.Background(), tenant("shop"), casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", strings.Repeat("new text ", 20000))}})
	if !errors.Is(err, ErrFull) || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("got %v", err)
	}
	if got := find(t, s, who, "old"); len(got) != 1 {
		t.Errorf("what was there is gone: %v", got)
	}
	if got := find(t, s, who, "new"); len(got) != 0 {
		t.Errorf("half written: %v", got)
	}
}
