/** Installs and builds, one process at a time and only if the sources changed, and runs the project's own Node. */
import fs from "node:fs";
import path from "node:path";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { follow, hashOf, Problem, projectEnv, projectNode, readIfPresent, root, run, say } from "./project.mjs";
import { ensureBrowser } from "./test-programs.mjs";

const SHARED = ["package-lock.json", "scripts/bundle.mjs", "scripts/third-party"];
const PAGE = [...SHARED, "renderer/shared", "server/article", "vite.config.ts"];

/** `made`: folder under dist/; `proof`: the last file of a build. dist/packages/<target>.json lists a build's packages. */
const TARGETS = {
  editor: { made: "web/editor", proof: "index.html", sources: [...PAGE, "renderer/editor"] },
  console: { made: "web/console", proof: "index.html", sources: [...PAGE, "renderer/console", "resources/examples"] },
  docs: {
    made: "web/docs",
    proof: "page.js",
    sources: [
      ...SHARED,
      "renderer/docs",
      "docs/integrating.md",
      "scripts/lib/guide.mjs",
      "scripts/lib/guide.html",
      "vite.config.ts",
    ],
  },
  main: {
    made: "main",
    proof: "main.js",
    sources: [...SHARED, "package.json", "main", "server", "vite.main.config.ts"],
  },
};

/** @typedef {keyof typeof TARGETS} Target */

/** The pages that the appliance serves; enough for a headless start. */
export const WEB_TARGETS = /** @type {Target[]} */ (["editor", "console", "docs"]);
export const ALL_TARGETS = /** @type {Target[]} */ ([...WEB_TARGETS, "main"]);

const dist = path.join(root, "dist");

/** @param {string} made */
const stampOf = (made) => path.join(dist, `${path.basename(made)}.stamp`);

/**
 * Builds the targets whose sources changed. The caller holds the lock. A failed build keeps the last good one.
 * @param {Target[]} targets
 * @throws {Problem} after the output of Vite
 */
export async function ensureBuilt(targets) {
  const stale = targets
    .map((name) => ({ name, ...TARGETS[name], hash: hashOf(root, TARGETS[name].sources) }))
    .filter(
      (each) =>
        readIfPresent(stampOf(each.made)) !== each.hash || !fs.existsSync(path.join(dist, each.made, each.proof)),
    );
  if (stale.length === 0) return;
  const started = Date.now();
  const names = stale.map(({ name }) => name);
  say(`Building changed parts (${names.join(", ")}).`);
  const { code, output } = await run(projectNode(), [path.join(root, "scripts", "bundle.mjs"), ...names], {
    // A development build would contain folder names of this machine.
    env: { ...projectEnv(), NODE_ENV: "production" },
    collect: true,
  });
  if (code !== 0) {
    say(output.trimEnd());
    throw new Problem(`The build of ${names.join(" and ")} failed; the reason is above.`);
  }
  for (const { name, made, hash } of stale) {
    fs.rmSync(stampOf(made), { force: true });
    for (const part of [made, `packages/${name}.json`]) moveIntoPlace(part);
    fs.writeFileSync(stampOf(made), hash);
  }
  moveIntoPlace("THIRD-PARTY-LICENSES.txt");
  fs.rmSync(path.join(dist, ".building"), { recursive: true, force: true });
  say(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** @param {string} made relative to dist/ */
function moveIntoPlace(made) {
  const place = path.join(dist, made);
  fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.renameSync(path.join(dist, ".building", made), place);
}

/** Paths of tools that run on the project's Node. */
export const VITEST = path.join(root, "node_modules", "vitest", "vitest.mjs");
export const PLAYWRIGHT = path.join(root, "node_modules", "@playwright", "test", "cli.js");

/** The bundle of `npm start`, for GALLEY_TEST_BUNDLE. */
export const BUNDLE = path.join("dist", "main");

export const installed = () => withLock(ensureDependencies);

/**
 * Installs missing packages and builds changed parts.
 * @template T
 * @param {() => T | Promise<T>} work runs before the lock is released
 * @param {Target[]} [targets]
 * @returns {Promise<T>}
 */
export const built = (work, targets = ALL_TARGETS) =>
  withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(targets);
    return await work();
  });

/**
 * Also installs a browser and other programs for the tests.
 * @param {() => Promise<void>} [alsoInstall]
 * @returns {Promise<string>} the browser's executable
 */
export const builtWithBrowser = (alsoInstall) =>
  withLock(async () => {
    await ensureDependencies();
    const browser = await ensureBrowser();
    await alsoInstall?.();
    await ensureBuilt(ALL_TARGETS);
    return browser;
  });

/**
 * Runs a file of the project like `follow`. Node strips the types of Playwright's tests: its Babel would take 8 s for them
 * in each new temporary folder, before the first test starts.
 * @param {string[]} args @param {NodeJS.ProcessEnv} [env]
 */
export const followNode = (args, env = {}) =>
  follow(projectNode(), args, { ...projectEnv(), PW_DISABLE_TS_ESM: "1", ...env });
