package tool

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/casefile/casefile/strictyaml"
	"modernc.org/sqlite"
)

// A statement is a SELECT of a function file under check.
type statement struct {
	what   string // "" for the SELECT itself
	sql    string
	tokens []token
	line   func(at int) int
	owner  bool
}

func (s statement) say(msg string) string {
	if s.what == "" {
		return msg
	}
	return s.what + ": " + msg
}

// statements checks the SELECT and the ownership check, and the parameters they name.
func (c *checker) statements(ctx context.Context) {
	f := c.f
	main := statement{sql: f.SQL, line: func(at int) int { return f.SQLLine + lineOf(f.SQL, at) }}
	used := map[string]bool{}
	if cols, ok := c.statement(ctx, &main, used); ok && !c.hard {
		c.gives(main, cols)
	}
	if c.hard {
		if strings.TrimSpace(f.Owner.SQL) != "" && !c.unread {
			line := max(f.Owner.Query.Line, f.line("owner"))
			c.statement(ctx, &statement{what: "owner", sql: f.Owner.SQL, line: func(int) int { return line }, owner: true}, used)
		}
		return
	}
	c.ranking(main)
	if strings.TrimSpace(f.Owner.SQL) != "" {
		line := max(f.Owner.Query.Line, f.line("owner"))
		own := statement{what: "owner", sql: f.Owner.SQL, line: func(int) int { return line }, owner: true}
		before := maps.Clone(used)
		clear(used)
		if cols, ok := c.statement(ctx, &own, used); ok && len(cols) != 1 {
			c.at(line, fmt.Sprintf("owner: the SELECT gives %d columns", len(cols)), "give the values of "+f.Owner.Param+" alone")
		}
		c.ownerUses(line, used)
		maps.Copy(used, before)
	}
	for _, d := range f.Params {
		for _, n := range d.bound() {
			if !used[n] {
				c.at(d.Line, fmt.Sprintf("the parameter %s is declared, but no SELECT uses :%s", d.Name, n), "use it, or remove it")
			}
		}
	}
	for _, n := range sortedKeys(f.Bind) {
		if !used[n] {
			c.at(f.line("bind"), fmt.Sprintf("%s is bound, but no SELECT uses :%s", n, n), "use it, or remove it")
		}
	}
}

// ownerUses checks that the ownership check depends on the value and on who asks.
func (c *checker) ownerUses(line int, used map[string]bool) {
	if p := c.f.Owner.Param; p != "" && !used[p] {
		c.at(line, "owner: the SELECT does not use :"+p, "compare with (SELECT value FROM json_each(:"+p+"))")
	}
	for name, source := range c.f.Bind {
		if used[name] && strings.HasPrefix(source, "session.") {
			return
		}
	}
	c.at(line, "owner: the SELECT does not depend on who asks", "bind session.tenant and session.user, and use them in it")
}

// statement checks one SELECT and returns its columns; ok is false where they could not be told.
func (c *checker) statement(ctx context.Context, s *statement, used map[string]bool) (cols []sqlite.ColumnInfo, ok bool) {
	s.tokens = scan(s.sql)
	all := statements(s.tokens)
	if len(all) == 0 {
		return nil, false // said by ParseFunction
	}
	if len(all) > 1 {
		c.at(s.line(all[1][0].at), s.say(fmt.Sprintf("there are %d statements", len(all))), "keep one SELECT and remove the rest")
		return nil, false
	}
	s.tokens = all[0]
	first := s.tokens[0]
	if !first.is("SELECT", "WITH", "VALUES") {
		c.at(s.line(first.at), s.say(fmt.Sprintf("this is not a SELECT: it begins with %s", strings.ToUpper(clip(first.text)))), "a function reads and never writes: write one SELECT")
		return nil, false
	}
	sql := s.sql[:s.tokens[len(s.tokens)-1].end]
	c.names(*s, used)
	if !c.hard {
		c.habits(*s)
	}
	known := true
	for range 20 {
		info, err := c.db.describe(ctx, sql)
		if err == nil {
			return info, known
		}
		var next string
		if next = c.refusal(ctx, *s, sql, err); next == "" {
			return nil, false
		}
		sql, known = next, false // the unknown column is out of the way: look for the next
	}
	return nil, false
}

