/**
 * `npm run test:nightly [-- fault fuzz heavy browser packages]`: the slow proofs at full length, all of them or those that
 * are named. A proof that fails does not end the run; the last lines say how each one ended. `npm test` has short forms.
 */
import path from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, Problem, projectEnv, projectNode, root, runMain, say } from "./lib/project.mjs";

const script = (/** @type {string} */ name) => [path.join("scripts", `${name}.mjs`)];
const heavy = path.join("test", "nightly", "heavy");
const browser = path.join("test", "nightly", "e2e");

/** @type {Record<string, string[][]>} what is proven → commands of the project's Node */
const PROOFS = {
  fault: [script("test-fault")],
  fuzz: [script("test-fuzz")],
  heavy: [["node_modules/vitest/vitest.mjs", "run", "-c", path.join(heavy, "vitest.config.ts")]],
  browser: [["node_modules/@playwright/test/cli.js", "test", "-c", browser, "--reporter=list"]],
  packages: [script("package-check"), script("package/check-server")],
};

runMain(async () => {
  process.chdir(root);
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in PROOFS));
  if (unknown !== undefined) throw new Problem(`There is no proof ${unknown}: ${Object.keys(PROOFS).join(", ")}.`);
  const chromium = await withLock(async () => {
    await ensureDependencies();
    const found = await ensureBrowser();
    await ensureBuilt(ALL_TARGETS);
    return found;
  });
  const env = { ...projectEnv(), CHROMIUM_PATH: chromium, GALLEY_TEST_BUNDLE: path.join("dist", "main") };
  const outcomes = [];
  for (const [name, commands] of Object.entries(PROOFS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const codes = [];
    for (const command of commands) codes.push(await follow(projectNode(), command, env));
    outcomes.push({ name, passed: codes.every((code) => code === 0) });
  }
  for (const { name, passed } of outcomes) say(`${passed ? "passed" : "failed"}  ${name}`);
  return outcomes.every(({ passed }) => passed) ? 0 : 1;
});
