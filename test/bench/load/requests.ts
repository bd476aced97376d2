/** Requests with minimal work, so that the load generator does not limit the measurement, and the text of their articles. */
import { once } from "node:events";
import net from "node:net";

export interface Answer {
  status: number;
  bytes: number;
  /** ms from the request to the first byte of the response. */
  firstByteMs: number;
  body: Buffer | null;
}

export interface Connection {
  /** One request at a time. @throws if the connection ends first or the response has no Content-Length */
  send(request: Buffer, options?: { keepBody: boolean }): Promise<Answer>;
  close(): void;
}

const READ_BYTES = 256 * 1024;
const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * Opens a keep-alive HTTP/1.1 connection. Requests are prepared bytes; of a response only the head is parsed and the body
 * counted.
 */
export async function connect(url: string, readBytes = READ_BYTES): Promise<Connection> {
  const { hostname, port } = new URL(url);
  let waiting: {
    started: number;
    kept: Buffer[] | null;
    resolve: (answer: Answer) => void;
    reject: (error: Error) => void;
  } | null = null;
  let head = Buffer.alloc(0);
  let answer: Answer | null = null;
  let missing = 0;

  const fail = (error: Error) => {
    const reject = waiting?.reject;
    waiting = null;
    reject?.(error);
  };
  const take = (chunk: Buffer) => {
    if (waiting === null) return;
    let body = chunk;
    if (answer === null) {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) return;
      const text = head.toString("latin1", 0, end);
      const length = /^content-length: *(\d+)/im.exec(text)?.[1];
      const status = Number(text.slice(9, 12));
      if (length === undefined && status !== 204)
        return fail(new Error(`Response without Content-Length: ${text.split("\r\n", 1)[0]}`));
      answer = { status, bytes: Number(length ?? 0), firstByteMs: performance.now() - waiting.started, body: null };
      missing = answer.bytes;
      body = head.subarray(end + HEAD_END.length);
      head = Buffer.alloc(0);
    }
    missing -= body.length;
    waiting.kept?.push(Buffer.from(body));
    if (missing > 0) return;
    const { resolve, kept } = waiting;
    const done = { ...answer, body: kept === null ? null : Buffer.concat(kept) };
    waiting = null;
    answer = null;
    resolve(done);
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
    send: (request, { keepBody } = { keepBody: false }) =>
      new Promise((resolve, reject) => {
        waiting = { started: performance.now(), kept: keepBody ? [] : null, resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** The bytes of a request; a body adds Content-Length. */
export function requestBytes(
  method: string,
  url: string,
  headers: Record<string, string> = {},
  body: string | Buffer = "",
): Buffer {
  const { host, pathname, search } = new URL(url);
  const content = Buffer.from(body);
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(content.length === 0 ? [] : [`Content-Length: ${content.length}`]),
    "",
    "",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n"), "latin1"), content]);
}

interface Download {
  url: string;
  headers: Record<string, string>;
}

/** Downloads over a new connection, as a site does, and discards the bytes. @returns ms from request to last byte */
export async function download({ url, headers }: Download): Promise<{ ms: number; bytes: number }> {
  const connection = await connect(url);
  const started = performance.now();
  const { status, bytes } = await connection.send(requestBytes("GET", url, headers));
  const ms = performance.now() - started;
  connection.close();
  if (status !== 200) throw new Error(`Download: status ${status}.`);
  return { ms, bytes };
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
