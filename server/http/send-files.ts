import { finished, pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { Archive } from "../archives/zip.ts";
import { ClientGone } from "./json-body.ts";
import { setSecurityHeaders } from "./security-headers.ts";

export interface Sent {
  /** 500 if the archive failed before its first byte. */
  status: 200 | 500;
  bytes: number;
  complete: boolean;
}

function setArchiveHeaders(res: Response, archive: Archive): void {
  res.attachment(archive.fileName);
  res.setHeader("Content-Type", "application/zip");
  res.setHeader("Content-Length", archive.size);
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Accept-Ranges", "none");
}

/**
 * Sends an archive, or only its headers for HEAD. Always destroys the stream. A 200 is always a complete ZIP: after an error, the caller
 * must close the connection, as `http/error-mapper.ts` does. @param onEnd called once before the promise settles; not for HEAD @throws
 * ClientGone; the stream's error
 */
export async function sendArchive(
  res: Response,
  archive: Archive,
  onEnd: (sent: Sent) => void = () => {},
): Promise<void> {
  setArchiveHeaders(res, archive);
  if (res.req.method === "HEAD") return void res.end();
  const sent: Sent = { status: 200, bytes: 0, complete: false };
  const disconnected = new AbortController();
  const onAbort = () => disconnected.abort(new ClientGone());
  if (res.destroyed) onAbort();
  res.once("close", onAbort);
  try {
    await pipeline(
      archive.createStream({ reuseChunks: true }),
      (source) => writeAll(res, source, archive.size, sent, disconnected.signal),
      { signal: disconnected.signal },
    );
    res.end();
    await finished(res);
    sent.complete = true;
  } catch (error) {
    if (disconnected.signal.aborted) throw disconnected.signal.reason;
    if (!res.headersSent) sent.status = 500;
    throw error;
  } finally {
    res.off("close", onAbort);
    onEnd(sent);
  }
}

async function writeAll(
  res: Response,
  source: AsyncIterable<Buffer>,
  size: number,
  sent: Sent,
  signal: AbortSignal,
): Promise<void> {
  let read = 0;
  for await (const chunk of source) {
    read += chunk.length;
    if (read > size) break;
    await write(res, chunk, signal);
    sent.bytes += chunk.length;
  }
  if (read !== size)
    throw new Error(`The archive should have ${size} bytes but has ${read > size ? "more" : `only ${read}`}.`);
}

/** Settles when the operating system has the chunk, because its buffer is reused. */
function write(res: Response, chunk: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    res.write(chunk, (error) => {
      signal.removeEventListener("abort", onAbort);
      if (error) reject(error);
      else resolve();
    });
  });
}

interface BlobToSend {
  /** The ETag; null for none. */
  sha256: string | null;
  /** MIME type. */
  type: string;
}

/** Sends a stored file in a sandbox: no scripts, opaque origin. */
export function sendSandboxedBlob(res: Response, path: string, file: BlobToSend): Promise<void> {
  setSecurityHeaders(res, "sandboxed");
  return sendBlob(res, path, file);
}

/** Sends a stored file, with ranges for players. @throws file system errors before the response has begun */
export async function sendBlob(res: Response, path: string, { sha256, type }: BlobToSend): Promise<void> {
  res.setHeader("Content-Type", type);
  // File names contain part of the content's hash, so cached content never changes.
  res.setHeader("Cache-Control", "private, max-age=86400, immutable");
  if (sha256 !== null) res.setHeader("ETag", `"${sha256}"`);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false }, (error) =>
      error && !res.headersSent ? reject(error) : resolve(),
    );
  });
}
