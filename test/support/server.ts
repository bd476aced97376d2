/**
 * The server's code for the tests: the bundle if `npm test` has just built it, otherwise the sources. Tests that call a part
 * of the server over HTTP must take it from here.
 */
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import express, { type RequestHandler } from "express";
import { type Log, systemClock } from "../../server/core/runtime.ts";
import { createBodyBudget } from "../../server/http/body-budget.ts";
import type { BeginRequest } from "../../server/http/request-bodies.ts";
import { listening } from "./listening.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Folder of the bundle, set only by `npm test`, which has just built it. */
const bundle = process.env.GALLEY_TEST_BUNDLE;

const entry = (fromBundle: string, fromSources: string) =>
  bundle === undefined ? path.join(ROOT, "server", fromSources) : path.join(ROOT, bundle, fromBundle);

/** The script of a separate Galley process. */
export const CLI = entry("cli.js", "cli.ts");

export const galley = (await import(
  /* @vite-ignore */ pathToFileURL(entry("in-process.js", "in-process.ts")).href
)) as typeof import("../../server/in-process.ts");

/** The body handling of the appliance's listeners, for a test with its own listener. */
export function requestBodies(): BeginRequest {
  const budget = createBodyBudget(systemClock);
  return galley.createRequestBodies({ clock: systemClock, budget, clientAddress: galley.createClientAddress([]) });
}

/** Serves a part of the server with an Express app and the error responses of every listener. */
export async function serve(
  handler: RequestHandler,
  log: Log,
): Promise<{ url: string; port: number; close(): Promise<void> }> {
  const app = express().use(handler, galley.errorMapper(log, /^\/editor\/api\//));
  const begin = requestBodies();
  const server = http.createServer((req, res) => {
    begin(req, res);
    app(req, res);
  });
  const at = await listening(server);
  return { ...at, url: `http://${at.host}` };
}
