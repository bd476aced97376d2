/** The content of archives for saved versions (contract 2.6) and published fonts (contract 2.7). */
import type { JsonText } from "../core/json-text.ts";
import type { Blob, BlobStore } from "../storage/blobs.ts";
import { type Archive, buildZip, type ZipEntry, zipInMemory } from "./zip.ts";

/** The parts of a download URL, which must belong together. Contract 4.2, 4.3. */
export interface ArchiveKey {
  projectId: string;
  materialId: string;
  fingerprint: string;
  archiveId: string;
}

export interface ArchivedFile extends Blob {
  fileName: string;
}

interface MediaArchiveContent<File> {
  fileName: string;
  /** Also the time of every entry. */
  time: Date;
  /** With `dummy-<file_name>` references. */
  html: string;
  vmsJson: JsonText;
  metadata: JsonText;
  files: File[];
}

/** @throws AppError unavailable if a file is missing or damaged on disk */
export const buildMediaArchive = (
  content: MediaArchiveContent<ArchivedFile>,
  blobs: Pick<BlobStore, "stat" | "path">,
): Promise<Archive> => buildZip(mediaArchiveEntries(content), content, blobs);

export const mediaArchiveEntries = <File extends ArchivedFile>(content: MediaArchiveContent<File>) =>
  arrange(content, (name, blob) => ({ name, blob }));

/** The same with files in memory, for the receiver check. */
export const buildMediaArchiveInMemory = (
  content: MediaArchiveContent<{ fileName: string; bytes: Buffer }>,
): Promise<Archive> =>
  zipInMemory(
    arrange(content, (name, { bytes }) => ({ name, bytes })),
    content,
  );

function arrange<File extends { fileName: string }, Entry>(
  { html, vmsJson, metadata, files }: MediaArchiveContent<File>,
  entryOf: (name: string, file: File) => Entry,
): (Entry | { name: string; text: string })[] {
  return [
    { name: "vms_html.html", text: html },
    { name: "vms_json.json", text: vmsJson.text },
    ...files.map((file) => entryOf(`vms_media/${file.fileName}`, file)),
    { name: "metadata_json.json", text: metadata.text },
  ];
}

interface FontsArchiveContent {
  fileName: string;
  /** Also the time of every entry. */
  time: Date;
  /** `@font-face` rules with `dummy-<id>` references. */
  css: string;
  tree: Record<string, unknown>;
  files: ArchivedFile[];
}

/** @throws AppError unavailable if a file is missing or damaged on disk */
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
