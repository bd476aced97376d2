/** Runs Vite for the named targets, into dist/.building, for `lib/builds.mjs`. Runs on the project's own Node. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { build } from "vite";
import { docsConfig, pageConfig } from "../vite.config.ts";
import { mainConfig } from "../vite.main.config.ts";
import { root } from "./lib/project.mjs";
import { writeLicences } from "./third-party/licences.mjs";

const FOLDER = "/node_modules/";

/** Packages that are shipped outside the main bundle, and the headers that are compiled into the native one. */
const UNBUNDLED = ["better-sqlite3", "node-addon-api", "swagger-ui-dist"];

/**
 * @param {string} file receives a JSON array of the packages' folders, relative to the project, sorted
 * @param {string[]} [unbundled] names of packages that are shipped outside the bundle
 * @returns {import("vite").Plugin}
 */
function collectPackages(file, unbundled = []) {
  return {
    name: "galley:collect-packages",
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((made) => (made.type === "chunk" ? Object.keys(made.modules) : []));
      const all = [...ids.map(folderOf), ...unbundled.map((name) => installed(name))];
      const folders = new Set(all.filter((folder) => folder !== undefined));
      const relative = [...folders].map((folder) => path.relative(root, folder).replaceAll(path.sep, "/"));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, `${JSON.stringify(relative.sort(), null, 2)}\n`);
    },
  };
}

/**
 * The folder of a module's package.
 * @param {string} id a module ID of Rolldown
 * @returns {string | undefined} undefined for our own modules
 */
function folderOf(id) {
  // Code of the bundler itself: its chunk loader and helpers for old syntax.
  if (id.startsWith("\0vite/")) return installed("vite");
  if (/^\0(rolldown|@oxc-project)\b/.test(id)) return installed("rolldown", installed("vite"));
  const file = id.replaceAll("\\", "/");
  const at = file.lastIndexOf(FOLDER);
  if (at === -1) return undefined;
  const start = at + FOLDER.length;
  const name = /^(@[^/]+\/)?[^/]+/.exec(file.slice(start))?.[0] ?? "";
  return file.slice(0, start) + name;
}

/** @param {string} name of a package @param {string} [from] folder of the package that imports it */
function installed(name, from = root) {
  for (const folder of createRequire(path.join(from, "package.json")).resolve.paths(name) ?? []) {
    const found = path.join(folder, name);
    if (fs.existsSync(path.join(found, "package.json"))) return fs.realpathSync(found);
  }
  throw new Error(`The package ${name} is not installed.`);
}

const dist = path.join(root, "dist");
const into = path.join(dist, ".building");
fs.rmSync(into, { recursive: true, force: true });

/** @type {Record<string, import("vite").InlineConfig>} */
const CONFIGS = {
  editor: pageConfig("editor", into),
  console: pageConfig("console", into),
  docs: docsConfig(into),
  main: mainConfig(into),
};

/** The file that lists a target's packages, from this build or the last one; undefined if it was never built. */
const listOf = (/** @type {string} */ target) =>
  [into, dist].map((at) => path.join(at, "packages", `${target}.json`)).find((file) => fs.existsSync(file));

try {
  for (const target of process.argv.slice(2)) {
    const config = CONFIGS[target];
    if (config === undefined) continue;
    const list = path.join(into, "packages", `${target}.json`);
    const collect = collectPackages(list, target === "main" ? UNBUNDLED : []);
    await build({ ...config, plugins: [...(config.plugins ?? []), collect] });
  }
  const lists = Object.keys(CONFIGS)
    .map(listOf)
    .filter((list) => list !== undefined);
  writeLicences(lists, path.join(into, "THIRD-PARTY-LICENSES.txt"));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
