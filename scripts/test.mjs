/**
 * `npm test [-- filter …]`: installs missing packages and a browser, builds changed parts, runs every test and prints the
 * totals. A filter is a part of a test file's path.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { BUNDLE, builtWithBrowser, followNode, PLAYWRIGHT, VITEST } from "./lib/builds.mjs";
import { filesUnder, Problem, root, runMain, say } from "./lib/project.mjs";
import { countPlaywright, countVitest, flakyInVitest, NO_COUNTS, sumCounts, summaryLine } from "./lib/test-counts.mjs";
import { ensurePhp } from "./lib/test-programs.mjs";

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} folders of its test files
 * @property {(filters: string[], report: string) => string[]} args of the project's Node; the JSON report goes to `report`
 * @property {(report: never) => import("./lib/test-counts.mjs").Counts} count
 */

/** @type {Suite[]} */
const SUITES = [
  {
    name: "vitest",
    folders: [
      "test/server",
      "test/main",
      "test/docs",
      "test/tooling",
      "test/renderer",
      "test/nightly/fault",
      "test/nightly/fuzz",
    ],
    args: (filters, report) => [
      ...[VITEST, "run", ...filters, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ],
    count: countVitest,
  },
  { name: "e2e", folders: ["test/e2e"], args: playwright("playwright.config.ts"), count: countPlaywright },
  {
    name: "desktop",
    folders: ["test/desktop"],
    args: playwright("test/desktop/playwright.config.ts"),
    count: countPlaywright,
  },
];

/** @param {string} config @returns {Suite["args"]} */
function playwright(config) {
  const literally = (/** @type {string} */ filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (filters) => [PLAYWRIGHT, "test", "-c", config, "--reporter=list,json", ...filters.map(literally)];
}

runMain(async () => {
  process.chdir(root);
  const filters = process.argv.slice(2);
  if (filters.some((filter) => filter.startsWith("-")))
    throw new Problem(
      "npm test only accepts parts of file names. For a runner's own flags, use npx vitest … or npx playwright test …",
    );
  const suites = SUITES.filter(({ folders }) => filters.length === 0 || haveMatch(folders, filters));
  if (suites.length === 0) throw new Problem(`No test file has ${filters.join(" or ")} in its path.`);
  const chromium = await builtWithBrowser(ensurePhp);
  const scratch = fs.mkdtempSync(path.join(scratchRoot(), "galley-test-"));
  const counts = [];
  try {
    for (const suite of suites) counts.push(await runSuite(suite, filters, scratch, chromium));
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
  const total = sumCounts(counts);
  process.stdout.write(`\n${summaryLine(total)}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/** On Linux a folder in memory, if it is large enough and allows programs: faster than a slow disk. */
function scratchRoot() {
  const memory = "/dev/shm";
  if (process.platform !== "linux" || !fs.existsSync(memory)) return os.tmpdir();
  const mount = fs.readFileSync("/proc/self/mounts", "utf8").match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1];
  if (mount === undefined || mount.split(",").includes("noexec")) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  // A container may have less memory than the machine.
  const free = process.availableMemory?.() ?? os.freemem();
  return Math.min(bavail * bsize, free) > 8 * 2 ** 30 ? memory : os.tmpdir();
}

/** @param {string[]} folders @param {string[]} filters */
function haveMatch(folders, filters) {
  const files = folders.flatMap((folder) => filesUnder(path.join(root, folder)));
  // Filters use forward slashes, also on Windows.
  const tests = files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => path.relative(root, file).replaceAll(path.sep, "/"));
  return tests.some((file) => filters.some((filter) => file.includes(filter)));
}

/**
 * Runs a suite to its end. A suite that crashed or ran no test counts as one failure.
 * @param {Suite} suite
 * @param {string[]} filters
 * @param {string} scratch folder of its JSON report and of all temporary files
 * @param {string} chromium
 * @returns {Promise<import("./lib/test-counts.mjs").Counts>}
 */
async function runSuite({ name, args, count }, filters, scratch, chromium) {
  const report = path.join(scratch, `${name}.json`);
  const code = await followNode(args(filters, report), {
    // POSIX reads the first, Windows the second.
    TMPDIR: scratch,
    TEMP: scratch,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    GALLEY_TEST_BUNDLE: BUNDLE,
  });
  const written = fs.existsSync(report);
  const results = written ? JSON.parse(fs.readFileSync(report, "utf8")) : null;
  // Playwright lists its own flaky tests: each is a race in Galley or in the test.
  if (results?.testResults !== undefined) for (const test of flakyInVitest(results)) say(`flaky  ${test}`);
  const counts = results === null ? NO_COUNTS : count(/** @type {never} */ (results));
  if (counts.passed + counts.failed === 0) say(`${name} ran no test.`);
  else if (code !== 0 && counts.failed === 0) say(`${name} ended with code ${code} although no test failed.`);
  else return counts;
  return { ...counts, failed: counts.failed + 1 };
}
