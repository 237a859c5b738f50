// Command gen makes data/supply.db of the supply-chain example. The same source makes the same bytes:
// the draws come from fixed seeds, no clock is read and no map is walked for output.
//
//	go run ./examples/supply-chain/gen examples/supply-chain/data/supply.db
package main

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: gen FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

const schema = `
CREATE TABLE suppliers(supplier_id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT NOT NULL, grade TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE products(sku TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, name_en TEXT NOT NULL, category TEXT NOT NULL, supplier_id TEXT NOT NULL REFERENCES suppliers, price_cents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE listings(sku TEXT NOT NULL REFERENCES products, region TEXT NOT NULL, PRIMARY KEY(sku, region)) WITHOUT ROWID;
CREATE TABLE orders(order_id INTEGER PRIMARY KEY, ordered_on TEXT NOT NULL, region TEXT NOT NULL, customer_id INTEGER NOT NULL);
CREATE TABLE order_lines(order_id INTEGER NOT NULL REFERENCES orders, line INTEGER NOT NULL, sku TEXT NOT NULL REFERENCES products, qty INTEGER NOT NULL, price_cents INTEGER NOT NULL, PRIMARY KEY(order_id, line)) WITHOUT ROWID;
CREATE TABLE returns(return_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, sku TEXT NOT NULL REFERENCES products, region TEXT NOT NULL, returned_on TEXT NOT NULL, qty INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE complaints(complaint_id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES products, region TEXT NOT NULL, filed_on TEXT NOT NULL, topic TEXT NOT NULL);
CREATE TABLE inspections(inspection_id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES products, supplier_id TEXT NOT NULL, inspected_on TEXT NOT NULL, inspected INTEGER NOT NULL, damaged INTEGER NOT NULL);
`

const indexes = `
CREATE INDEX orders_on ON orders(ordered_on, region);
CREATE INDEX returns_on ON returns(returned_on, region);
CREATE INDEX complaints_on ON complaints(filed_on, sku);
CREATE INDEX inspections_on ON inspections(inspected_on, sku);
`

// write makes the database at path, over any file that is there.
func write(path string) error {
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("PRAGMA page_size=4096; PRAGMA journal_mode=OFF; PRAGMA encoding='UTF-8';" + schema); err != nil {
		return fmt.Errorf("schema: %w", err)
	}
	if err := fill(db, draw()); err != nil {
		return err
	}
	if _, err := db.Exec(indexes + "VACUUM;"); err != nil {
		return fmt.Errorf("indexes: %w", err)
	}
	return db.Close()
}

type (
	order struct {
		day      time.Time
		region   string
		customer int
		lines    []line
	}
	line struct {
		sku        string
		qty, price int
	}
	giveback struct {
		order       int // index into orders, from 1
		sku, region string
		day         time.Time
		qty         int
		reason      string
	}
	complaint struct {
		sku, region string
		day         time.Time
		topic       string
	}
	inspection struct {
		sku, supplier string
		day           time.Time
		n, damaged    int
	}
	world struct {
		products    []product
		orders      []order
		returns     []giveback
		complaints  []complaint
		inspections []inspection
	}
)

var (
	firstDay = day(2025, 3, 20)
	lastDay  = day(2026, 9, 19)
	// The Northeast warehouse moved: nothing was sold from moved on, and nothing came back from stopped on.
	moved   = day(2026, 7, 20)
	stopped = day(2026, 8, 10)
)

func day(y, m, d int) time.Time { return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC) }

func month(t time.Time) string { return t.Format("2006-01") }

func source(n uint64) *rand.Rand { return rand.New(rand.NewPCG(20260920, n)) }

// weighted returns an index drawn by integer weights.
func weighted(r *rand.Rand, weights []int) int {
	sum := 0
	for _, w := range weights {
		sum += w
	}
	n := r.IntN(sum)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return len(weights) - 1
}

func draw() world {
	w := world{products: drawProducts()}
	w.orders = drawOrders(w.products)
	w.returns = drawReturns(w.products, w.orders)
	w.complaints = drawComplaints(w.products)
	w.inspections = drawInspections(w.products)
	return w
}

