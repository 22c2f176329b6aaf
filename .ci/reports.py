"""reports.py STEM TREE: read the reports of the run in a tree, STEM.json and so on, by parsers of others, and hold them against one another.

Each format must tell the same findings as the JSON report, once what a terminal would act on is spelled out; the Markdown, rendered
by cmark-gfm, must be a table of text, whose rules lead to their pages, and nothing else.
"""
import html.parser
import json
import os
import re
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


def is_rule_page(attribute, value):
    """Whether an attribute leads to a page of a rule that lies here."""
    page = re.fullmatch(r"https://github\.com/nplint/nplint/blob/main/(rules/[a-z]+/[a-z0-9.-]+\.md)", value)
    return attribute == "href" and page is not None and os.path.exists(page[1])


class Cells(html.parser.HTMLParser):
    """The rows of the tables in a page, and the elements that are in it."""

    def __init__(self):
        super().__init__()
        self.rows, self.elements, self.comments, self.attributes, self.in_cell = [], set(), [], [], False

    def handle_starttag(self, tag, attributes):
        if tag == "a" and self.in_cell and len(self.rows[-1]) == 3 and len(attributes) == 1 and is_rule_page(*attributes[0]):
            return
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


def read(name):
    with open(name, encoding="utf-8") as f:
        return json.load(f)


def lines_of(tree, path):
    """The lines of a file of the tree, which lies in a repository or is one, with their ends."""
    for top in (tree, "."):
        if os.path.exists(os.path.join(top, path)):
            with open(os.path.join(top, path), "rb") as f:
                return f.read().splitlines(True)
    sys.exit(f"{path} is not there")


def code(text):
    """The text of a code span of Markdown that is all of a text."""
    fence = re.match("`+", text)[0]
    inner = text[len(fence):-len(fence)]
    if not text.endswith(fence) or fence in inner:
        sys.exit(f"rdjson: this is more than code: {text}")
    return inner[1:-1] if len(fence) > 1 else inner


def check_rdjson(stem, tree, findings):
    severities = {"ERROR": "error", "WARNING": "warning", "INFO": "info"}
    diagnostics = read(stem + ".rd.read.json")["diagnostics"]
    check("rdjson", [(d["location"]["path"], d["location"]["range"]["start"]["line"], severities[d["severity"]], d["code"]["value"], code(d["message"]))
                     for d in diagnostics],
          [(f["path"], f["range"]["start"]["line"], f["severity"], f["rule"], visible(f["message"])) for f in findings])
    suggested = 0
    for d, f in zip(diagnostics, findings):
        lines = lines_of(tree, f["path"])
        offset = lambda p: sum(map(len, lines[:p["line"] - 1])) + p["column"] - 1
        check("rdjson", [offset(d["location"]["range"][end]) for end in ("start", "end")], [f["range"][end]["offset"] for end in ("start", "end")])
        edits = [fix["edits"][0] for fix in f.get("fixes", []) if fix["safe"] and len(fix["edits"]) == 1 and fix["edits"][0]["path"] == f["path"]]
        check("rdjson: a suggestion", [(offset(s["range"]["start"]), offset(s["range"]["end"]), s["text"]) for s in d["suggestions"]],
              [(e["range"]["start"]["offset"], e["range"]["end"]["offset"], e["newText"]) for e in edits])
        suggested += len(edits)
    if stem.endswith("demo") and suggested == 0:
        sys.exit("rdjson: the demo has no suggestion")


def check_sonarqube(stem, tree, findings):
    """Holds what SonarQube asks of a report: a rule for each issue, ranges that are not empty and lie in their lines."""
    report = read(stem + ".sonar.json")
    rules = [rule["id"] for rule in report["rules"]]
    if len(set(rules)) < len(rules):
        sys.exit("sonarqube: two rules have one id")
    check("sonarqube", [(i["ruleId"], i["primaryLocation"]["filePath"], i["primaryLocation"]["textRange"]["startLine"], i["primaryLocation"]["message"])
                        for i in report["issues"]],
          [(f["rule"], f["path"], f["range"]["start"]["line"], f["message"]) for f in findings])
    for issue in report["issues"]:
        if issue["ruleId"] not in rules:
            sys.exit(f"sonarqube: no rule {issue['ruleId']}")
        for place in [issue["primaryLocation"], *issue.get("secondaryLocations", [])]:
            at = place["textRange"]
            if "startColumn" not in at:
                continue
            lines = [line.decode(errors="replace").rstrip("\r\n") for line in lines_of(tree, place["filePath"])] + [""]
            width = lambda line: len(lines[line - 1].encode("utf-16-le")) // 2
            start, end = (at["startLine"], at["startColumn"]), (at["endLine"], at["endColumn"])
            if not start < end or start[1] > width(start[0]) or end[1] > width(end[0]):
                sys.exit(f"sonarqube: {at} is not in {place['filePath']}")


def check_teamcity(stem, findings):
    """Reads service messages by the rules of TeamCity's manual."""
    value = r"'((?:[^'|\[\]\r\n]|\|(?:['|\[\]nr]|0x[0-9a-fA-F]{4}))*)'"
    def unescape(text):
        text = re.sub(r"\|(?:0x(....)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else {"n": "\n", "r": "\r"}.get(m[2], m[2]), text)
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    inspections, types = [], set()
    with open(stem + ".teamcity.txt", encoding="utf-8") as f:
        for line in f:
            message = re.fullmatch(r"##teamcity\[(inspection|inspectionType)((?: \w+=" + value + r")+)\]\n", line)
            if line.startswith("##teamcity") and not message:
                sys.exit(f"teamcity: this is no service message: {line}")
            attributes = {name: unescape(text) for name, text in re.findall(r" (\w+)=" + value, message[2])} if message else {}
            if message and message[1] == "inspectionType":
                types.add(attributes["id"])
                attributes["name"], attributes["category"], attributes["description"]
            elif message:
                inspections.append(tuple(attributes[name] for name in ("typeId", "file", "line", "SEVERITY", "message")))
    check("teamcity", inspections, [(visible(f["rule"]), visible(f["path"]), str(f["range"]["start"]["line"]), f["severity"].upper(), visible(f["message"]))
                                    for f in findings])
    if types != {i[0] for i in inspections}:
        sys.exit("teamcity: an inspection has no type, or a type no inspection")


def check_azure(stem, findings):
    commands = [(c["command"], c["properties"]["type"], c["properties"]["sourcepath"], c["properties"]["linenumber"], c["properties"]["code"], c["message"])
                for c in read(stem + ".azure.read.json")]
    known = [("task.logissue", f["severity"], visible(f["path"]), str(f["range"]["start"]["line"]), visible(f["rule"]), visible(f["message"]))
             for level in ("error", "warning") for f in findings if f["severity"] == level]
    check("azure", commands, known)


def main(stem, tree):
    findings = read(stem + ".json")["findings"]
    issues = read(stem + ".gitlab.json")
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

    check_rdjson(stem, tree, findings)
    check_sonarqube(stem, tree, findings)
    check_teamcity(stem, findings)
    check_azure(stem, findings)
    check_markdown(stem, findings)
    print(f"{stem.rsplit('/', 1)[1]}: {len(findings)} findings, the same in each format")


main(sys.argv[1], sys.argv[2])
