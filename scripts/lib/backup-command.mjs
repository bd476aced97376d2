/** Starts one of the commands in server/backup/ on the project's own Node, from the folder where it was typed. */
import path from "node:path";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { follow, projectEnv, projectNode, root, runMain } from "./project.mjs";

/** @param {string} name of the file */
export function runBackupCommand(name) {
  runMain(async () => {
    await withLock(ensureDependencies);
    // npm itself goes to the project's folder first; a relative file is meant from where the person is.
    if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
    return follow(projectNode(), [path.join(root, "server", "backup", name), ...process.argv.slice(2)], projectEnv());
  });
}
