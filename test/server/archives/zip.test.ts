import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs, { appendFileSync, createWriteStream, mkdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import yauzl from "yauzl";
import { type ArchivedFile, buildMediaArchive, buildMediaArchiveInMemory } from "../../../server/archives/archives.ts";
import { type Archive, buildZip, centralHeader, endRecords, localHeader } from "../../../server/archives/zip.ts";
import { JsonText } from "../../../server/core/json-text.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { type BlobStore, createBlobStore } from "../../../server/storage/blobs.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { readArchive } from "../../support/archives.ts";
import { runs } from "../../support/chance.ts";

const run = promisify(execFile);
const time = new Date("2026-11-20T10:20:30Z");
let dir: string;
let blobs: BlobStore;

beforeEach(() => {
  dir = temporaryFolder();
  blobs = createBlobStore(dir, { random: systemRandom, log: { info() {}, warn() {}, error() {} } });
});

async function file(fileName: string, bytes: Uint8Array): Promise<ArchivedFile> {
  return blobs.write(bytes, { limitBytes: 1e9 }, (blob) => ({ fileName, ...blob }));
}

/** Entries read by yauzl, which checks checksums and sizes. */
async function entriesOf(archive: Archive): Promise<Map<string, Buffer>> {
  const bytes = await buffer(archive.createStream());
  expect(bytes.length).toBe(archive.size);
  return readArchive(bytes);
}

const content = (html = "<p>Grüße</p>") => ({
  ...{ fileName: "version-1.zip", time, html },
  ...{ vmsJson: JsonText.of({ assets: {}, ü: 1 }), metadata: JsonText.of({ a: [1] }) },
});
const media = (files: ArchivedFile[], html?: string) => buildMediaArchive({ ...content(html), files }, blobs);

async function saved(archive: Archive): Promise<string> {
  const target = path.join(dir, "archive.zip");
  await pipeline(archive.createStream(), createWriteStream(target));
  expect(statSync(target).size).toBe(archive.size);
  return target;
}

/** Reads an archive with Python's zipfile. @returns the first bad entry, the number of entries, and sizes of some */
async function readByPython(
  target: string,
  checkContent: boolean,
): Promise<{ bad: string | null; count: number; sizes: [string, number, number][] }> {
  const script = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
infos = z.infolist()
print(json.dumps({"bad": z.testzip() if sys.argv[2] == "1" else None, "count": len(infos),
  "sizes": [[i.filename, i.file_size, i.compress_type] for i in infos[:5] + infos[-2:]]}))`;
  return JSON.parse((await run("python3", ["-c", script, target, checkContent ? "1" : "0"])).stdout);
}

describe("a media archive", () => {
  it("contains the entries of the contract, media stored and text deflated", async () => {
    const photo = randomBytes(700_000);
    const archive = await media(
      [await file("a-11111111.jpg", photo), await file("empty-22222222.txt", new Uint8Array())],
      "<p>x</p>".repeat(100),
    );
    const entries = await entriesOf(archive);
    const names = ["vms_html.html", "vms_json.json", "vms_media/a-11111111.jpg", "vms_media/empty-22222222.txt"];
    expect([...entries.keys()]).toEqual([...names, "metadata_json.json"]);
    expect(entries.get("vms_html.html")?.toString()).toBe("<p>x</p>".repeat(100));
    expect(JSON.parse(String(entries.get("vms_json.json")))).toEqual({ assets: {}, ü: 1 });
    expect(JSON.parse(String(entries.get("metadata_json.json")))).toEqual({ a: [1] });
    expect(entries.get("vms_media/a-11111111.jpg")?.equals(photo)).toBe(true);
    expect(archive.fileName).toBe("version-1.zip");
    const { sizes, bad } = await readByPython(await saved(archive), true);
    expect(bad).toBeNull();
    expect(sizes).toContainEqual(["vms_html.html", 800, 8]);
    expect(sizes).toContainEqual(["vms_media/a-11111111.jpg", 700_000, 0]);
  });

  it("is valid for unzip, with the version's time and file modes", async () => {
    const target = await saved(
      await media([await file("a-1.png", randomBytes(300_000)), await file("b-2.png", randomBytes(10))]),
    );
    expect((await run("unzip", ["-t", target])).stdout).toContain("No errors detected");
    const listing = (await run("zipinfo", ["-T", target])).stdout;
    expect(listing.match(/-rw-r--r--.*20261120\.102030/g)).toHaveLength(5);
    await run("unzip", ["-q", target, "-d", path.join(dir, "out")]);
    expect(statSync(path.join(dir, "out/vms_media/a-1.png")).size).toBe(300_000);
  });

  it("is reproducible byte for byte, from files on disk and in memory", async () => {
    const bytes = randomBytes(600_000);
    const first = await buffer((await media([await file("a-1.png", bytes)])).createStream());
    expect((await buffer((await media([await file("a-1.png", bytes)])).createStream())).equals(first)).toBe(true);
    const inMemory = await buildMediaArchiveInMemory({ ...content(), files: [{ fileName: "a-1.png", bytes }] });
    expect((await buffer(inMemory.createStream({ reuseChunks: false }))).equals(first)).toBe(true);
    // Bit 3 announces a data descriptor after the bytes, which streaming readers reject for stored files.
    for await (const entry of (await yauzl.fromBufferPromise(first)).eachEntry())
      expect(entry.generalPurposeBitFlag & 8).toBe(0);
  });

  it("returns any content unchanged", async () => {
    // Includes sizes around the chunk size.
    const size = fc.oneof(fc.nat(5), fc.nat(70_000), fc.integer({ min: 262_000, max: 262_300 }), fc.nat(800_000));
    await fc.assert(
      fc.asyncProperty(
        fc.array(size, { maxLength: 6 }),
        fc.string({ unit: "grapheme", maxLength: 300 }),
        async (sizes, html) => {
          const contents = sizes.map((length) => randomBytes(length));
          const files = await Promise.all(contents.map((bytes, index) => file(`f${index}.bin`, bytes)));
          const entries = await entriesOf(await media(files, html));
          expect(entries.get("vms_html.html")?.toString()).toBe(html.toWellFormed());
          for (const [index, bytes] of contents.entries())
            expect(entries.get(`vms_media/f${index}.bin`)?.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: runs(5, 20) },
    );
  }, 60_000);

  it("is not built when a file is missing or has another size", async () => {
    const files = [await file("a-1.png", randomBytes(300)), await file("b-2.png", randomBytes(300))];
    const refused = (what: string) => ({ code: "unavailable", message: expect.stringContaining(`b-2.png is ${what}`) });
    truncateSync(blobs.path(files[1]?.sha256 ?? ""), 299);
    await expect(media(files)).rejects.toMatchObject(refused("damaged"));
    rmSync(blobs.path(files[1]?.sha256 ?? ""));
    await expect(media(files)).rejects.toMatchObject(refused("missing"));
  });

  it("fails while streaming when a file shrinks or disappears", async () => {
    const files = [await file("a-1.png", randomBytes(3_000_000))];
    const archive = await media(files);
    const name = blobs.path(files[0]?.sha256 ?? "");
    truncateSync(name, 2_000_000);
    await expect(buffer(archive.createStream())).rejects.toThrow("ended after 2000000");
    rmSync(name);
    await expect(buffer(archive.createStream())).rejects.toThrow("ENOENT");
  });

  it("keeps its length when a file grows after it was built", async () => {
    const files = [await file("a-1.png", randomBytes(300_000))];
    const archive = await media(files);
    appendFileSync(blobs.path(files[0]?.sha256 ?? ""), "more");
    expect((await entriesOf(archive)).get("vms_media/a-1.png")).toHaveLength(300_000);
  });

  it("can be destroyed at any point without an unhandled error", async () => {
    const archive = await media([
      await file("a-1.png", randomBytes(2_000_000)),
      await file("b-2.png", randomBytes(2_000_000)),
    ]);
    for (const chunks of [0, 1, 2, 9]) {
      const stream = archive.createStream();
      let seen = 0;
      if (chunks === 0) stream.read(0);
      else for await (const _chunk of stream) if (++seen === chunks) break;
      stream.destroy();
      await new Promise((resolve) => (stream.closed ? resolve(null) : stream.once("close", resolve)));
      expect(stream.destroyed).toBe(true);
    }
  });

  it("closes its file only after a running read, which could otherwise read another file", async () => {
    const { createStream } = await media([await file("a-1.png", randomBytes(2_000_000))]);
    const { read } = fs;
    const begun = Promise.withResolvers<number>();
    const released = Promise.withResolvers<void>();
    vi.spyOn(fs, "read").mockImplementation(((...args: Parameters<typeof read>) => {
      begun.resolve(args[0]);
      void released.promise.then(() => read(...args));
    }) as typeof read);
    const stream = createStream();
    stream.resume();
    const descriptor = await begun.promise;
    stream.destroy();
    // A close would have ended after these turns.
    for (let turn = 0; turn < 100; turn++) await nextTurn().then(() => fs.promises.stat(dir));
    expect(() => fs.fstatSync(descriptor)).not.toThrow();
    released.resolve();
    await once(stream, "close");
  });

  it.each(["../evil.png", "a/../../b", "/etc/passwd", "a\\b", "ä.png", "a\0b", "", ".", "x/y/z.png"])(
    "rejects a file named %j",
    async (name) => {
      await expect(buildZip([{ name, text: "x" }], { fileName: "a.zip", time }, blobs)).rejects.toThrow("named");
    },
  );

  it("rejects two files with the same name", async () => {
    const twice = await file("a-1.png", randomBytes(3));
    await expect(media([twice, twice])).rejects.toThrow("same name");
  });
});

describe("a ZIP64 archive", () => {
  it("can have more than 65,535 entries", async () => {
    const entries = Array.from({ length: 65_540 }, (_, index) => ({ name: `vms_media/f${index}.txt`, text: "" }));
    const target = await saved(await buildZip(entries, { fileName: "many.zip", time }, blobs));
    const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(target, { lazyEntries: true });
    zip.close();
    expect(zip.entryCount).toBe(65_540);
    expect(await readByPython(target, false)).toMatchObject({ count: 65_540 });
  }, 60_000);

  it("can have entries larger than 4 GiB", async () => {
    const size = 2 ** 32 + 1000;
    const huge = { name: "vms_media/huge.mp4", deflated: false, crc32: 0, size, packedSize: size, offset: 0 };
    const front = localHeader(huge, time);
    const offset = front.length + size;
    const last = { name: "last.txt", deflated: false, crc32: crc32("here"), size: 4, packedSize: 4, offset };
    const directory = Buffer.concat([centralHeader(huge, time), centralHeader(last, time)]);
    const directoryOffset = last.offset + localHeader(last, time).length + 4;
    const back = Buffer.concat([
      localHeader(last, time),
      Buffer.from("here"),
      directory,
      endRecords(2, directoryOffset, directory.length),
    ]);
    // The four gigabytes are a hole in a sparse file.
    const target = path.join(dir, "huge.zip");
    const handle = await open(target, "w");
    await handle.write(front, 0, front.length, 0);
    await handle.write(back, 0, back.length, last.offset);
    await handle.close();
    expect((await readByPython(target, false)).sizes.slice(0, 2)).toEqual([
      ["vms_media/huge.mp4", size, 0],
      ["last.txt", 4, 0],
    ]);
    expect((await run("unzip", ["-p", target, "last.txt"])).stdout).toBe("here");

    const blob = { sha256: "0".repeat(64), size, crc32: 0 };
    mkdirSync(path.dirname(blobs.path(blob.sha256)));
    appendFileSync(blobs.path(blob.sha256), "");
    truncateSync(blobs.path(blob.sha256), size);
    const entries = [
      { name: huge.name, blob },
      { name: last.name, text: "here" },
    ];
    const archive = await buildZip(entries, { fileName: "huge.zip", time }, blobs);
    expect(archive.size).toBe(statSync(target).size);
    const [first] = await archive.createStream().take(1).toArray();
    expect(first.subarray(0, front.length).equals(front)).toBe(true);
  });
});
