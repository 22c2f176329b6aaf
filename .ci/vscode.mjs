// vscode.mjs NPLINT EXTENSION PROJECT: load the bundle of the extension, as it was unpacked, into an editor that is a
// stub, and have it start the real nplint over PROJECT, a copy of the demo that may be changed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const [nplint, extension, project] = process.argv.slice(2);
const require = createRequire(path.join(extension, "dist/extension.js"));
const manifest = require("../package.json");
const home = path.dirname(project);
const log = path.join(home, "started");
const ours = manifest.contributes.commands.map(({ command }) => command).sort();

/** Makes a program that notes how it was called, and is nplint then. */
function program(name) {
  const file = path.join(home, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\necho "${name} $$ $*" >>"${log}"\nexec "${nplint}" "$@"\n`, { mode: 0o755 });
  return file;
}
const started = () =>
  fs.existsSync(log)
    ? fs
        .readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" "))
    : [];
const alive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits until something is so. */
async function until(what, is) {
  for (const late = Date.now() + 120_000; !is(); await new Promise((done) => setTimeout(done, 10))) {
    assert.ok(Date.now() < late, `never: ${what}`);
  }
}

/** Starts an editor with the extension in it. */
async function edit(set = {}) {
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  fs.rmSync(log, { force: true });
  const vscode = require("vscode");
  const editor = Object.assign(vscode.stub, { manifest }, set);
  vscode.workspace.workspaceFolders.push({ uri: vscode.Uri.file(project), name: "demo", index: 0 });
  const bundle = require("./extension.js");
  const context = { subscriptions: [] };
  await bundle.activate(context);
  const end = async () => {
    await bundle.deactivate();
    context.subscriptions.forEach((it) => it.dispose());
    assert.deepEqual([...editor.commands.keys()], []);
    await until("all servers are gone", () => started().every(([, pid]) => !alive(pid)));
  };
  return Object.assign(editor, { bar: editor.bars[0], run: vscode.commands.executeCommand, vscode, end });
}

process.env.PATH = [path.join(home, "bin"), process.env.PATH].join(path.delimiter);
process.env.HOME = home;
const usual = process.env.PATH;
const done = [];

// Whose modules are in the bundle is told: those that the language client needs.
{
  const { packages } = JSON.parse(fs.readFileSync("editors/vscode/package-lock.json", "utf8"));
  const bundled = new Set(["vscode-languageclient"]);
  for (const name of bundled)
    Object.keys(packages[`node_modules/${name}`].dependencies ?? {}).forEach((other) => bundled.add(other));
  const notices = fs
    .readFileSync(path.join(extension, "THIRD_PARTY_NOTICES.txt"), "utf8")
    .split(`\n${"-".repeat(80)}\n\n`);
  assert.deepEqual(
    notices.map((notice) => notice.split("\n")[0]),
    [...bundled].sort().map((name) => `${name} ${packages[`node_modules/${name}`].version}`),
  );
  notices.forEach((notice) => assert.match(notice, /copyright/i));
  done.push(`notices of ${bundled.size} modules`);
}

// There is no nplint.
{
  process.env.PATH = ["", ".", home].join(path.delimiter);
  process.chdir(path.dirname(program("here/nplint")));
  const e = await edit();
  assert.deepEqual(
    e.messages.map(({ level, text }) => [level, text]),
    [["error", "nplint is not on the PATH. Install it, or write into the setting nplint.path where it is."]],
  );
  assert.deepEqual(
    [e.bar.text, e.bar.tooltip, e.bar.command, e.bar.shown],
    ["$(warning) nplint", "nplint is missing", "nplint.restart", true],
  );
  assert.deepEqual([...e.commands.keys()].sort(), ours);
  e.fire("onDidChangeConfiguration", { affectsConfiguration: (name) => name === "editor.fontSize" });
  e.fire("onDidGrantWorkspaceTrust");
  await new Promise(setImmediate); // by now they were heard
  assert.equal(e.messages.length, 1); // it is said once …
  e.answers.push("How to Install It", "Open the Setting");
  await e.run(e.bar.command);
  await e.run("nplint.showGraph");
  await e.run("nplint.fixAll");
  assert.equal(e.messages.length, 4); // … and again to one who asks
  assert.deepEqual(
    e.did.filter(([name]) => /^open|openSettings/.test(name)),
    [
      ["openExternal", "https://github.com/nplint/nplint#install"],
      ["workbench.action.openSettings", "nplint.path"],
    ],
  );
  e.user["nplint.path"] = "here/nplint";
  e.fire("onDidChangeConfiguration", { affectsConfiguration: (name) => name === "nplint.path" });
  await until("the setting is refused", () => e.messages.length === 5);
  assert.match(e.messages[4].text, /^nplint: "here\/nplint", as nplint.path says, is no program/);
  assert.deepEqual([e.panels.length, started().length], [0, 0]);
  program("set/nplint");
  e.user["nplint.path"] = "~/set/nplint";
  e.fire("onDidChangeConfiguration", { affectsConfiguration: (name) => name === "nplint.path" });
  await until("it runs", () => /^\$\(error\)/.test(e.bar.text));
  await e.end();
  process.env.PATH = usual;
  done.push(
    "a missing program is told once; a path that is not absolute is none; a setting that helps is heard at once",
  );
}

// A workspace that is not trusted names a program.
{
  program("bin/nplint");
  const e = await edit({ trusted: false, inWorkspace: { "nplint.path": program("evil/nplint") } });
  await until("it runs", () => /^\$\(error\)/.test(e.bar.text));
  assert.deepEqual(
    started().map(([name]) => name),
    ["bin/nplint"],
  );
  e.trusted = true;
  e.fire("onDidGrantWorkspaceTrust");
  await until("it runs anew", () => started().length === 2 && /^\$\(error\)/.test(e.bar.text));
  assert.deepEqual(
    started().map(([name]) => name),
    ["bin/nplint", "evil/nplint"],
  );
  await e.end();
  done.push("the program of a workspace is run only if the workspace is trusted");
}

// A program that is not nplint.
{
  const e = await edit({ user: { "nplint.path": "false" } });
  await until("it is given up", () => e.messages.some(({ text }) => /will not be restarted/.test(text)));
  assert.equal(e.bar.command, "nplint.restart");
  await e.end();
  done.push("a program that is no server");
}

// All is as it should be.
{
  const e = await edit();
  const [findings] = e.collections;
  const report = JSON.parse(output("run", "--output", "json"));
  const { errors, warnings, infos } = report.summary;
  const counted = `${errors} errors, ${warnings} warnings, ${infos} info${infos === 1 ? "" : "s"}`;
  const told = `nplint ${manifest.version}: ${counted}`;
  await until(told, () => e.bar.tooltip === told);
  assert.deepEqual(
    [e.bar.text, e.bar.command],
    [`$(error) ${errors} $(warning) ${warnings} nplint`, "workbench.actions.view.problems"],
  );
  assert.deepEqual([...e.commands.keys()].sort(), [...ours, "nplint.openRule"].sort()); // the last is the server's
  done.push("diagnostics of all files, counted in the status bar");

  const document = e.open(path.join(project, ".nubos-pilot/milestones/M001/M001-VERIFICATION.md"), "anything");
  const of = () =>
    findings.of
      .get(document.uri.toString())
      .map(({ code }) => code.value)
      .join(" ");
  assert.match(of(), /block-field-enum/);
  assert.equal(findings.of.get(document.uri.toString())[0].source, "nplint");
  await e.run("nplint.fixAll");
  assert.ok(document.version > 1 && document.text.includes("**Status:** Pass"));
  await until("what was mended is gone", () => !/block-field-enum/.test(of()));
  assert.notEqual(e.bar.tooltip, told);
  assert.ok(fs.readFileSync(document.fileName, "utf8") !== document.text); // nothing is saved
  const { version } = document;
  await e.run("nplint.fixAll");
  assert.equal(document.version, version);
  const code = e.open(path.join(project, "package.json"), "json");
  await e.run("nplint.fixAll");
  assert.equal(code.version, 1);
  done.push("fix all, in the document");

  await e.run("nplint.showGraph");
  await e.run("nplint.openReport");
  assert.deepEqual(
    e.panels.map(({ title }) => title),
    ["nplint graph: demo", "nplint: demo"],
  );
  assert.equal(e.panels[0].webview.html, output("graph", "--output", "html"));
  assert.equal(e.panels[1].webview.html, output("run", "--output", "html"));
  assert.ok(
    e.panels.every(
      ({ options, webview }) => options.localResourceRoots.length === 0 && /default-src 'none'/.test(webview.html),
    ),
  );
  fs.appendFileSync(path.join(project, ".nplint.toml"), "nonsense = 1\n");
  await e.run("nplint.openReport");
  assert.equal(e.panels.length, 2);
  assert.match(e.messages.at(-1).text, /nonsense/);
  execFileSync("git", ["-C", project, "checkout", "-q", "."]);
  const { window, workspace } = e.vscode;
  const { activeTextEditor } = window;
  window.activeTextEditor = undefined;
  workspace.workspaceFolders.push({ uri: e.vscode.Uri.file(home), name: "other", index: 1 });
  await e.run("nplint.openReport"); // for the folder that the user picks, which is none
  assert.deepEqual(e.did.at(-1), ["showWorkspaceFolderPick"]);
  e.answers.push(workspace.workspaceFolders[0]);
  await e.run("nplint.openReport");
  assert.deepEqual(e.panels.map(({ title }) => title).slice(2), ["nplint: demo"]);
  workspace.workspaceFolders.pop();
  window.activeTextEditor = activeTextEditor;
  done.push("graph and report, and why there is none");

  const [, first] = started()[0];
  await e.run("nplint.restart");
  await until("it runs anew", () => /^\$\(error\)/.test(e.bar.text) && !alive(first));
  const servers = () => started().filter(([, , verb]) => verb === "lsp");
  assert.equal(servers().length, 2);
  const failures = e.messages.filter(({ level }) => level === "error");
  assert.equal(failures.length, 1, JSON.stringify(failures)); // that of the configuration
  process.kill(servers()[1][1], "SIGKILL");
  await until("one that died comes back", () => servers().length === 3 && /^\$\(error\)/.test(e.bar.text));
  await e.run("nplint.showOutput");
  assert.deepEqual(e.did.at(-1), ["show", "nplint"]);
  await e.end();
  done.push("restart, output, a server that dies");
}
done.forEach((what) => console.log(`vscode: ${what}`));

/** What nplint prints over the project. */
function output(...args) {
  try {
    return execFileSync(nplint, args, { cwd: project, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (err) {
    return err.stdout; // there are findings
  }
}
