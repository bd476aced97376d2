/**
 * `node scripts/run.mjs FILE […]`: installs missing packages and runs a file on the project's own Node, such as
 * server/cli.ts for `npm run backup`. Relative paths in arguments start at the folder where npm was called.
 */
import path from "node:path";
import { followNode, installed } from "./lib/prepare.mjs";
import { root, runMain } from "./lib/project.mjs";

runMain(async () => {
  const [file = "", ...args] = process.argv.slice(2);
  await installed();
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  return followNode([path.join(root, file), ...args]);
});
