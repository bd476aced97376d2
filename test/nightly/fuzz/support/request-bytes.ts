/** Requests as bytes: well-formed ones, and heads that no client sends. */
import type { Chance } from "../../../support/chance.ts";
import { anyText } from "./mutate.ts";

export interface Parts {
  url: string;
  method: string;
  path: string;
  headers?: [name: string, value: string][];
  body?: Buffer | null;
}

export function bytesOf({ url, method, path, headers = [], body = null }: Parts, chance: Chance): Buffer {
  const all: [string, string][] = [["Host", new URL(url).host], ["Connection", "close"], ...headers];
  if (chance.happens(0.05))
    all.push([
      chance.pick([
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "Content-Encoding",
        "If-None-Match",
        "Cookie",
        "Last-Event-ID",
      ]),
      anyText(chance),
    ]);
  const isChunked = body !== null && chance.happens(0.1);
  if (isChunked) all.push(["Transfer-Encoding", "chunked"]);
  else if (body !== null) all.push(["Content-Length", String(body.length)]);
  // A line end in a value would make another request; the kind "raw bytes" covers that.
  const oneLine = (text: string) => text.replace(/[\r\n\0]/g, " ");
  const target = path.toWellFormed().replace(/[\s\0]/g, "+");
  const head = [
    `${method} ${target} HTTP/1.1`,
    ...all.map(([name, value]) => `${name}: ${oneLine(value)}`),
    "",
    "",
  ].join("\r\n");
  const sent = Buffer.from(head, "utf8");
  if (body === null) return sent;
  if (!isChunked) return Buffer.concat([sent, body]);
  const size = Buffer.from(body.length === 0 ? "" : `${body.length.toString(16)}\r\n`);
  return Buffer.concat([sent, size, body, Buffer.from(body.length === 0 ? "0\r\n\r\n" : "\r\n0\r\n\r\n")]);
}

/** Heads that no client sends, for a listener at this host. */
export function strangeHeads(host: string, chance: Chance): string[] {
  return [
    `GET / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.0\r\n\r\n`,
    `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    `GET http://evil.example/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET //evil.example/%2e%2e/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${"9".repeat(30)}\r\n\r\n{`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n1;${"a".repeat(20_000)}\r\n{`,
    `POST /integration/session/open HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${"a".repeat(chance.below(40_000))}\r\n\r\n`,
    `GET /${"a/".repeat(chance.below(6_000))} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\n${"A: b\r\n".repeat(chance.below(3_000))}\r\n`,
    `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(1 + chance.below(30)),
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`,
    `GET /\0 HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ];
}