// names checks the parameters that a SELECT names.
func (c *checker) names(s statement, used map[string]bool) {
	var known []string
	for _, d := range c.f.Params {
		known = append(known, d.bound()...)
	}
	known = append(known, sortedKeys(c.f.Bind)...)
	for _, t := range s.tokens {
		if t.kind == other {
			c.at(s.line(t.at), s.say("the parameter "+t.text+" is not named the way a function names them"), "write :name")
		}
	}
	for _, p := range paramsOf(s.tokens) {
		used[p.text] = true
		if slices.Contains(known, p.text) {
			continue
		}
		hint := strictyaml.DidYouMean(p.text, known)
		if d, ok := c.f.Params.find(p.text); ok && d.Type == "period" {
			hint = fmt.Sprintf("a period is bound as :%s_from and :%s_to", p.text, p.text)
		}
		c.at(s.line(p.at), s.say("the parameter :"+p.text+" is not declared"), hint)
	}
}

// habits checks for ways of writing a SELECT that run and mean something else.
func (c *checker) habits(s statement) {
	for i, t := range s.tokens {
		switch {
		case readsClock(s.tokens[i:]):
			c.at(s.line(t.at), s.say("it reads the machine's clock"), "bind a parameter to clock.today or clock.now and use it")
		case t.is("LIKE", "GLOB"):
			if p := c.freeText(s.tokens, i); p != "" {
				c.at(s.line(t.at), s.say(fmt.Sprintf("%s lets a %% or * in :%s match anything", strings.ToUpper(t.text), p)), fmt.Sprintf("write instr(COLUMN, :%s) > 0, or escape it with replace(…) and ESCAPE", p))
			}
		case t.kind == param:
			c.use(s, i)
		}
	}
	for _, d := range c.f.Params {
		if d.Required || d.Default.Kind != 0 || s.owner {
			continue
		}
		if !slices.ContainsFunc(d.bound(), func(n string) bool { return takesNull(s.tokens, n) }) && slices.ContainsFunc(s.tokens, func(t token) bool { return t.kind == param && slices.Contains(d.bound(), t.text) }) {
			n := d.bound()[0]
			c.at(d.Line, fmt.Sprintf("%s may be left out, but then the SELECT finds nothing", d.Name), fmt.Sprintf("write (:%s IS NULL OR …), give it a default, or add required: true", n))
		}
	}
}

// readsClock reports whether the tokens begin with a way of asking for the machine's time:
// 'now', CURRENT_DATE and its like, date() without an argument, strftime with a format alone.
func readsClock(tokens []token) bool {
	t := tokens[0]
	if t.kind == literal && strings.EqualFold(t.text, "'now'") || t.is("CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP") {
		return true
	}
	args := 0
	switch {
	case t.is("DATE", "TIME", "DATETIME", "JULIANDAY", "UNIXEPOCH"):
	case t.is("STRFTIME"):
		args = 1
	default:
		return false
	}
	return len(tokens) > args+2 && tokens[1].text == "(" && tokens[args+2].text == ")"
}

// use checks that a list is used as the JSON array it is bound as.
func (c *checker) use(s statement, i int) {
	t := s.tokens[i]
	d, ok := c.f.Params.find(t.text)
	if !ok || !d.List && !(s.owner && d.Name == c.f.Owner.Param) {
		return
	}
	after := func(k int) token {
		if i+k >= 0 && i+k < len(s.tokens) {
			return s.tokens[i+k]
		}
		return token{}
	}
	if after(1).is("IS") || after(-1).text == "(" && strings.HasPrefix(strings.ToLower(after(-2).text), "json") {
		return
	}
	c.at(s.line(t.at), s.say(":"+t.text+" is bound as a JSON array"), fmt.Sprintf("write IN (SELECT value FROM json_each(:%s))", t.text))
}

// freeText returns the text parameter that stands unescaped in the pattern of the LIKE at i.
func (c *checker) freeText(tokens []token, i int) string {
	depth, name := tokens[i].depth, ""
	for _, t := range tokens[i+1:] {
		if t.depth < depth || t.depth == depth && (t.text == "," || t.is("AND", "OR", "THEN", "ELSE", "END", "GROUP", "ORDER", "LIMIT", "HAVING", "UNION")) {
			break
		}
		if t.is("ESCAPE", "REPLACE") {
			return ""
		}
		if d, ok := c.f.Params.find(t.text); t.kind == param && ok && (d.Type == "text" || d.Type == "identifier" && d.Identifier == "") {
			name = t.text
		}
	}
	return name
}

