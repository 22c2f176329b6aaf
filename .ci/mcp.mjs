// mcp.mjs NPLINT PROJECT OUTSIDE: talk to `nplint mcp` with the client of @modelcontextprotocol/sdk, which holds data against the schemas of
// tools by itself. PROJECT is a repository that may be changed, with a link named out to OUTSIDE. It lies beside the packages when it runs.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [nplint, project, outside] = process.argv.slice(2);

/** Starts a server in a directory, and a client that gives roots; without them it has none. */
async function connect(cwd, roots) {
  const client = new Client({ name: "ci", version: "1" }, { capabilities: roots ? { roots: {} } : {} });
  if (roots) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots.map((dir) => ({ uri: pathToFileURL(dir).href })) }));
  }
  const transport = new StdioClientTransport({ command: nplint, args: ["mcp"], cwd, stderr: "pipe" });
  transport.stderr.on("data", (text) => assert.fail(`on standard error: ${text}`));
  await client.connect(transport);
  return { client, pid: transport.pid, call: (name, args) => client.callTool({ name, arguments: args }) };
}

const text = (result) => result.content.map((part) => part.text).join("\n");

for (const roots of [undefined, [project]]) {
  const { client, pid, call } = await connect(project, roots);
  const { tools } = await client.listTools(); // from now on the client validates data
  assert.deepEqual(tools.map((tool) => tool.name).sort(), ["check", "contract_prompt", "doctor", "explain", "fix", "graph"]);
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, tool.name !== "fix");
  }

  const all = await call("check", {});
  assert.ok(all.structuredContent.summary.errors > 10 && all.structuredContent.findings.length > 10, text(all));
  const some = await call("check", { limit: 2 });
  assert.equal(some.structuredContent.findings.length, 2);
  assert.ok(some.structuredContent.more.errors > 10);
  const draft = await call("check", { text: "---\nname: np-x\n---\n", path: "agents/np-x.md" });
  assert.match(text(draft), /^agents\/np-x\.md:1:1: error\[agent-invalid-frontmatter\]/);
  for (const [name, args] of [["explain", { names: ["task-dropped", "nubos/agent"] }], ["graph", { drawing: "mermaid" }], ["doctor", {}], ["fix", { unsafe: true }]]) {
    const result = await call(name, args);
    assert.ok(!result.isError && result.structuredContent && text(result).length > 100, `${name}: ${text(result)}`);
  }
  assert.match(text(await call("contract_prompt", { kind: "verification" })), /^## Output contract/);

  for (const file of [outside, "../outside", "out", "out/agents/np-x.md"]) {
    const result = await call("check", { paths: [file] });
    assert.ok(result.isError && /outside of/.test(text(result)), `${file}: ${text(result)}`);
  }
  assert.match(text(await call("check", { pathz: [] })), /pathz/);

  const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => call("explain", { names: [i % 2 ? "task-dropped" : "agent-invalid-tier"] })));
  answers.forEach((answer, i) => assert.equal(answer.structuredContent.rules[0].id, i % 2 ? "task-dropped" : "agent-invalid-tier"));

  const stop = new AbortController();
  const cancelled = client.callTool({ name: "doctor", arguments: {} }, undefined, { signal: stop.signal });
  stop.abort("enough");
  await assert.rejects(cancelled);
  assert.ok(!(await call("check", { limit: 1 })).isError, "after a call was cancelled");

  const { resources } = await client.listResources();
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.ok(resources.length > 50 && resources.length < 200 && resourceTemplates.length === 2);
  for (const uri of ["nplint://rules", "nplint://contracts/nubos/verification", "nplint://rules/task-dropped"]) {
    assert.ok(uri.endsWith("task-dropped") || resources.some((r) => r.uri === uri), uri);
    assert.ok((await client.readResource({ uri })).contents[0].text.length > 200);
  }
  const { completion } = await client.complete({ ref: { type: "ref/resource", uri: "nplint://rules/{id}" }, argument: { name: "id", value: "task-drop" } });
  assert.equal(completion.values[0], "task-dropped");
  await assert.rejects(client.readResource({ uri: "nplint://rules/\u001b" }));
  assert.ok(!(await call("graph", {})).isError, "after a resource that is not there");

  await client.close();
  for (let i = 0; i < 100 && fs.existsSync(`/proc/${pid}`); i++) {
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.ok(!fs.existsSync(`/proc/${pid}`), "the server outlives its client");
}

// What lies elsewhere is what the client says, and fix writes what it showed.
const elsewhere = await connect("/", [project]);
const agent = path.join(project, "agents/np-loan-clerk.md");
const shown = await elsewhere.call("fix", { paths: ["agents/np-loan-clerk.md"] });
assert.match(text(shown), /^\+tier: opus$/m);
assert.match(fs.readFileSync(agent, "utf8"), /^tier: Opus$/m);
await elsewhere.call("fix", { paths: ["agents/np-loan-clerk.md"], write: true });
assert.match(fs.readFileSync(agent, "utf8"), /^tier: opus$/m);
await elsewhere.client.close();
const mute = new Client({ name: "ci", version: "1" }, { capabilities: { roots: {} } });
await mute.connect(new StdioClientTransport({ command: nplint, args: ["mcp"], cwd: project }));
assert.match(text(await mute.callTool({ name: "check", arguments: {} })), /does not tell its roots/);
await mute.close();
const nowhere = await connect("/");
assert.ok((await nowhere.call("check", {})).isError);
await nowhere.client.close();
console.log("the client from npm calls all tools, reads resources, and gets nothing from outside");
