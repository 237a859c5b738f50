"""What other extractors find in the files of a folder: the other side of the bench's comparison.

Needs python-docx, openpyxl, beautifulsoup4, lxml, python-pptx and pdftotext. Prints one JSON object:
file -> {"numbers": [...], "cells": [[head, value], ...], "text": "..." for text files}.
The tables are named by hand, by the labels of their heads, after looking at each file.
"""
import csv, datetime, decimal, io, json, os, re, subprocess, sys

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
ENCODINGS = {  # told by hand
    "unstructured__fake-text-utf-16-le.txt": "utf-16-le", "unstructured__fake-text-utf-32.txt": "utf-32", "unstructured__stanley-cups-utf-16.csv": "utf-16",
    "unstructured__umlauts-non-utf8.md": "latin-1", "markitdown__test_mskanji.csv": "cp932", "unstructured__example-steelJIS-datasheet-utf-16.html": "utf-16",
    "tika__testHTML_charset_utf16le.html": "utf-16", "tika__testHTMLNoisyMetaEncoding_1.html": "iso-8859-6", "tika__testArabicMisleadingCharset.html": "cp1256",
}
TABLES = {
    "docling__xlsx_04_inflated.xlsx": [["first", "second", "third"], ["col-1", "col-2", "col-3", "col-4"]],
    "docling__xlsx_06_edge_cases_.xlsx": [["Sub-category", "ID", "Question", "Answer", "Extra"], ["G1", "H1", "I3"]],
    "docling__xlsx_09_section_label_header.xlsx": [["#", "Genre", "Sub-Genre", "Title", "Author", "Publisher", "Added"]],
    "haystack__multiple_tables.xlsx": [["col_a", "col_b"], ["col_c", "col_d"]],
    "haystack__table_empty_rows_and_columns.xlsx": [["col_a", "col_b"]],
    "tika__testEXCEL_headers_footers.xlsx": [["Name", "Address"]],
    "tika__testEXCEL_phonetic.xlsx": [["RecordSpec", "Name", "CompanyName", "Comment"]],
    "unstructured__2023-half-year-analyses-by-segment.xlsx": [["Sales (a)", "Underlying Trading operating profit (b)", "Trading operating profit"], ["Sales", "Underlying Trading operating profit (a)", "Trading operating profit"],
        ["Impairment of intangible assets (d)", "Impairment of intangible assets (d)"], ["Impairment of intangible assets (c)", "Impairment of intangible assets (c)"]],
    "unstructured__vodafone.xlsx": [["Topic", "Period", "Page"]],
    "WeKnora__issue_2634_vertical_merge.docx": [["项目编号", "检测项目", "相关基因", "周期", "检测方法"], ["列A", "列B", "列C"]],
    "unstructured__docx-tables.docx": [["Header Col 1", "Header Col 2"]],
    "docling__docx_rich_cells.docx": [["Column A", "Column B"]],
    "docling__html_rich_table_cells.html": [["Name", "Habitat", "Comment"], ["Genus", "Species"], ["Name", "Description", "Image"]],
    "ragflow__html.sample.zh.html": [["姓名", "年龄"]],
    "unstructured__example-steelJIS-datasheet-utf-16.html": [["C", "Si", "Mn", "P", "S", "Cr", "Mo"], ["Assortment", "Yield point or Proof stress", "Tensile strength"]],
    "markitdown__test_mskanji.csv": [["名前", "年齢", "住所"]],
    "unstructured__stanley-cups-utf-16.csv": [["Team", "Location", "Stanley Cups"]],
    "unstructured__semicolon-delimited.csv": [["Lorem, ipsum", "dolor sit", "amet"]],
    "unstructured__table-multi-row-column-cells-actual.csv": [["Disability Category", "Participants", "Ballots Completed"]],
}


def one(s):
    return " ".join(str(s).replace("\u00ad", "").split())


def under(grid, labels):
    """The values below a head, by label: until an empty row."""
    out = []
    for y, row in enumerate(grid):
        at, cols = 0, []
        for label in labels:
            while at < len(row) and one(row[at]) != label:
                at += 1
            if at == len(row):
                break
            cols.append(at)
            at += 1
        if len(cols) < len(labels):
            continue
        out_of_head = False
        for below in grid[y + 1:]:
            values = [one(below[c]) if c < len(below) else "" for c in cols]
            if values == labels or not any(values) and out_of_head:  # one empty row may part the head from the rows
                break
            if any(values):
                out_of_head = True
            out += [[label, v] for label, v in zip(labels, values) if v and v not in labels]
    return out


