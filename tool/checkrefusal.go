package tool

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/casefile/casefile/strictyaml"
)

var (
	noColumn   = regexp.MustCompile(`no such column: "?([^"]+?)"?(?: - should this be .*)? \(\d+\)$`)
	noTable    = regexp.MustCompile(`no such table: (.+) \(\d+\)$`)
	noFunction = regexp.MustCompile(`no such function: (.+) \(\d+\)$`)
	nearWord   = regexp.MustCompile(`near "(.+)": syntax error`)
	readsCol   = regexp.MustCompile(`^it (?:reads|joins by) the private column (.+)\.(.+)$`)
	usesFunc   = regexp.MustCompile(`^it uses the SQL function (\S+),`)
)

// refusal says why the database does not take a SELECT. Where that is an unknown column, it
// returns the SELECT with a NULL in its place, so that the next one can be found.
func (c *checker) refusal(ctx context.Context, s statement, sql string, err error) (next string) {
	var no *refusedError
	if errors.As(err, &no) {
		place, hint := 0, "a function may only read: write one SELECT"
		if m := readsCol.FindStringSubmatch(no.why); m != nil {
			place, hint = at(s.tokens, m[2]), "leave the column out: private: in casefile.yaml forbids it"
		} else if m := usesFunc.FindStringSubmatch(no.why); m != nil {
			place, hint = at(s.tokens, m[1]), "compute it another way; a value of the clock comes from bind:"
		} else if strings.HasPrefix(no.why, "it joins") || strings.HasPrefix(no.why, "it uses NATURAL") {
			hint = "join by columns that are not private: JOIN … ON a.x = b.x"
		} else if strings.HasPrefix(no.why, "it reads") || strings.HasPrefix(no.why, "it runs") {
			hint = "read the workspace's own tables only"
		}
		c.at(s.line(place), s.say(no.why), hint)
		return ""
	}
	if why := c.db.incomplete(ctx, err); why != (note{}) {
		if c.unread = true; c.hard {
			return ""
		}
		c.at(s.line(0), s.say("it could not be checked: "+why.en), "check again when the database can be read")
		return ""
	}
	msg := err.Error()
	if m := noColumn.FindStringSubmatch(msg); m != nil {
		from, to := find(scan(sql), m[1])
		c.at(s.line(from), s.say("there is no column "+m[1]), strictyaml.DidYouMean(last(m[1]), c.columnsOf(ctx, s)))
		if to > from {
			return sql[:from] + "NULL" + sql[to:]
		}
		return ""
	}
	if m := noTable.FindStringSubmatch(msg); m != nil {
		tables, _ := c.db.tables(ctx)
		c.at(s.line(at(s.tokens, last(m[1]))), s.say("there is no table "+m[1]), strictyaml.DidYouMean(last(m[1]), sortedKeys(tables)))
		return ""
	}
	if m := noFunction.FindStringSubmatch(msg); m != nil {
		c.at(s.line(at(s.tokens, m[1])), s.say("there is no SQL function "+m[1]), strictyaml.DidYouMean(m[1], sortedKeys(sqlFunctions)))
		return ""
	}
	if m := nearWord.FindStringSubmatch(msg); m != nil {
		c.at(s.line(at(s.tokens, m[1])), s.say(fmt.Sprintf("this is not valid SQL near %q", m[1])), "")
		return ""
	}
	c.at(s.line(0), s.say("the database does not take it: "+strings.TrimPrefix(msg, "SQL logic error: ")), "")
	return ""
}

func last(dotted string) string { return dotted[strings.LastIndexByte(dotted, '.')+1:] }

// find returns where a name, with or without its table, stands.
func find(tokens []token, dotted string) (from, to int) {
	parts := strings.Split(dotted, ".")
next:
	for i := range tokens {
		k := i
		for n, p := range parts {
			if n > 0 {
				if k+1 >= len(tokens) || tokens[k].text != "." {
					continue next
				}
				k++
			}
			if k >= len(tokens) || !strings.EqualFold(tokens[k].name(), p) {
				continue next
			}
			k++
		}
		// a name after a dot belongs to a table that the database did not name
		if i > 0 && tokens[i-1].text == "." && len(parts) == 1 {
			continue
		}
		// a name after AS is an alias
		if i > 0 && tokens[i-1].is("AS") {
			continue
		}
		return tokens[i].at, tokens[k-1].end
	}
	return 0, 0
}

// columnsOf returns the columns of the tables that a SELECT names, or else of all.
func (c *checker) columnsOf(ctx context.Context, s statement) []string {
	tables, err := c.db.tables(ctx)
	if err != nil {
		return nil
	}
	var near, all []string
	for _, t := range sortedKeys(tables) {
		all = append(all, tables[t]...)
		if slices.ContainsFunc(s.tokens, func(k token) bool { return strings.EqualFold(k.name(), t) }) {
			near = append(near, tables[t]...)
		}
	}
	if len(near) > 0 {
		all = near
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(col string) bool {
		return slices.ContainsFunc(sortedKeys(c.db.private), func(p string) bool { return strings.HasSuffix(p, "."+strings.ToLower(col)) })
	})
}
