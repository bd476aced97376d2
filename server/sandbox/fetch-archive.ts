/**
 * Download and reading of an archive in one step: the ZIP lives in a temporary file for just as long.
 */
import { randomBytes } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { type Archive, type ArchiveShape, readArchive } from "./archive.ts";
import { type Credentials, downloadArchive } from "./archive-download.ts";
import type { Callback } from "./callback.ts";
import type { CallbackInProgress } from "./callback-log.ts";

export type FetchArchive = (
  shape: ArchiveShape,
  callback: Callback,
  log: CallbackInProgress,
  store: (name: string, content: Readable) => Promise<void>,
) => Promise<Archive>;

/** Largest archive as it travels, bytes. */
const MAX_ARCHIVE = 4 * 1024 ** 3;
const LIMITS = { total: 8 * 1024 ** 3, text: 32 * 1024 ** 2, entries: 10_000 };
/** The service waits 180 s for the answer; giving up before that leaves time to say why. */
const DOWNLOAD_TIMEOUT_MS = 150_000;

/** @param closing aborts the download when this site ends */
export function createFetchArchive(folder: string, credentials: () => Credentials, closing: AbortSignal): FetchArchive {
  return async (shape, callback, log, store) => {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${randomBytes(8).toString("hex")}.zip`);
    const signal = AbortSignal.any([closing, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]);
    const { content_url: contentUrl, material_id: materialId } = callback;
    try {
      const size = await downloadArchive({
        ...credentials(),
        contentUrl,
        materialId,
        file,
        limit: MAX_ARCHIVE,
        signal,
      });
      log.step(2, `Downloaded the archive: ${size.toLocaleString("en")} bytes`);
      return await readArchive(file, shape, LIMITS, store);
    } finally {
      await rm(file, { force: true });
    }
  };
}
