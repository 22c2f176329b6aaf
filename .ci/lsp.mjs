// lsp.mjs NPLINT PROJECT: talk to `nplint lsp` with vscode-languageserver-protocol, whose library of types judges what comes back. PROJECT is a
// copy of the demo that may be changed. It lies beside the packages when it runs.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import lsp from "vscode-languageserver-protocol/node.js";
import { TextDocument } from "vscode-languageserver-textdocument";
import * as types from "./lsp-types.mjs";

const [nplint, project] = process.argv.slice(2);
const uri = (name) => pathToFileURL(path.join(project, name)).href;
const agent = "agents/np-loan-clerk.md";

/** Starts a server and a client, with what a client can beside the usual. */
async function connect(textDocument, workspace = {}) {
  const child = spawn(nplint, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const [reader, writer] = [new lsp.StreamMessageReader(child.stdout), new lsp.StreamMessageWriter(child.stdin)];
  types.listen(reader, writer);
  const connection = lsp.createProtocolConnection(reader, writer);
  const client = { child, connection, told: new Map(), waiting: [], shown: [], registered: [], documents: new Map() };
  connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
    params.diagnostics.forEach((d) => assert.ok(lsp.Diagnostic.is(d) && d.code && lsp.CodeDescription.is(d.codeDescription), JSON.stringify(d)));
    client.told.set(params.uri, params);
    client.waiting = client.waiting.filter((check) => !check());
  });
  connection.onRequest(lsp.RegistrationRequest.type, (params) => void client.registered.push(...params.registrations));
  connection.onRequest(lsp.ShowDocumentRequest.type, (params) => (client.shown.push(params), { success: true }));
  client.refreshed = new Promise((resolve) => connection.onRequest(lsp.DiagnosticRefreshRequest.type, () => void resolve()));
  connection.listen();
  const result = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid, rootUri: null, workspaceFolders: [{ uri: pathToFileURL(project).href, name: "demo" }],
    capabilities: {
      general: { positionEncodings: ["utf-16"] }, window: { showDocument: { support: true } },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] }, didChangeWatchedFiles: { dynamicRegistration: true }, workspaceFolders: true, ...workspace },
      textDocument: { codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, resolveSupport: { properties: ["edit"] } }, ...textDocument },
    },
  });
  assert.equal(result.capabilities.positionEncoding, "utf-16");
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  await connection.sendNotification(lsp.DidChangeConfigurationNotification.type, { settings: null }); // as VS Code does

  /** Waits until what was told of a file is as it is to be. */
  client.wait = (name, is) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name}: ${is}: ${JSON.stringify(client.told.get(uri(name)))}`)), 20_000);
    const check = () => {
      const params = client.told.get(uri(name));
      if (!params || !is(params)) return false;
      clearTimeout(late);
      resolve(params);
      return true;
    };
    if (!check()) client.waiting.push(check);
  });
  client.open = (name) => {
    const document = TextDocument.create(uri(name), "markdown", 1, fs.readFileSync(path.join(project, name), "utf8"));
    client.documents.set(document.uri, document);
    return connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: { uri: document.uri, languageId: "markdown", version: 1, text: document.getText() } });
  };
  /** Makes edits in an open document, and tells the server of each as an increment. */
  client.edit = (name, edits, version) => {
    const document = client.documents.get(uri(name));
    const sorted = [...edits].sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
    const contentChanges = sorted.map((e) => ({ range: e.range, text: e.newText }));
    client.documents.set(document.uri, TextDocument.update(document, contentChanges, version ?? document.version + 1));
    return connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri: document.uri, version: document.version }, contentChanges });
  };
  client.text = (name) => client.documents.get(uri(name)).getText();
  client.actions = async (name, range, only) => {
    const actions = await connection.sendRequest(lsp.CodeActionRequest.type, { textDocument: { uri: uri(name) }, range, context: { diagnostics: [], only } });
    actions.forEach((a) => assert.ok(lsp.CodeAction.is({ edit: a.data && { changes: {} }, ...a }), JSON.stringify(a))); // one is made later
    return actions;
  };
  /** Has an action done. */
  client.apply = async (action) => {
    const { edit } = action.edit ? action : await connection.sendRequest(lsp.CodeActionResolveRequest.type, action);
    assert.ok(lsp.WorkspaceEdit.is(edit), JSON.stringify(edit));
    for (const change of edit.documentChanges) {
      const name = path.relative(project, new URL(change.textDocument.uri).pathname);
      assert.equal(change.textDocument.version, client.documents.get(change.textDocument.uri).version);
      await client.edit(name, change.edits);
    }
  };
  client.end = async () => {
    const gone = new Promise((resolve) => child.on("exit", resolve));
    await connection.sendRequest(lsp.ShutdownRequest.type);
    await connection.sendNotification(lsp.ExitNotification.type);
    assert.equal(await gone, 0);
  };
  return client;
}

const done = [];
const plan = ".nubos-pilot/milestones/M003/slices/S001/S001-PLAN.md";
const task = "M003-S001-T0001";
const codes = (params) => params.diagnostics.map((d) => d.code).join(" ");
const whole = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };

// A client that is told.
{
  const c = await connect({});
  const first = await c.wait(agent, (p) => p.diagnostics.length === 2);
  assert.deepEqual(first.diagnostics[0].range, { start: { line: 3, character: 6 }, end: { line: 3, character: 10 } });
  const review = await c.wait(".nubos-pilot/milestones/M003/M003-PLAN-REVIEW.md", (p) => p.diagnostics.length > 1);
  assert.ok(review.diagnostics.some((d) => d.relatedInformation?.every(lsp.DiagnosticRelatedInformation.is)));
  done.push("diagnostics of files that are not open, related places");
  assert.deepEqual(c.registered.map((r) => r.method), ["workspace/didChangeWatchedFiles"]);

  await c.open(agent);
  const at = first.diagnostics[0].range;
  const actions = await c.actions(agent, at);
  assert.deepEqual(actions.map((a) => [a.kind, !!a.isPreferred]), [["quickfix", true], ["quickfix", false], ["quickfix", false], ["source.fixAll.nplint", false]]);
  const { title, ...command } = actions[2].command;
  assert.match(title, /agent-invalid-tier/);
  await c.connection.sendRequest(lsp.ExecuteCommandRequest.type, command);
  assert.match(c.shown[0].uri, /rules\/nubos\/agent-invalid-tier\.md$/);
  const said = await c.connection.sendRequest(lsp.HoverRequest.type, { textDocument: { uri: uri(agent) }, position: at.start });
  assert.ok(lsp.Hover.is(said) && /agent-invalid-tier/.test(said.contents.value) && /`tier`, required/.test(said.contents.value));
  done.push("hover over findings and keys", "the page of a rule");
  await c.apply(actions[0]);
  await c.wait(agent, (p) => p.version === 2 && codes(p) === "agent-forbidden-field");
  done.push("fixes, with versions");
  const [stand] = (await c.actions(agent, { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } })).filter((a) => a.data && a.kind === "quickfix");
  await c.apply(stand);
  await c.wait(agent, (p) => p.version === 3 && p.diagnostics.length === 0);
  assert.match(c.text(agent), /<!-- nplint-ignore-file agent-forbidden-field -- /);
  done.push("letting a finding stand");

  const report = ".nubos-pilot/milestones/M001/M001-VERIFICATION.md";
  await c.open(report);
  const [all] = await c.actions(report, whole, ["source.fixAll"]);
  await c.apply(all);
  await c.wait(report, (p) => p.version === 2 && !/block-field-enum/.test(codes(p)));
  done.push("source.fixAll.nplint");

  await c.edit(agent, [{ range: { start: { line: 3, character: 0 }, end: { line: 3, character: 10 } }, newText: "" }]);
  for (const [text, want] of [["ti", "tier"], ["er: ", "opus"]]) {
    const { version } = c.documents.get(uri(agent));
    const character = c.text(agent).split("\n")[3].length;
    await c.edit(agent, [{ range: { start: { line: 3, character }, end: { line: 3, character } }, newText: text }], version + 1);
    const list = await c.connection.sendRequest(lsp.CompletionRequest.type, { textDocument: { uri: uri(agent) }, position: { line: 3, character: character + text.length } });
    assert.ok(list.isIncomplete === false && list.items.every((i) => lsp.TextEdit.is(i.textEdit) && lsp.MarkupContent.is(i.documentation ?? { kind: "markdown", value: "" })) && list.items.some((i) => i.label === want), JSON.stringify(list));
  }
  done.push("completion of keys and values");

  const { version } = c.documents.get(uri(agent));
  for (let i = 1; i <= 100; i++) {
    const tier = i % 2 ? "opus" : "Opus";
    const end = { line: 3, character: c.text(agent).split("\n")[3].length };
    void c.edit(agent, [{ range: { start: { line: 3, character: 0 }, end }, newText: `tier: ${tier}` }], version + i);
  }
  const start = Date.now();
  await c.wait(agent, (p) => p.version === version + 100 && /agent-invalid-tier/.test(codes(p)));
  done.push(`100 edits at once, all seen after ${Date.now() - start} ms`);

  await c.connection.sendNotification(lsp.DidSaveTextDocumentNotification.type, { textDocument: { uri: uri(agent) } });
  await c.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: uri(agent) } });
  await c.wait(agent, (p) => p.version === undefined && p.diagnostics.length === 2);
  done.push("files that are closed, as they are on disk");

  const planner = "agents/np-planner.md";
  fs.rmSync(path.join(project, planner));
  await c.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri(planner), type: lsp.FileChangeType.Deleted }] });
  await c.wait(planner, (p) => p.diagnostics.length === 0);
  fs.appendFileSync(path.join(project, ".nplint.toml"), '\n[[overrides]]\npaths = ["agents/**"]\nrules = { agent-invalid-tier = "off" }\n');
  await c.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri(".nplint.toml"), type: lsp.FileChangeType.Changed }] });
  await c.wait(agent, (p) => !/agent-invalid-tier/.test(codes(p)));
  done.push("files and configurations that change on disk");
  await c.connection.sendNotification(lsp.DidChangeWorkspaceFoldersNotification.type, { event: { added: [], removed: [{ uri: pathToFileURL(project).href, name: "demo" }] } });
  await c.wait(".nubos-pilot/roadmap.yaml", (p) => p.diagnostics.length === 0);
  done.push("folders that go");
  execFileSync("git", ["-C", project, "checkout", "-q", "."]);
  await c.end();
}

// A client that asks.
{
  const c = await connect({ diagnostic: {} }, { diagnostics: { refreshSupport: true } });
  await c.open(agent);
  const ask = (previousResultId) => c.connection.sendRequest(lsp.DocumentDiagnosticRequest.type, { textDocument: { uri: uri(agent) }, previousResultId });
  const full = await ask();
  assert.ok(full.kind === "full" && full.items.every(lsp.Diagnostic.is) && full.items.length === 2, JSON.stringify(full));
  assert.equal((await ask(full.resultId)).kind, "unchanged");
  const all = await c.connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds: [] });
  assert.ok(all.items.length > 10 && all.items.every((i) => i.kind === "full" && (i.version === null || Number.isInteger(i.version))));
  await c.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: uri(agent), type: lsp.FileChangeType.Changed }] });
  await c.refreshed;
  const cancel = new lsp.CancellationTokenSource();
  const cancelled = c.connection.sendRequest(lsp.WorkspaceDiagnosticRequest.type, { previousResultIds: [] }, cancel.token);
  cancel.cancel();
  await cancelled.then(() => {}, (err) => assert.equal(err.code, lsp.LSPErrorCodes.RequestCancelled));
  await assert.rejects(c.connection.sendRequest("textDocument/unknown", {}), (err) => err.code === lsp.ErrorCodes.MethodNotFound);
  done.push("diagnostics that are asked for, cancelling, unknown methods");
  await c.end();
}

// Ids are symbols.
{
  const c = await connect({ documentSymbol: { hierarchicalDocumentSymbolSupport: true } });
  await c.open(plan);
  const document = c.documents.get(uri(plan));
  const named = { textDocument: { uri: uri(plan) } };
  const at = { ...named, position: document.positionAt(c.text(plan).indexOf(task) + 12) };
  const request = (type, params) => c.connection.sendRequest(type.type, params);
  const defined = await request(lsp.DefinitionRequest, at);
  const meant = await request(lsp.ReferencesRequest, { ...at, context: { includeDeclaration: true } });
  assert.ok(defined.length && meant.length > defined.length && [...defined, ...meant].every(lsp.Location.is));
  assert.ok((await request(lsp.DocumentHighlightRequest, at)).every((h) => lsp.Range.is(h.range)));
  assert.match((await request(lsp.HoverRequest, at)).contents.value, /\*\*M003-S001-T0001\*\*: task/);
  const parts = await request(lsp.DocumentSymbolRequest, named);
  assert.ok(parts.length && parts.every(lsp.DocumentSymbol.is));
  const found = await request(lsp.WorkspaceSymbolRequest, { query: task.toLowerCase() });
  assert.ok(found.every((s) => lsp.Location.is(s.location)) && found.some((s) => s.name === task));
  const links = await request(lsp.DocumentLinkRequest, named);
  assert.ok(links.every(lsp.DocumentLink.is) && links.some((l) => l.target === uri("package.json")));
  const lenses = await request(lsp.CodeLensRequest, named);
  assert.ok(lenses.every(lsp.CodeLens.is) && /^wave 1, S001/.test(lenses[0].command.title), JSON.stringify(lenses));
  done.push("definitions, references, outline, symbols of the workspace, links, lenses");

  const place = await request(lsp.PrepareRenameRequest, at);
  assert.deepEqual([document.getText(place.range), place.placeholder], ["T0001", "T0001"]);
  await assert.rejects(request(lsp.RenameRequest, { ...at, newName: "two words" }), /has not the form/);

  // What somebody works on keeps its name: a task whose run a checkpoint holds, and one in progress, be that unsaved.
  const held = async (why) => {
    for (const [type, params] of [[lsp.PrepareRenameRequest, at], [lsp.RenameRequest, { ...at, newName: "T0007" }]]) {
      await assert.rejects(request(type, params), (err) => err.code === lsp.LSPErrorCodes.RequestFailed && why.test(err.message));
    }
  };
  const checkpoint = path.join(project, ".nubos-pilot/checkpoints", `${task}.json`);
  const changed = (type) => c.connection.sendNotification(lsp.DidChangeWatchedFilesNotification.type, { changes: [{ uri: pathToFileURL(checkpoint).href, type }] });
  fs.mkdirSync(path.dirname(checkpoint));
  fs.writeFileSync(checkpoint, JSON.stringify({ schema_version: 1, task_id: task, status: "running" }));
  await changed(lsp.FileChangeType.Created);
  await held(/M003-S001-T0001 cannot be renamed: the checkpoint M003-S001-T0001\.json holds the run of M003-S001-T0001/);
  fs.rmSync(path.dirname(checkpoint), { recursive: true });
  await changed(lsp.FileChangeType.Deleted);
  const record = path.join(path.dirname(plan), "tasks/T0001/T0001-PLAN.md");
  await c.open(record);
  assert.match(c.text(record).split("\n")[5], /^status: in_progress$/); // which is no status
  await c.edit(record, [{ range: { start: { line: 5, character: 8 }, end: { line: 5, character: 19 } }, newText: "in-progress" }]);
  await held(/M003-S001-T0001 cannot be renamed: somebody works on M003-S001-T0001/);
  await c.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: uri(record) } });
  done.push("ids that a checkpoint or a task in progress holds, refused");

  const edit = await request(lsp.RenameRequest, { ...at, newName: "T0007" });
  assert.ok(lsp.WorkspaceEdit.is(edit));
  for (const change of edit.documentChanges) {
    const file = new URL(change.textDocument?.uri ?? change.oldUri).pathname;
    if (change.kind === "rename") {
      fs.renameSync(file, new URL(change.newUri).pathname);
    } else {
      const before = TextDocument.create("", "", 0, fs.readFileSync(file, "utf8"));
      fs.writeFileSync(file, TextDocument.applyEdits(before, change.edits));
    }
  }
  const git = (...args) => execFileSync("git", ["-C", project, ...args], { encoding: "utf8" });
  git("add", "--all");
  const lines = git("diff", "--cached", "-M", "--unified=0").split("\n").filter((line) => /^[+-][^+-]/.test(line));
  const half = (sign) => lines.filter((line) => line[0] === sign).map((line) => line.slice(1));
  assert.ok(lines.length > 2);
  assert.deepEqual(half("-").map((line) => line.replaceAll("S001-T0001", "S001-T0007")), half("+")); // nothing but the name has changed
  assert.ok(fs.existsSync(path.join(project, path.dirname(plan), "tasks/T0007/T0007-PLAN.md")));
  done.push("a task renamed by one request, files and directories too");
  await c.end();
}

// A client that dies, with the pipe held open by another process.
{
  const c = await connect({});
  const gone = new Promise((resolve) => c.child.on("exit", resolve));
  c.connection.dispose();
  c.child.stdin.destroy();
  assert.equal(await gone, 1);
  done.push("a client that is gone");
}
done.push(types.check("internal/lsp", import.meta.dirname));
done.forEach((feature) => console.log(`vscode-languageserver-protocol: ${feature}`));
