import * as vscode from "vscode";

/** What the status bar says of nplint. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("nplint", vscode.StatusBarAlignment.Left);

  constructor() {
    this.item.name = "nplint";
    this.item.show();
  }

  /** Says that there is no server, and why; a click tries once more. */
  stopped(why: string): void {
    this.say("$(warning) nplint", why, "nplint.restart");
  }

  starting(): void {
    this.say("$(loading~spin) nplint", "nplint starts", "nplint.showOutput");
  }

  /** Says how many findings there are; a click shows them. */
  running(version: string, findings: vscode.DiagnosticCollection | undefined): void {
    const counts = [0, 0, 0];
    findings?.forEach((_, diagnostics) => {
      for (const { severity } of diagnostics) counts[Math.min(severity, 2)]!++;
    });
    const [errors = 0, warnings = 0, infos = 0] = counts;
    const bad = [errors && `$(error) ${errors}`, warnings && `$(warning) ${warnings}`].filter(Boolean).join(" ");
    const all = [count(errors, "error"), count(warnings, "warning"), count(infos, "info")].join(", ");
    this.say(`${bad || "$(check)"} nplint`, `nplint ${version}: ${all}`, "workbench.actions.view.problems");
  }

  dispose(): void {
    this.item.dispose();
  }

  private say(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.command = command;
    this.item.accessibilityInformation = { label: tooltip };
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
