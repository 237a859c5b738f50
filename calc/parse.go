package calc

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/casefile/casefile/quantity"
)

// An Expr is a parsed expression. It is never changed and may be evaluated concurrently.
type Expr struct {
	src   string
	root  node
	names []string
}

// String returns the source.
func (e *Expr) String() string { return e.src }

// Names returns the names an expression asks for, each once, in the order they stand.
func Names(e *Expr) []string { return slices.Clone(e.names) }

// Parse reads an expression. An error is an *Error, with the byte it was found at.
func Parse(src string) (*Expr, error) {
	toks, err := lex(src)
	if err != nil {
		return nil, err
	}
	p := &parser{toks: toks}
	root, err := p.or(0)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); t.kind != 'e' {
		return nil, &Error{t.pos, fmt.Sprintf("unexpected %q after the expression", t.text)}
	}
	return &Expr{src: src, root: root, names: p.names}, nil
}

type node interface{ place() int }

type (
	literal struct {
		pos int
		val Value
	}
	name struct {
		pos int
		s   string
	}
	unary struct {
		pos int
		op  string // - not
		x   node
	}
	binary struct {
		pos  int
		op   string
		x, y node
	}
	member struct { // x in (a, b)
		pos  int
		not  bool
		x    node
		list []node
	}
	call struct {
		pos  int
		fn   string
		args []node
	}
)

func (n literal) place() int { return n.pos }
func (n name) place() int    { return n.pos }
func (n unary) place() int   { return n.pos }
func (n binary) place() int  { return n.pos }
func (n member) place() int  { return n.pos }
func (n call) place() int    { return n.pos }

type parser struct {
	toks  []token
	i     int
	nodes int
	names []string
	seen  map[string]bool
}

func (p *parser) peek() token { return p.toks[p.i] }

// is reports whether the next token is an operator or a keyword.
func (p *parser) is(s string) bool {
	t := p.peek()
	return (t.kind == 'o' || t.kind == 'i') && t.text == s
}

func (p *parser) accept(s string) bool {
	if p.is(s) {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(s string) error {
	if p.accept(s) {
		return nil
	}
	t := p.peek()
	if t.kind == 'e' {
		return &Error{t.pos, fmt.Sprintf("%q is missing at the end", s)}
	}
	return &Error{t.pos, fmt.Sprintf("want %q, found %q", s, t.text)}
}

func (p *parser) enter(depth int) error {
	p.nodes++
	if depth > maxDepth || p.nodes > maxNodes {
		return &Error{p.peek().pos, "nested too deeply, or too long"}
	}
	return nil
}

func (p *parser) or(d int) (node, error)  { return p.chain(d, "or", p.and) }
func (p *parser) and(d int) (node, error) { return p.chain(d, "and", p.not) }

func (p *parser) chain(d int, op string, next func(int) (node, error)) (node, error) {
	x, err := next(d + 1)
	for err == nil && p.is(op) {
		pos := p.peek().pos
		p.i++
		var y node
		if err = p.enter(d); err != nil {
			break
		}
		if y, err = next(d + 1); err == nil {
			x = binary{pos, op, x, y}
		}
	}
	return x, err
}

func (p *parser) not(d int) (node, error) {
	if err := p.enter(d); err != nil {
		return nil, err
	}
	if t := p.peek(); p.accept("not") {
		x, err := p.not(d + 1)
		return unary{t.pos, "not", x}, err
	}
	return p.compare(d + 1)
}

func (p *parser) compare(d int) (node, error) {
	x, err := p.sum(d + 1)
	if err != nil {
		return nil, err
	}
	t := p.peek()
	switch {
	case t.kind == 'o' && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, t.text):
		p.i++
		y, err := p.sum(d + 1)
		if err != nil {
			return nil, err
		}
		if n := p.peek(); n.kind == 'o' && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, n.text) {
			return nil, &Error{n.pos, `comparisons do not chain: join them with "and"`}
		}
		return binary{t.pos, t.text, x, y}, nil
	case p.is("in"):
		p.i++
		return p.members(d, t.pos, x, false)
	case p.is("not") && p.toks[p.i+1].text == "in":
		p.i += 2
		return p.members(d, t.pos, x, true)
	}
	return x, nil
}

func (p *parser) members(d, pos int, x node, not bool) (node, error) {
	if !p.is("(") {
		y, err := p.primary(d + 1) // a list by name
		return member{pos, not, x, []node{y}}, err
	}
	p.i++
	list, err := p.list(d + 1)
	return member{pos, not, x, list}, err
}

