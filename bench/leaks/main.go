// Command leaks makes a workspace of tenants whose people, documents and orders have the same names, asks everybody's questions in one
// process, and looks for what anybody sees and may not know: in answers, citations, errors, case logs, shared traces, replays, graphs, verdicts
// and explained searches. Then it takes rights away and looks again. What may be known is worked out apart from the engine. It exits with 1
// where something leaks.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/casefile/casefile/config"
)

func main() {
	seed := flag.Uint64("seed", 1, "of the workspace")
	tenants := flag.Int("tenants", 4, "2 to 6")
	users := flag.Int("users", 8, "of each tenant")
	flag.Parse()
	ok, err := run(context.Background(), *seed, *tenants, *users)
	if err != nil {
		fmt.Fprintln(os.Stderr, "leaks:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

func run(ctx context.Context, seed uint64, tenants, users int) (bool, error) {
	if tenants < 2 || tenants > len(tenantNames) || users < 1 {
		return false, fmt.Errorf("want 2 to %d tenants and at least one user", len(tenantNames))
	}
	dir, err := os.MkdirTemp("", "casefile-leaks-*")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	world := newWorld(seed, tenants, users)
	s, err := open(ctx, world, dir)
	if err != nil {
		return false, err
	}
	defer s.w.Close()
	s.every = true
	ok := true
	fmt.Println("| | people | questions | texts looked through | leaks | told apart | not found though allowed |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, when := range []string{"as granted", "after rights are taken away"} {
		if when != "as granted" {
			world.revoke()
			if err := s.update(ctx); err != nil {
				return false, err
			}
		}
		v, err := s.look(ctx, true)
		if err != nil {
			return false, err
		}
		fmt.Printf("| %s | %d | %d | %d | %d | %d | %d |\n", when, len(world.people), v.asked, v.looked, len(v.leaks), len(v.unlike), len(v.missed))
		for _, l := range v.leaks[:min(10, len(v.leaks))] {
			fmt.Fprintf(os.Stderr, "  leak: %s sees %s in %s: %s\n", l.who, l.code, l.path, l.asked)
		}
		for _, u := range append(v.unlike, v.missed...)[:min(10, len(v.unlike)+len(v.missed))] {
			fmt.Fprintln(os.Stderr, "  "+u)
		}
		ok = ok && v.looked > 0 && len(v.leaks) == 0 && len(v.unlike) == 0 && len(v.missed) == 0
	}
	return ok, nil
}

// open makes the workspace of a world in dir.
func open(ctx context.Context, w *world, dir string) (*surveyor, error) {
	s := &surveyor{world: w, dir: dir}
	if err := w.write(ctx, dir); err != nil {
		return nil, err
	}
	var err error
	if s.w, err = config.Open(ctx, dir, config.Options{}); err != nil {
		return nil, err
	}
	return s, s.ingest(ctx)
}

// update brings the open workspace up to the world: it stays open, and its caches are not told.
func (s *surveyor) update(ctx context.Context) error {
	if err := s.world.write(ctx, s.dir); err != nil {
		return err
	}
	return s.ingest(ctx)
}

func (s *surveyor) ingest(ctx context.Context) error {
	_, err := s.w.Ingest(ctx, nil)
	return err
}
