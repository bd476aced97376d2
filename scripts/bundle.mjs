/** Runs Vite for the named targets, into dist/.building, for `lib/builds.mjs`. Runs on the project's own Node. */
import fs from "node:fs";
import path from "node:path";
import { build } from "vite";
import { docsConfig, pageConfig } from "../vite.config.ts";
import { mainConfig } from "../vite.main.config.ts";
import { root } from "./lib/project.mjs";
import { collectPackages, UNBUNDLED } from "./third-party/collect.mjs";
import { writeLicences } from "./third-party/licences.mjs";

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
