// vscode-stub.cjs: of the module `vscode` what the extension and its language client use. It records what is done
// with it, and `stub`, which the real module has not, plays the editor.
const fs = require("node:fs");
const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");

class Disposable {
  constructor(dispose) {
    this.dispose = dispose;
  }
}
class EventEmitter {
  listeners = new Set();
  event = (listener, self, disposables) => {
    const heard = (what) => listener.call(self, what);
    this.listeners.add(heard);
    const end = new Disposable(() => this.listeners.delete(heard));
    disposables?.push(end);
    return end;
  };
  fire(what) {
    [...this.listeners].forEach((listener) => listener(what));
  }
  dispose() {
    this.listeners.clear();
  }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: new EventEmitter().event };
  cancel() {}
  dispose() {}
}
class Uri {
  static parse(text) {
    return new Uri(text);
  }
  static file(file) {
    return new Uri(pathToFileURL(file).href);
  }
  constructor(text) {
    this.text = text;
  }
  get scheme() {
    return new URL(this.text).protocol.slice(0, -1);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}
class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(a, b, c, d) {
    Object.assign(
      this,
      c === undefined ? { start: a, end: b } : { start: new Position(a, b), end: new Position(c, d) },
    );
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}
class CodeAction {
  constructor(title, kind) {
    Object.assign(this, { title, kind });
  }
}
class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
for (const kind of ["quickfix", "refactor", "source"]) CodeActionKind[kind] = CodeActionKind.Empty.append(kind);
class TextEdit {
  constructor(range, newText) {
    Object.assign(this, { range, newText });
  }
}
class WorkspaceEdit {
  of = new Map();
  set(uri, edits) {
    this.of.set(
      uri.toString(),
      edits.map((edit) => (Array.isArray(edit) ? edit[0] : edit)),
    );
  }
}

/** An open document. */
class Document {
  version = 1;
  constructor(file, languageId) {
    Object.assign(this, { uri: Uri.file(file), languageId, fileName: file, text: fs.readFileSync(file, "utf8") });
  }
  get lineCount() {
    return this.text.split("\n").length;
  }
  getText() {
    return this.text;
  }
  offsetAt({ line, character }) {
    return (
      this.text
        .split("\n")
        .slice(0, line)
        .reduce((sum, l) => sum + l.length + 1, 0) + character
    );
  }
  /** Makes one edit, and tells of it. */
  edit({ range, newText }) {
    const [from, to] = [this.offsetAt(range.start), this.offsetAt(range.end)];
    this.text = this.text.slice(0, from) + newText + this.text.slice(to);
    this.version++;
    stub.fire("onDidChangeTextDocument", {
      document: this,
      contentChanges: [{ range, rangeLength: to - from, text: newText }],
    });
  }
}

const emitters = new Map();
const emitter = (name) => emitters.get(name) ?? emitters.set(name, new EventEmitter()).get(name);
const matches = ({ scheme, pattern, language }, { uri, languageId }) => {
  const [, ending, names] = /^\*\*\/(\*\.)?\{(.*)\}$/.exec(pattern);
  const name = ending ? path.extname(uri.fsPath).slice(1) : path.basename(uri.fsPath);
  return scheme === uri.scheme && (language ?? languageId) === languageId && names.split(",").includes(name);
};

/** What the editor is like, what happened in it, and what its user does. */
const stub = {
  manifest: {},
  trusted: true,
  user: {},
  inWorkspace: {},
  answers: [],
  commands: new Map(),
  providers: {},
  bars: [],
  messages: [],
  panels: [],
  collections: [],
  output: [],
  did: [],
  fire: (name, what) => emitter(name).fire(what),
  open(file, languageId) {
    const document = new Document(file, languageId);
    workspace.textDocuments.push(document);
    window.activeTextEditor = { document };
    emitter("onDidOpenTextDocument").fire(document);
    return document;
  },
};

/** A part of the module: what is given, events by their names, and an error for all else. */
const part = (name, has) =>
  new Proxy(has, {
    get(has, key) {
      if (key in has || typeof key === "symbol") return has[key];
      if (/^on(Did|Will)/.test(key)) return emitter(key).event;
      if (/^register\w+Provider$/.test(key))
        return (...given) => ((stub.providers[key] = given), new Disposable(() => delete stub.providers[key]));
      throw new Error(`this stub has no ${name}.${key}`);
    },
  });

const workspace = part("workspace", {
  get isTrusted() {
    return stub.trusted;
  },
  workspaceFolders: [],
  textDocuments: [],
  notebookDocuments: [],
  getWorkspaceFolder: ({ fsPath }) =>
    workspace.workspaceFolders.find(({ uri }) => fsPath.startsWith(uri.fsPath + path.sep)),
  createFileSystemWatcher: () => ({
    onDidCreate: emitter("created").event,
    onDidChange: emitter("changed").event,
    onDidDelete: emitter("deleted").event,
    dispose() {},
  }),
  /** As the editor: a workspace that is not trusted has no say in settings that the manifest restricts. */
  getConfiguration: (section) => ({
    get(key, otherwise) {
      const name = `${section}.${key}`;
      const { restrictedConfigurations = [] } = stub.manifest.capabilities?.untrustedWorkspaces ?? {};
      const heard = stub.trusted || !restrictedConfigurations.includes(name);
      return (
        (heard ? stub.inWorkspace[name] : undefined) ??
        stub.user[name] ??
        stub.manifest.contributes.configuration.properties[name]?.default ??
        otherwise
      );
    },
  }),
  async applyEdit(edit) {
    for (const [uri, edits] of edit.of) {
      const document = workspace.textDocuments.find((d) => d.uri.toString() === uri);
      edits
        .sort((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start))
        .forEach((e) => document.edit(e));
    }
    return true;
  },
});

const message =
  (level) =>
  async (text, ...choices) => {
    const [options, ...items] = typeof choices[0] === "object" ? choices : [{}, ...choices];
    stub.messages.push({ level, text, items, options });
    return stub.answers.shift();
  };
const window = part("window", {
  activeTextEditor: undefined,
  visibleTextEditors: [],
  tabGroups: { all: [], onDidChangeTabs: emitter("tabs").event },
  showErrorMessage: message("error"),
  showWarningMessage: message("warning"),
  showInformationMessage: message("information"),
  showWorkspaceFolderPick: async () => (stub.did.push(["showWorkspaceFolderPick"]), stub.answers.shift()),
  createOutputChannel(name) {
    const write = (...text) => stub.output.push(text.join(" "));
    return {
      name,
      logLevel: 3,
      onDidChangeLogLevel: emitter("logLevel").event,
      trace() {},
      debug() {},
      info: write,
      warn: write,
      error: write,
      append: write,
      appendLine: write,
      show: () => stub.did.push(["show", name]),
      dispose() {},
    };
  },
  createStatusBarItem(id) {
    const bar = {
      id,
      show() {
        this.shown = true;
      },
      dispose() {
        this.shown = false;
      },
    };
    stub.bars.push(bar);
    return bar;
  },
  createWebviewPanel(kind, title, column, options) {
    const panel = { kind, title, options, webview: { html: "" } };
    stub.panels.push(panel);
    return panel;
  },
});

const languages = part("languages", {
  match: (selector, document) => ([selector].flat().some((filter) => matches(filter, document)) ? 10 : 0),
  createDiagnosticCollection(name) {
    const of = new Map();
    const changed = () => emitter("onDidChangeDiagnostics").fire({});
    const collection = {
      name,
      of,
      set: (uri, items) => (of.set(uri.toString(), items ?? []), changed()),
      delete: (uri) => (of.delete(uri.toString()), changed()),
      clear: () => (of.clear(), changed()),
      dispose: () => (of.clear(), changed()),
      forEach: (f) => of.forEach((items, uri) => f(Uri.parse(uri), items)),
    };
    stub.collections.push(collection);
    return collection;
  },
});

const commands = part("commands", {
  registerCommand(name, run) {
    if (stub.commands.has(name)) throw new Error(`command '${name}' already exists`);
    stub.commands.set(name, run);
    return new Disposable(() => stub.commands.delete(name));
  },
  async executeCommand(name, ...given) {
    stub.did.push([name, ...given]);
    if (stub.commands.has(name)) return stub.commands.get(name)(...given);
    if (name !== "editor.action.codeAction") return undefined;
    // As the editor: the first action of the kind that a provider for the document has, completed by it, is applied.
    const [selector, provider] = stub.providers.registerCodeActionsProvider ?? [];
    const { document } = window.activeTextEditor ?? {};
    if (!provider || !document || !languages.match(selector, document)) return undefined;
    const { token } = new CancellationTokenSource();
    const context = { diagnostics: [], only: new CodeActionKind(given[0].kind), triggerKind: 1 };
    const [action] = (await provider.provideCodeActions(document, new Range(0, 0, 0, 0), context, token)) ?? [];
    return (
      action &&
      given[0].apply === "first" &&
      workspace.applyEdit((await provider.resolveCodeAction(action, token)).edit)
    );
  },
});

module.exports = {
  stub,
  version: "1.91.0",
  Disposable,
  EventEmitter,
  CancellationTokenSource,
  Uri,
  Position,
  Range,
  Diagnostic,
  CodeAction,
  CodeActionKind,
  TextEdit,
  WorkspaceEdit,
  workspace,
  window,
  languages,
  commands,
  env: {
    appName: "stub",
    language: "en",
    openExternal: async (uri) => stub.did.push(["openExternal", uri.toString()]),
  },
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  CodeActionTriggerKind: { Invoke: 1, Automatic: 2 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  ViewColumn: { Active: -1 },
  LogLevel: { Off: 0, Trace: 1, Debug: 2, Info: 3, Warning: 4, Error: 5 },
};
// What the client extends or makes, and nothing here looks at.
const others =
  "CallHierarchyItem CancellationError CodeLens CompletionItem CompletionItemKind CompletionItemTag " +
  "CompletionTriggerKind DiagnosticRelatedInformation DiagnosticTag DocumentLink InlayHint Location SymbolInformation " +
  "SymbolKind SymbolTag TypeHierarchyItem TabInputText TabInputTextDiff TabInputCustom TabInputNotebook";
for (const name of others.split(" ")) module.exports[name] = class {};
