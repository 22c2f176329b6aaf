// mermaid.mjs FILE...: fail unless each file is a diagram that Mermaid's own parser takes. It lies beside the packages when it runs.
import fs from "node:fs";
import { JSDOM } from "jsdom";

const { window } = new JSDOM("<!doctype html><body></body>");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import("mermaid");
for (const file of process.argv.slice(2)) {
  const { diagramType } = await mermaid.parse(fs.readFileSync(file, "utf8"));
  console.log(`${file}: ${diagramType}`);
}
