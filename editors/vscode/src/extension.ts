/** The extension starts `nplint lsp`, says how it is, and leaves all else to it. */
import * as vscode from "vscode";
import { showPage } from "./page";
import { Server } from "./server";
import { Status } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("nplint", { log: true });
  const status = new Status();
  const its = (server = new Server(status, output));
  const page = (title: string, ...args: string[]) => {
    const program = its.program(true);
    return program && showPage(program, title, args);
  };
  const command = (name: string, run: () => unknown) => vscode.commands.registerCommand(`nplint.${name}`, run);
  context.subscriptions.push(
    output,
    status,
    command(
      "fixAll",
      () =>
        its.program(true) &&
        vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.nplint", apply: "first" }),
    ),
    command("showGraph", () => page("nplint graph", "graph")),
    command("openReport", () => page("nplint", "run")),
    command("restart", () => its.restart(true)),
    command("showOutput", () => output.show()),
    vscode.languages.onDidChangeDiagnostics(() => its.count()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => its.restart(false)),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("nplint.path")) void its.restart(false);
    }),
  );
  await its.restart(false);
}

export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