def plain(cell):
    v, f = cell.value, cell.number_format or ""
    if v is None:
        return ""
    if isinstance(v, bool):
        return str(v).upper()
    if isinstance(v, datetime.datetime):
        return v.strftime("%Y-%m-%d" if v.time() == datetime.time() else "%Y-%m-%d %H:%M:%S")
    if isinstance(v, datetime.time):
        return v.strftime("%H:%M:%S")
    if isinstance(v, (int, float)):
        d = decimal.Decimal(repr(v)) if isinstance(v, int) else decimal.Decimal("%.15g" % v)
        percent = "%" in f
        s = format((d * 100 if percent else d), "f")
        if "." in s:
            s = s.rstrip("0").rstrip(".")
        return s + ("%" if percent else "")
    return str(v)


def xlsx(path):
    import openpyxl
    book = openpyxl.load_workbook(path, data_only=True)
    text, grids = [], []
    for s in book.worksheets:
        if s.sheet_state != "visible":
            continue
        grid = []
        for row in s.iter_rows(max_row=min(s.max_row, 5000), max_col=min(s.max_column, 200)):
            if s.row_dimensions[row[0].row].hidden:
                continue
            grid.append([plain(c) for c in row])
            text += [v for v in grid[-1] if v]
        grids.append(grid)
    return "\n".join(text), grids


def docx(path):
    import docx as lib
    d = lib.Document(path)
    text = [p.text for p in d.paragraphs]
    grids = []

    def table(t):
        grids.append([[c.text for c in r.cells] for r in t.rows])
        seen = set()
        for r in t.rows:
            for c in r.cells:
                if c._tc not in seen:
                    seen.add(c._tc)
                    text.extend(p.text for p in c.paragraphs)
                    for inner in c.tables:
                        table(inner)

    for t in d.tables:
        table(t)
    return "\n".join(text), grids


def html(path, enc):
    from bs4 import BeautifulSoup
    soup = BeautifulSoup(open(path, "rb").read().decode(enc, "replace"), "lxml")
    for t in soup(["script", "style", "template", "title", "noscript", "iframe"]):
        t.decompose()
    for t in soup.find_all(style=re.compile(r"display\s*:\s*none")) + soup.find_all(hidden=True):
        t.decompose()
    grids = []
    for t in soup.find_all("table"):
        grid, spans = [], {}
        for y, tr in enumerate([r for r in t.find_all("tr") if r.find_parent("table") is t]):
            row = []
            for c in tr.find_all(["td", "th"], recursive=False):
                while (y, len(row)) in spans:
                    row.append(spans[y, len(row)])
                v = one(c.get_text(" "))
                for dx in range(int(c.get("colspan", 1) or 1)):
                    for dy in range(1, int(c.get("rowspan", 1) or 1)):
                        spans[y + dy, len(row)] = v
                    row.append(v)
            while (y, len(row)) in spans:
                row.append(spans[y, len(row)])
            grid.append(row)
        grids.append(grid)
    for b in soup.find_all(["p", "div", "td", "th", "li", "br", "h1", "h2", "h3", "h4", "tr", "sup", "sub", "span"]):
        b.insert_before(" ")
        b.append(" ")
    return soup.get_text(""), grids


def pptx(path):
    import pptx as lib
    out = []
    for s in lib.Presentation(path).slides:
        for sh in s.shapes:
            if sh.has_text_frame:
                out.append(sh.text_frame.text)
    return "\n".join(out), []


def read(path, name):
    enc = ENCODINGS.get(name, "utf-8-sig")
    if name.endswith(".xlsx"):
        return xlsx(path)
    if name.endswith(".docx"):
        return docx(path)
    if name.endswith(".html"):
        return html(path, enc)
    if name.endswith(".pptx"):
        return pptx(path)
    if name.endswith(".pdf"):
        r = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, timeout=60)
        return (r.stdout.decode("utf-8", "replace") if r.returncode == 0 else None), []
    if name.endswith((".txt", ".md")):
        return open(path, "rb").read().decode(enc), []
    if name.endswith(".csv"):
        text = open(path, "rb").read().decode(enc)
        sep = ";" if "semicolon" in name else ","
        grid = list(csv.reader(io.StringIO(text), delimiter=sep))
        return "\n".join(v for r in grid for v in r), [grid]
    return None, []


def main(folder):
    out = {}
    for name in sorted(os.listdir(folder)):
        if name == "INDEX.csv":
            continue
        try:
            text, grids = read(os.path.join(folder, name), name)
        except Exception as e:  # what it cannot read is no truth
            print(name, type(e).__name__, e, file=sys.stderr)
            continue
        if text is None:
            continue
        one_text = {"numbers": NUMBER.findall(text.replace("\u00ad", ""))}
        if name.endswith((".txt", ".md")) or name in ENCODINGS:
            one_text["text"] = text
        cells = [c for labels in TABLES.get(name, []) for g in grids for c in under(g, labels)]
        if cells:
            one_text["cells"] = cells
        out[name] = one_text
    json.dump(out, sys.stdout, ensure_ascii=False)


main(sys.argv[1])
