package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/casefile/casefile"
)

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

// A search holds a transaction while it prepares its queries, for which it needs a second connection.
func TestManySearchesOfAFreshStoreAllEnd(t *testing.T) {
	e := bag{name: "bag", dim: 64}
	s := openWith(t, e)
	for _, ns := range []casefile.Namespace{tenant("shop"), shared} {
		write(t, s, ns, casefile.Change{Put: []casefile.Document{doc(t, "p", "1", "", "", "some text")}})
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	who := scope(t, "shop", "u", "2026-01-01")
	q := vector(t, e, "text")
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			<-begin
			k, v := keywords("text"), q
			k.Kinds, v.Kinds = make([]string, i%3), make([]string, i%3) // queries differ
			if _, err := s.Match(ctx, who, k); err != nil {
				t.Error(err)
			}
			if _, err := s.Near(ctx, who, v); err != nil {
				t.Error(err)
			}
		})
	}
	close(begin)
	wg.Wait()
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