// takesNull reports whether a parameter is used in a way that gives its absence a meaning.
func takesNull(tokens []token, name string) bool {
	for i, t := range tokens {
		if t.kind != param || t.text != name {
			continue
		}
		if i+1 < len(tokens) && tokens[i+1].is("IS") || i > 0 && tokens[i-1].is("IS", "NOT") || oneOfSeveral(tokens, i) {
			return true
		}
		for j := i - 1; j >= 0 && tokens[j].depth >= t.depth-1; j-- {
			if tokens[j].is("COALESCE", "IFNULL", "IIF", "NULLIF") {
				return true
			}
		}
	}
	return false
}

// oneOfSeveral reports whether the condition around the token at i has an alternative: an OR
// in one of the brackets around it.
func oneOfSeveral(tokens []token, i int) bool {
	depth := tokens[i].depth
	for _, step := range []int{-1, 1} {
		inner := depth
		for j := i + step; j >= 0 && j < len(tokens); j += step {
			t := tokens[j]
			inner = min(inner, t.depth)
			if t.depth == inner && t.is("OR") {
				return true
			}
			if t.depth == inner && t.is("SELECT", "WHERE", "GROUP", "ORDER", "UNION", "LIMIT") && inner == 0 {
				break
			}
		}
	}
	return false
}

// ranking checks what a ranked function needs.
func (c *checker) ranking(s statement) {
	if !c.f.Ranked || len(s.tokens) == 0 {
		return
	}
	if !slices.ContainsFunc(s.tokens, func(t token) bool { return t.depth == 0 && t.is("ORDER") }) {
		c.at(c.f.line("ranked"), "the function is ranked, but its SELECT has no ORDER BY", "order it by the column that decides the ranking")
	}
	if _, by := limitOf(s.tokens); by != "" {
		if d, ok := c.f.Params.find(by); ok && !d.Required && d.Default.Kind == 0 {
			c.at(d.Line, d.Name+" is the LIMIT of the SELECT and may be left out", "give it a default, or add required: true")
		}
	}
}

// gives compares the columns of the SELECT with those declared, both ways.
func (c *checker) gives(s statement, cols []sqlite.ColumnInfo) {
	names := c.f.Columns.names()
	seen := map[string]bool{}
	for _, col := range cols {
		switch {
		case seen[col.Name]:
			c.at(s.line(0), fmt.Sprintf("the SELECT gives the column %q twice", col.Name), "name one of them with AS")
		case !slices.Contains(names, col.Name):
			c.at(s.line(at(s.tokens, col.Name)), fmt.Sprintf("the SELECT gives the column %q, which is not declared", col.Name), or(strictyaml.DidYouMean(col.Name, names), "add it to columns:"))
		}
		seen[col.Name] = true
	}
	var given []string
	for _, col := range cols {
		given = append(given, col.Name)
	}
	for _, d := range c.f.Columns {
		if !seen[d.Name] {
			c.at(d.Line, fmt.Sprintf("the column %q is declared, but the SELECT does not give it", d.Name), strictyaml.DidYouMean(d.Name, given))
		}
	}
}

// at returns the offset of the last token that is a name, else of the first token.
func at(tokens []token, name string) int {
	found := -1
	for _, t := range tokens {
		if strings.EqualFold(t.name(), name) {
			found = t.at
		}
	}
	if found < 0 && len(tokens) > 0 {
		return tokens[0].at
	}
	return max(found, 0)
}

// queries checks the queries that give an enum its values.
func (c *checker) queries(ctx context.Context) {
	for _, d := range c.f.Params {
		if d.Type != "enum" || d.Query == "" {
			continue
		}
		values, err := c.db.list(ctx, d.Query)
		var no *refusedError
		switch {
		case errors.As(err, &no):
			c.at(d.Line, d.Name+": query: "+no.why, "write one SELECT of one column")
			continue
		case err != nil:
			c.at(d.Line, d.Name+": query: "+or(c.db.incomplete(ctx, err).en, strings.TrimPrefix(err.Error(), "SQL logic error: ")), "write one SELECT of one column")
			continue
		case len(values) == 0:
			c.at(d.Line, d.Name+": query: it gives no value, so nothing would be allowed", "check the table, or use type: text")
			continue
		}
		c.aliases(d, values)
		if r, err := newRule(d, c.w); err == nil && r.fallback != nil {
			r.enum = newEnum(values, d.Aliases)
			c.fallback(r)
		}
	}
}
