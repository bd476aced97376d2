/**
 * `npm run package:check [-- --quick] [-- files]`: packs and proves what came out, see test/nightly/packages/check.ts, on the
 * project's own Node.
 */
import path from "node:path";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  await withLock(ensureDependencies);
  // npm itself goes to the project's folder first; a relative file is meant from where the person is.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  const check = path.join(root, "test", "nightly", "packages", "check.ts");
  return follow(projectNode(), [check, ...process.argv.slice(2)], projectEnv());
});
