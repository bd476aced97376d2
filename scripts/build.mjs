/** `npm run build [-- editor|console|web|main …]`: installs what is missing and builds what changed. */
import { ALL_TARGETS, ensureBuilt, WEB_TARGETS } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { Problem, runMain } from "./lib/project.mjs";

runMain(async () => {
  const named = process.argv.slice(2).flatMap((name) => (name === "web" ? WEB_TARGETS : [name]));
  const targets = ALL_TARGETS.filter((target) => named.length === 0 || named.includes(target));
  if (named.some((name) => !ALL_TARGETS.some((target) => target === name)))
    throw new Problem(`npm run build accepts ${ALL_TARGETS.join(", ")} or web. Without a name it builds everything.`);
  await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(targets);
  });
  return 0;
});
