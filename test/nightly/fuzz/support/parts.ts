/** Parts of requests: mostly valid ids, tokens, bodies and queries, sometimes any text. Requests as bytes. */
import type { Chance } from "../../../support/chance.ts";
import { articleOf } from "../../../support/site.ts";
import { mutationsBy } from "./mutate.ts";
import type { World } from "./world.ts";

export interface Parts {
  url: string;
  method: string;
  path: string;
  headers?: [name: string, value: string][];
  body?: Buffer | null;
}

export type Kind = () => Parts;
export type Call = [method: string, path: string, body?: unknown];

export function partsFor(world: World, chance: Chance) {
  const { mutatedJson: json, ...mutations } = mutationsBy(chance);
  const { anyText, mutated } = mutations;
  /** The valid text, or with probability `share` any text. */
  const or = (valid: string, share = 0.12) => (chance.happens(share) ? anyText() : valid);
  const encoded = (text: string) => (chance.happens(0.1) ? text : encodeURIComponent(text.toWellFormed()));
  const query = (values: Record<string, string>) => {
    const pairs = Object.entries(values).filter(() => !chance.happens(0.08));
    if (chance.happens(0.1)) pairs.push([anyText(), anyText()]);
    return pairs.length === 0 ? "" : `?${pairs.map(([key, value]) => `${key}=${encoded(value)}`).join("&")}`;
  };

  const article = () => {
    const { file } = chance.pick(world.sessions);
    const text = Array.from({ length: chance.below(6) }, () => or("Some words", 0.5));
    const state = articleOf(...text, ...(chance.happens(0.3) ? [{ file: or(file) }] : []));
    return chance.happens(0.4) ? mutated(state) : state;
  };

  /** URL and headers of an article's tab, mostly with a valid login. */
  const tab = (rest: string) => {
    const session = chance.pick(world.sessions);
    const other = chance.pick(world.sessions);
    const token = chance.happens(0.9)
      ? session.token
      : chance.pick([other.token, `${session.token}x`, session.token.slice(1), "", anyText()]);
    const headers: [string, string][] = chance.happens(0.85)
      ? [["Authorization", `Bearer ${token}`]]
      : [["Cookie", `galley_editor=${token}; a=${anyText()}`]];
    const id = chance.happens(0.95) ? session.session_id : encoded(anyText());
    return { session, url: world.appliance.url, path: `/editor/api/sessions/${id}${rest}`, headers };
  };

  /** URL and headers of the console's API, mostly with its token. */
  const admin = (path: string) => {
    const token = chance.happens(0.9) ? world.appliance.consoleToken : anyText();
    const headers: [string, string][] = [["Authorization", `Bearer ${token}`]];
    if (chance.happens(0.1))
      headers.push(["Origin", chance.pick([world.appliance.consoleUrl, "http://evil.example", "null"])]);
    return { url: world.appliance.consoleUrl, path: `/api${path}`, headers };
  };

  const callOf =
    (at: typeof tab | typeof admin) =>
    (calls: () => Call[]): Kind =>
    () => {
      const [method, rest, body] = chance.pick(calls());
      return { ...at(rest), method, body: body === undefined ? null : json(body) };
    };

  function bytesOf({ url, method, path, headers = [], body = null }: Parts): Buffer {
    const all: [string, string][] = [["Host", new URL(url).host], ["Connection", "close"], ...headers];
    const rare = "X-Forwarded-For X-Forwarded-Host Content-Encoding If-None-Match Cookie Last-Event-ID".split(" ");
    if (chance.happens(0.05)) all.push([chance.pick(rare), anyText()]);
    const isChunked = body !== null && chance.happens(0.1);
    if (isChunked) all.push(["Transfer-Encoding", "chunked"]);
    else if (body !== null) all.push(["Content-Length", String(body.length)]);
    // A line end in a value would make another request; the kind "raw bytes" covers that.
    const oneLine = (text: string) => text.replace(/[\r\n\0]/g, " ");
    const target = path.toWellFormed().replace(/[\s\0]/g, "+");
    const lines = [`${method} ${target} HTTP/1.1`, ...all.map(([name, value]) => `${name}: ${oneLine(value)}`)];
    const sent = Buffer.from([...lines, "", ""].join("\r\n"), "utf8");
    if (body === null) return sent;
    if (!isChunked) return Buffer.concat([sent, body]);
    const size = Buffer.from(body.length === 0 ? "" : `${body.length.toString(16)}\r\n`);
    return Buffer.concat([sent, size, body, Buffer.from(body.length === 0 ? "0\r\n\r\n" : "\r\n0\r\n\r\n")]);
  }

  /** Heads that no client sends, for a listener at this host. */
  function strangeHeads(host: string): string[] {
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

  return {
    ...mutations,
    ...{ json, or, encoded, query, article, tab, admin, bytesOf, strangeHeads },
    /** A call of the editor API. */
    tabCall: callOf(tab),
    /** A call of the console's API. */
    adminCall: callOf(admin),
  };
}
