import fs from "node:fs";
import path from "node:path";

export const OTHER_MACHINE = "newsroom-2";

/** Simulates a takeover by another machine: writes the second epoch. @param at ISO 8601 */
export function takeOverTarget(target: string, at: string): void {
  const folder = path.join(target, "epoch-0002");
  fs.mkdirSync(folder);
  const epoch = { epoch: 2, id: "another-folder", machine: OTHER_MACHINE, since: at, galley_version: "0.0.0-test" };
  fs.writeFileSync(path.join(folder, "epoch.json"), JSON.stringify(epoch));
}
