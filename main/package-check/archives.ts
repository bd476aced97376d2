/**
 * Single small files out of the archives that packages are: read from beginning to end, never unpacked to the disk. Whoever
 * made them may have meant harm: every size that they say is held against a limit before it is believed, and what they
 * unpack to is counted.
 */
import fs from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createZstdDecompress } from "node:zlib";
import yauzl from "yauzl";

/** What cannot be read, in a sentence for people. */
export class Unreadable extends Error {}

/** Bytes that a package may unpack to, at most this many times its size. */
const MAX_UNPACKED = 4 * 1024 ** 3;
const MAX_RATIO = 100;
const ROOM_FOR_SMALL = 16 * 1024 ** 2;
const MAX_ENTRIES = 100_000;
const MAX_AR_MEMBERS = 10;
const MAX_CONTROL_BYTES = 4 * 1024 ** 2;
const BLOCK = 512;
const AR_HEAD = 60;

/** Files that were looked for, by the name that the caller gave them. */
export type Found = Map<string, Buffer>;

/** Says under which name a file of the archive is wanted, null where it is not; and how many bytes of it may be kept. */
export interface Wanted {
  name(path: string): string | null;
  maxBytes: number;
}

/** @throws Unreadable; AbortError */
export async function readTarGz(file: string, wanted: Wanted, signal: AbortSignal): Promise<Found> {
  const { size } = await fs.promises.stat(file);
  return unpackTar(fs.createReadStream(file), "gz", size, wanted, signal);
}

/** The control part of a deb; null where it is packed in a way that Node cannot unpack. @throws Unreadable; AbortError */
export async function readDebControl(file: string, wanted: Wanted, signal: AbortSignal): Promise<Found | null> {
  const handle = await fs.promises.open(file);
  try {
    const { size } = await handle.stat();
    const read = async (at: number, length: number) =>
      (await handle.read(Buffer.alloc(length), 0, length, at)).buffer.subarray(0, Math.max(0, size - at));
    let at = 8;
    for (let members = 0; members < MAX_AR_MEMBERS && at + AR_HEAD <= size; members++) {
      const head = (await read(at, AR_HEAD)).toString("latin1");
      const length = Number(head.slice(48, 58).trim());
      if (!head.endsWith("`\n") || !Number.isSafeInteger(length) || length < 0)
        throw new Unreadable("Its parts cannot be told apart.");
      const form = /^control\.tar(?:\.(\w+))?\/?\s*$/.exec(head.slice(0, 16));
      if (form !== null) {
        if (length > MAX_CONTROL_BYTES) throw new Unreadable("Its control part is far too long.");
        const from = at + AR_HEAD;
        if (length === 0 || from + length > size) throw new Unreadable("It ends too early.");
        if (!isForm(form[1])) return null;
        const part = fs.createReadStream(file, { start: from, end: from + length - 1 });
        return await unpackTar(part, form[1], length, wanted, signal);
      }
      at += AR_HEAD + length + (length % 2);
    }
    throw new Unreadable("It has no control part.");
  } finally {
    await handle.close();
  }
}

/** @throws Unreadable; AbortError */
export async function readZip(file: string, wanted: Wanted, signal: AbortSignal): Promise<Found> {
  const found: Found = new Map();
  const broken = (error: Error): never => {
    signal.throwIfAborted();
    throw new Unreadable(`It is no whole ZIP archive (${error.message}).`);
  };
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch(broken);
  try {
    if (zip.entryCount > MAX_ENTRIES) throw new Unreadable("It holds far too many files.");
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const name = wanted.name(entry.fileName);
      if (name === null || found.has(name)) continue;
      if (entry.uncompressedSize > wanted.maxBytes) throw new Unreadable(`${name} in it is far too long.`);
      const chunks: Buffer[] = [];
      const stream = await zip.openReadStreamPromise(entry);
      // yauzl ends a stream that gives more than its entry says.
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      found.set(name, Buffer.concat(chunks));
    }
    return found;
  } catch (error) {
    return error instanceof Unreadable ? Promise.reject(error) : broken(error as Error);
  } finally {
    zip.close();
  }
}

const UNPACKERS = { gz: createGunzip, zst: createZstdDecompress };
type Form = keyof typeof UNPACKERS | undefined;