func drawProducts() []product {
	r := source(1)
	var out []product
	for _, c := range categories {
		for i := range perCategory {
			p := product{sku: sku(c, i), category: c.zh, reasons: c.reasons}
			style, noun := c.styles[i%len(c.styles)], c.nouns[i%len(c.nouns)] // 5 and 6 have no common factor: 27 names differ
			p.name, p.nameEN = style[0]+noun[0], style[1]+" "+noun[1]
			p.supplier = c.suppliers[i%len(c.suppliers)]
			if s, ok := suppliedBy[p.sku]; ok {
				p.supplier = s
			}
			p.price = (c.price + r.IntN(2*c.price)) * 100
			for k, region := range regions {
				if plantedSKUs[p.sku] || r.IntN(100) < []int{85, 75, 70, 60, 55, 50}[k] {
					p.regions = append(p.regions, region)
				}
			}
			out = append(out, p)
		}
	}
	return out
}

func drawOrders(products []product) []order {
	r := source(2)
	listed := map[string][]product{}
	weights := map[string][]int{}
	for i, p := range products {
		weight := 20 + r.IntN(80)
		if i%11 == 0 {
			weight *= 8 // a few sell well, so that the planted ones are not alone
		}
		for _, region := range p.regions {
			listed[region] = append(listed[region], p)
			weights[region] = append(weights[region], weight)
		}
	}
	price := map[string]int{}
	for _, p := range products {
		price[p.sku] = p.price
	}
	var out []order
	for d := firstDay; !d.After(lastDay); d = d.AddDate(0, 0, 1) {
		n := 34 + r.IntN(13)
		switch {
		case d.Month() == 11 && d.Day() >= 9 && d.Day() <= 12, d.Month() == 6 && d.Day() >= 16 && d.Day() <= 19:
			n *= 3
		case d.Weekday() == time.Saturday || d.Weekday() == time.Sunday:
			n += 6
		}
		for range n {
			region := regions[weighted(r, []int{34, 20, 19, 11, 10, 6})]
			if region == "东北" && !d.Before(moved) {
				region = "华北"
			}
			o := order{day: d, region: region, customer: 1 + r.IntN(9000)}
			for range 1 + weighted(r, []int{30, 35, 20, 15}) {
				p := listed[region][weighted(r, weights[region])]
				if slices.ContainsFunc(o.lines, func(l line) bool { return l.sku == p.sku }) {
					continue
				}
				o.lines = append(o.lines, line{p.sku, 1 + weighted(r, []int{50, 30, 12, 8}), p.price})
			}
			out = append(out, o)
		}
		for _, p := range plantings {
			if month(d) != p.month {
				continue
			}
			for range share(p.lines, d) {
				out = append(out, order{day: d, region: p.region, customer: 1 + r.IntN(9000),
					lines: []line{{p.sku, 1 + weighted(r, []int{25, 30, 25, 20}), price[p.sku]}}})
			}
		}
	}
	return out
}

// share spreads n over the days of d's month that the data covers, and returns d's part.
func share(n int, d time.Time) int {
	days := day(d.Year(), int(d.Month())+1, 0).Day()
	if month(d) == month(lastDay) {
		days = lastDay.Day()
	}
	return n*d.Day()/days - n*(d.Day()-1)/days
}

func drawReturns(products []product, orders []order) []giveback {
	r := source(3)
	weights := map[string][]int{}
	for _, p := range products {
		weights[p.sku] = p.reasons
	}
	planted := map[string]int{}
	for _, p := range plantings {
		planted[p.region+p.month+p.sku] = p.returned
	}
	var out []giveback
	for i, o := range orders {
		for _, l := range o.lines {
			back := o.day.AddDate(0, 0, 3+r.IntN(16))
			chance := 45
			left, fixed := planted[o.region+month(back)+l.sku]
			if fixed {
				chance = 260
			}
			if r.IntN(1000) >= chance || back.After(lastDay) || o.region == "东北" && !back.Before(stopped) || fixed && left == 0 {
				continue
			}
			qty := 1 + r.IntN(l.qty)
			if fixed {
				qty = min(qty, left)
				planted[o.region+month(back)+l.sku] -= qty
			}
			out = append(out, giveback{i + 1, l.sku, o.region, back, qty, reasons[weighted(r, weights[l.sku])]})
		}
	}
	for _, p := range plantings {
		if left := planted[p.region+p.month+p.sku]; left != 0 {
			panic(fmt.Sprintf("%+v: %d units did not come back: plant more lines", p, left))
		}
	}
	slices.SortStableFunc(out, func(a, b giveback) int { return a.day.Compare(b.day) })
	return out
}

