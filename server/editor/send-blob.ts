/** Bytes from the blob store as an answer, with ranges (players ask for them) and a validator. */
import type { Response } from "express";
import type { BlobStore } from "../storage/blobs.ts";

/**
 * @param file.type MIME type
 * @throws what the file system fails with, while the answer has not begun
 */
export async function sendBlob(
  res: Response,
  blobs: Pick<BlobStore, "path">,
  file: { sha256: string; type: string },
): Promise<void> {
  res.setHeader("Content-Type", file.type);
  // A name has a part of the content's hash in it: what is cached under it never changes.
  res.setHeader("Cache-Control", "private, max-age=86400, immutable");
  res.setHeader("ETag", `"${file.sha256}"`);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(
      blobs.path(file.sha256),
      { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false },
      (error) => (error && !res.headersSent ? reject(error) : resolve()),
    );
  });
}
