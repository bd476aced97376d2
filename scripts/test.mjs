/**
 * `npm test [-- filter …]`: installs what is missing, a browser too, builds what changed, runs every test and ends with
 * one line that adds them up. A filter is a part of a test file's path.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { ensurePhp } from "./lib/php.mjs";
import { follow, Problem, projectEnv, projectNode, root, runMain, say } from "./lib/project.mjs";
import { filesUnder } from "./lib/stamp.mjs";
import {
  addUp,
  closingLine,
  countPlaywright,
  countVitest,
  NOTHING,
  unsteadyInVitest,
  unsteadyLine,
} from "./lib/test-counts.mjs";

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {string[]} folders where its test files are
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
      ...["node_modules/vitest/vitest.mjs", "run", ...filters],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
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

/**
 * @param {string} config
 * @returns {Suite["args"]}
 */
function playwright(config) {
  const literally = (/** @type {string} */ filter) => filter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (filters) => [
    ...["node_modules/@playwright/test/cli.js", "test", "-c", config, "--reporter=list,json"],
    ...filters.map(literally),
  ];
}

runMain(async () => {
  process.chdir(root);
  const filters = process.argv.slice(2);
  if (filters.some((filter) => filter.startsWith("-")))
    throw new Problem(
      "npm test takes parts of file names only. For a runner's own flags: npx vitest … or npx playwright test …",
    );
  const suites = SUITES.filter(({ folders }) => filters.length === 0 || haveMatch(folders, filters));
  if (suites.length === 0) throw new Problem(`No test file has ${filters.join(" or ")} in its path.`);
  const chromium = await withLock(async () => {
    await ensureDependencies();
    const browser = await ensureBrowser();
    await ensurePhp();
    await ensureBuilt(ALL_TARGETS);
    return browser;
  });
  const scratch = fs.mkdtempSync(path.join(scratchRoot(), "galley-test-"));
  const counts = [];
  try {
    for (const suite of suites) {
      counts.push(await runSuite(suite, filters, scratch, chromium));
    }
  } finally {
    fs.rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
  const total = addUp(counts);
  process.stdout.write(`\n${[unsteadyLine(total), closingLine(total)].filter(Boolean).join("\n")}\n`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
});

/**
 * Linux's memory, where there is far more of it than a run takes (2 GB), and programs may run from there: with a slow disk
 * the tests wait for it half of their time.
 */
function scratchRoot() {
  const memory = "/dev/shm";
  if (process.platform !== "linux" || !fs.existsSync(memory)) return os.tmpdir();
  const mount = fs.readFileSync("/proc/self/mounts", "utf8").match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1];
  if (mount === undefined || mount.split(",").includes("noexec")) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(memory);
  return Math.min(bavail * bsize, availableMemory()) > 8 * 2 ** 30 ? memory : os.tmpdir();
}

/** Bytes; what a container may take where it is held to less than the machine has. */
function availableMemory() {
  return process.availableMemory?.() ?? os.freemem();
}

/**
 * @param {string[]} folders
 * @param {string[]} filters
 */
function haveMatch(folders, filters) {
  const files = folders.flatMap((folder) => filesUnder(path.join(root, folder)));
  // With forward slashes on Windows, too: that is how filters are typed.
  const tests = files
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => path.relative(root, file).replaceAll(path.sep, "/"));
  return tests.some((file) => filters.some((filter) => file.includes(filter)));
}

/**
 * Runs one suite to its end. A suite that crashed, or ran nothing, counts as one failure.
 * @param {Suite} suite
 * @param {string[]} filters
 * @param {string} scratch folder of its JSON report and of all temporary files
 * @param {string} chromium
 * @returns {Promise<import("./lib/test-counts.mjs").Counts>}
 */
async function runSuite({ name, args, count }, filters, scratch, chromium) {
  const report = path.join(scratch, `${name}.json`);
  const code = await follow(projectNode(), args(filters, report), {
    ...projectEnv(),
    // POSIX asks for the first, Windows for the second.
    TMPDIR: scratch,
    TEMP: scratch,
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // What `npm start` runs, built a moment ago.
    GALLEY_TEST_BUNDLE: path.join("dist", "main"),
  });
  const written = fs.existsSync(report);
  const results = written ? JSON.parse(fs.readFileSync(report, "utf8")) : null;
  // Playwright lists them itself.
  if (results?.testResults !== undefined) for (const test of unsteadyInVitest(results)) say(`flaky  ${test}`);
  const counts = results === null ? NOTHING : count(/** @type {never} */ (results));
  if (counts.passed + counts.failed === 0) say(`${name} ran no test.`);
  else if (code !== 0 && counts.failed === 0) say(`${name} ended with code ${code} although no test failed.`);
  else return counts;
  return { ...counts, failed: counts.failed + 1 };
}
