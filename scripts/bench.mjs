/** `npm run bench [-- flags]`: installs what is missing, builds what changed, and measures; see docs/performance.md. */
import path from "node:path";
import { built, followNode } from "./lib/prepare.mjs";
import { root, runMain } from "./lib/project.mjs";

runMain(async () => {
  await built(() => {});
  return followNode([path.join(root, "test", "bench", "bench.ts"), ...process.argv.slice(2)]);
});
