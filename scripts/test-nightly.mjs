/**
 * `npm run test:nightly [-- fault fuzz heavy browser packages]`: runs all slow proofs at full length, or the named ones. A
 * failed proof does not end the run; the last lines list the results. `npm test` has short forms.
 */
import { BUNDLE, builtWithBrowser, followNode, PLAYWRIGHT, VITEST } from "./lib/prepare.mjs";
import { Problem, root, runMain, say } from "./lib/project.mjs";

/** Parts of the paths of property tests, see `runs` in test/support/chance.ts. */
const PROPERTIES = ["server/media/", "server/archives/", "json-structure", "openapi.generated-requests"];

/** @type {Record<string, string[][]>} name of the proof → commands of the project's Node */
const PROOFS = {
  fault: [["scripts/test-fault.mjs"]],
  fuzz: [["scripts/test-fuzz.mjs"], [VITEST, "run", ...PROPERTIES]],
  heavy: [[VITEST, "run", "-c", "test/nightly/heavy/vitest.config.ts"]],
  browser: [[PLAYWRIGHT, "test", "-c", "test/nightly/e2e", "--reporter=list"]],
  packages: [["test/nightly/packages/check.ts"], ["test/nightly/packages/check-server.ts"]],
};

runMain(async () => {
  process.chdir(root);
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in PROOFS));
  if (unknown !== undefined)
    throw new Problem(`There is no proof "${unknown}". Choose from: ${Object.keys(PROOFS).join(", ")}.`);
  const env = { CHROMIUM_PATH: await builtWithBrowser(), GALLEY_TEST_BUNDLE: BUNDLE, GALLEY_ALL_RUNS: "1" };
  const outcomes = [];
  for (const [name, commands] of Object.entries(PROOFS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const codes = [];
    for (const command of commands) codes.push(await followNode(command, env));
    outcomes.push({ name, passed: codes.every((code) => code === 0) });
  }
  for (const { name, passed } of outcomes) say(`${passed ? "passed" : "failed"}  ${name}`);
  return outcomes.every(({ passed }) => passed) ? 0 : 1;
});
