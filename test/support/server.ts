/**
 * The server's code as the tests run it: the bundle that users run, where `npm test` has just built it, otherwise the
 * sources. Whoever speaks HTTP to a part of the server takes that part from here.
 */
import path from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Folder of the bundle; only `npm test` knows that it is fresh. */
const bundle = process.env.GALLEY_TEST_BUNDLE;

const entry = (fromBundle: string, fromSources: string) =>
  bundle === undefined ? path.join(ROOT, "server", fromSources) : path.join(ROOT, bundle, fromBundle);

/** What a process of its own runs. */
export const CLI = entry("cli.js", "cli.ts");

export const galley = (await import(
  /* @vite-ignore */ pathToFileURL(entry("in-process.js", "in-process.ts")).href
)) as typeof import("../../server/in-process.ts");
