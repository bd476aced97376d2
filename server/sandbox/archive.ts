/** Fetches an archive from the service (contract 4.2, 4.3) and reads it (contract 2.6, 2.7) as untrusted content. */
import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { type Credentials, SIGNATURE_HEADER, sign } from "./service.ts";
import { isSafeFileName } from "./store.ts";

/** The archive could not be downloaded, or is invalid. `message` is one sentence for the integrator. */
export class ArchiveError extends Error {}

/** Allowed content of an archive: some texts at the top level, and files directly in one folder. */
interface ArchiveShape {
  texts: readonly string[];
  folder: "vms_media/" | "vms_fonts/";
}

export const ARTICLE_ARCHIVE: ArchiveShape = {
  texts: ["vms_html.html", "vms_json.json", "metadata_json.json"],
  folder: "vms_media/",
};
export const FONTS_ARCHIVE: ArchiveShape = { texts: ["vms_fonts.css", "vms_fonts.json"], folder: "vms_fonts/" };

/** Bytes: the compressed archive; all entries unpacked; one text, which is held in memory. */
const MAX_ARCHIVE = 4 * 1024 ** 3;
const MAX_UNPACKED = 8 * 1024 ** 3;
const MAX_TEXT = 32 * 1024 ** 2;
const MAX_ENTRIES = 10_000;
/** The service waits 180 s for the response; a shorter timeout leaves time to report the reason. */
const DOWNLOAD_TIMEOUT_MS = 150_000;
const ZIP_TYPES = ["application/zip", "application/octet-stream", "application/x-zip-compressed"];

/** Stores one file of an archive. `name` is safe as a file name and in a URL; `content` throws for a damaged file. */
export type StoreFile = (name: string, content: AsyncIterable<Buffer>) => Promise<void>;

export type FetchArchive = ReturnType<typeof createFetchArchive>;

/**
 * Passes each file of an archive to `store`, and returns its texts by their names.
 * @param folder temporary folder for the archive while it is read
 * @param closing aborts downloads when this site shuts down
 */
export function createFetchArchive(folder: string, credentials: () => Credentials, closing: AbortSignal) {
  /** Throws ArchiveError, or any error of `store`. `downloaded` is called with the size in bytes. */
  return async (
    { content_url, material_id }: { content_url: string; material_id: string },
    shape: ArchiveShape,
    downloaded: (bytes: number) => void,
    store: StoreFile,
  ): Promise<ReadonlyMap<string, string>> => {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${randomBytes(8).toString("hex")}.zip`);
    const { apiKey, apiSecret } = credentials();
    try {
      // The signature covers content_url as it was received. The query is added afterwards and is not part of it.
      const signature = sign(apiSecret, material_id, content_url);
      const address = URL.parse(content_url);
      if (address === null || !/^https?:$/.test(address.protocol))
        throw new ArchiveError(`content_url is not an http(s) address: ${content_url}`);
      address.searchParams.set("api_key", apiKey);
      address.searchParams.set("material_id", material_id);
      await download(address, signature, file, AbortSignal.any([closing, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]));
      downloaded((await stat(file)).size);
      return await unpack(file, shape, store);
    } finally {
      await rm(file, { force: true });
    }
  };
}

async function download(address: URL, signature: string, file: string, signal: AbortSignal): Promise<void> {
  const headers = { [SIGNATURE_HEADER]: signature, "Accept-Encoding": "identity" };
  // A redirect would carry the signature to another host.
  const response = await fetch(address, { headers, redirect: "error", signal }).catch((error: unknown) => {
    throw new ArchiveError(`The archive could not be fetched: ${reason(error)}.`);
  });
  if (response.status !== 200) {
    const words = (await response.text().catch(() => "")).slice(0, 300);
    throw new ArchiveError(`The archive was answered with status ${response.status}: ${words}`);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!ZIP_TYPES.includes(type) || response.body === null) {
    await response.body?.cancel();
    throw new ArchiveError(`The archive came as ${type || "no content type"} instead of application/zip.`);
  }
  const body = Readable.fromWeb(response.body as ReadableStream);
  try {
    await pipeline(body, upToLimit, createWriteStream(file, { flags: "wx" }), { signal });
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`The archive stopped coming before its end: ${reason(error)}.`);
  }
}

async function* upToLimit(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > MAX_ARCHIVE)
      throw new ArchiveError(`The archive is larger than the ${MAX_ARCHIVE} bytes that this site takes.`);
    yield chunk;
  }
}

/** fetch reports the actual reason in `cause`. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Checks the whole central directory before unpacking any entry. */
async function unpack(file: string, shape: ArchiveShape, store: StoreFile): Promise<ReadonlyMap<string, string>> {
  // lazyEntries: one entry at a time. validateEntrySizes: an entry that unpacks to more than it declared is an error.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
  const zip = await yauzl.openPromise(file, options).catch(broken);
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      // Folders have entries of their own in some archives; they hold nothing.
      if (entry.fileName === shape.folder) continue;
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) throw new ArchiveError(`The archive holds more than ${MAX_ENTRIES} entries.`);
    }
    checkEntries(entries, shape);

    const texts = new Map<string, string>();
    for (const entry of entries) {
      const content = checked(entry, await zip.openReadStreamPromise(entry));
      if (shape.texts.includes(entry.fileName)) texts.set(entry.fileName, await textOf(content));
      else await store(entry.fileName.slice(shape.folder.length), content);
    }
    return texts;
  } catch (error) {
    return broken(error);
  } finally {
    zip.close();
  }
}

function checkEntries(entries: yauzl.Entry[], shape: ArchiveShape): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { fileName, uncompressedSize } of entries) {
    const isText = shape.texts.includes(fileName);
    if (!isText && !(fileName.startsWith(shape.folder) && isSafeFileName(fileName.slice(shape.folder.length))))
      throw new ArchiveError(`The archive holds ${JSON.stringify(fileName)}, which has no place in it.`);
    // File systems that do not tell upper from lower case would let one file replace the other.
    if (seen.has(fileName.toLowerCase())) throw new ArchiveError(`The archive holds ${fileName} twice.`);
    seen.add(fileName.toLowerCase());
    if (isText && uncompressedSize > MAX_TEXT)
      throw new ArchiveError(`${fileName} is larger than the ${MAX_TEXT} bytes that this site takes.`);
    total += uncompressedSize;
    if (total > MAX_UNPACKED) throw new ArchiveError(`The archive unpacks to more than ${MAX_UNPACKED} bytes.`);
  }
}

/** The content of an entry. yauzl does not check the checksum. */
async function* checked(entry: yauzl.Entry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new ArchiveError(`${entry.fileName} arrived damaged: wrong checksum.`);
}

/** Disk errors have a code and pass through; any other error means that the archive is damaged. */
function broken(error: unknown): never {
  const isDisk = error instanceof Error && "syscall" in error;
  if (error instanceof ArchiveError || isDisk || !(error instanceof Error)) throw error;
  throw new ArchiveError(`The archive cannot be read: ${error.message}`);
}
