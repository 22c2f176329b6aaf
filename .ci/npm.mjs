// npm.mjs DIST VERSION OUT: pack a release of goreleaser for npm: @nplint/cli, and a package with the binary for each platform. They are
// published platforms first (docs/releasing.md).
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [dist, version, out] = process.argv.slice(2);
const repository = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const systems = { linux: "linux", darwin: "darwin", windows: "win32" };
const architectures = { amd64: "x64", arm64: "arm64" };
const platforms = Object.values(systems).flatMap((os) => Object.values(architectures).map((cpu) => `@nplint/cli-${os}-${cpu}`));
const common = {
  version,
  description: "Static checker for the planning files of AI-assisted teams",
  homepage: "https://github.com/nplint/nplint#readme",
  repository: { type: "git", url: "git+https://github.com/nplint/nplint.git" },
  license: "MIT",
};
const work = mkdtempSync(join(tmpdir(), "npm-"));

// pack writes the tarball of a package: its manifest, and files by their name in it, each with its mode.
function pack(manifest, files) {
  const folder = join(work, manifest.name.replace("/", "-"));
  files = { LICENSE: ["LICENSE", 0o644], ...files };
  for (const [name, [from, mode]] of Object.entries(files)) {
    const to = join(folder, name);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(resolve(repository, from), to);
    chmodSync(to, mode);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, ...common }, null, 2) + "\n", { mode: 0o644 });
  chmodSync(join(folder, "package.json"), 0o644);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out)], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
}

mkdirSync(out, { recursive: true });
for (const { type, path, goos, goarch } of JSON.parse(readFileSync(join(dist, "artifacts.json")))) {
  if (type !== "Binary") continue;
  const [os, cpu] = [systems[goos], architectures[goarch]];
  pack({ name: `@nplint/cli-${os}-${cpu}`, os: [os], cpu: [cpu] }, {
    [os === "win32" ? "bin/nplint.exe" : "bin/nplint"]: [path, 0o755],
    THIRD_PARTY_NOTICES: [`.release/${goos}_${goarch}.txt`, 0o644],
  });
}
pack({
  name: "@nplint/cli",
  bin: { nplint: "bin/nplint.js" },
  man: "nplint.1",
  engines: { node: ">=18" },
  keywords: ["lint", "agents", "claude", "planning", "sarif"],
  optionalDependencies: Object.fromEntries(platforms.map((name) => [name, version])),
}, {
  "bin/nplint.js": [".ci/npm/nplint.js", 0o755],
  "README.md": [".ci/npm/README.md", 0o644],
  "nplint.1": [".release/nplint.1", 0o644],
});
rmSync(work, { recursive: true });
