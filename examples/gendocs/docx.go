package main

import (
	"fmt"
	"strings"
)

const (
	xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	wordNS  = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	mimeDoc = "application/vnd.openxmlformats-officedocument.wordprocessingml."
	relType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
)

// docx writes a Word document with the styles Title and Heading 1 to 2 and real tables.
func docx(d document) ([]byte, error) {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:document ` + wordNS + `><w:body>`)
	for _, k := range d.blocks {
		switch {
		case k.page:
			b.WriteString(`<w:p><w:r><w:br w:type="page"/></w:r></w:p>`)
		case k.rows != nil:
			docxTable(&b, k.rows)
		default:
			b.WriteString(docxParagraph([]string{"", "Title", "Heading1", "Heading2"}[k.level], k.text))
		}
	}
	b.WriteString(`<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`)
	return pack([]part{
		{"[Content_Types].xml", xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/word/document.xml" ContentType="` + mimeDoc + `document.main+xml"/><Override PartName="/word/styles.xml" ContentType="` + mimeDoc + `styles+xml"/>` +
			`<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`},
		{"_rels/.rels", xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Id="rId1" Type="` + relType + `officeDocument" Target="word/document.xml"/>` +
			`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`},
		{"docProps/core.xml", xmlHead + `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
			fmt.Sprintf(`<dc:title>%s</dc:title><dc:creator>%s</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">%sT00:00:00Z</dcterms:created></cp:coreProperties>`, esc(d.about.Title), esc(d.about.Author), d.about.Published)},
		{"word/_rels/document.xml.rels", xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="` + relType + `styles" Target="styles.xml"/></Relationships>`},
		{"word/styles.xml", docxStyles()},
		{"word/document.xml", b.String()},
	})
}

func docxParagraph(style, text string) string {
	p := "<w:p>"
	if style != "" {
		p += `<w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>`
	}
	return p + `<w:r><w:t xml:space="preserve">` + esc(text) + "</w:t></w:r></w:p>"
}

func docxTable(b *strings.Builder, rows [][]string) {
	b.WriteString(`<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>`)
	for range rows[0] {
		fmt.Fprintf(b, `<w:gridCol w:w="%d"/>`, 9000/len(rows[0]))
	}
	b.WriteString("</w:tblGrid>")
	for i, row := range rows {
		b.WriteString("<w:tr>")
		if i == 0 {
			b.WriteString("<w:trPr><w:tblHeader/></w:trPr>")
		}
		for _, c := range row {
			fmt.Fprintf(b, `<w:tc><w:tcPr><w:tcW w:w="%d" w:type="dxa"/></w:tcPr>%s</w:tc>`, 9000/len(row), docxParagraph("", c))
		}
		b.WriteString("</w:tr>")
	}
	b.WriteString("</w:tbl>")
}

func docxStyles() string {
	var b strings.Builder
	b.WriteString(xmlHead + `<w:styles ` + wordNS + `><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="SimSun"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>` +
		`<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>`)
	for i, s := range []struct{ id, name string }{{"Title", "Title"}, {"Heading1", "heading 1"}, {"Heading2", "heading 2"}} {
		outline := ""
		if i > 0 {
			outline = fmt.Sprintf(`<w:outlineLvl w:val="%d"/>`, i-1)
		}
		fmt.Fprintf(&b, `<w:style w:type="paragraph" w:styleId="%s"><w:name w:val="%s"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="120"/>%s</w:pPr><w:rPr><w:b/><w:sz w:val="%d"/></w:rPr></w:style>`,
			s.id, s.name, outline, 40-6*i)
	}
	b.WriteString(`<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr><w:tblBorders>`)
	for _, side := range []string{"top", "left", "bottom", "right", "insideH", "insideV"} {
		fmt.Fprintf(&b, `<w:%s w:val="single" w:sz="4" w:space="0" w:color="auto"/>`, side)
	}
	b.WriteString(`</w:tblBorders></w:tblPr></w:style></w:styles>`)
	return b.String()
}
