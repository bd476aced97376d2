/**
 * `npm run test:fuzz [-- --count 100000 --seed 1 --heap-mb 200 --documents 1500]`: generated and bent requests over the three
 * listeners, against the bundle that users run, then hostile documents on a page in a browser, by each of two ways.
 * `npm test` has a few of both. The seed of the requests is printed, and repeats a run.
 */
import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./lib/browser.mjs";
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
      documents: { type: "string", default: "1500" },
    },
  });
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new Problem(`--${name} takes a whole number.`);
  const chromium = await withLock(async () => {
    await ensureDependencies();
    const browser = await ensureBrowser();
    await ensureBuilt(ALL_TARGETS);
    return browser;
  });
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  const code = await follow(projectNode(), [vitest, "run", "test/nightly/fuzz/"], {
    ...projectEnv(),
    FUZZ_COUNT: values.count,
    FUZZ_HEAP_MB: values["heap-mb"],
    FUZZ_SEED: values.seed ?? String(randomInt(1, 2 ** 31)),
    GALLEY_TEST_BUNDLE: path.join("dist", "main"),
  });
  if (code !== 0) return code;
  const playwright = path.join("node_modules", "@playwright", "test", "cli.js");
  return follow(projectNode(), [playwright, "test", "hostile-documents", "--reporter=list"], {
    ...projectEnv(),
    CHROMIUM_PATH: chromium,
    FUZZ_DOCUMENTS: values.documents,
  });
});
