package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver
)

// A person is somebody who asks. Names are the same in every tenant.
type person struct {
	tenant, user string
	roles        []string
}

func (p person) String() string { return p.tenant + "/" + p.user + " " + fmt.Sprint(p.roles) }

// A doc is a document with one code in it. An empty tenant is the shared namespace.
type doc struct {
	path, tenant, topic string
	access              []string // as front matter has it
	code                string
	chinese             bool
}

// An order is a row with one code in it. The same number stands in every tenant.
type order struct {
	id, tenant, user, code string
}

// A world is a generated workspace, and what the reference knows of it.
type world struct {
	people []person
	docs   []doc
	orders []order
	made   int // codes so far
	rng    *rand.Rand
}

var (
	tenantNames = []string{"ac", "acme", "acme-eu", "acme2", "eu", "acm"} // names that begin like each other
	userNames   = []string{"an", "ann", "anna", "an2", "bo", "bob", "lee", "li"}
	roleNames   = []string{"board", "boarding", "desk", "hr"}
	topics      = []string{"travel budget", "board minutes", "pay review", "desk handbook", "boarding guide", "personal letter"}
	chinese     = map[string]string{"travel budget": "差旅预算", "board minutes": "董事会纪要", "pay review": "薪酬评审", "desk handbook": "前台手册", "boarding guide": "入职指南", "personal letter": "个人信函"}
)

// newWorld makes tenants with people, documents and orders. Everybody has the same name as somebody in every other tenant.
func newWorld(seed uint64, tenants, users int) *world {
	w := &world{rng: rand.New(rand.NewPCG(seed, 7))}
	for _, tenant := range tenantNames[:tenants] {
		for i := range users {
			p := person{tenant: tenant, user: userNames[i%len(userNames)]}
			if i >= len(userNames) {
				p.user += fmt.Sprint(i)
			}
			for _, r := range roleNames {
				if w.rng.IntN(3) == 0 {
					p.roles = append(p.roles, r)
				}
			}
			w.people = append(w.people, p)
		}
		for i, topic := range topics[:5] {
			access := []string{"public"}
			if i > 0 {
				access = []string{"role:" + []string{"board", "hr", "desk", "boarding"}[i-1]}
			}
			w.addDoc(tenant, topic, "", access)
		}
		for i := range users {
			w.addDoc(tenant, "personal letter", w.people[len(w.people)-users+i].user, []string{"user:" + w.people[len(w.people)-users+i].user})
		}
		for i := range users {
			who := w.people[len(w.people)-users+(i+w.rng.IntN(users))%users]
			w.orders = append(w.orders, order{fmt.Sprintf("A%d", 1001+i), tenant, who.user, w.code()})
		}
	}
	for i, topic := range topics[:5] { // shared ones: for all, for a tenant, for a role
		w.addDoc("", topic, "shared", [][]string{{"public"}, {"tenant:" + tenantNames[0]}, {"tenant:" + tenantNames[1]}, {"role:desk"}, {"tenant:" + tenantNames[tenants-1], "role:hr"}}[i])
	}
	return w
}

func (w *world) code() string {
	w.made++
	return fmt.Sprintf("QX-%04d%03d", w.made, w.rng.IntN(1000))
}

func (w *world) addDoc(tenant, topic, of string, access []string) {
	folder := tenant
	if folder == "" {
		folder = "common"
	}
	name := strings.TrimSuffix(strings.ReplaceAll(topic, " ", "-")+"-"+of, "-")
	w.docs = append(w.docs, doc{path: "docs/" + folder + "/" + name + ".md", tenant: tenant, topic: topic, access: access, code: w.code(), chinese: w.rng.IntN(2) == 0})
}

// text is the file of a document. The words are the same in every tenant; only the code tells it apart.
func (d doc) text() string {
	title, body := d.topic, fmt.Sprintf("The reference number of the %s is %s. The %s holds for one year.", d.topic, d.code, d.topic)
	if d.chinese {
		title = chinese[d.topic] + " " + d.topic
		body = fmt.Sprintf("%s（%s）的参考编号是 %s。%s的有效期为一年。", chinese[d.topic], d.topic, d.code, chinese[d.topic])
	}
	return fmt.Sprintf("---\ntitle: %s\naccess: [%s]\n---\n# %s\n\n%s\n", title, `"`+strings.Join(d.access, `", "`)+`"`, title, body)
}

// may is the reference: what somebody may come to know, by the rules of docs/workspace.md alone. It shares nothing with the engine.
func (w *world) may(p person) map[string]bool {
	out := map[string]bool{}
	for _, d := range w.docs {
		if d.tenant != "" && d.tenant != p.tenant {
			continue
		}
		for _, a := range d.access {
			kind, name, _ := strings.Cut(a, ":")
			if a == "public" || kind == "role" && slices.Contains(p.roles, name) || kind == "tenant" && name == p.tenant || kind == "user" && name == p.user && d.tenant == p.tenant {
				out[d.code] = true
			}
		}
	}
	for _, o := range w.orders {
		if o.tenant == p.tenant && (o.user == p.user || slices.Contains(p.roles, "desk")) {
			out[o.code] = true
		}
	}
	return out
}

