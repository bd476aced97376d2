/** The network of a test: a resolver, an HTTP proxy, and clients that stop in the middle of a request. */
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { text } from "node:stream/consumers";
import type { Resolver } from "../../server/outbound/allowed-hosts.ts";
import { listening } from "./listening.ts";

/** A resolver for the names of a test. @param find returns IP addresses; null for an unknown name */
export function resolving(find: (name: string) => string[] | null): Resolver {
  const lookup = (name: string, _options: unknown, done: (error: Error | null, found: object[]) => void) => {
    const addresses = find(name);
    if (addresses === null) return done(Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" }), []);
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    done(null, found);
  };
  return lookup as unknown as Resolver;
}

/** Like fetch, but can send any Host header. */
export async function fetchWithHost(
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Response> {
  const request = http.request(url, { method, headers, agent: false }).end(body);
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  const { statusCode: status = 0, rawHeaders: raw } = response;
  const pairs = raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? ""]] : []));
  return new Response(await text(response), { status, headers: pairs });
}

/** An HTTP proxy for absolute URLs and CONNECT. @param known host name → whether to connect to this machine; a number is the port */
export async function startProxy(known: Record<string, boolean | number>) {
  const proxy = {
    /** Such as 127.0.0.1:3128. */
    host: "",
    /** Request lines: `POST http://…` or `CONNECT host:port`. */
    requests: [] as string[],
    /** Proxy-Authorization of each request. */
    credentials: [] as (string | undefined)[],
    close: () => void at.close(),
  };
  const note = (req: http.IncomingMessage) => {
    proxy.requests.push(`${req.method} ${req.url}`);
    proxy.credentials.push(req.headers["proxy-authorization"]);
  };
  const server = http.createServer((req, res) => {
    note(req);
    const url = new URL(req.url ?? "");
    if (!known[url.hostname]) return void res.writeHead(403).end("not through here");
    const { "proxy-authorization": _, ...headers } = req.headers;
    const path = url.pathname + url.search;
    const onward = http.request({ host: "127.0.0.1", port: url.port, method: req.method ?? "", path, headers });
    onward.on("response", (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(res);
    });
    onward.on("error", () => res.writeHead(502).end());
    req.pipe(onward);
  });
  server.on("connect", (req: http.IncomingMessage, client: net.Socket) => {
    note(req);
    const [host = "", port] = (req.url ?? "").split(":");
    if (!known[host]) return void client.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    const own = known[host];
    const onward = net.connect(typeof own === "number" ? own : Number(port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      onward.pipe(client).pipe(onward);
    });
    for (const socket of [client, onward]) socket.on("error", () => undefined);
  });
  const at = await listening(server);
  proxy.host = at.host;
  return proxy;
}

/** Requests `/healthz` without pauses during `work`. @returns the ms of the slowest response */
export async function slowestPingDuring(url: string, work: () => Promise<unknown>): Promise<number> {
  let [isDone, slowestMs] = [false, 0];
  const ping = async () => {
    while (!isDone) {
      const started = performance.now();
      const { status } = await fetch(`${url}/healthz`);
      if (status !== 200) throw new Error(`Health check: status ${status}.`);
      slowestMs = Math.max(slowestMs, performance.now() - started);
    }
  };
  const working = work().finally(() => {
    isDone = true;
  });
  await Promise.all([ping(), working]);
  return slowestMs;
}

/** Sends JSON requests in one write of one connection, so that the server reads them in one turn. @returns their statuses */
export async function postTogether(
  url: string,
  requests: { path: string; headers: Record<string, string>; body: object }[],
): Promise<number[]> {
  const { hostname, port, host } = new URL(url);
  const written = requests.map(({ path, headers, body }, index) => {
    const json = JSON.stringify(body);
    const connection = index === requests.length - 1 ? "close" : "keep-alive";
    const all = { Host: host, Connection: connection, "Content-Length": String(Buffer.byteLength(json)), ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n${json}`;
  });
  const socket = net.connect(Number(port), hostname);
  socket.write(written.join(""));
  return [...(await text(socket)).matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}

export type Unfinished = Awaited<ReturnType<typeof leaveUnfinished>>;

/** Sends a head and only a part of its body. @param head without the empty line */
export async function leaveUnfinished(url: string, head: string[], part: Uint8Array) {
  const { hostname, port, host } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  let response = "";
  /** Resolves when the connection has ended. */
  const ended = new Promise<void>((resolve) => {
    socket.on("data", (data) => (response += data)).on("error", () => resolve());
    socket.on("close", () => resolve());
  });
  await once(socket, "connect");
  const [first = "", ...headers] = head;
  socket.write([first, `Host: ${host}`, ...headers, "", ""].join("\r\n"));
  await Promise.race([new Promise((resolve) => socket.write(part, resolve)), ended]);
  return { socket, /** The response so far. */ response: () => response, ended };
}
