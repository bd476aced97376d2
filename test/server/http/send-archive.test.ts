/** Contract 4.2, 4.3. */
import { once } from "node:events";
import http from "node:http";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import type { Archive } from "../../../server/archives/archive.ts";
import {
  ARCHIVE_BYTES,
  downloadOf,
  FINGERPRINT,
  type InMemoryOptions,
  type InMemoryService,
  OLD_BASE,
  PREVIOUS_SECRET,
  startInMemoryService,
  VERSION_ID,
} from "../../support/integration-in-memory.ts";

let service: InMemoryService;
afterEach(() => service.close());
const start = async (options: InMemoryOptions = {}) => {
  service = await startInMemoryService(options);
};

test.each(["media", "fonts"] as const)(
  "GET of a %s archive: the bytes, their exact length, a file name",
  async (kind) => {
    await start();
    const { address, headers } = downloadOf(service.url, { kind });
    const answer = await fetch(address, { headers: { ...headers, "accept-encoding": "gzip, br" } });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(ARCHIVE_BYTES.length),
      "content-disposition": "attachment; filename=media.zip",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.has("content-encoding")).toBe(false);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(ARCHIVE_BYTES);
    expect(service.downloads).toMatchObject([
      {
        status: 200,
        bytes: ARCHIVE_BYTES.length,
        totalBytes: ARCHIVE_BYTES.length,
        complete: true,
        remoteAddress: "127.0.0.1",
      },
    ]);
  },
);

test("HEAD answers the same headers and is no download", async () => {
  await start();
  const { address, headers } = downloadOf(service.url);
  const answer = await fetch(address, { method: "HEAD", headers });
  expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(ARCHIVE_BYTES.length)]);
  const absent = downloadOf(service.url, { id: "00000000-0000-4000-8000-000000000000" });
  expect((await fetch(absent.address, { method: "HEAD", headers: absent.headers })).status).toBe(404);
  expect(service.downloads).toEqual([]);
});

test("a signature counts on every base ever issued, with either secret, and with the uuids in another form", async () => {
  await start();
  const old = downloadOf(service.url, { base: OLD_BASE, secret: PREVIOUS_SECRET });
  expect((await fetch(old.address, { headers: old.headers })).status).toBe(200);
  const upper = old.address.replace(FINGERPRINT, FINGERPRINT.toUpperCase());
  expect((await fetch(upper, { headers: old.headers })).status).toBe(200);
});

test("a signature over another base, or over the address with its query, is wrong", async () => {
  await start();
  const foreign = downloadOf(service.url, { base: "https://elsewhere.example.org" });
  const answer = await fetch(foreign.address, { headers: foreign.headers });
  expect([answer.status, await answer.json()]).toEqual([403, { detail: "Invalid signature" }]);
  const content = `${service.url}/integration/download/media/${FINGERPRINT}/${VERSION_ID}`;
  expect(service.wrongSignatures).toMatchObject([{ route: "download/media", urls: expect.arrayContaining([content]) }]);
  expect(service.downloads).toEqual([]);
});

test("of a repeated query parameter the last counts", async () => {
  await start();
  const { address, headers } = downloadOf(service.url);
  const [path, query] = address.split("?");
  expect((await fetch(`${path}?api_key=wrong&material_id=wrong&${query}`, { headers })).status).toBe(200);
  expect((await fetch(`${path}?${query}&api_key=wrong`, { headers })).status).toBe(403);
});

test("a rightly signed archive that is not there is a recorded 404", async () => {
  await start();
  const { address, headers } = downloadOf(service.url, { id: "00000000-0000-4000-8000-000000000000" });
  const answer = await fetch(address, { headers });
  expect(answer.status).toBe(404);
  expect((await answer.json()).detail).toMatch(/^Archive not found: /);
  expect(service.downloads).toMatchObject([{ status: 404, bytes: 0, totalBytes: null, complete: false }]);
});

/** An archive whose stream never ends by itself. */
function endlessArchive(size: number): { archive: Archive; stream: Promise<Readable> } {
  const { promise, resolve } = Promise.withResolvers<Readable>();
  const createStream = () => {
    const stream = new Readable({ read: () => void stream.push(Buffer.alloc(64 * 1024, 1)) });
    resolve(stream);
    return stream;
  };
  return { archive: { fileName: "big.zip", size, createStream }, stream: promise };
}

test("a client that leaves ends the stream; what it got is recorded as incomplete", async () => {
  const size = 1024 ** 3;
  const { archive, stream } = endlessArchive(size);
  await start({ archive });
  const recorded = service.nextDownload();
  const { address, headers } = downloadOf(service.url);
  const request = http.get(address, { headers });
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  await once(answer, "data");
  request.destroy();
  const download = await recorded;
  expect(download).toMatchObject({ status: 200, complete: false, totalBytes: size });
  expect(download.bytes).toBeGreaterThan(0);
  expect(download.bytes).toBeLessThan(size);
  expect((await stream).destroyed).toBe(true);
  expect(service.logged).toEqual([]);
});

test.each([
  ["fails midway", (stream: Readable) => stream.destroy(new Error("The disk went away.")), /disk went away/],
  ["ends early", (stream: Readable) => stream.push(null), /only 65536/],
])("a stream that %s cuts the connection: no 200 that looks complete", async (_name, end, reason) => {
  const createStream = () => {
    let sent = false;
    const stream: Readable = new Readable({
      read() {
        if (sent) end(stream);
        else stream.push(Buffer.alloc(64 * 1024, 1));
        sent = true;
      },
    });
    return stream;
  };
  await start({ archive: { fileName: "a.zip", size: 1024 ** 2, createStream } });
  const recorded = service.nextDownload();
  const { address, headers } = downloadOf(service.url);
  await expect(fetch(address, { headers }).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  expect(await recorded).toMatchObject({ complete: false });
  expect(String(service.logged[0])).toMatch(reason);
});

test("a stream longer than announced never ends as a complete answer", async () => {
  const { archive } = endlessArchive(100_000);
  await start({ archive });
  const recorded = service.nextDownload();
  const { address, headers } = downloadOf(service.url);
  await expect(fetch(address, { headers }).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  expect(await recorded).toMatchObject({ complete: false });
});

test("a stream that cannot be opened is a 500 in JSON, without the archive's headers", async () => {
  const createStream = () =>
    new Readable({
      read() {
        this.destroy(new Error("no such blob"));
      },
    });
  await start({ archive: { fileName: "a.zip", size: 10, createStream } });
  const { address, headers } = downloadOf(service.url);
  const answer = await fetch(address, { headers });
  expect(answer.status).toBe(500);
  expect(answer.headers.has("content-disposition")).toBe(false);
  expect(Object.keys(await answer.json())).toEqual(["detail"]);
  expect(service.downloads).toMatchObject([{ status: 500, bytes: 0, complete: false }]);
});
