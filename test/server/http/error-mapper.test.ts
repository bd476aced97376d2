/** Contract 7: errors become a status and `{"detail"}`, without a stack or HTML. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { galley, serve } from "../../support/server.ts";

let service: Awaited<ReturnType<typeof serve>>;
let fail: () => unknown;
let logged: unknown[];
beforeEach(async () => {
  logged = [];
  const log = { info: () => {}, warn: () => {}, error: (_: string, error?: unknown) => void logged.push(error) };
  service = await serve(() => fail() as Promise<void>, log);
});
afterEach(() => service.close());

const coded = (code: string) => Object.assign(new Error("/var/lib/galley/secret.db"), { code });
const full = "The disk of this service is full: nothing was stored. Free some space, then send the request again.";
const busy = "The service is busy or shutting down: nothing was stored. Send the request again in a moment.";

test.each([
  ["AppError", new galley.AppError("conflict", "Two sides."), 409, { detail: "Two sides." }],
  ["closing", new galley.AppError("unavailable", "Closing."), 503, { detail: "Closing." }],
  ["SQLite's full disk", coded("SQLITE_FULL"), 507, { detail: full }],
  ["the system's full disk", coded("ENOSPC"), 507, { detail: full }],
  ["a busy database", coded("SQLITE_BUSY"), 503, { detail: busy }],
  ["a closed database", new TypeError("The database connection is not open"), 503, { detail: busy }],
])("maps to a status and a detail: %s", async (_name, error, status, body) => {
  fail = () => Promise.reject(error);
  const response = await fetch(service.url, { method: "POST", body: "{}" });
  expect([response.status, await response.json()]).toEqual([status, body]);
  expect(response.headers.get("retry-after")).toBe(status === 503 ? "5" : null);
  expect(logged).toEqual([]);
});

test.each([
  ["an unknown error", 500, coded("SQLITE_MISMATCH")],
  ["a thrown string", 500, "a string"],
  ["a broken outgoing connection", 500, coded("ECONNRESET")],
  ["a damaged database", 503, coded("SQLITE_CORRUPT_INDEX")],
])("logs %s completely, and sends no details of it", async (_name, status, error) => {
  fail = () => {
    throw error;
  };
  const response = await fetch(service.url, { method: "POST", body: "{}" });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const text = await response.text();
  expect(Object.keys(JSON.parse(text))).toEqual(["detail"]);
  expect(text).not.toMatch(/secret|a string|at .*:\d/);
  expect(logged).toEqual([error]);
});

test.each([
  ["/integration/session/open", {}],
  ["/editor/api/sessions/1", { code: "requests.busy", facts: {} }],
])("%s: contains the sentence's code only for pages", async (path, keys) => {
  fail = () => Promise.reject(coded("SQLITE_BUSY"));
  const response = await fetch(service.url + path, { method: "POST", body: "{}" });
  expect(await response.json()).toEqual({ detail: busy, ...keys });
});
