/**
 * `npm run test:fuzz [-- --count 100000 --seed 1 --heap-mb 200]`: generated and bent requests over the three listeners,
 * against the bundle that users run. `npm test` sends a few of them. The seed is printed, and repeats a run.
 */
import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, Problem, projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  process.chdir(root);
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "100000" },
      seed: { type: "string" },
      "heap-mb": { type: "string", default: "200" },
    },
  });
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new Problem(`--${name} takes a whole number.`);
  await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
  });
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  return follow(projectNode(), [vitest, "run", "test/fuzz/"], {
    ...projectEnv(),
    FUZZ_COUNT: values.count,
    FUZZ_HEAP_MB: values["heap-mb"],
    FUZZ_SEED: values.seed ?? String(randomInt(1, 2 ** 31)),
    GALLEY_TEST_BUNDLE: path.join("dist", "main"),
  });
});
