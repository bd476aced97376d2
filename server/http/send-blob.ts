/** Sends a stored file, with ranges for players and an ETag. */
import type { Request, Response } from "express";
import { securityHeaders } from "./security-headers.ts";

const sandboxed = securityHeaders("sandboxed");

/** Sends a stored file in a sandbox: no scripts, opaque origin. */
export async function sendSandboxedBlob(
  req: Request,
  res: Response,
  path: string,
  file: { sha256: string; type: string },
): Promise<void> {
  sandboxed(req, res, () => {});
  await sendBlob(res, path, file);
}

/** @param file.type MIME type @throws file system errors before the response has begun */
export async function sendBlob(res: Response, path: string, file: { sha256: string; type: string }): Promise<void> {
  res.setHeader("Content-Type", file.type);
  // File names contain part of the content's hash, so cached content never changes.
  res.setHeader("Cache-Control", "private, max-age=86400, immutable");
  res.setHeader("ETag", `"${file.sha256}"`);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(path, { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false }, (error) =>
      error && !res.headersSent ? reject(error) : resolve(),
    );
  });
}
