/**
 * The server's code as the tests run it: the bundle that users run, where `npm test` has just built it, otherwise the
 * sources. Whoever speaks HTTP to a part of the server takes that part from here.
 */
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import express, { type RequestHandler } from "express";
import { type Log, systemClock } from "../../server/core/runtime.ts";
import { createBodyBudget } from "../../server/http/body-budget.ts";
import type { RequestBodies } from "../../server/http/request-bodies.ts";
import { listening } from "./listening.ts";

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

/** What a listener of the appliance announces its requests to, for a test that makes a listener of its own. */
export function requestBodies(): RequestBodies {
  const budget = createBodyBudget(systemClock);
  return galley.createRequestBodies({ clock: systemClock, budget, clientAddress: galley.createClientAddress([]) });
}

/** Parts of the server behind an Express app of their own, with the answers to errors that every listener has. */
export async function serve(
  handler: RequestHandler,
  log: Log,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const app = express().use(handler, galley.errorMapper(log, /^\/editor\/api\//));
  const bodies = requestBodies();
  const server = http.createServer((req, res) => {
    bodies.begin(req, res);
    app(req, res);
  });
  const at = await listening(server);
  return { ...at, url: `http://${at.host}` };
}
