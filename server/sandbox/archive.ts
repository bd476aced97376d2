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

/** The archive cannot be downloaded, or is invalid. `message` is one sentence for the integrator. */
export class ArchiveError extends Error {}

/** Allowed contents of an archive: some texts at the top level, and files directly in one folder. */
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
 * Passes each file of an archive to `store`, and returns the texts by name.
 * @param folder temporary folder for the archive while it is read
 * @param closing aborts downloads when this site shuts down
 */
export function createFetchArchive(folder: string, credentials: () => Credentials, closing: AbortSignal) {
  /** @param downloaded receives the size in bytes @throws ArchiveError, or any error of `store` */
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
      // The signature covers content_url as received, without the query, which is added afterwards.
      const signature = sign(apiSecret, material_id, content_url);
      const url = URL.parse(content_url);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw new ArchiveError(`content_url is not an http or https URL: ${content_url}`);
      url.searchParams.set("api_key", apiKey);
      url.searchParams.set("material_id", material_id);
      await download(url, signature, file, AbortSignal.any([closing, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]));
      downloaded((await stat(file)).size);
      return await unpack(file, shape, store);
    } finally {
      await rm(file, { force: true });
    }
  };
}

async function download(url: URL, signature: string, file: string, signal: AbortSignal): Promise<void> {
  const headers = { [SIGNATURE_HEADER]: signature, "Accept-Encoding": "identity" };
  // Following a redirect would send the signature to another host.
  const response = await fetch(url, { headers, redirect: "error", signal }).catch((error: unknown) => {
    throw new ArchiveError(`The archive could not be downloaded: ${reason(error)}.`);
  });
  if (response.status !== 200) {
    const message = (await response.text().catch(() => "")).slice(0, 300);
    throw new ArchiveError(`The download of the archive failed with status ${response.status}: ${message}`);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!ZIP_TYPES.includes(type) || response.body === null) {
    await response.body?.cancel();
    throw new ArchiveError(`The archive was served as ${type || "an unknown type"} instead of application/zip.`);
  }
  const body = Readable.fromWeb(response.body as ReadableStream);
  try {
    await pipeline(body, upToLimit, createWriteStream(file, { flags: "wx" }), { signal });
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`The download of the archive was cut off: ${reason(error)}.`);
  }
}

async function* upToLimit(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > MAX_ARCHIVE)
      throw new ArchiveError(`The archive is larger than the ${MAX_ARCHIVE} bytes that this site accepts.`);
    yield chunk;
  }
}

/** The actual reason of a failed fetch is in `cause`. */
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
      // Some archives have an empty entry for the folder.
      if (entry.fileName === shape.folder) continue;
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) throw new ArchiveError(`The archive has more than ${MAX_ENTRIES} entries.`);
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
      throw new ArchiveError(`The archive contains ${JSON.stringify(fileName)}, which is not allowed.`);
    // On a case-insensitive file system, one file would replace the other.
    if (seen.has(fileName.toLowerCase())) throw new ArchiveError(`The archive contains ${fileName} twice.`);
    seen.add(fileName.toLowerCase());
    if (isText && uncompressedSize > MAX_TEXT)
      throw new ArchiveError(`${fileName} is larger than the ${MAX_TEXT} bytes that this site accepts.`);
    total += uncompressedSize;
    if (total > MAX_UNPACKED) throw new ArchiveError(`The archive unpacks to more than ${MAX_UNPACKED} bytes.`);
  }
}

/** Yields the content of an entry and compares its checksum, which yauzl does not. */
async function* checked(entry: yauzl.Entry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new ArchiveError(`${entry.fileName} is damaged: wrong checksum.`);
}

/** Rethrows disk errors, which have a system call. Any other error means that the archive is damaged. */
function broken(error: unknown): never {
  const isDisk = error instanceof Error && "syscall" in error;
  if (error instanceof ArchiveError || isDisk || !(error instanceof Error)) throw error;
  throw new ArchiveError(`The archive cannot be read: ${error.message}`);
}
