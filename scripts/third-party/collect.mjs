/** A Vite plugin that lists the packages in a bundle, for the licences and the bill of materials. */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { root } from "../lib/project.mjs";

const FOLDER = "/node_modules/";

/** Packages that stay outside of the main bundle and are shipped beside it, and the headers compiled into the native one. */
export const BESIDE_MAIN = ["better-sqlite3", "node-addon-api", "swagger-ui-dist"];

/**
 * @param {string} file to write: a JSON array of the packages' folders, relative to the project, sorted
 * @param {string[]} [beside] names of packages that the bundle finds beside itself
 * @returns {import("vite").Plugin}
 */
export function collectPackages(file, beside = []) {
  return {
    name: "galley:collect-packages",
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((made) => (made.type === "chunk" ? Object.keys(made.modules) : []));
      const all = [...ids.map(folderOf), ...beside.map((name) => installed(name))];
      const folders = new Set(all.filter((folder) => folder !== undefined));
      const relative = [...folders].map((folder) => path.relative(root, folder).replaceAll(path.sep, "/"));
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, `${JSON.stringify(relative.sort(), null, 2)}\n`);
    },
  };
}

/**
 * The folder of the package that a module is from.
 * @param {string} id of a module, as Rolldown knows it
 * @returns {string | undefined} undefined: our own
 */
function folderOf(id) {
  // What the bundler itself puts in: its loader of chunks, and the helpers of old syntax.
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
 * @param {string} [from] folder of the package that needs it; the project, where none is named
 */
function installed(name, from = root) {
  for (const folder of createRequire(path.join(from, "package.json")).resolve.paths(name) ?? []) {
    const found = path.join(folder, name);
    if (fs.existsSync(path.join(found, "package.json"))) return fs.realpathSync(found);
  }
  throw new Error(`The package ${name} is not installed.`);
}
