// pictures.mjs CHROMIUM REPORT TERMINAL COMMAND OUT: draw the first screen of a report, and what a terminal shows of a command, as OUT/report.png
// and OUT/terminal.png.
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , executablePath, report, terminal, command, out] = process.argv;
const colours = { "1": "b", "2": "dim", "1;31": "red", "1;33": "yellow", "1;36": "cyan" };
const escapeHTML = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const text = readFileSync(terminal, "utf8").split(/\x1b\[([0-9;]*)m/)
  .map((part, i) => (i % 2 === 0 ? escapeHTML(part) : `</span><span class="${colours[part] ?? ""}">`)).join("");
const page = `<!doctype html><meta charset="utf-8"><style>
body{margin:0;background:#0d1117;color:#e6edf3}pre{margin:0;padding:18px 22px;font:14px/1.45 "DejaVu Sans Mono",monospace;white-space:pre-wrap}
.b{font-weight:700}.dim{color:#8b949e}.red{color:#ff7b72;font-weight:700}.yellow{color:#e3b341;font-weight:700}.cyan{color:#56d4dd;font-weight:700}
</style><pre><span class="dim">$</span> ${escapeHTML(command)}\n<span>${text}</span></pre>`;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const open = (height) => browser.newPage({ viewport: { width: 1080, height }, colorScheme: "light" });
let tab = await open(1250);
await tab.goto(pathToFileURL(report).href);
await tab.screenshot({ path: join(out, "report.png") });
tab = await open(100);
await tab.setContent(page);
await tab.screenshot({ path: join(out, "terminal.png"), fullPage: true });
await browser.close();
