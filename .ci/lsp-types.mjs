// lsp-types.mjs: have TypeScript hold messages that a server and its clients exchanged against the types of
// vscode-languageserver-protocol, one by one.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import lsp from "vscode-languageserver-protocol/node.js";

/** The name that the library has for a method, such as HoverRequest. */
const names = new Map(Object.entries(lsp).filter(([, it]) => it?.type?.method).map(([name, it]) => [it.type.method, name]));
const seen = new Map(); // what is to be checked, by method, part and shape

/** What values have in common that have the same type. */
function shape(value) {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shape))].sort()}]`;
  if (value === null || typeof value !== "object") return typeof value === "number" ? `${value}` : typeof value;
  return `{${Object.keys(value).sort().map((key) => `${key}:${shape(value[key])}`)}}`;
}

function note(method, part, value) {
  if (names.has(method)) seen.set([method, part, shape(value)].join(" "), { method, part, value });
}

/** Takes note of all that goes through the two ends of a connection. */
export function listen(reader, writer) {
  const asked = { client: new Map(), server: new Map() }; // methods by the ids of requests, by who asked
  const heard = (by, other, { id, method, params, result, error }) => {
    if (method) {
      if (id !== undefined) asked[by].set(id, method);
      note(method, "params", params);
    } else if (!error) {
      note(asked[other].get(id), "result", result);
    }
  };
  const { listen, write } = { listen: reader.listen.bind(reader), write: writer.write.bind(writer) };
  reader.listen = (take) => listen((message) => (heard("server", "client", message), take(message)));
  writer.write = (message) => (heard("client", "server", message), write(message));
}

/** Fails unless each message has the type of its method, and each method that the sources in a directory name was used. */
export function check(sources, out) {
  const used = new Set([...seen.values()].map(({ method }) => method));
  for (const file of fs.readdirSync(sources).filter((file) => /(?<!_test)\.go$/.test(file))) {
    for (const [, method] of fs.readFileSync(path.join(sources, file), "utf8").matchAll(/"([\w/]+)"/g)) {
      assert.ok(!names.has(method) || used.has(method), `no message of ${method}, which ${file} names`);
    }
  }
  const lines = [
    'import type * as lsp from "vscode-languageserver-protocol/node";',
    "type Params<T> = T extends lsp.RequestType<infer P, any, any> | lsp.NotificationType<infer P> ? P : undefined | null;",
    "type Result<T> = T extends lsp.RequestType<any, infer R, any> | lsp.RequestType0<infer R, any> ? Sent<R> : never;",
    "type Sent<R> = [R] extends [void] ? null : R;",
  ];
  let number = 0;
  for (const { method, part, value } of seen.values()) {
    const type = `${part === "params" ? "Params" : "Result"}<typeof lsp.${names.get(method)}.type>`;
    lines.push(`export const m${++number}: ${type} = ${JSON.stringify(value)};`);
    const first = Array.isArray(value) ? value[0] : value;
    if (first === null || typeof first !== "object" || method.startsWith("initialize")) continue; // those may have more
    // A type that takes anything would hold nothing.
    const wrong = { ...first, noSuchThing: 1 };
    lines.push("// @ts-expect-error", `export const n${number}: ${type} = ${JSON.stringify(Array.isArray(value) ? [wrong] : wrong)};`);
  }
  fs.writeFileSync(path.join(out, "messages.ts"), lines.join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "node20", "--types", "", "messages.ts"];
  try {
    execFileSync(path.join(out, "node_modules/.bin/tsc"), options, { cwd: out, encoding: "utf8" });
  } catch (err) {
    assert.fail(err.stdout);
  }
  return `${number} messages of ${used.size} methods, each of its type`;
}
