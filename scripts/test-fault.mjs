/**
 * `npm run test:fault [-- rounds]`: the fault tests at full length, 200 rounds of kill -9 by default. `npm test` runs fewer
 * rounds. FAULT_SEED repeats the choices of a run.
 */
import { ensureReplicaTargets } from "./lib/apt.mjs";
import { followNode, installed, VITEST } from "./lib/prepare.mjs";
import { Problem, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  process.chdir(root);
  const rounds = process.argv[2] ?? "200";
  if (!/^[1-9]\d{0,5}$/.test(rounds))
    throw new Problem("npm run test:fault accepts a number of rounds, such as: npm run test:fault -- 500");
  await installed();
  await ensureReplicaTargets();
  return followNode([VITEST, "run", "test/nightly/fault/"], { FAULT_ROUNDS: rounds });
});
