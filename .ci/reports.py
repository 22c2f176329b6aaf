"""reports.py STEM: read the reports of one run, STEM.json and so on, by parsers of others, and hold them against one another.

Each format must tell the same findings as the JSON report, once what a terminal would act on is spelled out; the Markdown, rendered
by cmark-gfm, must be a table of text and nothing else.
"""
import html.parser
import json
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree

import junitparser


def visible(text):
    """Spell out what is not to reach a terminal, as nplint's formats for text do."""
    def spell(c):
        short = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\x07": "\\a", "\x08": "\\b", "\x0b": "\\v", "\x0c": "\\f"}
        if c in "\u200c\u200d" or unicodedata.category(c)[0] in "LMNPS" or unicodedata.category(c) == "Zs":
            return c
        code = ord(c)
        return short.get(c) or (f"\\x{code:02x}" if code < 0x80 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")
    return "".join(map(spell, text))


class Cells(html.parser.HTMLParser):
    """The rows of the tables in a page, and the elements that are in it."""

    def __init__(self):
        super().__init__()
        self.rows, self.elements, self.comments, self.attributes, self.in_cell = [], set(), [], [], False

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.attributes += attributes
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.in_cell = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.in_cell = False

    def handle_data(self, data):
        if self.in_cell:
            self.rows[-1][-1] += data

    def handle_comment(self, data):
        self.comments.append(data)


def check(what, got, want):
    if got != want:
        for a, b in zip(got, want):
            if a != b:
                sys.exit(f"{what}: {a!r}, want {b!r}")
        sys.exit(f"{what}: {len(got)} findings, want {len(want)}")


def check_markdown(stem, findings):
    flags = [flag for e in ("table", "autolink", "strikethrough", "tasklist", "tagfilter") for flag in ("-e", e)]
    page = subprocess.run(["cmark-gfm", "--unsafe", *flags, stem + ".md"], check=True, capture_output=True, text=True).stdout
    cells = Cells()
    cells.feed(page)
    rows = sorted(tuple(row) for row in cells.rows[1:])
    known = sorted((f["severity"], f"{visible(f['path'])}:{f['range']['start']['line']}:{f['range']['start']['column']}",
                    visible(f["rule"]), visible(f["message"])) for f in findings)
    if len(findings) <= 30:
        check("markdown", rows, known)
    elif len(rows) != 30 or not set(rows) <= set(known):
        sys.exit(f"markdown: of {len(findings)} findings it shows {len(rows)}, or others: {set(rows) - set(known)}")
    strange = cells.elements - {"h3", "table", "thead", "tbody", "tr", "th", "td", "code", "p"}
    if strange or cells.attributes or cells.comments != [" nplint "]:
        sys.exit(f"markdown: it holds {strange or cells.attributes or cells.comments}")


def main(stem):
    with open(stem + ".json", encoding="utf-8") as f:
        findings = json.load(f)["findings"]
    with open(stem + ".gitlab.json", encoding="utf-8") as f:
        issues = json.load(f)
    check("gitlab", [(i["location"]["path"], i["location"]["lines"]["begin"], i["check_name"], i["description"]) for i in issues],
          [(f["path"], f["range"]["start"]["line"], f["rule"], f["message"]) for f in findings])
    if len({i["fingerprint"] for i in issues}) != len(issues):
        sys.exit("gitlab: two issues have one fingerprint, so one is not shown")

    checkstyle = xml.etree.ElementTree.parse(stem + ".checkstyle.xml").getroot()
    check("checkstyle", [(f.get("name"), e.get("line"), e.get("column"), e.get("severity"), e.get("source"), e.get("message"))
                         for f in checkstyle for e in f],
          [(visible(f["path"]), str(f["range"]["start"]["line"]), str(f["range"]["start"]["column"]), f["severity"],
            "nplint." + visible(f["rule"]), visible(f["message"])) for f in findings])

    junit = junitparser.JUnitXml.fromfile(stem + ".junit.xml")
    cases = [case for suite in junit for case in suite if case.name != "no findings"]
    check("junit", [(c.classname, c.result[0].message if c.result else c.system_out.split(": ", 1)[1]) for c in cases],
          [("nplint." + visible(f["rule"]), visible(f["message"])) for f in findings])
    if len({(c.classname, c.name) for c in cases}) != len(cases):
        sys.exit("junit: two cases have one name, so one is not shown")
    if sum(suite.failures for suite in junit) != sum(f["severity"] == "error" for f in findings):
        sys.exit("junit: not just the errors are failures")

    check_markdown(stem, findings)
    print(f"{stem.rsplit('/', 1)[1]}: {len(findings)} findings, the same in each format")


main(sys.argv[1])
