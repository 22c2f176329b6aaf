#!/usr/bin/env node
// Runs the nplint of this platform, which npm has put beside this package: one of its optional dependencies.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const platform = `@nplint/cli-${process.platform}-${process.arch}`;
let binary;
try {
  binary = require.resolve(`${platform}/bin/nplint${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(`nplint: ${platform} is not installed. npm installs it with @nplint/cli, unless optional dependencies are left out
(--omit=optional) or there is none for this platform; https://github.com/nplint/nplint names other ways to install nplint.`);
  process.exit(3);
}

const child = spawn(binary, process.argv.slice(2), { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal)); // nplint ends as it does by itself, and so do we
}
child.on("error", (error) => {
  console.error(`nplint: ${error.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