func drawComplaints(products []product) []complaint {
	r := source(4)
	var out []complaint
	for _, p := range products {
		words := topics[strings.Split(p.sku, "-")[0]]
		if words == nil {
			words = topics[""]
		}
		add := func(d time.Time) {
			out = append(out, complaint{p.sku, p.regions[r.IntN(len(p.regions))], d, words[weighted(r, []int{55, 20, 15, 10})]})
		}
		fixed := map[string]bool{}
		for _, q := range complaintQuarters[p.sku] {
			fixed[q.quarter] = true
			for range q.n {
				add(inQuarter(r, q.quarter))
			}
		}
		for d := firstDay; !d.After(lastDay); d = d.AddDate(0, 0, 1) {
			if !fixed[quarter(d)] && r.IntN(1000) < 10 {
				add(d)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b complaint) int { return a.day.Compare(b.day) })
	return out
}

func quarter(d time.Time) string { return fmt.Sprintf("%dQ%d", d.Year(), (int(d.Month())+2)/3) }

// inQuarter draws a day of a quarter that the data covers.
func inQuarter(r *rand.Rand, q string) time.Time {
	var y, n int
	if _, err := fmt.Sscanf(q, "%dQ%d", &y, &n); err != nil {
		panic(err)
	}
	from, to := day(y, 3*n-2, 1), day(y, 3*n+1, 0)
	if to.After(lastDay) {
		to = lastDay
	}
	return from.AddDate(0, 0, r.IntN(int(to.Sub(from)/(24*time.Hour))+1))
}

func drawInspections(products []product) []inspection {
	r := source(5)
	fixed := map[string]inspectedMonth{}
	for _, m := range inspectedMonths {
		fixed[m.month+m.sku] = m
	}
	var out []inspection
	for first := day(2025, 4, 1); !first.After(lastDay); first = first.AddDate(0, 1, 0) {
		for _, p := range products {
			m, ok := fixed[month(first)+p.sku]
			if !ok {
				if r.IntN(100) >= 60 {
					continue
				}
				m.inspected = 20 + 5*r.IntN(13)
				for range m.inspected {
					if r.IntN(1000) < 10 {
						m.damaged++
					}
				}
			}
			out = append(out, spread(r, p, first, m)...)
		}
	}
	slices.SortStableFunc(out, func(a, b inspection) int { return a.day.Compare(b.day) })
	return out
}

// spread splits a month's inspection into lots of at most 100 pieces.
func spread(r *rand.Rand, p product, first time.Time, m inspectedMonth) []inspection {
	days := 19 // every month the data covers has these
	lots := (m.inspected + 99) / 100
	var out []inspection
	for i := range lots {
		n := m.inspected*(i+1)/lots - m.inspected*i/lots
		damaged := m.damaged*(i+1)/lots - m.damaged*i/lots
		out = append(out, inspection{p.sku, p.supplier, first.AddDate(0, 0, r.IntN(days)), n, damaged})
	}
	return out
}

// fill writes w in one transaction.
func fill(db *sql.DB, w world) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	put := func(table string, args ...any) {
		if err == nil {
			_, err = tx.Exec("INSERT INTO "+table+" VALUES("+strings.TrimSuffix(strings.Repeat("?,", len(args)), ",")+")", args...)
		}
	}
	date := func(t time.Time) string { return t.Format(time.DateOnly) }
	for i, city := range cities {
		put("suppliers", supplierID(string(rune('A'+i))), "供应商"+string(rune('A'+i)), city, []string{"战略", "合格", "合格", "观察"}[i%4])
	}
	for _, p := range w.products {
		put("products", p.sku, p.name, p.nameEN, p.category, supplierID(p.supplier), p.price)
		for _, region := range p.regions {
			put("listings", p.sku, region)
		}
	}
	for i, o := range w.orders {
		put("orders", i+1, date(o.day), o.region, o.customer)
		for k, l := range o.lines {
			put("order_lines", i+1, k+1, l.sku, l.qty, l.price)
		}
	}
	for i, b := range w.returns {
		put("returns", i+1, b.order, b.sku, b.region, date(b.day), b.qty, b.reason)
	}
	for i, c := range w.complaints {
		put("complaints", i+1, c.sku, c.region, date(c.day), c.topic)
	}
	for i, n := range w.inspections {
		put("inspections", i+1, n.sku, supplierID(n.supplier), date(n.day), n.n, n.damaged)
	}
	if err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	return tx.Commit()
}

func supplierID(letter string) string { return fmt.Sprintf("S%02d", letter[0]-'A'+1) }
