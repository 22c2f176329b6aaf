// registry.mjs DIRECTORY COMMAND...: run a command with an npm registry that has the packages whose tarballs lie in the directory, and no other.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

const [directory, command, ...args] = process.argv.slice(2);
const server = createServer((request, response) => {
  const file = join(directory, decodeURIComponent(request.url.slice(1)));
  const found = file.endsWith(".tgz") ? readFileSync(file) : JSON.stringify(packages[decodeURIComponent(request.url.slice(1))] ?? {});
  response.statusCode = found === "{}" ? 404 : 200;
  response.end(found);
});
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${server.address().port}/`;
const packages = {};
for (const file of readdirSync(directory)) {
  const manifest = JSON.parse(execFileSync("tar", ["-xzOf", join(directory, file), "package/package.json"]));
  const integrity = "sha512-" + createHash("sha512").update(readFileSync(join(directory, file))).digest("base64");
  const version = { ...manifest, dist: { tarball: url + file, integrity } };
  packages[manifest.name] = { name: manifest.name, "dist-tags": { latest: manifest.version }, versions: { [manifest.version]: version } };
}
spawn(command, args, { stdio: "inherit", env: { ...process.env, npm_config_registry: url } }).on("exit", (code) => process.exit(code ?? 1));
