/** Everything about a backup that takes long, done in a thread of its own before the first byte is written. */
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { AppError } from "../core/errors.ts";
import { BLOBS_FOLDER, type Blob, blobFile } from "../storage/blobs.ts";
import { DATABASE_FILE, type Database } from "../storage/database.ts";
import { hashFile } from "./hash-file.ts";
import { blobsIn, sizeOf } from "./layout.ts";
import { FORMAT, keyFingerprint, MAX_MISSING, type Manifest } from "./manifest.ts";
import { wrapKey } from "./passphrase.ts";
import { takeSnapshot } from "./snapshot.ts";

export interface PrepareBackup {
  dataDir: string;
  /** Where the snapshot goes; must not exist. */
  snapshotFile: string;
  masterKey: Uint8Array;
  /** Null leaves the secrets behind. */
  passphrase: string | null;
  galleyVersion: string;
  /** ms since the epoch. */
  at: number;
}

export interface PreparedParts {
  manifest: Manifest;
  /** Bytes of the whole file. */
  size: number;
}

/**
 * Copies the database and reads every file that the copy names: what is missing or damaged on the disk is left out and
 * named, so that one bad file does not cost the newsroom its backup. Nothing may remove blobs meanwhile.
 * @throws AppError unavailable where the database is damaged, or more files are gone than can be named
 */
export function prepareBackup(request: PrepareBackup): PreparedParts {
  const masterKey = Buffer.from(request.masterKey);
  const { schema, counts, ...database } = takeSnapshot(
    path.join(request.dataDir, DATABASE_FILE),
    request.snapshotFile,
    masterKey,
  );
  const snapshot = new Sqlite(request.snapshotFile, { readonly: true });
  try {
    const manifest: Manifest = {
      format: FORMAT,
      created_at: new Date(request.at).toISOString(),
      galley_version: request.galleyVersion,
      schema,
      counts,
      database,
      missing: missingBlobs(snapshot, path.join(request.dataDir, BLOBS_FOLDER)),
      key: {
        fingerprint: keyFingerprint(masterKey),
        wrapped: request.passphrase === null ? null : wrapKey(masterKey, request.passphrase),
      },
    };
    return { manifest, size: sizeOf(manifest, snapshot) };
  } finally {
    snapshot.close();
  }
}

function missingBlobs(snapshot: Database, blobsDir: string): string[] {
  const missing: string[] = [];
  for (const blob of blobsIn(snapshot, { missing: [] })) {
    if (isWhole(blob, blobFile(blobsDir, blob.sha256))) continue;
    missing.push(blob.sha256);
    if (missing.length > MAX_MISSING)
      throw new AppError(
        "unavailable",
        `More than ${MAX_MISSING} files are missing or damaged in the folder ${BLOBS_FOLDER} of the data folder. Put it back first; a backup without it is worth little.`,
      );
  }
  return missing;
}

function isWhole(blob: Blob, file: string): boolean {
  try {
    // Most damage shows in the size.
    if (fs.statSync(file).size !== blob.size) return false;
    const { sha256, crc32 } = hashFile(file);
    return sha256 === blob.sha256 && crc32 === blob.crc32;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "EIO") return false;
    throw error;
  }
}
