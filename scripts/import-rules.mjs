/**
 * `node scripts/import-rules.mjs [project]`: reports imports that break a rule of `lib/import-rules.mjs` or whose package is
 * not in package.json. Runs on the project's own Node.
 */
import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { parseSync } from "vite";
import { brokenRule } from "./lib/import-rules.mjs";
import { root } from "./lib/project.mjs";
import { filesUnder } from "./lib/stamp.mjs";

const project = path.resolve(process.argv[2] ?? root);

/** @typedef {{ specifier: string, typeOnly: boolean, at: number }} Found */

/** @param {string} file @param {string} source @returns {Found[]} static and dynamic imports and re-exports */
function importsOf(file, source) {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const statics = module.staticImports.map(({ moduleRequest, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: /^import\s+type\b(?!\s*(,|from\b))/.test(source.slice(start)),
    at: start,
  }));
  const reexports = module.staticExports.flatMap(({ entries, start }) => {
    const request = entries.find((entry) => entry.moduleRequest !== null)?.moduleRequest;
    return request
      ? [{ specifier: request.value, typeOnly: /^export\s+type\b/.test(source.slice(start)), at: start }]
      : [];
  });
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest, start }) => {
    const literal = source.slice(moduleRequest.start, moduleRequest.end).match(/^["'`]([^"'`$]+)["'`]$/);
    return literal?.[1] ? [{ specifier: literal[1], typeOnly: false, at: start }] : [];
  });
  const requires = [...source.matchAll(/\brequire(?:\.resolve)?\(\s*["']([^"']+)["']\s*\)/g)].map((match) => ({
    specifier: match[1] ?? "",
    typeOnly: false,
    at: match.index,
  }));
  return [...statics, ...reexports, ...dynamics, ...requires];
}

/** @param {string} file absolute @param {string} specifier @returns {import("./lib/import-rules.mjs").Goal} */
function goalOf(file, specifier) {
  if (specifier.startsWith(".") || path.isAbsolute(specifier))
    return { path: path.relative(project, path.resolve(path.dirname(file), specifier)).replaceAll(path.sep, "/") };
  if (isBuiltin(specifier)) return { package: specifier.startsWith("node:") ? specifier : `node:${specifier}` };
  const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
  return { package: parts.join("/") };
}

const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8"));
/** Null in projects without dependencies, such as those of tests. */
const listed = dependencies || devDependencies ? new Set(Object.keys({ ...dependencies, ...devDependencies })) : null;

/** @param {import("./lib/import-rules.mjs").Goal} goal @returns {string | undefined} why the import is not allowed */
const unlisted = (goal) =>
  listed !== null && "package" in goal && !isBuiltin(goal.package) && !listed.has(goal.package)
    ? "the package is not in package.json"
    : undefined;

const sources = ["server", "main", "renderer"]
  .flatMap((folder) => filesUnder(path.join(project, folder)))
  .filter((file) => /\.(ts|tsx|mts|js|mjs)$/.test(file));

for (const file of sources) {
  const name = path.relative(project, file).replaceAll(path.sep, "/");
  const source = fs.readFileSync(file, "utf8");
  for (const { specifier, typeOnly, at } of importsOf(file, source)) {
    const goal = goalOf(file, specifier);
    const because = brokenRule(name, { goal, typeOnly }) ?? unlisted(goal);
    if (because === undefined) continue;
    console.error(`${name}:${source.slice(0, at).split("\n").length} imports ${specifier}: ${because}.`);
    process.exitCode = 1;
  }
}
