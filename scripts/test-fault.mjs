/**
 * `npm run test:fault [-- rounds]`: the fault tests at full length, 200 rounds of kill -9 by default, then full
 * disks and receivers that misbehave. `npm test` runs the same with fewer rounds. FAULT_SEED repeats the choices of a run.
 */
import path from "node:path";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, Problem, projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

const ROUNDS = "200";

runMain(async () => {
  process.chdir(root);
  const rounds = process.argv[2] ?? ROUNDS;
  if (!/^[1-9]\d{0,5}$/.test(rounds)) throw new Problem("npm run test:fault takes a number of rounds: -- 500");
  await withLock(ensureDependencies);
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  return follow(projectNode(), [vitest, "run", "test/nightly/fault/"], { ...projectEnv(), FAULT_ROUNDS: rounds });
});
