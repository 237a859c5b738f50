package format

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
)

// parseEPUB reads a book's chapters in their order.
func parseEPUB(ctx context.Context, data []byte, lim Limits, u *unpacker) File {
	a, err := u.open(ctx, data)
	if err != nil {
		return errorFile(err)
	}
	f, err := book(a, newBuilder(ctx, lim))
	if err != nil {
		return errorFile(err)
	}
	return f
}

func book(a *archive, b *builder) (File, error) {
	if locked, err := a.locked(); err != nil || locked {
		return failed("the book is copy-protected; get it without protection"), err
	}
	box, err := a.xmlPart("META-INF/container.xml")
	if err != nil {
		return File{}, err
	}
	root := ""
	box.each("rootfile", func(n *node) {
		if root == "" {
			root = n.attr("full-path")
		}
	})
	opf, err := a.xmlPart(root)
	if err != nil {
		return File{}, err
	}
	if opf == nil {
		return File{}, errDamaged
	}
	href, media := map[string]string{}, map[string]string{}
	opf.kid("manifest").each("item", func(n *node) {
		h, err := url.PathUnescape(n.attr("href"))
		if err != nil {
			h = n.attr("href")
		}
		href[n.attr("id")], media[n.attr("id")] = path.Join(path.Dir(root), h), n.attr("media-type")
	})
	var found Count
	source := newNumberBag()
	var aside []string
	chapter, missing := 0, 0
	var failure error
	opf.kid("spine").each("itemref", func(n *node) {
		id := n.attr("idref")
		if failure != nil || media[id] != "" && !strings.Contains(media[id], "html") && !strings.Contains(media[id], "xml") {
			return
		}
		chapter++
		found.Pages++
		data, err := a.part(href[id])
		var lim errLimit
		if errors.As(err, &lim) || a.ctx.Err() != nil {
			failure = errors.Join(a.ctx.Err(), err)
			return
		}
		if err != nil || data == nil {
			missing++
			return
		}
		if failure = pageOf(b, data, chapter, source, &found, &aside); failure == nil {
			b.count.Pages++
		}
	})
	if failure != nil {
		return File{}, failure
	}
	if chapter == 0 {
		return File{}, errDamaged
	}
	b.drop("chapter", missing, "it is damaged or not in the file")
	f := b.file(found, nil)
	if f.Status == Failed {
		return f, nil
	}
	f.Aside = aside
	f.reconcile(source)
	if missing > 0 {
		f.degrade(fmt.Sprintf("%d of %d chapters are damaged or not in the file", missing, chapter))
	}
	meta := opf.kid("metadata")
	f.Title, f.Author = oneLine(meta.kid("title").content()), oneLine(meta.kid("creator").content())
	if d := strings.TrimSpace(meta.kid("date").content()); len(d) >= 10 {
		f.Date = isoDay(d[:10])
	}
	return f, nil
}

func pageOf(b *builder, data []byte, chapter int, source *numberBag, found *Count, aside *[]string) error {
	declared := ""
	if m := metaCharset.FindSubmatch(data[:min(len(data), 8<<10)]); m != nil {
		declared = string(m[1]) + string(m[2])
	}
	d, err := Decode(data, declared)
	if err != nil {
		return err
	}
	c, err := htmlCount(b.ctx, d.Text, source)
	if err != nil {
		return err
	}
	found.Add(c)
	b.here = Mark{Page: chapter, At: fmt.Sprintf("chapter %d", chapter)}
	w, err := readHTML(b, d.Text)
	if err != nil {
		return err
	}
	found.Images += w.images
	*aside = append(*aside, w.aside...)
	b.here = Mark{}
	return nil
}

// locked reports whether chapters are encrypted; fonts may be.
func (a *archive) locked() (bool, error) {
	n, err := a.xmlPart("META-INF/encryption.xml")
	if err != nil || n == nil {
		return false, err
	}
	locked := false
	n.each("CipherReference", func(c *node) {
		switch strings.ToLower(path.Ext(c.attr("URI"))) {
		case ".xhtml", ".html", ".htm", ".xml":
			locked = true
		}
	})
	return locked, nil
}