// list reads the expressions up to a closing bracket.
func (p *parser) list(d int) ([]node, error) {
	var out []node
	if p.accept(")") {
		return out, nil
	}
	for {
		x, err := p.or(d + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
		if !p.accept(",") {
			return out, p.expect(")")
		}
	}
}

func (p *parser) sum(d int) (node, error) {
	return p.binaries(d, "+", "-", p.product)
}

func (p *parser) product(d int) (node, error) {
	return p.binaries(d, "*", "/", p.minus)
}

func (p *parser) binaries(d int, a, b string, next func(int) (node, error)) (node, error) {
	x, err := next(d + 1)
	for err == nil && (p.is(a) || p.is(b)) {
		t := p.peek()
		p.i++
		if err = p.enter(d); err != nil {
			break
		}
		var y node
		if y, err = next(d + 1); err == nil {
			x = binary{t.pos, t.text, x, y}
		}
	}
	return x, err
}

func (p *parser) minus(d int) (node, error) {
	if err := p.enter(d); err != nil {
		return nil, err
	}
	if t := p.peek(); p.accept("-") {
		x, err := p.minus(d + 1)
		return unary{t.pos, "-", x}, err
	}
	return p.power(d + 1)
}

func (p *parser) power(d int) (node, error) {
	x, err := p.primary(d + 1)
	if err != nil {
		return nil, err
	}
	if t := p.peek(); p.accept("^") {
		y, err := p.minus(d + 1) // to the right: 2^3^2 is 2^9
		return binary{t.pos, "^", x, y}, err
	}
	return x, nil
}

func (p *parser) primary(d int) (node, error) {
	if err := p.enter(d); err != nil {
		return nil, err
	}
	t := p.peek()
	p.i++
	switch {
	case t.kind == 'n':
		if n := p.peek(); t.unit == "" && n.kind == 'i' && !keyword(n.text) {
			if _, known := quantity.LookupUnit(n.text); known { // 7 天
				t.unit = n.text
				p.i++
			}
		}
		return number(t)
	case t.kind == 's':
		return literal{t.pos, Text(t.text)}, nil
	case t.kind == 'o' && t.text == "(":
		x, err := p.or(d + 1)
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case t.kind == 'i' && (t.text == "true" || t.text == "false"):
		return literal{t.pos, Truth(t.text == "true")}, nil
	case t.kind == 'i' && keyword(t.text):
		return nil, &Error{t.pos, fmt.Sprintf("%q stands where a value is wanted", t.text)}
	case t.kind == 'i' && p.is("("):
		p.i++
		return p.call(d, t)
	case t.kind == 'i':
		if p.seen == nil {
			p.seen = map[string]bool{}
		}
		if !p.seen[t.text] {
			p.seen[t.text] = true
			p.names = append(p.names, t.text)
		}
		return name{t.pos, t.text}, nil
	case t.kind == 'e':
		p.i--
		return nil, &Error{t.pos, "a value is missing at the end"}
	}
	return nil, &Error{t.pos, fmt.Sprintf("%q stands where a value is wanted", t.text)}
}

func keyword(s string) bool { return s == "and" || s == "or" || s == "not" || s == "in" }

func number(t token) (node, error) {
	r, ok := new(big.Rat).SetString(t.text)
	if !ok {
		return nil, &Error{t.pos, fmt.Sprintf("%q is no number", t.text)}
	}
	if t.unit != "" {
		if _, known := quantity.LookupUnit(t.unit); !known {
			return nil, &Error{t.pos, fmt.Sprintf("%q is no unit this engine knows", t.unit)}
		}
	}
	return literal{t.pos, Num(r, t.unit)}, nil
}

func (p *parser) call(d int, t token) (node, error) {
	f, ok := functions[t.text]
	if !ok {
		return nil, &Error{t.pos, fmt.Sprintf("there is no function %q; there are %s", t.text, functionNames())}
	}
	args, err := p.list(d + 1)
	if err != nil {
		return nil, err
	}
	if len(args) < f.min || f.max >= 0 && len(args) > f.max {
		return nil, &Error{t.pos, fmt.Sprintf("%s takes %s, not %d", t.text, f.takes(), len(args))}
	}
	return call{t.pos, t.text, args}, nil
}
