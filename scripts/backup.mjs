/**
 * `npm run backup -- …` and `npm run restore -- …`: start these commands of server/cli.ts on the project's
 * own Node, from the folder where the command was typed. docs/operating.md says what they take.
 */
import path from "node:path";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

/** `backup` or `restore`, as package.json has it; the person's own words follow it. */
const words = process.argv.slice(2);

runMain(async () => {
  await withLock(ensureDependencies);
  // npm itself goes to the project's folder first; a relative file is meant from where the person is.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  return follow(projectNode(), [path.join(root, "server", "cli.ts"), ...words], projectEnv());
});
