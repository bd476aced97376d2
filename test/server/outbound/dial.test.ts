import http from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parseAllowedHost, type Resolver } from "../../../server/outbound/allowed-hosts.ts";
import { type DialRequest, dial } from "../../../server/outbound/dial.ts";
import { causeOf } from "../../../server/outbound/failures.ts";
import { resolving } from "../../support/network.ts";
import { served } from "../../support/newsroom.ts";

let hits: { url: string; headers: http.IncomingHttpHeaders; body: string }[] = [];
let respond: (req: http.IncomingMessage, res: http.ServerResponse) => void = (_, res) => void res.end("{}");
const server = http.createServer(async (req, res) => {
  let body = "";
  for await (const chunk of req) body += chunk;
  hits.push({ url: req.url ?? "", headers: req.headers, body });
  respond(req, res);
});
const origin = await served(server);
const { port } = new URL(origin);

const resolvingTo = (...responses: string[][]): Resolver =>
  resolving(() => (responses.length > 1 ? responses.shift() : responses[0]) ?? []);

const post = (url: string, more: Partial<DialRequest> = {}, resolve?: Resolver) => {
  hits = [];
  const request: DialRequest = {
    url,
    headers: { authorization: "Bearer secret", "content-type": "application/json" },
    body: Buffer.from('{"a":1}'),
    allowedHosts: hosts("127.0.0.1", "localhost", "cms.example"),
    connectTimeoutMs: 2_000,
    responseTimeoutMs: 2_000,
    responseLimit: 1_000,
    signal: new AbortController().signal,
    ...more,
  };
  return resolve === undefined ? dial(request) : dial(request, resolve);
};
const hosts = (...entries: string[]) => entries.map(parseAllowedHost).filter((entry) => entry !== null);
const codeOf = ({ outcome }: Awaited<ReturnType<typeof dial>>) => (outcome.ok ? "ok" : outcome.code);

describe("the dialled IP address", () => {
  it.each([
    ["localhost", "127.0.0.1", "ok"],
    ["cms.example", "127.0.0.1", "host_not_allowed"],
    ["cms.example", "169.254.169.254", "host_not_allowed"],
    ["cms.example", "::ffff:127.0.0.1", "host_not_allowed"],
    ["cms.example", "64:ff9b::7f00:1", "host_not_allowed"],
    ["cms.example", "0.0.0.0", "host_not_allowed"],
    ["cms.example", "fe80::1", "host_not_allowed"],
  ])("of %s is checked: %s gives %s", async (host, address, code) => {
    expect(codeOf(await post(`http://${host}:${port}/`, {}, resolvingTo([address])))).toBe(code);
    expect(hits).toHaveLength(code === "ok" ? 1 : 0);
  });

  it("is the checked one, even if the name resolves to another one later", async () => {
    const resolve = resolvingTo(["192.0.2.1"], ["127.0.0.1"]);
    const url = `http://cms.example:${port}/`;
    expect(codeOf(await post(url, { connectTimeoutMs: 50 }, resolve))).not.toBe("ok");
    expect(codeOf(await post(url, {}, resolve))).toBe("host_not_allowed");
    expect(hits).toEqual([]);
  });

  it.each(["2130706433", "0177.1", "[::ffff:127.0.0.1]"])("is checked in the spelling %s", async (host) => {
    const allowedHosts = hosts("cms.example");
    expect(codeOf(await post(`http://${host}:${port}/`, { allowedHosts }))).toBe("host_not_allowed");
    expect(hits).toEqual([]);
  });
});

describe("a redirect", () => {
  const redirectTo = (location: string, status = 307) => {
    respond = (req, res) => void (req.url === "/a" ? res.writeHead(status, { location }).end() : res.end("{}"));
  };

  it.each([307, 308])("with %s to an allowed host is followed with the same body", async (status) => {
    redirectTo("/b", status);
    expect(codeOf(await post(`${origin}/a`))).toBe("ok");
    expect(hits.map(({ url, body }) => [url, body])).toEqual([
      ["/a", '{"a":1}'],
      ["/b", '{"a":1}'],
    ]);
    expect(hits[1]?.headers.authorization).toBe("Bearer secret");
  });

  it("does not send the Authorization header to another origin", async () => {
    redirectTo(`http://localhost:${port}/b`);
    expect(codeOf(await post(`${origin}/a`))).toBe("ok");
    expect(hits[1]?.url).toBe("/b");
    expect(hits[1]?.headers.authorization).toBeUndefined();
  });

  it("does not send credentials of the first URL or of a redirect", async () => {
    redirectTo(`http://eve:password@127.0.0.1:${port}/b`);
    expect(codeOf(await post(`http://anna:secret@127.0.0.1:${port}/a`, { headers: {} }))).toBe("ok");
    expect(hits.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ["/a", undefined],
      ["/b", undefined],
    ]);
  });

  it.each([
    [302, "/b"],
    [301, "/b"],
    [303, "/b"],
    [307, "http://evil.test/"],
    [307, "ftp://127.0.0.1/"],
    [307, "/a"],
  ])("with %s to %s is rejected", async (status, location) => {
    respond = (_, res) => void res.writeHead(status, { location }).end();
    expect(codeOf(await post(`${origin}/a`))).toBe("redirect_refused");
    expect(hits.length).toBeLessThanOrEqual(4);
  });
});

