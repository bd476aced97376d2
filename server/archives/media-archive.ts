/** The archive of a saved version. Contract 2.6. */
import type { JsonText } from "../core/json-text.ts";
import type { Blob, BlobStore } from "../storage/blobs.ts";
import type { Archive } from "./archive.ts";
import { buildZip, type ZipEntry } from "./zip.ts";

/** A file of an archive under its name there, one level deep. */
export interface ArchivedFile extends Blob {
  fileName: string;
}

/** A file that is no blob: what a receiver is checked with is never stored. */
export interface FileInMemory {
  fileName: string;
  bytes: Uint8Array;
}

export interface MediaArchiveContent {
  /** Of the archive itself; ASCII. */
  fileName: string;
  /** When the version was saved: the time of every entry. */
  time: Date;
  /** With `dummy-<file_name>` references. */
  html: string;
  vmsJson: JsonText;
  /** As the callback carries it. */
  metadata: JsonText;
  files: (ArchivedFile | FileInMemory)[];
}

/** @throws AppError unavailable where a file is missing or damaged on disk */
export function buildMediaArchive(
  content: MediaArchiveContent,
  blobs: Pick<BlobStore, "stat" | "path">,
): Promise<Archive> {
  const entries: ZipEntry[] = [
    { name: "vms_html.html", text: content.html },
    { name: "vms_json.json", text: content.vmsJson.text },
    ...content.files.map((file): ZipEntry => {
      const name = `vms_media/${file.fileName}`;
      return "bytes" in file ? { name, bytes: file.bytes } : { name, blob: file };
    }),
    { name: "metadata_json.json", text: content.metadata.text },
  ];
  return buildZip(entries, content, blobs);
}
