package tool

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	casefile "github.com/casefile/casefile"
)

// forbidden is all that a forbidden call says, whatever the reason.
func forbidden() casefile.Result {
	return say("not available to this caller").ended(casefile.Forbidden)
}

// Call runs the function with args, a JSON object, under the scope of who asks.
//
//   - invalid: the arguments do not fit; the note names what is allowed.
//   - forbidden: there is an ownership check, and a value is not the caller's or there is no row. The two look alike and cost alike.
//   - no_hit: no row. The evidence says which period was asked.
//   - partial: the rows were cut; Total is the true number.
//   - timeout: the call did not complete.
//
// A function that does not fit its database is a *Fault.
func (t *Declared) Call(ctx context.Context, who casefile.Scope, args json.RawMessage) (casefile.Result, error) {
	if err := who.Err(); err != nil {
		return casefile.Result{}, fmt.Errorf("function %s: %w", t.f.Name, err)
	}
	ctx, cancel := t.db.bounded(ctx)
	defer cancel()
	now := t.w.now()
	decoded, err := t.sig.decode(args, t.env(ctx, now))
	if err != nil {
		return t.ended(ctx, err)
	}
	c := call{t: t, who: who, now: now, args: decoded, canonical: canonical(decoded)}
	stamp := t.db.stamp()
	key, caches := c.key()
	if caches {
		if r, ok := t.w.Cache.find(key, stamp); ok {
			return r, nil
		}
	}
	r, err := c.run(ctx)
	if err != nil {
		return t.ended(ctx, err)
	}
	if caches && (r.Status == casefile.OK || r.Status == casefile.NoHit || r.Status == casefile.Partial) {
		t.w.Cache.keep(key, stamp, r)
	}
	return r, nil
}

// A call is one call of a declared function.
type call struct {
	t         *Declared
	who       casefile.Scope
	now       time.Time
	args      []arg
	canonical json.RawMessage
}

// key returns what the call is cached by, and whether it is cached at all.
func (c call) key() (cacheKey, bool) {
	k := cacheKey{
		scope: c.who.Key(), function: c.t.f.Name, sql: c.t.f.File + "\x00" + c.t.sql, args: string(c.canonical),
		day: casefile.DateOf(c.now).String(), freshness: c.t.f.Freshness,
	}
	if c.t.f.Freshness == "static" && !slices.Contains(sortedValues(c.t.f.Bind), "clock.today") {
		k.day = ""
	}
	return k, c.t.f.Freshness != "live" && !c.t.now
}

// run makes the call.
func (c call) run(ctx context.Context) (casefile.Result, error) {
	columns, err := c.t.order(ctx)
	if err != nil {
		return casefile.Result{}, err
	}
	owned, err := c.owned(ctx)
	if err != nil {
		return casefile.Result{}, err
	}
	want, ask := c.wanted()
	rows, total, err := c.t.db.query(ctx, columns, c.t.sql, ask, c.bind(c.t.params, binding{foreign: !owned, want: want, ask: ask}))
	if err != nil {
		if !owned && ctx.Err() == nil {
			return forbidden(), nil
		}
		return casefile.Result{}, err
	}
	if !owned || len(rows) == 0 && c.t.owner != "" {
		return forbidden(), nil
	}
	return c.result(columns, rows, total, want)
}

// owned reports whether every value of the owned parameter is the caller's.
func (c call) owned(ctx context.Context) (bool, error) {
	if c.t.owner == "" {
		return true, nil
	}
	mine, _, err := c.t.db.query(ctx, []string{"value"}, c.t.owner, maxList, c.bind(c.t.ownerP, binding{check: true}))
	if err != nil {
		return false, err
	}
	has := map[string]bool{}
	for _, row := range mine {
		has[textOf(row[0])] = true
	}
	i := slices.IndexFunc(c.args, func(a arg) bool { return a.rule.def.Name == c.t.f.Owner.Param })
	if i < 0 || !c.args[i].given {
		return false, nil // nothing was named, so nothing was shown to be the caller's
	}
	for _, it := range c.args[i].items {
		if !has[it.text] {
			return false, nil
		}
	}
	return true, nil
}

// A binding says for which statement of a call values are bound.
type binding struct {
	check   bool // the ownership check
	foreign bool // the SELECT, though a value is not the caller's
	want    int  // rows of a ranking that are wanted; 0 leaves its LIMIT alone
	ask     int  // rows of it that are asked for
}

