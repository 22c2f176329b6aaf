import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

/**
 * The program that the setting nplint.path means, or undefined. A name is looked for on the PATH, in directories that
 * are absolute: what a workspace holds is never meant by a name.
 */
export function findProgram(setting: string): string | undefined {
  const name = setting.trim() || "nplint";
  if (name.startsWith("~/")) return program(path.join(os.homedir(), name.slice(2)));
  if (path.isAbsolute(name)) return program(name);
  if (name !== path.basename(name)) return undefined;
  for (const dir of (process.env["PATH"] ?? "").split(path.delimiter)) {
    const found = path.isAbsolute(dir) && program(path.join(dir, name));
    if (found) return found;
  }
  return undefined;
}

/** The path of a program if there is one, on Windows with its extension. */
function program(file: string): string | undefined {
  const full = process.platform === "win32" && !path.extname(file) ? file + ".exe" : file;
  try {
    fs.accessSync(full, fs.constants.X_OK);
    return fs.statSync(full).isFile() ? full : undefined;
  } catch {
    return undefined;
  }
}
