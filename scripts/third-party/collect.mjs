/** A Vite plugin that lists the packages in a bundle, for the licences and the bill of materials. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../lib/project.mjs";

const FOLDER = "/node_modules/";

/** Packages that are shipped outside the main bundle, and the headers that are compiled into the native one. */
export const UNBUNDLED = ["better-sqlite3", "node-addon-api", "swagger-ui-dist"];

/**
 * @param {string} file receives a JSON array of the packages' folders, relative to the project, sorted
 * @param {string[]} [unbundled] names of packages that are shipped outside the bundle
 * @returns {import("vite").Plugin}
 */
export function collectPackages(file, unbundled = []) {
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

/**
 * @param {string} name of a package
 * @param {string} [from] folder of the package that imports it
 */
function installed(name, from = root) {
  for (const folder of createRequire(path.join(from, "package.json")).resolve.paths(name) ?? []) {
    const found = path.join(folder, name);
    if (fs.existsSync(path.join(found, "package.json"))) return fs.realpathSync(found);
  }
  throw new Error(`The package ${name} is not installed.`);
}
