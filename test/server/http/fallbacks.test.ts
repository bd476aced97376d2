/** Contract 7: 404, 405 with Allow, OPTIONS, unreadable requests; with security headers and without HTML. */
import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance: service, open: openArticle } = await startNewsroom();

const open = "/integration/session/open";
const media = "/integration/download/media/a/b";

test.each([
  ["GET", open, "POST, OPTIONS"],
  ["HEAD", open, "POST, OPTIONS"],
  ["DELETE", open, "POST, OPTIONS"],
  ["PROPFIND", open, "POST, OPTIONS"],
  ["POST", media, "GET, HEAD, OPTIONS"],
  ["GET", `${open}/`, "POST, OPTIONS"],
  ["PUT", "/openapi.json", "GET, HEAD, OPTIONS"],
])("%s %s: 405 with Allow", async (method, path, allow) => {
  const answer = await fetch(service.url + path, { method });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, allow]);
  const body = await answer.text();
  if (method !== "HEAD")
    expect(JSON.parse(body)).toEqual({ detail: `${method} is not allowed here; allowed: ${allow}.` });
});

test.each([open, media])("OPTIONS %s: 204 with Allow, and nothing for foreign origins", async (path) => {
  const answer = await fetch(service.url + path, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(answer.headers.get("allow")).toMatch(/OPTIONS$/);
  expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

const NOWHERE =
  "/ /integration /integration/session /integration//session/open /Integration/session/open /integration/session/open/more " +
  "/integration/download/media/a /%ff /% /%00 /integration/%2e%2e/%2e%2e/etc/passwd /docs/..%2f..%2fpackage.json /docs/__proto__";
test.each(NOWHERE.split(" "))("GET %s: 404 as JSON", async (path) => {
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
  ["a method that is none", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["a length that is none", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400],
  [
    "a length and chunks",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
])("%s: refused as JSON", async (_name, request, status) => {
  const socket = net.connect(Number(new URL(service.url).port), "127.0.0.1");
  socket.end(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
});

async function ask(url: string, head: string[]): Promise<{ status: number; headers: string; body: string }> {
  const { port } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  socket.write([...head, "Connection: close", "", ""].join("\r\n"));
  const [headers = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(headers.split(" ")[1]), headers, body };
}

test("a request without a Host is a 400 as JSON", async () => {
  for (const url of [service.url, service.consoleUrl]) {
    const { status, body } = await ask(url, ["GET /healthz HTTP/1.1"]);
    expect([status, JSON.parse(body)]).toEqual([400, { detail: "The request has no Host header." }]);
  }
});

test("an expectation that is none of HTTP's is a 417 as JSON", async () => {
  const { host } = new URL(service.url);
  const { status, body } = await ask(service.url, ["GET /healthz HTTP/1.1", `Host: ${host}`, "Expect: a miracle"]);
  expect([status, JSON.parse(body)]).toEqual([417, { detail: "The only supported expectation is 100-continue." }]);
});

test("HEAD of an event stream has an end", async () => {
  const session = await openArticle("m");
  const editor = `/editor/api/sessions/${session.session_id}/events`;
  const streams: [url: string, path: string, token: string | undefined][] = [
    [service.url, editor, session.url.split("#t=")[1]],
    [service.consoleUrl, "/api/events", service.consoleToken],
  ];
  for (const [url, path, token] of streams) {
    const head = [`HEAD ${path} HTTP/1.1`, `Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`];
    const { status, headers, body } = await ask(url, head);
    expect([status, body]).toEqual([200, ""]);
    expect(headers).toMatch(/^Content-Type: text\/event-stream/im);
  }
});
