/**
 * Runs Vite for the targets named on the command line, into dist/.building; `lib/builds.mjs` decides when, and moves
 * the result to its place. Runs on the project's own Node, which reads the TypeScript configurations as they are.
 */
import fs from "node:fs";
import path from "node:path";
import { build } from "vite";
import { docsConfig, pageConfig } from "../vite.config.ts";
import { mainConfig } from "../vite.main.config.ts";
import { root } from "./lib/project.mjs";

const into = path.join(root, "dist", ".building");
fs.rmSync(into, { recursive: true, force: true });

/** @type {Record<string, import("vite").InlineConfig[]>} */
const CONFIGS = {
  editor: [pageConfig("editor", into)],
  console: [pageConfig("console", into)],
  docs: [docsConfig(into)],
  main: [mainConfig(into)],
};

try {
  for (const target of process.argv.slice(2)) {
    for (const config of CONFIGS[target] ?? []) await build(config);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
