/** The archive of a project's published fonts. Contract 2.7. */
import type { BlobStore } from "../storage/blobs.ts";
import type { Archive } from "./archive.ts";
import type { ArchivedFile } from "./media-archive.ts";
import { buildZip, type ZipEntry } from "./zip.ts";

export interface FontsArchiveContent {
  /** Of the archive itself; ASCII. */
  fileName: string;
  /** When the fonts were published: the time of every entry. */
  time: Date;
  /** `@font-face` rules with `dummy-<id>` references. */
  css: string;
  /** The font tree. */
  tree: Record<string, unknown>;
  files: ArchivedFile[];
}

/** @throws AppError unavailable where a file is missing or damaged on disk */
export function buildFontsArchive(
  content: FontsArchiveContent,
  blobs: Pick<BlobStore, "stat" | "path">,
): Promise<Archive> {
  const entries: ZipEntry[] = [
    ...content.files.map((file): ZipEntry => ({ name: `vms_fonts/${file.fileName}`, blob: file })),
    { name: "vms_fonts.css", text: content.css },
    { name: "vms_fonts.json", text: JSON.stringify(content.tree) },
  ];
  return buildZip(entries, content, blobs);
}
