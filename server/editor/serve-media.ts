/** A session's file as a browser may show it: from the local blob, inert whatever it is. */
import type { Request, Response } from "express";
import { AppError } from "../core/errors.ts";
import { securityHeaders } from "../http/security-headers.ts";
import type { Asset } from "../media/asset-store.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { sendBlob } from "./send-blob.ts";

const sandboxed = securityHeaders("sandboxed");

/** Answers the asset's bytes. @throws AppError not_found for an asset that is none, or whose bytes are not here (yet) */
export async function serveMedia(req: Request, res: Response, asset: Asset | null, blobs: BlobStore): Promise<void> {
  const found = asset?.blob == null ? null : await blobs.stat(asset.blob);
  if (asset?.blob == null || found === null)
    throw new AppError("not_found", "This file is not in this article, or its bytes are missing on this machine.");
  sandboxed(req, res, () => {});
  await sendBlob(res, blobs, { sha256: asset.blob, type: asset.type });
}
