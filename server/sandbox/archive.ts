/**
 * Reading an archive (contract 2.6, 2.7) as one should read any ZIP that came over a network: nothing in it is believed.
 */
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { ArchiveError } from "./archive-download.ts";
import { isSafeFileName } from "./references.ts";

/** What an archive may hold: some texts at its top, and files one level under one folder. Nothing else. */
export interface ArchiveShape {
  texts: readonly string[];
  folder: "vms_media/" | "vms_fonts/";
}

export const ARTICLE_ARCHIVE: ArchiveShape = {
  texts: ["vms_html.html", "vms_json.json", "metadata_json.json"],
  folder: "vms_media/",
};
export const FONTS_ARCHIVE: ArchiveShape = { texts: ["vms_fonts.css", "vms_fonts.json"], folder: "vms_fonts/" };

/** Bytes, unpacked. */
export interface ArchiveLimits {
  /** Of all entries together: a small archive must not fill the disk. */
  total: number;
  /** Of one text, which is held in memory. */
  text: number;
  entries: number;
}

export interface Archive {
  texts: Map<string, string>;
  /** Names of the stored files, without the folder. */
  files: string[];
}

/**
 * Checks the whole table of contents first, then hands each file to `store` and returns the texts.
 * @throws ArchiveError for an archive that is broken, lies about itself or holds what it should not; whatever `store` throws
 */
export async function readArchive(
  file: string,
  shape: ArchiveShape,
  limits: ArchiveLimits,
  store: (name: string, content: Readable) => Promise<void>,
): Promise<Archive> {
  // lazyEntries: one entry at a time. validateEntrySizes: an entry that unpacks to more than it declared is an error.
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
  const zip = await yauzl.openPromise(file, options).catch(broken);
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) {
      // Folders have entries of their own in some archives; they hold nothing.
      if (entry.fileName === shape.folder) continue;
      entries.push(entry);
      if (entries.length > limits.entries)
        throw new ArchiveError(`The archive holds more than ${limits.entries} entries.`);
    }
    checkEntries(entries, shape, limits);

    const archive: Archive = { texts: new Map(), files: [] };
    for (const entry of entries) {
      const content = await open(zip, entry);
      if (shape.texts.includes(entry.fileName)) archive.texts.set(entry.fileName, await textOf(content));
      else {
        const name = entry.fileName.slice(shape.folder.length);
        await store(name, content);
        archive.files.push(name);
      }
    }
    return archive;
  } catch (error) {
    return broken(error);
  } finally {
    zip.close();
  }
}

function checkEntries(entries: yauzl.Entry[], shape: ArchiveShape, limits: ArchiveLimits): void {
  const seen = new Set<string>();
  let total = 0;
  for (const { fileName, uncompressedSize } of entries) {
    const isText = shape.texts.includes(fileName);
    if (!isText && !(fileName.startsWith(shape.folder) && isSafeFileName(fileName.slice(shape.folder.length))))
      throw new ArchiveError(`The archive holds ${JSON.stringify(fileName)}, which has no place in it.`);
    // File systems that do not tell upper from lower case would let one file replace the other.
    if (seen.has(fileName.toLowerCase())) throw new ArchiveError(`The archive holds ${fileName} twice.`);
    seen.add(fileName.toLowerCase());
    if (isText && uncompressedSize > limits.text)
      throw new ArchiveError(`${fileName} is larger than the ${limits.text} bytes that this site takes.`);
    total += uncompressedSize;
    if (total > limits.total) throw new ArchiveError(`The archive unpacks to more than ${limits.total} bytes.`);
  }
}

/** The content of an entry, which fails at its end when the checksum is wrong: yauzl leaves that to its caller. */
async function open(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  const packed = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum);
      done(null, chunk);
    },
    flush(done) {
      done(checksum === entry.crc32 ? null : new ArchiveError(`${entry.fileName} arrived damaged: wrong checksum.`));
    },
  });
  // The failure of either side reaches the reader of `checked`, who is the one to report it.
  pipeline(packed, checked).catch(() => undefined);
  return checked;
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Errors of the disk have a code and stay what they are; all others say that the archive is broken. */
function broken(error: unknown): never {
  const isDisk = error instanceof Error && "syscall" in error;
  if (error instanceof ArchiveError || isDisk || !(error instanceof Error)) throw error;
  throw new ArchiveError(`The archive cannot be read: ${error.message}`);
}
