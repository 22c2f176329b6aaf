// matchers.cjs REPORT.json TEXT...: read texts by our problem matchers, of which `nplint matcher` prints one a line of standard input, with the
// engine that VS Code has. Each must find just the findings of the report. Exit status 1 if one does not.
const fs = require("fs");

const read = (file) => fs.readFileSync(file, "utf8");
const [report, ...texts] = process.argv.slice(2);
const places = (list) => list.map((f) => f.join("|")).join("\n");
const want = places(JSON.parse(read(report)).findings.map((f) => [f.path, f.range.start.line, f.range.start.column, f.severity, f.rule, f.message]));
for (const line of read(0).trim().split("\n")) {
  const matcher = JSON.parse(line);
  const patterns = (matcher.problemMatcher ?? matcher.tasks.map((task) => task.problemMatcher)).flatMap((m) =>
    [m.pattern].flat().map((p) => ({ ...p, fixed: m.severity === "notice" ? "info" : m.severity })));
  for (const text of texts) {
    const found = read(text).split("\n").flatMap((line) => {
      for (const p of patterns) {
        const m = new RegExp(p.regexp).exec(line);
        if (m) {
          return [[m[p.file], m[p.line], m[p.column], p.severity ? m[p.severity] : p.fixed, m[p.code], m[p.message]]];
        }
      }
      return [];
    });
    if (places(found) !== want || found.length === 0) {
      console.error(`${text}: the matcher finds\n${places(found)}\nand not\n${want}`);
      process.exit(1);
    }
    console.log(`${text.split("/").pop()}: ${found.length} findings matched by ${matcher.problemMatcher ? "GitHub's" : "VS Code's"} matcher`);
  }
}
