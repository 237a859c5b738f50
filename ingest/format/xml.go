package format

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"golang.org/x/net/html/charset"
)

// node is an XML element, with local names only. Text is a kid without a name.
type node struct {
	name  string
	attrs []xml.Attr
	kids  []*node
	text  string
}

// attr returns an attribute by its local name.
func (n *node) attr(local string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == local {
			return a.Value
		}
	}
	return ""
}

// relID returns the attribute of a local name in the relationships namespace.
func (n *node) relID(local string) string {
	for _, a := range n.attrs {
		if a.Name.Local == local && strings.Contains(a.Name.Space, "relationships") {
			return a.Value
		}
	}
	return n.attr(local)
}

// kid returns the first child element of a name.
func (n *node) kid(name string) *node {
	if n == nil {
		return nil
	}
	for _, k := range n.kids {
		if k.name == name {
			return k
		}
	}
	return nil
}

// at follows child names.
func (n *node) at(names ...string) *node {
	for _, name := range names {
		n = n.kid(name)
	}
	return n
}

// each calls do for the elements of a name below n, and does not go into those.
func (n *node) each(name string, do func(*node)) {
	if n == nil {
		return
	}
	for _, k := range n.kids {
		if k.name == name {
			do(k)
		} else {
			k.each(name, do)
		}
	}
}

// content returns all text below n.
func (n *node) content() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	if n == nil {
		return
	}
	b.WriteString(n.text)
	for _, k := range n.kids {
		k.write(b)
	}
}

// xmlReader reads XML within limits. No external entity is ever read, and none that the document defines.
type xmlReader struct {
	ctx   context.Context
	d     *xml.Decoder
	depth int
	most  int
	n     int
}

var errXML = errors.New("its XML is damaged; save the file again with its program")

func newXML(ctx context.Context, data []byte, lim Limits) *xmlReader {
	if d, ok := byMark(data); ok {
		data = []byte(d.Text)
	} else if d, ok := byZeros(data); ok {
		data = []byte(d.Text)
	}
	r := &xmlReader{ctx: ctx, d: xml.NewDecoder(bytes.NewReader(data)), most: 100 * lim.Depth}
	r.d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		if strings.HasPrefix(strings.ToLower(label), "utf-16") {
			return in, nil // decoded above
		}
		return charset.NewReaderLabel(label, in)
	}
	return r
}

// next returns the next start element, end element or text; nil at the end.
func (r *xmlReader) next() (xml.Token, error) {
	for {
		if r.n++; r.n%512 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		t, err := r.d.RawToken()
		if err == io.EOF {
			if r.depth > 0 {
				return nil, errXML
			}
			return nil, nil
		}
		if err != nil {
			return nil, errXML
		}
		switch t := t.(type) {
		case xml.StartElement:
			if r.depth++; r.depth > r.most {
				return nil, errLimit(fmt.Sprintf("its elements are more than %d deep; save it again with its program", r.most))
			}
			return t, nil
		case xml.EndElement:
			if r.depth--; r.depth < 0 {
				return nil, errXML
			}
			return t, nil
		case xml.CharData:
			return t, nil
		}
	}
}

// tree reads the element that begins with start.
func (r *xmlReader) tree(start xml.StartElement) (*node, error) {
	root := &node{name: start.Name.Local, attrs: cloneAttrs(start.Attr)}
	stack := []*node{root}
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := t.(type) {
		case nil:
			return nil, errXML
		case xml.StartElement:
			k := &node{name: t.Name.Local, attrs: cloneAttrs(t.Attr)}
			top.kids = append(top.kids, k)
			stack = append(stack, k)
		case xml.EndElement:
			if t.Name.Local != top.name {
				return nil, errXML
			}
			if stack = stack[:len(stack)-1]; len(stack) == 0 {
				return root, nil
			}
		case xml.CharData:
			if len(top.kids) > 0 || len(bytes.TrimSpace(t)) > 0 || textual[top.name] {
				top.kids = append(top.kids, &node{text: string(t)})
			}
		}
	}
}

// textual are the elements whose blank text counts.
var textual = map[string]bool{"t": true, "v": true, "f": true}

// cloneAttrs keeps the prefix as namespace: raw tokens are not resolved, and r: is the prefix that office files use.
func cloneAttrs(attrs []xml.Attr) []xml.Attr {
	var out []xml.Attr
	for _, a := range attrs {
		if a.Name.Space == "xmlns" || a.Name.Local == "xmlns" {
			continue
		}
		if a.Name.Space == "r" || a.Name.Space == "rel" || a.Name.Space == "relationships" {
			a.Name.Space = "relationships"
		}
		out = append(out, a)
	}
	return out
}

// parseXML reads a whole document.
func parseXML(ctx context.Context, data []byte, lim Limits) (*node, error) {
	r := newXML(ctx, data, lim)
	for {
		t, err := r.next()
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case nil:
			return nil, errXML
		case xml.StartElement:
			return r.tree(t)
		}
	}
}

// xmlPart reads a part of an office file; nil where there is none.
func (a *archive) xmlPart(name string) (*node, error) {
	data, err := a.part(name)
	if err != nil || data == nil {
		return nil, err
	}
	return parseXML(a.ctx, data, a.u.lim)
}

// rel is a relationship of an office part.
type rel struct{ id, kind, target string }

// rels returns the relationships of a part; targets are names in the archive. External ones are left out: nothing is fetched.
func (a *archive) rels(part string) ([]rel, error) {
	dir, base := path.Split(part)
	n, err := a.xmlPart(dir + "_rels/" + base + ".rels")
	if err != nil || n == nil {
		return nil, err
	}
	var out []rel
	n.each("Relationship", func(k *node) {
		if strings.EqualFold(k.attr("TargetMode"), "External") {
			return
		}
		target := k.attr("Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(dir, target)
		}
		out = append(out, rel{k.attr("Id"), path.Base(k.attr("Type")), strings.TrimPrefix(path.Clean(target), "/")})
	})
	return out, nil
}

// target returns the part of a relationship.
func target(rels []rel, id string) string {
	for _, r := range rels {
		if r.id == id {
			return r.target
		}
	}
	return ""
}

// ofKind returns the parts of a kind of relationship, such as styles.
func ofKind(rels []rel, kind string) []string {
	var out []string
	for _, r := range rels {
		if r.kind == kind {
			out = append(out, r.target)
		}
	}
	return out
}
