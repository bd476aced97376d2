/**
 * The project's published fonts for the editor and its previews: `fonts/vms_fonts.css` with the files beside it. The CSS
 * is the snapshot's own, `@font-face` rules and nothing else; a site gets the same with its own addresses (contract 2.7).
 */
import type { Request, Response } from "express";
import { AppError } from "../core/errors.ts";
import type { FontSnapshots } from "../fonts/font-snapshots.ts";
import type { BlobStore } from "../storage/blobs.ts";
import { sendBlob } from "./send-blob.ts";

export interface FontParts {
  fonts: Pick<FontSnapshots, "sheetFor" | "fileFor">;
  blobs: BlobStore;
}

/** Answers the CSS. @throws AppError not_found before the first publication */
export function serveFontsCss(res: Response, projectId: string, { fonts }: Pick<FontParts, "fonts">): void {
  const sheet = fonts.sheetFor(projectId);
  if (sheet === null) throw new AppError("not_found", "No fonts were published for this site yet.");
  res.setHeader("Cache-Control", "private, no-cache");
  res.setHeader("ETag", `"${sheet.snapshotId}"`);
  res.type("css").send(sheet.css);
}

/** Answers the file that the address names. @throws AppError not_found where no publication has it */
export async function serveFontFile(
  req: Request,
  res: Response,
  projectId: string,
  { fonts, blobs }: FontParts,
): Promise<void> {
  const file = fonts.fileFor(projectId, String(req.params.file));
  if (file === null || (await blobs.stat(file.sha256)) === null)
    throw new AppError("not_found", "This site has no published font of this name, or its bytes are missing here.");
  await sendBlob(res, blobs, file);
}
