/** Contract 7: 404, 405 with Allow, OPTIONS and malformed requests, with security headers and without HTML. */
import { once } from "node:events";
import net from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance: service, open: openArticle } = await startNewsroom();

async function send(url: string, request: string) {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  // Stays open, because Node drops a pending response when the client ends the connection.
  socket.write(request, "latin1");
  const [headers = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  const type = /^content-type: (.+)$/im.exec(headers)?.[1] ?? "";
  return { status: Number(headers.split(" ")[1]), headers, type, body };
}
const ask = (url: string, first: string, ...headers: string[]) =>
  send(url, [first, ...headers, "Connection: close", "", ""].join("\r\n"));
const hostOf = (url: string, host = new URL(url).host) => `Host: ${host}`;

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
])("%s %s returns 405 with Allow", async (method, path, allow) => {
  const response = await fetch(service.url + path, { method });
  expect([response.status, response.headers.get("allow")]).toEqual([405, allow]);
  const body = await response.text();
  if (method !== "HEAD")
    expect(JSON.parse(body)).toEqual({ detail: `${method} is not allowed here; allowed: ${allow}.` });
});

test.each([open, media])("OPTIONS %s returns 204 with Allow, without CORS headers", async (path) => {
  const response = await fetch(service.url + path, { method: "OPTIONS", headers: { origin: "https://evil.example" } });
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect(response.headers.get("allow")).toMatch(/OPTIONS$/);
  expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
});

const NOWHERE =
  "/ /integration /integration/session /integration//session/open /Integration/session/open /integration/session/open/more " +
  "/integration/download/media/a /%ff /% /%00 /integration/%2e%2e/%2e%2e/etc/passwd /docs/..%2f..%2fpackage.json /docs/__proto__";
test.each(NOWHERE.split(" "))("GET %s returns 404 as JSON", async (path) => {
  const response = await fetch(service.url + path);
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
  expect(await response.json()).toEqual({ detail: "Nothing exists at this URL." });
});

test("responses of the integration API have security headers", async () => {
  const response = await fetch(service.url + media);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
  });
  expect(response.headers.has("x-powered-by")).toBe(false);
});

const POST = "POST / HTTP/1.1\r\nHost: x\r\n";
test.each([
  ["headers of 20 KB", `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["a header with NUL", "GET / HTTP/1.1\r\nHost: x\r\nX-Service-Signature: a\0b\r\n\r\n", 400],
  ["text that is not HTTP", "hello\r\n\r\n", 400],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["an invalid length", `${POST}Content-Length: -1\r\n\r\n`, 400],
  ["a length and chunks", `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["two lengths", `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
])("rejects %s as JSON", async (_name, request, status) => {
  const response = await send(service.url, request);
  expect([response.status, JSON.parse(response.body)]).toEqual([status, { detail: expect.any(String) }]);
});

test.each([
  ["without a Host", "GET /healthz HTTP/1.1", [], 400, "The request has no Host header."],
  ["to a proxy", "CONNECT evil.example:443 HTTP/1.1", ["Host: x"], 400, "This service is not a proxy."],
])("rejects a request %s with a sentence", async (_name, first, headers, status, detail) => {
  for (const url of [service.url, service.consoleUrl]) {
    const response = await ask(url, first, ...headers);
    expect([response.status, JSON.parse(response.body)]).toEqual([status, { detail }]);
  }
});

test("a HEAD request to an event stream ends", async () => {
  const session = await openArticle("m");
  const editor = `/editor/api/sessions/${session.session_id}/events`;
  const streams: [url: string, path: string, token: string | undefined][] = [
    [service.url, editor, session.url.split("#t=")[1]],
    [service.consoleUrl, "/api/events", service.consoleToken],
  ];
  for (const [url, path, token] of streams) {
    const login = `Authorization: Bearer ${token}`;
    const { status, headers, body } = await ask(url, `HEAD ${path} HTTP/1.1`, hostOf(url), login);
    expect([status, body]).toEqual([200, ""]);
    expect(headers).toMatch(/^Content-Type: text\/event-stream/im);
  }
});

// A request target may be other than a path, which Express does not support.

const LISTENERS = [
  ["public", () => service.url, "/healthz"],
  ["console", () => service.consoleUrl, "/login"],
  ["sample site", () => service.sandboxUrl, "/callbacks"],
] as const;

describe.each(LISTENERS)("the %s listener", (name, urlOf, page) => {
  const TARGETS =
    "htconstructortp://0.0.1:33635|ftp://localhost/healthz|galley:/healthz|*|http://0.0.1:99999/|http://[/|http://a b/|" +
    "HTTP://%00/healthz|http://|localhost:80|healthz|?a=b|?|";
  test.each(TARGETS.split("|"))("rejects '%s' with 400", async (target) => {
    const { status, body } = await ask(urlOf(), `GET ${target} HTTP/1.1`, hostOf(urlOf()));
    // The sample site leaves these to Express and to Node's parser.
    if (name === "sample site") return void expect(status).toBeLessThan(500);
    expect(status).toBe(400);
    expect(JSON.parse(body)).toEqual({ detail: expect.any(String) });
  });

  test.each(["//", "///", "//[", "//evil.example/%2e%2e/", "/#", "/\xa0", "/?%", "/a\\b"])(
    "treats %s as a path",
    async (target) => {
      const { status, type, body } = await ask(urlOf(), `GET ${target} HTTP/1.1`, hostOf(urlOf()));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
      expect(body).not.toMatch(/Cannot GET/);
      if (status >= 400 && name !== "sample site") expect(type).toBe("application/json; charset=utf-8");
    },
  );

  test("rejects a target above the header limit", async () => {
    expect((await ask(urlOf(), `GET /${"a".repeat(40_000)} HTTP/1.1`, hostOf(urlOf()))).status).toBe(431);
  });

  test("serves an absolute URL as its path", async () => {
    const { origin } = new URL(urlOf());
    const [path, whole] = [
      await ask(urlOf(), `GET ${page} HTTP/1.1`, hostOf(urlOf())),
      await ask(urlOf(), `GET ${origin}${page} HTTP/1.1`, hostOf(urlOf())),
    ];
    expect([whole.status, whole.type, whole.body.length]).toEqual([path.status, path.type, path.body.length]);
    expect(whole.status).toBeLessThan(400);
  });
});

test("the console checks the host of an absolute URL", async () => {
  const url = service.consoleUrl;
  const whole = await ask(url, "GET http://evil.example/login HTTP/1.1", hostOf(url));
  expect(whole.status).toBe((await ask(url, "GET /login HTTP/1.1", hostOf(url, "evil.example"))).status);
  expect(whole.status).toBeGreaterThanOrEqual(400);
});
