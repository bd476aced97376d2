/** The database of a backup: a copy without logins and clear-text credentials. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { crc32 } from "node:zlib";
import Sqlite from "better-sqlite3";
import { createMetadataSeal } from "../articles/sessions/metadata.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError, isDatabaseDamage } from "../core/errors.ts";
import { closing } from "../core/runtime.ts";
import { forgetLogins } from "../logins/moved-logins.ts";
import { sealAll } from "../retention/sealing.ts";
import { BLOBS_FOLDER, type Blob, blobFile } from "../storage/blobs.ts";
import { DATABASE_FILE, type Database, migrate, schemaOf } from "../storage/database.ts";
import { createSecretBox, keyFingerprint } from "../storage/secret-box.ts";
import { blobsIn, FORMAT, MAX_MISSING, type Manifest, sizeOf } from "./format.ts";
import { wrapKey } from "./passphrase.ts";

/** Copies a database in use, without deleted data. Blocks its thread. @throws AppError unavailable for damage; SQLITE_FULL */
function takeSnapshot(source: string, target: string, masterKey: Buffer) {
  try {
    using live = closing(new Sqlite(source, { fileMustExist: true }));
    live.pragma("busy_timeout = 5000");
    live.prepare<[string]>("VACUUM INTO ?").run(target);
  } catch (error) {
    throw isDatabaseDamage(error) ? damaged((error as Error).message) : error;
  }
  fs.chmodSync(target, 0o600);
  using copy = closing(new Sqlite(target));
  copy.pragma("journal_mode = DELETE");
  dropReplicaTables(copy);
  // Encrypts clear text of older versions in the copy.
  migrate(copy);
  const wasSealed = sealAll(copy, createMetadataSeal(createSecretBox(masterKey)));
  // Removes deleted values from the pages.
  if (forgetLogins(copy) > 0 || wasSealed) copy.exec("VACUUM");
  const found = copy.pragma("integrity_check(1)", { simple: true });
  if (found !== "ok") throw damaged(String(found));
  const known = { schema: schemaOf(copy), counts: countsOf(copy) };
  copy.close();
  return { ...known, ...hashFile(target) };
}

export function dropReplicaTables(copy: Database): void {
  copy.exec("DROP TABLE IF EXISTS _litestream_seq; DROP TABLE IF EXISTS _litestream_lock");
}

export function countsOf(database: Database): Manifest["counts"] {
  const count = (table: string) =>
    database.prepare<[], { count: number }>(`SELECT count(*) AS count FROM ${table}`).get()?.count ?? 0;
  return {
    projects: count("projects"),
    sessions: count("sessions"),
    versions: count("versions"),
    blobs: count("blobs"),
  };
}

function damaged(detail: string): AppError {
  return new AppError("unavailable", sentence("backups.database_damaged", { detail }));
}

export interface PrepareBackup {
  dataDir: string;
  /** Must not exist. */
  snapshotFile: string;
  masterKey: Uint8Array;
  /** Null: without secrets. */
  passphrase: string | null;
  galleyVersion: string;
  at: number;
}

/**
 * Copies the database and reads every file that it names, in a worker thread. Lists missing and damaged files instead of
 * failing. Blobs must not be removed while it runs.
 * @throws AppError unavailable for a damaged database, or too many missing files
 */
export function prepareBackup(request: PrepareBackup): { manifest: Manifest; size: number } {
  const masterKey = Buffer.from(request.masterKey);
  const { schema, counts, ...database } = takeSnapshot(
    path.join(request.dataDir, DATABASE_FILE),
    request.snapshotFile,
    masterKey,
  );
  using snapshot = closing(new Sqlite(request.snapshotFile, { readonly: true }));
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
}

function missingBlobs(snapshot: Database, blobsDir: string): string[] {
  const missing: string[] = [];
  for (const blob of blobsIn(snapshot, { missing: [] })) {
    if (isWhole(blob, blobFile(blobsDir, blob.sha256))) continue;
    missing.push(blob.sha256);
    if (missing.length > MAX_MISSING)
      throw new AppError("unavailable", sentence("backups.files_missing", { max: MAX_MISSING, folder: BLOBS_FOLDER }));
  }
  return missing;
}

function isWhole(blob: Blob, file: string): boolean {
  try {
    if (fs.statSync(file).size !== blob.size) return false;
    const { sha256, crc32 } = hashFile(file);
    return sha256 === blob.sha256 && crc32 === blob.crc32;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "EIO") return false;
    throw error;
  }
}

const CHUNK_BYTES = 1024 * 1024;
const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);

/** Blocks its thread. @throws system errors such as ENOENT */
function hashFile(file: string): Manifest["database"] {
  const descriptor = fs.openSync(file, "r");
  try {
    const hash = createHash("sha256");
    let crc = 0;
    let size = 0;
    for (;;) {
      const read = fs.readSync(descriptor, chunk);
      if (read === 0) return { size, sha256: hash.digest("hex"), crc32: crc };
      const bytes = chunk.subarray(0, read);
      hash.update(bytes);
      crc = crc32(bytes, crc);
      size += read;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
