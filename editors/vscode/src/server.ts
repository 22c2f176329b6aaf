import * as vscode from "vscode";
import { LanguageClient, State, type StaticFeature } from "vscode-languageclient/node";
import { findProgram } from "./program";
import type { Status } from "./status";

/** What nplint may say something of, in any language: which of them it does, the server knows. */
const documents = [
  "**/*.{md,MD,json,jsonl,yaml,yml,toml}",
  "**/.claude/**/*.{jsonc,json5,markdown,mdc,mdx,txt,mjs,cjs,ts}",
  "**/workflows/**/*.{js}",
  "**/{VERSION,.gitignore,active-workstream}",
].map((pattern) => ({ scheme: "file", pattern }));

/**
 * Has the server tell what it finds. A client that says that it can ask is told nothing, and asks for the findings of
 * all files every two seconds.
 */
const told: StaticFeature = {
  fillClientCapabilities: (can) => void delete can.textDocument?.diagnostic,
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};

/** `nplint lsp`, and what is asked of it. */
export class Server {
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve(); // starts and stops come one after another
  private missing: string | undefined; // the setting with which no program was found when the user was told so

  constructor(
    private readonly status: Status,
    private readonly output: vscode.LogOutputChannel,
  ) {}

  /** Starts the server anew. If asked is set, the user asked for it, and is told once more that there is no program. */
  restart(asked: boolean): Promise<void> {
    return (this.turn = this.turn.then(async () => {
      await this.end();
      const command = this.program(asked);
      if (command) await this.start(command);
    }));
  }

  stop(): Promise<void> {
    return (this.turn = this.turn.then(() => this.end()));
  }

  /** Where nplint is, or undefined once the user knows that it is missing. */
  program(asked: boolean): string | undefined {
    const setting = vscode.workspace.getConfiguration("nplint").get("path", "");
    const found = findProgram(setting);
    if (found) {
      this.missing = undefined;
      return found;
    }
    this.status.stopped("nplint is missing");
    if (asked || this.missing !== setting) void tellMissing(setting);
    this.missing = setting;
    return undefined;
  }

  /** Shows how many findings there are. */
  count(): void {
    if (this.client?.isRunning()) {
      this.status.running(this.client.initializeResult?.serverInfo?.version ?? "", this.client.diagnostics);
    }
  }

  private async start(command: string): Promise<void> {
    const client = new LanguageClient(
      "nplint",
      "nplint",
      { command, args: ["lsp"] },
      { documentSelector: documents, diagnosticCollectionName: "nplint", outputChannel: this.output },
    );
    client.registerFeature(told);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Starting) this.status.starting();
      else if (newState === State.Running) this.count();
      else this.status.stopped("nplint has ended; its output may say why");
    });
    this.client = client;
    // One that fails has been told by the client.
    await client.start().catch(() => this.status.stopped("nplint did not start; its output says why"));
  }

  private async end(): Promise<void> {
    await this.client?.dispose().catch(() => {}); // one that has not come up cannot be asked to go
    this.client = undefined;
  }
}

/** Says that there is no program, and what to do. */
async function tellMissing(setting: string): Promise<void> {
  const why = setting
    ? `nplint: "${setting}", as nplint.path says, is no program. Write an absolute path, or a name that is on the PATH.`
    : "nplint is not on the PATH. Install it, or write into the setting nplint.path where it is.";
  const install = "How to Install It";
  const settings = "Open the Setting";
  const chosen = await vscode.window.showErrorMessage(why, install, settings);
  if (chosen === install) void vscode.env.openExternal(vscode.Uri.parse("https://github.com/nplint/nplint#install"));
  if (chosen === settings) void vscode.commands.executeCommand("workbench.action.openSettings", "nplint.path");
}
