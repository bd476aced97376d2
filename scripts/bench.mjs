/** `npm run bench [-- flags]`: installs what is missing, builds what changed, and measures, see docs/performance.md. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
  });
  const child = spawn(projectNode(), [path.join(root, "test", "bench", "bench.ts"), ...process.argv.slice(2)], {
    env: projectEnv(),
    stdio: "inherit",
  });
  // Ctrl-C reaches the child by itself; it cleans up and ends, and so does this.
  process.on("SIGINT", () => undefined);
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  const [code] = await once(child, "exit");
  return code ?? 1;
});