// bind returns the values of the parameters that a statement names. For the ownership check
// the owned parameter is a JSON array of the values asked for. Where one is not the caller's,
// the SELECT still runs, over a value that no row has: whoever asks waits as long as for one that is not there.
func (c call) bind(names []string, b binding) []any {
	var out []any
	add := func(name string, v any) {
		if slices.Contains(names, name) {
			out = append(out, sql.Named(name, v))
		}
	}
	for _, a := range c.args {
		d := a.rule.def
		switch {
		case d.Name == c.t.f.Owner.Param && b.check:
			add(d.Name, a.array())
		case d.Name == c.t.f.Owner.Param && b.foreign:
			if d.List {
				add(d.Name, "[]")
			} else {
				add(d.Name, "")
			}
		case d.Type == "period":
			var from, to any
			if a.given {
				from, to = a.items[0].from, a.items[0].to
			}
			add(d.Name+"_from", from)
			add(d.Name+"_to", to)
		case !a.given:
			add(d.Name, nil)
		case d.List:
			add(d.Name, a.array())
		case b.want > 0 && d.Name == c.t.topBy():
			add(d.Name, int64(b.ask))
		default:
			add(d.Name, a.items[0].bind)
		}
	}
	id := c.who.Identity()
	for name, source := range c.t.f.Bind {
		add(name, map[string]any{
			"session.tenant": id.Tenant, "session.user": id.User, "session.roles": rolesJSON(id.Roles),
			"scope.as_of": c.who.AsOf().String(), "clock.today": casefile.DateOf(c.now).String(), "clock.now": c.now.Format(time.RFC3339),
		}[source])
	}
	return out
}

func (a arg) array() string {
	parts := make([]string, len(a.items))
	for i, it := range a.items {
		parts[i] = it.json
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// period returns the period that was asked.
func (c call) period() casefile.Period {
	for _, a := range c.args {
		if a.rule.def.Type == "period" && a.given {
			if p, err := casefile.ParsePeriod(a.items[0].text); err == nil {
				return p
			}
		}
	}
	return casefile.Period{}
}

// topBy returns the parameter by which the SELECT cuts a ranking whose ties are to be seen.
func (t *Declared) topBy() string {
	if t.f.Ranked && t.f.Ties != "" {
		return t.limit
	}
	return ""
}

// wanted returns how many rows of a ranking are wanted, 0 for all, and how many to ask for:
// of a ranking more than are wanted, so that a tie at its end can be seen.
func (c call) wanted() (want, ask int) {
	most := c.t.f.Rows.max()
	for _, a := range c.args {
		if a.given && c.t.topBy() != "" && a.rule.def.Name == c.t.topBy() && !a.rule.def.List {
			if n, ok := a.items[0].bind.(int64); ok && n > 0 && n <= int64(most) {
				return int(n), most + 1
			}
		}
	}
	return 0, most
}

// result makes the table.
func (c call) result(columns []string, rows [][]any, total, want int) (casefile.Result, error) {
	t := &casefile.Table{}
	for _, name := range columns {
		d, _ := c.t.f.Columns.find(name)
		t.Columns = append(t.Columns, column(d, c.t.w))
	}
	for _, row := range rows {
		cells := make(casefile.Row, len(row))
		for i, v := range row {
			cells[i] = cell(v, t.Columns[i].Type, c.t.w.zone())
		}
		t.Rows = append(t.Rows, cells)
	}
	ev := casefile.Evidence{Tool: c.t.f.Name, Args: c.canonical, Period: c.period(), AsOf: c.who.AsOf()}
	if len(t.Rows) == 0 {
		why := say("no row")
		if p := ev.Period; !p.IsZero() {
			why = say("no row for %s", p)
		}
		ev.Status, ev.Note = casefile.NoHit, why.en
		r := why.ended(casefile.NoHit)
		r.Evidence = []casefile.Evidence{ev}
		return r, nil
	}
	status, why := c.cut(t, total, want)
	ev.Status, ev.Note, ev.Table = status, why.en, t
	r := why.ended(status)
	r.Evidence = []casefile.Evidence{ev}
	if status == casefile.Partial {
		r.Total = t.Total
	}
	return r, nil
}

// cut settles what the table is: whole, the whole top of a ranking, or cut off.
func (c call) cut(t *casefile.Table, total, want int) (casefile.Status, note) {
	most := c.t.f.Rows.max()
	t.Total = total
	if want == 0 {
		if total > len(t.Rows) {
			return casefile.Partial, say("the first %d of %d rows; the others were cut off", len(t.Rows), total)
		}
		// a ranking may have been cut inside the SELECT, where it cannot be seen
		t.Complete, t.Ranked = !c.t.cut && !c.t.f.Ranked, c.t.f.Ranked
		return casefile.OK, note{}
	}
	asked := len(t.Rows)
	if asked <= want {
		t.Complete, t.Ranked, t.Total = true, true, asked
		return casefile.OK, note{}
	}
	by := t.Col(c.t.f.Ties)
	kept := want
	for kept < asked && t.Rows[kept][by] == t.Rows[kept-1][by] {
		kept++
	}
	if kept == asked && asked > most {
		t.Rows = t.Rows[:most]
		t.Total = asked
		return casefile.Partial, say("more rows than can be given tie for place %d in %s; the first %d are given", want, c.t.f.Ties, most)
	}
	t.Rows, t.Ranked, t.Total = t.Rows[:kept], true, kept
	t.Complete = kept == asked
	if kept == want {
		return casefile.OK, note{}
	}
	first := want - 1
	for first > 0 && t.Rows[first-1][by] == t.Rows[want-1][by] {
		first--
	}
	return casefile.OK, say("rows %d to %d tie in %s at %s: %d rows are given where %d were asked for", first+1, kept, c.t.f.Ties, t.Rows[want-1][by].Text, kept, want)
}

func sortedValues(m map[string]string) []string {
	var out []string
	for _, k := range sortedKeys(m) {
		out = append(out, m[k])
	}
	return out
}
