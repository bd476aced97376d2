import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { systemRandom } from "../../../server/core/runtime.ts";
import { type BlobStore, createBlobStore } from "../../../server/storage/blobs.ts";
import { type KeptLog, keptLog, temporaryFolder } from "../../support/appliance.ts";
import { served } from "../../support/newsroom.ts";

let dataDir: string;
let store: BlobStore;
let log: KeptLog;
const openStore = () => createBlobStore(dataDir, { random: systemRandom, log });
const inTmp = () => readdirSync(path.join(dataDir, "tmp"));
const limitBytes = 10_000_000;

beforeEach(() => {
  dataDir = temporaryFolder();
  log = keptLog();
  store = openStore();
});

describe("a blob store", () => {
  it.each([
    ["of several chunks", [1, 700_000, 600_000]],
    ["that is empty", []],
  ])("keeps a file %s under its hash, with the right size and checksum", async (_, sizes) => {
    const chunks = sizes.map((size) => randomBytes(size));
    const bytes = Buffer.concat(chunks);
    const blob = await store.write(Readable.from(chunks), { limitBytes }, (kept) => {
      expect(statSync(store.path(kept.sha256)).size).toBe(bytes.length);
      return kept;
    });
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    expect(blob).toEqual({ sha256, size: bytes.length, crc32: crc32(bytes) });
    expect(store.path(sha256)).toBe(path.join(dataDir, "blobs", sha256.slice(0, 2), sha256.slice(2)));
    expect((await store.readWhole(sha256)).equals(bytes)).toBe(true);
    expect((await buffer(store.createReadStream(sha256))).equals(bytes)).toBe(true);
    const part = await buffer(store.createReadStream(sha256, { start: 5, end: 9 }));
    expect(part.equals(bytes.subarray(5, 10))).toBe(true);
    expect(await store.stat(sha256)).toEqual({ size: bytes.length });
    expect(inTmp()).toEqual([]);
  });

  it("stores the same bytes once, even when received concurrently", async () => {
    const bytes = randomBytes(300_000);
    const blobs = await Promise.all([1, 2, 3].map(() => store.write(bytes, { limitBytes }, (kept) => kept)));
    expect(new Set(blobs.map((blob) => blob.sha256)).size).toBe(1);
    expect(readdirSync(path.join(dataDir, "blobs"))).toHaveLength(1);
    expect(inTmp()).toEqual([]);
  });

  it("replaces a truncated file with the whole one", async () => {
    const bytes = randomBytes(1000);
    const { sha256: name } = await store.write(bytes, { limitBytes }, (kept) => kept);
    truncateSync(store.path(name), 10);
    await store.write(bytes, { limitBytes }, (kept) => kept);
    expect((await store.readWhole(name)).equals(bytes)).toBe(true);
  });

  it("accepts exactly the limit and refuses one byte more, naming the limit", async () => {
    await expect(store.receive(randomBytes(1000), { limitBytes: 1000 })).resolves.toMatchObject({ size: 1000 });
    const source = Readable.from([randomBytes(600), randomBytes(401), randomBytes(10)]);
    await expect(store.receive(source, { limitBytes: 1000 })).rejects.toMatchObject({
      code: "too_large",
      message: expect.stringContaining("1 kB"),
    });
    expect(source.destroyed).toBe(false);
    expect(inTmp()).toHaveLength(1);
  });

  it("leaves no file behind when the client disconnects", async () => {
    const outcome = Promise.withResolvers<unknown>();
    const server = createServer((incoming) => {
      incoming.once("data", () => client.destroy());
      incoming.pause();
      store.receive(incoming, { limitBytes }).then(outcome.resolve, outcome.reject);
    });
    const headers = { "content-length": "5000000" };
    const client = request(await served(server), { method: "POST", headers });
    client.on("error", () => undefined);
    client.write(randomBytes(100_000));
    await expect(outcome.promise).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(inTmp()).toEqual([]);
    expect(readdirSync(path.join(dataDir, "blobs"))).toEqual([]);
  });

  it("says that the disk is full", async () => {
    async function* source() {
      yield randomBytes(10);
      throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
    }
    await expect(store.receive(source(), { limitBytes })).rejects.toMatchObject({ code: "disk_full" });
    expect(inTmp()).toEqual([]);
  });

  it("discards a received file, but not a kept one", async () => {
    const received = await store.receive(randomBytes(10), { limitBytes });
    await store.discard(received);
    expect(inTmp()).toEqual([]);
    const kept = await store.receive(randomBytes(10), { limitBytes });
    await store.keep(kept, () => undefined);
    await store.discard(kept);
    expect(await store.stat(kept.sha256)).toEqual({ size: 10 });
  });

  it("removes unfinished uploads of an earlier run, and keeps its blobs", async () => {
    const kept = await store.write(randomBytes(10), { limitBytes }, (blob) => blob);
    await store.receive(randomBytes(10), { limitBytes });
    writeFileSync(path.join(dataDir, "tmp", "half"), "x");
    store = openStore();
    expect(inTmp()).toEqual([]);
    expect(log.lines).toEqual(["info: Removed 2 unfinished uploads."]);
    expect(await store.stat(kept.sha256)).toEqual({ size: 10 });
  });

  it("removes only unreferenced blobs, and none that is being kept at the same time", async () => {
    const bytes = randomBytes(50_000);
    const rows = new Set<string>();
    const isUnused = (name: string) => () => !rows.has(name);
    const first = await store.write(bytes, { limitBytes }, (kept) => kept);
    rows.add(first.sha256);
    expect(store.remove(first.sha256, isUnused(first.sha256))).toBe(false);
    rows.clear();
    expect(store.remove(first.sha256, isUnused(first.sha256))).toBe(true);
    expect(store.remove(first.sha256, isUnused(first.sha256))).toBe(false);
    for (let round = 0; round < 10; round++) {
      rows.clear();
      await store.write(bytes, { limitBytes }, () => undefined);
      const again = await store.receive(bytes, { limitBytes });
      let isDone = false;
      const keeping = store
        .keep(again, (blob) => void rows.add(blob.sha256))
        .finally(() => {
          isDone = true;
        });
      while (!isDone) {
        store.remove(again.sha256, isUnused(again.sha256));
        await new Promise((resolve) => setImmediate(resolve));
      }
      await keeping;
      expect(existsSync(store.path(again.sha256))).toBe(true);
    }
  });

  it("refuses a name that is not a hash", () => {
    expect(() => store.path("../../etc/passwd")).toThrow("SHA-256");
  });
});
