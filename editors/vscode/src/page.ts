import { execFile } from "node:child_process";
import * as vscode from "vscode";

/** Shows a page that nplint writes of the folder that is worked in. */
export async function showPage(program: string, title: string, args: string[]): Promise<void> {
  const folder = await workedIn();
  if (!folder) return;
  const { page, said } = await new Promise<{ page: string; said: string }>((resolve) => {
    const limit = 1 << 30; // bytes, more than any page has
    execFile(
      program,
      [...args, "--output", "html"],
      { cwd: folder.uri.fsPath, maxBuffer: limit },
      (err, stdout, stderr) => resolve({ page: stdout, said: stderr.trim() || String(err) }),
    );
  });
  if (!page) {
    void vscode.window.showErrorMessage(said);
    return;
  }
  // The page has a policy of its own, by which nothing runs but its own script.
  const panel = vscode.window.createWebviewPanel("nplint", `${title}: ${folder.name}`, vscode.ViewColumn.Active, {
    enableScripts: true,
    enableFindWidget: true,
    localResourceRoots: [],
  });
  panel.webview.html = page;
}

/** The folder of the file that is edited, else the only one, else the one that the user picks. */
async function workedIn(): Promise<vscode.WorkspaceFolder | undefined> {
  const edited = vscode.window.activeTextEditor?.document.uri;
  const around = edited && vscode.workspace.getWorkspaceFolder(edited);
  const folders = vscode.workspace.workspaceFolders ?? [];
  return around ?? (folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0]);
}
