/**
 * `npm run test:fuzz [-- --count 100000 --seed 1 --heap-mb 200 --documents 1500]`: generated and malformed requests to the
 * three listeners of the bundle, then hostile documents in a browser. `npm test` runs a few of both. Prints the seed.
 */
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { BUNDLE, builtWithBrowser, followNode, PLAYWRIGHT, VITEST } from "./lib/prepare.mjs";
import { Problem, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  process.chdir(root);
  const { values } = parseArgs({
    options: {
      count: { type: "string", default: "100000" },
      seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
      "heap-mb": { type: "string", default: "200" },
      documents: { type: "string", default: "1500" },
    },
  });
  for (const [name, value] of Object.entries(values))
    if (!/^[1-9]\d{0,9}$/.test(value)) throw new Problem(`--${name} requires a whole number.`);
  const chromium = await builtWithBrowser();
  const code = await followNode([VITEST, "run", "test/nightly/fuzz/"], {
    FUZZ_COUNT: values.count,
    FUZZ_HEAP_MB: values["heap-mb"],
    FUZZ_SEED: values.seed,
    GALLEY_TEST_BUNDLE: BUNDLE,
  });
  if (code !== 0) return code;
  return followNode([PLAYWRIGHT, "test", "hostile-documents", "--reporter=list"], {
    CHROMIUM_PATH: chromium,
    FUZZ_DOCUMENTS: values.documents,
  });
});
