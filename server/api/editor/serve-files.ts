/**
 * Media and published fonts as a browser gets them, in the editor and in its previews: bytes of the blob store, with ranges
 * (players ask for them) and a validator.
 */
import type { Request, Response } from "express";
import { sentence } from "../../contracts/sentences/index.ts";
import { AppError } from "../../core/errors.ts";
import { sendBlob, sendSandboxedBlob } from "../../http/send-blob.ts";
import type { Asset } from "../../media/asset-store.ts";
import type { Services } from "../../services.ts";

/**
 * Answers the asset's bytes, inert whatever they are.
 * @throws AppError not_found for an asset that is none, whose bytes are not here (yet), or are cut off
 */
export async function serveMedia(
  { blobs }: Pick<Services, "blobs">,
  req: Request,
  res: Response,
  asset: Pick<Asset, "blob" | "size" | "type"> | null,
): Promise<void> {
  const found = asset?.blob == null ? null : await blobs.stat(asset.blob);
  if (asset?.blob == null || found === null) throw new AppError("not_found", sentence("media.missing"));
  // Most damage shows in the size; reading every file whole before it is sent would take too long.
  if (found.size !== asset.size) throw new AppError("not_found", sentence("media.damaged"));
  await sendSandboxedBlob(req, res, blobs.path(asset.blob), { sha256: asset.blob, type: asset.type });
}

/**
 * Answers `fonts/vms_fonts.css`: the snapshot's own CSS, `@font-face` rules and nothing else, whose files are beside it; a
 * site gets the same with its own URLs (contract 2.7).
 * @throws AppError not_found before the first publication
 */
export function serveFontsCss({ snapshots }: Pick<Services, "snapshots">, res: Response, projectId: string): void {
  const sheet = snapshots.sheetFor(projectId);
  if (sheet === null) throw new AppError("not_found", sentence("fonts.none_published"));
  res.setHeader("Cache-Control", "private, no-cache");
  res.setHeader("ETag", `"${sheet.snapshotId}"`);
  res.type("css").send(sheet.css);
}

/** Answers the file that the address names. @throws AppError not_found where no publication has it */
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
