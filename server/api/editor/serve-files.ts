/**
 * Serves media and published fonts to the editor and the previews, with byte ranges (for players) and a validator.
 */
import type { Request, Response } from "express";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { sendBlob, sendSandboxedBlob } from "../../http/send-blob.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";

/**
 * Sends the asset's bytes in a sandbox.
 * @throws AppError not_found if the asset is null, or its bytes are missing or truncated
 */
export async function serveMedia(
  { blobs }: Pick<Services, "blobs">,
  req: Request,
  res: Response,
  asset: Pick<Asset, "blob" | "size" | "type"> | null,
): Promise<void> {
  const found = asset?.blob == null ? null : await blobs.stat(asset.blob);
  if (asset?.blob == null || found === null) throw new AppError("not_found", sentence("media.missing"));
  // The size reveals most damage. Hashing every file before it is sent would take too long.
  if (found.size !== asset.size) throw new AppError("not_found", sentence("media.damaged"));
  await sendSandboxedBlob(req, res, blobs.path(asset.blob), { sha256: asset.blob, type: asset.type });
}

/**
 * Sends `fonts/vms_fonts.css`: the snapshot's `@font-face` rules, with files in the same folder (contract 2.7).
 * @throws AppError not_found before the first publication
 */
export function serveFontsCss({ snapshots }: Pick<Services, "snapshots">, res: Response, projectId: string): void {
  const sheet = snapshots.sheetFor(projectId);
  if (sheet === null) throw new AppError("not_found", sentence("fonts.none_published"));
  res.setHeader("Cache-Control", "private, no-cache");
  res.setHeader("ETag", `"${sheet.snapshotId}"`);
  res.type("css").send(sheet.css);
}

/** Sends a published font file. @throws AppError not_found if no snapshot contains it */
export async function serveFontFile(
  { snapshots, blobs }: Pick<Services, "snapshots" | "blobs">,
  req: Request,
  res: Response,
  projectId: string,
): Promise<void> {
  const file = snapshots.fileFor(projectId, String(req.params.file));
  if (file === null || (await blobs.stat(file.sha256)) === null)
    throw new AppError("not_found", sentence("fonts.not_published"));
  await sendBlob(res, blobs.path(file.sha256), file);
}
