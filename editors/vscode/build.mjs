// build.mjs: make one file of the extension and what it uses, and write what the authors of that ask to be passed on.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";

const { metafile } = await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  external: ["vscode"],
  metafile: true,
});

const modules = new Set();
for (const [file, { bytesInOutput }] of Object.entries(Object.values(metafile.outputs)[0].inputs)) {
  const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
  if (found && bytesInOutput > 0) modules.add(found[0]);
}
const notices = [...modules].sort().map((dir) => {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(dir, "package.json"), "utf8"));
  const licence = fs.readdirSync(dir).find((file) => /^licen[cs]e/i.test(file));
  if (!licence) throw new Error(`${name} has no licence to pass on`);
  return `${name} ${version}\n\n${fs.readFileSync(path.join(dir, licence), "utf8").trim()}\n`;
});
fs.writeFileSync("THIRD_PARTY_NOTICES.txt", notices.join(`\n${"-".repeat(80)}\n\n`));
fs.copyFileSync("../../LICENSE", "LICENSE");