// revoke takes rights away and gives them to others: roles, a letter to somebody else, an order that changes hands, a document that goes.
// What was kept secret before stays the same text.
func (w *world) revoke() {
	for i := range w.people {
		if i%3 == 0 {
			w.people[i].roles = nil
		}
	}
	letters := 0
	for i := range w.docs {
		d := &w.docs[i]
		switch {
		case d.topic == "personal letter":
			if letters++; letters%2 == 0 {
				d.access = []string{"role:nobody"}
			}
		case d.topic == "desk handbook" && d.tenant != "":
			d.access = []string{"role:hr"}
		case d.topic == "travel budget" && d.tenant == tenantNames[1]:
			d.access = []string{"user:" + userNames[0]}
		}
	}
	w.docs = slices.DeleteFunc(w.docs, func(d doc) bool { return d.topic == "boarding guide" && d.tenant == tenantNames[0] })
	for i := range w.orders {
		if i%2 == 0 {
			w.orders[i].user = "nobody"
		}
	}
}

const function = `---
name: get_order
does: The reference number of one order. 一个订单的参考编号。
when: The question is about one order. 问题问的是某个订单。
not: Not for documents. 不用于文档。
words: [order, reference, 订单, 参考编号]
params:
  order_id: {type: identifier, identifier: order, required: true, meaning: 订单号, ask: {zh: "哪个订单？", en: "Which order?"}}
bind: {tenant: session.tenant, user: session.user, roles: session.roles}
owner:
  param: order_id
  sql: SELECT order_id FROM orders WHERE order_id IN (SELECT value FROM json_each(:order_id)) AND tenant = :tenant
       AND (user_id = :user OR EXISTS (SELECT 1 FROM json_each(:roles) WHERE value = 'desk'))
columns:
  order_id: {type: identifier, title: 订单, title_en: order}
  reference: {type: text, title: 参考编号, title_en: reference number}
say: {zh: "订单 {order_id} 的参考编号是 {reference}。", en: "The reference number of order {order_id} is {reference}."}
---
SELECT order_id, reference FROM orders WHERE order_id = :order_id AND tenant = :tenant
`

const listing = `---
name: list_orders
does: The orders of the asker. 提问人自己的订单。
when: The question asks which orders the asker has. 问自己有哪些订单。
not: Not for one order. 不用于单个订单。
words: [my orders, which orders, 我的订单, 哪些订单]
bind: {tenant: session.tenant, user: session.user}
columns:
  order_id: {type: identifier, title: 订单, title_en: order}
  reference: {type: text, title: 参考编号, title_en: reference number}
say: {zh: "订单 {order_id}：{reference}。", en: "Order {order_id}: {reference}."}
---
SELECT order_id, reference FROM orders WHERE tenant = :tenant AND user_id = :user ORDER BY order_id
`

// write makes the workspace in dir, or brings it up to the world as it is now.
func (w *world) write(ctx context.Context, dir string) error {
	var rules strings.Builder
	for _, t := range tenantNames {
		fmt.Fprintf(&rules, "  - {path: docs/%s, tenant: %s, authority: official}\n", t, t)
	}
	files := map[string]string{
		"casefile.yaml": "name: leaks\nclock: 2026-09-20T10:00:00Z\ntenant: " + tenantNames[0] + "\ndocuments:\n" + rules.String() +
			"  - {path: docs/common, namespace: shared, authority: official}\ndatabases: {main: {driver: sqlite, dsn: data/main.db}}\nidentifiers: {order: 'A\\d{4}'}\n",
		"functions/get_order.sql":   function,
		"functions/list_orders.sql": listing,
	}
	for _, d := range w.docs {
		files[d.path] = d.text()
	}
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "docs")), os.MkdirAll(filepath.Join(dir, "data"), 0o700)); err != nil {
		return err
	}
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	for _, t := range tenantNames { // a rule for a folder that is not there is an error of the workspace
		if err := os.MkdirAll(filepath.Join(dir, "docs", t), 0o700); err != nil {
			return err
		}
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "data", "main.db"))
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS orders (order_id TEXT, tenant TEXT, user_id TEXT, reference TEXT); DELETE FROM orders"); err != nil {
		return err
	}
	for _, o := range w.orders {
		if _, err := db.ExecContext(ctx, "INSERT INTO orders VALUES (?, ?, ?, ?)", o.id, o.tenant, o.user, o.code); err != nil {
			return err
		}
	}
	return nil
}
