/** A session's file as a browser may show it: from the local blob, inert whatever it is. */
import type { Request, Response } from "express";
import { AppError } from "../errors.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Asset } from "../media/asset-store.ts";
import type { BlobStore } from "../storage/blobs.ts";

const sandboxed = securityHeaders("sandboxed");

/**
 * Answers the asset's bytes, with ranges (players ask for them) and a validator.
 * @throws AppError not_found for an asset that is none, or whose bytes are not here (yet)
 */
export async function serveMedia(req: Request, res: Response, asset: Asset | null, blobs: BlobStore): Promise<void> {
  const found = asset?.blob == null ? null : await blobs.stat(asset.blob);
  if (asset?.blob == null || found === null)
    throw new AppError("not_found", "This file is not in this article, or its bytes are missing on this machine.");
  sandboxed(req, res, () => {});
  res.setHeader("Content-Type", asset.type);
  res.setHeader("Cache-Control", "private, max-age=86400, immutable");
  res.setHeader("ETag", `"${asset.blob}"`);
  await new Promise<void>((resolve, reject) => {
    res.sendFile(
      blobs.path(asset.blob ?? ""),
      { dotfiles: "allow", cacheControl: false, etag: false, lastModified: false },
      (error) => (error && !res.headersSent ? reject(error) : resolve()),
    );
  });
}
