/** Contract 7: 404, 405 with Allow, OPTIONS, unreadable requests; with security headers and without HTML. */
import { once } from "node:events";
import net from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningAppliance, startAppliance } from "../../support/appliance.ts";

let service: RunningAppliance;
beforeAll(async () => {
  service = await startAppliance();
});
afterAll(() => service.close());

const open = "/integration/session/open";
const media = "/integration/download/media/a/b";

test.each([
  ["GET", open, "POST, OPTIONS"],
  ["HEAD", open, "POST, OPTIONS"],
  ["DELETE", open, "POST, OPTIONS"],
  ["PROPFIND", open, "POST, OPTIONS"],
  ["POST", media, "GET, HEAD, OPTIONS"],
  ["PUT", "/openapi.json", "GET, HEAD, OPTIONS"],
])("%s %s: 405 with Allow", async (method, path, allow) => {
  const answer = await fetch(service.url + path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  const text = await answer.text();
  if (method !== "HEAD")
    expect(JSON.parse(text)).toEqual({ detail: `${method} is not allowed here; allowed: ${allow}.` });
});

test.each([open, media])("OPTIONS %s: 204 with Allow, and nothing for foreign origins", async (path) => {
  const answer = await fetch(service.url + path, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(answer.headers.get("allow")).toMatch(/OPTIONS$/);
  expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

test.each([
  "/",
  "/integration",
  "/integration/session",
  "/Integration/session/open",
  "/integration/session/open/more",
  "/integration/download/media/a",
  "/%ff",
  "/%",
  "/%00",
  "/integration/%2e%2e/%2e%2e/etc/passwd",
  "/docs/..%2f..%2fpackage.json",
  "/docs/__proto__",
])("GET %s: 404 as JSON", async (path) => {
  const answer = await fetch(service.url + path);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
  expect(await answer.json()).toEqual({ detail: "Nothing exists at this URL." });
});

test("integration answers carry the headers of an API", async () => {
  const answer = await fetch(service.url + media);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  });
  expect(answer.headers.has("x-powered-by")).toBe(false);
});

test.each([
  ["headers of 20 KB", `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["a header with NUL", "GET / HTTP/1.1\r\nHost: x\r\nX-Service-Signature: a\0b\r\n\r\n", 400],
  ["no HTTP", "hello\r\n\r\n", 400],
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
])("%s: refused as JSON", async (_name, request, status) => {
  const socket = net.connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.end(request);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  await once(socket, "close");
  const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
});
