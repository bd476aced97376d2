/** Requests with minimal work, so that the load generator does not limit the measurement, and the text of their articles. */
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { type Listening, listening } from "../../support/listening.ts";
import { type Keys, type Opening, signature } from "../../support/site.ts";

export interface HttpResponse {
  status: number;
  bytes: number;
  /** Empty unless it was requested. */
  body: Buffer;
}

export type Connection = Awaited<ReturnType<typeof connect>>;

const READ_BYTES = 256 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Opens a keep-alive HTTP/1.1 connection. Requests are prepared bytes; of a response only the head is parsed and the body
 * counted.
 */
export async function connect(url: string, readBytes = READ_BYTES) {
  const { hostname, port } = new URL(url);
  let pending: (PromiseWithResolvers<HttpResponse> & { keepBody: boolean }) | null = null;
  let head = Buffer.alloc(0);
  let response: HttpResponse | null = null;
  let received = 0;
  let kept: Buffer[] = [];

  const fail = (error: Error) => {
    pending?.reject(error);
    pending = null;
  };
  const take = (chunk: Buffer) => {
    if (pending === null) return;
    let body = chunk;
    if (response === null) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = head.toString("latin1", 0, end);
      const length = /^content-length: *(\d+)/im.exec(text)?.[1];
      const status = Number(text.slice(9, 12));
      if (length === undefined && status !== 204)
        return fail(new Error(`Response without Content-Length: ${text.split("\r\n", 1)[0]}`));
      response = { status, bytes: Number(length ?? 0), body: Buffer.alloc(0) };
      body = head.subarray(end + HEAD_END.length);
      head = Buffer.alloc(0);
    }
    received += body.length;
    if (pending.keepBody) kept.push(Buffer.from(body));
    if (received < response.bytes) return;
    pending.resolve({ ...response, body: Buffer.concat(kept) });
    [pending, response, received, kept] = [null, null, 0, []];
  };

  const socket = net.connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer: Buffer.allocUnsafeSlow(readBytes),
      callback(size, buffer) {
        take(Buffer.from(buffer.buffer, buffer.byteOffset, size));
        return true;
      },
    },
  });
  socket.setNoDelay(true);
  socket.on("error", fail).on("close", () => fail(new Error("The connection ended.")));
  await once(socket, "connect");
  return {
    /** One request at a time. @throws if the connection ends first or the response has no Content-Length */
    send(request: Buffer, { keepBody } = { keepBody: false }) {
      pending = { ...Promise.withResolvers<HttpResponse>(), keepBody };
      socket.write(request);
      return pending.promise;
    },
    close: () => socket.destroy(),
  };
}

/** The bytes of a request, with a body as JSON. */
export function requestBytes(method: string, url: string, headers: Record<string, string> = {}, body?: object): Buffer {
  const { host, pathname, search } = new URL(url);
  const content = Buffer.from(body === undefined ? "" : JSON.stringify(body));
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ["Content-Type: application/json", `Content-Length: ${content.length}`]),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), content]);
}

/** The bytes of a signed session open. */
export function openBytes(url: string, { api_key, api_secret }: Keys, body: Opening): Buffer {
  const headers = { "X-Service-Signature": signature(api_secret, body.material_id, body.callback_url) };
  return requestBytes("POST", `${url}/integration/session/open`, headers, { api_key, ...body });
}

/** Posts bytes that are made while they are sent. */
export function postStream(
  url: string,
  headers: Record<string, string>,
  body: AsyncIterable<Buffer>,
): Promise<Response> {
  return fetch(url, { method: "POST", headers, body: body as unknown as BodyInit, duplex: "half" } as RequestInit);
}

/** Downloads over a new connection, as a site does, and discards the bytes. @returns ms from request to last byte */
export async function download({ url, headers }: { url: string; headers: Record<string, string> }) {
  const connection = await connect(url);
  const started = performance.now();
  const { status, bytes } = await connection.send(requestBytes("GET", url, headers));
  const ms = performance.now() - started;
  connection.close();
  if (status !== 200) throw new Error(`Download: status ${status}.`);
  return { ms, bytes };
}

/** Starts a site that accepts every callback. @param onCallback gets the `performance.now()` of the callback's head */
export function startReceiver(onCallback: (arrived: number) => void = () => undefined): Promise<Listening> {
  const server = http.createServer((req, res) => {
    const arrived = performance.now();
    res.setHeader("Content-Type", "application/json");
    req.resume().on("end", () => res.end('{"rc":1,"rm":"","data":{}}', () => onCallback(arrived)));
  });
  return listening(server);
}

/** Runs `work`. @returns its result, and the share of the time that this process was busy */
export async function busyDuring<T>(work: () => Promise<T>): Promise<{ result: T; busy: number }> {
  const before = performance.eventLoopUtilization();
  const result = await work();
  return { result, busy: performance.eventLoopUtilization(before).utilization };
}

/** Waits until a time of `performance.now()`; does not wait if it has passed. */
export async function until(time: number): Promise<void> {
  const waitMs = time - performance.now();
  if (waitMs > 0) await after(waitMs);
}

const WORDS =
  "the council met again on tuesday evening to decide whether old ferry landing may stay open through winter".split(
    " ",
  );
const WORDS_PER_PARAGRAPH = 60;

/** Paragraphs with `words` words in total, always the same ones. */
export function paragraphs(words: number): string[] {
  const all = Array.from({ length: words }, (_, index) => WORDS[index % WORDS.length]);
  return Array.from({ length: Math.ceil(words / WORDS_PER_PARAGRAPH) }, (_, index) =>
    all.slice(index * WORDS_PER_PARAGRAPH, (index + 1) * WORDS_PER_PARAGRAPH).join(" "),
  );
}