describe("a faulty site", () => {
  const EXTRA = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}\n<!-- 12 ms -->\n";
  it.each<[string, string, (req: http.IncomingMessage, res: http.ServerResponse) => void]>([
    ["answer_timeout", "never responds", () => {}],
    ["answer_timeout", "responds too slowly", (_, res) => void res.write("{")],
    ["answer_too_large", "sends too much", (_, res) => void res.end("x".repeat(5_000))],
    [
      "connection_lost",
      "closes during the response",
      (_, res) => void res.writeHead(200, { "content-length": "100" }).write("half", () => res.destroy()),
    ],
    ["connection_lost", "closes without a response", (req) => void req.socket.destroy()],
    ["protocol_error", "does not speak HTTP", (req) => void req.socket.end("SSH-2.0-OpenSSH\r\n")],
    ["ok", "sends extra bytes after Content-Length", (req) => void req.socket.end(EXTRA)],
  ])("results in %s when it %s", async (code, _, behaviour) => {
    respond = behaviour;
    expect(codeOf(await post(origin, { responseTimeoutMs: 300 }))).toBe(code);
  });

  it("results in protocol_error when it sends headers without an end", async () => {
    const line = `x-more: ${"x".repeat(1_000)}\r\n`;
    respond = ({ socket }) => {
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\n");
      while (socket.write(line));
      socket.on("drain", () => void socket.write(line.repeat(100)));
    };
    expect((await post(origin)).outcome).toMatchObject({
      code: "protocol_error",
      facts: { reason: "large headers", limit_kb: 16 },
    });
  });

  it("results in connect_timeout when it does not accept in time", async () => {
    const never = (() => {}) as unknown as Resolver;
    const result = await post("http://cms.example/", { connectTimeoutMs: 50 }, never);
    expect(result.outcome).toMatchObject({ code: "connect_timeout", facts: { seconds: 0.05 } });
  });

  it("reports the system's timeout with its real length, and only if no IP address says more", () => {
    const late = Object.assign(new Error("late"), { code: "ETIMEDOUT", address: "192.0.2.1", port: 443 });
    const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED", address: "192.0.2.2", port: 443 });
    const nothing = { certificate: null, firstToExpire: null, responded: false, remoteAddress: null, elapsedMs: 262 };
    expect(causeOf(new AggregateError([late, refused]), nothing)).toEqual({
      code: "connection_refused",
      facts: { address: "192.0.2.2:443" },
    });
    expect(causeOf(new AggregateError([late, late]), nothing)).toEqual({
      code: "connect_timeout",
      facts: { seconds: 0.3, address: "192.0.2.1:443" },
    });
  });

  it("results in interrupted when the appliance closes", async () => {
    const stop = new AbortController();
    respond = () => stop.abort();
    expect(codeOf(await post(origin, { signal: stop.signal }))).toBe("interrupted");
  });
});

describe("the Content-Encoding of a response", () => {
  const responding = (coding: string, body: Buffer) => {
    respond = (_, res) => void res.writeHead(200, { "content-encoding": coding }).end(body);
    return post(origin);
  };

  it.each([
    ["gzip", gzipSync("{}")],
    ["X-GZip", gzipSync("{}")],
    ["deflate", deflateSync("{}")],
    ["br", brotliCompressSync("{}")],
    ["identity", Buffer.from("{}")],
    ["", Buffer.from("{}")],
  ])("%j is decoded, although Galley requests identity", async (coding, body) => {
    const { outcome } = await responding(coding, body);
    expect(hits[0]?.headers["accept-encoding"]).toBe("identity");
    expect(outcome).toMatchObject({ ok: true, status: 200 });
    expect(outcome.body.toString()).toBe("{}");
  });

  it.each([
    ["gzip", gzipSync(Buffer.alloc(2_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(2_000_000))],
  ])("%s is limited in its decoded size", async (coding, body) => {
    const { outcome } = await responding(coding, body);
    expect(outcome).toMatchObject({ ok: false, code: "answer_too_large" });
    expect(outcome.body.length).toBeLessThan(1_001);
  });

  it("is rejected if an endless body decodes to nothing", async () => {
    const { outcome } = await responding("gzip", Buffer.concat(Array.from({ length: 5_000 }, () => gzipSync(""))));
    expect(outcome).toMatchObject({ ok: false, code: "protocol_error" });
  });

  it.each([
    ["zstd", Buffer.from("{}"), false],
    ["gzip, br", gzipSync("{}"), false],
    ["gzip", Buffer.from('{"rc":1}'), true],
    ["gzip", gzipSync("{}").subarray(0, 15), true],
    ["br", Buffer.from("nonsense nonsense"), true],
  ])("%j is named if it cannot be decoded", async (coding, body, known) => {
    const { outcome } = await responding(coding, body);
    const reason = known ? "broken coding" : "unknown coding";
    expect(outcome).toMatchObject({ code: "protocol_error", status: 200, facts: { reason, coding } });
  });

  it("does not hide a lost connection", async () => {
    respond = (_, res) => {
      res.writeHead(200, { "content-encoding": "gzip", "content-length": "1000" });
      res.write(gzipSync("{}").subarray(0, 15));
      setImmediate(() => res.destroy());
    };
    expect(codeOf(await post(origin))).toBe("connection_lost");
  });
});
