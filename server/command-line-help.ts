/** What `--help` and `--version` print. `scripts/start.mjs` answers them in the same words before anything is installed. */
import fs from "node:fs";
import path from "node:path";

/**
 * @param root of the installation
 * @returns null where neither is asked for
 */
export function askedForHelp(args: string[], root: string): string | null {
  const has = (...names: string[]) => names.some((name) => args.includes(name));
  if (has("--help", "-h")) return fs.readFileSync(path.join(root, "resources", "help.txt"), "utf8");
  if (!has("--version", "-v")) return null;
  return `galley ${versionOf(root)}\n`;
}

export function versionOf(root: string): string {
  return (JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { version: string }).version;
}