function isForm(ending: string | undefined): ending is Form {
  return ending === undefined || Object.hasOwn(UNPACKERS, ending);
}

/** @param packedBytes of the archive: what unpacks to far more is no package */
async function unpackTar(
  source: fs.ReadStream,
  form: Form,
  packedBytes: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Found> {
  const limit = Math.min(MAX_UNPACKED, packedBytes * MAX_RATIO + ROOM_FOR_SMALL);
  const reader = tarReader(wanted);
  const read = async (chunks: AsyncIterable<Buffer>) => {
    let unpacked = 0;
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      if (unpacked > limit) throw new Unreadable("It unpacks to far more than a package of Galley.");
      reader.take(chunk);
    }
  };
  try {
    if (form === undefined) await pipeline(source, read, { signal });
    else await pipeline(source, UNPACKERS[form](), read, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(`It is damaged, or not whole (${(error as Error).message}).`);
  }
  return reader.found;
}

/** Takes a tar in pieces of any size, keeping what is wanted of it. */
function tarReader({ name, maxBytes }: Wanted): { found: Found; take(chunk: Buffer): void } {
  const found: Found = new Map();
  let head = Buffer.alloc(0);
  let entries = 0;
  /** Of the entry that is passed over or kept: bytes of it and of its padding that are still to come. */
  let left = 0;
  let padding = 0;
  let kept: { name: string; chunks: Buffer[] } | null = null;
  let isOver = false;

  const begin = (block: Buffer): void => {
    // A block of zeros ends an archive; what follows is filling.
    isOver = block.every((byte) => byte === 0);
    if (isOver) return;
    entries += 1;
    if (entries > MAX_ENTRIES) throw new Unreadable("It holds far too many files.");
    if (!isHead(block)) throw new Unreadable("Its list of files is damaged.");
    const length = sizeIn(block);
    left = length;
    padding = (BLOCK - (length % BLOCK)) % BLOCK;
    const isFile = block[156] === 0x30 || block[156] === 0;
    const wantedAs = isFile ? name(pathIn(block)) : null;
    if (wantedAs === null || found.has(wantedAs)) return;
    if (length > maxBytes) throw new Unreadable(`${wantedAs} in it is far too long.`);
    kept = { name: wantedAs, chunks: [] };
    if (length === 0) finish();
  };
  const finish = (): void => {
    if (kept !== null) found.set(kept.name, Buffer.concat(kept.chunks));
    kept = null;
  };
  return {
    found,
    take(chunk) {
      let rest = chunk;
      while (rest.length > 0 && !isOver) {
        if (left > 0) {
          const part = rest.subarray(0, left);
          kept?.chunks.push(part);
          left -= part.length;
          rest = rest.subarray(part.length);
          if (left === 0) finish();
        } else if (padding > 0) {
          const part = rest.subarray(0, padding);
          padding -= part.length;
          rest = rest.subarray(part.length);
        } else {
          const part = rest.subarray(0, BLOCK - head.length);
          head = Buffer.concat([head, part]);
          rest = rest.subarray(part.length);
          if (head.length < BLOCK) return;
          const block = head;
          head = Buffer.alloc(0);
          begin(block);
        }
      }
    },
  };
}

/** The sum of its bytes, its own place counted as spaces. */
function isHead(block: Buffer): boolean {
  const said = Number.parseInt(block.toString("latin1", 148, 156), 8);
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  return said === sum;
}

function sizeIn(block: Buffer): number {
  // Sizes above 8 GB are written in another way; no file in a package is that long.
  const text = block.toString("latin1", 124, 136).replace(/\0.*$/s, "").trim();
  if (!/^[0-7]{1,11}$/.test(text)) throw new Unreadable("A file in it is far too long.");
  return Number.parseInt(text, 8);
}

function pathIn(block: Buffer): string {
  const text = (from: number, to: number) => block.toString("utf8", from, to).replace(/\0.*$/s, "");
  const prefix = block.toString("latin1", 257, 262) === "ustar" && block[263] === 0x30 ? text(345, 500) : "";
  return `${prefix === "" ? "" : `${prefix}/`}${text(0, 100)}`.replace(/^\.\//, "");
}
