/**
 * Fetching an archive from the service (contract 4.2, 4.3).
 */
import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { SIGNATURE_HEADER, sign } from "./signature.ts";

/** What the service issued to this site (contract 5.1). */
export interface Credentials {
  apiKey: string;
  apiSecret: string;
  /** Secrets before this one that callbacks may still be signed with: after a rotation, until the service has heard the new one. */
  formerSecrets: readonly string[];
}

/** The archive could not be had, or is not what it should be. `message` is one sentence for the integrator. */
export class ArchiveError extends Error {}

export interface Download extends Pick<Credentials, "apiKey" | "apiSecret"> {
  contentUrl: string;
  materialId: string;
  /** Where the bytes go. */
  file: string;
  /** Largest archive, bytes. */
  limit: number;
  signal: AbortSignal;
}

const ZIP_TYPES = ["application/zip", "application/octet-stream", "application/x-zip-compressed"];

/** Streams the archive into `file` and returns its size in bytes. @throws ArchiveError */
export async function downloadArchive(download: Download): Promise<number> {
  const { contentUrl, materialId, apiKey, apiSecret, file, limit, signal } = download;
  // The signature covers content_url as it was received. The query is added afterwards and is not part of it.
  const address = URL.parse(contentUrl);
  if (address === null || !/^https?:$/.test(address.protocol))
    throw new ArchiveError(`content_url is not an http(s) address: ${contentUrl}`);
  address.searchParams.set("api_key", apiKey);
  address.searchParams.set("material_id", materialId);
  const headers = { [SIGNATURE_HEADER]: sign(apiSecret, materialId, contentUrl), "Accept-Encoding": "identity" };

  // A redirect would carry the signature to somebody else.
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
    await pipeline(body, upTo(limit), createWriteStream(file, { flags: "wx" }), { signal });
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError(`The archive stopped coming before its end: ${reason(error)}.`);
  }
  return (await stat(file)).size;
}

/** Passes everything on and fails after `limit` bytes, whatever the Content-Length said. */
function upTo(limit: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > limit) done(new ArchiveError(`The archive is larger than the ${limit} bytes that this site takes.`));
      else done(null, chunk);
    },
  });
}

/** fetch hides the reason one level down. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
