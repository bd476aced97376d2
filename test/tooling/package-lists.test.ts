/** `dependencies` of package.json are the packages that a server imports; see CONTRIBUTING.md. */
import fs from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, test } from "vitest";
import { mainConfig } from "../../vite.main.config.ts";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const { dependencies, devDependencies } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));

/** Imports and re-exports that remain after stripping types, dynamic imports, resolved packages and worker threads. */
const IMPORTS =
  /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\bfrom\s+)?"([^"]+)"|\b(?:import|require|resolve)\(\s*"([^"]+)"|new URL\("(\.[^"]+\.ts)"/gm;

/** Names of the packages that `file` imports, directly or through our own files, when Node runs the sources. */
function packagesFrom(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...fs.readFileSync(file, "utf8").matchAll(IMPORTS)].flatMap(([, named, called, worker]) => {
    const specifier = named ?? called ?? worker ?? "";
    const ours = path.resolve(path.dirname(file), specifier);
    if (specifier.startsWith(".")) return ours.endsWith(".ts") ? packagesFrom(ours, seen) : [];
    const parts = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1);
    return isBuiltin(specifier) ? [] : [parts.join("/")];
  });
}

test("dependencies are the packages that server/cli.ts imports, and no others", () => {
  const needed = new Set(packagesFrom(path.join(ROOT, "server", "cli.ts")));
  expect(Object.keys(dependencies).sort()).toEqual([...needed].sort());
});

test("dependencies include the packages outside the bundle, except Electron", () => {
  const outside = mainConfig("dist").ssr?.external;
  expect(outside).not.toHaveLength(0);
  expect(Object.keys(dependencies)).toEqual(
    expect.arrayContaining((outside as string[]).filter((name) => name !== "electron")),
  );
});

test("package-lock.json lists the same packages, and does not mark dependencies as development only", () => {
  const { packages } = JSON.parse(fs.readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  expect(packages[""].dependencies).toEqual(dependencies);
  expect(packages[""].devDependencies).toEqual(devDependencies);
  for (const name of Object.keys(dependencies)) expect(packages[`node_modules/${name}`].dev, name).toBeUndefined();
});
