/** An HTTP proxy for absolute URLs and CONNECT to the hosts of a test. */
import http from "node:http";
import net from "node:net";
import { listening } from "./listening.ts";

export interface HttpProxy {
  /** Such as 127.0.0.1:3128. */
  host: string;
  /** Request lines: `POST http://…` or `CONNECT host:port`. */
  requests: string[];
  /** Proxy-Authorization of each request. */
  credentials: (string | undefined)[];
  close(): void;
}

/** @param known host name → whether to connect to this machine; a number is the port */
export async function startProxy(known: Record<string, boolean | number>): Promise<HttpProxy> {
  const proxy: HttpProxy = { host: "", requests: [], credentials: [], close: () => void at.close() };
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
    onward.on("response", (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
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
