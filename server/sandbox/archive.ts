/** Fetches an archive from the service (contract 4.2, 4.3) and reads it (contract 2.6, 2.7) as untrusted content. */
import { createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { type Credentials, SIGNATURE_HEADER, sign } from "./service.ts";
import { isSafeFileName } from "./store.ts";

/** An archive contains only these texts at the top level, and files directly in one folder. */
const TEXTS = ["vms_html.html", "vms_json.json", "metadata_json.json", "vms_fonts.css", "vms_fonts.json"];
const FOLDER = /^vms_(?:media|fonts)\//;

/** Bytes: the compressed archive; all entries unpacked; one text, which is held in memory. */
const MAX_ARCHIVE = 4 * 1024 ** 3;
const MAX_UNPACKED = 8 * 1024 ** 3;
const MAX_TEXT = 32 * 1024 ** 2;
const MAX_ENTRIES = 10_000;
/** The service waits 180 s for the response; a shorter timeout leaves time to report the reason. */
const DOWNLOAD_TIMEOUT_MS = 150_000;
const ZIP_TYPE = /^application\/(zip|octet-stream|x-zip-compressed)\b/i;

/** Stores one file of an archive. `name` is safe as a file name and in a URL; `content` throws for a damaged file. */
export type StoreFile = (name: string, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Passes each file of an archive to `store`, and returns the texts by name. Throws an error with one sentence for the
 * integrator if the archive cannot be downloaded or is invalid.
 * @param file path of the archive while it is read
 * @param closing aborts the download when this site shuts down
 * @param downloaded receives the size in bytes
 */
export async function fetchArchive(
  { content_url, material_id }: { content_url: string; material_id: string },
  { apiKey, apiSecret }: Credentials,
  file: string,
  closing: AbortSignal,
  downloaded: (bytes: number) => void,
  store: StoreFile,
): Promise<ReadonlyMap<string, string>> {
  // The signature covers content_url as received, without the query, which is added afterwards.
  const signature = sign(apiSecret, material_id, content_url);
  const url = new URL(content_url);
  url.searchParams.set("api_key", apiKey);
  url.searchParams.set("material_id", material_id);
  try {
    await download(url, signature, file, AbortSignal.any([closing, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]));
    downloaded((await stat(file)).size);
    return await unpack(file, store);
  } finally {
    await rm(file, { force: true });
  }
}

async function download(url: URL, signature: string, file: string, signal: AbortSignal): Promise<void> {
  // Following a redirect would send the signature to another host.
  const response = await fetch(url, { headers: { [SIGNATURE_HEADER]: signature }, redirect: "error", signal });
  const type = response.headers.get("content-type") ?? "an unknown type";
  if (response.status !== 200 || response.body === null || !ZIP_TYPE.test(type)) {
    const text = (await response.text()).slice(0, 300);
    throw new Error(`The archive was not downloaded: status ${response.status}, ${type}: ${text}`);
  }
  await pipeline(Readable.fromWeb(response.body as ReadableStream), upToLimit, createWriteStream(file), { signal });
}

async function* upToLimit(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of body) {
    seen += chunk.length;
    if (seen > MAX_ARCHIVE) throw new Error(`The archive is larger than ${MAX_ARCHIVE} bytes.`);
    yield chunk;
  }
}

/** Checks the whole central directory before unpacking any entry. */
async function unpack(file: string, store: StoreFile): Promise<ReadonlyMap<string, string>> {
  // lazyEntries: one entry at a time. validateEntrySizes: an entry that unpacks to more than it declared is an error.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
  const zip = await yauzl.openPromise(file, options);
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES) throw new Error(`The archive has more than ${MAX_ENTRIES} entries.`);
    }
    checkEntries(entries);

    const texts = new Map<string, string>();
    for (const entry of entries) {
      const content = checked(entry, await zip.openReadStreamPromise(entry));
      if (TEXTS.includes(entry.fileName)) texts.set(entry.fileName, await textOf(content));
      else await store(entry.fileName.replace(FOLDER, ""), content);
    }
    return texts;
  } finally {
    zip.close();
  }
}

function checkEntries(entries: yauzl.Entry[]): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { fileName, uncompressedSize } of entries) {
    const isText = TEXTS.includes(fileName);
    if (!isText && !(FOLDER.test(fileName) && isSafeFileName(fileName.replace(FOLDER, ""))))
      throw new Error(`The archive contains ${JSON.stringify(fileName)}, which is not allowed.`);
    // On a case-insensitive file system, one file would replace the other.
    if (seen.has(fileName.toLowerCase())) throw new Error(`The archive contains ${fileName} twice.`);
    seen.add(fileName.toLowerCase());
    if (isText && uncompressedSize > MAX_TEXT) throw new Error(`${fileName} is larger than ${MAX_TEXT} bytes.`);
    total += uncompressedSize;
    if (total > MAX_UNPACKED) throw new Error(`The archive unpacks to more than ${MAX_UNPACKED} bytes.`);
  }
}

/** Yields the content of an entry and compares its checksum, which yauzl does not. */
async function* checked(entry: yauzl.Entry, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const chunk of content) {
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (checksum !== entry.crc32) throw new Error(`${entry.fileName} is damaged: wrong checksum.`);
}
